import { Type } from 'typebox';
import { err, getIdNumber, notFound, ok, type ParentId, parseParentId } from '#contract';
import type { WatchedParent } from '#orders';
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
import { readSubaccount } from './cancel-all-routes.ts';
import { OptionalSubaccountQuery } from './common-schema.ts';
import {
  ComplexOrderAmendmentSchema,
  ComplexOrderCancelSummarySchema,
  ComplexOrderPreviewSchema,
  ComplexOrderReceiptSchema,
  ComplexOrderSchema,
  ComplexOrdersQuery,
  NewComplexOrderSchema,
  renderComplexCancelSummary,
  renderComplexOrder,
  renderComplexPreview,
  renderComplexReceipt,
} from './complex-order-schema.ts';
import { NoFields } from './order-schema.ts';

const TAG = 'Complex orders';

const NEW_REJECTIONS = [
  'kill_switch',
  'guard_fired',
  'not_found',
  'market_not_open',
  'venue_not_tradable',
  'nothing_to_reduce',
  'too_many_parents',
  'legs_can_overfill',
  'not_a_hedge',
  'risk_limit',
] as const;

export const complexOrderRoutes = [
  route({
    tag: TAG,
    permission: 'trade',
    method: 'POST',
    path: '/v1/complex-orders',
    name: 'submitComplexOrder',
    agents: 'complex_orders',
    summary: 'Submit a complex order',
    notes:
      'Reserves its quantity under the risk limits at once; its children draw from that reservation. With an idempotency key, an identical repeat returns the first response. Keys are shared with `client_order_id`.',
    body: NewComplexOrderSchema,
    response: ComplexOrderSchema,
    rejections: [...NEW_REJECTIONS, 'idempotency_conflict', 'trigger_already_met'],
    takesIdempotencyKey: true,
    handle: submit,
  }),
  route({
    tag: TAG,
    permission: 'trade',
    method: 'POST',
    path: '/v1/complex-orders/preview',
    name: 'previewComplexOrder',
    agents: 'complex_orders',
    isAudited: false,
    summary: 'Show what a complex order would do, without storing it',
    body: NewComplexOrderSchema,
    response: ComplexOrderPreviewSchema,
    rejections: [...NEW_REJECTIONS],
    handle: async ({ deps, caller, body }) =>
      respondWith(await deps.trading.complexOrders.preview(caller, body), renderComplexPreview),
  }),
  route({
    tag: TAG,
    permission: 'trade',
    method: 'POST',
    path: '/v1/complex-orders/cancel-all',
    name: 'cancelAllComplexOrders',
    agents: true,
    allowsStaleTimestamp: true,
    reducesRisk: true,
    summary: 'Cancel all complex orders',
    notes: 'Of the subaccount in body or query; without one, of all subaccounts of the key.',
    query: OptionalSubaccountQuery,
    body: OptionalSubaccountQuery,
    isBodyOptional: true,
    response: ComplexOrderCancelSummarySchema,
    rejections: ['not_found'],
    handle: async (call) => {
      const subaccountId = readSubaccount(call);
      if (!subaccountId.ok) return subaccountId;
      const { complexOrders } = call.deps.trading;
      const summary = await complexOrders.cancelAll(call.caller, subaccountId.value);
      return respondWith(summary, renderComplexCancelSummary);
    },
  }),
  route({
    tag: TAG,
    path: '/v1/complex-orders',
    name: 'listComplexOrders',
    agents: true,
    summary: 'List the complex orders of a subaccount',
    notes: 'Newest first. Without `status`, complex orders of any status.',
    query: ComplexOrdersQuery,
    response: Type.Array(ComplexOrderSchema),
    rejections: ['not_found', 'invalid_cursor'],
    isPaged: true,
    handle: list,
  }),
  route({
    tag: TAG,
    path: '/v1/complex-orders/{id}',
    name: 'getComplexOrder',
    agents: true,
    summary: 'Get a complex order',
    response: ComplexOrderSchema,
    rejections: ['not_found'],
    handle: (call) =>
      withParentId(call, async (id) =>
        respondWith(await call.deps.trading.complexOrders.get(call.caller, id), renderComplexOrder),
      ),
  }),
  route({
    tag: TAG,
    path: '/v1/complex-orders/{id}/receipt',
    name: 'getComplexOrderReceipt',
    agents: true,
    summary: 'Get every decision of a complex order, with the book that it saw',
    response: ComplexOrderReceiptSchema,
    rejections: ['not_found'],
    handle: (call) =>
      withParentId(call, async (id) =>
        respondWith(await call.deps.trading.complexOrders.receipt(call.caller, id), renderComplexReceipt),
      ),
  }),
  route({
    tag: TAG,
    permission: 'trade',
    method: 'PATCH',
    path: '/v1/complex-orders/{id}',
    name: 'amendComplexOrder',
    agents: 'complex_orders',
    summary: 'Amend a complex order',
    notes:
      'A live child with the old price is cancelled, and the next one follows once its venue has confirmed that.',
    body: ComplexOrderAmendmentSchema,
    response: ComplexOrderSchema,
    rejections: ['kill_switch', 'not_found', 'order_not_open', 'trigger_already_met', 'risk_limit'],
    handle: (call) =>
      withParentId(call, async (id) =>
        respondWith(
          await call.deps.trading.complexOrders.amend(call.caller, id, call.body, call.command),
          renderComplexOrder,
        ),
      ),
  }),
  route({
    tag: TAG,
    permission: 'trade',
    reducesRisk: true,
    method: 'DELETE',
    path: '/v1/complex-orders/{id}',
    name: 'cancelComplexOrder',
    agents: true,
    summary: 'Cancel a complex order and its live children',
    notes: 'CANCELLING until the venues have confirmed the end of its children.',
    response: ComplexOrderSchema,
    rejections: ['not_found', 'order_not_open'],
    handle: cancel,
  }),
  route({
    tag: TAG,
    permission: 'trade',
    method: 'POST',
    path: '/v1/complex-orders/{id}/resume',
    name: 'resumeComplexOrder',
    agents: 'complex_orders',
    summary: 'Resume a paused complex order',
    notes: 'It is decided on the present situation: a trigger that is met now fires.',
    body: NoFields,
    isBodyOptional: true,
    response: ComplexOrderSchema,
    rejections: ['kill_switch', 'not_found', 'order_not_open'],
    handle: resume,
  }),
];

async function submit({ deps, caller, body, idempotencyKey, command }: Call): Promise<RouteResult> {
  const { complexOrders } = deps.trading;
  const submitted = await complexOrders.submit(caller, body, idempotencyKey, command);
  if (!submitted.ok) return submitted;
  const { parent, replayed } = submitted.value;
  const content = JSON.stringify(renderComplexOrder(complexOrders.withView(parent)));
  return replayed
    ? respondWithText(content, { 'idempotent-replayed': 'true' })
    : ok({ content, headers: {}, isRecorded: true });
}

async function list(call: Call<Type.Static<typeof ComplexOrdersQuery>>): Promise<RouteResult> {
  const { complexOrders } = call.deps.trading;
  const { subaccount_id: subaccountId, status, type, tag } = call.query;
  const filters = await readFilters(call);
  if (!filters.ok) return filters;
  const filter = { status, type, tag, instrumentId: filters.value.instrumentId ?? undefined };
  return respondWithPagedList(call, {
    scope: ['complex-orders', call.caller.accountId, subaccountId, filter],
    load: async ({ limit, position: before }) =>
      complexOrders.list(call.caller, { subaccountId, ...omitUndefined({ ...filter, limit, before }) }),
    render: renderComplexOrder,
    getPosition: ({ parent }: WatchedParent) => getIdNumber(parent.id),
  });
}

const readNothing = createBodyReader(NoFields);

function cancel(call: Call): RouteResult | Promise<RouteResult> {
  const body = readNothing(call.body);
  if (!body.ok) return body;
  return withParentId(call, async (id) =>
    respondWith(
      await call.deps.trading.complexOrders.cancel(call.caller, id, call.command),
      renderComplexOrder,
    ),
  );
}

function resume(call: Call): RouteResult | Promise<RouteResult> {
  const body = readNothing(call.body);
  if (!body.ok) return body;
  return withParentId(call, async (id) =>
    respondWith(await call.deps.trading.complexOrders.resume(call.caller, id), renderComplexOrder),
  );
}

/** Runs a call on the complex order that the path names. Rejects a malformed id with `not_found`. */
function withParentId(
  { params }: Call,
  act: (id: ParentId) => Promise<RouteResult>,
): RouteResult | Promise<RouteResult> {
  const id = parseParentId(params['id']);
  return id === null ? err(notFound('complex_order')) : act(id);
}
