import { Backoff, errorMessage } from '#contract';
import type { Clock, Log, Timer } from '#ports';
import {
  attachOrStart,
  type OriginUrls,
  type SimulatorProcess,
  type SimulatorProcessSpec,
} from './simulator-process.ts';

export interface SupervisorDeps {
  readonly clock: Clock;
  readonly log: Log;
}

/** A simulator that is restarted at the same address until it is stopped. */
export interface SupervisedProcess {
  readonly url: string;
  readonly origins: OriginUrls;
  readonly wasStarted: boolean; // false: left running by a previous process
  /** Ends the process and resolves when it has ended. */
  stop(): Promise<void>;
  /** Leaves the process running for another node, which attaches to it within a minute. */
  release(): Promise<void>;
}

const RETRY = { firstMs: 250, maxMs: 30_000 };
/** After running this long, the next restart uses the first back-off delay again. */
const SOUND_MS = 60_000;

/**
 * Starts or attaches to the simulator of a folder, and restarts it on the same ports whenever it ends, with
 * exponential back-off. Its state is in the folder, so a restart continues it.
 *
 * Rejects  when the first start fails
 */
export async function superviseProcess(
  spec: SimulatorProcessSpec,
  deps: SupervisorDeps,
): Promise<SupervisedProcess> {
  const first = await attachOrStart(spec, deps.clock);
  const urls = { port: first.url, 'control-port': first.adminUrl };
  const origins = Object.entries(first.origins).map(([name, url]) => [`${name}-port`, url] as const);
  const ports = [...Object.entries(urls), ...origins].flatMap(([flag, url]) => [`--${flag}`, getPort(url)]);
  const keeper = new ProcessSupervisor({ ...spec, args: [...spec.args, ...ports] }, deps);
  keeper.watch(first);
  return {
    url: first.url,
    origins: first.origins,
    wasStarted: first.wasStarted,
    stop: () => keeper.stop(),
    release: () => keeper.release(),
  };
}

const getPort = (url: string): string => new URL(url).port;

class ProcessSupervisor {
  readonly #spec: SimulatorProcessSpec;
  readonly #deps: SupervisorDeps;
  #exchange: SimulatorProcess | null = null;
  #starting: Promise<void> = Promise.resolve();
  readonly #backoff = new Backoff(RETRY);
  #waiting: Timer | null = null;
  #isStopped = false;

  constructor(spec: SimulatorProcessSpec, deps: SupervisorDeps) {
    this.#spec = spec;
    this.#deps = deps;
  }

  watch(exchange: SimulatorProcess): void {
    const sinceMs = this.#deps.clock.monotonicMs();
    this.#exchange = exchange;
    void exchange.exited.then(() => this.#ended(sinceMs));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#waiting?.cancel();
    await this.#starting; // a process that is still starting is ended too
    await this.#exchange?.stop();
  }

  async release(): Promise<void> {
    this.#isStopped = true;
    this.#waiting?.cancel();
    await this.#starting;
    this.#exchange?.release();
  }

  #ended(sinceMs: number): void {
    this.#exchange = null;
    if (this.#deps.clock.monotonicMs() - sinceMs >= SOUND_MS) this.#backoff.reset();
    this.#startLater('it ended');
  }

  #startLater(why: string): void {
    if (this.#isStopped) return;
    const waitMs = this.#backoff.next();
    this.#deps.log.error('restarting a local exchange', { why, waitMs, folder: this.#spec.dataDir });
    this.#waiting = this.#deps.clock.after(waitMs, () => {
      this.#starting = this.#start();
    });
  }

  async #start(): Promise<void> {
    try {
      this.watch(await attachOrStart(this.#spec, this.#deps.clock));
    } catch (error) {
      this.#startLater(errorMessage(error));
    }
  }
}
