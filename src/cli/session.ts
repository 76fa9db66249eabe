import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ConfigRequest, loadConfig, PROJECT_DIR } from '../config/load.ts';
import type { Config } from '../config.ts';
import { createLog } from '../observe/log.ts';
import { createMetrics } from '../observe/metrics.ts';
import { Secrets } from '../observe/secrets.ts';
import { systemClock } from '../system/clock.ts';
import { systemRandom } from '../system/random.ts';
import { configFailure, operatorFailure } from './failure.ts';
import type { AppDeps, Parts } from './parts.ts';
import type { Terminal } from './terminal.ts';

/** What every command is given. */
export interface Session {
  readonly terminal: Terminal;
  readonly config: Config;
  readonly parts: () => Promise<Parts>;
}

/** Fails with every issue of the settings, each with its file, line and name. */
export function openSession(
  terminal: Terminal,
  parts: Session['parts'],
  options: Pick<ConfigRequest, 'file' | 'dataDir'>,
): Session {
  const config = loadConfig({ ...options, env: terminal.env, cwd: terminal.cwd });
  if (!config.ok) throw configFailure(config.error);
  return { terminal, parts, config: config.value };
}

/** Runs a command's work; the machine's known troubles become a Failure that says what to do. */
export async function withAdvice<Value>(
  { config }: Session,
  work: () => Promise<Value> | Value,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw operatorFailure(error, config) ?? error;
  }
}

export const version = (): string => {
  const manifest = JSON.parse(readFileSync(join(PROJECT_DIR, 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
};

/** The machine's own clock, randomness, log and metrics for the app. */
export function machineDeps({ config, terminal }: Session): AppDeps {
  const metrics = createMetrics();
  const secrets = new Secrets();
  return {
    config,
    clock: systemClock,
    random: systemRandom(),
    log: createLog({ level: config.log.level, human: terminal.isInteractive, secrets }),
    secrets,
    metrics,
    metricsText: () => metrics.text(),
    version: version(),
  };
}
