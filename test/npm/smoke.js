// SPDX-License-Identifier: MIT
// The packages, each with a call whose result says that it does its work. The
// argument is what `import` or `require` gave: of a module with a default
// export, that one. The result, or what its promise becomes, is compared with
// Node's, so it holds nothing that two runs do not have in common.
'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');

// The result of use(folder), and the folder is no more.
async function inFolder(use) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wick-npm-'));
  try {
    return await use(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

// What a middleware of Connect's kind did to a request.
function answer(middleware, request) {
  const headers = {};
  const response = {
    setHeader(name, value) { headers[name.toLowerCase()] = String(value); },
    getHeader(name) { return headers[name.toLowerCase()]; },
    end() { headers.ended = this.statusCode; },
  };
  middleware({ headers: {}, method: 'GET', url: '/', ...request }, response,
             () => { headers.next = true; });
  return headers;
}

// The chunks that a stream gives for what is written to it.
function transform(stream, chunks) {
  return new Promise((resolve, reject) => {
    const out = [];
    stream.on('data', (chunk) => out.push(String(chunk)));
    stream.on('end', () => resolve(out));
    stream.on('error', reject);
    chunks.forEach((chunk) => stream.write(chunk));
    stream.end();
  });
}

// The default of what a transpiler made of a module.
const inner = (m) => (m.default === undefined ? m : m.default);

module.exports = {
  '@aws-sdk/client-dynamodb': (m) => new m.GetItemCommand(
    { TableName: 'a', Key: { id: { S: '1' } } }).input,
  '@babel/core': (m) => m.transformSync('const f = (a) => a ?? 1;', {
    babelrc: false, configFile: false, ast: true }).ast.program.body.length,
  '@babel/runtime/helpers/objectSpread2': (m) =>
    inner(m)({ a: 1 }, { b: 2 }, null),
  'ajv': (m) => {
    const Ajv = inner(m);
    const check = new Ajv().compile({
      type: 'object', required: ['a'], properties: { a: { type: 'integer' } },
    });
    return [check({ a: 1 }), check({ a: 'x' }), check.errors];
  },
  'async': (m) => m.mapLimit([1, 2, 3], 2, async (n) => n * 2),
  'axios': (m) => inner(m).getUri({ url: '/a', params: { b: [1, 2], c: 'd e' } }),
  'bcryptjs': (m) => m.compareSync('secret', m.hashSync('secret', 4)),
  'bignumber.js': (m) => new (m.BigNumber || m)('0.1').plus('0.2').pow(20).toString(),
  'bluebird': (m) => m.map([3, 1, 2], (n) => m.delay(n).then(() => n + 1)),
  'bn.js': (m) => new m('ffffffffffffffffffff', 16).muln(3).toString(10),
  'body-parser': (m) => [typeof m.json(), typeof m.urlencoded({})],
  'chalk': (m) => new m.constructor({ level: 3 }).bold.hex('#336699')('a'),
  'cheerio': (m) => m.load('<ul><li>a<li class=b>c</ul>')('li.b').text(),
  'class-transformer': (m) => {
    class Point { constructor() { this.x = 0; } sum() { return this.x + this.y; } }
    return m.plainToInstance(Point, { x: 1, y: 2 }).sum();
  },
  'classnames': (m) => m('a', { b: true, c: false }, ['d', { e: 1 }]),
  'colors/safe.js': (m) => { m.enable(); return m.red.bold('a') + m.rainbow('bc'); },
  'commander': (m) => {
    const program = new m.Command().option('-n, --name <x>').argument('[file]');
    program.parse(['--name', 'a', 'b'], { from: 'user' });
    return [program.opts(), program.args, program.helpInformation()];
  },
  'cookie': (m) => [m.parse('a=b; c=%20d'),
                    m.serialize('a', 'b c', { httpOnly: true, maxAge: 5 })],
  'cookie-parser': (m) => [m.JSONCookie('j:{"a":1}'),
                           m.signedCookie('s:a.bad', 'secret')],
  'core-js/actual/index.js': () => [[3, 1, 2].toSorted(), [1, 2, 3, 4].findLast((n) => n < 3),
                           Object.groupBy([1, 2, 3], (n) => (n % 2 ? 'a' : 'b'))],
  'cors': (m) => answer(m({ origin: 'https://a.example', credentials: true }),
                        { method: 'OPTIONS' }),
  'cross-spawn': (m) => m.sync('printf', ['%s', 'a b']).stdout.toString(),
  'crypto-js': (m) => [m.SHA256('a').toString(), m.AES.decrypt(
    m.AES.encrypt('b', 'key').toString(), 'key').toString(m.enc.Utf8)],
  'csv-parse/sync': (m) => m.parse('a,b\n1,"2\n3"\n', { columns: true }),
  'date-fns': (m) => m.format(m.addMonths(new Date(2024, 0, 31, 12), 1),
                              'EEEE yyyy-MM-dd HH:mm'),
  'dayjs': (m) => m('2024-02-29T12:00:00').add(1, 'year').format('ddd D MMM YYYY'),
  'debug': (m) => { m.enable('a:*,-a:b');
                    return [m.enabled('a:c'), m.enabled('a:b'), m.coerce('x')]; },
  'deepmerge': (m) => m({ a: [1], b: { c: 1 } }, { a: [2], b: { d: 2 } }),
  'dotenv': (m) => m.parse('A=1\nB="x\\ny" # c\nexport C=\'d e\'\n'),
  'ejs': (m) => m.render('<% for (const n of list) { %><b><%= n %></b><% } %>',
                         { list: ['a', '<'] }),
  'eventemitter3': (m) => { const e = new m(); const got = [];
                            e.once('a', (x) => got.push(x)).emit('a', 1);
                            return [got, e.emit('a', 2), e.eventNames()]; },
  'execa': (m) => m.execaSync('printf', ['a b']).stdout,
  'express': (m) => { const app = m(); app.get('/a/:b', () => {});
                      return app.router.stack.map((l) => l.route.path); },
  'extend': (m) => m(true, {}, { a: { b: 1 } }, { a: { c: 2 } }),
  'fast-xml-parser': (m) => new m.XMLParser({ ignoreAttributes: false })
    .parse('<a x="1"><b>2</b><b>&lt;</b></a>'),
  'fastify': (m) => { const app = m(); app.get('/', async () => ({ a: 1 }));
                      return app.inject('/').then((r) => r.body); },
  'form-data': (m) => { const form = new m(); form.setBoundary('x');
                        form.append('a', 'b'); return form.getBuffer().toString(); },
  'fs-extra': (m) => inFolder(async (folder) => {
    await m.outputJson(`${folder}/a/b.json`, { c: 1 });
    await m.copy(`${folder}/a`, `${folder}/d`);
    return [await m.readJson(`${folder}/d/b.json`), await m.pathExists(`${folder}/e`)];
  }),
  'glob': (m) => inFolder((folder) => {
    fs.mkdirSync(`${folder}/a/b`, { recursive: true });
    fs.writeFileSync(`${folder}/a/b/c.js`, '');
    return m.glob('**/*.js', { cwd: folder });
  }),
  'got': (m) => m.extend({ prefixUrl: 'https://a.example' }).defaults.options
    .prefixUrl.toString(),
  'graceful-fs': (m) => m.readFileSync(__filename, 'utf8').length > 1000,
  'graphql': (m) => m.graphql({
    schema: m.buildSchema('type Query { a(b: Int!): String }'),
    source: '{ a(b: 2) }', rootValue: { a: ({ b }) => 'x'.repeat(b) },
  }),
  'handlebars': (m) => m.compile('{{#each a}}{{@index}}{{this}},{{/each}}')(
    { a: ['b', '<'] }),
  'hono': async (m) => (await new m.Hono().get('/a', (c) => c.text('b'))
    .request('/a')).text(),
  'http-errors': (m) => { const e = m(404, 'no', { a: 1 });
                          return [e.name, e.status, e.expose, e.message, e.a]; },
  'iconv-lite': (m) => [m.encode('\u00e9\u20ac', 'win1252').toString('hex'),
                        m.decode(Buffer.from('a4a2', 'hex'), 'euc-jp')],
  'immutable': (m) => m.fromJS({ a: { b: [1, 2] } }).updateIn(
    ['a', 'b'], (l) => l.push(3)).toJS(),
  'inherits': (m) => { function A() {} function B() {} m(B, A);
                       return [new B() instanceof A, B.super_ === A]; },
  'ini': (m) => m.parse(m.stringify({ a: '1', s: { b: 'x;y', c: ['1', '2'] } })),
  'inquirer': (m) => Object.keys(m).sort(),
  'joi': (m) => m.object({ a: m.number().min(2) }).validate({ a: '1' })
    .error.message,
  // Without a document it says so.
  'jquery': (m) => typeof m,
  'js-yaml': (m) => m.dump(m.load('a: &x [1, 2.5]\nb: *x\nc: |\n  d\n  e\n')),
  'json5': (m) => m.parse("{a: 'b', c: [0x10, +1,], /* d */}"),
  'jsonwebtoken': (m) => m.verify(m.sign({ a: 1, iat: 1 }, 'key'), 'key'),
  'koa': (m) => typeof new m().use(async () => {}).callback(),
  'lodash': (m) => [m.chunk([1, 2, 3], 2), m.get({ a: [{ b: 1 }] }, 'a[0].b'),
                    m.template('<%= x %>!')({ x: 'y' }),
                    m.groupBy(['ab', 'c', 'de'], 'length'), m.startCase('fooBar')],
  'lru-cache': (m) => { const c = new m.LRUCache({ max: 2 });
                        c.set('a', 1).set('b', 2).set('c', 3);
                        return [c.get('a'), [...c.entries()]]; },
  'marked': (m) => m.parse('# a\n\n- b *c*\n- `d`\n\n| e |\n|---|\n| f |\n'),
  'mime-types': (m) => [m.lookup('a.json'), m.contentType('.html'),
                        m.extension('image/png')],
  'minimatch': (m) => [m.minimatch('a/b.js', '**/*.{js,ts}'),
                       m.minimatch('.a', '*'), m.makeRe('a?[b-c]').source],
  'minimist': (m) => m(['-ab', '3', '--no-c', '--d=e', 'f', '--', 'g']),
  'mkdirp': (m) => inFolder((folder) => m.mkdirp(`${folder}/a/b`)
    .then((made) => made.endsWith('/a'))),
  'moment': (m) => m.utc(0).add(40, 'days').format('dddd, MMMM Do YYYY, h:mm:ss a'),
  'moment-timezone': (m) => m.tz('2024-07-01T12:00:00Z', 'America/New_York').format(),
  'mongodb': (m) => new m.ObjectId('656565656565656565656565').getTimestamp(),
  'mongoose': (m) => { const S = new m.Schema({ a: { type: Number, min: 2 } });
                       const error = new (m.model('T', S))({ a: 1 }).validateSync();
                       return error.message; },
  'morgan': (m) => m.compile(':method :url')({
    method: () => 'GET', url: () => '/a' }, {}, {}),
  'ms': (m) => [m('2 days'), m(90000), m(90000, { long: true })],
  'mustache': (m) => m.render('{{#a}}<{{.}}>{{/a}}{{^b}}c{{/b}}', { a: ['x', '&'] }),
  'nanoid': (m) => /^[ab]{9}$/.test(m.customAlphabet('ab', 9)()),
  'node-fetch': (m) => m.name,
  'object-assign': (m) => m({ a: 1 }, null, { b: 2 }),
  'ora': (m) => m({ text: 'a', isEnabled: false }).text,
  'passport': (m) => typeof new m.Passport().initialize(),
  'path-to-regexp': (m) => m.match('/a/:b{/:c}')('/a/x/y').params,
  'pg': (m) => new m.Query('select $1', ['a']).text,
  'pino': (m) => { let line; m({ base: null, timestamp: false }, {
    write(text) { line = text; } }).info({ a: 1 }, 'b %d', 2); return line; },
  'postcss': (m) => m([{ postcssPlugin: 'x', Declaration(d) { d.value = 'b'; } }])
    .process('a { c: d }', { from: undefined }).then((r) => r.css),
  'prop-types': (m) => { let said; const { error } = console;
                         console.error = (text) => { said = text; };
                         m.checkPropTypes({ a: m.number }, { a: 'x' }, 'prop', 'C');
                         console.error = error; return said; },
  'q': (m) => m.all([1, m.delay(1).then(() => 2)]),
  'qs': (m) => [m.parse('a[b][]=1&a[b][]=2&c=d%20e'),
                m.stringify({ a: { b: [1, 2] } })],
  'ramda': (m) => m.pipe(m.filter((n) => n % 2), m.map(m.add(1)), m.sum)([1, 2, 3]),
  'react': (m) => { const e = m.createElement('p', { a: 1 }, 'b', 'c');
                    return [e.type, e.props, m.Children.count(e.props.children)]; },
  'react-dom/server': (m) => m.renderToStaticMarkup(require('react')
    .createElement('p', { className: 'a' }, 'b<', 1)),
  'readable-stream': (m) => transform(new m.Transform({
    transform(chunk, encoding, done) { done(null, String(chunk).toUpperCase()); },
  }), ['a', 'b']),
  'redux': (m) => { const store = m.legacy_createStore((s = 0, a) =>
    (a.type === 'add' ? s + a.by : s));
                    store.dispatch({ type: 'add', by: 3 }); return store.getState(); },
  'reflect-metadata': () => { const target = {};
                              Reflect.defineMetadata('k', 'v', target, 'p');
                              return Reflect.getMetadata('k', target, 'p'); },
  'request': (m) => Object.keys(m).sort(),
  'rimraf': (m) => inFolder((folder) => {
    fs.mkdirSync(`${folder}/a/b`, { recursive: true });
    return m.rimraf(`${folder}/a`).then(() => fs.readdirSync(folder));
  }),
  'rxjs': (m) => m.lastValueFrom(m.from([1, 2, 3]).pipe(
    m.map((n) => n * 2), m.delay(1), m.toArray())),
  'safe-buffer': (m) => m.Buffer.from('a').toString('hex') +
    m.Buffer.alloc(2, 1).toString('base64'),
  'semver': (m) => [m.satisfies('1.2.3', '^1.1 || 2'), m.inc('1.2.3', 'minor'),
                    m.sort(['2.0.0', '1.0.0-a', '1.0.0']), m.coerce('v3').version],
  'shelljs': (m) => inFolder((folder) => {
    m.config.silent = true; m.mkdir('-p', `${folder}/a/b`);
    return [...m.ls('-R', folder)];
  }),
  'socket.io': (m) => typeof new m.Server().of('/a'),
  'string-width': (m) => [m('a\u{1F600}b'), m('\u001b[1mc\u001b[0m'), m('\u53e4')],
  'strip-ansi': (m) => m('\u001b[31ma\u001b[0mb'),
  'superagent': (m) => typeof m.agent().get,
  'through2': (m) => transform(m((chunk, encoding, done) => {
    done(null, `<${chunk}>`); }), ['a', 'b']),
  'tslib': (m) => [m.__assign({ a: 1 }, { b: 2 }), m.__rest({ a: 1, b: 2 }, ['a']),
                   m.__spreadArray([1], [2, 3], true)],
  'typescript': (m) => m.transpileModule('enum A { b = 1 } const c: A = A.b;', {})
    .outputText,
  'underscore': (m) => [m.sortBy([3, 1, 2]), m.template('<%- a %>')({ a: '<' }),
                        m.chain([1, 2]).map((n) => n + 1).value()],
  'uuid': (m) => [m.v5('a', m.v5.URL), m.validate(m.v4()), m.version(m.v7())],
  'validator': (m) => [m.isEmail('a@b.co'), m.isURL('x'), m.escape('<a>'),
                       m.isISO8601('2024-01-01')],
  'vue': (m) => { const a = m.ref(1); const b = m.computed(() => a.value * 2);
                  a.value = 4; return [b.value, m.compile('<p>{{ a }}</p>').name]; },
  'winston': (m) => m.format.combine(m.format.label({ label: 'a' }), m.format.json())
    .transform({ level: 'info', message: 'b' })[Symbol.for('message')],
  'ws': (m) => [m.CONNECTING, typeof m.Server || typeof m.WebSocketServer],
  'xml2js': (m) => m.parseStringPromise('<a b="c"><d>1</d><d/></a>'),
  'yargs': (m) => m(['--a=1', '-b', 'c', 'd']).scriptName('x')
    .exitProcess(false).parse(),
  'yup': (m) => m.object({ a: m.number().min(2) }).validate({ a: 1 })
    .catch((error) => error.errors),
  'zod': (m) => m.object({ a: m.coerce.number().min(2) }).safeParse({ a: '1' })
    .error.issues,
};
