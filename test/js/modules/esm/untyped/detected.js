export const detected = true;
