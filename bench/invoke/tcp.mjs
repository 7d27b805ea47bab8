// SPDX-License-Identifier: MIT
// What file.mjs does, and a question to a server on a connection that stays
// open, as one to a database does.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const { ECHO_PORT, LAMBDA_TASK_ROOT } = process.env;
const path = `${LAMBDA_TASK_ROOT}/kilobyte.txt`;
const socket = connect({ port: +ECHO_PORT, host: '127.0.0.1' });

export const handler = async (event) => {
  const text = await readFile(path, 'utf8');
  await wait(1);
  socket.write(event.name);
  const [answer] = await once(socket, 'data');
  if (text.length !== 1024) {
    throw new Error(`${text.length} characters`);
  }
  return { statusCode: 200, body: `hello ${answer}` };
};
