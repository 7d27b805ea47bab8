module.exports = require('./named.cjs');
