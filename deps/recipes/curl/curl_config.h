/* SPDX-License-Identifier: MIT */
/*
 * libcurl on Linux with musl, 64-bit: what its configure script finds out and
 * is told, written down, since the answers are the same on every machine and
 * take it a minute.
 */
#ifndef WICK_DEPS_CURL_CONFIG_H
#define WICK_DEPS_CURL_CONFIG_H

/* Libraries: TLS, DNS without a thread, content codings. */
#define HAVE_BROTLI 1
#define HAVE_LIBZ   1
#define HAVE_ZSTD   1
#define USE_ARES    1
#define USE_OPENSSL 1

#define ENABLE_IPV6      1
#define USE_UNIX_SOCKETS 1

/* HTTP and HTTPS alone. */
#define CURL_DISABLE_DICT   1
#define CURL_DISABLE_FILE   1
#define CURL_DISABLE_FTP    1
#define CURL_DISABLE_GOPHER 1
#define CURL_DISABLE_IMAP   1
#define CURL_DISABLE_LDAP   1
#define CURL_DISABLE_LDAPS  1
#define CURL_DISABLE_MQTT   1
#define CURL_DISABLE_POP3   1
#define CURL_DISABLE_RTSP   1
#define CURL_DISABLE_SMB    1
#define CURL_DISABLE_SMTP   1
#define CURL_DISABLE_TELNET 1
#define CURL_DISABLE_TFTP   1

/* What fetch does itself or must not do: it has its own headers, bodies and
 * credentials, and no store of cookies, policies or passwords. */
#define CURL_DISABLE_ALTSVC                   1
#define CURL_DISABLE_COOKIES                  1
#define CURL_DISABLE_CRYPTO_AUTH              1
#define CURL_DISABLE_DOH                      1
#define CURL_DISABLE_GETOPTIONS               1
#define CURL_DISABLE_HEADERS_API              1
#define CURL_DISABLE_HSTS                     1
#define CURL_DISABLE_LIBCURL_OPTION           1
#define CURL_DISABLE_MIME                     1
#define CURL_DISABLE_NETRC                    1
#define CURL_DISABLE_NTLM                     1
#define CURL_DISABLE_PARSEDATE                1
#define CURL_DISABLE_PROGRESS_METER           1
#define CURL_DISABLE_PROXY                    1
#define CURL_DISABLE_SHUFFLE_DNS              1
#define CURL_DISABLE_VERBOSE_STRINGS          1
#define CURL_DISABLE_OPENSSL_AUTO_LOAD_CONFIG 1

/* Its wake-up pair of sockets is for curl_multi_poll; the event loop drives it
 * by curl_multi_socket_action and saves two descriptors. */
#define CURL_DISABLE_SOCKETPAIR 1

/* HAVE_SIGNAL, HAVE_SIGACTION and HAVE_ALARM are left out: with them each call
 * saves and restores SIGPIPE's action, two system calls. Everything is sent
 * with MSG_NOSIGNAL, and c-ares needs no alarm. */

#define HAVE_ARPA_INET_H                1
#define HAVE_ATOMIC                     1
#define HAVE_BOOL_T                     1
#define HAVE_CLOCK_GETTIME_MONOTONIC    1
#define HAVE_FCNTL                      1
#define HAVE_FCNTL_H                    1
#define HAVE_FCNTL_O_NONBLOCK           1
#define HAVE_FREEADDRINFO               1
#define HAVE_GETADDRINFO                1
#define HAVE_GETADDRINFO_THREADSAFE     1
#define HAVE_GETEUID                    1
#define HAVE_GETHOSTNAME                1
#define HAVE_GETIFADDRS                 1
#define HAVE_GETPEERNAME                1
#define HAVE_GETPPID                    1
#define HAVE_GETPWUID_R                 1
#define HAVE_GETRLIMIT                  1
#define HAVE_GETSOCKNAME                1
#define HAVE_GETTIMEOFDAY               1
#define HAVE_GMTIME_R                   1
#define HAVE_IFADDRS_H                  1
#define HAVE_IF_NAMETOINDEX             1
#define HAVE_INET_NTOP                  1
#define HAVE_INET_PTON                  1
#define HAVE_INTTYPES_H                 1
#define HAVE_IOCTL_FIONBIO              1
#define HAVE_IOCTL_SIOCGIFADDR          1
#define HAVE_LIBGEN_H                   1
#define HAVE_LINUX_TCP_H                1
#define HAVE_LOCALE_H                   1
#define HAVE_LONGLONG                   1
#define HAVE_MSG_NOSIGNAL               1
#define HAVE_NETDB_H                    1
#define HAVE_NETINET_IN_H               1
#define HAVE_NETINET_TCP_H              1
#define HAVE_NET_IF_H                   1
#define HAVE_PIPE                       1
#define HAVE_POLL_FINE                  1
#define HAVE_POLL_H                     1
#define HAVE_POSIX_STRERROR_R           1
#define HAVE_PTHREAD_H                  1
#define HAVE_PWD_H                      1
#define HAVE_RECV                       1
#define HAVE_SA_FAMILY_T                1
#define HAVE_SELECT                     1
#define HAVE_SEND                       1
#define HAVE_SETJMP_H                   1
#define HAVE_SIGNAL_H                   1
#define HAVE_SOCKADDR_IN6_SIN6_SCOPE_ID 1
#define HAVE_SOCKET                     1
#define HAVE_STDATOMIC_H                1
#define HAVE_STDBOOL_H                  1
#define HAVE_STDINT_H                   1
#define HAVE_STDLIB_H                   1
#define HAVE_STRCASECMP                 1
#define HAVE_STRDUP                     1
#define HAVE_STRERROR_R                 1
#define HAVE_STRINGS_H                  1
#define HAVE_STRING_H                   1
#define HAVE_STRTOK_R                   1
#define HAVE_STRTOLL                    1
#define HAVE_STRUCT_SOCKADDR_STORAGE    1
#define HAVE_STRUCT_TIMEVAL             1
#define HAVE_SYS_IOCTL_H                1
#define HAVE_SYS_PARAM_H                1
#define HAVE_SYS_POLL_H                 1
#define HAVE_SYS_RESOURCE_H             1
#define HAVE_SYS_SELECT_H               1
#define HAVE_SYS_SOCKET_H               1
#define HAVE_SYS_STAT_H                 1
#define HAVE_SYS_TIME_H                 1
#define HAVE_SYS_TYPES_H                1
#define HAVE_SYS_UN_H                   1
#define HAVE_TIME_H                     1
#define HAVE_UNISTD_H                   1
#define HAVE_VARIADIC_MACROS_C99        1
#define STDC_HEADERS                    1
#define TIME_WITH_SYS_TIME              1

#define SIZEOF_CURL_OFF_T 8
#define SIZEOF_INT        4
#define SIZEOF_LONG       8
#define SIZEOF_OFF_T      8
#define SIZEOF_SIZE_T     8
#define SIZEOF_TIME_T     8

#define OS      "linux"
#define PACKAGE "curl"

#endif
