import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type Clock, type HttpClient, wait } from '#ports';
import { createNetwork } from './network-client.ts';

export interface SimulatorProcessSpec {
  readonly main: string; // the program
  readonly args: readonly string[];
  readonly dataDir: string; // a separate folder with its state, `listening.json` and `exchange.log`
  /**
   * Names of the origins that it serves in addition to `url`, each on a separate port, set with
   * `--NAME-port`.
   */
  readonly origins?: readonly string[];
}

/** URLs by the name of their origin. */
export type OriginUrls = Readonly<Record<string, string>>;

/** A simulator in a separate process. */
export interface SimulatorProcess {
  readonly url: string;
  readonly origins: OriginUrls;
  readonly adminUrl: string; // URL of its admin API
  readonly wasStarted: boolean; // false: left running by a previous process
  /** Resolves when the process has ended for any reason. */
  readonly exited: Promise<void>;
  /** Ends the process and resolves when it has ended. */
  stop(): Promise<void>;
  /** Leaves the process running, and no longer keeps this one running. */
  release(): void;
}

interface ListeningAddress {
  readonly url: string;
  readonly control: string;
  readonly origins: OriginUrls;
  readonly pid: number;
}

/** Well below one minute, after which a simulator without a renewed lease ends. */
const RENEW_MS = 20_000;
/** A process that we did not spawn sends no exit event, so poll it. */
const LOOK_MS = 2_000;
const ATTACH_MS = 1_000;
const SILENT_MS_MAX = 20_000; // of a busy process, before we give up
const START_MS = 20_000;
const GONE_POLL_MS = 20;
const END_MS = 5_000; // time for its last write, before SIGKILL

/**
 * Attaches to the simulator that still runs in this folder, for example after its parent was killed, or
 * starts a new one. The simulator ends one minute after this process ends.
 *
 * Rejects if it does not report its address; the error names its log file. Rejects too if a process listens there and answers
 * nothing for 20 s: it may be the simulator, and two of them would write the same folder.
 */
export async function attachOrStart(spec: SimulatorProcessSpec, clock: Clock): Promise<SimulatorProcess> {
  mkdirSync(spec.dataDir, { recursive: true, mode: 0o700 });
  const left = readAddress(spec.dataDir);
  const attached = left === null ? null : await attach(left, clock);
  if (left !== null && attached !== null) {
    const end = (): Promise<void> => endProcess(left.pid, clock);
    if (hasOrigins(left, spec)) return createProcessHandle(left, attached, { clock, child: null, end });
    // An earlier version of the program served all origins at one URL.
    await attached.close();
    await end();
  }
  const child = spawnSimulator(spec);
  const place = await waitForAddress(child, spec, clock);
  const client = createNetwork(clock).http(place.control, { connectionsMax: 1 });
  return createProcessHandle(place, client, { clock, child, end: () => endChild(child, clock) });
}

const hasOrigins = ({ origins }: ListeningAddress, spec: SimulatorProcessSpec): boolean =>
  (spec.origins ?? []).every((name) => origins[name] !== undefined);

/** The URLs in the folder's `listening.json`, without checking that the process still runs. */
export const readUrls = (dataDir: string): { readonly url: string; readonly origins: OriginUrls } | null =>
  readAddress(dataDir);

/** The admin URL in the folder's `listening.json`. */
export const readAdminUrl = (dataDir: string): string | null => readAddress(dataDir)?.control ?? null;

interface ProcessControl {
  readonly clock: Clock;
  readonly child: ChildProcess | null; // null: not our child
  readonly end: () => Promise<void>;
}

function createProcessHandle(
  { url, control, origins }: ListeningAddress,
  client: HttpClient,
  { clock, child, end }: ProcessControl,
): SimulatorProcess {
  const { promise: exited, resolve } = Promise.withResolvers<void>();
  const markExited = (): void => {
    renewal.cancel();
    void client.close();
    resolve();
  };
  const poll = async (): Promise<void> => {
    if ((await renewLease(client, control)) === 'unreachable') markExited();
  };
  const renewal = clock.every(child === null ? LOOK_MS : RENEW_MS, () => void poll());
  child?.once('exit', markExited);
  return {
    url,
    origins,
    adminUrl: control,
    wasStarted: child !== null,
    exited,
    stop: async () => {
      renewal.cancel();
      await end();
      markExited();
    },
    release: () => {
      renewal.cancel();
      void client.close();
      child?.unref();
      for (const pipe of [child?.stdin, child?.stdout]) (pipe as { unref?(): void } | null)?.unref?.();
    },
  };
}

/** A client of its admin API, or null if the simulator has ended. */
async function attach({ control, pid }: ListeningAddress, clock: Clock): Promise<HttpClient | null> {
  const client = createNetwork(clock).http(control, { connectionsMax: 1 });
  const silentAtMs = clock.monotonicMs() + SILENT_MS_MAX;
  let lease = await renewLease(client, control);
  while (lease === 'silent' && clock.monotonicMs() < silentAtMs) lease = await renewLease(client, control);
  if (lease === 'renewed') return client;
  await client.close();
  if (lease === 'unreachable') return null;
  throw new Error(
    `what listens at ${control}, probably the local exchange with process id ${pid}, does not answer: end it and start again`,
  );
}

/** `unreachable`: no process listens, or another program does. A `silent` process may be stopped or busy. */
async function renewLease(
  client: HttpClient,
  control: string,
): Promise<'renewed' | 'silent' | 'unreachable'> {
  const request = { method: 'PUT', path: '/attach', headers: {}, body: null, timeoutMs: ATTACH_MS } as const;
  const result = await client.request(request);
  if (result.kind === 'answer') return result.status === 200 ? 'renewed' : 'unreachable';
  return (await isListening(control)) ? 'silent' : 'unreachable';
}

/** Whether a process listens, busy or not. A request that was not sent in time may only mean that this process is busy. */
function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}

/** Spawned in a separate process group: Ctrl-C reaches only us, and we end the simulator when done. */
function spawnSimulator({ main, args, dataDir }: SimulatorProcessSpec): ChildProcess {
  // Its log is a file, because a pipe would break when we end and kill the simulator.
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
    fail('it printed no address');
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
  child.stdin?.destroy(); // it detects our end by reading stdin
  const timer = clock.after(END_MS, () => child.kill('SIGKILL'));
  await ended;
  timer.cancel();
}

/** Ends a process that is not our child, polling for its end. */
async function endProcess(pid: number, clock: Clock): Promise<void> {
  const killAtMs = clock.monotonicMs() + END_MS;
  let signal: NodeJS.Signals | 0 = 'SIGTERM';
  while (isSignalled(pid, signal)) {
    await wait(clock, GONE_POLL_MS);
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
    const { url, control, pid, origins = {} } = JSON.parse(text) as Partial<ListeningAddress>;
    const isWhole = typeof url === 'string' && typeof control === 'string' && Number.isSafeInteger(pid);
    return isWhole ? { url, control, origins, pid: Number(pid) } : null;
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
