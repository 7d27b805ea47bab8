// SPDX-License-Identifier: MIT
// Sends back what it receives, for tcp.mjs. Prints its port, and ends when its
// standard input does.
import { createServer } from 'node:net';

const server = createServer((socket) => socket.pipe(socket));
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.resume().on('end', () => process.exit());
