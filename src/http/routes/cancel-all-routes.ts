import { Type } from 'typebox';
import {
  err,
  invalidField,
  ok,
  REJECTION_CODES,
  type Rejection,
  type Result,
  type SubaccountId,
} from '#contract';
import type { CancelSummary } from '#orders';
import { type Call, type RouteResult, respondWith, route } from '../route.ts';
import { createBodyReader } from '../schema-reader.ts';
import {
  Count,
  Nullable,
  OptionalSubaccountQuery,
  OrderIdSchema,
  ParentIdSchema,
  SubaccountIdSchema,
} from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };

export const CancelSummarySchema = Type.Object(
  {
    subaccount_id: Nullable(SubaccountIdSchema),
    cancelled: Count,
    cancelled_order_ids: Type.Array(OrderIdSchema),
    pending_order_ids: Type.Array(OrderIdSchema),
    cancelled_complex_order_ids: Type.Array(ParentIdSchema),
    failed: Type.Array(
      Type.Object({ id: OrderIdSchema, error: Type.Enum([...REJECTION_CODES]), message: Type.String() }),
    ),
  },
  {
    description: 'Pending orders become cancelled when their venue confirms.',
    examples: EXAMPLES.CancelSummary,
  },
);

type CancelCause = 'cancel_all' | 'risk_cancel_all';
type CancelCall = Call<Type.Static<typeof OptionalSubaccountQuery>>;

const BOTH = {
  method: 'POST',
  allowsStaleTimestamp: true,
  reducesRisk: true,
  query: OptionalSubaccountQuery,
  body: OptionalSubaccountQuery,
  isBodyOptional: true,
  response: CancelSummarySchema,
  rejections: ['not_found'],
} as const;

export const cancelAllRoutes = [
  route({
    ...BOTH,
    path: '/v1/orders/cancel-all',
    name: 'cancelAllOrders',
    agents: true,
    tag: 'Orders',
    permission: 'trade',
    summary: 'Cancel all open orders',
    notes:
      'Cancels the orders and complex orders of the subaccount in body or query; without one, of all subaccounts of the key.',
    handle: (call) => cancelAll(call, 'cancel_all'),
  }),
  route({
    ...BOTH,
    path: '/v1/risk/cancel-all',
    name: 'riskCancelAll',
    agents: true,
    tag: 'Risk',
    permission: 'risk',
    summary: 'Cancel all open orders of a subaccount with risk permission',
    notes: 'Uses its own rate bucket, and works while the kill switch is on.',
    handle: (call) => cancelAll(call, 'risk_cancel_all'),
  }),
];

async function cancelAll(call: CancelCall, cause: CancelCause): Promise<RouteResult> {
  const subaccountId = readSubaccount(call);
  if (!subaccountId.ok) return subaccountId;
  if (cause === 'risk_cancel_all' && subaccountId.value === null)
    return err(invalidField('subaccount_id', 'required'));
  return respondWith(
    await call.deps.trading.orders.cancelAll(
      call.caller,
      subaccountId.value,
      cause,
      call.command,
      call.trace,
    ),
    renderCancelSummary,
  );
}

const readBody = createBodyReader(OptionalSubaccountQuery);

/** Reads the subaccount from body or query. Two different ids are rejected, because the intent is unclear. */
export function readSubaccount({
  body,
  query,
}: Pick<CancelCall, 'body' | 'query'>): Result<SubaccountId | null, Rejection> {
  const fields = readBody(body);
  if (!fields.ok) return fields;
  const inBody = fields.value.subaccount_id;
  const inQuery = query.subaccount_id;
  if (inBody !== undefined && inQuery !== undefined && inBody !== inQuery) {
    return err(invalidField('subaccount_id', 'differs between body and query'));
  }
  return ok(inBody ?? inQuery ?? null);
}

const renderCancelSummary = (summary: CancelSummary) => ({
  subaccount_id: summary.subaccountId,
  cancelled: summary.cancelled.length,
  cancelled_order_ids: summary.cancelled,
  pending_order_ids: summary.pending,
  cancelled_complex_order_ids: summary.cancelledComplexOrders,
  failed: summary.failed.map(({ id, refusal }) => ({ id, error: refusal.code, message: refusal.message })),
});
