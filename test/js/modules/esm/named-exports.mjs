export { value as 'module.exports' };
const value = { real: true };
