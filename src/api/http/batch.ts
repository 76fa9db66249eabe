import { Type } from 'typebox';
import { invalidField, type Refusal, refusal } from '../../core/kernel/refusal.ts';
import { ok, type Result, refuse } from '../../core/kernel/result.ts';
import type { BatchEntry } from '../../engine/trading.ts';
import { isRecord, refuseUnknownFields } from './check.ts';
import { renderOrder } from './render/order.ts';
import { answerWith, type Call, type Handled, route } from './route.ts';
import { BatchBody, BatchEntrySchema } from './schemas/order.ts';
import { NoQuery } from './schemas/service.ts';

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
      'Each is checked like a single order and answered on its own, in the order of the request. A bare array is accepted too. Costs one token per order.',
    query: NoQuery,
    body: BatchBody,
    answer: Type.Array(BatchEntrySchema),
    refusals: ['kill_switch', 'batch_too_large'],
    tokensOf: (body, { config }) => Math.min(Math.max(1, itemsOf(body)?.length ?? 1), config.orders.batchMax),
    handle: submitBatch,
  }),
];

async function submitBatch({ deps, caller, body }: Call): Promise<Handled> {
  const items = readItems(body, deps.config.orders.batchMax);
  if (!items.ok) return items;
  const entries = await deps.trading.submitBatch(caller, items.value);
  return answerWith(entries, (all) => all.map(renderEntry));
}

function readItems(body: unknown, max: number): Result<readonly unknown[], Refusal> {
  const items = itemsOf(body);
  if (items === null) return refuse(invalidField('orders', 'must be an array of orders'));
  const unknown = isRecord(body) ? refuseUnknownFields(body, ['orders']) : null;
  if (unknown !== null) return refuse(unknown);
  if (items.length === 0) return refuse(invalidField('orders', 'must hold at least one order'));
  if (items.length <= max) return ok(items);
  return refuse(
    refusal('batch_too_large', `at most ${max} orders in one batch`, { max, given: items.length }),
  );
}

function itemsOf(body: unknown): readonly unknown[] | null {
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
