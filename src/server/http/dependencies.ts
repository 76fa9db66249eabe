import type { Config } from '../../config/config.ts';
import type { MarketData } from '../../market-data/market-data-types.ts';
import type { PairingCodes } from '../../oms/browser-pairing.ts';
import type { MappingReviewService } from '../../oms/mapping-review/review-types.ts';
import type { Pnl } from '../../oms/pnl/pnl-types.ts';
import type { TradingService } from '../../oms/trading-service.ts';
import type { Clock, Random } from '../../ports/environment.ts';
import type { Log, Metrics } from '../../ports/telemetry.ts';
import type { RateLimiter } from '../auth/auth-rate-limiter.ts';
import type { Authenticator } from '../auth/authenticator.ts';

/** The dependencies of the web terminal. */
export interface TerminalDeps {
  readonly pairings: PairingCodes;
  readonly dir: string; // that contains the built pages
}

export interface HealthReport {
  readonly status: 'ok' | 'fail';
  readonly uptimeSeconds: number;
  readonly checks: Readonly<Record<string, string>>; // `{ storage: 'ok', venues: 'ok' }`
}

/** The dependencies of the HTTP API. */
export interface HttpDeps {
  readonly trading: TradingService;
  readonly marketData: MarketData;
  readonly pnl: Pnl;
  readonly reviewing: MappingReviewService;
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
  /** The web terminal; null when it is not served. */
  readonly terminal: TerminalDeps | null;
  /** The AsyncAPI document of the streams. */
  asyncApi(): unknown;
}
