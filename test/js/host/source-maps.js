// SPDX-License-Identifier: MIT
// If this fails stacks of bundled files do not point into their sources where
// maps are asked for, or a map that is broken breaks more than itself.
'use strict';

const fs = require('node:fs');
const util = require('node:util');
const base = fs.mkdtempSync('/tmp/wick-maps-');

function check(name, isRight, got) {
  console.log(isRight ? `ok ${name}` : `FAIL ${name}: got ${String(got)}`);
}

// What is shown of an error that the file @name with @text makes.
function shown(name, text) {
  fs.writeFileSync(`${base}/${name}`, text);
  return util.inspect(require(`${base}/${name}`)());
}

// Line 1: the function, without a source; line 2 is line 5 of lib/a.ts, column
// 3, and from column 20 on line 7 of b.ts.
const code = 'module.exports = () =>\n  new Error(`broken`);\n';
const map = {
  version: 3, sources: ['lib/a.ts', 'b.ts'], names: [],
  mappings: ';AAIE,oBCEF',
};
const comment = (url) => `${code}//# sourceMappingURL=${url}\n`;
const inline = (value) => 'data:application/json;base64,' +
  Buffer.from(JSON.stringify(value)).toString('base64');

const plain = shown('off.js', comment(inline(map)));
check('not asked for', plain.includes(`${base}/off.js:2:`), plain);

process.setSourceMapsEnabled(true);
const first = shown('inline.js', comment(inline(map)));
check('inline', first.includes(`${base}/lib/a.ts:5:3`) &&
  first.startsWith('Error: broken\n'), first);
fs.writeFileSync(`${base}/file.js.map`, JSON.stringify({
  ...map, sourceRoot: '../src', sources: ['a.ts', 'webpack://b.ts'],
}));
const file = shown('file.js', comment('file.js.map'));
check('file', file.includes(`/src/a.ts:5:3`), file);
const absolute = shown('absolute.js', comment(inline({
  ...map, sources: ['webpack://x/a.ts', ''],
})));
check('a source that is no file', absolute.includes('webpack://x/a.ts:5:3') ||
  absolute.includes('a.ts:5:3'), absolute);
const indexed = shown('index.js', comment(inline({
  version: 3, sections: [
    { offset: { line: 0, column: 0 },
      map: { version: 3, sources: [], names: [], mappings: '' } },
    { offset: { line: 1, column: 2 },
      map: { ...map, mappings: 'AAIE' } },
  ],
})));
check('index', indexed.includes(`${base}/lib/a.ts:5:3`), indexed);
const oneLine = shown('one-line.js', 'module.exports=()=>new Error("x")\n' +
  `//# sourceMappingURL=${inline({ ...map, mappings: 'AAAA,mBAIE,gBEE' })}`);
check('on the line of the wrapper', oneLine.includes('lib/a.ts:5:3'), oneLine);

const broken = {
  missing: 'nothing.map',
  empty: '',
  'no-json': 'data:application/json,{',
  'no-base64': 'data:application/json;base64,%%%',
  'no-map': inline(1),
  'no-sources': inline({ version: 3, mappings: 'AAAA' }),
  'no-mappings': inline({ ...map, mappings: 5 }),
  'no-digits': inline({ ...map, mappings: ';!!!!' }),
  'many-fields': inline({ ...map, mappings: ';AAAAAAAA' }),
  'no-source': inline({ ...map, mappings: ';AA9999999E' }),
  'negative': inline({ ...map, mappings: ';ADAA' }),
  'deep': inline(Array.from({ length: 2000 }).reduce((inner) => ({
    sections: [{ offset: { line: 0, column: 0 }, map: inner }],
  }), map)).slice(0, -5),
  'a-folder': '.',
};
for (const [name, url] of Object.entries(broken)) {
  const text = shown(`${name}.js`, comment(url));
  check(`broken: ${name}`, text.includes(`${base}/${name}.js:2:`), text);
}
const huge = shown('huge.js', comment(inline({
  ...map, mappings: `;AAIE${',CAAC'.repeat(200000)}`,
})));
check('huge', huge.includes(`${base}/lib/a.ts:5:`), huge);
fs.rmSync(base, { recursive: true });
