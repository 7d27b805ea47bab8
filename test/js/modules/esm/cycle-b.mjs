import { a } from './cycle-a.mjs';
export const b = 'b';
export const both = () => a + b;
