// SPDX-License-Identifier: MIT
// Classes: public and private fields, accessors, static blocks, inheritance
// with super calls, polymorphic call sites, as bundled libraries use them.
"use strict";

class Shape {
  static #made = 0;
  #name;
  scale = 1;

  constructor(name) {
    this.#name = name;
    Shape.#made++;
  }

  static get made() {
    return Shape.#made;
  }

  get name() {
    return this.#name;
  }

  area() {
    return 0;
  }

  grow() {
    this.scale = (this.scale % 3) + 1;
    return this;
  }
}

class Square extends Shape {
  #side;

  constructor(side) {
    super("square");
    this.#side = side;
  }

  area() {
    return super.area() + this.#side * this.#side * this.scale;
  }
}

class Strip extends Square {
  static #unit;
  #length;

  static {
    Strip.#unit = 1;
  }

  constructor(length) {
    super(1);
    this.#length = length;
  }

  area() {
    return super.area() * this.#length * Strip.#unit;
  }
}

class Dot extends Shape {
  constructor() {
    super("dot");
  }
}

const makers = [(n) => new Square(n), (n) => new Strip(n), () => new Dot()];

const start = Date.now();
let area = 0;
let letters = 0;
for (let i = 0; i < 1500000; i++) {
  const shape = makers[i % 3](i % 10);
  area += shape.grow().area() + shape.grow().area();
  letters += shape.name.length;
}
const ms = Date.now() - start;

if (area !== 82500000 || letters !== 500000 * (6 + 6 + 3) ||
    Shape.made !== 1500000) {
  throw new Error("classes: wrong sums " + [area, letters, Shape.made]);
}
console.log("classes " + ms);
