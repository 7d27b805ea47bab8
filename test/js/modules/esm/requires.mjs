import { createRequire } from 'node:module';
export const got = createRequire(import.meta.url)('./cycle-b.mjs').both();
