import type { ParamsOf } from '../../src/contract/model/complex-order-types.ts';
import { ONE } from '../../src/contract/model/money.ts';
import type { Order } from '../../src/contract/model/order.ts';
import type { PairLeg } from '../../src/contract/model/param-table.ts';
import type { Parent } from '../../src/contract/model/parent.ts';
import type { LedgerState } from '../../src/domain/projections/ledger-state.ts';
import type { FillTable, TransitionCheck } from '../environment/transition-checker.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';
import { computeRemaining, larger } from './risk-checks.ts';

/** I-H1 to I-H3 in the steps of hedged pairs, and counts of what happens to them. */
export const checkPairs: TransitionCheck = ({ entry, state, fills }, monitor) => {
  for (const event of entry.events) {
    if (event.type === 'FillRecorded' || event.type === 'FillVoided') {
      const { orderId } = event.fill;
      const parentId = orderId === null ? null : (state.orders.get(orderId)?.parentId ?? null);
      if (parentId !== null && state.parents.get(parentId)?.pair) monitor.countCall('pair', event.type);
    }
    if (event.type === 'OrderAccepted' && event.order.parentId !== null) {
      const parent = state.parents.get(event.order.parentId);
      if (parent?.params.type === 'HEDGED_PAIR')
        checkPair(state, parent, parent.params, event.order, monitor);
    }
    if (event.type !== 'ParentDecided') continue;
    const parent = state.parents.get(event.parentId);
    if (parent?.params.type !== 'HEDGED_PAIR') continue;
    monitor.countCall('pair', event.decision);
    if (parent.status === 'FILLED') checkFilledPair(parent, parent.params, state, fills, monitor);
  }
};

/** What rounding may add to the fee of one fill. */
const ROUNDING = ONE * (ONE / 100n);

/** I-H3: the legs of a complete pair are equal. I-H2: without CHASE its sets cost no more than 1 less the edge. */
function checkFilledPair(
  { id, pair }: Parent,
  { minEdge, onLegRisk }: ParamsOf<'HEDGED_PAIR'>,
  { orders }: LedgerState,
  { all }: FillTable,
  monitor: InvariantMonitor,
): void {
  if (pair === null) return;
  const [first, second] = [pair.first.filledQty, pair.second.filledQty];
  monitor.expect(first === second, 'I-H3', () => `${id} is FILLED with ${first} and ${second}`);
  const children = new Map([...orders].filter(([, { parentId }]) => parentId === id));
  // neither a fill that was reversed later, nor its reversal, nor a fill that arrived as void
  const reversed = new Set(all.map(({ voids }) => voids));
  const bought = all.filter(
    ({ id: fillId, orderId, settlement }) =>
      orderId !== null && children.has(orderId) && settlement !== 'VOID' && !reversed.has(fillId),
  );
  const isPlain = bought.every(
    ({ side, outcome, orderId }) =>
      side === 'BUY' && orderId !== null && children.get(orderId)?.outcome === outcome,
  );
  if (!isPlain || onLegRisk === 'CHASE') return;
  const cost = bought.reduce((sum, { price, qty, fee }) => sum + price * qty + (fee ?? 0n), 0n);
  const most = (ONE - minEdge) * first + ROUNDING * BigInt(bought.length);
  monitor.countCall('pair', 'cost checked');
  monitor.expect(cost <= most, 'I-H2', () => `${first} sets of ${id} cost ${cost}, more than ${most}`);
}

/** I-H1, I-P1: when a pair places a child, its legs differ by no more than the bound, whatever happens to the orders in flight. */
function checkPair(
  state: LedgerState,
  { id, qty, pair }: Parent,
  { first, second, unhedgedQtyMax }: ParamsOf<'HEDGED_PAIR'>,
  placed: Order,
  monitor: InvariantMonitor,
): void {
  if (pair === null) return;
  const reach = (leg: PairLeg, filled: bigint, without: Order | null) => {
    let [least, most] = [filled, filled];
    for (const order of state.orders.values()) {
      const isOnLeg = order.instrumentId === leg.instrumentId && order.outcome === leg.outcome;
      if (order.parentId !== id || !isOnLeg || order.id === without?.id) continue;
      const live = order.legs.reduce((sum, each) => sum + computeRemaining(order, each), 0n);
      if (order.side === leg.side) most += live;
      else least -= live;
    }
    return { least, most };
  };
  const worst = (without: Order | null): bigint => {
    const a = reach(first, pair.first.filledQty, without);
    const b = reach(second, pair.second.filledQty, without);
    return larger(a.most - b.least, b.most - a.least);
  };
  const [now, before] = [worst(null), worst(placed)];
  monitor.expect(
    now <= unhedgedQtyMax || now <= before,
    'I-H1',
    () => `${id} may differ by ${now}, more than ${unhedgedQtyMax} and than ${before} before ${placed.id}`,
  );
  const bound = larger(qty, larger(pair.first.filledQty, pair.second.filledQty));
  for (const [leg, sums] of [
    [first, pair.first],
    [second, pair.second],
  ] as const) {
    const { most } = reach(leg, sums.filledQty, null);
    monitor.expect(most <= bound, 'I-P1', () => `a leg of ${id} may reach ${most} of ${bound}`);
  }
}
