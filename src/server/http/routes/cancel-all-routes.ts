import type { Type } from 'typebox';
import type { SubaccountId } from '../../../domain/model/ids.ts';
import { err, invalidField, ok, type Rejection, type Result } from '../../../domain/model/result.ts';
import { createBodyReader } from '../body-validator.ts';
import { readSubaccountId } from '../params.ts';
import { type Call, type RouteResult, respondWith, route } from '../route.ts';
import { CancelAllFields, CancelSummarySchema } from '../schemas/order-schema.ts';
import { OptionalSubaccountQuery, renderCancelSummary } from '../schemas/risk-schema.ts';

type CancelCall = Call<Type.Static<typeof OptionalSubaccountQuery>>;

const BOTH = {
  method: 'POST',
  isMutating: true,
  allowsStaleTimestamp: true,
  query: OptionalSubaccountQuery,
  body: CancelAllFields,
  response: CancelSummarySchema,
  rejections: ['not_found'],
} as const;

export const cancelAllRoutes = [
  route({
    ...BOTH,
    path: '/v1/orders/cancel-all',
    name: 'cancelAllOrders',
    tag: 'Orders',
    permission: 'trade',
    bucket: 'write',
    summary: 'Cancel all open orders',
    notes:
      'Cancels the orders of the subaccount in body or query; without one, of all subaccounts of the key.',
    handle: cancelAll,
  }),
  route({
    ...BOTH,
    path: '/v1/risk/cancel-all',
    name: 'riskCancelAll',
    tag: 'Risk',
    permission: 'risk',
    bucket: 'risk',
    summary: 'Cancel all open orders of a subaccount with risk permission',
    notes: 'Uses its own rate bucket, and works while the kill switch is on.',
    handle: riskCancelAll,
  }),
];

async function cancelAll(call: CancelCall): Promise<RouteResult> {
  const subaccountId = readSubaccount(call);
  if (!subaccountId.ok) return subaccountId;
  const summary = await call.deps.trading.cancelAll(call.caller, subaccountId.value, 'cancel_all');
  return respondWith(summary, renderCancelSummary);
}

async function riskCancelAll(call: CancelCall): Promise<RouteResult> {
  const subaccountId = readSubaccount(call);
  if (!subaccountId.ok) return subaccountId;
  if (subaccountId.value === null) return err(invalidField('subaccount_id', 'required'));
  const summary = await call.deps.trading.cancelAll(call.caller, subaccountId.value, 'risk_cancel_all');
  return respondWith(summary, renderCancelSummary);
}

const readBody = createBodyReader(CancelAllFields);

/** Reads the subaccount from body or query. Two different ids are rejected, because the intent is unclear. */
function readSubaccount({ body, query }: CancelCall): Result<SubaccountId | null, Rejection> {
  const fields = readBody(body);
  if (!fields.ok) return fields;
  const inBody = fields.value.subaccount_id;
  const inQuery = query.subaccount_id;
  if (inBody !== undefined && inQuery !== undefined && inBody !== inQuery) {
    return err(invalidField('subaccount_id', 'differs between body and query'));
  }
  const named = inBody ?? inQuery;
  return named === undefined ? ok(null) : readSubaccountId(named);
}
