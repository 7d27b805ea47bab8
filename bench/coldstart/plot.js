// SPDX-License-Identifier: MIT
// Draws the results of bench-coldstart as one self-contained SVG: for each
// function a bar a runtime, from the spawn to the first request for an event
// and on to the first response, with every single run as a dot.
//
//   node plot.js coldstart.json >coldstart.svg
'use strict';

const fs = require('node:fs');

const results = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));

const NAMES = {
  compiled: 'Wick, compiled ahead', source: 'Wick', bun: 'Bun', node: 'Node',
};
const COLOURS = {
  compiled: ['#0b6e4f', '#7fc8a9'],
  source: ['#147a9c', '#8ccbe0'],
  bun: ['#a8672a', '#e2b98f'],
  node: ['#5b5b66', '#b9b9c3'],
};
const TITLES = {
  hello: 'hello world',
  rest: 'REST handler, bundled',
  bundle: '1 MB bundle of packages',
  tree: 'the same packages as a tree',
  cpu: 'CPU-bound',
};

const LEFT = 190;
const WIDTH = 960;
const PLOT = WIDTH - LEFT - 110;
const ROW = 26;
const out = [];

const escape = (text) => String(text).replace(/[&<>"]/g,
  (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char]);

function text(x, y, string, attributes = '') {
  out.push(`<text x="${x}" y="${y}" ${attributes}>${escape(string)}</text>`);
}

function bar(x, y, width, fill) {
  out.push(`<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" ` +
    `height="14" fill="${fill}"/>`);
}

// Round steps of the axis: about six.
function stepOf(max) {
  const raw = max / 6;
  const power = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 5, 10].map((n) => n * power).find((step) => step >= raw);
}

function axis(y, height, scale, max) {
  for (let at = 0; at <= max; at += stepOf(max)) {
    const x = (LEFT + at * scale).toFixed(1);
    out.push(`<line x1="${x}" y1="${y}" x2="${x}" y2="${y + height}" ` +
      'stroke="#ddd"/>');
    text(x, y + height + 13, at, 'class="small" text-anchor="middle"');
  }
}

function row(name, cell, y, scale) {
  text(LEFT - 10, y + 12, NAMES[name] ?? name, 'text-anchor="end"');
  if (cell.error) {
    text(LEFT + 6, y + 12, cell.error.slice(0, 90), 'class="small"');
    return;
  }
  const [dark, light] = COLOURS[name] ?? ['#444', '#aaa'];
  const next = cell.next_ms.median;
  const total = cell.total_ms.median;
  bar(LEFT, y, next * scale, dark);
  bar(LEFT + next * scale, y, (total - next) * scale, light);
  for (const run of cell.total_ms.runs) {
    out.push(`<circle cx="${(LEFT + Math.min(run * scale, PLOT)).toFixed(1)}" ` +
      `cy="${y + 18}" r="1.4" fill="${dark}" fill-opacity="0.5"/>`);
  }
  text((LEFT + total * scale + 6).toFixed(1), y + 12,
       `${next.toFixed(1)} + ${(total - next).toFixed(1)} ms`, 'class="small"');
}

function draw() {
  let y = 64;
  for (const [name, peers] of Object.entries(results.cases)) {
    const cells = Object.entries(peers);
    const max = Math.max(1, ...cells.filter(([, cell]) => !cell.error)
      .map(([, cell]) => cell.total_ms.p90));
    const scale = PLOT / (max * 1.05);
    const height = cells.length * ROW + 4;
    text(LEFT, y, TITLES[name] ?? name, 'class="title"');
    y += 10;
    axis(y, height, scale, max);
    for (const [peer, cell] of cells) {
      row(peer, cell, y + 5, scale);
      y += ROW;
    }
    y += 48;
  }
  return y;
}

const { machine } = results;
text(20, 26, 'Cold start: from the spawn to the first request for an event ' +
  '(dark) and to the first response (light)', 'class="title"');
text(20, 44, `Medians of ${results.rounds} starts in turn, every start a dot; ` +
  `${machine.cpu ?? 'unknown CPU'}, ${machine.cores} cores, ` +
  `Linux ${machine.kernel}; milliseconds`, 'class="small"');
const height = draw();
process.stdout.write(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" ` +
  `width="${WIDTH}" height="${height}" font-family="sans-serif" ` +
  'font-size="13">\n<style>.title{font-weight:bold;font-size:14px}' +
  '.small{font-size:11px;fill:#444}</style>\n' +
  `<rect width="${WIDTH}" height="${height}" fill="#fff"/>\n` +
  `${out.join('\n')}\n</svg>\n`);
