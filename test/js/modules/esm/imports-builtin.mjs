import util, { format } from 'node:util';
import { format as other } from 'util';
export const same = util.format === format && other === format;
export const formatted = format('%d', 1);
