import {
  type AccountId,
  type ApiKey,
  complement,
  computeNotional,
  type FeeSchedule,
  type Fill,
  type FillId,
  grantCovers,
  type InstrumentId,
  isLive,
  type KeyId,
  type Leg,
  type Notional,
  type Order,
  PRICE_ONE,
  type Price,
  type Qty,
  remainingQty,
  type Side,
  type SubaccountId,
  type TimestampMs,
} from '#contract';
import { assumeFee, assumeFees } from '../fees/dearest-fees.ts';
import { computeCashNeeded, computeClosableQty } from './cash-needed.ts';
import { RecentTimes } from './recent-times.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** What fills have cost and realized. */
interface FillSums {
  readonly cost: bigint; // of what they opened, and their fees
  readonly grossCost: bigint; // as if each contract had opened a position: the cap of agents counts so
  readonly pnl: bigint; // after the fees
}

interface CountedFill extends FillSums {
  readonly keyId: KeyId | null; // null for a settlement and for what was adopted
  readonly timestamp: TimestampMs;
}

interface SubaccountUsage {
  readonly orders: Map<KeyId, RecentTimes>; // of their acceptance, while they may count
  readonly days: Map<KeyId, Map<TimestampMs, FillSums>>; // by the start of the UTC day
  readonly kept: Map<FillId, CountedFill>; // that may still be voided, and those of no key
  today: TimestampMs; // of the newest order, by our clock
}

/** Whose use counts: that of an account, of one of its subaccounts, or of one key. */
export interface UsageScope {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId | null; // null: all of the account
  readonly key: ApiKey | null; // null: all keys, and settlements
}

/**
 * What accounts, subaccounts and keys have used of their limits by the minute, hour and UTC day. Derived from orders and
 * fills, never stored.
 */
export class TradingUsage {
  readonly #accounts = new Map<AccountId, Map<SubaccountId, SubaccountUsage>>();
  readonly #agents = new Set<KeyId>(); // whose orders count for an hour
  readonly #voided = new Set<FillId>(); // before they were counted

  addKey({ keyId, agent }: ApiKey): void {
    if (agent !== null) this.#agents.add(keyId);
  }

  addOrder(order: Pick<Order, 'keyId' | 'createdAt' | 'accountId' | 'subaccountId'>): void {
    const { keyId, createdAt } = order;
    const usage = this.#of(order);
    const day = startOfDay(createdAt);
    if (day > usage.today) beginDay(usage, day);
    const { orders } = usage;
    let times = orders.get(keyId);
    if (times === undefined) orders.set(keyId, (times = new RecentTimes()));
    times.add(createdAt, this.#agents.has(keyId) ? HOUR_MS : MINUTE_MS);
  }

  /**
   * Counts a fill for the key of its order, its subaccount and its account. A settlement counts for every key that may use
   * its subaccount.
   *
   * @param order  null for a settlement
   * @param net    the position before the fill, in YES terms
   */
  addFill(fill: Fill, order: Pick<Order, 'keyId' | 'reduceOnly'> | null, net: bigint): void {
    if (fill.settlement === 'VOID' || fill.voids !== null || this.#voided.delete(fill.id)) return;
    const { id, timestamp, settlement } = fill;
    const usage = this.#of(fill);
    const sums = computeFillSums(fill, order, net);
    if (order === null || settlement === 'PENDING') {
      usage.kept.set(id, { ...sums, keyId: order?.keyId ?? null, timestamp });
      return;
    }
    const day = startOfDay(timestamp);
    const days = usage.days.get(order.keyId) ?? new Map<TimestampMs, FillSums>();
    usage.days.set(order.keyId, days.set(day, addSums(days.get(day) ?? NO_FILLS, sums)));
  }

  removeFill(fill: Pick<Fill, 'id' | 'accountId' | 'subaccountId'>): void {
    if (!this.#of(fill).kept.delete(fill.id)) this.#voided.add(fill.id);
  }

  /** When the orders of the last `windowMs` were accepted. */
  orderTimes(scope: UsageScope, windowMs: number, now: TimestampMs): readonly TimestampMs[] {
    return this.#list(scope).flatMap(({ orders }) =>
      [...orders].flatMap(([keyId, own]) =>
        isOf(scope, keyId) ? own.after((now - windowMs) as TimestampMs) : [],
      ),
    );
  }

  /** The fills in the UTC day of `now`. */
  dayTotals(scope: UsageScope, now: TimestampMs): FillSums {
    const start = startOfDay(now);
    let sums = NO_FILLS;
    for (const { days, kept } of this.#list(scope)) {
      for (const [keyId, own] of days)
        for (const [day, each] of own) if (day >= start && isOf(scope, keyId)) sums = addSums(sums, each);
      for (const fill of kept.values())
        if (fill.timestamp >= start && countsFor(scope, fill)) sums = addSums(sums, fill);
    }
    return sums;
  }

  #list({ accountId, subaccountId, key }: UsageScope): readonly SubaccountUsage[] {
    return [...(this.#accounts.get(accountId) ?? [])].flatMap(([id, usage]) =>
      (subaccountId === null || id === subaccountId) && (key === null || grantCovers(key.subaccounts, id))
        ? [usage]
        : [],
    );
  }

  #of({ accountId, subaccountId }: Pick<Order, 'accountId' | 'subaccountId'>): SubaccountUsage {
    const account = this.#accounts.get(accountId) ?? new Map<SubaccountId, SubaccountUsage>();
    this.#accounts.set(accountId, account);
    const known = account.get(subaccountId);
    if (known !== undefined) return known;
    const fresh = { orders: new Map(), days: new Map(), kept: new Map(), today: 0 as TimestampMs };
    account.set(subaccountId, fresh);
    return fresh;
  }
}

/**
 * Forgets what is older than yesterday, whose fills may be reported late. Days begin by our own clock: a venue's time that is
 * wrong forgets nothing.
 */
function beginDay(usage: SubaccountUsage, day: TimestampMs): void {
  usage.today = day;
  for (const days of usage.days.values())
    for (const old of days.keys()) if (old < day - DAY_MS) days.delete(old);
  for (const [id, { timestamp }] of usage.kept) if (timestamp < day - DAY_MS) usage.kept.delete(id);
}

export const startOfDay = (now: TimestampMs): TimestampMs => (now - (now % DAY_MS)) as TimestampMs;
export const startOfNextDay = (now: TimestampMs): TimestampMs => (startOfDay(now) + DAY_MS) as TimestampMs;

const NO_FILLS: FillSums = { cost: 0n, grossCost: 0n, pnl: 0n };

const addSums = (a: FillSums, b: FillSums): FillSums => ({
  cost: a.cost + b.cost,
  grossCost: a.grossCost + b.grossCost,
  pnl: a.pnl + b.pnl,
});

const isOf = ({ key }: UsageScope, keyId: KeyId): boolean => key === null || key.keyId === keyId;

/** A key counts the settlements since it exists. */
const countsFor = ({ key }: UsageScope, { keyId, timestamp }: CountedFill): boolean =>
  key === null || (keyId === null ? timestamp >= key.createdAt : keyId === key.keyId);

/** A settlement and what was adopted cost nothing. */
function computeFillSums(fill: Fill, order: Pick<Order, 'reduceOnly'> | null, net: bigint): FillSums {
  const { side, price, qty, realizedPnl } = fill;
  const fee = assumeFee(fill);
  const pnl = realizedPnl - fee;
  if (order === null) return { cost: 0n, grossCost: 0n, pnl };
  const held = computeClosableQty({ ...fill, tokenSide: null }, net);
  const opened = (order.reduceOnly || held >= qty ? 0n : qty - held) as Qty;
  const unit = toUnitCost(side, price);
  const gross = order.reduceOnly ? 0n : computeNotional(unit, qty);
  return { cost: computeNotional(unit, opened) + fee, grossCost: gross + fee, pnl };
}

export const toUnitCost = (side: Side, price: Price): Price => (side === 'BUY' ? price : complement(price));

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

/** What the fills of an order have cost, fees included; a fee that is unknown counts as the highest published one. */
export function computeSpent({ side, reduceOnly, legs, fees }: Order): Notional {
  let sum: bigint = assumeFees({ legs, fees });
  for (const { filledQty, filledNotional } of reduceOnly ? [] : legs)
    sum += side === 'BUY' ? filledNotional : computeNotional(PRICE_ONE, filledQty) - filledNotional;
  return sum as Notional;
}
