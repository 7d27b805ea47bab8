/* SPDX-License-Identifier: MIT */
// node:perf_hooks. https://nodejs.org/api/perf_hooks.html
(function (native, require, exports, primordials) {
  'use strict';

  const {
    Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure,
    performance,
  } = require('web/performance');
  const { PerformanceObserver, PerformanceObserverEntryList } =
    require('web/performance_observer');

  exports.module = {
    Performance,
    PerformanceEntry,
    PerformanceMark,
    PerformanceMeasure,
    PerformanceObserver,
    PerformanceObserverEntryList,
    performance,
  };
})
