import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { type Server, stop } from './child-processes.ts';
import { startNode } from './machine.ts';

/** The real service, started as an operator starts it. */
export interface Service extends Server {
  readonly keyFile: string;
  readonly configFile: string;
  readonly startMs: number; // from spawn to the first healthy answer
}

/** Rate limits so high that they do not affect a measurement. */
const NO_RATES = `
[rate.read]
per_second = 1000000
burst = 1000000
[rate.write]
per_second = 1000000
burst = 1000000
[rate.risk]
per_second = 1000000
burst = 1000000
`;

/** Settings of the shipped service, with places for all streams of one key. */
const CONFIG = `
[ws]
max_connections_per_key = 5000
[sandbox]
exchanges = false
`;

const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts');
const NODE_FLAGS = ['--max-semi-space-size=32']; // those of `scripts/run.mjs`

const START_MS_MAX = 120_000;

/** Creates a temporary data folder; `remove` deletes it. */
export function temporaryDataDir(): { readonly dir: string; readonly remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'crossbook-bench-'));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

/**
 * Starts the service on a data folder and waits until it responds. Throws with its log if it does not.
 *
 * @param sections      further sections of its configuration
 * @param startOptions  of `crossbook start`
 */
export async function startService(
  dataDir: string,
  rates: 'none' | 'default' = 'none',
  sections = '',
  startOptions: readonly string[] = [],
): Promise<Service> {
  const config = join(dataDir, 'bench.toml');
  writeFileSync(config, (rates === 'none' ? NO_RATES : '') + CONFIG + sections);
  const port = await freePort();
  const logFile = join(dataDir, 'bench.log');
  const log = openSync(logFile, 'a');
  const start = performance.now();
  const child = startNode('server', [...NODE_FLAGS, MAIN, 'start', ...startOptions], {
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      CROSSBOOK_PORT: String(port),
      CROSSBOOK_HOST: '127.0.0.1',
      CROSSBOOK_DATA_DIR: dataDir,
      CROSSBOOK_CONFIG: config,
    },
  });
  closeSync(log);
  const keyFile = join(dataDir, 'sandbox-key.json');
  while (!((await isHealthy(port)) && existsSync(keyFile))) {
    if (child.exitCode !== null || performance.now() - start > START_MS_MAX) {
      await stop(child);
      throw new Error(`the service did not start:\n${readFileSync(logFile, 'utf8').slice(-2_000)}`);
    }
    await delay(5);
  }
  return {
    port,
    keyFile,
    configFile: config,
    startMs: performance.now() - start,
    stop: () => stop(child),
  };
}

const QUIET_CPU_SECONDS = 0.1; // of one second

/**
 * Waits until a service has finished the background work of its start, such as storing Demo's history. In the
 * first seconds this work takes more than half a core.
 */
export async function settled(port: number): Promise<void> {
  const end = performance.now() + START_MS_MAX;
  let before = await cpuSeconds(port);
  while (performance.now() < end) {
    await delay(1_000);
    const now = await cpuSeconds(port);
    if (now - before < QUIET_CPU_SECONDS) return;
    before = now;
  }
  throw new Error('the service was still busy with its start');
}

/** Processor time that all threads of the service have used, kernel included. */
export async function cpuSeconds(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^crossbook_process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health`)).ok;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
