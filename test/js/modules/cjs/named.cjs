exports.name = 'a';
Object.defineProperty(exports, 'got', { enumerable: true, get: function () { return exports.name; } });
exports.value = 5;
