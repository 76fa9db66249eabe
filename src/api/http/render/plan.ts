import {
  absolute,
  averagePrice,
  type Notional,
  renderDecimal,
  renderNotional,
} from '../../../core/kernel/decimal.ts';
import { renderTime, type TimestampMs } from '../../../core/kernel/time.ts';
import { encodeEvents } from '../../../core/ledger/codec.ts';
import type { Order, Side } from '../../../core/orders/order.ts';
import { filledNotionalOf } from '../../../core/orders/order.ts';
import type { Headroom, Room } from '../../../core/risk/headroom.ts';
import type { LegEstimate, SeenCandidate } from '../../../core/routing/route.ts';
import type { OrderPreview } from '../../../engine/preview.ts';
import type { Receipt, ReceiptEvent } from '../../../engine/receipt.ts';
import { renderOrder } from './order.ts';

/** What an order would do. Source: docs/decisions/0045-preview-and-receipt.md */
export function renderPreview({ order, legs, unroutable, decision, headroom }: OrderPreview) {
  const estimates = decision.legs;
  const routed = legs.reduce((sum, leg) => sum + leg.qty, 0n);
  return {
    mode: order.routing.mode,
    legs: legs.map((leg, index) => ({
      leg: index + 1,
      venue: leg.venue,
      instrument_id: leg.instrumentId,
      outcome: leg.outcome,
      price: leg.price === null ? null : renderDecimal(leg.price),
      qty: renderDecimal(leg.qty),
      expected: estimates?.[index] === undefined ? null : renderEstimate(estimates[index]),
    })),
    unroutable,
    unrouted_qty: renderDecimal(order.qty - routed),
    candidates: decision.candidates.map(renderCandidate),
    least_cost: decision.isLeast,
    totals: estimates === null ? null : renderTotals(order.side, estimates),
    risk: headroom.map(renderHeadroom),
  };
}

/** All that is known of an order. Source: docs/decisions/0045-preview-and-receipt.md */
export function renderReceipt({ order, decision, events, isTruncated, phases }: Receipt) {
  const since = (at: TimestampMs | null): number | null =>
    at === null ? null : Math.max(0, at - phases.acceptedAt);
  return {
    order: renderOrder(order),
    decision:
      decision === null
        ? null
        : {
            mode: decision.mode,
            candidates: decision.candidates.map(renderCandidate),
            legs: decision.legs?.map((leg, index) => renderDecidedLeg(order, leg, index)) ?? null,
            least_cost: decision.isLeast,
          },
    cost: {
      expected: decision === null || decision.legs === null ? null : renderSums(decision.legs),
      realised: { cost: renderNotional(realisedCostOf(order)), fees: renderNotional(order.fees) },
    },
    latency_ms: {
      sent: since(phases.sentAt),
      acknowledged: since(phases.acknowledgedAt),
      first_fill: since(phases.firstFillAt),
      done: since(phases.doneAt),
    },
    events: events.map(renderEvent),
    events_truncated: isTruncated,
  };
}

const renderCandidate = (seen: SeenCandidate) => ({
  venue: seen.venue,
  instrument_id: seen.instrumentId,
  book_sequence: seen.bookSequence,
  book_age_ms: seen.bookAgeMs,
  best_price: seen.bestPrice === null ? null : renderDecimal(seen.bestPrice),
  dropped: seen.dropped,
});

function renderEstimate({ takes, takesNotional, rests, fee, cost }: LegEstimate) {
  const average = averagePrice(takesNotional, takes);
  return {
    takes_qty: renderDecimal(takes),
    rests_qty: renderDecimal(rests),
    avg_price: average === null ? null : renderDecimal(average),
    fee: renderNotional(fee),
    cost: renderNotional(cost),
  };
}

const renderDecidedLeg = (order: Order, estimate: LegEstimate, index: number) => ({
  leg: index + 1,
  venue: order.legs[index]?.venue ?? '',
  instrument_id: estimate.instrumentId,
  expected: renderEstimate(estimate),
});

function sumsOf(estimates: readonly LegEstimate[]): {
  readonly cost: bigint;
  readonly fees: bigint;
  readonly qty: bigint;
} {
  let [cost, fees, qty] = [0n, 0n, 0n];
  for (const estimate of estimates) {
    cost += estimate.cost;
    fees += estimate.fee;
    qty += estimate.takes + estimate.rests;
  }
  return { cost, fees, qty };
}

function renderSums(estimates: readonly LegEstimate[]) {
  const { cost, fees } = sumsOf(estimates);
  return { cost: renderNotional(cost as Notional), fees: renderNotional(fees as Notional) };
}

/** A contract pays 1. Who sells without holding is short of it: that much less what it got may be lost. */
function renderTotals(side: Side, estimates: readonly LegEstimate[]) {
  const { cost, qty } = sumsOf(estimates);
  const paysOut = qty * CONTRACT;
  const loss = (side === 'BUY' ? cost : paysOut + cost) as Notional;
  return { ...renderSums(estimates), max_loss: renderNotional(loss), payout: renderDecimal(qty) };
}

const CONTRACT = 100_000_000n; // a price of 1

const realisedCostOf = (order: Order): Notional => {
  const paid = filledNotionalOf(order);
  return (order.side === 'BUY' ? paid + order.fees : order.fees - paid) as Notional;
};

const renderHeadroom = ({ scope, orderQty, positionQty, openOrders }: Headroom) => ({
  scope,
  max_order_qty: renderRoom(orderQty),
  max_position_qty: renderRoom(positionQty),
  max_open_orders: openOrders,
});

const renderRoom = ({ max, value, after }: Room<bigint>) => ({
  max: max === null ? null : renderDecimal(max),
  value: renderDecimal(absolute(value)),
  after: renderDecimal(absolute(after)),
});

/** What of an event is the caller's business; whole records stand elsewhere in the receipt, and keys nowhere. */
function renderEvent({ seq, at, cause, event }: ReceiptEvent) {
  const [stored = {}] = JSON.parse(encodeEvents([event])) as Readonly<Record<string, unknown>>[];
  const { type, leg = null, order_id: _, order: __, decision: ___, fill, detail: ____, ...rest } = stored;
  const facts = (fill ?? {}) as Readonly<Record<string, unknown>>;
  const told = FILL_FIELDS.filter((name) => name in facts).map((name) => [name, facts[name]]);
  return {
    seq,
    at: renderTime(at),
    cause,
    type,
    leg: leg ?? facts['leg'] ?? null,
    detail: { ...rest, ...(Object.fromEntries(told) as object) },
  };
}

const FILL_FIELDS = ['id', 'venue_trade_id', 'price', 'qty', 'fee', 'liquidity', 'settlement', 'timestamp'];
