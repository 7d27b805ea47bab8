module.exports = 'a space b';
