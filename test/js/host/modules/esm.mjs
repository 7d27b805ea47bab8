// SPDX-License-Identifier: MIT
import a, { late } from './a.js';
import { inner } from '#inner';
import data from './data.json' with { type: 'json' };
import * as self from './esm.mjs';

export const found = await Promise.resolve({ a: a.early, late, inner, data });
export const meta = import.meta;
export const isSelf = () => self.found === found;
