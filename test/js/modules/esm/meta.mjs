export const { url, filename, dirname } = import.meta;
export const keys = Object.keys(import.meta).sort();
export const resolve = (name) => import.meta.resolve(name);
