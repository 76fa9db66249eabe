import { type ApiKey, grantCovers } from '../access/access.ts';
import { assumeFee } from '../fees/dearest-fees.ts';
import type { FeeSchedule } from '../model/fee-schedule.ts';
import type { FillId, InstrumentId, KeyId, OrderId } from '../model/ids.ts';
import {
  averagePrice,
  complement,
  computeNotional,
  type Notional,
  PRICE_ONE,
  type Price,
  type Qty,
} from '../model/money.ts';
import { type Fill, isLive, type Leg, type Order, remainingQty, type Side } from '../model/order.ts';
import type { TimestampMs } from '../model/time.ts';
import { computeCashNeeded } from './cash-needed.ts';

export const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

interface CountedFill {
  readonly timestamp: TimestampMs;
  readonly cost: bigint;
  readonly pnl: bigint; // after the fee
}

interface KeyUsage {
  readonly key: ApiKey;
  readonly orders: Map<OrderId, TimestampMs>; // accepted, of the last hour
  readonly fills: Map<FillId, CountedFill>; // of the present UTC day
}

/** What the keys of agents have used of their policies. Derived from orders and fills, never stored. */
export class AgentUsage {
  readonly #keys = new Map<KeyId, KeyUsage>();

  /** Counts for this key from now on; a key without a policy is ignored. */
  addKey(key: ApiKey): void {
    if (key.agent !== null) this.#keys.set(key.keyId, { key, orders: new Map(), fills: new Map() });
  }

  addOrder({ id, keyId, createdAt }: Pick<Order, 'id' | 'keyId' | 'createdAt'>): void {
    const orders = this.#keys.get(keyId)?.orders;
    if (orders === undefined) return;
    for (const [old, at] of orders) if (at <= createdAt - HOUR_MS) orders.delete(old);
    orders.set(id, createdAt);
  }

  /**
   * Counts a fill for the key of its order, and a settlement for each key that may use its subaccount.
   *
   * @param order  null for a settlement
   */
  addFill(fill: Fill, order: Pick<Order, 'keyId' | 'reduceOnly'> | null): void {
    if (this.#keys.size === 0 || fill.settlement === 'VOID' || fill.voids !== null) return;
    if (order !== null) {
      const usage = this.#keys.get(order.keyId);
      if (usage !== undefined) count(usage, fill, computeFillCost(fill, order.reduceOnly));
      return;
    }
    for (const usage of this.#keys.values()) if (isSettledFor(usage.key, fill)) count(usage, fill, 0n);
  }

  removeFill(id: FillId): void {
    for (const { fills } of this.#keys.values()) fills.delete(id);
  }

  ordersLastHour(keyId: KeyId, now: TimestampMs): number {
    const times = [...(this.#keys.get(keyId)?.orders.values() ?? [])];
    return times.filter((at) => at > now - HOUR_MS).length;
  }

  /** Cost and PnL of the fills in the UTC day of `now`. */
  dayTotals(keyId: KeyId, now: TimestampMs): { readonly cost: Notional; readonly pnl: Notional } {
    let [cost, pnl] = [0n, 0n];
    for (const fill of this.#keys.get(keyId)?.fills.values() ?? []) {
      if (fill.timestamp < startOfDay(now)) continue;
      cost += fill.cost;
      pnl += fill.pnl;
    }
    return { cost: cost as Notional, pnl: pnl as Notional };
  }
}

export const startOfDay = (now: TimestampMs): TimestampMs => (now - (now % DAY_MS)) as TimestampMs;

function count({ fills }: KeyUsage, fill: Fill, cost: bigint): void {
  const { id, timestamp, realizedPnl } = fill;
  const dayStart = startOfDay(timestamp);
  for (const [old, { timestamp: at }] of fills) if (at < dayStart) fills.delete(old);
  fills.set(id, { timestamp, cost, pnl: realizedPnl - assumeFee(fill) });
}

const isSettledFor = ({ accountId, subaccounts, createdAt }: ApiKey, fill: Fill): boolean =>
  accountId === fill.accountId && grantCovers(subaccounts, fill.subaccountId) && fill.timestamp >= createdAt;

/** A reduce-only order stays within the position, so only its fees cost anything. */
function computeFillCost(fill: Fill, isReduceOnly: boolean): bigint {
  const { side, price, qty } = fill;
  return (isReduceOnly ? 0n : computeNotional(toUnitCost(side, price), qty)) + assumeFee(fill);
}

const toUnitCost = (side: Side, price: Price): Price => (side === 'BUY' ? price : complement(price));

export type FindFees = (id: InstrumentId) => FeeSchedule;

/** The unfilled part of an order at one venue. */
export type OpenLeg = Pick<Leg, 'venue' | 'instrumentId' | 'outcome' | 'price' | 'qty'>;

/** What these parts of an order may still spend: `qty` × price of a BUY, `qty` × (1 − price) of a SELL, and the taker fee. */
export function computeOpenCost(
  { side, reduceOnly }: Pick<Order, 'side' | 'reduceOnly'>,
  legs: readonly OpenLeg[],
  findFees: FindFees,
): Notional {
  let sum = 0n;
  for (const { instrumentId, outcome, price: limit, qty } of legs) {
    const price = limit ?? (side === 'BUY' ? PRICE_ONE : (0n as Price));
    const cash = computeCashNeeded({ side, outcome, price, qty }, findFees(instrumentId), 0n);
    sum += reduceOnly ? cash - computeNotional(toUnitCost(side, price), qty) : cash;
  }
  return sum as Notional;
}

/** The live legs with what may still fill. A pending amend counts with its new terms where they cost more. */
export function listOpenLegs(order: Order): readonly OpenLeg[] {
  return order.legs
    .filter(({ status }) => isLive(status))
    .map((leg) => {
      const target = order.pendingAmend?.legs.find((each) => each.leg === leg.leg);
      const open = { ...leg, qty: remainingQty(leg) };
      if (target === undefined) return open;
      const added = target.qty > leg.qty ? target.qty - leg.qty : 0n;
      return { ...open, qty: (open.qty + added) as Qty, price: dearest(order.side, leg.price, target.price) };
    });
}

const dearest = (side: Side, a: Price | null, b: Price | null): Price | null => {
  if (a === null || b === null) return null;
  return (side === 'BUY') === a > b ? a : b;
};

/** The highest published fees of what the legs have filled, at their average prices. */
function assumeFees(legs: Order['legs']): bigint {
  let sum = 0n;
  for (const { filledQty: qty, filledNotional } of legs) {
    const price = averagePrice(filledNotional, qty);
    if (price !== null) sum += assumeFee({ fee: null, price, qty });
  }
  return sum;
}

/** What the fills of an order have cost, fees included; a fee that is unknown counts as the highest published one. */
export function computeSpent({ side, reduceOnly, legs, fees }: Order): Notional {
  let sum: bigint = fees ?? assumeFees(legs);
  for (const { filledQty, filledNotional } of reduceOnly ? [] : legs)
    sum += side === 'BUY' ? filledNotional : computeNotional(PRICE_ONE, filledQty) - filledNotional;
  return sum as Notional;
}
