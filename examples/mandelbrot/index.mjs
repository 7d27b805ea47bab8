// SPDX-License-Identifier: MIT
// Arithmetic without end: what a compiler is good for. Answers how much of the
// picture belongs to the Mandelbrot set, and how long it took.
const WIDTH_MAX = 4096;
const STEPS_MAX = 10000;

// How many steps the point takes to leave the circle; @steps if it stays.
function escape(x0, y0, steps) {
  let x = 0;
  let y = 0;
  for (let n = 0; n < steps; n++) {
    const xx = x * x;
    const yy = y * y;
    if (xx + yy > 4) {
      return n;
    }
    y = 2 * x * y + y0;
    x = xx - yy + x0;
  }
  return steps;
}

// The points of a square of @width times @width that stay, of -2..1 and
// -1.5..1.5.
function count(width, steps) {
  const scale = 3 / width;
  let inside = 0;
  for (let row = 0; row < width; row++) {
    for (let column = 0; column < width; column++) {
      if (escape(column * scale - 2, row * scale - 1.5, steps) === steps) {
        inside++;
      }
    }
  }
  return inside;
}

function within(value, fallback, max, name) {
  const number = value === undefined ? fallback : Number(value);
  if (!Number.isInteger(number) || number < 1 || number > max) {
    throw new RangeError(`${name} is a whole number from 1 to ${max}`);
  }
  return number;
}

export async function handler({ width, steps }) {
  const size = within(width, 256, WIDTH_MAX, 'width');
  const limit = within(steps, 200, STEPS_MAX, 'steps');
  const start = performance.now();
  const inside = count(size, limit);
  return {
    inside,
    area: 9 * inside / (size * size),
    ms: Math.round(performance.now() - start),
  };
}
