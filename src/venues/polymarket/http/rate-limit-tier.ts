import type { BucketRule } from '../../../domain/access/token-bucket.ts';
import type { PolymarketRateLimiter } from './polymarket-rate-limiter.ts';

/** Orders per second and their burst, by tier of the signer. Cancels have twice both. */
const TIERS: Readonly<Record<string, BucketRule>> = {
  standard: { perSecond: 40, burst: 60 },
  copper: { perSecond: 60, burst: 90 },
  bronze: { perSecond: 80, burst: 120 },
  silver: { perSecond: 200, burst: 300 },
  gold: { perSecond: 400, burst: 600 },
  platinum: { perSecond: 450, burst: 675 },
  diamond: { perSecond: 525, burst: 787 },
  elite: { perSecond: 600, burst: 900 },
};
const STANDARD: BucketRule = { perSecond: 40, burst: 60 };
/** The limit per address: 120,000 orders, and as many cancels, in ten minutes. */
const ADDRESS_PER_SECOND = 200;
const SHARE = 0.8;

interface TradingLimiters {
  readonly orders: PolymarketRateLimiter;
  readonly cancels: PolymarketRateLimiter;
}

/**
 * Follows the tier that the venue's answers report. It depends on our volume of 30 days, so it rises and falls. Our
 * limits are 80 % of the tier's. An unknown tier counts as Standard, the lowest.
 *
 * Source  docs.polymarket.com/api-reference/trading-rate-limits (2026-08)
 */
export class RateLimitTier {
  readonly #limiters: TradingLimiters;
  #name: string | null = null;

  constructor(limiters: TradingLimiters) {
    this.#limiters = limiters;
  }

  /** Applies the headers of an answer to an order or a cancel; answers without them change nothing. */
  apply(kind: keyof TradingLimiters, headers: Readonly<Record<string, string>>): void {
    const name = headers['poly-ratelimit-tier']?.toLowerCase() ?? null;
    if (name !== null && name !== this.#name) this.#adopt(name);
    const remaining = headers['poly-ratelimit-remaining'] ?? '';
    if (/^-?\d+$/.test(remaining)) this.#limiters[kind].limitTo(Number(remaining));
  }

  #adopt(name: string): void {
    this.#name = name;
    const tier = TIERS[name] ?? STANDARD;
    this.#limiters.orders.setRule(toOwnRule(tier, 1));
    this.#limiters.cancels.setRule(toOwnRule(tier, 2));
  }
}

const toOwnRule = ({ perSecond, burst }: BucketRule, factor: number): BucketRule => ({
  perSecond: Math.floor(Math.min(perSecond * factor, ADDRESS_PER_SECOND) * SHARE),
  burst: Math.floor(burst * factor * SHARE),
});
