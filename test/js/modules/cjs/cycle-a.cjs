exports.early = 1;
exports.seen = Object.keys(require('./cycle-b.cjs').seen);
exports.late = 2;
