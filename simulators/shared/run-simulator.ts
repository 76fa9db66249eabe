import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAdminApi } from './admin-api.ts';
import { type Host, listen, type SimulatorServer } from './http-host.ts';
import type { Simulator } from './simulator-types.ts';

/** How long an exchange runs on after its parent ended, without a renewal. */
const LEASE_MS = 60_000;

export interface ServeOptions {
  readonly port: number; // 0 picks a free port
  readonly controlPort: number;
  readonly data: string; // folder; its `listening.json` contains the URLs
  readonly stay: boolean; // run until a signal, even without a parent
  /** Further origins of the venue, each on a separate port, by name. */
  readonly origins?: Readonly<Record<string, { readonly server: SimulatorServer; readonly port: number }>>;
}

/**
 * Runs a simulator as a process. Prints one JSON line with its URLs and stops on a signal or when the lease
 * ends. The lease holds while stdin (or the IPC channel) is open, and for a minute after each `PUT /attach`.
 * So a restarted parent can reuse the process, and an abandoned process ends.
 */
export async function runSimulator(exchange: Simulator, options: ServeOptions): Promise<void> {
  const lease = new ProcessLease(options.stay);
  const venue = await listen(exchange, options.port);
  const admin = await listen(
    createAdminApi(exchange.controls, () => lease.renew()),
    options.controlPort,
  );
  const others = await listenAll(options.origins ?? {});
  exchange.start();
  const origins = Object.fromEntries(others.map(([name, { url }]) => [name, url]));
  const where = JSON.stringify({ url: venue.url, control: admin.url, origins, pid: process.pid });
  writeUrls(join(options.data, 'listening.json'), `${where}\n`);
  process.stdout.write(`${where}\n`);
  await Promise.race([lease.over, waitForSignal()]);
  lease.release();
  await stop(exchange, [venue, admin, ...others.map(([, host]) => host)]);
}

const listenAll = (
  origins: NonNullable<ServeOptions['origins']>,
): Promise<readonly (readonly [name: string, host: Host])[]> =>
  Promise.all(
    Object.entries(origins).map(
      async ([name, { server, port }]) => [name, await listen(server, port)] as const,
    ),
  );

/** Writes atomically, because other processes may read the file at any time. */
function writeUrls(file: string, where: string): void {
  writeFileSync(`${file}.new`, where);
  renameSync(`${file}.new`, file);
}

async function stop(exchange: Simulator, hosts: readonly Host[]): Promise<void> {
  exchange.stop();
  await Promise.all(hosts.map((host) => host.stop()));
}

/** Tracks whether a parent process still uses this simulator. */
class ProcessLease {
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

  /** Releases the handles that keep the process running. */
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

const waitForSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
