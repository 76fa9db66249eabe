import { type OrderId, positionKey, type VenueClientId } from '../../src/contract/model/ids.ts';
import type { Price } from '../../src/contract/model/money.ts';
import { type Fill, isLive, remainingQty } from '../../src/contract/model/order.ts';
import type { Position } from '../../src/contract/model/position.ts';
import { applyRecordedFill } from '../../src/domain/positions/position-accounting.ts';
import type { LedgerState } from '../../src/domain/projections/ledger-state.ts';
import type { DemoOrder } from '../../src/ports/demo-store.ts';
import type { DemoRecord } from '../environment/simulated-disks.ts';
import { type FillTable, type TransitionCheck, toTradeKey } from '../environment/transition-checker.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';

/** I-09: the filled quantity of an order is the sum of its fills. */
export const checkFilledQty: TransitionCheck = ({ after, fills }, monitor) => {
  for (const order of after) {
    const counted = order.legs.reduce((sum, leg) => sum + leg.filledQty, 0n);
    const sum = fills.filledByOrder.get(order.id) ?? 0n;
    monitor.expect(
      counted === sum,
      'I-09',
      () => `${order.id} has filled ${counted}, its fills add up to ${sum}`,
    );
  }
};

/** I-10: a position is the signed sum of its fills and settlements; a position of zero is not listed. */
export const checkChangedPositions: TransitionCheck = ({ entry, state, fills }, monitor) => {
  for (const event of entry.events) {
    if (event.type !== 'FillRecorded' && event.type !== 'FillVoided') continue;
    const { accountId, subaccountId, instrumentId } = event.fill;
    const key = positionKey(accountId, subaccountId, instrumentId);
    checkPosition(state, key, fills.netByPosition.get(key) ?? 0n, monitor);
  }
};

/**
 * I-10 with voids: cost and PnL result from the fills that are not void, and all records add up to that PnL.
 */
export function checkPnl(state: LedgerState, fills: FillTable, monitor: InvariantMonitor): void {
  const held = new Map<string, Position>();
  const realized = new Map<string, bigint>();
  for (const fill of fills.all) {
    const key = positionKey(fill.accountId, fill.subaccountId, fill.instrumentId);
    const sum = (realized.get(key) ?? 0n) + fill.realizedPnl;
    realized.set(key, sum);
    if (fill.voids !== null || fills.voided.has(toTradeKey(fill))) continue;
    const applied = applyRecordedFill(held.get(key) ?? null, { ...fill, at: fill.timestamp });
    if (applied.position.net === 0n) held.delete(key);
    else held.set(key, applied.position);
    realized.set(key, sum - applied.realizedPnl);
  }
  for (const [key, rest] of realized)
    monitor.expect(
      rest === 0n,
      'I-10',
      () => `the records of ${key} add up to ${rest} more than the realized PnL`,
    );
  for (const [key, { cost, realizedPnl }] of held) {
    const kept = state.positions.get(key);
    const isSame = kept?.cost === cost && kept.realizedPnl === realizedPnl;
    monitor.expect(isSame, 'I-10', () => `${key} has cost ${kept?.cost}, its fills give ${cost}`);
  }
}

/** I-10 for all positions, not only the last changed ones. */
export function checkAllPositions(state: LedgerState, fills: FillTable, monitor: InvariantMonitor): void {
  for (const [key, net] of fills.netByPosition) checkPosition(state, key, net, monitor);
  for (const key of state.positions.keys()) {
    monitor.expect(fills.netByPosition.has(key), 'I-10', () => `${key} is held without a fill`);
  }
}

function checkPosition(state: LedgerState, key: string, net: bigint, monitor: InvariantMonitor): void {
  const held = state.positions.get(key);
  monitor.expect(
    (held?.net ?? 0n) === net,
    'I-10',
    () => `${key} has net ${held?.net}, its fills give ${net}`,
  );
  monitor.expect(held?.net !== 0n, 'I-10', () => `${key} is listed with a net of zero`);
}

/** I-11: a venue's trade is applied once, whichever source reported it. */
export const checkTradeAppliedOnce: TransitionCheck = ({ fills }, monitor) => {
  monitor.expect(fills.repeated === null, 'I-11', () => `${fills.repeated} was recorded twice`);
};

/**
 * I-35: no reduce-only order is accepted beyond the quantity of its position that can still be reduced. I-P11: the stop of a
 * complex order does not count the take-profit that it overlaps.
 */
export const checkReduceOnly: TransitionCheck = ({ entry, state }, monitor) => {
  for (const event of entry.events) {
    if (event.type !== 'OrderAccepted' || !event.order.reduceOnly) continue;
    const { accountId, subaccountId, legs, side, id, parentId } = event.order;
    const overlapped = parentId === null ? 0 : (state.parents.get(parentId)?.progress.overlappedUpTo ?? 0);
    monitor.expect(legs.length <= 1, 'I-35', () => `${id} has ${legs.length} legs`);
    const [own] = legs;
    if (own === undefined) continue; // no venue can fill any of it
    const { instrumentId } = own;
    const isBuy = (side === 'BUY') === (own.outcome === 'YES');
    const net = state.positions.get(positionKey(accountId, subaccountId, instrumentId))?.net ?? 0n;
    let open = 0n;
    for (const other of state.orders.values()) {
      const isSame = other.accountId === accountId && other.subaccountId === subaccountId;
      if (!other.reduceOnly || !isSame) continue;
      const isOverlapped = overlapped > 0 && other.parentId === parentId && other.pendingAction === 'cancel';
      if (isOverlapped) continue;
      for (const leg of other.legs) {
        const isOpposite = ((other.side === 'BUY') === (leg.outcome === 'YES')) !== isBuy;
        if (leg.instrumentId !== instrumentId || isOpposite || !isLive(leg.status)) continue;
        open += remainingQty(leg);
      }
    }
    const closable = isBuy ? -net : net;
    monitor.expect(open <= closable, 'I-35', () => `${id}: ${open} reduce-only of a position of ${net}`);
  }
};

/** I-34: a post-only order never takes liquidity. */
export const checkPostOnly: TransitionCheck = ({ entry, state }, monitor) => {
  for (const event of entry.events) {
    if (event.type !== 'FillRecorded' || event.fill.orderId === null) continue;
    const { id, orderId, liquidity } = event.fill;
    const isTaken = liquidity === 'TAKER' && state.orders.get(orderId)?.postOnly === true;
    monitor.expect(!isTaken, 'I-34', () => `${id} of the post-only ${orderId} took liquidity`);
  }
};

/**
 * I-36: if the venue was requested to prevent it, an order never trades with another order of its account.
 */
export class SelfTradeCheck {
  readonly #isPrevented: (clientId: VenueClientId) => boolean;
  readonly #trades = new Map<string, Fill[]>(); // by venue and trade

  constructor(isPrevented: (clientId: VenueClientId) => boolean) {
    this.#isPrevented = isPrevented;
  }

  readonly check: TransitionCheck = ({ entry, state }, monitor) => {
    for (const event of entry.events) {
      if (event.type !== 'FillRecorded' || event.fill.orderId === null) continue;
      const key = `${event.fill.venue} ${event.fill.instrumentId} ${event.fill.venueTradeId}`;
      const fills = [...(this.#trades.get(key) ?? []), event.fill];
      this.#trades.set(key, fills);
      const taker = fills.find(({ liquidity }) => liquidity === 'TAKER');
      const meets = fills.some(
        (fill) => fill.orderId !== taker?.orderId && fill.accountId === taker?.accountId,
      );
      const takerId = taker?.orderId ?? null;
      const legs = takerId === null ? [] : (state.orders.get(takerId)?.legs ?? []);
      const leg = legs.find((each) => each.leg === taker?.leg && each.generation === taker.generation);
      const isViolated = meets && leg !== undefined && this.#isPrevented(leg.clientId);
      monitor.expect(!isViolated, 'I-36', () => `${taker?.orderId} traded with its own account in ${key}`);
    }
  };
}

/** I-08: no fill is worse than the least favourable limit that its order ever had. */
export class LimitPriceCheck {
  readonly #limits = new Map<OrderId, Price[]>();

  readonly check: TransitionCheck = ({ entry, state }, monitor) => {
    for (const event of entry.events) {
      if (event.type === 'OrderAccepted') this.#limits.set(event.order.id, toPrices(event.order.price));
      if (event.type === 'AmendRequested')
        this.#limits.get(event.orderId)?.push(...toPrices(event.change.price));
      if (event.type !== 'FillRecorded' || event.fill.orderId === null) continue;
      const { orderId, price, id, side } = event.fill;
      const limits = this.#limits.get(orderId) ?? [];
      const isWithin =
        state.orders.get(orderId)?.type === 'MARKET' ||
        limits.some((limit) => (side === 'BUY' ? price <= limit : price >= limit));
      monitor.expect(isWithin, 'I-08', () => `${id} of ${orderId} at ${price}, limits ${limits.join(' ')}`);
    }
  };
}

const toPrices = (price: Price | null): Price[] => (price === null ? [] : [price]);

/**
 * I-10 at the venue: every trade has at most one buyer and one seller among all orders, with equal
 * quantities.
 */
export function checkVenueTradesBalance(
  disk: DemoRecord,
  isEveryOrderKnown: boolean,
  monitor: InvariantMonitor,
): void {
  const sides = new Map<string, { bought: bigint; sold: bigint; parts: number }>();
  for (const [clientId, fills] of disk.fills) {
    const order = disk.orders.get(clientId) as DemoOrder;
    for (const { venueTradeId, qty } of fills) {
      const trade = sides.get(`${order.venueInstrumentId}/${venueTradeId}`) ?? {
        bought: 0n,
        sold: 0n,
        parts: 0,
      };
      if ((order.side === 'BUY') === (order.outcome === 'YES')) trade.bought += qty;
      else trade.sold += qty;
      trade.parts += 1;
      sides.set(`${order.venueInstrumentId}/${venueTradeId}`, trade);
    }
  }
  for (const [name, { bought, sold, parts }] of sides) {
    const isBalanced = parts === 1 ? !isEveryOrderKnown : parts === 2 && bought === sold;
    monitor.expect(isBalanced, 'I-10', () => `${name} at the venue: ${bought} bought, ${sold} sold`);
  }
}
