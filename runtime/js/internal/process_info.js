/* SPDX-License-Identifier: MIT */
// What does not change while the process runs. Each export makes the value of
// the property of its name.
//
// native.binding('info'):
//   versions()         [name, version, ...], Node's first
//   argv()             what the process was started with, from its own path on
//   arguments()        the same as the system has it, for argv0
//   pid(), ppid(), arch()
//   title(text)        sets the name that the system shows; without a text it
//                      is returned
(function (native, require, exports, primordials) {
  'use strict';

  const { ObjectDefineProperty, ObjectFreeze, String, arraySlice } =
    primordials;
  const natives = native.binding('info');

  let versions;
  let argv;
  let title;

  function readVersions() {
    if (versions === undefined) {
      versions = {};
      const list = natives.versions();
      for (let n = 0; n < list.length; n += 2) {
        ObjectDefineProperty(versions, list[n], {
          __proto__: null, value: list[n + 1], enumerable: true,
        });
      }
    }
    return versions;
  }

  function readArgv() {
    if (argv === undefined) {
      argv = natives.argv();
    }
    return argv;
  }

  exports.argv = () => arraySlice(readArgv());
  exports.argv0 = () => natives.argv0();
  exports.arch = () => natives.arch();
  // Nothing was configured that a native addon could be built for.
  exports.config = () => ObjectFreeze({
    target_defaults: ObjectFreeze({
      cflags: [], default_configuration: 'Release', defines: [],
      include_dirs: [], libraries: [],
    }),
    variables: ObjectFreeze({}),
  });
  exports.debugPort = () => 9229;
  exports.execArgv = () => [];
  exports.execPath = () => readArgv()[0];
  // What there is of Node's optional parts: no inspector, no TLS as yet.
  exports.features = () => ObjectFreeze({
    inspector: false,
    debug: false,
    uv: true,
    ipv6: true,
    tls_alpn: false,
    tls_sni: false,
    tls_ocsp: false,
    tls: false,
    cached_builtins: true,
    require_module: false,
    typescript: false,
  });
  exports.pid = () => natives.pid();
  exports.platform = () => 'linux';
  exports.ppid = () => natives.ppid();
  exports.release = () => ({ name: 'node', lts: 'Jod' });
  exports.version = () => `v${readVersions().node}`;
  exports.versions = readVersions;

  exports.getTitle = () => {
    if (title === undefined) {
      title = natives.title();
    }
    return title;
  };
  exports.setTitle = (value) => {
    title = String(value);
    natives.title(title);
  };
})
