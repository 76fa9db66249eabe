import { Type } from 'typebox';
import { Amount, InstrumentId, Nullable, Outcome, SignedAmount, Time, VenueName } from './common.ts';
import { ORDER_EXAMPLE, OrderSchema } from './order.ts';

const CandidateSchema = Type.Object(
  {
    venue: VenueName,
    instrument_id: InstrumentId,
    book_sequence: Nullable(Type.Integer({ minimum: 0 })),
    book_age_ms: Nullable(Type.Integer({ minimum: 0 })),
    best_price: Nullable(Amount),
    dropped: Nullable(Type.String({ description: 'Why it carries no leg; null when it carries one.' })),
  },
  { description: 'A member of the asset as the decision saw it.' },
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
      'What the book, as seen, fills at once and at what average price; the rest at its limit, as a maker. `fee` has every rounding of the venue, `cost` has the fee and is negative for a SELL.',
  },
);

const LeastCostSchema = Nullable(
  Type.Boolean({
    description:
      'True when it is proven that no other division of what is taken at once costs less, every fee and rounding included; false when the search ended at its bound and tells the best it found; null when nothing was to be chosen, or in older records.',
  }),
);

const LegFields = {
  leg: Type.Integer({ minimum: 1 }),
  venue: VenueName,
  instrument_id: InstrumentId,
};

const TotalsSchema = Type.Object(
  { cost: SignedAmount, fees: SignedAmount, max_loss: SignedAmount, payout: Amount },
  {
    description:
      'Of all legs. `max_loss` and `payout` are those of an order that opens a position: what is lost if it resolves against it, and what is paid if it resolves for it.',
  },
);

const RoomOfQtySchema = Type.Object({ max: Nullable(Amount), value: Amount, after: Amount });
const RoomOfOrdersSchema = Type.Object({
  max: Nullable(Type.Integer({ minimum: 0 })),
  value: Type.Integer({ minimum: 0 }),
  after: Type.Integer({ minimum: 0 }),
});

const HeadroomSchema = Type.Object(
  {
    scope: Type.Enum(['subaccount', 'account']),
    max_order_qty: RoomOfQtySchema,
    max_position_qty: RoomOfQtySchema,
    max_open_orders: RoomOfOrdersSchema,
  },
  { description: 'Each limit (null: none) as it stands, and as it would with this order.' },
);

export const OrderPreviewSchema = Type.Object(
  {
    mode: Type.Enum(['DIRECT', 'BEST_PRICE', 'SPLIT']),
    legs: Type.Array(
      Type.Object({
        ...LegFields,
        outcome: Outcome,
        price: Nullable(Amount),
        qty: Amount,
        expected: Nullable(ExpectedSchema),
      }),
    ),
    unroutable: Nullable(Type.String({ description: 'Why the order would end at once, without a leg.' })),
    unrouted_qty: Amount,
    candidates: Type.Array(CandidateSchema),
    least_cost: LeastCostSchema,
    totals: Nullable(TotalsSchema),
    risk: Type.Array(HeadroomSchema),
  },
  {
    description: 'What an order would do if it were sent now. Nothing is placed, kept or reserved.',
    examples: [
      {
        mode: 'SPLIT',
        legs: [
          {
            leg: 1,
            venue: 'Kalshi',
            instrument_id: 2001,
            outcome: 'YES',
            price: '0.5',
            qty: '100',
            expected: { takes_qty: '100', rests_qty: '0', avg_price: '0.5', fee: '1.75', cost: '51.75' },
          },
        ],
        unroutable: null,
        unrouted_qty: '0',
        candidates: [
          {
            venue: 'Kalshi',
            instrument_id: 2001,
            book_sequence: 88121,
            book_age_ms: 12,
            best_price: '0.5',
            dropped: null,
          },
        ],
        least_cost: true,
        totals: { cost: '51.75', fees: '1.75', max_loss: '51.75', payout: '100' },
        risk: [
          {
            scope: 'subaccount',
            max_order_qty: { max: '500', value: '0', after: '100' },
            max_position_qty: { max: null, value: '40', after: '140' },
            max_open_orders: { max: 20, value: 3, after: 4 },
          },
        ],
      },
    ],
  },
);

const PhaseSchema = Nullable(Type.Integer({ minimum: 0 }));

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
      realised: Type.Object({ cost: SignedAmount, fees: SignedAmount }),
    }),
    latency_ms: Type.Object(
      { sent: PhaseSchema, acknowledged: PhaseSchema, first_fill: PhaseSchema, done: PhaseSchema },
      {
        description:
          'Milliseconds from acceptance until the order was durable and sent (known until a restart), acknowledged, first filled, and over. Null: not yet, or not known.',
      },
    ),
    events: Type.Array(
      Type.Object({
        seq: Type.Integer({ minimum: 1, description: 'Of the ledger entry.' }),
        at: Time,
        cause: Type.String(),
        type: Type.String(),
        leg: Nullable(Type.Integer({ minimum: 1 })),
        detail: Type.Object({}, { additionalProperties: true }),
      }),
    ),
    events_truncated: Type.Boolean(),
  },
  {
    description:
      'Why the order went where it went, and all that happened to it. `decision` is null for DIRECT, which decides nothing.',
    examples: [
      {
        order: ORDER_EXAMPLE,
        decision: null,
        cost: { expected: null, realised: { cost: '1.88', fees: '0' } },
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
      },
    ],
  },
);
