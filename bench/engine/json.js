// SPDX-License-Identifier: MIT
// JSON: round trips of a document shaped like an API Gateway event with a
// page of records, which is what most functions read and write.
"use strict";

function makeDocument(records) {
  const items = [];
  for (let i = 0; i < records; i++) {
    items.push({
      id: "item-" + i,
      price: i * 1.25,
      stock: i % 17,
      tags: ["new", "tag-" + (i % 7), 'quoted "' + i + '"'],
      seller: { name: "S\u00e9ller " + (i % 5), rating: (i % 50) / 10 },
      active: i % 3 === 0,
      note: i % 4 === 0 ? null : "line one\nline two",
    });
  }
  return {
    version: "2.0",
    routeKey: "POST /items",
    headers: { host: "example.org", accept: "application/json" },
    isBase64Encoded: false,
    items,
  };
}

const first = JSON.stringify(makeDocument(200));

const start = Date.now();
let text = first;
for (let round = 0; round < 400; round++) {
  text = JSON.stringify(JSON.parse(text));
}
const ms = Date.now() - start;

if (text !== first || JSON.parse(text).items[199].price !== 248.75) {
  throw new Error("json: the document changed");
}
console.log("json " + ms);
