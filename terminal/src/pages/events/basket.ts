import type {
  BatchEntry,
  EventMember,
  MarketEvent,
  NewOrder,
  Opportunity,
  Order,
  OrderPreview,
  Outcome,
} from '../../../../sdk/src/index.ts';
import {
  compareAmounts,
  computeCost,
  negated,
  subtractAmounts,
  sumAmounts,
} from '../../components/amounts.ts';
import { reasonLabel } from '../../components/labels.ts';

/** One outcome of a basket: which contract is bought, and at most at which price. */
export interface BasketItem {
  readonly instrumentId: number;
  readonly outcome: Outcome;
  readonly price: string; // typed; empty: at the market
  readonly qty: string; // typed; empty: the number of sets
}

export interface Basket {
  readonly sets: string;
  readonly items: readonly BasketItem[];
}

/** An order of a basket with the outcome that it buys. */
export interface BasketOrder {
  readonly item: BasketItem;
  readonly order: NewOrder;
}

/** All legs of an opportunity, at most at their worst prices. */
export const toBasket = ({ legs, qty }: Pick<Opportunity, 'legs' | 'qty'>): Basket => ({
  sets: qty,
  items: legs.map(({ instrument_id: instrumentId, outcome, worst_price: price }) => ({
    instrumentId,
    outcome,
    price,
    qty: '',
  })),
});

/** Buys YES or NO of an outcome, at most at this price, or nothing of it. */
export function chooseOutcome(
  basket: Basket,
  instrumentId: number,
  outcome: Outcome | null,
  price: string,
): Basket {
  const items = basket.items.filter((item) => item.instrumentId !== instrumentId);
  const qty = basket.items.find((item) => item.instrumentId === instrumentId)?.qty ?? '';
  return { ...basket, items: outcome === null ? items : [...items, { instrumentId, outcome, price, qty }] };
}

export const changeItem = (basket: Basket, instrumentId: number, change: Partial<BasketItem>): Basket => ({
  ...basket,
  items: basket.items.map((item) => (item.instrumentId === instrumentId ? { ...item, ...change } : item)),
});

interface Readers {
  /** The canonical decimals of typed figures; null for none. */
  readonly readQty: (text: string) => string | null;
  readonly readPrice: (text: string) => string | null;
}

/**
 * The orders of a basket; null while a figure is missing or wrong. They take what is offered within their price at once
 * (IOC), so that no leg rests while the others are filled.
 */
export function toOrders(
  { sets, items }: Basket,
  subaccountId: string,
  { readQty, readPrice }: Readers,
): readonly BasketOrder[] | null {
  const orders: BasketOrder[] = [];
  for (const item of items) {
    const qty = readQty(item.qty.trim() === '' ? sets : item.qty);
    const price = item.price.trim() === '' ? undefined : readPrice(item.price);
    if (qty === null || price === null) return null;
    const terms = price === undefined ? { type: 'MARKET' as const } : { type: 'LIMIT' as const, price };
    const target = { instrument_id: item.instrumentId, side: 'BUY' as const, outcome: item.outcome };
    orders.push({
      item,
      order: { subaccount_id: subaccountId, ...target, ...terms, tif: 'IOC', qty },
    });
  }
  return orders.length === 0 ? null : orders;
}

/** What a leg of a basket would do now. */
export interface LegPreview {
  readonly outcome: Outcome;
  readonly instrumentId: number;
  readonly takes: string; // contracts on offer within the price
  readonly cost: string; // with fees
}

/** Null when the book cannot be estimated. */
export function toLegPreview({ item }: BasketOrder, { legs }: OrderPreview): LegPreview | null {
  const expected = legs[0]?.expected ?? null;
  if (expected === null) return null;
  const { takes_qty: takes, avg_price: average } = expected;
  const fee = takes === '0' ? '0' : expected.fee;
  const cost = sumAmounts([average === null ? '0' : (computeCost(average, takes) ?? '0'), fee]);
  return { instrumentId: item.instrumentId, outcome: item.outcome, takes, cost };
}

export interface BasketResult {
  readonly cost: string;
  readonly worst: string; // payout less cost
  readonly best: string;
  readonly isBounded: boolean; // false: how many outcomes pay is not known, so each may pay or not
}

/**
 * Cost, worst and best result of a basket, over every outcome that may win. Where the venue does not state how many
 * outcomes pay, at worst no contract pays, and at best all of them do.
 *
 * @param members  all outcomes of the event
 */
export function computeResult(
  legs: readonly LegPreview[],
  { exclusive, complete, augmented }: Pick<MarketEvent, 'exclusive' | 'complete' | 'augmented'>,
  members: readonly Pick<EventMember, 'instrument_id'>[],
): BasketResult {
  const cost = sumAmounts(legs.map((leg) => leg.cost));
  const isBounded = exclusive === 'EXACTLY_ONE' || exclusive === 'AT_MOST_ONE';
  if (!isBounded)
    return { cost, worst: negated(cost), best: subtractAmounts(sumTakes(legs), cost), isBounded };
  const winners: (number | null)[] = members.map(({ instrument_id: id }) => id);
  if (exclusive === 'AT_MOST_ONE' || complete !== true || augmented === true) winners.push(null); // none of the listed ones
  const results = winners.map((winner) =>
    subtractAmounts(
      sumTakes(legs.filter(({ instrumentId, outcome }) => (instrumentId === winner) === (outcome === 'YES'))),
      cost,
    ),
  );
  const sorted = results.toSorted(compareAmounts);
  return { cost, worst: sorted[0] ?? negated(cost), best: sorted.at(-1) ?? negated(cost), isBounded };
}

const sumTakes = (legs: readonly LegPreview[]): string => sumAmounts(legs.map(({ takes }) => takes));

/** The ids of the orders of one press: the same press always has the same ids, so that a repeat places nothing twice. */
export const withIds = (orders: readonly BasketOrder[], key: string): readonly NewOrder[] =>
  orders.map(({ order }, at) => ({ ...order, client_order_id: `${key}-${at + 1}` }));

/** What happened to one leg. */
export interface LegOutcome {
  readonly item: BasketItem;
  readonly isComplete: boolean;
  readonly text: string;
}

/** The legs whose orders were found by their ids after an unknown outcome; null when there is none. */
export function describeFound(
  orders: readonly BasketOrder[],
  found: readonly (Order | undefined)[],
): readonly LegOutcome[] | null {
  if (found.every((order) => order === undefined)) return null;
  return orders.map(({ item }, at) => {
    const order = found[at];
    return order === undefined ? { item, isComplete: false, text: 'not placed' } : describeOrder(item, order);
  });
}

/** The answer of a batch, in words for each leg. */
export function describeEntries(
  orders: readonly BasketOrder[],
  entries: readonly BatchEntry[],
): readonly LegOutcome[] {
  return orders.map(({ item }, at) => {
    const entry = entries.find(({ index }) => index === at);
    if (entry === undefined) return { item, isComplete: false, text: 'no answer' };
    if (entry.id === null) return { item, isComplete: false, text: `refused: ${entry.message}` };
    return describeOrder(item, entry);
  });
}

function describeOrder(item: BasketItem, { id, status, filled_qty: filled, qty, reason }: Order): LegOutcome {
  const why = reason === null ? '' : `, ${reasonLabel(reason)}`;
  return { item, isComplete: status === 'FILLED', text: `${id} is ${status}: ${filled} of ${qty}${why}` };
}
