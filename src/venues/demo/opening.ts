import type { TimestampMs } from '../../core/kernel/time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DemoCounters } from '../../ports/demostore.ts';
import type { VenueListener } from '../../ports/venue.ts';
import type { DemoDeps } from './deps.ts';
import { DemoExchange } from './exchange.ts';
import { Floor } from './floor.ts';
import { pastTrades } from './history.ts';
import { House } from './house.ts';
import type { Market } from './market.ts';
import { Schedule } from './schedule.ts';
import type { DemoSettings } from './settings.ts';
import { Turn } from './turn.ts';

/**
 * Brings Demo to where its schedule says it is: from the store, or from nothing at the very first
 * start. Then tells instruments, assets, past trades (the first time) and books, and goes live.
 */
export async function openFloor(
  deps: DemoDeps,
  settings: DemoSettings,
  listener: VenueListener,
): Promise<Floor> {
  const state = await deps.store.load();
  const now = deps.clock.now();
  const counters = state?.counters ?? firstCounters(now);
  const exchange = new DemoExchange(counters);
  const context = { venue: deps.name, seed: deps.seed, startedAt: counters.startedAt };
  const schedule = new Schedule(context, exchange, settings.settledKept);
  const house = new House(exchange, deps.random, deps.seed, settings);
  for (const listing of state?.listings ?? []) schedule.adopt(listing);
  for (const order of state?.openOrders ?? []) exchange.restore(order);

  // What fell due while we were away: expiries, closings, settlements, new editions.
  const turn = new Turn(now);
  schedule.step(turn);
  await deps.store.commit(turn.toCommit(exchange.takeCounters()));
  exchange.forgetEnded(turn);

  const markets = [...exchange.markets()];
  listener.onInstruments(markets.map(({ listing }) => listing.instrument));
  listener.onAssets(schedule.assets());
  if (!exchange.historyTold) await tellHistory(deps, settings, exchange, listener);
  house.quoteOpened(new Turn(deps.clock.now()));
  for (const market of markets) tellBook(market, deps.clock.now(), listener);
  for (const report of turn.reports()) listener.onReport(report);
  deps.log.info('Demo is open', { instruments: markets.length, openOrders: state?.openOrders.length ?? 0 });
  return new Floor({ ...deps, settings, exchange, schedule, house, listener });
}

const firstCounters = (startedAt: TimestampMs): DemoCounters => ({
  startedAt,
  historyTold: false,
  orderNumber: 0,
  change: 0,
  tradeNumberMax: 0,
});

/** An interrupted telling begins anew at the next start, with the same trades under the same ids. */
async function tellHistory(
  { store, clock, seed }: DemoDeps,
  { historyDays: days }: DemoSettings,
  exchange: DemoExchange,
  listener: VenueListener,
): Promise<void> {
  const { startedAt } = exchange;
  for (const trades of pastTrades([...exchange.markets()], { seed, days, startedAt })) {
    listener.onTrades(trades);
    await breathe(clock);
  }
  exchange.markHistoryTold();
  await store.commit(new Turn(clock.now()).toCommit(exchange.takeCounters()));
}

/** Lets the rest of the service run between two chunks. */
const breathe = (clock: Clock): Promise<void> =>
  new Promise((resolve) => {
    clock.after(0, resolve);
  });

function tellBook({ listing, book }: Market, at: TimestampMs, listener: VenueListener): void {
  listener.onBook({
    kind: 'snapshot',
    venueInstrumentId: listing.instrument.venueInstrumentId,
    bids: book.levels('BUY'),
    asks: book.levels('SELL'),
    at,
  });
}
