import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../ports/environment.ts';
import type { HttpClient } from '../ports/network.ts';
import { createNetwork } from './network-client.ts';

export interface SimulatorProcessSpec {
  readonly main: string; // the program
  readonly args: readonly string[];
  readonly dataDir: string; // its own: its truth, `listening.json`, `exchange.log`
}

/** A local exchange as a process of its own. */
export interface SimulatorProcess {
  readonly url: string;
  readonly adminUrl: string; // the URL of its control desk
  readonly wasStarted: boolean; // false: one that an earlier run of ours had left behind
  /** Resolves when the process is gone, whoever ended it. */
  readonly exited: Promise<void>;
  /** Ends the process and resolves when it is gone. */
  stop(): Promise<void>;
}

interface ListeningAddress {
  readonly url: string;
  readonly control: string;
  readonly pid: number;
}

/** Well within the minute that an exchange waits for somebody who wants it. */
const RENEW_MS = 20_000;
/** Nobody tells us of the end of one that is not our child, so it is asked as often as an end may go unseen. */
const LOOK_MS = 2_000;
const ATTACH_MS = 1_000;
const START_MS = 20_000;
const GONE_POLL_MS = 20;
const END_MS = 5_000; // for its last write; then it is killed

/**
 * The exchange of this folder: the one that still runs there, as after a killed parent, else a new process.
 * It ends a minute after this process does.
 *
 * Rejects  when it does not say where it listens, with the place of its log
 */
export async function attachOrStart(spec: SimulatorProcessSpec, clock: Clock): Promise<SimulatorProcess> {
  mkdirSync(spec.dataDir, { recursive: true, mode: 0o700 });
  const left = readAddress(spec.dataDir);
  const attached = left === null ? null : await attach(left, clock);
  if (left !== null && attached !== null) {
    return createProcessHandle(left, attached, {
      clock,
      child: null,
      end: () => endProcess(left.pid, clock),
    });
  }
  const child = spawnSimulator(spec);
  const place = await waitForAddress(child, spec, clock);
  const client = createNetwork(clock).http(place.control, { connectionsMax: 1 });
  return createProcessHandle(place, client, { clock, child, end: () => endChild(child, clock) });
}

/** Where the exchange of a folder said that it listens; whether it still does is not asked. */
export const readUrl = (dataDir: string): string | null => readAddress(dataDir)?.url ?? null;

/** Where it said that it listens to whoever tests with it. */
export const readAdminUrl = (dataDir: string): string | null => readAddress(dataDir)?.control ?? null;

interface ProcessControl {
  readonly clock: Clock;
  readonly child: ChildProcess | null; // null: somebody else's
  readonly end: () => Promise<void>;
}

function createProcessHandle(
  { url, control }: ListeningAddress,
  desk: HttpClient,
  { clock, child, end }: ProcessControl,
): SimulatorProcess {
  const { promise: exited, resolve } = Promise.withResolvers<void>();
  const leave = (): void => {
    renewal.cancel();
    void desk.close();
    resolve();
  };
  const look = async (): Promise<void> => {
    if ((await renewLease(desk)) === 'nobody') leave();
  };
  const renewal = clock.every(child === null ? LOOK_MS : RENEW_MS, () => void look());
  child?.once('exit', leave);
  return {
    url,
    adminUrl: control,
    wasStarted: child !== null,
    exited,
    stop: async () => {
      renewal.cancel();
      await end();
      leave();
    },
  };
}

/** The way to its control desk, or null when nobody answers there. */
async function attach({ control }: ListeningAddress, clock: Clock): Promise<HttpClient | null> {
  const client = createNetwork(clock).http(control, { connectionsMax: 1 });
  if ((await renewLease(client)) === 'renewed') return client;
  await client.close();
  return null;
}

/** `nobody`: no process listens there. A silent one may still be there, stopped or busy. */
async function renewLease(desk: HttpClient): Promise<'renewed' | 'silent' | 'nobody'> {
  const request = { method: 'PUT', path: '/attach', headers: {}, body: null, timeoutMs: ATTACH_MS } as const;
  const result = await desk.request(request);
  if (result.kind === 'unsent') return 'nobody';
  return result.kind === 'answer' && result.status === 200 ? 'renewed' : 'silent';
}

/** In a group of its own: Ctrl-C reaches us alone, and the exchange ends when we have finished with it. */
function spawnSimulator({ main, args, dataDir }: SimulatorProcessSpec): ChildProcess {
  // Its log is a file, because a pipe would break with us and take the exchange along.
  const log = openSync(join(dataDir, 'exchange.log'), 'a', 0o600);
  try {
    return spawn(process.execPath, [main, '--data', dataDir, ...args], {
      detached: true,
      stdio: ['pipe', 'pipe', log],
    });
  } finally {
    closeSync(log);
  }
}

function waitForAddress(
  child: ChildProcess,
  { dataDir }: SimulatorProcessSpec,
  clock: Clock,
): Promise<ListeningAddress> {
  const { promise, resolve, reject } = Promise.withResolvers<ListeningAddress>();
  const fail = (why: string): void =>
    reject(new Error(`a local exchange did not start: ${why}; see ${join(dataDir, 'exchange.log')}`));
  const timer = clock.after(START_MS, () => {
    child.kill('SIGKILL');
    fail('it said nothing');
  });
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
    const place = text.includes('\n') ? parseAddress(text) : null;
    if (place !== null) resolve(place);
  });
  child.once('error', (error) => fail(error.message));
  child.once('exit', (code, signal) => fail(`it ended with ${signal ?? code}`));
  return promise.finally(() => timer.cancel());
}

async function endChild(child: ChildProcess, clock: Clock): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  child.stdin?.destroy(); // it reads there whether we live, and would go on reading
  const timer = clock.after(END_MS, () => child.kill('SIGKILL'));
  await ended;
  timer.cancel();
}

/** One that is not our child: its end is seen by asking for it. */
async function endProcess(pid: number, clock: Clock): Promise<void> {
  const killAtMs = clock.monotonicMs() + END_MS;
  let signal: NodeJS.Signals | 0 = 'SIGTERM';
  while (isSignalled(pid, signal)) {
    await new Promise<void>((resolve) => void clock.after(GONE_POLL_MS, resolve));
    signal = clock.monotonicMs() < killAtMs ? 0 : 'SIGKILL';
  }
}

function isSignalled(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

const readAddress = (dataDir: string): ListeningAddress | null =>
  parseAddress(readOr(join(dataDir, 'listening.json')));

function parseAddress(text: string): ListeningAddress | null {
  try {
    const { url, control, pid } = JSON.parse(text) as Partial<ListeningAddress>;
    const isWhole = typeof url === 'string' && typeof control === 'string' && Number.isSafeInteger(pid);
    return isWhole ? { url, control, pid: Number(pid) } : null;
  } catch {
    return null;
  }
}

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
