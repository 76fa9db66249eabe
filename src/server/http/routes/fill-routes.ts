import { Type } from 'typebox';
import { getIdNumber, type OrderId, parseOrderId } from '../../../domain/model/ids.ts';
import type { Fill } from '../../../domain/model/order.ts';
import { err, notFound, ok, type Rejection, type Result } from '../../../domain/model/result.ts';
import { readCursorPosition, respondWithList, respondWithPage } from '../pagination.ts';
import { readInstrumentFilter, readSubaccountId, readTimeRange } from '../params.ts';
import { type Call, omitUndefined, type RouteResult, route } from '../route.ts';
import { FillSchema, FillsQuery, renderFill } from '../schemas/order-schema.ts';

export const fillRoutes = [
  route({
    method: 'GET',
    path: '/v1/fills',
    name: 'listFills',
    tag: 'Orders',
    permission: 'read',
    bucket: 'read',
    isMutating: false,
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
  const { subaccount_id, order_id, instrument_id, limit } = call.query;
  const subaccountId = readSubaccountId(subaccount_id);
  if (!subaccountId.ok) return subaccountId;
  const range = readTimeRange(call.query);
  if (!range.ok) return range;
  const instrumentId = await readInstrumentFilter(call, instrument_id);
  if (!instrumentId.ok) return instrumentId;
  const orderId = await orderFilterOf(call, order_id);
  if (!orderId.ok) return orderId;
  const { start, end } = range.value;
  const filter = {
    orderId: orderId.value,
    instrumentId: instrumentId.value,
    start: start ?? undefined,
    end: end ?? undefined,
  };
  const scope = JSON.stringify(['fills', call.caller.accountId, subaccount_id, filter]);
  const before = readCursorPosition(scope, call.query);
  if (!before.ok) return before;
  const pages = await call.deps.trading.fills(call.caller, {
    subaccountId: subaccountId.value,
    ...omitUndefined({ ...filter, limit: limit && limit + 1, before: before.value ?? undefined }),
  });
  if (!pages.ok) return pages;
  return limit === undefined
    ? respondWithList(pages.value, renderFill)
    : respondWithPage(pages.value, limit, scope, renderFill, (fill: Fill) => getIdNumber(fill.id));
}

/** Rejects an unknown or inaccessible order with `not_found` instead of returning an empty list. */
async function orderFilterOf(
  { deps, caller }: Call,
  reference: string | undefined,
): Promise<Result<OrderId | undefined, Rejection>> {
  if (reference === undefined) return ok(undefined);
  const id = parseOrderId(reference);
  if (id === null) return err(notFound('order'));
  const order = await deps.trading.order(caller, id);
  return order.ok ? ok(id) : order;
}
