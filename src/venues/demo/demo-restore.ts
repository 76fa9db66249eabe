import { ONE, type Price, type TimestampMs } from '#contract';
import { seededRandom } from '#matching-engine';
import { type DemoCounters, type VenueListener, type VenueTrade, wait } from '#ports';
import { DemoExchange } from './demo-exchange.ts';
import { DemoExchangeCore } from './demo-exchange-core.ts';
import type { Market } from './demo-market.ts';
import { createMakerProfile, DemoMarketMaker, type MakerProfile, toLots } from './demo-market-maker.ts';
import type { DemoDeps, DemoSettings } from './demo-settings.ts';
import { DemoTransaction } from './demo-transaction.ts';
import { ListingSchedule, openSpans } from './listing-schedule.ts';

/**
 * Restores Demo from its store, or creates it at the first start, and applies everything that fell due since.
 * Then publishes instruments, assets, the trade history (first start only), books and reports.
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

  // Expiries, closings, settlements and new editions that fell due while Demo was stopped.
  const transaction = new DemoTransaction(now);
  schedule.step(transaction);
  await deps.store.commit(transaction.toCommit(exchange.takeCounters()));
  exchange.forgetEnded(transaction);

  const markets = [...exchange.markets()];
  listener.onInstruments(markets.map(({ listing }) => listing.instrument));
  listener.onAssets(schedule.assets());
  if (!exchange.isHistoryPublished) await publishHistory(deps, settings, exchange, listener);
  marketMaker.quoteOpened(new DemoTransaction(deps.clock.now()));
  for (const market of markets) publishBook(market, deps.clock.now(), listener);
  for (const report of transaction.toReports()) listener.onReport(report);
  deps.log.info('Demo is running', {
    instruments: markets.length,
    openOrders: state?.openOrders.length ?? 0,
  });
  return new DemoExchangeCore({ ...deps, settings, exchange, schedule, marketMaker, listener });
}

const firstCounters = (startedAt: TimestampMs): DemoCounters => ({
  startedAt,
  isHistoryPublished: false,
  orderNumber: 0,
  change: 0,
  tradeNumberMax: 0,
});

/** If it is interrupted, the next start publishes the same trades with the same ids again. */
async function publishHistory(
  { store, clock, seed }: DemoDeps,
  { historyDays: days }: DemoSettings,
  exchange: DemoExchange,
  listener: VenueListener,
): Promise<void> {
  const { startedAt } = exchange;
  for (const trades of generateHistory([...exchange.markets()], { seed, days, startedAt })) {
    listener.onTrades(trades);
    await wait(clock, 0); // lets the rest of the service run between two chunks
  }
  exchange.markHistoryPublished();
  await store.commit(new DemoTransaction(clock.now()).toCommit(exchange.takeCounters()));
}

function publishBook({ listing, book }: Market, at: TimestampMs, listener: VenueListener): void {
  listener.onBook({
    kind: 'snapshot',
    venueInstrumentId: listing.instrument.venueInstrumentId,
    bids: book.levels('BUY'),
    asks: book.levels('SELL'),
    at,
  });
}

const DAY_MS = 86_400_000;
/** Mean time between two draws, of which about a third give a trade. The last day is denser. */
const LAST_DAY_EVERY_MS = 1_200;
const EARLIER_EVERY_MS = 4_500;
const CHUNK = 500;

interface TradedMarket {
  readonly market: Market;
  readonly profile: MakerProfile;
  readonly spans: readonly (readonly [from: number, to: number])[];
}

/**
 * Generates the trades of the days before the first start, oldest first, in chunks. They follow the same fair
 * values as the market maker, so the last of them is near the first quotes. The same seed and start time
 * give the same trades with the same ids.
 */
function* generateHistory(
  markets: readonly Market[],
  options: { readonly seed: number; readonly days: number; readonly startedAt: TimestampMs },
): Generator<VenueTrade[], void, undefined> {
  const { seed, days, startedAt } = options;
  const random = seededRandom(seed);
  const traded = toTradedMarkets(markets, seed, startedAt);
  let number = 0;
  let chunk: VenueTrade[] = [];
  let at = startedAt - days * DAY_MS;
  while (traded.length > 0) {
    const everyMs = at < startedAt - DAY_MS ? EARLIER_EVERY_MS : LAST_DAY_EVERY_MS;
    at += 1 - Math.log(1 - random.next()) * everyMs;
    if (at >= startedAt) break;
    const picked = pick(traded, random.next(), random.next());
    if (picked === null || !picked.spans.some(([from, to]) => at >= from && at < to)) continue;
    number += 1;
    chunk.push(createTrade(picked, Math.floor(at) as TimestampMs, number, () => random.next()));
    if (chunk.length === CHUNK) {
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length > 0) yield chunk;
}

const toTradedMarkets = (markets: readonly Market[], seed: number, startedAt: TimestampMs): TradedMarket[] =>
  markets.map((market) => ({
    market,
    profile: createMakerProfile(seed, market.entry.code),
    spans: openSpans(market.entry, market.listing.edition, startedAt),
  }));

/** Draws a market, weighted by the attention of takers; null if the draw gives none. */
function pick(traded: readonly TradedMarket[], which: number, attention: number): TradedMarket | null {
  const picked = traded[Math.floor(which * traded.length)];
  return picked !== undefined && attention <= picked.profile.attention ? picked : null;
}

function createTrade(picked: TradedMarket, at: TimestampMs, number: number, draw: () => number): VenueTrade {
  const { market, profile } = picked;
  const tick = market.listing.instrument.priceTick;
  const ticks = Number(ONE / tick);
  const side = draw() < 0.5 ? 'BUY' : 'SELL';
  const fair = Math.round(market.fairAt(at) * ticks);
  const price = side === 'BUY' ? fair + profile.askGap : fair - profile.bidGap;
  return {
    venueInstrumentId: market.listing.instrument.venueInstrumentId,
    venueTradeId: `H-${number}`,
    price: (BigInt(Math.min(Math.max(price, 1), ticks - 1)) * tick) as Price,
    qty: toLots(market, 1 + profile.depth * 0.3 * draw() ** 3),
    side,
    at,
  };
}
