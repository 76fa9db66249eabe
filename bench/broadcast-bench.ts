import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

/** What a host of sockets sent, and the processor's time it took until the last byte had left. */
export interface Broadcast {
  readonly prints: number;
  readonly cpuMs: number; // of all threads, the kernel's part for the sockets included
}

const BATCH = 200; // prints at once, so that waiting for a coalescing timer costs nothing noticeable

/** Listens, tells the parent its port, and then broadcasts for as many ms as each message says. */
export function hostBroadcasts(server: Server, sockets: ReadonlySet<Socket>, emit: Emit): void {
  let lastId = 0; // ids only grow: a stream leaves out a print that it has sent already
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
 * Sends batches of prints to all sockets for about `runMs`, each when the one before has left: as fast as
 * the sockets take them, and never so fast that a reader falls behind.
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
