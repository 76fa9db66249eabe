import { Type } from 'typebox';
import {
  err,
  FILL_SETTLEMENTS,
  type Fill,
  getIdNumber,
  LIQUIDITIES,
  notFound,
  type OrderId,
  ok,
  parseOrderId,
  type Rejection,
  type Result,
  renderDecimal,
  renderNotional,
} from '#contract';
import { respondWithPagedList } from '../pagination.ts';
import { type Call, omitUndefined, type RouteResult, readFilters, route } from '../route.ts';
import {
  Amount,
  ClientOrderIdSchema,
  Cursor,
  describedAmount,
  InstrumentIdSchema,
  InstrumentRef,
  Nullable,
  OrderIdSchema,
  OrderRef,
  OutcomeSchema,
  PageLimit,
  renderOptionalNotional,
  SideSchema,
  SignedAmount,
  SubaccountIdSchema,
  TagSchema,
  TimeInput,
  Timestamp,
  VenueNameSchema,
} from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };
import { renderSentAs, SentAsSchema } from './order-schema.ts';

export const FillSchema = Type.Object(
  {
    id: Type.String({ pattern: '^fil_[1-9][0-9]*$' }),
    order_id: Nullable(OrderIdSchema),
    client_order_id: Nullable(ClientOrderIdSchema),
    tag: Nullable(TagSchema),
    subaccount_id: SubaccountIdSchema,
    instrument_id: InstrumentIdSchema,
    venue: VenueNameSchema,
    venue_trade_id: Type.String(),
    side: SideSchema,
    outcome: OutcomeSchema,
    price: Amount,
    qty: Amount,
    sent_as: SentAsSchema,
    fee: Nullable(SignedAmount, 'Null when it is not known.'),
    liquidity: Type.Enum([...LIQUIDITIES], {
      description:
        'SETTLEMENT: the market resolved. ADOPTED: contracts that the account at the venue held without an order of this service. Both have no order.',
    }),
    realized_pnl: SignedAmount,
    timestamp: Timestamp,
    settlement: Type.Enum([...FILL_SETTLEMENTS], {
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
      'A confirmed execution. `fee` is null when the venue does not report it and its fee schedule is unknown. Realized PnL does not include the fee. Sum over all records: VOID records and the records that reverse them cancel each other out.',
    examples: EXAMPLES.Fill,
  },
);

const FillsQuery = Type.Object({
  subaccount_id: SubaccountIdSchema,
  order_id: Type.Optional(OrderRef),
  instrument_id: Type.Optional(InstrumentRef),
  start: Type.Optional(TimeInput),
  end: Type.Optional(TimeInput),
  tag: Type.Optional(TagSchema),
  limit: PageLimit,
  cursor: Type.Optional(Cursor),
});

export const fillRoutes = [
  route({
    path: '/v1/fills',
    name: 'listFills',
    agents: true,
    tag: 'Orders',
    summary: 'List the fills of a subaccount',
    notes: 'Newest first. Realized PnL is computed from fills and does not include fees.',
    query: FillsQuery,
    response: Type.Array(FillSchema),
    rejections: ['not_found', 'invalid_cursor'],
    isPaged: true,
    handle: list,
  }),
];

async function list(call: Call<Type.Static<typeof FillsQuery>>): Promise<RouteResult> {
  const { trading } = call.deps;
  const { subaccount_id: subaccountId, order_id } = call.query;
  const filters = await readFilters(call);
  if (!filters.ok) return filters;
  const orderId = await readOrderFilter(call, order_id);
  if (!orderId.ok) return orderId;
  const { instrumentId, start, end } = filters.value;
  const filter = {
    orderId: orderId.value,
    instrumentId: instrumentId ?? undefined,
    start: start ?? undefined,
    end: end ?? undefined,
    tag: call.query.tag,
  };
  return respondWithPagedList(call, {
    scope: ['fills', call.caller.accountId, subaccountId, filter],
    load: ({ limit, position: before }) =>
      trading.queries.fills(call.caller, { subaccountId, ...omitUndefined({ ...filter, limit, before }) }),
    render: renderFill,
    getPosition: (fill: Fill) => getIdNumber(fill.id),
  });
}

/** Rejects an unknown or inaccessible order with `not_found` instead of returning an empty list. */
async function readOrderFilter(
  { deps, caller }: Call,
  reference: string | undefined,
): Promise<Result<OrderId | undefined, Rejection>> {
  if (reference === undefined) return ok(undefined);
  const id = parseOrderId(reference);
  if (id === null) return err(notFound('order'));
  const order = await deps.trading.queries.order(caller, id);
  return order.ok ? ok(id) : order;
}

/** The fill record. Source: contract, Fill. */
export const renderFill = (fill: Fill) => ({
  id: fill.id,
  order_id: fill.orderId,
  client_order_id: fill.clientOrderId,
  tag: fill.tag,
  subaccount_id: fill.subaccountId,
  instrument_id: fill.instrumentId,
  venue: fill.venue,
  venue_trade_id: fill.venueTradeId,
  side: fill.side,
  outcome: fill.outcome,
  price: renderDecimal(fill.price),
  qty: renderDecimal(fill.qty),
  sent_as: renderSentAs(fill.side, fill),
  fee: renderOptionalNotional(fill.fee),
  liquidity: fill.liquidity,
  realized_pnl: renderNotional(fill.realizedPnl),
  timestamp: fill.timestamp,
  settlement: fill.settlement,
  voids: fill.voids,
  settlement_price: fill.liquidity === 'SETTLEMENT' ? renderDecimal(fill.price) : null, // outcome is always YES
});
