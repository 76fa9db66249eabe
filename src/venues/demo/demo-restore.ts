import { seededRandom } from '../../domain/matching-engine/seeded-noise.ts';
import { ONE, type Price } from '../../domain/model/money.ts';
import type { TimestampMs } from '../../domain/model/time.ts';
import type { DemoCounters } from '../../ports/demo-store.ts';
import type { Clock } from '../../ports/environment.ts';
import type { VenueListener, VenueTrade } from '../../ports/venue.ts';
import { DemoExchange } from './demo-exchange.ts';
import { DemoExchangeCore } from './demo-exchange-core.ts';
import type { Market } from './demo-market.ts';
import { createMakerProfile, DemoMarketMaker, type MakerProfile, toLots } from './demo-market-maker.ts';
import type { DemoDeps, DemoSettings } from './demo-settings.ts';
import { DemoTransaction } from './demo-transaction.ts';
import { ListingSchedule, openSpans } from './listing-schedule.ts';

/**
 * Brings Demo to where its schedule says it is: from the store, or from nothing at the very first
 * start. Then tells instruments, assets, past trades (the first time) and books, and goes live.
 */
export async function restoreExchange(
  deps: DemoDeps,
  settings: DemoSettings,
  listener: VenueListener,
): Promise<DemoExchangeCore> {
  const state = await deps.store.load();
  const now = deps.clock.now();
  const counters = state?.counters ?? firstCounters(now);
  const exchange = new DemoExchange(counters);
  const context = { venue: deps.name, seed: deps.seed, startedAt: counters.startedAt };
  const schedule = new ListingSchedule(context, exchange, settings.settledKept);
  const marketMaker = new DemoMarketMaker(exchange, deps.random, deps.seed, settings);
  for (const listing of state?.listings ?? []) schedule.restore(listing);
  for (const order of state?.openOrders ?? []) exchange.restore(order);

  // What fell due while we were away: expiries, closings, settlements, new editions.
  const turn = new DemoTransaction(now);
  schedule.step(turn);
  await deps.store.commit(turn.toCommit(exchange.takeCounters()));
  exchange.forgetEnded(turn);

  const markets = [...exchange.markets()];
  listener.onInstruments(markets.map(({ listing }) => listing.instrument));
  listener.onAssets(schedule.assets());
  if (!exchange.isHistoryPublished) await tellHistory(deps, settings, exchange, listener);
  marketMaker.quoteOpened(new DemoTransaction(deps.clock.now()));
  for (const market of markets) tellBook(market, deps.clock.now(), listener);
  for (const report of turn.toReports()) listener.onReport(report);
  deps.log.info('Demo is open', { instruments: markets.length, openOrders: state?.openOrders.length ?? 0 });
  return new DemoExchangeCore({ ...deps, settings, exchange, schedule, marketMaker, listener });
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
  exchange.markHistoryPublished();
  await store.commit(new DemoTransaction(clock.now()).toCommit(exchange.takeCounters()));
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

const DAY_MS = 86_400_000;
/** One try per so many milliseconds, about a third of them a trade; the last day is told more closely. */
const LAST_DAY_EVERY_MS = 1_200;
const EARLIER_EVERY_MS = 4_500;
const CHUNK = 500;

interface Past {
  readonly market: Market;
  readonly habits: MakerProfile;
  readonly spans: readonly (readonly [from: number, to: number])[];
}

/**
 * The trades of the days before the first start, oldest first, in chunks. They follow the same fair
 * values as the live house, so the last of them ends where the first quotes stand. The same seed and
 * start give the same trades with the same ids, however often they are told.
 */
function* pastTrades(
  markets: readonly Market[],
  options: { readonly seed: number; readonly days: number; readonly startedAt: TimestampMs },
): Generator<VenueTrade[], void, undefined> {
  const { seed, days, startedAt } = options;
  const random = seededRandom(seed);
  const pasts = pastsOf(markets, seed, startedAt);
  let number = 0;
  let chunk: VenueTrade[] = [];
  let at = startedAt - days * DAY_MS;
  while (pasts.length > 0) {
    const everyMs = at < startedAt - DAY_MS ? EARLIER_EVERY_MS : LAST_DAY_EVERY_MS;
    at += 1 - Math.log(1 - random.next()) * everyMs;
    if (at >= startedAt) break;
    const past = pick(pasts, random.next(), random.next());
    if (past === null || !past.spans.some(([from, to]) => at >= from && at < to)) continue;
    number += 1;
    chunk.push(tradeOf(past, Math.floor(at) as TimestampMs, number, () => random.next()));
    if (chunk.length === CHUNK) {
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length > 0) yield chunk;
}

const pastsOf = (markets: readonly Market[], seed: number, startedAt: TimestampMs): Past[] =>
  markets.map((market) => ({
    market,
    habits: createMakerProfile(seed, market.entry.code),
    spans: openSpans(market.entry, market.listing.edition, startedAt),
  }));

/** One of them, the busier ones more often; null where the draw falls on nobody. */
function pick(pasts: readonly Past[], which: number, attention: number): Past | null {
  const past = pasts[Math.floor(which * pasts.length)];
  return past !== undefined && attention <= past.habits.attention ? past : null;
}

function tradeOf(past: Past, at: TimestampMs, number: number, draw: () => number): VenueTrade {
  const { market, habits } = past;
  const tick = market.listing.instrument.priceTick;
  const ticks = Number(ONE / tick);
  const side = draw() < 0.5 ? 'BUY' : 'SELL';
  const fair = Math.round(market.fairAt(at) * ticks);
  const price = side === 'BUY' ? fair + habits.askGap : fair - habits.bidGap;
  return {
    venueInstrumentId: market.listing.instrument.venueInstrumentId,
    venueTradeId: `H-${number}`,
    price: (BigInt(Math.min(Math.max(price, 1), ticks - 1)) * tick) as Price,
    qty: toLots(market, 1 + habits.depth * 0.3 * draw() ** 3),
    side,
    at,
  };
}
