import { controlAddress } from '../control/address.ts';
import { controlHandler } from '../control/commands.ts';
import { type ControlServer, openControl } from '../control/server.ts';
import { watchEventLoop } from '../observe/lag.ts';
import type { Log } from '../ports/log.ts';
import { banner } from './banner.ts';
import { prepareDataFolder } from './datafolder.ts';
import { EXIT, inUseFailure } from './failure.ts';
import { sandboxKeyPath } from './keyfile.ts';
import { usualUrl } from './keys.ts';
import { checkNode } from './node.ts';
import { serviceStatus } from './operate.ts';
import { pairingUrl } from './pair.ts';
import type { App, AppDeps } from './parts.ts';
import { ensureSandbox, SANDBOX_ACCOUNT } from './sandbox.ts';
import { approveSandboxAssets } from './sandboxassets.ts';
import { setConfiguredFaults } from './sandboxfaults.ts';
import { machineDeps, type Session } from './session.ts';
import { stopSignal } from './signals.ts';

/** Runs the service until it is asked to stop. Fails, with what to do, when it cannot start. */
export async function start(session: Session): Promise<void> {
  checkNode(process.version);
  const deps = machineDeps(session);
  exitOnDefect(deps.log);
  const stop = stopSignal(process, deps.clock, (code) => process.exit(code));
  const service = await startService(session, deps);
  deps.log.info('stopping', { signal: await stop });
  await service.close();
  deps.log.info('stopped');
}

interface Service {
  close(): Promise<void>;
}

/** Opens what a running service has open, in order, and closes all of it again when a step fails. */
async function startService(session: Session, deps: AppDeps): Promise<Service> {
  const opened: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const undo of opened.splice(0).reverse()) await undo();
  };
  try {
    await prepareFolder(session);
    opened.push(watchEventLoop(deps));
    const app = await (await session.parts()).createApp(deps);
    opened.push(() => app.stop());
    // Written before the port opens: whoever finds the service answering finds its key as well.
    if (session.config.profile === 'sandbox') await giveSandboxKey(session, app, usualUrl(session.config));
    const { url } = await app.listen();
    const control = await listenForOperator(deps, app, url);
    opened.push(() => control.close());
    await setConfiguredFaults(session);
    if (session.config.profile === 'sandbox') opened.push(await approveSandboxAssets(app.reviewing, deps));
    await welcome(session, app, url, deps);
    return { close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function prepareFolder(session: Session): Promise<void> {
  prepareDataFolder(session.config.dataDir);
  const other = await serviceStatus(session);
  if (other !== null) throw inUseFailure(session.config.dataDir, other.pid);
}

/** Opened once the app holds the folder's lock, so that a socket found there is nobody's any more. */
function listenForOperator(deps: AppDeps, app: App, url: string): Promise<ControlServer> {
  const status = { pid: process.pid, version: deps.version, url };
  const handle = controlHandler(() => status, app.operating, app.pairings, app.reviewing, app.demoFaults);
  return openControl(controlAddress(deps.config.dataDir), { handle, log: deps.log });
}

async function welcome(session: Session, app: App, url: string, { log, version }: AppDeps): Promise<void> {
  const { config, terminal } = session;
  // A port that the system chose is known only now.
  const keyPath = config.profile === 'sandbox' ? await giveSandboxKey(session, app, url) : null;
  const pairing = config.profile === 'sandbox' ? openPairing(app, url) : null;
  const { exchanges } = app;
  for (const line of banner({ config, url, version, keyPath, exchanges, pairing }, terminal))
    terminal.print(line);
  log.info('listening', { url, profile: config.profile, pid: process.pid, node: process.version });
}

/** A link for the account that the sandbox key belongs to. */
function openPairing(app: App, url: string): string | null {
  const pairing = app.pairings.open(SANDBOX_ACCOUNT);
  return pairing.ok ? pairingUrl(url, pairing.value.code) : null;
}

/** @returns where the key file is */
async function giveSandboxKey({ config, terminal }: Session, app: App, url: string): Promise<string> {
  const keyPath = sandboxKeyPath(config.dataDir);
  const key = await ensureSandbox(app.operating, keyPath, url);
  if (key.status === 'REVOKED') {
    terminal.tell(
      `The sandbox key ${key.keyId} is revoked. Remove ${keyPath} to have a new one at the next start.`,
    );
  }
  return keyPath;
}

/** A defect leaves the state in question: it is logged, and a supervisor starts us again from the journal. */
function exitOnDefect(log: Log): void {
  const fall = (error: unknown): void => {
    log.error('stopped by a defect', { err: error });
    process.exit(EXIT.failed);
  };
  process.on('uncaughtException', fall);
  process.on('unhandledRejection', fall);
}
