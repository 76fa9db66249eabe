import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

/** The number of messages a socket host sent, and the CPU time until the last byte was written. */
export interface Broadcast {
  readonly prints: number;
  readonly cpuMs: number; // of all threads, including kernel time for the sockets
}

const BATCH = 200; // prints per batch, so that the wait for the coalescing timer is negligible

/** Listens, reports its port to the parent, and broadcasts for the duration in ms given by each message. */
export function hostBroadcasts(server: Server, sockets: ReadonlySet<Socket>, emit: Emit): void {
  let lastId = 0; // ids must ascend: a stream skips a print that it has already sent
  const emitNext = (count: number): void => {
    emit(lastId + 1, count);
    lastId += count;
  };
  process.once('message', () => {
    process.on('message', (runMs) => {
      void broadcastFor(Number(runMs), sockets, emitNext).then((sent) => process.send?.(sent));
    });
    server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  });
}

/** Sends prints `first` … `first + count − 1` to every socket. */
type Emit = (first: number, count: number) => void;

/**
 * Sends batches of prints to all sockets for about `runMs`. Each batch starts when the previous one is written, so that the
 * rate is what the sockets accept and no reader falls behind.
 */
async function broadcastFor(
  runMs: number,
  sockets: ReadonlySet<Socket>,
  emitNext: (count: number) => void,
): Promise<Broadcast> {
  const start = performance.now();
  const used = process.cpuUsage();
  let prints = 0;
  while (performance.now() - start < runMs) {
    const written = bytesWritten(sockets);
    emitNext(BATCH);
    prints += BATCH;
    while (bytesWritten(sockets) === written || !hasLeft(sockets)) {
      await delay(1);
    }
  }
  const { user, system } = process.cpuUsage(used);
  return { prints, cpuMs: (user + system) / 1_000 };
}

const bytesWritten = (sockets: ReadonlySet<Socket>): number => {
  let bytes = 0;
  for (const socket of sockets) bytes += socket.bytesWritten;
  return bytes;
};

function hasLeft(sockets: ReadonlySet<Socket>): boolean {
  for (const socket of sockets) if (socket.writableLength > 0) return false;
  return true;
}
