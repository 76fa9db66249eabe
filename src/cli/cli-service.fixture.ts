import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from '../../test/support/program.ts';
import { fakeParts, fakeTerminal } from './cli-fakes.fixture.ts';
import { runCli } from './cli-program.ts';

const MAIN = program('src/main.ts');

export interface Ran {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

export interface TypedService {
  readonly dataDir: string;
  /** Runs a command line of `crossbook` with piped output, on the service's data folder. */
  run(...args: readonly string[]): Promise<Ran>;
  /** The same with additional environment variables. */
  runWith(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Ran>;
  /** The same in a separate process. */
  runProcess(...args: readonly string[]): Promise<Ran>;
  stop(): Promise<void>;
}

/** Starts the real service as a process, with Demo only, and returns functions that run commands on it. */
export async function startService(): Promise<TypedService> {
  const folder = mkdtempSync(join(tmpdir(), 'crossbook-typed-'));
  const settings = join(folder, 'crossbook.toml');
  writeFileSync(settings, '[sandbox]\nexchanges = false\n');
  const dataDir = join(folder, 'data');
  const env = {
    HOME: folder, // excludes the user's profiles
    PATH: process.env.PATH,
    CROSSBOOK_DATA_DIR: dataDir,
    CROSSBOOK_CONFIG: settings,
    CROSSBOOK_PORT: '0',
  };
  const child = launch(env, ['start']);
  const ended = once(child, 'close');
  await outputContains(child, '"msg":"listening"');
  return {
    dataDir,
    run: (...args) => runHere(env, args),
    runWith: (more, ...args) => runHere({ ...env, ...more }, args),
    runProcess: (...args) => runProcess(env, args),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Resolves once a process has written `words` to standard error. */
const outputContains = (child: ReturnType<typeof launch>, words: string): Promise<void> =>
  new Promise((resolve, reject) => {
    child.once('close', () => reject(new Error('the service exited before it listened')));
    child.stderr.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes(words)) resolve();
    });
  });

async function runHere(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<Ran> {
  const terminal = fakeTerminal(env);
  const exitCode = await runCli(args, terminal, async () => fakeParts());
  return { exitCode, out: terminal.printed.join('\n'), err: terminal.notices.join('\n') };
}

async function runProcess(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<Ran> {
  const child = launch(env, args);
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const [exitCode] = await once(child, 'close');
  return { exitCode: exitCode as number, out: out.trim(), err: err.trim() };
}

const launch = (env: NodeJS.ProcessEnv, args: readonly string[]) =>
  spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
