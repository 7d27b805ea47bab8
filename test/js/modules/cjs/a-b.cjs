module.exports = 'encoded';
