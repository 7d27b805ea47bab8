# SPDX-License-Identifier: MIT
# Images of functions. Of Wick alone: `make image`, or without a build on this
# machine, which compiles the engine, too:
#
#     docker build --tag wick .
#
# A function's image begins FROM wick, copies its files to /var/task and names
# its handler: CMD ["index.handler"].
ARG BUILD_BASE=debian:bookworm
# With /bin/sh, mv and chmod, which `sam local` calls in an image.
ARG SAM_BASE=debian:bookworm-slim
# build, or prebuilt: what `make layer` has made on this machine.
ARG MADE=build

FROM ${BUILD_BASE} AS build
WORKDIR /src
COPY . .
RUN deps/packages build && make layer && rm -rf /root/.cache
RUN mkdir -p /out/var/runtime /out/usr/share/doc \
    && cp build/layer/bootstrap /out/var/runtime/ \
    && cp -R build/layer/wick /out/usr/share/doc/

FROM scratch AS prebuilt
COPY build/layer/bootstrap /out/var/runtime/bootstrap
COPY build/layer/wick /out/usr/share/doc/wick

FROM ${MADE} AS made

# For `sam local invoke` and `sam local start-api`.
FROM ${SAM_BASE} AS sam
COPY --from=made /out/ /
WORKDIR /var/task
ENV LAMBDA_TASK_ROOT=/var/task
ENTRYPOINT ["/var/runtime/bootstrap"]
CMD ["index.handler"]

# For Lambda: one executable and its licences, readable by every user. Nothing
# is written but below /tmp, which Lambda mounts.
FROM scratch AS image
COPY --from=made /out/ /
WORKDIR /var/task
ENV LAMBDA_TASK_ROOT=/var/task
ENTRYPOINT ["/var/runtime/bootstrap"]
CMD ["index.handler"]
