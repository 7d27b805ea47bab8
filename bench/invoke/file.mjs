// SPDX-License-Identifier: MIT
// A file of 1 KB is read, and a timer waited for, in each invocation.
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

const path = `${process.env.LAMBDA_TASK_ROOT}/kilobyte.txt`;

export const handler = async (event) => {
  const text = await readFile(path, 'utf8');
  await wait(1);
  if (text.length !== 1024) {
    throw new Error(`${text.length} characters`);
  }
  return { statusCode: 200, body: `hello ${event.name}` };
};
