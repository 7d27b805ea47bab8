module.exports = "mark";
