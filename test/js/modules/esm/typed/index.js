export const typed = true;
