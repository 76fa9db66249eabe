import { seededRandom } from '../../core/exchange/noise.ts';
import { ONE, type Price } from '../../core/kernel/decimal.ts';
import type { TimestampMs } from '../../core/kernel/time.ts';
import type { VenueTrade } from '../../ports/venue.ts';
import { type Habits, habitsOf } from './habits.ts';
import { lotsOf } from './house.ts';
import type { Market } from './market.ts';
import { openSpans } from './schedule.ts';

const DAY_MS = 86_400_000;
/** One try per so many milliseconds, about a third of them a trade; the last day is told more closely. */
const LAST_DAY_EVERY_MS = 1_200;
const EARLIER_EVERY_MS = 4_500;
const CHUNK = 500;

interface Past {
  readonly market: Market;
  readonly habits: Habits;
  readonly spans: readonly (readonly [from: number, to: number])[];
}

/**
 * The trades of the days before the first start, oldest first, in chunks. They follow the same fair
 * values as the live house, so the last of them ends where the first quotes stand. The same seed and
 * start give the same trades with the same ids, however often they are told.
 */
export function* pastTrades(
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
    habits: habitsOf(seed, market.entry.code),
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
    qty: lotsOf(market, 1 + habits.depth * 0.3 * draw() ** 3),
    side,
    at,
  };
}
