globalThis.order.push('commonjs');
module.exports = globalThis.order;
