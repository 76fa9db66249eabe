import { assert } from '../model/assert.ts';
import {
  type AccountId,
  type InstrumentId,
  positionKey,
  type ScopeKey,
  type SubaccountId,
  scopeKey,
} from '../model/ids.ts';
import type { Limits } from '../model/limits.ts';
import { absolute } from '../model/money.ts';
import { type Fill, isLive, type Leg, type Order, remainingQty } from '../model/order.ts';
import type { Position } from '../model/position.ts';

/** What one subaccount holds and could come to hold of one instrument, YES terms, 1e-8 contracts. */
interface Holding {
  net: bigint;
  openBuys: bigint; // reserved: what live orders could still buy
  openSells: bigint;
  pendingBuys: bigint; // part of `net`, and could still be undone
  pendingSells: bigint;
}

/** Sums over the instruments of one subaccount, or over all of an account's. */
export interface ExposureTotals {
  worst: bigint; // Σ max(|net + open buys|, |net − open sells|), pending fills counted or not, whichever is worse
  gross: bigint; // Σ |net|
  openOrders: number; // live orders that can rest
}

/**
 * What could be held if every open order filled, kept up to date as orders and positions change, so
 * that a risk check is a look-up. Every change is "this record became that one": the old record's
 * share goes, the new one's comes, and a reservation is therefore released exactly once (I-12).
 */
export class Exposure {
  readonly #holdings = new Map<string, Holding>();
  readonly #totals = new Map<ScopeKey, ExposureTotals>();

  totals(accountId: AccountId, subaccountId: SubaccountId | null): Readonly<ExposureTotals> {
    return this.#totals.get(scopeKey(accountId, subaccountId)) ?? { worst: 0n, gross: 0n, openOrders: 0 };
  }

  replaceOrder(before: Order | null, after: Order | null): void {
    const order = after ?? before;
    if (order === null) return;
    if (before === null || after === null || !isReservedAlike(before, after)) {
      if (before !== null) for (const leg of before.legs) this.#reserve(before, leg, -1n);
      if (after !== null) for (const leg of after.legs) this.#reserve(after, leg, 1n);
    }
    const change = (after !== null && canRest(after) ? 1 : 0) - (before !== null && canRest(before) ? 1 : 0);
    if (change !== 0) this.#count(order.accountId, order.subaccountId, change);
  }

  replacePosition(before: Position | null, after: Position | null): void {
    const position = after ?? before;
    if (position === null) return;
    const change = (after?.net ?? 0n) - (before?.net ?? 0n);
    this.#change(position.accountId, position.subaccountId, position.instrumentId, (holding) => {
      holding.net += change;
    });
  }

  /** A fill that its venue could still undo (`sign` 1), or that has settled (-1). It is part of its position. */
  addPending(fill: Fill, sign: 1n | -1n): void {
    this.#change(fill.accountId, fill.subaccountId, fill.instrumentId, (holding) => {
      if (isYesBuy(fill.side, fill.outcome)) holding.pendingBuys += sign * fill.qty;
      else holding.pendingSells += sign * fill.qty;
      assert(holding.pendingBuys >= 0n && holding.pendingSells >= 0n, 'I-12: a fill settles once');
    });
  }

  /** How much the worst case would grow if these quantities were reserved as well; negative when it falls. */
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
      growth += worstOf(after) - worstOf(holding);
    }
    return growth;
  }

  /** Everything held, in a form that two exposures can be compared by (the simulator recomputes one). */
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
    const leaves = reservedQty(order, leg);
    if (leaves === 0n) return;
    const isBuy = isYesBuy(order.side, leg.outcome);
    this.#change(order.accountId, order.subaccountId, leg.instrumentId, (holding) => {
      if (isBuy) holding.openBuys += sign * leaves;
      else holding.openSells += sign * leaves;
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
    const worst = worstOf(holding);
    const gross = absolute(holding.net);
    change(holding);
    if (isNothing(holding)) this.#holdings.delete(key);
    else this.#holdings.set(key, holding);
    for (const scope of [subaccountId, null]) {
      const totals = this.#totalsOf(accountId, scope);
      totals.worst += worstOf(holding) - worst;
      totals.gross += absolute(holding.net) - gross;
    }
  }

  #count(accountId: AccountId, subaccountId: SubaccountId, change: number): void {
    this.#totalsOf(accountId, subaccountId).openOrders += change;
    this.#totalsOf(accountId, null).openOrders += change;
  }

  #totalsOf(accountId: AccountId, subaccountId: SubaccountId | null): ExposureTotals {
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

const isNothing = ({ net, openBuys, openSells, pendingBuys, pendingSells }: Readonly<Holding>): boolean =>
  net === 0n && openBuys === 0n && openSells === 0n && pendingBuys === 0n && pendingSells === 0n;

/**
 * The largest that could be held. Each pending fill may be undone and what is open may fill, so the ends
 * are: every open buy filled with all pending sells undone, and the mirror of it.
 */
const worstOf = ({ net, openBuys, openSells, pendingBuys, pendingSells }: Readonly<Holding>): bigint => {
  const long = absolute(net + pendingSells + openBuys);
  const short = absolute(net - pendingBuys - openSells);
  return long > short ? long : short;
};

/** BUY YES and SELL NO both add to a holding in YES terms. */
export const isYesBuy = (side: 'BUY' | 'SELL', outcome: 'YES' | 'NO'): boolean =>
  (side === 'BUY') === (outcome === 'YES');

/** What a leg could still fill. While a raise is at the venue, the larger quantity counts. */
function reservedQty(order: Order, leg: Leg): bigint {
  if (!isLive(leg.status)) return 0n;
  const asked = order.pendingAmend?.legs.find((target) => target.leg === leg.leg)?.qty ?? leg.qty;
  return remainingQty(leg) + (asked > leg.qty ? asked - leg.qty : 0n);
}

/** Most changes of an order leave its legs' reservations as they are, and with them every sum. */
const isReservedAlike = (before: Order, after: Order): boolean =>
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

/** Counts against `max_open_orders`: live, and of a kind that rests. */
const canRest = (order: Order): boolean =>
  isLive(order.status) && (order.tif === 'GTC' || order.tif === 'GTD');

/** What the limits of both levels are, and how far they are used. */
export interface RiskState {
  readonly limits: ReadonlyMap<ScopeKey, Limits>;
  readonly exposure: Exposure;
}
