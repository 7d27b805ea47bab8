/* SPDX-License-Identifier: MIT */
// The handler string's grammar. Wrong, and a function that works on the managed
// runtime does not start here, or another file is run.
'use strict';

const { scenario, equal } = require('../lambda_host.js');

const NOT_VALID = (name) => `'${name}' is not a valid handler name. Use ` +
  'absolute paths when specifying root directories in handler names.';

const valid = [
  // handler, root, file, names
  ['index.handler', '/var/task', '/var/task/index', ['handler']],
  ['dir/core.handler', '/var/task', '/var/task/dir/core', ['handler']],
  ['./p/s/module.handler', '/var/task', '/var/task/p/s/module', ['handler']],
  ['/var/other/module.handler', '/var/task', '/var/other/module', ['handler']],
  ['module.a.b.handler', '/r', '/r/module', ['a', 'b', 'handler']],
  ['foo.bar.handler', '/r', '/r/foo', ['bar', 'handler']],
  ['a.h/a.h', '/r', '/r/a.h/a', ['h']],
  ['path.with.dots/m.handler', '/r', '/r/path.with.dots/m', ['handler']],
  ['a/b.h/', '/r', '/r/a/b', ['h']],
  ['index.default', '/', '/index', ['default']],
  ['a//b/./c.h', '/r', '/r/a/b/c', ['h']],
  ['index.h', '/r/../q', '/q/index', ['h']],
];

const malformed = [
  ['', 'Bad handler'],
  ['module', 'Bad handler'],
  ['./path/module', 'Bad handler'],
  ['/var/task/handler', 'Bad handler'],
  ['/path.with.dots/handler', 'Bad handler'],
  ['/', 'Bad handler'],
  ['../index.handler', NOT_VALID('../index.handler')],
  ['dir/../index.handler', NOT_VALID('dir/../index.handler')],
  ['index..handler', NOT_VALID('index..handler')],
  ['..', NOT_VALID('..')],
];

scenario('valid handlers', async (open) => {
  const { parse } = open({}).load('lambda/handler_path');
  for (const [handler, root, file, names] of valid) {
    const parsed = parse(handler, root);
    equal(parsed.file, file, handler);
    equal(parsed.names, names, handler);
  }
});

scenario('malformed handlers', async (open) => {
  const { parse } = open({}).load('lambda/handler_path');
  for (const [handler, message] of malformed) {
    let thrown;
    try {
      parse(handler, '/var/task');
    } catch (error) {
      thrown = error;
    }
    equal(`${thrown}`, `Runtime.MalformedHandlerName: ${message}`, handler);
  }
});

scenario('a malformed name comes before a missing directory', async (open) => {
  const runtime = open({ files: {} });
  const result = await runtime.init('no/such/dir');
  equal(result.kinds, 'initError exit');
  equal(result.errorType, 'Runtime.MalformedHandlerName');
  equal(runtime.loads, []);
});
