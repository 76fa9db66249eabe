import type { BookChange } from '../../../src/domain/matching-engine/book-order.ts';
import { ONE, renderDecimal } from '../../../src/domain/model/money.ts';
import { renderMicro, renderPrice, toMicro } from '../trading/micro-units.ts';
import type { Market, Outcome, Print } from '../trading/outcome-market.ts';
import { priceFor } from '../trading/venue-order.ts';
import { renderBest, renderBook, renderTick } from './render-books.ts';

/** A whole book. Crossed, it shows its best bid above its best ask: a fault that a reader must notice. */
export function renderBookEvent(market: Market, outcome: Outcome, isCrossed: boolean) {
  const { min_order_size: _size, neg_risk: _negRisk, ...book } = renderBook(market, outcome);
  const best = book.asks.at(-1);
  const bids = isCrossed && best !== undefined ? [...book.bids, { ...best }] : book.bids;
  return { event_type: 'book', ...book, bids };
}

/** The levels that changed, each with its new total, of both tokens: what one side gains the mirror shows. */
export function renderPriceChange(market: Market, change: BookChange) {
  const last = new Map(change.levels.map((level) => [`${level.side}${level.price}`, level]));
  const hashes = [renderBook(market, 0).hash, renderBook(market, 1).hash] as const;
  const changes = [...last.values()].flatMap(({ side, price, qty }) =>
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
  if (changes.length === 0) return null;
  return {
    event_type: 'price_change',
    market: market.condition,
    timestamp: String(market.changedAt),
    price_changes: changes,
  };
}

/** @param printed  the token whose terms the print is told in */
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

/** A market that pays both sides alike has no winner. */
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
