import { createHash } from 'node:crypto';
import { complement, ONE, type Price, renderDecimal } from '#contract';
import type { BookChange } from '#matching-engine';
import { renderMicro, renderPrice, toMicro } from '../trading/micro-units.ts';
import { priceFor } from '../trading/order-records.ts';
import type { Market, Outcome, Print } from '../trading/outcome-market.ts';

interface WireLevel {
  readonly price: string;
  readonly size: string;
}

/** A token's book with its keys in hash order. The best levels are last on both sides. */
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

/** The venue's last price for a token without trades. */
const NEVER_TRADED = '0.5';

export function renderBook(market: Market, outcome: Outcome): WireBook {
  const unsigned = {
    market: market.condition,
    asset_id: market.tokens[outcome],
    timestamp: String(market.changedAt),
    hash: '',
    bids: renderBookSide(market, outcome, 'BUY'),
    asks: renderBookSide(market, outcome, 'SELL'),
    min_order_size: renderMicro(market.sharesMin),
    tick_size: renderTick(market),
    neg_risk: market.negRisk,
    last_trade_price: lastPrice(market, outcome),
  };
  return { ...unsigned, hash: computeBookHash(unsigned) };
}

/** SHA-1 of the book as compact JSON with an empty hash. */
export const computeBookHash = (book: WireBook): string =>
  createHash('sha1')
    .update(JSON.stringify({ ...book, hash: '' }))
    .digest('hex');

/** Best bid and ask of a token as texts; null for an empty side. */
export function renderBest(market: Market, outcome: Outcome): { bid: string | null; ask: string | null } {
  const [yesBid, yesAsk] = [market.book.best('BUY')?.price, market.book.best('SELL')?.price];
  const [bid, ask] = outcome === 0 ? [yesBid, yesAsk] : [mirrored(yesAsk), mirrored(yesBid)];
  const text = (price: Price | undefined): string | null =>
    price === undefined ? null : renderPrice(price, market.tick);
  return { bid: text(bid), ask: text(ask) };
}

/** The mid price of a token in 1e-8; null if a side is empty. */
export function computeMid(market: Market, outcome: Outcome): bigint | null {
  const [bid, ask] = [market.book.best('BUY')?.price, market.book.best('SELL')?.price];
  if (bid === undefined || ask === undefined) return null;
  const middle = (bid + ask) / 2n;
  return outcome === 0 ? middle : ONE - middle;
}

/** The newest execution price in terms of a token. */
export function lastPrice(market: Market, outcome: Outcome): string {
  const last = market.prints.at(-1);
  if (last === undefined) return NEVER_TRADED;
  return renderPrice(priceFor(last.price, last.outcome, outcome), market.tick);
}

const renderTick = (market: Market): string => renderPrice(market.tick, market.tick);

function renderBookSide(market: Market, outcome: Outcome, side: 'BUY' | 'SELL'): readonly WireLevel[] {
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
 * Fair values of the first outcome every `fidelity` minutes. Null for invalid parameters. Empty for a
 * resolved market below twelve hours, as at the venue.
 */
export function history(market: Market, query: URLSearchParams, nowMs: number): readonly Point[] | null {
  const now = Math.floor(nowMs / 1000);
  const range = parseRange(query, now);
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

function parseRange(query: URLSearchParams, now: number): { from: number; to: number } | null {
  const interval = query.get('interval');
  if (interval !== null) {
    const length = INTERVALS[interval];
    return length === undefined ? null : { from: now - length, to: now };
  }
  const [from, to] = [Number(query.get('startTs') ?? 'x'), Number(query.get('endTs') ?? 'x')];
  if (!Number.isFinite(from) || !Number.isFinite(to) || to < from) return null;
  return to - from > WINDOW_MAX ? null : { from, to: Math.min(to, now) };
}

/** Renders the whole book. The fault `crossed_book` puts its best bid above its best ask. */
export function renderBookEvent(market: Market, outcome: Outcome, isCrossed: boolean) {
  const { min_order_size: _size, neg_risk: _negRisk, ...book } = renderBook(market, outcome);
  const best = book.asks.at(-1);
  const bids = isCrossed && best !== undefined ? [...book.bids, { ...best }] : book.bids;
  return { event_type: 'book', ...book, bids };
}

/**
 * Renders changed levels with their new totals for both tokens, because one book is the mirror of the other. After a
 * match each level is a message; without one, all levels are in one message. All have the final best prices, the
 * same time and the same hashes.
 */
export function renderPriceChanges(market: Market, change: BookChange, isTraded: boolean) {
  const last = new Map(change.levels.map((level) => [`${level.side}${level.price}`, level]));
  const hashes = [renderBook(market, 0).hash, renderBook(market, 1).hash] as const;
  const rows = [...last.values()].map(({ side, price, qty }) =>
    ([0, 1] as const).map((outcome) => {
      const { bid, ask } = renderBest(market, outcome);
      return {
        asset_id: market.tokens[outcome],
        price: renderPrice(priceFor(price, 0, outcome), market.tick),
        size: renderMicro(toMicro(qty)),
        side: outcome === 0 ? side : side === 'BUY' ? 'SELL' : 'BUY',
        hash: hashes[outcome],
        best_bid: bid ?? '',
        best_ask: ask ?? '',
      };
    }),
  );
  return (isTraded ? rows : [rows.flat()])
    .filter((changes) => changes.length > 0)
    .map((changes) => ({
      event_type: 'price_change',
      market: market.condition,
      timestamp: String(market.changedAt),
      price_changes: changes,
    }));
}

/** @param printed  the token in whose terms the print is rendered */
export function renderLastTrade(market: Market, print: Print, printed: Outcome) {
  const isOwn = printed === print.outcome;
  return {
    event_type: 'last_trade_price',
    asset_id: market.tokens[printed],
    market: market.condition,
    price: renderPrice(priceFor(print.price, print.outcome, printed), market.tick),
    size: renderMicro(print.shares),
    side: isOwn ? print.side : print.side === 'BUY' ? 'SELL' : 'BUY',
    fee_rate_bps: '0',
    timestamp: String(print.at),
    transaction_hash: print.hash,
  };
}

export function renderBestBidAsk(market: Market, outcome: Outcome) {
  const { bid, ask } = renderBest(market, outcome);
  const [best, worst] = [market.book.best('BUY')?.price, market.book.best('SELL')?.price];
  return {
    event_type: 'best_bid_ask',
    asset_id: market.tokens[outcome],
    market: market.condition,
    best_bid: bid ?? '',
    best_ask: ask ?? '',
    spread: best === undefined || worst === undefined ? '' : renderDecimal(worst - best),
    timestamp: String(market.changedAt),
  };
}

/** Renders a resolution. A market that pays both sides alike has no winner. */
export function renderResolved(market: Market) {
  const payout = market.resolution?.payout;
  const winner = payout === ONE ? 0 : payout === 0n ? 1 : null;
  return {
    event_type: 'market_resolved',
    id: market.id,
    market: market.condition,
    assets_ids: market.tokens,
    winning_asset_id: winner === null ? '' : market.tokens[winner],
    winning_outcome: winner === null ? '' : market.outcomes[winner],
    tags: [],
    timestamp: String(market.resolution?.at ?? market.changedAt),
  };
}

export function renderNewMarket(market: Market, now: number) {
  const { event } = market;
  return {
    event_type: 'new_market',
    id: market.id,
    question: market.question,
    market: market.condition,
    condition_id: market.condition,
    slug: market.slug,
    description: market.description,
    assets_ids: market.tokens,
    clob_token_ids: market.tokens,
    outcomes: market.outcomes,
    active: true,
    order_price_min_tick_size: renderTick(market),
    fees_enabled: market.fee.rate > 0n,
    tags: [market.tag],
    group_item_title: '',
    event_message: { ...event, ticker: event.slug, description: market.description },
    timestamp: String(now),
  };
}
