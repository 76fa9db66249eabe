import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppDependencies, AppModule } from '#app';
import { type Config, type ConfigRequest, loadConfig, PROJECT_DIR } from '#config';
import {
  createLog,
  createMetrics,
  type FlushableLog,
  SecretRedactor,
  systemClock,
  systemRandom,
} from '#platform';
import { configFailure, Failure, operatorFailure } from './cli-failure.ts';
import type { Terminal } from './terminal-io.ts';

/** The dependencies of every command. */
export interface CliContext {
  readonly terminal: Terminal;
  readonly config: Config;
  readonly parts: () => Promise<AppModule>;
}

/** Creates the context. Fails with every issue of the settings, each with its file, line and name. */
export function openContext(
  terminal: Terminal,
  parts: CliContext['parts'],
  options: Pick<ConfigRequest, 'file' | 'dataDir'>,
): CliContext {
  const config = loadConfig({
    ...options,
    env: terminal.env,
    cwd: terminal.cwd,
    onWarning: (text) => terminal.notify(text),
  });
  if (!config.ok) throw configFailure(config.error);
  return { terminal, parts, config: config.value };
}

/** Runs a command and converts known system errors to a Failure with the action to take. */
export async function withAdvice<Value>(
  { config }: CliContext,
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

/** The system's clock, randomness, log and metrics for the app. */
export function machineDeps({
  config,
  terminal,
}: CliContext): AppDependencies & { readonly log: FlushableLog } {
  const metrics = createMetrics();
  const secrets = new SecretRedactor();
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

const NODE_MAJOR_MIN = 24;

/** Fails on a runtime that is too old for the service. */
export function checkNode(nodeVersion: string): void {
  const major = Number(/^v(\d+)/.exec(nodeVersion)?.[1]);
  if (major >= NODE_MAJOR_MIN) return;
  throw new Failure(
    `Crossbook runs on Node ${NODE_MAJOR_MIN} or newer; this is ${nodeVersion}. \`npm start\` brings its own.`,
  );
}

/** The handler of a command. A returned number is the exit code; undefined is success. */
type Action = (session: CliContext) => Promise<number | void> | void;

/** Runs a command with a new context and returns its exit code. */
export type Run = (action: Action) => Promise<void>;
