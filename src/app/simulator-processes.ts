import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../config/config.ts';
import { PROJECT_DIR } from '../config/load-config.ts';
import { readAdminUrl, readUrl, type SimulatorProcessSpec } from '../platform/simulator-process.ts';
import { type SupervisedProcess, superviseProcess } from '../platform/supervised-process.ts';
import type { Clock, Random } from '../ports/environment.ts';
import type { Log } from '../ports/telemetry.ts';

export interface SimulatorProcessesDependencies {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** The local exchanges of this run, each in the place of an external venue. Null: it has none. */
export interface SimulatorProcesses {
  readonly one: KalshiSimulator | null;
  readonly two: PolymarketSimulator | null;
  stop(): Promise<void>;
}

export interface KalshiSimulator {
  readonly url: string;
  readonly keyId: string;
  readonly keyFile: string;
}

export interface PolymarketSimulator {
  readonly url: string;
  readonly privateKeyFile: string;
}

const KEY_ID = 'crossbook-sandbox';

/**
 * Runs a local exchange for each external venue that the settings leave to the sandbox, with a key of its
 * own in the data folder. One that does not start is logged and its venue stays off: everything else works.
 * One that ends later is started again, so that its venue comes back by itself.
 */
export async function startSimulators(deps: SimulatorProcessesDependencies): Promise<SimulatorProcesses> {
  const { config, log } = deps;
  const started = async (
    slot: 'one' | 'two',
    spec: () => SimulatorProcessSpec,
  ): Promise<SupervisedProcess | null> => {
    if (!isLocal(config, slot)) return null;
    try {
      return await superviseProcess(spec(), deps);
    } catch (error) {
      log.error('a local exchange is missing', { venue: config.venues[slot].name, why: messageOf(error) });
      return null;
    }
  };
  const { keyFile, privateKeyFile } = filesOf(config);
  const [one, two] = await Promise.all([
    started('one', () => kalshiSpec(dirname(keyFile), keyFile, config)),
    started('two', () => polymarketSpec(dirname(privateKeyFile), privateKeyFile, deps.random)),
  ]);
  return {
    one: one === null ? null : { url: one.url, keyId: KEY_ID, keyFile },
    two: two === null ? null : { url: two.url, privateKeyFile },
    stop: async () => {
      await Promise.all([one?.stop(), two?.stop()]);
    },
  };
}

/** Where the exchanges of a running service listen, for whoever only looks. Nothing is started. */
export function findSimulators(config: Config): Pick<SimulatorProcesses, 'one' | 'two'> {
  const { keyFile, privateKeyFile } = filesOf(config);
  const one = isLocal(config, 'one') ? readUrl(dirname(keyFile)) : null;
  const two = isLocal(config, 'two') ? readUrl(dirname(privateKeyFile)) : null;
  return {
    one: one === null ? null : { url: one, keyId: KEY_ID, keyFile },
    two: two === null ? null : { url: two, privateKeyFile },
  };
}

/** Where the exchange of a running service is told to fail; null when none has run there. */
export function faultAdminUrl(config: Config, slot: 'one' | 'two'): string | null {
  const { keyFile, privateKeyFile } = filesOf(config);
  return isLocal(config, slot) ? readAdminUrl(dirname(slot === 'one' ? keyFile : privateKeyFile)) : null;
}

const isLocal = ({ profile, sandbox, venues }: Config, slot: 'one' | 'two'): boolean =>
  profile === 'sandbox' && sandbox.exchanges && !venues[slot].enabled;

const filesOf = ({ dataDir }: Config) => ({
  keyFile: join(dataDir, 'sandbox', 'kalshi', 'key.pem'),
  privateKeyFile: join(dataDir, 'sandbox', 'polymarket', 'wallet.key'),
});

/** The exchange is given the public half alone, as the real one is. */
function kalshiSpec(dataDir: string, keyFile: string, { venues }: Config): SimulatorProcessSpec {
  const publicFile = join(dataDir, 'key.json');
  if (!existsSync(keyFile) || !existsSync(publicFile)) {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    writePrivately(publicFile, JSON.stringify({ key_id: KEY_ID, public_key: publicKey }));
    writePrivately(keyFile, privateKey);
  }
  const precision = venues.one.accountPrecision === '0.0001' ? 'direct' : 'other';
  return { main: program('kalshi'), args: ['--key-file', publicFile, '--precision', precision], dataDir };
}

/** A wallet needs no registration: its address follows from its key. */
function polymarketSpec(dataDir: string, keyFile: string, random: Random): SimulatorProcessSpec {
  if (!existsSync(keyFile) || readFileSync(keyFile).length === 0) writePrivately(keyFile, random.hex(32));
  return { main: program('polymarket'), args: [], dataDir };
}

const program = (name: string): string => join(PROJECT_DIR, 'simulators', name, 'main.ts');

/** Whole or not at all, for its owner alone. */
function writePrivately(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.new`;
  writeFileSync(draft, `${text}\n`, { mode: 0o600, flush: true });
  renameSync(draft, path);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
