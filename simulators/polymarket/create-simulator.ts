import type { Clock, Random } from '../../src/ports/environment.ts';
import { createFaultInjector } from '../shared/exchange-faults.ts';
import type { ExchangeStore } from '../shared/exchange-store.ts';
import { ApiKeys } from './api-keys.ts';
import { TradingModes } from './exchange-modes.ts';
import { Heartbeats } from './heartbeats.ts';
import { OrderIntake, type OrderIntakeParts } from './order-intake.ts';
import { OrderRecords } from './order-records.ts';
import { POLYMARKET_FAULTS } from './polymarket-admin.ts';
import { SignerRateLimiter } from './rate-limits.ts';
import type { Markets, Venue } from './simulator-context.ts';
import type { Settings } from './simulator-settings.ts';
import { type ExchangeCoreListener, PolymarketExchangeCore } from './trading/polymarket-exchange-core.ts';
import { WalletBalances } from './trading/wallet-balances.ts';
import { Wallets } from './trading/wallets.ts';

/** What the exchange asks of the world around it. */
export interface Ports {
  readonly clock: Clock;
  readonly random: Random;
  readonly store: ExchangeStore;
}

export const VENUE_NAME = 'polymarket';

/** Whom the parts tell of what happens in them. */
type Hooks = Pick<OrderIntakeParts, 'onOrderEnded' | 'onDelayEnded'> & {
  readonly listener: ExchangeCoreListener;
};

/** The parts of the venue, joined and empty. */
export function createVenue(ports: Ports, settings: Settings, markets: Markets, hooks: Hooks): Venue {
  const { clock, random } = ports;
  const faults = createFaultInjector(random, POLYMARKET_FAULTS);
  const balances = new WalletBalances();
  const wallets = new Wallets(balances, settings.initialBalance);
  const records = new OrderRecords(clock, settings.visibleMs);
  const core = new PolymarketExchangeCore(balances, wallets, clock, random, hooks.listener);
  const findMarket: OrderIntakeParts['findMarket'] = (token) => markets.byToken(token);
  return {
    clock,
    random,
    faults,
    settings,
    markets,
    balances,
    wallets,
    records,
    core,
    keys: new ApiKeys(`${VENUE_NAME}/${settings.marketMaker.seed}`, settings.clockSkewMaxMs),
    intake: new OrderIntake({ core, records, wallets, clock, faults, settings, findMarket, ...hooks }),
    modes: new TradingModes(clock, faults),
    heartbeats: new Heartbeats(clock, random),
    orderLimiter: new SignerRateLimiter(settings.ordersPerSecond, settings.ordersBurst),
    cancelLimiter: new SignerRateLimiter(settings.cancelsPerSecond, settings.cancelsBurst),
  };
}
