// SPDX-License-Identifier: MIT
// The smallest script with an output: what remains is the start of the engine.
console.log("hello");
