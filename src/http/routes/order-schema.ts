import { Type } from 'typebox';
import {
  averagePrice,
  isLive,
  type Leg,
  NO_VENUE_ANSWER,
  type Notional,
  ORDER_REASON_NAMES,
  ORDER_TYPES,
  type Order,
  OUTCOMES,
  PENDING_ACTIONS,
  type Qty,
  ROUTING_MODES,
  renderDecimal,
  renderTime,
  type ShownFlag,
  type Side,
  sumFilledNotional,
  sumFilledQty,
  TIMES_IN_FORCE,
  VENUE_CODE_MAX,
  VENUE_MESSAGE_MAX,
  type VenueAnswer,
} from '#contract';
import { toSentTerms } from '#domain';
import { AMENDMENT_RULE, ORDER_RULES } from '../openapi/request-schema.ts';
import {
  Amount,
  ClientOrderIdSchema,
  Cursor,
  Decimal,
  GenericAssetIdInput,
  GenericAssetIdSchema,
  InstrumentIdInput,
  InstrumentIdSchema,
  InstrumentRef,
  Nullable,
  OrderIdSchema,
  OrderStatusSchema,
  OutcomeSchema,
  PageLimit,
  ParentRef,
  PositiveDecimal,
  PriceDecimal,
  renderOptionalDecimal,
  renderOptionalNotional,
  renderOptionalTime,
  SideSchema,
  SignedAmount,
  SubaccountIdSchema,
  TagSchema,
  Time,
  TimeBody,
  TimeInForceSchema,
  VenueNameSchema,
} from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };
import { NONE_SHOWN, REQUESTED_SCHEMAS, SHOWN_SCHEMAS } from './order-flags-schema.ts';

export const RoutingModeSchema = Type.Enum([...ROUTING_MODES]);
const OrderTypeSchema = Type.Enum([...ORDER_TYPES]);

const ReasonSchema = Nullable(
  Type.Enum([...ORDER_REASON_NAMES], {
    description:
      'The reason why the order closed without being filled; null for a filled order. More reasons may be added: handle an unknown one by the status.',
  }),
);

const VENUE_ANSWER_FIELDS = {
  venue_code: Nullable(
    Type.String({
      maxLength: VENUE_CODE_MAX,
      description:
        'The error code of the venue when it refused or closed the order, or answered without proof of the outcome; where it sends only text, the code that Crossbook derives from that text. Null when the venue gave none.',
    }),
  ),
  venue_message: Nullable(
    Type.String({
      maxLength: VENUE_MESSAGE_MAX,
      description:
        'The text of the venue when it refused or closed the order, or answered without proof of the outcome; null when it gave none.',
    }),
  ),
};

/** What a venue where YES and NO are separate tokens receives; null at the others. */
export const SentAsSchema = Nullable(
  Type.Object(
    { side: SideSchema, outcome: OutcomeSchema, price: Nullable(Decimal) },
    {
      description:
        'What is sent to a venue where YES and NO are separate tokens: a sale of tokens that are held, or a purchase, of either outcome. Null at a venue that nets both outcomes.',
    },
  ),
);

export function renderSentAs(side: Side, leg: Pick<Leg, 'outcome' | 'price' | 'tokenSide'>) {
  if (leg.tokenSide === null) return null;
  const { price, ...sent } = toSentTerms(side, leg);
  return { ...sent, price: renderOptionalDecimal(price) };
}

const LegSchema = Type.Object(
  {
    leg: Type.Integer({ minimum: 1 }),
    venue: VenueNameSchema,
    instrument_id: InstrumentIdSchema,
    outcome: {
      ...OutcomeSchema,
      description:
        'The outcome of the instrument that `price` and the fills of the leg are in terms of. It is the other one of the order where the instrument is an inverted member of the asset.',
    },
    venue_order_id: Nullable(
      Type.String({ description: 'Null until the venue has acknowledged the order.' }),
    ),
    status: OrderStatusSchema,
    price: Nullable(Decimal),
    qty: Decimal,
    filled_qty: Amount,
    avg_fill_price: Nullable(Amount),
    sent_as: SentAsSchema,
    reason: ReasonSchema,
    ...VENUE_ANSWER_FIELDS,
  },
  {
    description:
      'The part of an order at one venue. `venue_code` and `venue_message` are the reason of the venue for refusing or closing it, or its answer to a request whose outcome is unknown.',
  },
);

export const ORDER_FIELDS = {
  id: OrderIdSchema,
  client_order_id: Nullable(ClientOrderIdSchema),
  subaccount_id: SubaccountIdSchema,
  status: OrderStatusSchema,
  instrument_id: Nullable(InstrumentIdSchema),
  generic_asset_id: Nullable(GenericAssetIdSchema),
  venue: Nullable(VenueNameSchema),
  side: SideSchema,
  outcome: OutcomeSchema,
  type: OrderTypeSchema,
  tif: TimeInForceSchema,
  expires_at: Nullable(Time),
  price: Nullable(Decimal),
  qty: Decimal,
  filled_qty: Amount,
  remaining_qty: Amount,
  avg_fill_price: Nullable(Amount),
  fees: Nullable(SignedAmount, 'Null once the fee of a fill is not known.'),
  routing: Type.Object({ mode: RoutingModeSchema, venues: Type.Optional(Type.Array(VenueNameSchema)) }),
  ...SHOWN_SCHEMAS,
  legs: Type.Array(LegSchema),
  pending_action: Nullable(Type.Enum([...PENDING_ACTIONS])),
  reason: ReasonSchema,
  ...VENUE_ANSWER_FIELDS,
  created_at: Time,
  updated_at: Time,
};

/** A flag that an example does not name is as in an order without it, and stands at the end. */
export const ORDER_EXAMPLES = EXAMPLES.Order.map((order) => ({ ...order, ...NONE_SHOWN, ...order }));

export const OrderSchema = Type.Object(ORDER_FIELDS, {
  description: 'An order of a caller, and its legs: the orders sent to venues.',
  examples: ORDER_EXAMPLES,
});

export const NewOrderSchema = Type.Object(
  {
    subaccount_id: SubaccountIdSchema,
    instrument_id: Type.Optional(InstrumentIdInput),
    generic_asset_id: Type.Optional(GenericAssetIdInput),
    side: SideSchema,
    outcome: Type.Optional(
      Type.Enum([...OUTCOMES], {
        description: 'Also accepted as `binary_outcome`. `YES` by default, unless the service requires it.',
      }),
    ),
    binary_outcome: Type.Optional(
      Type.Enum([...OUTCOMES], {
        description: 'Another name of `outcome`; equal to it when both are given.',
      }),
    ),
    type: OrderTypeSchema,
    tif: Type.Optional(
      Type.Enum([...TIMES_IN_FORCE], { description: '`GTC` by default; `IOC` for MARKET.' }),
    ),
    price: Type.Optional(PriceDecimal),
    qty: PositiveDecimal,
    routing: Type.Optional(
      Type.Object(
        {
          mode: Type.Optional(Nullable(RoutingModeSchema)),
          venues: Type.Optional(Nullable(Type.Array(VenueNameSchema, { minItems: 1 }))),
        },
        { additionalProperties: false, description: '`venues` are names of configured venues.' },
      ),
    ),
    client_order_id: Type.Optional(ClientOrderIdSchema),
    idempotency_key: Type.Optional(
      Type.String({
        pattern: '^[\\x21-\\x7e]{1,128}$',
        description: 'Another name of `client_order_id`; equal to it when both are given.',
      }),
    ),
    expires_at: Type.Optional(TimeBody),
    ...REQUESTED_SCHEMAS,
  },
  {
    description:
      'DIRECT requires `instrument_id`; BEST_PRICE and SPLIT require `generic_asset_id`. LIMIT requires `price`; GTD requires `expires_at`. A request that is decided after `valid_until` is refused with `expired_request`.',
    examples: EXAMPLES.NewOrder,
    allOf: ORDER_RULES,
  },
);

export const AmendmentSchema = Type.Object(
  {
    price: Type.Optional(PriceDecimal),
    qty: Type.Optional(PositiveDecimal),
    tif: Type.Optional(Type.Enum(['GTC', 'GTD'])),
    expires_at: Type.Optional(TimeBody),
  },
  {
    description: 'Contains only the fields to change; `qty` is the new total quantity.',
    examples: [{ price: '0.47', qty: '8' }],
    allOf: [{ anyOf: AMENDMENT_RULE }],
  },
);

export const NoFields = Type.Object({});

export const OrdersQuery = Type.Object({
  subaccount_id: SubaccountIdSchema,
  status: Type.Optional(OrderStatusSchema),
  instrument_id: Type.Optional(InstrumentRef),
  client_order_id: Type.Optional(ClientOrderIdSchema),
  parent_id: Type.Optional(ParentRef),
  tag: Type.Optional(TagSchema),
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
    fees: renderOptionalNotional(order.fees),
    routing: renderRouting(order),
    post_only: order.postOnly,
    reduce_only: order.reduceOnly,
    capped_qty: renderOptionalDecimal(order.cappedQty),
    session_id: order.sessionId,
    parent_id: order.parentId,
    tag: order.tag,
    legs: order.legs.map((leg) => renderLeg(order, leg)),
    pending_action: order.pendingAction,
    reason: order.reason,
    ...renderVenueAnswer(findVenueAnswer(order)),
    created_at: renderTime(order.createdAt),
    updated_at: renderTime(order.updatedAt),
  } satisfies Readonly<Record<string, unknown> & Record<ShownFlag, unknown>>;
}

/** The leg that determines venue and instrument of the order; null for SPLIT, which can have several venues. */
const getChosenLeg = (order: Order): Leg | null =>
  order.routing.mode === 'SPLIT' ? null : (order.legs.at(-1) ?? null);

const renderRouting = ({ routing }: Order) =>
  routing.venues === null ? { mode: routing.mode } : { mode: routing.mode, venues: routing.venues };

/** A leg with the requested price or quantity keeps the caller's spelling. */
const renderLeg = (order: Order, leg: Leg) => ({
  leg: leg.leg,
  venue: leg.venue,
  instrument_id: leg.instrumentId,
  outcome: leg.outcome,
  venue_order_id: leg.venueOrderId,
  status: leg.status,
  price: leg.price === order.price ? order.priceText : renderOptionalDecimal(leg.price),
  qty: leg.qty === order.qty && order.cappedQty === null ? order.qtyText : renderDecimal(leg.qty),
  filled_qty: renderDecimal(leg.filledQty),
  avg_fill_price: renderAverage(leg.filledNotional, leg.filledQty),
  sent_as: renderSentAs(order.side, leg),
  reason: leg.reason,
  ...renderVenueAnswer(leg),
});

const renderVenueAnswer = ({ venueCode, venueMessage }: VenueAnswer) => ({
  venue_code: venueCode,
  venue_message: venueMessage,
});

/** The code and the message of the last leg with either. */
const findVenueAnswer = ({ legs }: Order): VenueAnswer =>
  legs.findLast((leg) => leg.venueCode !== null || leg.venueMessage !== null) ?? NO_VENUE_ANSWER;

const renderAverage = (notional: Notional, qty: Qty): string | null =>
  renderOptionalDecimal(averagePrice(notional, qty));
