import type { Config } from '../../config.ts';
import type { Pairings } from '../../engine/pairings.ts';
import type { Pnl } from '../../engine/pnl/pnl.ts';
import type { Reviewing } from '../../engine/reviewing/reviewing.ts';
import type { Trading } from '../../engine/trading.ts';
import type { MarketData } from '../../market/marketdata.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { Random } from '../../ports/random.ts';
import type { Authenticator, RateLimiter } from '../auth/types.ts';

/** The web terminal's own needs. */
export interface TerminalDeps {
  readonly pairings: Pairings;
  readonly dir: string; // of the built pages
}

export interface HealthReport {
  readonly status: 'ok' | 'fail';
  readonly uptimeSeconds: number;
  readonly checks: Readonly<Record<string, string>>; // `{ storage: 'ok', venues: 'ok' }`
}

/** Everything the HTTP API stands on. */
export interface HttpDeps {
  readonly trading: Trading;
  readonly marketData: MarketData;
  readonly pnl: Pnl;
  readonly reviewing: Reviewing;
  readonly auth: Authenticator;
  readonly rates: RateLimiter;
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly version: string;
  health(): HealthReport;
  /** Prometheus text. */
  metricsText(): Promise<string>;
  /** The web terminal; null where none is served. */
  readonly terminal: TerminalDeps | null;
  /** The AsyncAPI document of the streams. */
  asyncApi(): unknown;
}
