import { Type } from 'typebox';
import {
  averagePrice,
  type Notional,
  type Price,
  type Qty,
  renderDecimal,
  renderNotional,
} from '../../../domain/model/money.ts';
import {
  type Fill,
  isLive,
  type Leg,
  type Order,
  sumFilledNotional,
  sumFilledQty,
} from '../../../domain/model/order.ts';
import { REJECTION_CODES } from '../../../domain/model/result.ts';
import { renderTime } from '../../../domain/model/time.ts';
import {
  Amount,
  ClientOrderId,
  Cursor,
  Decimal,
  describedAmount,
  GenericAssetId,
  InstrumentId,
  InstrumentRef,
  Nullable,
  OrderId,
  OrderRef,
  OrderStatus,
  Outcome,
  PageLimit,
  renderOptionalTime,
  Side,
  SignedAmount,
  SubaccountId,
  Time,
  TimeInForce,
  TimeInput,
  Timestamp,
  VenueName,
} from './common-schema.ts';

const RoutingModeSchema = Type.Enum(['DIRECT', 'BEST_PRICE', 'SPLIT']);
const OrderTypeSchema = Type.Enum(['LIMIT', 'MARKET']);

const LegSchema = Type.Object({
  leg: Type.Integer({ minimum: 1 }),
  venue: VenueName,
  instrument_id: InstrumentId,
  venue_order_id: Nullable(Type.String({ description: 'Null until the venue has acknowledged the order.' })),
  status: OrderStatus,
  price: Nullable(Decimal),
  qty: Decimal,
  filled_qty: Amount,
  avg_fill_price: Nullable(Amount),
});

const ORDER_FIELDS = {
  id: OrderId,
  client_order_id: Nullable(ClientOrderId),
  subaccount_id: SubaccountId,
  status: OrderStatus,
  instrument_id: Nullable(InstrumentId),
  generic_asset_id: Nullable(GenericAssetId),
  venue: Nullable(VenueName),
  side: Side,
  outcome: Outcome,
  type: OrderTypeSchema,
  tif: TimeInForce,
  expires_at: Nullable(Time),
  price: Nullable(Decimal),
  qty: Decimal,
  filled_qty: Amount,
  remaining_qty: Amount,
  avg_fill_price: Nullable(Amount),
  fees: SignedAmount,
  routing: Type.Object({ mode: RoutingModeSchema, venues: Type.Optional(Type.Array(VenueName)) }),
  legs: Type.Array(LegSchema),
  pending_action: Nullable(Type.Enum(['cancel', 'amend'])),
  reason: Nullable(Type.String({ description: 'Why the order was closed; null for a filled order.' })),
  created_at: Time,
  updated_at: Time,
};

export const ORDER_EXAMPLE = {
  id: 'ord_1042',
  client_order_id: 'desk-1',
  subaccount_id: 'sa_1',
  status: 'PARTIAL',
  instrument_id: 1001,
  generic_asset_id: null,
  venue: 'Demo',
  side: 'BUY',
  outcome: 'YES',
  type: 'LIMIT',
  tif: 'GTC',
  expires_at: null,
  price: '0.48',
  qty: '10',
  filled_qty: '4',
  remaining_qty: '6',
  avg_fill_price: '0.47',
  fees: '0',
  routing: { mode: 'DIRECT' },
  legs: [
    {
      leg: 1,
      venue: 'Demo',
      instrument_id: 1001,
      venue_order_id: 'D-77',
      status: 'PARTIAL',
      price: '0.48',
      qty: '10',
      filled_qty: '4',
      avg_fill_price: '0.47',
    },
  ],
  pending_action: null,
  reason: null,
  created_at: '2026-07-01T12:00:00.004Z',
  updated_at: '2026-07-01T12:00:00.011Z',
};

export const OrderSchema = Type.Object(ORDER_FIELDS, {
  description: 'An order of a caller, and its legs: the orders sent to venues.',
  examples: [ORDER_EXAMPLE],
});

const IndexSchema = Type.Integer({ minimum: 0, description: 'Position in the request, from 0.' });

export const BatchEntrySchema = Type.Union(
  [
    Type.Object({ index: IndexSchema, ...ORDER_FIELDS }),
    Type.Object({
      index: IndexSchema,
      id: Type.Null(),
      client_order_id: Nullable(Type.String()),
      status: Type.Enum(['REJECTED']),
      error: Type.Enum([...REJECTION_CODES]),
      message: Type.String(),
      details: Nullable(Type.Object({}, { additionalProperties: true })),
    }),
  ],
  {
    description: 'An order with its position in the request, or the error that rejected it.',
    examples: [
      { index: 0, ...ORDER_EXAMPLE },
      {
        index: 1,
        id: null,
        client_order_id: 'b-2',
        status: 'REJECTED',
        error: 'validation',
        message: 'price is required for LIMIT',
        details: { fields: [{ field: 'price', issue: 'required' }] },
      },
    ],
  },
);

export const NewOrderSchema = Type.Object(
  {
    subaccount_id: SubaccountId,
    instrument_id: Type.Optional(InstrumentId),
    generic_asset_id: Type.Optional(GenericAssetId),
    side: Side,
    outcome: Type.Optional(
      Type.Enum(['YES', 'NO'], { default: 'YES', description: 'Also accepted as `binary_outcome`.' }),
    ),
    type: OrderTypeSchema,
    tif: Type.Optional(
      Type.Enum(['GTC', 'IOC', 'FOK', 'GTD'], { description: '`GTC` by default; `IOC` for MARKET.' }),
    ),
    price: Type.Optional(Decimal),
    qty: Decimal,
    routing: Type.Optional(
      Type.Object({ mode: Type.Optional(RoutingModeSchema), venues: Type.Optional(Type.Array(VenueName)) }),
    ),
    client_order_id: Type.Optional(ClientOrderId),
    expires_at: Type.Optional(TimeInput),
  },
  {
    description:
      'DIRECT requires `instrument_id`; BEST_PRICE and SPLIT require `generic_asset_id`. LIMIT requires `price`; GTD requires `expires_at`.',
    examples: [
      {
        subaccount_id: 'sa_1',
        instrument_id: 1001,
        side: 'BUY',
        outcome: 'YES',
        type: 'LIMIT',
        tif: 'GTC',
        price: '0.48',
        qty: '10',
        routing: { mode: 'DIRECT' },
        client_order_id: 'desk-1',
      },
    ],
  },
);

export const AmendmentSchema = Type.Object(
  {
    price: Type.Optional(Decimal),
    qty: Type.Optional(Decimal),
    tif: Type.Optional(Type.Enum(['GTC', 'GTD'])),
    expires_at: Type.Optional(TimeInput),
  },
  {
    description: 'Contains only the fields to change; `qty` is the new total quantity.',
    examples: [{ price: '0.47', qty: '8' }],
  },
);

export const BatchBody = Type.Object({ orders: Type.Array(NewOrderSchema) });

export const CancelAllFields = Type.Object({ subaccount_id: Type.Optional(SubaccountId) });
export const NoFields = Type.Object({});

export const CancelSummarySchema = Type.Object(
  {
    subaccount_id: Nullable(SubaccountId),
    cancelled: Type.Integer({ minimum: 0 }),
    cancelled_order_ids: Type.Array(OrderId),
    pending_order_ids: Type.Array(OrderId),
    failed: Type.Array(
      Type.Object({ id: OrderId, error: Type.Enum([...REJECTION_CODES]), message: Type.String() }),
    ),
  },
  {
    description: 'Pending orders become cancelled when their venue confirms.',
    examples: [
      {
        subaccount_id: 'sa_1',
        cancelled: 2,
        cancelled_order_ids: ['ord_1043', 'ord_1044'],
        pending_order_ids: [],
        failed: [{ id: 'ord_1045', error: 'venue_unavailable', message: 'venue did not answer' }],
      },
    ],
  },
);

export const OrdersQuery = Type.Object({
  subaccount_id: SubaccountId,
  status: Type.Optional(OrderStatus),
  instrument_id: Type.Optional(InstrumentRef),
  client_order_id: Type.Optional(ClientOrderId),
  limit: PageLimit,
  cursor: Type.Optional(Cursor),
});

export const FillSchema = Type.Object(
  {
    id: Type.String({ pattern: '^fil_[1-9][0-9]*$' }),
    order_id: Nullable(OrderId),
    client_order_id: Nullable(ClientOrderId),
    subaccount_id: SubaccountId,
    instrument_id: InstrumentId,
    venue: VenueName,
    venue_trade_id: Type.String(),
    side: Side,
    outcome: Outcome,
    price: Amount,
    qty: Amount,
    fee: SignedAmount,
    liquidity: Type.Enum(['MAKER', 'TAKER', 'SETTLEMENT']),
    realized_pnl: SignedAmount,
    timestamp: Timestamp,
    settlement: Type.Enum(['PENDING', 'FINAL', 'VOID'], {
      description: 'PENDING: the venue can still reverse it. VOID: the fill was reversed.',
    }),
    voids: Nullable(Type.String({ description: 'The fill that this record reverses.' })),
    settlement_price: Nullable(
      describedAmount(
        'Of a SETTLEMENT: what one YES contract paid; the average price for VOID. Null for a trade.',
      ),
    ),
  },
  {
    description:
      'A confirmed execution. Realized PnL does not include the fee. Sum over all records: VOID records and the records that reverse them cancel each other out.',
    examples: [
      {
        id: 'fil_9001',
        order_id: 'ord_1042',
        client_order_id: 'desk-1',
        subaccount_id: 'sa_1',
        instrument_id: 1001,
        venue: 'Demo',
        venue_trade_id: 'T-5531',
        side: 'BUY',
        outcome: 'YES',
        price: '0.47',
        qty: '4',
        fee: '0',
        liquidity: 'TAKER',
        realized_pnl: '0',
        timestamp: 1782907200008,
        settlement: 'FINAL',
        voids: null,
        settlement_price: null,
      },
    ],
  },
);

export const FillsQuery = Type.Object({
  subaccount_id: SubaccountId,
  order_id: Type.Optional(OrderRef),
  instrument_id: Type.Optional(InstrumentRef),
  start: Type.Optional(TimeInput),
  end: Type.Optional(TimeInput),
  limit: PageLimit,
  cursor: Type.Optional(Cursor),
});

/**
 * Renders an order. Price and quantity keep the caller's spelling; computed values are canonical.
 *
 * Source: contract, Order.
 */
export function renderOrder(order: Order) {
  const filledQty = sumFilledQty(order);
  const chosen = getChosenLeg(order);
  return {
    id: order.id,
    client_order_id: order.clientOrderId,
    subaccount_id: order.subaccountId,
    status: order.status,
    instrument_id: order.instrumentId ?? chosen?.instrumentId ?? null,
    generic_asset_id: order.genericAssetId,
    venue: chosen?.venue ?? null,
    side: order.side,
    outcome: order.outcome,
    type: order.type,
    tif: order.tif,
    expires_at: renderOptionalTime(order.expiresAt),
    price: order.priceText,
    qty: order.qtyText,
    filled_qty: renderDecimal(filledQty),
    remaining_qty: isLive(order.status) ? renderDecimal(order.qty - filledQty) : '0',
    avg_fill_price: renderAverage(sumFilledNotional(order), filledQty),
    fees: renderNotional(order.fees),
    routing: renderRouting(order),
    legs: order.legs.map((leg) => renderLeg(order, leg)),
    pending_action: order.pendingAction,
    reason: order.reason,
    created_at: renderTime(order.createdAt),
    updated_at: renderTime(order.updatedAt),
  };
}

/** The leg that determines venue and instrument of the order; null for SPLIT, which can have several venues. */
const getChosenLeg = (order: Order): Leg | null =>
  order.routing.mode === 'SPLIT' ? null : (order.legs.at(-1) ?? null);

const renderRouting = ({ routing }: Order) =>
  routing.venues === null ? { mode: routing.mode } : { mode: routing.mode, venues: routing.venues };

/** A leg with the price or quantity of its order keeps the caller's spelling. */
const renderLeg = (order: Order, leg: Leg) => ({
  leg: leg.leg,
  venue: leg.venue,
  instrument_id: leg.instrumentId,
  venue_order_id: leg.venueOrderId,
  status: leg.status,
  price: leg.price === order.price ? order.priceText : renderOptional(leg.price),
  qty: leg.qty === order.qty ? order.qtyText : renderDecimal(leg.qty),
  filled_qty: renderDecimal(leg.filledQty),
  avg_fill_price: renderAverage(leg.filledNotional, leg.filledQty),
});

const renderAverage = (notional: Notional, qty: Qty): string | null =>
  renderOptional(averagePrice(notional, qty));

const renderOptional = (price: Price | null): string | null => (price === null ? null : renderDecimal(price));

/** The fill record. Source: contract, Fill. */
export const renderFill = (fill: Fill) => ({
  id: fill.id,
  order_id: fill.orderId,
  client_order_id: fill.clientOrderId,
  subaccount_id: fill.subaccountId,
  instrument_id: fill.instrumentId,
  venue: fill.venue,
  venue_trade_id: fill.venueTradeId,
  side: fill.side,
  outcome: fill.outcome,
  price: renderDecimal(fill.price),
  qty: renderDecimal(fill.qty),
  fee: renderNotional(fill.fee),
  liquidity: fill.liquidity,
  realized_pnl: renderNotional(fill.realizedPnl),
  timestamp: fill.timestamp,
  settlement: fill.settlement,
  voids: fill.voids,
  settlement_price: fill.liquidity === 'SETTLEMENT' ? renderDecimal(fill.price) : null, // outcome is always YES
});
