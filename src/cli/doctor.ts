import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { type Config, readChannelSettings } from '#config';
import { errorMessage } from '#contract';
import { findFolderProblem, systemClock } from '#platform';
import { hasLedger, serviceStatus } from './admin-call.ts';
import { type CliContext, checkNode } from './cli-context.ts';
import { EXIT } from './cli-failure.ts';
import type { Terminal } from './terminal-io.ts';
import { findExternalVenues, runVenueChecks } from './venue-commands.ts';

const FREE_BYTES_MIN = 1024 ** 3;
const ANSWER_MS_MAX = 5_000;

/** The result of one check. `todo` is the action to take when the check failed. */
export interface Check {
  readonly seen: string;
  readonly todo: string | null; // null: the check passed
}

/** Checks the prerequisites of a start and prints one line each. Returns exit code 1 when a check fails. */
export async function doctor(terminal: Terminal, open: () => CliContext): Promise<number> {
  let allPassed = true;
  for await (const { seen, todo } of examine(open)) {
    allPassed &&= todo === null;
    terminal.print(todo === null ? `✓ ${seen}` : `✗ ${seen}: ${todo}`);
  }
  return allPassed ? EXIT.ok : EXIT.failed;
}

async function* examine(open: () => CliContext): AsyncGenerator<Check> {
  yield nodeCheck();
  const session = openOr(open);
  if (typeof session === 'string') {
    yield { seen: 'the settings', todo: session };
    return;
  }
  yield { seen: 'the settings are valid', todo: null };
  yield* channelChecks(session.config);
  yield* folderChecks(session.config.dataDir);
  yield* await serviceChecks(session);
  yield* storeChecks(session);
  yield* venueChecks(session);
}

/** Opens the session; returns the error message if the settings are invalid. */
function openOr(open: () => CliContext): CliContext | string {
  try {
    return open();
  } catch (error) {
    return errorMessage(error);
  }
}

/** Reads the settings of Telegram and mail with their secrets; sends nothing. */
function channelChecks(config: Config): readonly Check[] {
  try {
    const found = Object.entries(readChannelSettings(config)).filter(([, settings]) => settings !== null);
    return found.map(([name]) => ({ seen: `notifications.${name} is complete`, todo: null }));
  } catch (error) {
    return [{ seen: 'the settings of notifications', todo: errorMessage(error) }];
  }
}

function nodeCheck(): Check {
  try {
    checkNode(process.version);
    return { seen: `Node ${process.version}`, todo: null };
  } catch (error) {
    return { seen: `Node ${process.version}`, todo: errorMessage(error) };
  }
}

function folderChecks(dataDir: string): readonly Check[] {
  const isThere = existsSync(dataDir);
  const folder = isThere ? dataDir : nearestFolder(dataDir);
  const free = statfsSync(folder).bavail * statfsSync(folder).bsize;
  const room = `${(free / 1024 ** 3).toFixed(1)} GiB free for the data`;
  return [
    {
      seen: `data folder ${dataDir}${isThere ? '' : ' (created at the first start)'}`,
      todo: folderTodo(folder, isThere),
    },
    { seen: room, todo: free >= FREE_BYTES_MIN ? null : 'free disk space; a full disk stops new orders' },
  ];
}

function folderTodo(folder: string, isOurs: boolean): string | null {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    return `not writable (${errorMessage(error)}); choose another with CROSSBOOK_DATA_DIR`;
  }
  return isOurs ? findFolderProblem(folder) : null;
}

function nearestFolder(path: string): string {
  return existsSync(path) ? path : nearestFolder(dirname(path));
}

async function serviceChecks(session: CliContext): Promise<readonly Check[]> {
  const { config } = session;
  const status = await serviceStatus(session).catch((error: unknown) => errorMessage(error));
  if (typeof status === 'string')
    return [{ seen: 'the service', todo: `${status}; stop it and start it again` }];
  if (status === null) return [await portCheck(config)];
  return [await healthCheck(status.url, status.pid), await clockCheck(status.url, config)];
}

async function portCheck({ host, port }: Config): Promise<Check> {
  const seen = `no service is running; port ${port} on ${host} is free`;
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => {
      const todo = `cannot be used (${error.message}); stop the program that uses it, or set CROSSBOOK_PORT`;
      resolve({ seen: `port ${port} on ${host}`, todo });
    });
    server.listen(port, host, () => server.close(() => resolve({ seen, todo: null })));
  });
}

async function healthCheck(url: string, pid: number): Promise<Check> {
  const seen = `the service is running at ${url} (process ${pid})`;
  try {
    const { status, checks } = (await getJson(`${url}/health`)) as { status: string; checks: unknown };
    return {
      seen,
      todo: status === 'ok' ? null : `its health status is ${status}: ${JSON.stringify(checks)}; see its log`,
    };
  } catch (error) {
    return { seen, todo: `it does not answer (${errorMessage(error)}); see its log` };
  }
}

/** Measures the clock offset. Assumes symmetric network delay, as NTP does. */
async function clockCheck(url: string, config: Config): Promise<Check> {
  try {
    const before = systemClock.now();
    const { timestamp } = (await getJson(`${url}/v1/time`)) as { timestamp: number };
    const offsetMs = Math.round(timestamp - (before + systemClock.now()) / 2);
    const seen = `clock offset between this machine and the service: ${Math.abs(offsetMs)} ms`;
    const isInSync = Math.abs(offsetMs) < config.auth.windowMs / 2;
    return {
      seen,
      todo: isInSync
        ? null
        : 'synchronise the clock of this machine with NTP; signatures will be rejected as stale',
    };
  } catch (error) {
    return { seen: 'the service reports its time', todo: errorMessage(error) };
  }
}

/** Checks the file structure and the end of the hash chain, as a start does; `verify` checks all entries. */
async function* storeChecks({ config, parts }: CliContext): AsyncGenerator<Check> {
  if (!hasLedger(config)) return;
  const wrong = await (await parts()).checkStore(config).catch(errorMessage);
  const todo = wrong === null ? null : `${wrong}; see docs/operations.md, Damaged data`;
  yield { seen: 'ledger integrity', todo };
}

/** `venue check` of each external venue that is on. */
async function* venueChecks(session: CliContext): AsyncGenerator<Check> {
  for (const { id, name } of findExternalVenues(session.config)) {
    const checks = await runVenueChecks(session, id, false).catch(errorMessage);
    if (checks === null) continue;
    const wrong =
      typeof checks === 'string'
        ? [checks]
        : checks.filter(({ ok }) => !ok).map((check) => `${check.name}: ${check.detail}`);
    if (wrong.length > 0 && (await isStoppedExchange(session, id))) {
      yield { seen: `${name} is a local exchange, which starts with the service`, todo: null };
      continue;
    }
    const todo = wrong.length === 0 ? null : `${wrong.join('; ')}; see crossbook venue check ${name}`;
    yield { seen: `${name} ${todo === null ? 'passes its checks' : 'fails its checks'}`, todo };
  }
}

/** True if the venue is an exchange that the service of this data folder runs, and that service is stopped. */
async function isStoppedExchange(session: CliContext, id: string): Promise<boolean> {
  const { profile, sandbox, venues } = session.config;
  if (profile !== 'sandbox' || !sandbox.exchanges || sandbox.dir !== '' || venues[id]?.enabled !== false)
    return false;
  return (await serviceStatus(session).catch(() => undefined)) === null;
}

async function getJson(url: string): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS_MAX) });
  return response.json();
}
