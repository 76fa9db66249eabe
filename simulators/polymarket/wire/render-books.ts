import { createHash } from 'node:crypto';
import { complement, ONE, type Price } from '../../../src/domain/model/money.ts';
import { renderMicro, renderPrice, toMicro } from '../trading/micro-units.ts';
import type { Market, Outcome } from '../trading/outcome-market.ts';
import { priceFor } from '../trading/venue-order.ts';

interface WireLevel {
  readonly price: string;
  readonly size: string;
}

/** A token's book, keys in the order that its hash is made of. Best levels stand last on both sides. */
export interface WireBook {
  readonly market: string;
  readonly asset_id: string;
  readonly timestamp: string;
  readonly hash: string;
  readonly bids: readonly WireLevel[];
  readonly asks: readonly WireLevel[];
  readonly min_order_size: string;
  readonly tick_size: string;
  readonly neg_risk: boolean;
  readonly last_trade_price: string;
}

/** What the venue says of a token that never traded: no price at all. */
const NEVER_TRADED = '0.5';

export function renderBook(market: Market, outcome: Outcome): WireBook {
  const unsigned = {
    market: market.condition,
    asset_id: market.tokens[outcome],
    timestamp: String(market.changedAt),
    hash: '',
    bids: levelsOf(market, outcome, 'BUY'),
    asks: levelsOf(market, outcome, 'SELL'),
    min_order_size: renderMicro(market.sharesMin),
    tick_size: renderTick(market),
    neg_risk: market.negRisk,
    last_trade_price: lastPrice(market, outcome),
  };
  return { ...unsigned, hash: computeBookHash(unsigned) };
}

/** SHA-1 of the book as compact JSON, with an empty text where the hash will be. */
export const computeBookHash = (book: WireBook): string =>
  createHash('sha1')
    .update(JSON.stringify({ ...book, hash: '' }))
    .digest('hex');

/** Best bid and ask of a token as texts; null where that side is empty. */
export function renderBest(market: Market, outcome: Outcome): { bid: string | null; ask: string | null } {
  const [yesBid, yesAsk] = [market.book.best('BUY')?.price, market.book.best('SELL')?.price];
  const [bid, ask] = outcome === 0 ? [yesBid, yesAsk] : [mirrored(yesAsk), mirrored(yesBid)];
  const text = (price: Price | undefined): string | null =>
    price === undefined ? null : renderPrice(price, market.tick);
  return { bid: text(bid), ask: text(ask) };
}

/** The middle of a token's book in 1e-8; null while a side is empty. */
export function computeMid(market: Market, outcome: Outcome): bigint | null {
  const [bid, ask] = [market.book.best('BUY')?.price, market.book.best('SELL')?.price];
  if (bid === undefined || ask === undefined) return null;
  const middle = (bid + ask) / 2n;
  return outcome === 0 ? middle : ONE - middle;
}

/** The newest execution in terms of a token. */
export function lastPrice(market: Market, outcome: Outcome): string {
  const last = market.prints.at(-1);
  if (last === undefined) return NEVER_TRADED;
  return renderPrice(priceFor(last.price, last.outcome, outcome), market.tick);
}

export const renderTick = (market: Market): string => renderPrice(market.tick, market.tick);

function levelsOf(market: Market, outcome: Outcome, side: 'BUY' | 'SELL'): readonly WireLevel[] {
  const inBook = outcome === 0 ? side : side === 'BUY' ? 'SELL' : 'BUY';
  return market.book
    .levels(inBook)
    .toReversed()
    .map(({ price, qty }) => ({
      price: renderPrice(priceFor(price, 0, outcome), market.tick),
      size: renderMicro(toMicro(qty)),
    }));
}

const mirrored = (price: Price | undefined): Price | undefined =>
  price === undefined ? undefined : complement(price);

interface Point {
  readonly t: number; // seconds
  readonly p: number;
}

const HOUR = 3_600;
const INTERVALS: Readonly<Record<string, number>> = {
  '1h': HOUR,
  '6h': 6 * HOUR,
  '1d': 24 * HOUR,
  '1w': 168 * HOUR,
  '1m': 720 * HOUR,
  max: 720 * HOUR,
  all: 720 * HOUR,
};
const WINDOW_MAX = 15 * 24 * HOUR;
const POINTS_MAX = 5_000;
const RESOLVED_FIDELITY_MIN = 720;

/**
 * Prices of the first outcome at a step of `fidelity` minutes, from what the house believed then. Null
 * when the question makes no sense; nothing for a resolved market below twelve hours, as at the venue.
 */
export function history(market: Market, query: URLSearchParams, nowMs: number): readonly Point[] | null {
  const now = Math.floor(nowMs / 1000);
  const range = rangeOf(query, now);
  const fidelity = Number(query.get('fidelity') ?? '60');
  if (range === null || !Number.isInteger(fidelity) || fidelity < 1) return null;
  if (market.resolution !== null && fidelity < RESOLVED_FIDELITY_MIN) return [];
  const step = fidelity * 60;
  const from = Math.max(range.from, Math.floor(market.startsAt / 1000));
  const points: Point[] = [];
  for (let t = Math.ceil(from / step) * step; t <= range.to && points.length < POINTS_MAX; t += step) {
    points.push({ t, p: Number(market.fairAt(t * 1000).toFixed(3)) });
  }
  return points;
}

function rangeOf(query: URLSearchParams, now: number): { from: number; to: number } | null {
  const interval = query.get('interval');
  if (interval !== null) {
    const length = INTERVALS[interval];
    return length === undefined ? null : { from: now - length, to: now };
  }
  const [from, to] = [Number(query.get('startTs') ?? 'x'), Number(query.get('endTs') ?? 'x')];
  if (!Number.isFinite(from) || !Number.isFinite(to) || to < from) return null;
  return to - from > WINDOW_MAX ? null : { from, to: Math.min(to, now) };
}
