import type { Outcome, Trade } from '../../../../sdk/src/index.ts';
import { sumAmounts } from '../../components/amounts.ts';
import { flipPrice } from '../../components/prices.ts';
import type { ShownBook } from '../../feed/feed-messages.ts';
import { type LadderRow, ladderRows } from './dom-rows.ts';
import type { RestingLevel } from './open-orders.ts';
import { findRow, type PriceAxis } from './price-axis.ts';

const LEVELS_MAX = 200; // of each side

/** What lies at each row of the axis: book levels, own orders and trades. */
export interface LadderBook {
  readonly bids: ReadonlyMap<number, LadderRow>;
  readonly asks: ReadonlyMap<number, LadderRow>;
  readonly bestBid: number | null; // its row
  readonly bestAsk: number | null;
}

export const EMPTY_BOOK: LadderBook = { bids: new Map(), asks: new Map(), bestBid: null, bestAsk: null };

/** Places the levels of a book at the rows of the axis. */
export function placeBook(shown: ShownBook | null, outcome: Outcome, axis: PriceAxis): LadderBook {
  if (shown === null || shown.kind === 'unavailable') return EMPTY_BOOK;
  const [bids, asks] = [new Map<number, LadderRow>(), new Map<number, LadderRow>()];
  for (const level of ladderRows(shown.book, outcome, LEVELS_MAX)) {
    const rows = level.side === 'bid' ? bids : asks;
    const row = findRow(axis, level.price, level.side);
    const other = rows.get(row);
    rows.set(row, other === undefined ? level : joined(other, level));
  }
  return {
    bids,
    asks,
    bestBid: bids.size === 0 ? null : Math.min(...bids.keys()),
    bestAsk: asks.size === 0 ? null : Math.max(...asks.keys()),
  };
}

const joined = (one: LadderRow, other: LadderRow): LadderRow => ({
  ...one,
  qty: sumAmounts([one.qty, other.qty]),
  parts: [...one.parts, ...other.parts],
});

/**
 * The row around which the ladder shows the book: the middle of the spread, or the best bid where the spread is wider than
 * the ladder, which would show neither side. Null without a book. Counted from the top, as a fraction of rows.
 *
 * @param rows  how many rows the ladder shows
 */
export function findCentre({ bestBid, bestAsk }: LadderBook, rows: number): number | null {
  if (bestBid === null || bestAsk === null) return bestBid ?? bestAsk;
  return bestBid - bestAsk < rows ? (bestBid + bestAsk) / 2 : bestBid;
}

/** The user's resting quantities by row. */
export interface OwnLevels {
  readonly buys: ReadonlyMap<number, string>;
  readonly sells: ReadonlyMap<number, string>;
}

export function placeOrders(levels: readonly RestingLevel[], axis: PriceAxis): OwnLevels {
  const [buys, sells] = [new Map<number, string>(), new Map<number, string>()];
  for (const { side, price, qty } of levels) {
    const rows = side === 'BUY' ? buys : sells;
    const row = findRow(axis, price, side === 'BUY' ? 'bid' : 'ask');
    rows.set(row, sumAmounts([rows.get(row) ?? '0', qty]));
  }
  return { buys, sells };
}

/** The latest trades by row, in terms of the shown outcome. */
export interface TradedVolume {
  readonly byRow: ReadonlyMap<number, string>;
  readonly last: number | null; // the row of the latest trade
}

/** @param trades  newest first, at prices of YES */
export function placeTrades(trades: readonly Trade[], outcome: Outcome, axis: PriceAxis): TradedVolume {
  const byRow = new Map<number, string>();
  const rows = trades.map(({ price, qty }) => {
    const row = findRow(axis, outcome === 'YES' ? price : flipPrice(price), 'bid');
    byRow.set(row, sumAmounts([byRow.get(row) ?? '0', qty]));
    return row;
  });
  return { byRow, last: rows[0] ?? null };
}
