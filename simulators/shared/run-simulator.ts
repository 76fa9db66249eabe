import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAdminApi } from './admin-api.ts';
import { type Host, listen } from './http-host.ts';
import type { Simulator } from './simulator-types.ts';

/** How long an exchange waits for somebody who wants it, once its parent is gone. */
const LEASE_MS = 60_000;

export interface ServeOptions {
  readonly port: number; // 0 takes a free one
  readonly controlPort: number;
  readonly data: string; // a folder; `listening.json` in it says where the exchange listens
  readonly stay: boolean; // runs until it is told to stop, whoever started it
}

/**
 * Runs an exchange as a process of its own: starts it, prints one JSON line with where it listens, and
 * ends it on a signal, or when nobody has wanted it for a minute. It is wanted while stdin (or the IPC
 * channel) is open, and for a minute after each `PUT /attach`: a killed parent can come back to it, and
 * an abandoned one does not run for ever.
 */
export async function runSimulator(exchange: Simulator, options: ServeOptions): Promise<void> {
  const lease = new Lease(options.stay);
  const venue = await listen(exchange, options.port);
  const admin = await listen(
    createAdminApi(exchange.controls, () => lease.renew()),
    options.controlPort,
  );
  exchange.start();
  const where = JSON.stringify({ url: venue.url, control: admin.url, pid: process.pid });
  sayWhere(join(options.data, 'listening.json'), `${where}\n`);
  process.stdout.write(`${where}\n`);
  await Promise.race([lease.over, signalled()]);
  lease.release();
  await stop(exchange, [venue, admin]);
}

/** Whole or not at all: who looks for us reads it at any moment. */
function sayWhere(file: string, where: string): void {
  writeFileSync(`${file}.new`, where);
  renameSync(`${file}.new`, file);
}

async function stop(exchange: Simulator, hosts: readonly Host[]): Promise<void> {
  exchange.stop();
  await Promise.all(hosts.map((host) => host.stop()));
}

/** Whether anybody still wants this process. */
class Lease {
  readonly over: Promise<void>;
  readonly #end: () => void;
  #hasParent: boolean;
  #timer: NodeJS.Timeout | null = null;

  constructor(stay: boolean) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.over = promise;
    this.#end = resolve;
    this.#hasParent = true;
    if (!stay) this.#watchParent();
  }

  renew(): { readonly lease_ms: number } {
    if (!this.#hasParent) this.#wait();
    return { lease_ms: LEASE_MS };
  }

  /** Lets go of what would keep the process alive. */
  release(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    process.stdin.destroy();
    if (process.connected) process.disconnect?.();
  }

  #watchParent(): void {
    const gone = (): void => {
      if (!this.#hasParent) return;
      this.#hasParent = false;
      this.#wait();
    };
    if (process.channel === undefined) {
      process.stdin.once('end', gone).once('error', gone).resume();
    } else {
      process.once('disconnect', gone);
    }
  }

  #wait(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#end, LEASE_MS);
  }
}

const signalled = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
