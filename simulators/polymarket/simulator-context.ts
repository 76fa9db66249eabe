import type { FaultInjector } from '../../src/domain/matching-engine/fault-injector.ts';
import type { Clock, Random } from '../../src/ports/environment.ts';
import type { ApiKeys } from './api-keys.ts';
import type { TradingModes } from './exchange-modes.ts';
import type { Heartbeats } from './heartbeats.ts';
import type { OrderIntake } from './order-intake.ts';
import type { OrderRecords } from './order-records.ts';
import type { SignerRateLimiter } from './rate-limits.ts';
import type { Settings } from './simulator-settings.ts';
import type { Market } from './trading/outcome-market.ts';
import type { PolymarketExchangeCore } from './trading/polymarket-exchange-core.ts';
import type { WalletBalances } from './trading/wallet-balances.ts';
import type { Wallets } from './trading/wallets.ts';

/** Everything that a path of the venue may need. */
export interface Venue {
  readonly clock: Clock;
  readonly random: Random;
  readonly faults: FaultInjector;
  readonly settings: Settings;
  readonly markets: Markets;
  readonly balances: WalletBalances;
  readonly wallets: Wallets;
  readonly keys: ApiKeys;
  readonly records: OrderRecords;
  readonly core: PolymarketExchangeCore;
  readonly intake: OrderIntake;
  readonly modes: TradingModes;
  readonly heartbeats: Heartbeats;
  readonly orderLimiter: SignerRateLimiter;
  readonly cancelLimiter: SignerRateLimiter;
}

/** The listed markets by everything that a caller may name them by. */
export class Markets {
  readonly #all: Market[] = [];
  readonly #byCondition = new Map<string, Market>();
  readonly #byToken = new Map<string, Market>();

  constructor(markets: readonly Market[]) {
    for (const market of markets) this.add(market);
  }

  get all(): readonly Market[] {
    return this.#all;
  }

  add(market: Market): void {
    this.#all.push(market);
    this.#byCondition.set(market.condition, market);
    if (market.version !== 'v1') return; // its tokens belong to another exchange
    for (const token of market.tokens) this.#byToken.set(token, market);
  }

  byCondition(condition: string): Market | undefined {
    return this.#byCondition.get(condition.toLowerCase());
  }

  byToken(token: string): Market | undefined {
    return this.#byToken.get(token);
  }
}
