import type { Config } from '../config.ts';
import type { Operating } from '../engine/trading.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Random } from '../ports/random.ts';

/** What the app is built on; the command line brings the machine's own. */
export interface AppDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly metricsText: () => Promise<string>; // all of `metrics`, as Prometheus reads it
  readonly version: string;
}

export interface App {
  /** Opens the port. `url` is where a caller on this machine reaches it. */
  listen(): Promise<{ readonly url: string }>;
  /** Stops intake, finishes durable work, closes sockets with 1001. */
  stop(): Promise<void>;
  readonly operating: Operating;
}

/** Builds the service; tests bring one without the engine's venues. */
export type CreateApp = (deps: AppDeps) => Promise<App>;
