import type { Clock, Random } from '../../src/ports/environment.ts';
import { exchangeFaults } from '../shared/exchange-faults.ts';
import type { ExchangeStore } from '../shared/exchange-store.ts';
import { ApiKeys } from './api-keys.ts';
import { TradingModes } from './exchange-modes.ts';
import { Heartbeats } from './heartbeats.ts';
import { OrderIntake, type OrderIntakeParts } from './order-intake.ts';
import { Records } from './order-records.ts';
import { POLYMARKET_FAULTS } from './polymarket-admin.ts';
import { Buckets } from './rate-limits.ts';
import type { Markets, Venue } from './simulator-context.ts';
import type { Settings } from './simulator-settings.ts';
import { type ExchangeCoreListener, PolymarketExchangeCore } from './trading/polymarket-exchange-core.ts';
import { WalletBalances } from './trading/wallet-balances.ts';
import { Wallets } from './trading/wallets.ts';

/** What the exchange asks of the world around it. */
export interface Ports {
  readonly clock: Clock;
  readonly random: Random;
  readonly truth: ExchangeStore;
}

export const VENUE_NAME = 'polymarket';

/** Whom the parts tell of what happens in them. */
type Hooks = Pick<OrderIntakeParts, 'ended' | 'settled'> & { readonly listener: ExchangeCoreListener };

/** The parts of the venue, joined and empty. */
export function createSimulator(ports: Ports, settings: Settings, markets: Markets, hooks: Hooks): Venue {
  const { clock, random } = ports;
  const faults = exchangeFaults(random, POLYMARKET_FAULTS);
  const ledger = new WalletBalances();
  const wallets = new Wallets(ledger, settings.welcome);
  const records = new Records(clock, settings.visibleMs);
  const floor = new PolymarketExchangeCore(ledger, wallets, clock, random, hooks.listener);
  const marketOf: OrderIntakeParts['marketOf'] = (token) => markets.byToken(token);
  return {
    clock,
    random,
    faults,
    settings,
    markets,
    ledger,
    wallets,
    records,
    floor,
    keys: new ApiKeys(`${VENUE_NAME}/${settings.house.seed}`, settings.clockSkewMaxMs),
    desk: new OrderIntake({ floor, records, wallets, clock, faults, settings, marketOf, ...hooks }),
    modes: new TradingModes(clock, faults),
    heartbeats: new Heartbeats(clock, random),
    orderBuckets: new Buckets(settings.ordersPerSecond, settings.ordersBurst),
    cancelBuckets: new Buckets(settings.cancelsPerSecond, settings.cancelsBurst),
  };
}
