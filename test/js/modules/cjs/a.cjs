'use strict';
module.exports = { name: 'a', dirname: __dirname, filename: __filename };
