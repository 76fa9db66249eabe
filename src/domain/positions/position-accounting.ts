import {
  type AccountId,
  absolute,
  assert,
  averagePrice,
  complement,
  divideHalfEven,
  type Fill,
  type InstrumentId,
  isYesBuy,
  minQty,
  NOTIONAL_ZERO,
  type Notional,
  type Outcome,
  type Position,
  PRICE_ONE,
  type Price,
  positionKey,
  type Qty,
  type Resolution,
  requirePresent,
  type Side,
  type SubaccountId,
  type TimestampMs,
  type VenueName,
} from '#contract';

/** One execution of a subaccount in an instrument. */
export interface Execution {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId;
  readonly instrumentId: InstrumentId;
  readonly venue: VenueName;
  readonly side: Side;
  readonly outcome: Outcome;
  readonly price: Price; // in terms of `outcome`, 0..1
  readonly qty: Qty; // > 0
  readonly at: TimestampMs;
}

/** The position after an execution, and the PnL that the execution realized (without fees). */
interface AppliedFill {
  readonly position: Position; // net 0 once closed
  readonly realizedPnl: Notional;
}

/**
 * Applies one execution to a position, in YES terms.
 *
 * Increasing adds the exact cost. Reducing takes the closed share of the cost, and realizes proceeds less that
 * share; the rest of the cost stays, so that a position that was closed has realized exactly the cash that
 * moved (I-52). Crossing zero closes the position and opens the rest at the fill price.
 *
 * @param position  the position before; null when there was none
 * Source           contract, NO contracts; docs/decisions/positions-and-pnl.md
 */
export const applyFill = (position: Position | null, execution: Execution): AppliedFill =>
  move(position, execution, takeShareOfCost);

/**
 * Applies a fill from the journal by the rule it was recorded with. In older ledgers a reduction realized against the
 * average rounded to 8 decimals; a VOID still does, because it realizes nothing. When neither rule gives the recorded
 * PnL, because an earlier fill was voided since, the exact rule holds.
 */
export function applyRecordedFill(
  position: Position | null,
  fill: Execution & Pick<Fill, 'realizedPnl'>,
): AppliedFill {
  const exact = applyFill(position, fill);
  if (exact.realizedPnl === fill.realizedPnl) return exact;
  const rounded = move(position, fill, takeAtRoundedAverage);
  return rounded.realizedPnl === fill.realizedPnl ? rounded : exact;
}

/** Divides the cost of a position of `held` contracts among those that are closed and those that stay. */
type CostShare = (cost: Notional, held: bigint, closed: bigint) => { closed: bigint; stays: bigint };

function takeShareOfCost(cost: Notional, held: bigint, closed: bigint): ReturnType<CostShare> {
  const share = divideHalfEven(cost * closed, held);
  return { closed: share, stays: cost - share };
}

function takeAtRoundedAverage(cost: Notional, held: bigint, closed: bigint): ReturnType<CostShare> {
  const average = requirePresent(averagePrice(cost, held as Qty), 'the average price of an open position');
  return { closed: average * closed, stays: average * (held - closed) };
}

function move(position: Position | null, execution: Execution, share: CostShare): AppliedFill {
  assert(execution.qty > 0n, 'an execution has a quantity');
  assert(execution.price >= 0n && execution.price <= PRICE_ONE, 'an execution is priced within 0..1');
  const held = position ?? emptyPosition(execution);
  assert(isSameHolding(held, execution), 'an execution belongs to the position it changes');
  const price = toYesPrice(execution.outcome, execution.price);
  const change = toSignedQty(execution.side, execution.outcome, execution.qty);
  const isGrowing = held.net === 0n || held.net > 0n === change > 0n;
  const moved = isGrowing ? grow(held, price, change) : reduce(held, price, change, share);
  const realizedPnl = (held.realizedPnl + moved.realizedPnl) as Notional;
  assert(moved.net !== 0n || moved.cost === 0n, 'a position of zero has no cost');
  return {
    position: { ...held, net: moved.net, cost: moved.cost, realizedPnl, updatedAt: execution.at },
    realizedPnl: moved.realizedPnl,
  };
}

/** YES contracts bought (> 0) or sold (< 0); buying NO counts as selling YES. */
export const toSignedQty = (side: Side, outcome: Outcome, qty: Qty): bigint =>
  isYesBuy(side, outcome) ? qty : qty * -1n;

/** Converts a price of `outcome` to YES terms. */
export const toYesPrice = (outcome: Outcome, price: Price): Price =>
  outcome === 'YES' ? price : complement(price);

/** Average entry price in YES terms, rounded half to even to 8 places; null for a closed position. */
export const computeAveragePrice = (position: Position): Price | null =>
  averagePrice(position.cost, absolute(position.net) as Qty);

interface Moved {
  readonly net: bigint;
  readonly cost: Notional;
  readonly realizedPnl: Notional;
}

function grow(held: Position, price: Price, change: bigint): Moved {
  return {
    net: held.net + change,
    cost: (held.cost + price * absolute(change)) as Notional,
    realizedPnl: NOTIONAL_ZERO,
  };
}

function reduce(held: Position, price: Price, change: bigint, share: CostShare): Moved {
  const net = held.net + change;
  const hasCrossed = net !== 0n && net > 0n !== held.net > 0n;
  const closed = hasCrossed ? absolute(held.net) : absolute(change);
  const cost = share(held.cost, absolute(held.net), closed);
  const gain = price * closed - cost.closed;
  return {
    net,
    cost: (hasCrossed ? price * absolute(net) : cost.stays) as Notional,
    realizedPnl: (held.net > 0n ? gain : -gain) as Notional,
  };
}

function emptyPosition(execution: Execution): Position {
  const { accountId, subaccountId, instrumentId, venue, at } = execution;
  return {
    accountId,
    subaccountId,
    instrumentId,
    venue,
    net: 0n,
    cost: NOTIONAL_ZERO,
    realizedPnl: NOTIONAL_ZERO,
    updatedAt: at,
  };
}

const isSameHolding = (held: Position, execution: Execution): boolean =>
  held.instrumentId === execution.instrumentId &&
  held.subaccountId === execution.subaccountId &&
  held.accountId === execution.accountId;

/** The execution that closes a position at market resolution, and the resulting position (net 0). */
interface Settlement extends AppliedFill {
  readonly side: Side; // SELL closes a long, BUY closes a short
  readonly outcome: 'YES';
  readonly price: Price; // YES terms
  readonly qty: Qty;
}

/**
 * Closes a position at its market's result: at 1 for YES, at 0 for NO, at the settlement price for FRACTION, and for
 * VOID at its average price, so that it realizes nothing.
 *
 * @param position  with a non-zero net
 * Source           contract, Fill record: SETTLEMENT; docs/decisions/positions-and-pnl.md
 */
export function settlePosition(position: Position, resolution: Resolution, at: TimestampMs): Settlement {
  assert(position.net !== 0n, 'only an open position is settled');
  const { accountId, subaccountId, instrumentId, venue } = position;
  const side: Side = position.net > 0n ? 'SELL' : 'BUY';
  const qty = absolute(position.net) as Qty;
  const price = toSettlementPrice(position, resolution);
  const execution = {
    accountId,
    subaccountId,
    instrumentId,
    venue,
    outcome: 'YES',
    side,
    price,
    qty,
    at,
  } as const;
  const isVoid = resolution.result === 'VOID'; // its price is the average, which is rounded: the cost itself is paid back
  const settled = isVoid ? move(position, execution, takeAtRoundedAverage) : applyFill(position, execution);
  // I-33: what is realized is the payout less the cost of the contracts that were held.
  const cost = position.net > 0n ? position.cost : PRICE_ONE * qty - position.cost;
  const payout = isVoid ? cost : computePayout(position, price);
  assert(settled.realizedPnl === payout - cost, 'a settlement realizes its payout');
  return { ...settled, side, outcome: 'YES', price, qty };
}

/**
 * The payout of a position at settlement. YES and NO of one market pay 1 together, so the payouts to all
 * holders of both outcomes are the contracts outstanding.
 *
 * @param settlementPrice what one YES contract pays, 0..1
 */
export const computePayout = ({ net }: Position, settlementPrice: Price): Notional =>
  (net > 0n ? settlementPrice * net : complement(settlementPrice) * -net) as Notional;

function toSettlementPrice(position: Position, { result, settlementPrice }: Resolution): Price {
  if (result === 'YES') return PRICE_ONE;
  if (result === 'NO') return 0n as Price;
  if (result === 'VOID')
    return requirePresent(computeAveragePrice(position), 'the average price of an open position');
  const price = requirePresent(settlementPrice, 'the settlement price of a fraction');
  assert(price > 0n && price < PRICE_ONE, 'a fraction lies between 0 and 1');
  return price;
}

interface PositionValue {
  readonly avgPrice: Price | null; // null once closed
  readonly markPrice: Price | null;
  readonly unrealizedPnl: Notional; // 0 once closed
}

/**
 * Values a position: (mark − average) · qty · (+1 long, −1 short). The gain comes from the cost, so that the average is
 * rounded for the caller only.
 *
 * @param mark  YES terms; null when the market has neither a mid nor a last price. Then the position is
 *              valued at its average
 */
export function markPosition(position: Position, mark: Price | null): PositionValue {
  const avgPrice = computeAveragePrice(position);
  const markPrice = mark ?? avgPrice;
  const { net, cost } = position;
  const unrealizedPnl = (mark === null ? 0n : mark * net - (net < 0n ? 0n - cost : cost)) as Notional;
  return { avgPrice, markPrice, unrealizedPnl };
}

/** The limit of the unfilled part of an order at one venue. */
export interface ClosingTerms extends Omit<Execution, 'price' | 'at'> {
  readonly price: Price | null;
}

/** The loss that these orders together realize if each closes, at its limit, what it can of the positions. */
export function sumClosingLosses(
  orders: readonly ClosingTerms[],
  positions: ReadonlyMap<string, Position>,
  at: TimestampMs,
): Notional {
  const left = new Map<string, Position>();
  let loss = 0n;
  for (const { price, ...terms } of orders) {
    const key = positionKey(terms.accountId, terms.subaccountId, terms.instrumentId);
    const held = left.get(key) ?? positions.get(key);
    const isClosing =
      held !== undefined && held.net !== 0n && held.net > 0n !== isYesBuy(terms.side, terms.outcome);
    if (!isClosing || price === null) continue;
    const qty = minQty(absolute(held.net) as Qty, terms.qty);
    if (qty === 0n) continue;
    const { position, realizedPnl } = applyFill(held, { ...terms, price, qty, at });
    left.set(key, position);
    if (realizedPnl < 0n) loss -= realizedPnl;
  }
  return loss as Notional;
}
