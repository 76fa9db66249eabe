import { Type } from 'typebox';
import {
  err,
  getIdNumber,
  notFound,
  type Order,
  type OrderId,
  ok,
  parseOrderId,
  parseParentId,
} from '#contract';
import type { Submitted } from '#orders';
import { respondWithPagedList } from '../pagination.ts';
import {
  type Call,
  omitUndefined,
  type RouteResult,
  readFilters,
  respondWith,
  respondWithText,
  route,
} from '../route.ts';
import { createBodyReader } from '../schema-reader.ts';
import { OrderPreviewSchema, OrderReceiptSchema, renderPreview, renderReceipt } from './order-plan-schema.ts';
import {
  AmendmentSchema,
  NewOrderSchema,
  NoFields,
  OrderSchema,
  OrdersQuery,
  renderOrder,
} from './order-schema.ts';

/** What can refuse an order before it is stored. */
export const ADMISSION_REJECTIONS = [
  'kill_switch',
  'guard_fired',
  'agent_policy',
  'not_found',
  'market_not_open',
  'venue_not_tradable',
  'nothing_to_reduce',
  'no_book',
  'notional_below_min',
  'insufficient_balance',
  'allowance_missing',
  'risk_limit',
  'routing_unavailable',
] as const;

export const orderRoutes = [
  route({
    tag: 'Orders',
    permission: 'trade',
    method: 'POST',
    path: '/v1/orders',
    name: 'submitOrder',
    agents: true,
    summary: 'Submit an order',
    notes:
      'Responds within 250 ms of its acceptance with the current state, which can be any status. The first MARKET order on a market, or an order routed over venues, first waits for its books, at most `markets.first_book_ms`. With a `client_order_id`, an identical repeat returns the first response and `Idempotent-Replayed: true`.',
    body: NewOrderSchema,
    response: OrderSchema,
    rejections: [
      ...ADMISSION_REJECTIONS,
      'approval_required',
      'idempotency_conflict',
      'expired_request',
      'self_trade',
    ],
    takesIdempotencyKey: true,
    handle: submit,
  }),
  route({
    tag: 'Orders',
    permission: 'trade',
    method: 'POST',
    path: '/v1/orders/preview',
    name: 'previewOrder',
    agents: true,
    isAudited: false,
    summary: 'Plan an order without placing it',
    notes:
      'Takes the same body and returns the same errors as `POST /v1/orders`, except `approval_required`. Returns the legs, expected fees and cost, the books used, and the remaining risk limits.',
    body: NewOrderSchema,
    response: OrderPreviewSchema,
    rejections: [...ADMISSION_REJECTIONS, 'expired_request', 'self_trade'],
    handle: async ({ deps, caller, body }) =>
      respondWith(await deps.trading.orders.preview(caller, body), renderPreview),
  }),
  route({
    tag: 'Orders',
    path: '/v1/orders/{id}/receipt',
    name: 'getReceipt',
    agents: true,
    summary: 'Get the routing decision and the history of an order',
    notes:
      'Returns the recorded decision, all events with time and cause, expected and realised cost, and the latency of each phase.',
    response: OrderReceiptSchema,
    rejections: ['not_found'],
    handle: (call) =>
      withOrderId(call, async (id) =>
        respondWith(await call.deps.trading.queries.receipt(call.caller, id), renderReceipt),
      ),
  }),
  route({
    tag: 'Orders',
    path: '/v1/orders',
    name: 'listOrders',
    agents: true,
    summary: 'List the orders of a subaccount',
    notes: 'Newest first. Without `status`, orders of any status.',
    query: OrdersQuery,
    response: Type.Array(OrderSchema),
    rejections: ['not_found', 'invalid_cursor'],
    isPaged: true,
    handle: list,
  }),
  route({
    tag: 'Orders',
    path: '/v1/orders/{id}',
    name: 'getOrder',
    agents: true,
    summary: 'Get an order',
    response: OrderSchema,
    rejections: ['not_found'],
    handle: (call) =>
      withOrderId(call, async (id) =>
        respondWith(await call.deps.trading.queries.order(call.caller, id), renderOrder),
      ),
  }),
  route({
    tag: 'Orders',
    permission: 'trade',
    method: 'PATCH',
    path: '/v1/orders/{id}',
    name: 'amendOrder',
    agents: true,
    summary: 'Amend an order',
    notes:
      'Only OPEN and PARTIAL orders can be amended. For venues without amends, the service cancels and replaces the order; `id` never changes.',
    body: AmendmentSchema,
    response: OrderSchema,
    rejections: [
      'kill_switch',
      'agent_policy',
      'not_found',
      'order_not_open',
      'market_not_open',
      'insufficient_balance',
      'qty_increase_unsupported',
      'self_trade',
      'risk_limit',
    ],
    handle: (call) =>
      withOrderId(call, async (id) =>
        respondWith(
          await call.deps.trading.orders.amend(call.caller, id, call.body, call.command, call.trace),
          renderOrder,
        ),
      ),
  }),
  route({
    tag: 'Orders',
    permission: 'trade',
    reducesRisk: true,
    method: 'DELETE',
    path: '/v1/orders/{id}',
    name: 'cancelOrder',
    agents: true,
    summary: 'Cancel an order',
    notes:
      'Returns 200 if the order is already cancelled. `pending_action` is `cancel` until the venue confirms.',
    response: OrderSchema,
    rejections: ['not_found', 'order_not_open'],
    handle: cancel,
  }),
];

async function submit({ deps, caller, body, idempotencyKey, command, trace }: Call): Promise<RouteResult> {
  const submitted = await deps.trading.orders.submit(caller, body, idempotencyKey, command, trace);
  return submitted.ok ? respondWithSubmitted(submitted.value) : submitted;
}

const REPLAYED = { 'idempotent-replayed': 'true' };

/** The response of a submitted order; also of the order that closes a position. */
export function respondWithSubmitted({ order, replayed }: Submitted): RouteResult {
  const content = JSON.stringify(renderOrder(order));
  return replayed ? respondWithText(content, REPLAYED) : ok({ content, headers: {}, isRecorded: true });
}

async function list(call: Call<Type.Static<typeof OrdersQuery>>): Promise<RouteResult> {
  const { trading } = call.deps;
  const { subaccount_id: subaccountId, status, client_order_id: clientOrderId } = call.query;
  const filters = await readFilters(call);
  if (!filters.ok) return filters;
  const parentId = parseParentId(call.query.parent_id) ?? undefined;
  const { tag } = call.query;
  const filter = {
    status,
    instrumentId: filters.value.instrumentId ?? undefined,
    clientOrderId,
    parentId,
    tag,
  };
  return respondWithPagedList(call, {
    scope: ['orders', call.caller.accountId, subaccountId, filter],
    load: ({ limit, position: before }) =>
      trading.queries.orders(call.caller, { subaccountId, ...omitUndefined({ ...filter, limit, before }) }),
    render: renderOrder,
    getPosition: (order: Order) => getIdNumber(order.id),
  });
}

const readNothing = createBodyReader(NoFields);

function cancel(call: Call): RouteResult | Promise<RouteResult> {
  const body = readNothing(call.body);
  if (!body.ok) return body;
  return withOrderId(call, async (id) =>
    respondWith(
      await call.deps.trading.orders.cancel(call.caller, id, call.command, call.trace),
      renderOrder,
    ),
  );
}

/** Runs a call on the order that the path names. Rejects a malformed id with `not_found`. */
function withOrderId(
  { params }: Call,
  act: (id: OrderId) => Promise<RouteResult>,
): RouteResult | Promise<RouteResult> {
  const id = parseOrderId(params['id']);
  return id === null ? err(notFound('order')) : act(id);
}
