// The bare server of the `prints` benchmark: it only upgrades sockets. It encodes each batch of frames once and writes
// the same bytes to every socket.

import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { renderPrint } from '../src/http/routes/trade-routes.ts';
import { createFrame, FrameEncoder } from '../src/streams/send-queue.ts';
import { hostBroadcasts } from './broadcast-bench.ts';
import { createPrint } from './print-producer.ts';

const ACCEPT = 's3pPLMBiTxaQ9kYGzzhZRbK+xOo='; // for the key that every client of this benchmark sends
const sockets = new Set<Socket>();
const server = createServer();

server.on('upgrade', (_, socket: Socket) => {
  socket.setNoDelay(true);
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${ACCEPT}\r\n\r\n`,
  );
  sockets.add(socket);
});
hostBroadcasts(server, sockets, emit);

function emit(first: number, count: number): void {
  const prints = Array.from({ length: count }, (_, index) => createPrint(first + index));
  const frames = prints.map((print) => createFrame('tradeprint', renderPrint(print)));
  const bytes = new FrameEncoder().encode(frames, first);
  for (const socket of sockets) socket.write(bytes);
}
