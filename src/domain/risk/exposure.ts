import {
  type AccountId,
  absolute,
  assert,
  type Fill,
  type InstrumentId,
  isLive,
  isYesBuy,
  type Leg,
  type Limits,
  listReservations,
  type Order,
  type Parent,
  type Position,
  positionKey,
  remainingQty,
  reservedOpenOrders,
  type ScopeKey,
  type SubaccountId,
  scopeKey,
} from '#contract';
import { LiveOrderIndex } from './live-order-index.ts';
import { findReducedPositions } from './reduce-only.ts';
import { RestingOrderIndex } from './resting-orders.ts';
import { TokenHoldings } from './token-holdings.ts';

/** Position and open quantity of one subaccount in one instrument, in YES terms, 1e-8 contracts. */
interface Holding {
  net: bigint;
  openBuys: bigint; // reserved: quantity that live orders may still buy
  openSells: bigint;
  pendingBuys: bigint; // part of `net` that the venue may still void
  pendingSells: bigint;
}

/** Sums over the instruments of one subaccount, or over all subaccounts of an account. */
export interface ExposureTotals {
  worst: bigint; // worst case: Σ max(|net + open buys|, |net − open sells|), with or without pending fills
  gross: bigint; // Σ |net|
  openOrders: number; // live GTC and GTD orders
}

/**
 * Worst-case positions if all open orders were filled. Totals are updated with each change of an order or
 * position, so that a risk check is a lookup. Each update subtracts the old record and adds the new one;
 * so a reservation is released exactly once (I-12).
 */
export class Exposure {
  readonly #holdings = new Map<string, Holding>();
  readonly #totals = new Map<ScopeKey, ExposureTotals>();
  readonly #netQty = new Map<InstrumentId, bigint>(); // over all accounts
  readonly bySubaccount = new LiveOrderIndex(({ accountId, subaccountId }) => [
    scopeKey(accountId, subaccountId),
  ]);
  readonly reduceOnly = new LiveOrderIndex(findReducedPositions);
  readonly resting = new RestingOrderIndex();
  readonly tokens = new TokenHoldings();

  totals(accountId: AccountId, subaccountId: SubaccountId | null): Readonly<ExposureTotals> {
    return this.#totals.get(scopeKey(accountId, subaccountId)) ?? { worst: 0n, gross: 0n, openOrders: 0 };
  }

  /** The position of all accounts together, in YES terms. */
  netQty(instrumentId: InstrumentId): bigint {
    return this.#netQty.get(instrumentId) ?? 0n;
  }

  replaceOrder(before: Order | null, after: Order | null): void {
    const order = after ?? before;
    if (order === null) return;
    for (const index of [this.bySubaccount, this.reduceOnly, this.resting]) {
      if (after === null) index.delete(order);
      else index.put(after);
    }
    if (before === null || after === null || !hasSameReservations(before, after)) {
      if (before !== null) for (const leg of before.legs) this.#reserve(before, leg, -1n);
      if (after !== null) for (const leg of after.legs) this.#reserve(after, leg, 1n);
    }
    this.tokens.replaceOrder(before, after);
    const change = (after !== null && canRest(after) ? 1 : 0) - (before !== null && canRest(before) ? 1 : 0);
    if (change !== 0) this.#count(order.accountId, order.subaccountId, change);
  }

  /**
   * The reservation of a complex order: what it may still place. A child reserves its own quantity, and both change in
   * one entry, so the total does not change when a child is placed (I-P2).
   */
  replaceParent(before: Parent | null, after: Parent): void {
    const { accountId, subaccountId } = after;
    const earlier = before === null ? [] : listReservations(before);
    listReservations(after).forEach(({ instrumentId, isYesBuy: isBuy, qty }, at) => {
      const change = qty - (earlier[at]?.qty ?? 0n);
      if (change === 0n) return;
      this.#change(accountId, subaccountId, instrumentId, (holding) => {
        if (isBuy) holding.openBuys += change;
        else holding.openSells += change;
        assert(holding.openBuys >= 0n && holding.openSells >= 0n, 'I-12: a reservation is released once');
      });
    });
    const opened = reservedOpenOrders(after) - (before === null ? 0 : reservedOpenOrders(before));
    if (opened !== 0) this.#count(accountId, subaccountId, opened);
  }

  replacePosition(before: Position | null, after: Position | null): void {
    const position = after ?? before;
    if (position === null) return;
    const change = (after?.net ?? 0n) - (before?.net ?? 0n);
    const net = this.netQty(position.instrumentId) + change;
    if (net === 0n) this.#netQty.delete(position.instrumentId);
    else this.#netQty.set(position.instrumentId, net);
    this.#change(position.accountId, position.subaccountId, position.instrumentId, (holding) => {
      holding.net += change;
    });
  }

  /** Adds (`sign` 1) or removes (-1) a PENDING fill. Its quantity is already part of the position. */
  addPending(fill: Fill, sign: 1n | -1n): void {
    this.tokens.addPending(fill, sign);
    this.#change(fill.accountId, fill.subaccountId, fill.instrumentId, (holding) => {
      if (isYesBuy(fill.side, fill.outcome)) holding.pendingBuys += sign * fill.qty;
      else holding.pendingSells += sign * fill.qty;
      assert(holding.pendingBuys >= 0n && holding.pendingSells >= 0n, 'I-12: a fill settles once');
    });
  }

  /** Change of the worst case if these quantities were reserved too; negative when it decreases. */
  computeGrowth(
    accountId: AccountId,
    subaccountId: SubaccountId,
    added: readonly { readonly instrumentId: InstrumentId; readonly buys: bigint; readonly sells: bigint }[],
  ): bigint {
    let growth = 0n;
    for (const { instrumentId, buys, sells } of added) {
      const holding = this.#holdings.get(positionKey(accountId, subaccountId, instrumentId)) ?? EMPTY;
      const after = {
        ...holding,
        openBuys: holding.openBuys + buys,
        openSells: holding.openSells + sells,
      };
      growth += computeWorstCase(after) - computeWorstCase(holding);
    }
    return growth;
  }

  /** All values as text, so that two exposures can be compared (the simulation recomputes one). */
  render(): Record<string, string> {
    const rendered: Record<string, string> = {};
    for (const [key, { net, openBuys, openSells, pendingBuys, pendingSells }] of this.#holdings) {
      rendered[key] = `${net} +${openBuys} -${openSells} (+${pendingBuys} -${pendingSells})`;
    }
    for (const [key, { worst, gross, openOrders }] of this.#totals) {
      if (worst !== 0n || gross !== 0n || openOrders !== 0) rendered[key] = `${worst} ${gross} ${openOrders}`;
    }
    return rendered;
  }

  #reserve(order: Order, leg: Leg, sign: bigint): void {
    const reserved = reservedQty(order, leg);
    if (reserved === 0n) return;
    const isBuy = isYesBuy(order.side, leg.outcome);
    this.#change(order.accountId, order.subaccountId, leg.instrumentId, (holding) => {
      if (isBuy) holding.openBuys += sign * reserved;
      else holding.openSells += sign * reserved;
      assert(holding.openBuys >= 0n && holding.openSells >= 0n, 'I-12: a reservation is released once');
    });
  }

  #change(
    accountId: AccountId,
    subaccountId: SubaccountId,
    instrumentId: InstrumentId,
    change: (holding: Holding) => void,
  ): void {
    const key = positionKey(accountId, subaccountId, instrumentId);
    const holding = this.#holdings.get(key) ?? { ...EMPTY };
    const worst = computeWorstCase(holding);
    const gross = absolute(holding.net);
    change(holding);
    if (isEmptyHolding(holding)) this.#holdings.delete(key);
    else this.#holdings.set(key, holding);
    for (const scope of [subaccountId, null]) {
      const totals = this.#getTotals(accountId, scope);
      totals.worst += computeWorstCase(holding) - worst;
      totals.gross += absolute(holding.net) - gross;
    }
  }

  #count(accountId: AccountId, subaccountId: SubaccountId, change: number): void {
    this.#getTotals(accountId, subaccountId).openOrders += change;
    this.#getTotals(accountId, null).openOrders += change;
  }

  #getTotals(accountId: AccountId, subaccountId: SubaccountId | null): ExposureTotals {
    const key = scopeKey(accountId, subaccountId);
    const known = this.#totals.get(key);
    if (known !== undefined) return known;
    const fresh = { worst: 0n, gross: 0n, openOrders: 0 };
    this.#totals.set(key, fresh);
    return fresh;
  }
}

const EMPTY: Readonly<Holding> = {
  net: 0n,
  openBuys: 0n,
  openSells: 0n,
  pendingBuys: 0n,
  pendingSells: 0n,
};

const isEmptyHolding = ({
  net,
  openBuys,
  openSells,
  pendingBuys,
  pendingSells,
}: Readonly<Holding>): boolean =>
  net === 0n && openBuys === 0n && openSells === 0n && pendingBuys === 0n && pendingSells === 0n;

/**
 * The largest possible position. Pending fills may be voided and open orders may fill, so the extremes are:
 * all open buys filled and all pending sells voided, and the reverse.
 */
const computeWorstCase = ({
  net,
  openBuys,
  openSells,
  pendingBuys,
  pendingSells,
}: Readonly<Holding>): bigint => {
  const long = absolute(net + pendingSells + openBuys);
  const short = absolute(net - pendingBuys - openSells);
  return long > short ? long : short;
};

/** Quantity that a leg may still fill. While a quantity increase is pending, the larger quantity counts. */
function reservedQty(order: Order, leg: Leg): bigint {
  if (!isLive(leg.status)) return 0n;
  const requested = order.pendingAmend?.legs.find((target) => target.leg === leg.leg)?.qty ?? leg.qty;
  return remainingQty(leg) + (requested > leg.qty ? requested - leg.qty : 0n);
}

/** True when both versions reserve the same quantities. Most changes of an order do not affect the totals. */
const hasSameReservations = (before: Order, after: Order): boolean =>
  before.legs.length === after.legs.length &&
  before.legs.every((leg, index) => {
    const same = after.legs[index];
    return (
      same !== undefined &&
      same.instrumentId === leg.instrumentId &&
      same.outcome === leg.outcome &&
      reservedQty(after, same) === reservedQty(before, leg)
    );
  });

/** True when the order counts against `max_open_orders`: it is live and may rest. */
const canRest = (order: Order): boolean =>
  isLive(order.status) && (order.tif === 'GTC' || order.tif === 'GTD');

/** The limits of accounts and subaccounts, and the exposure they apply to. */
export interface RiskState {
  readonly limits: ReadonlyMap<ScopeKey, Limits>;
  readonly exposure: Exposure;
}
