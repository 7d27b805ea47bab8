exports.name = 'a';
exports.value = 5;
