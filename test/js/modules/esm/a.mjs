export const a = 1;
export let count = 0;
export function increment() {
  count++;
}
export default 'default of a';
