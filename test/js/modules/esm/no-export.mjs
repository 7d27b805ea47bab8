import { nothing } from './a.mjs';
export { nothing };
