import { machineDeps, openContext } from '../../src/cli/cli-context.ts';
import { runCli } from '../../src/cli/cli-program.ts';
import { serveUntilStopped } from '../../src/cli/start-command.ts';
import { cleanText, type Terminal } from '../../src/cli/terminal-io.ts';
import type { TimestampMs } from '../../src/contract/model/time.ts';
import { createLog } from '../../src/platform/logger.ts';
import { connectServiceManager } from '../../src/platform/service-manager.ts';
import type { Clock } from '../../src/ports/environment.ts';

const loadApp = () => import('../../src/app/create-app.ts');

/** What a command line has printed, as its process would. */
export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const pipedTerminal = (env: Terminal['env'], output: Pick<Terminal, 'print' | 'notify'>): Terminal => ({
  ...output,
  env,
  cwd: process.cwd(),
  isInteractive: false,
  isSeen: false,
  progress: () => {},
  confirm: async () => false,
});

/** The service as `crossbook start` runs it, and other commands, in this process: a start costs a sixth of that of a process. */
export class RunningService {
  #output = '';
  #isAlive = true;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;

  /** Runs a command line in this process, with piped output: a separate process spends most of its time on its start. */
  static async runCommand(args: readonly string[], env: Terminal['env']): Promise<CliResult> {
    let [stdout, stderr] = ['', ''];
    const terminal = pipedTerminal(env, {
      print: (line) => {
        stdout += `${line}\n`;
      },
      notify: (line) => {
        stderr += `${line.split('\n').map(cleanText).join('\n')}\n`;
      },
    });
    const code = await runCli(args, terminal, loadApp);
    return { code, stdout, stderr };
  }

  /** @param now  the wall clock */
  constructor(file: string, dataDir: string, now: () => number) {
    this.#ended = this.#serve(file, dataDir, now)
      .catch((error: unknown) =>
        this.#print(error instanceof Error ? (error.stack ?? error.message) : String(error)),
      )
      .finally(() => {
        this.#isAlive = false;
      });
  }

  /** What it has printed and logged. */
  get output(): string {
    return this.#output;
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
  }

  async #serve(file: string, dataDir: string, now: () => number): Promise<void> {
    const print = (line: string): void => this.#print(line);
    const { PATH, TMPDIR, HOME } = process.env;
    const env = { PATH, TMPDIR, HOME, CROSSBOOK_PORT: '0' };
    const session = openContext(pipedTerminal(env, { print, notify: print }), loadApp, { file, dataDir });
    const write = (line: string): void => {
      this.#output += line;
    };
    const deps = machineDeps(session);
    const log = createLog({ level: session.config.log.level, output: { write }, secrets: deps.secrets });
    const clock: Clock = { ...deps.clock, now: () => now() as TimestampMs };
    const own = { ...deps, log, clock };
    const manager = connectServiceManager({ ...own, env: {}, pid: process.pid });
    await serveUntilStopped(session, own, this.#stopping.signal, manager);
  }

  #print(line: string): void {
    this.#output += `${line}\n`;
  }
}
