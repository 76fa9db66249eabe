import { type Level, minQty, type Price, QTY_ZERO, type Qty, SIDES, type Side } from '#contract';
import type { BookSides } from '../order-books/live-order-book.ts';

/** One price of the recorded book. */
interface RecordedLevel {
  readonly displayed: Qty; // as recorded
  readonly taken: Qty; // of it, by us or by recorded trades, since the venue last changed the level
  readonly early: Qty; // removed by a change whose print has not arrived yet
  readonly earlyUs: number; // time of that change
}

type Levels = ReadonlyMap<Price, RecordedLevel>;

/** One of our orders on the book, in YES terms. */
export interface RestingOrder {
  readonly id: string;
  readonly side: Side;
  readonly price: Price;
  readonly remaining: Qty;
  readonly since: number; // Unix ms; earlier trades, of which a venue may inform late, do not reach it
  readonly ahead: Qty | null; // of others at the price, before ours; null: until the book is known again
}

/**
 * The recorded book of one instrument, what has been taken from it, and our orders on it. `isKnown` is false behind a gap and
 * while the market is not open: nothing is filled then.
 */
export interface ReplayMarket {
  readonly bids: Levels;
  readonly asks: Levels;
  readonly orders: readonly RestingOrder[]; // in the order of their arrival
  readonly isKnown: boolean;
  readonly isOpen: boolean;
  /** Null: all cancels of others count as behind our order. Else the power of the share that was ahead of it. */
  readonly queuePower: number | null;
}

export const NEW_MARKET: ReplayMarket = {
  bids: new Map(),
  asks: new Map(),
  orders: [],
  isKnown: false,
  isOpen: false,
  queuePower: null,
};

/** An execution of one of our orders, in YES terms. */
export interface ReplayFill {
  readonly orderId: string;
  readonly price: Price;
  readonly qty: Qty;
  readonly liquidity: 'MAKER' | 'TAKER';
}

export interface Matched {
  readonly market: ReplayMarket;
  readonly fills: readonly ReplayFill[];
}

/** A delta may precede the print that explains it by this much. */
const EXPLAINED_WITHIN_US = 1_000_000;

export const canFill = ({ isKnown, isOpen }: ReplayMarket): boolean => isKnown && isOpen;

/** The book that a snapshot shows. A level that it repeats unchanged keeps what was taken from it. */
export function applyReplaySnapshot(market: ReplayMarket, book: BookSides, atUs: number): Matched {
  const bids = new Map(book.bids.map((level) => [level.price, refresh(market.bids, level, atUs)]));
  const asks = new Map(book.asks.map((level) => [level.price, refresh(market.asks, level, atUs)]));
  const orders = market.orders.map((order) =>
    order.ahead === null
      ? { ...order, ahead: displayedAt(order.side === 'BUY' ? bids : asks, order.price) }
      : order,
  );
  return matchCrossed(moveQueues({ ...market, orders, isKnown: true }, bids, asks));
}

/** Changed levels with absolute quantities; zero removes a level. Ignored until a snapshot makes the book known. */
export function applyReplayDelta(market: ReplayMarket, changes: BookSides, atUs: number): Matched {
  if (!market.isKnown) return { market, fills: [] };
  const set = (levels: Levels, changed: readonly Level[]): Levels => {
    const next = new Map(levels);
    for (const level of changed) {
      if (level.qty > 0n || levels.has(level.price)) next.set(level.price, refresh(levels, level, atUs));
    }
    return next;
  };
  const bids = set(market.bids, changes.bids);
  const asks = set(market.asks, changes.asks);
  return matchCrossed(moveQueues(market, bids, asks));
}

/** The book is unknown from now on. Orders stay, and join the queue as the last when the book is known again. */
export const loseBook = (market: ReplayMarket): ReplayMarket => ({
  ...market,
  bids: new Map(),
  asks: new Map(),
  isKnown: false,
  orders: market.orders.map((order) => ({ ...order, ahead: null })),
});

interface ObservedTrade {
  readonly price: Price;
  readonly qty: Qty;
  readonly taker: Side;
  readonly tradedAt?: number; // Unix ms at the venue; absent: now
}

/**
 * A trade of others. It takes from the level that rested, and it reaches our orders that were at its price or better, each
 * behind its queue. The part that a change of the level has already shown is not counted again.
 *
 * @param taker  the side of the trade's taker
 */
export function applyReplayPrint(market: ReplayMarket, print: ObservedTrade, atUs: number): Matched {
  const { price, qty, taker, tradedAt = Number.POSITIVE_INFINITY } = print;
  if (!canFill(market)) return { market, fills: [] };
  const side = taker === 'BUY' ? 'SELL' : 'BUY';
  const levels = levelsOf(market, side);
  const level = levels.get(price);
  const early = level !== undefined && atUs - level.earlyUs <= EXPLAINED_WITHIN_US ? level.early : QTY_ZERO;
  const known = minQty(early, qty);
  const next = new Map(levels);
  if (level !== undefined) {
    const taken = minQty(level.displayed, (level.taken + qty - known) as Qty);
    next.set(price, { ...level, taken, early: (early - known) as Qty });
  }
  return fillQueue(withLevels(market, side, next), { price, side, qty, known, tradedAt });
}

interface Passing {
  readonly price: Price;
  readonly side: Side; // of the resting orders
  readonly qty: Qty;
  readonly known: Qty; // of it, already taken from the queues by the change of the level
  readonly tradedAt: number;
}

/** Our orders share the quantity of one trade: better prices first, then earlier ones. */
function fillQueue(market: ReplayMarket, { price, side, qty, known, tradedAt }: Passing): Matched {
  const fills: ReplayFill[] = [];
  const after = new Map<string, RestingOrder>();
  let left = qty;
  for (const order of byPriority(market.orders, side)) {
    if (isWorse(side, order.price, price) || order.ahead === null || order.since > tradedAt) continue;
    const isThrough = order.price !== price; // the trade went past our price, and so past everything ahead of us
    const before = minQty(left, known);
    const passed = isThrough ? QTY_ZERO : minQty(order.ahead, (left - before) as Qty);
    const room = isThrough ? left : ((left - before - passed) as Qty);
    const filled = minQty(order.remaining, room);
    const ahead = isThrough ? QTY_ZERO : ((order.ahead - passed) as Qty);
    after.set(order.id, { ...order, ahead, remaining: (order.remaining - filled) as Qty });
    if (filled > 0n) fills.push({ orderId: order.id, price: order.price, qty: filled, liquidity: 'MAKER' });
    left = (left - filled) as Qty;
  }
  return { market: withOrders(market, after), fills };
}

/**
 * Takes from the recorded book, best price first, what has not been taken before.
 *
 * @param limit  the worst price; null: any
 */
export function takeFromBook(
  market: ReplayMarket,
  order: { readonly id: string; readonly side: Side; readonly limit: Price | null; readonly qty: Qty },
): Matched {
  if (!canFill(market)) return { market, fills: [] };
  const opposite = order.side === 'BUY' ? 'SELL' : 'BUY';
  const levels = new Map(levelsOf(market, opposite));
  const fills: ReplayFill[] = [];
  let left = order.qty;
  for (const [price, level] of bestFirst(levels, opposite)) {
    if (left === 0n || (order.limit !== null && isWorse(order.side, order.limit, price))) break;
    const qty = minQty(left, availableIn(level));
    if (qty === 0n) continue;
    levels.set(price, { ...level, taken: (level.taken + qty) as Qty });
    fills.push({ orderId: order.id, price, qty, liquidity: 'TAKER' });
    left = (left - qty) as Qty;
  }
  return { market: withLevels(market, opposite, levels), fills };
}

/** What `takeFromBook` would fill. */
export const takeableQty = (market: ReplayMarket, side: Side, limit: Price | null): Qty => {
  const levels = levelsOf(market, side === 'BUY' ? 'SELL' : 'BUY');
  let sum = 0n;
  for (const [price, level] of levels)
    if (limit === null || !isWorse(side, limit, price)) sum += availableIn(level);
  return (canFill(market) ? sum : 0n) as Qty;
};

/** Adds an order behind everything that is displayed at its price. */
export function addRestingOrder(market: ReplayMarket, order: Omit<RestingOrder, 'ahead'>): ReplayMarket {
  const levels = levelsOf(market, order.side);
  const level = levels.get(order.price);
  const ahead = market.isKnown ? (level === undefined ? QTY_ZERO : availableIn(level)) : null;
  return { ...market, orders: [...market.orders, { ...order, ahead }] };
}

export const removeRestingOrder = (market: ReplayMarket, id: string): ReplayMarket => ({
  ...market,
  orders: market.orders.filter((order) => order.id !== id),
});

/** The book as a member of the venue would see it: what is left of the recorded levels, and our orders. */
export function visibleBook(market: ReplayMarket): BookSides {
  return { bids: visibleSide(market, 'BUY'), asks: visibleSide(market, 'SELL') };
}

/** True if the visible book differs from the one of others, because of what was taken or of our orders. */
export const hasOwnEffect = ({ bids, asks, orders }: ReplayMarket): boolean =>
  orders.length > 0 || [bids, asks].some((levels) => levels.values().some(({ taken }) => taken > 0n));

/** The best displayed prices of others; null: none. */
export const displayedTouch = ({
  bids,
  asks,
}: ReplayMarket): { readonly bid: Price | null; readonly ask: Price | null } => ({
  bid: bestDisplayed(bids, 'BUY'),
  ask: bestDisplayed(asks, 'SELL'),
});

function bestDisplayed(levels: Levels, side: Side): Price | null {
  let best: Price | null = null;
  for (const [price, { displayed }] of levels)
    if (displayed > 0n && (best === null || isWorse(side, best, price))) best = price;
  return best;
}

function visibleSide(market: ReplayMarket, side: Side): readonly Level[] {
  const sums = new Map<Price, bigint>();
  for (const [price, level] of levelsOf(market, side)) sums.set(price, availableIn(level));
  for (const order of market.orders) {
    if (order.side === side) sums.set(order.price, (sums.get(order.price) ?? 0n) + order.remaining);
  }
  const levels = [...sums].filter(([, qty]) => qty > 0n).map(([price, qty]) => ({ price, qty: qty as Qty }));
  return levels.toSorted((a, b) => comparePrices(side, a.price, b.price));
}

/** A changed level is fresh. What it lost without a print yet is remembered, so that the print is not counted twice. */
function refresh(levels: Levels, { price, qty }: Level, atUs: number): RecordedLevel {
  const before = levels.get(price);
  if (before !== undefined && before.displayed === qty) return before;
  const explained = before?.taken ?? QTY_ZERO;
  const lost = (before?.displayed ?? QTY_ZERO) - qty - explained;
  return { displayed: qty, taken: QTY_ZERO, early: (lost > 0n ? lost : 0n) as Qty, earlyUs: atUs };
}

/** The market with these levels. Cancels of others shorten the queue ahead of our orders, at most to what is displayed. */
function moveQueues(market: ReplayMarket, bids: Levels, asks: Levels): ReplayMarket {
  const orders = market.orders.map((order) => {
    if (order.ahead === null) return order;
    const [before, after] = order.side === 'BUY' ? [market.bids, bids] : [market.asks, asks];
    const gone = cancelledAhead(
      order.ahead,
      before.get(order.price),
      after.get(order.price),
      market.queuePower,
    );
    const ahead = minQty((order.ahead - gone) as Qty, displayedAt(after, order.price));
    return ahead === order.ahead ? order : { ...order, ahead };
  });
  return { ...market, bids, asks, orders };
}

/**
 * Of the quantity that others cancelled at a price, the part that was ahead of us: with `ahead` contracts before and `behind`
 * behind us, the share ahead^n / (ahead^n + behind^n). Trades are not cancels, and have moved the queue already.
 *
 * Source  the power probability queue model of hftbacktest
 */
function cancelledAhead(
  ahead: Qty,
  before: RecordedLevel | undefined,
  after: RecordedLevel | undefined,
  power: number | null,
): Qty {
  if (power === null || before === undefined || after === undefined || before === after) return QTY_ZERO;
  const left = availableIn(before);
  const lost = left - after.displayed;
  if (lost <= 0n) return QTY_ZERO;
  const behind = left > ahead ? left - ahead : 0n;
  const [front, back] = [ahead ** BigInt(power), behind ** BigInt(power)];
  const gone = front === 0n ? 0n : (lost * front) / (front + back);
  return minQty(gone as Qty, ahead);
}

/** A recorded order that appears at our price or beyond would have traded with ours, at our price. */
function matchCrossed(market: ReplayMarket): Matched {
  let now = market;
  const fills: ReplayFill[] = [];
  if (!canFill(market)) return { market, fills };
  for (const side of SIDES) {
    for (const { id, price, remaining } of byPriority(market.orders, side)) {
      const taken = takeFromBook(now, { id, side, limit: price, qty: remaining });
      const qty = taken.fills.reduce((sum, fill) => sum + fill.qty, 0n) as Qty;
      if (qty === 0n) continue;
      fills.push({ orderId: id, price, qty, liquidity: 'MAKER' });
      const left = (remaining - qty) as Qty;
      const order = taken.market.orders.find((each) => each.id === id);
      now = withOrders(
        taken.market,
        new Map(order === undefined ? [] : [[id, { ...order, remaining: left }]]),
      );
    }
  }
  return { market: now, fills };
}

const levelsOf = ({ bids, asks }: ReplayMarket, side: Side): Levels => (side === 'BUY' ? bids : asks);

const withLevels = (market: ReplayMarket, side: Side, levels: Levels): ReplayMarket =>
  side === 'BUY' ? { ...market, bids: levels } : { ...market, asks: levels };

/** Filled orders leave the book. */
const withOrders = (market: ReplayMarket, changed: ReadonlyMap<string, RestingOrder>): ReplayMarket => ({
  ...market,
  orders: market.orders
    .map((order) => changed.get(order.id) ?? order)
    .filter(({ remaining }) => remaining > 0n),
});

const availableIn = ({ displayed, taken }: RecordedLevel): Qty => (displayed - taken) as Qty;

const displayedAt = (levels: Levels, price: Price): Qty => levels.get(price)?.displayed ?? QTY_ZERO;

/** True if `price` is worse for a resting order of the side than `than`: a lower bid, a higher ask. */
const isWorse = (side: Side, price: Price, than: Price): boolean =>
  side === 'BUY' ? price < than : price > than;

const comparePrices = (side: Side, a: Price, b: Price): number =>
  a === b ? 0 : isWorse(side, a, b) ? 1 : -1;

const bestFirst = (levels: Levels, side: Side): readonly (readonly [Price, RecordedLevel])[] =>
  [...levels].toSorted(([a], [b]) => comparePrices(side, a, b));

const byPriority = (orders: readonly RestingOrder[], side: Side): readonly RestingOrder[] =>
  orders.filter((order) => order.side === side).toSorted((a, b) => comparePrices(side, a.price, b.price));
