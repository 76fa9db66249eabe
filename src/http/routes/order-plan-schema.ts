import { Type } from 'typebox';
import {
  absolute,
  averagePrice,
  type LegArrival,
  type Notional,
  type Order,
  type Price,
  type Qty,
  renderDecimal,
  renderNotional,
  renderTime,
  type Side,
  sumFilledNotional,
  type TimestampMs,
} from '#contract';
import {
  type CandidateSnapshot,
  encodeEvents,
  type Headroom,
  type LegEstimate,
  type LimitHeadroom,
} from '#domain';
import type { OrderPreview, Receipt, ReceiptEvent } from '#orders';
import {
  Amount,
  Count,
  describedAmount,
  InstrumentIdSchema,
  Nullable,
  OrderIdSchema,
  OutcomeSchema,
  renderOptionalDecimal,
  renderOptionalNotional,
  SignedAmount,
  Time,
  VenueNameSchema,
} from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };
import {
  ORDER_EXAMPLES,
  OrderSchema,
  RoutingModeSchema,
  renderOrder,
  renderSentAs,
  SentAsSchema,
} from './order-schema.ts';

const CandidateSchema = Type.Object(
  {
    venue: VenueNameSchema,
    instrument_id: InstrumentIdSchema,
    book_sequence: Nullable(Count),
    book_age_ms: Nullable(Count),
    best_price: Nullable(Amount),
    dropped: Nullable(Type.String({ description: 'Why the instrument has no leg; null when it has one.' })),
  },
  { description: 'A member of the asset at the time of the decision.' },
);

const ExpectedSchema = Type.Object(
  {
    takes_qty: Amount,
    rests_qty: Amount,
    avg_price: Nullable(Amount),
    fee: SignedAmount,
    cost: SignedAmount,
  },
  {
    description:
      'The quantity that fills immediately against the observed book, with its average price; the rest is valued at its limit price as a maker order. `fee` includes the rounding rules of the venue. `cost` includes the fee and is negative for SELL.',
  },
);

const LeastCostSchema = Nullable(
  Type.Boolean({
    description:
      'True: the allocation of the immediately filled quantity has the proven minimum cost, including fees and rounding. False: the search reached its limit and returned the best allocation found. Null: there was no choice, or the record is from an older version.',
  }),
);

const LegFields = {
  leg: Type.Integer({ minimum: 1 }),
  venue: VenueNameSchema,
  instrument_id: InstrumentIdSchema,
};

const TotalsSchema = Type.Object(
  { cost: SignedAmount, fees: SignedAmount, max_loss: SignedAmount, payout: Amount },
  {
    description:
      'Sums of all legs. `max_loss` and `payout` are of `opens_qty`: the loss if the market resolves against that part, and the payout if it resolves in favour of it. An order that only closes holdings has neither.',
  },
);

const RoomOfQtySchema = Type.Object({ max: Nullable(Amount), value: Amount, after: Amount });
const RoomOfOrdersSchema = Type.Object({
  max: Nullable(Count),
  value: Count,
  after: Count,
});

const HeadroomSchema = Type.Object(
  {
    scope: Type.Enum(['subaccount', 'account']),
    max_order_qty: RoomOfQtySchema,
    max_position_qty: RoomOfQtySchema,
    max_open_orders: RoomOfOrdersSchema,
  },
  { description: 'Each limit (null: none) with its usage now and after this order.' },
);

const WarningsSchema = Type.Array(
  Type.Object({ code: Type.Enum(['crosses_own_order']), order_id: OrderIdSchema }),
  {
    description:
      '`crosses_own_order`: an order of the account at another venue, for the same asset, has a price that this order accepts. If both are filled, both sides are paid for.',
  },
);

export const OrderPreviewSchema = Type.Object(
  {
    mode: RoutingModeSchema,
    legs: Type.Array(
      Type.Object({
        ...LegFields,
        outcome: OutcomeSchema,
        price: Nullable(Amount),
        qty: Amount,
        sent_as: SentAsSchema,
        expected: Nullable(ExpectedSchema),
      }),
    ),
    unroutable: Nullable(
      Type.String({ description: 'Why the order would be closed immediately without a leg.' }),
    ),
    unrouted_qty: Amount,
    opens_qty: describedAmount(
      'Quantity that opens a position: what exceeds the holdings of the subaccount in the asset, or in the market without one.',
    ),
    candidates: Type.Array(CandidateSchema),
    least_cost: LeastCostSchema,
    totals: Nullable(TotalsSchema),
    risk: Type.Array(HeadroomSchema),
    warnings: WarningsSchema,
  },
  {
    description: 'The expected result of an order sent now. Nothing is placed, stored or reserved.',
    examples: EXAMPLES.OrderPreview,
  },
);

export const OrderReceiptSchema = Type.Object(
  {
    order: OrderSchema,
    decision: Nullable(
      Type.Object({
        mode: Type.Enum(['BEST_PRICE', 'SPLIT']),
        candidates: Type.Array(CandidateSchema),
        legs: Nullable(Type.Array(Type.Object({ ...LegFields, expected: ExpectedSchema }))),
        least_cost: LeastCostSchema,
      }),
    ),
    cost: Type.Object({
      expected: Nullable(Type.Object({ cost: SignedAmount, fees: SignedAmount })),
      realised: Type.Object({ cost: Nullable(SignedAmount), fees: Nullable(SignedAmount) }),
    }),
    slippage: Type.Object(
      {
        mid: Nullable({
          ...SignedAmount,
          description: 'Paid above, or received below, the mid price in the moment of acceptance.',
        }),
        mid_fills: Type.Integer({ minimum: 0, description: 'Fills for which that mid price is stored.' }),
        expected: Nullable({
          ...SignedAmount,
          description:
            'The same against the average price that the book then offered; only of fills that took liquidity.',
        }),
        expected_fills: Type.Integer({
          minimum: 0,
          description: 'Fills for which that average is stored.',
        }),
        legs: Type.Array(
          Type.Object({
            leg: Type.Integer({ minimum: 1 }),
            mid_price: Nullable(Amount),
            expected_avg_price: Nullable(Amount),
          }),
          { description: 'The references of each leg, in terms of its outcome. Null: no live book then.' },
        ),
      },
      {
        description:
          'What the fills cost beyond the market at acceptance; negative: the execution was better. Without fees and reversed fills. Null: no fill has such a reference.',
      },
    ),
    latency_ms: Type.Object(
      {
        sent: Nullable(Count),
        acknowledged: Nullable(Count),
        first_fill: Nullable(Count),
        done: Nullable(Count),
      },
      {
        description:
          'Milliseconds from acceptance until the order was durable and sent (lost at a restart), acknowledged, first filled, and closed. Null: not yet reached, or unknown.',
      },
    ),
    events: Type.Array(
      Type.Object({
        seq: Type.Integer({ minimum: 1, description: 'Sequence number in the ledger.' }),
        at: Time,
        cause: Type.String(),
        type: Type.String(),
        leg: Nullable(Type.Integer({ minimum: 1 })),
        detail: Type.Object({}, { additionalProperties: true }),
      }),
    ),
    events_truncated: Type.Boolean(),
    warnings: WarningsSchema,
    trace_id: Nullable(
      Type.String({
        description: 'Trace of the request, from its header `traceparent`. Null: none, or lost by a restart.',
      }),
    ),
  },
  {
    description:
      'The routing decision of an order and its history. `decision` is null for DIRECT orders, which are not routed.',
    examples: [
      {
        order: ORDER_EXAMPLES[0],
        decision: null,
        cost: { expected: null, realised: { cost: '1.88', fees: '0' } },
        slippage: {
          mid: '0.04',
          mid_fills: 1,
          expected: '0',
          expected_fills: 1,
          legs: [{ leg: 1, mid_price: '0.46', expected_avg_price: '0.47' }],
        },
        latency_ms: { sent: 2, acknowledged: 7, first_fill: 7, done: null },
        events: [
          {
            seq: 4021,
            at: '2026-07-01T12:00:00.004Z',
            cause: 'submit',
            type: 'OrderAccepted',
            leg: null,
            detail: {},
          },
        ],
        events_truncated: false,
        warnings: [],
        trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
      },
    ],
  },
);

/** Renders the expected result of an order. Source: docs/decisions/routing-plans.md */
export function renderPreview({ order, legs, opens, unroutable, decision, headroom }: OrderPreview) {
  const estimates = decision.legs;
  const routed = legs.reduce((sum, leg) => sum + leg.qty, 0n);
  return {
    mode: order.routing.mode,
    legs: legs.map((leg, index) => ({
      leg: index + 1,
      venue: leg.venue,
      instrument_id: leg.instrumentId,
      outcome: leg.outcome,
      price: renderOptionalDecimal(leg.price),
      qty: renderDecimal(leg.qty),
      sent_as: renderSentAs(order.side, leg),
      expected: renderExpected(legs, index, estimates),
    })),
    unroutable,
    unrouted_qty: renderDecimal(order.qty - routed),
    opens_qty: renderDecimal(opens),
    candidates: decision.candidates.map(renderCandidate),
    least_cost: decision.isLeast,
    totals: estimates === null ? null : renderTotals(order.side, estimates, opens),
    risk: headroom.map(renderHeadroom),
    warnings: renderWarnings(order),
  };
}

/** An estimate is of one market, so of two legs there the first one has it. */
function renderExpected(
  legs: OrderPreview['legs'],
  index: number,
  estimates: readonly LegEstimate[] | null,
): ReturnType<typeof renderEstimate> | null {
  const id = legs[index]?.instrumentId;
  const isFirst = legs.findIndex(({ instrumentId }) => instrumentId === id) === index;
  const estimate = isFirst ? estimates?.find(({ instrumentId }) => instrumentId === id) : undefined;
  return estimate === undefined ? null : renderEstimate(estimate);
}

/** Renders the routing decision and the history of an order. Source: docs/decisions/routing-plans.md */
export function renderReceipt(receipt: Receipt) {
  const { order, decision, events, isTruncated, phases, traceId } = receipt;
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
      realised: {
        cost: renderOptionalNotional(computeRealisedCost(order)),
        fees: renderOptionalNotional(order.fees),
      },
    },
    slippage: renderSlippage(receipt),
    latency_ms: {
      sent: since(phases.sentAt),
      acknowledged: since(phases.acknowledgedAt),
      first_fill: since(phases.firstFillAt),
      done: since(phases.doneAt),
    },
    events: events.map(renderEvent),
    events_truncated: isTruncated,
    warnings: renderWarnings(order),
    trace_id: traceId,
  };
}

function renderSlippage({ order, slippage: { mid, midFills, expected, expectedFills } }: Receipt) {
  return {
    mid: midFills === 0 ? null : renderNotional(mid),
    mid_fills: midFills,
    expected: expectedFills === 0 ? null : renderNotional(expected),
    expected_fills: expectedFills,
    legs: order.legs.map(({ leg, arrival }) => ({
      leg,
      mid_price: renderOptionalDecimal(arrival === null ? null : computeMid(arrival)),
      expected_avg_price: renderOptionalDecimal(
        arrival === null ? null : averagePrice(arrival.takesNotional, arrival.takes),
      ),
    })),
  };
}

/** The middle of the best prices, rounded down to 1e-8. */
const computeMid = ({ bid, ask }: LegArrival): Price | null =>
  bid === null || ask === null ? null : (((bid + ask) / 2n) as Price);

const renderWarnings = ({ crossedOrders }: Pick<Order, 'crossedOrders'>) =>
  crossedOrders.map((id) => ({ code: 'crosses_own_order' as const, order_id: id }));

const renderCandidate = (seen: CandidateSnapshot) => ({
  venue: seen.venue,
  instrument_id: seen.instrumentId,
  book_sequence: seen.bookSequence,
  book_age_ms: seen.bookAgeMs,
  best_price: renderOptionalDecimal(seen.bestPrice),
  dropped: seen.dropped,
});

function renderEstimate({ takes, takesNotional, rests, fee, cost }: LegEstimate) {
  const average = averagePrice(takesNotional, takes);
  return {
    takes_qty: renderDecimal(takes),
    rests_qty: renderDecimal(rests),
    avg_price: renderOptionalDecimal(average),
    fee: renderNotional(fee),
    cost: renderNotional(cost),
  };
}

/** The first leg of the market that the estimate is of. */
function renderDecidedLeg(order: Order, estimate: LegEstimate, index: number) {
  const leg = order.legs.find(({ instrumentId }) => instrumentId === estimate.instrumentId);
  return {
    leg: leg?.leg ?? index + 1,
    venue: leg?.venue ?? '',
    instrument_id: estimate.instrumentId,
    expected: renderEstimate(estimate),
  };
}

function sumEstimates(estimates: readonly LegEstimate[]): {
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
  const { cost, fees } = sumEstimates(estimates);
  return { cost: renderNotional(cost as Notional), fees: renderNotional(fees as Notional) };
}

/** A contract pays 1. A seller without a position may lose the payout minus the proceeds. */
function renderTotals(side: Side, estimates: readonly LegEstimate[], opens: Qty) {
  const { cost, qty } = sumEstimates(estimates);
  const paysOut = qty * CONTRACT;
  const loss = side === 'BUY' ? cost : paysOut + cost;
  const opened = opens < qty ? opens : qty;
  const share = qty === 0n ? 0n : (loss * opened + qty - 1n) / qty; // of the part that opens a position, rounded up
  return {
    ...renderSums(estimates),
    max_loss: renderNotional(share as Notional),
    payout: renderDecimal(opened),
  };
}

const CONTRACT = 100_000_000n; // a price of 1

/** Null when a fee is unknown. */
const computeRealisedCost = (order: Order): Notional | null => {
  if (order.fees === null) return null;
  const paid = sumFilledNotional(order);
  return (order.side === 'BUY' ? paid + order.fees : order.fees - paid) as Notional;
};

const renderHeadroom = ({ scope, orderQty, positionQty, openOrders }: Headroom) => ({
  scope,
  max_order_qty: renderRoom(orderQty),
  max_position_qty: renderRoom(positionQty),
  max_open_orders: openOrders,
});

const renderRoom = ({ max, value, after }: LimitHeadroom<bigint>) => ({
  max: renderOptionalDecimal(max),
  value: renderDecimal(absolute(value)),
  after: renderDecimal(absolute(after)),
});

/** Renders the public part of an event. Whole records are elsewhere in the receipt; keys are never included. */
function renderEvent({ seq, at, cause, event }: ReceiptEvent) {
  const [stored = {}] = JSON.parse(encodeEvents([event])) as Readonly<Record<string, unknown>>[];
  const { type, leg = null, order_id: _, order: __, decision: ___, fill, detail, ...rest } = stored;
  const facts = (fill ?? {}) as Readonly<Record<string, unknown>>;
  const fillFields = FILL_FIELDS.filter((name) => name in facts).map((name) => [name, facts[name]]);
  return {
    seq,
    at: renderTime(at),
    cause,
    type,
    leg: leg ?? facts['leg'] ?? null,
    // The detail of an anomaly is for the operator only.
    detail: {
      ...rest,
      ...(type === 'LegClosed' && detail !== undefined ? { why: detail } : {}),
      ...(Object.fromEntries(fillFields) as object),
    },
  };
}

const FILL_FIELDS = ['id', 'venue_trade_id', 'price', 'qty', 'fee', 'liquidity', 'settlement', 'timestamp'];
