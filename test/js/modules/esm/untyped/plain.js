exports.plain = true;
