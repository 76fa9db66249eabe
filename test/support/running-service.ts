import { machineDeps, openContext } from '../../src/cli/cli-context.ts';
import { serveUntilStopped } from '../../src/cli/start-command.ts';
import type { Terminal } from '../../src/cli/terminal-io.ts';
import type { TimestampMs } from '../../src/contract/model/time.ts';
import { createLog } from '../../src/platform/logger.ts';
import { connectServiceManager } from '../../src/platform/service-manager.ts';
import type { Clock } from '../../src/ports/environment.ts';

/** The service as `crossbook start` runs it, in this process: its start costs a sixth of that of a process. */
export class RunningService {
  #output = '';
  #isAlive = true;
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;

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
    const session = openContext(this.#terminal(), () => import('../../src/app/create-app.ts'), {
      file,
      dataDir,
    });
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

  #terminal(): Terminal {
    const print = (line: string): void => this.#print(line);
    const { PATH, TMPDIR, HOME } = process.env;
    return {
      print,
      notify: print,
      env: { PATH, TMPDIR, HOME, CROSSBOOK_PORT: '0' },
      cwd: process.cwd(),
      isInteractive: false,
      isSeen: false,
      progress: () => {},
      confirm: async () => false,
    };
  }

  #print(line: string): void {
    this.#output += `${line}\n`;
  }
}
