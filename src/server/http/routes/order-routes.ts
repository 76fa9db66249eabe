import { Type } from 'typebox';
import { getIdNumber } from '../../../domain/model/ids.ts';
import type { Order } from '../../../domain/model/order.ts';
import {
  err,
  invalidField,
  ok,
  type Rejection,
  type Result,
  rejection,
} from '../../../domain/model/result.ts';
import type { BatchEntry, Submitted } from '../../../oms/trading-service.ts';
import { checkUnknownFields, createBodyReader, isRecord } from '../body-validator.ts';
import { readCursorPosition, respondWithList, respondWithPage } from '../pagination.ts';
import { readInstrumentFilter, readOrderId, readSubaccountId } from '../params.ts';
import { type Call, omitUndefined, type RouteResult, respondWith, respondWithText, route } from '../route.ts';
import {
  OrderPreviewSchema,
  OrderReceiptSchema,
  renderPreview,
  renderReceipt,
} from '../schemas/order-plan-schema.ts';
import {
  AmendmentSchema,
  BatchBody,
  BatchEntrySchema,
  NewOrderSchema,
  NoFields,
  OrderSchema,
  OrdersQuery,
  renderOrder,
} from '../schemas/order-schema.ts';
import { NoQuery } from '../schemas/service-schema.ts';

const READ = { permission: 'read', bucket: 'read', isMutating: false, tag: 'Orders' } as const;
const TRADE = { permission: 'trade', bucket: 'write', isMutating: true, tag: 'Orders' } as const;

export const orderRoutes = [
  route({
    ...TRADE,
    method: 'POST',
    path: '/v1/orders',
    name: 'submitOrder',
    summary: 'Submit an order',
    notes:
      'Responds within 250 ms with the current state, which can be any status. With a `client_order_id`, an identical repeat returns the first response and `Idempotent-Replayed: true`.',
    query: NoQuery,
    body: NewOrderSchema,
    response: OrderSchema,
    rejections: [
      'kill_switch',
      'idempotency_conflict',
      'not_found',
      'market_not_open',
      'venue_not_tradable',
      'risk_limit',
      'routing_unavailable',
    ],
    takesIdempotencyKey: true,
    handle: submit,
  }),
  route({
    ...TRADE,
    method: 'POST',
    path: '/v1/orders/preview',
    name: 'previewOrder',
    isAudited: false,
    summary: 'Plan an order without placing it',
    notes:
      'Takes the same body and returns the same errors as `POST /v1/orders`. Returns the legs, expected fees and cost, the books used, and the remaining risk limits.',
    query: NoQuery,
    body: NewOrderSchema,
    response: OrderPreviewSchema,
    rejections: [
      'kill_switch',
      'not_found',
      'market_not_open',
      'venue_not_tradable',
      'risk_limit',
      'routing_unavailable',
    ],
    handle: preview,
  }),
  route({
    ...READ,
    method: 'GET',
    path: '/v1/orders/{id}/receipt',
    name: 'getReceipt',
    summary: 'Get the routing decision and the history of an order',
    notes:
      'Returns the recorded decision, all events with time and cause, expected and realised cost, and the latency of each phase.',
    query: NoQuery,
    response: OrderReceiptSchema,
    rejections: ['not_found'],
    handle: receipt,
  }),
  route({
    ...READ,
    method: 'GET',
    path: '/v1/orders',
    name: 'listOrders',
    summary: 'List the orders of a subaccount',
    notes: 'Newest first. Without `status`, orders of any status.',
    query: OrdersQuery,
    response: Type.Array(OrderSchema),
    rejections: ['not_found', 'invalid_cursor'],
    isPaged: true,
    handle: list,
  }),
  route({
    ...READ,
    method: 'GET',
    path: '/v1/orders/{id}',
    name: 'getOrder',
    summary: 'Get an order',
    query: NoQuery,
    response: OrderSchema,
    rejections: ['not_found'],
    handle: read,
  }),
  route({
    ...TRADE,
    method: 'PATCH',
    path: '/v1/orders/{id}',
    name: 'amendOrder',
    summary: 'Amend an order',
    notes:
      'Only OPEN and PARTIAL orders can be amended. For venues without amends, the service cancels and replaces the order; `id` never changes.',
    query: NoQuery,
    body: AmendmentSchema,
    response: OrderSchema,
    rejections: [
      'kill_switch',
      'not_found',
      'order_not_open',
      'market_not_open',
      'qty_increase_unsupported',
      'risk_limit',
    ],
    handle: amend,
  }),
  route({
    ...TRADE,
    method: 'DELETE',
    path: '/v1/orders/{id}',
    name: 'cancelOrder',
    summary: 'Cancel an order',
    notes:
      'Returns 200 if the order is already cancelled. `pending_action` is `cancel` until the venue confirms.',
    query: NoQuery,
    response: OrderSchema,
    rejections: ['not_found', 'order_not_open'],
    handle: cancel,
  }),
];

async function submit({ deps, caller, body, idempotencyKey }: Call): Promise<RouteResult> {
  const submitted = await deps.trading.submit(caller, body, idempotencyKey);
  return submitted.ok ? respondWithSubmitted(submitted.value) : submitted;
}

async function preview({ deps, caller, body }: Call): Promise<RouteResult> {
  return respondWith(await deps.trading.preview(caller, body), renderPreview);
}

async function receipt(call: Call): Promise<RouteResult> {
  const id = readOrderId(call);
  return id.ok ? respondWith(await call.deps.trading.receipt(call.caller, id.value), renderReceipt) : id;
}

const REPLAYED = { 'idempotent-replayed': 'true' };

function respondWithSubmitted({ order, replayed }: Submitted): RouteResult {
  const content = JSON.stringify(renderOrder(order));
  return replayed ? respondWithText(content, REPLAYED) : ok({ content, headers: {}, isRecorded: true });
}

async function list(call: Call<Type.Static<typeof OrdersQuery>>): Promise<RouteResult> {
  const { subaccount_id, status, instrument_id, client_order_id, limit } = call.query;
  const subaccountId = readSubaccountId(subaccount_id);
  if (!subaccountId.ok) return subaccountId;
  const instrumentId = await readInstrumentFilter(call, instrument_id);
  if (!instrumentId.ok) return instrumentId;
  const filter = { status, instrumentId: instrumentId.value, clientOrderId: client_order_id };
  const scope = JSON.stringify(['orders', call.caller.accountId, subaccount_id, filter]);
  const before = readCursorPosition(scope, call.query);
  if (!before.ok) return before;
  const pages = await call.deps.trading.orders(call.caller, {
    subaccountId: subaccountId.value,
    ...omitUndefined({ ...filter, limit: limit && limit + 1, before: before.value ?? undefined }),
  });
  if (!pages.ok) return pages;
  return limit === undefined
    ? respondWithList(pages.value, renderOrder)
    : respondWithPage(pages.value, limit, scope, renderOrder, (order: Order) => getIdNumber(order.id));
}

async function read(call: Call): Promise<RouteResult> {
  const id = readOrderId(call);
  return id.ok ? respondWith(await call.deps.trading.order(call.caller, id.value), renderOrder) : id;
}

async function amend(call: Call): Promise<RouteResult> {
  const id = readOrderId(call);
  if (!id.ok) return id;
  return respondWith(await call.deps.trading.amend(call.caller, id.value, call.body), renderOrder);
}

const readNothing = createBodyReader(NoFields);

async function cancel(call: Call): Promise<RouteResult> {
  const body = readNothing(call.body);
  if (!body.ok) return body;
  const id = readOrderId(call);
  return id.ok ? respondWith(await call.deps.trading.cancel(call.caller, id.value), renderOrder) : id;
}

export const batchRoutes = [
  route({
    method: 'POST',
    path: '/v1/orders/batch',
    name: 'submitBatch',
    tag: 'Orders',
    permission: 'trade',
    bucket: 'write',
    isMutating: true,
    summary: 'Submit several orders',
    notes:
      'Each order is checked like a single order and has its own result, in the order of the request. The body can also be an array. Costs one token for each order.',
    query: NoQuery,
    body: BatchBody,
    response: Type.Array(BatchEntrySchema),
    rejections: ['kill_switch', 'batch_too_large'],
    computeTokens: (body, { config }) =>
      Math.min(Math.max(1, getItems(body)?.length ?? 1), config.orders.batchMax),
    handle: submitBatch,
  }),
];

async function submitBatch({ deps, caller, body }: Call): Promise<RouteResult> {
  const items = readItems(body, deps.config.orders.batchMax);
  if (!items.ok) return items;
  const entries = await deps.trading.submitBatch(caller, items.value);
  return respondWith(entries, (all) => all.map(renderEntry));
}

function readItems(body: unknown, max: number): Result<readonly unknown[], Rejection> {
  const items = getItems(body);
  if (items === null) return err(invalidField('orders', 'must be an array of orders'));
  const unknown = isRecord(body) ? checkUnknownFields(body, ['orders']) : null;
  if (unknown !== null) return err(unknown);
  if (items.length === 0) return err(invalidField('orders', 'must contain at least one order'));
  if (items.length <= max) return ok(items);
  return err(
    rejection('batch_too_large', `at most ${max} orders in one batch`, { max, given: items.length }),
  );
}

function getItems(body: unknown): readonly unknown[] | null {
  const items = isRecord(body) ? body['orders'] : body;
  return Array.isArray(items) ? items : null;
}

function renderEntry(entry: BatchEntry, index: number) {
  if (entry.ok) return { index, ...renderOrder(entry.order) };
  const { code, message, details } = entry.refusal;
  return {
    index,
    id: null,
    client_order_id: entry.clientOrderId,
    status: 'REJECTED' as const,
    error: code,
    message,
    details,
  };
}
