import { flushCompileCache } from 'node:module';
import { relative, resolve } from 'node:path';
import { styleText } from 'node:util';
import { type AdminServer, createAdminHandler, getAdminSocketPath, startAdminServer } from '#admin';
import type { App, AppDependencies, StandbyWait } from '#app';
import { type Config, DEFAULT_CONFIG, findUsedProxies, HOME_DIR, type UsedProxy } from '#config';
import { errorMessage } from '#contract';
import { connectServiceManager, prepareDataFolder, type ServiceManager, watchEventLoop } from '#platform';
import type { Clock, Log, ReplaySettings } from '#ports';
import { serviceStatus } from './admin-call.ts';
import { approveSandboxAssets } from './approved-assets.ts';
import { type CliContext, checkNode, machineDeps, version } from './cli-context.ts';
import { EXIT, inUseFailure, invalid } from './cli-failure.ts';
import { sandboxKeyPath } from './key-file.ts';
import { RUN } from './program-name.ts';
import { pairingUrl } from './request-commands.ts';
import { ensureSandbox, SANDBOX_ACCOUNT } from './sandbox-setup.ts';
import { setConfiguredFaults } from './simulator-fault-commands.ts';
import { columns, type Terminal } from './terminal-io.ts';

/** Runs the service until a stop signal. Fails with the action to take if it cannot start. */
export async function start(session: CliContext, replay: ReplaySettings | null = null): Promise<void> {
  checkNode(process.version);
  const deps = { ...machineDeps(session), ...(replay !== null && { replaySettings: replay }) };
  exitOnDefect(deps.log);
  for (const used of readProxies(session)) deps.log.info('venues are reached through a proxy', { ...used });
  const manager = connectServiceManager({ ...deps, env: session.terminal.env, pid: process.pid });
  const stopped = new AbortController();
  const stop = stopSignal(process, deps.clock, (code) => process.exit(code)).then(async (signal) => {
    stopped.abort();
    await manager.stopping();
    return signal;
  });
  await serveUntilStopped(session, deps, stopped.signal, manager);
  deps.log.info('stopped', { signal: await stop });
  await deps.log.flush(); // the exit of the process would write the last lines in any order
}

/** The proxies of the enabled venues. Fails for a variable of the environment that names no HTTP proxy. */
function readProxies({ config, terminal }: CliContext): readonly UsedProxy[] {
  try {
    return findUsedProxies(config, terminal.env);
  } catch (error) {
    throw invalid(`${errorMessage(error)}. Correct it, or name the hosts of the venues in NO_PROXY.`);
  }
}

/**
 * Serves until the signal. A node that loses the journal, or is requested to give it up, waits for it again as a standby. Nothing
 * here is of the process: several services may run in one.
 */
export async function serveUntilStopped(
  session: CliContext,
  deps: AppDependencies,
  signal: AbortSignal,
  manager: ServiceManager,
): Promise<void> {
  let { port } = session.config;
  for (let hasOwned = false; !signal.aborted; hasOwned = true) {
    const onStandby = (url: string, owner: string): void => {
      for (const line of standbyBanner(session.terminal, url, owner)) session.terminal.print(line);
      manager.ready(); // a standby answers, and may wait for days
    };
    const config = { ...session.config, port };
    const node = { ...session, config };
    const service = await startService(node, { ...deps, config }, { signal, hasOwned, onStandby });
    if (service === null) return;
    manager.ready();
    const why = await Promise.race([service.ownershipEnded, whenAborted(signal)]);
    deps.log.info(why === 'stop' ? 'stopping' : 'giving up the journal', { why });
    await service.close();
    ({ port } = service);
  }
}

const whenAborted = (signal: AbortSignal): Promise<'stop'> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve('stop');
    signal.addEventListener('abort', () => resolve('stop'));
  });

interface Service {
  readonly ownershipEnded: App['ownershipEnded'];
  readonly port: number;
  close(): Promise<void>;
}

/** Starts the parts of the service in order. If a step fails, closes the parts already started. */
async function startService(
  session: CliContext,
  deps: AppDependencies,
  wait: StandbyWait,
): Promise<Service | null> {
  const opened: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const undo of opened.splice(0).reverse()) await undo();
  };
  try {
    await prepareFolder(session);
    opened.push(watchEventLoop(deps));
    const app = await (await session.parts()).createApp(deps, wait);
    if (app === null) {
      await close();
      return null;
    }
    opened.push(() => app.stop());
    flushCompileCache(); // a process that is killed would leave none, and the next start would take twice as long
    const { url } = await app.listen();
    // Written once the port is held: the key file never names a service of another program or data folder.
    const keyPath = session.config.profile === 'live' ? null : await giveSandboxKey(session, app, url);
    let isReady = false;
    const control = await listenForOperator(deps, app, url, () => isReady);
    opened.push(() => control.close());
    await setConfiguredFaults(session);
    if (session.config.profile === 'sandbox') opened.push(await approveSandboxAssets(app.reviewing, deps));
    isReady = true;
    welcome(session, app, { url, keyPath }, deps);
    return { ownershipEnded: app.ownershipEnded, port: Number(new URL(url).port), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function prepareFolder(session: CliContext): Promise<void> {
  prepareDataFolder(session.config.dataDir);
  const other = await serviceStatus(session);
  if (other !== null) throw inUseFailure(session.config.dataDir, other.pid);
}

/** Opens the admin socket. The app holds the data folder's lock, so an existing socket file is stale. */
function listenForOperator(
  deps: AppDependencies,
  app: App,
  url: string,
  isReady: () => boolean,
): Promise<AdminServer> {
  const status = () => ({ pid: process.pid, version: deps.version, url, ready: isReady() });
  const handle = createAdminHandler(status, app);
  return startAdminServer(getAdminSocketPath(deps.config.dataDir), { handle, log: deps.log });
}

function welcome(
  session: CliContext,
  app: App,
  { url, keyPath }: Pick<Started, 'url' | 'keyPath'>,
  { log, version }: AppDependencies,
): void {
  const { config, terminal } = session;
  const pairing = config.profile !== 'live' ? openPairing(app, url) : null;
  const { exchanges } = app;
  const proxies = readProxies(session);
  const venues = config.profile === 'live' ? app.venueProblems() : [];
  for (const line of banner({ config, url, version, keyPath, exchanges, proxies, venues, pairing }, terminal))
    terminal.print(line);
  log.info('listening', { url, profile: config.profile, pid: process.pid, node: process.version });
}

/** Creates a pairing link for the account of the sandbox key. */
function openPairing(app: App, url: string): string | null {
  const pairing = app.pairings.open(SANDBOX_ACCOUNT);
  return pairing.ok ? pairingUrl(url, pairing.value.code) : null;
}

/** @returns the path of the key file */
async function giveSandboxKey({ config, terminal }: CliContext, app: App, url: string): Promise<string> {
  const keyPath = sandboxKeyPath(config.dataDir);
  const key = await ensureSandbox(app.operating, keyPath, url);
  if (key.status === 'REVOKED') {
    terminal.notify(
      `The sandbox key ${key.keyId} is revoked. Remove ${keyPath}; the next start creates a new key.`,
    );
  }
  return keyPath;
}

/** Logs a defect and exits. The state is unreliable, so a supervisor restarts the service from the journal. */
function exitOnDefect(log: Log): void {
  const fall = (error: unknown): void => {
    log.error('stopped by a defect', { err: error });
    process.exit(EXIT.failed);
  };
  process.on('uncaughtException', fall);
  process.on('unhandledRejection', fall);
}

interface Started {
  readonly config: Config;
  readonly url: string;
  readonly version: string;
  readonly keyPath: string | null; // the sandbox key file; null without one
  readonly exchanges: App['exchanges'];
  readonly proxies: readonly UsedProxy[];
  readonly venues: ReturnType<App['venueProblems']>; // of profile live
  readonly pairing: string | null; // a one-time link that opens the web terminal
}

/** Renders the lines that `start` prints once it listens: URLs, key file, a first command, how to stop. */
function banner(started: Started, terminal: Terminal): readonly string[] {
  const { config, url, version, keyPath, exchanges, proxies, venues, pairing } = started;
  const isLive = config.profile === 'live';
  const run = [RUN, ...selectFolder(config, terminal)].join(' ');
  const rows = [
    ['listening', url],
    ['terminal', pairing ?? `${url}/  (${run} pair${isLive ? ' --permissions read,trade' : ''})`],
    ['reference', `${url}/docs`],
    ...venues.flatMap(({ name, problem }) =>
      problem === null ? [] : [['no orders', `${name}: ${problem}`]],
    ),
    ...exchanges.map((exchange) => ['exchange', `${exchange.url} simulates ${exchange.name}`]),
    ...proxies.map(({ proxy, hosts }) => ['proxy', `${proxy} for ${hosts.join(', ')}`]),
    ['key', keyPath === null ? `${run} key new --help` : shortenPath(keyPath, terminal.cwd)],
    ...(isLive ? [] : [['try', `${run} api GET /v1/venues`]]), // a live service has no key yet
    ['stop', terminal.isInteractive ? 'Ctrl-C' : `kill ${process.pid}`],
  ];
  const lines = columns(rows.map(([name = '', value = '']) => [name, value]));
  return [
    `Crossbook ${version}  ${renderProfile(config, venues, terminal.isInteractive)}`,
    ...lines.map((line) => `  ${line}`),
  ];
}

/** The option without which a command would reach the service of another data folder. */
const selectFolder = ({ dataDir }: Config, { cwd }: Terminal): readonly string[] =>
  dataDir === resolve(HOME_DIR, DEFAULT_CONFIG.dataDir) ? [] : ['--data-dir', shortenPath(dataDir, cwd)];

/** Renders the lines that a standby prints once it listens. */
function standbyBanner(terminal: Terminal, url: string, owner: string): readonly string[] {
  const rows = [
    ['listening', url],
    ['role', `standby: node ${owner} owns the journal; this one takes over when it ends`],
    ['stop', terminal.isInteractive ? 'Ctrl-C' : `kill ${process.pid}`],
  ];
  const lines = columns(rows.map(([name = '', value = '']) => [name, value]));
  return [`Crossbook ${version()}`, ...lines.map((line) => `  ${line}`)];
}

/** Renders the profile: whether orders use real funds, and at which venues now. */
function renderProfile(config: Config, venues: Started['venues'], isColoured: boolean): string {
  const style = (format: 'green' | 'red', text: string): string =>
    isColoured ? styleText([format, 'inverse', 'bold'], text) : text;
  if (config.profile === 'sandbox')
    return `${style('green', '[ SANDBOX ]')} no real funds, everything on this machine`;
  if (config.profile === 'shadow')
    return `${style('green', '[ SHADOW ]')} real market data, no order leaves this service`;
  if (config.profile === 'replay')
    return `${style('green', '[ REPLAY ]')} no real funds, market data from a recording`;
  const names = venues.flatMap(({ name, problem }) => (problem === null ? [name] : []));
  return `${style('red', '[ LIVE ]')} real orders at: ${names.length === 0 ? 'no venue now' : names.join(', ')}`;
}

function shortenPath(path: string, cwd: string): string {
  const relativePath = relative(cwd, path);
  return relativePath.startsWith('..') ? path : relativePath;
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
// One Ctrl-C arrives up to three times: from the terminal, from npm and from the launcher.
const REPEATED_SIGNAL_MS = 500;
const EXIT_AT_ONCE = 130;

/**
 * Resolves with the first stop signal. A second one more than half a second later calls `exitNow`,
 * because the operator does not want to wait for the drain.
 */
export function stopSignal(
  source: Pick<NodeJS.Process, 'on'>,
  clock: Pick<Clock, 'monotonicMs'>,
  exitNow: (exitCode: number) => void,
): Promise<string> {
  return new Promise((resolve) => {
    let firstAt: number | null = null;
    for (const signal of STOP_SIGNALS) {
      source.on(signal, () => {
        if (firstAt !== null && clock.monotonicMs() - firstAt > REPEATED_SIGNAL_MS) exitNow(EXIT_AT_ONCE);
        firstAt ??= clock.monotonicMs();
        resolve(signal);
      });
    }
  });
}
