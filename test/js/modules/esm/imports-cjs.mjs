import value, { name } from '../cjs/named.cjs';
export { value, name };
