import { Type } from 'typebox';
import {
  err,
  invalidField,
  isJsonObject,
  ok,
  REJECTION_CODES,
  type Rejection,
  type Result,
  rejection,
} from '#contract';
import type { BatchEntry } from '#orders';
import { type Call, type RouteResult, respondWith, route } from '../route.ts';
import { checkUnknownFields } from '../schema-reader.ts';
import { Nullable } from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };
import { NewOrderSchema, ORDER_EXAMPLES, ORDER_FIELDS, renderOrder } from './order-schema.ts';

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
      { index: 0, ...ORDER_EXAMPLES[0] },
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

const OrdersSchema = Type.Array(NewOrderSchema, {
  minItems: 1,
  description: 'At most `orders.batch_max`. An order that this schema refuses is answered as its own entry.',
});
const BatchBody = Type.Union([
  Type.Object(
    { orders: OrdersSchema },
    { additionalProperties: false, examples: [{ orders: EXAMPLES.NewOrder }] },
  ),
  OrdersSchema,
]);

export const batchRoutes = [
  route({
    method: 'POST',
    path: '/v1/orders/batch',
    name: 'submitBatch',
    agents: true,
    tag: 'Orders',
    permission: 'trade',
    summary: 'Submit several orders',
    notes:
      'Each order is checked like a single order and has its own result, in the order of the request. The body can also be an array. Costs one token for each order.',
    body: BatchBody,
    response: Type.Array(BatchEntrySchema),
    rejections: ['kill_switch', 'batch_too_large'],
    computeTokens: (body, { config }) =>
      Math.min(Math.max(1, getItems(body)?.length ?? 1), config.orders.batchMax),
    handle: submitBatch,
  }),
];

async function submitBatch({ deps, caller, body, command, trace }: Call): Promise<RouteResult> {
  const items = readItems(body, deps.config.orders.batchMax);
  if (!items.ok) return items;
  const entries = await deps.trading.orders.submitBatch(caller, items.value, command, trace);
  return respondWith(entries, (all) => all.map(renderEntry));
}

function readItems(body: unknown, max: number): Result<readonly unknown[], Rejection> {
  const items = getItems(body);
  if (items === null) return err(invalidField('orders', 'must be an array of orders'));
  const unknown = isJsonObject(body) ? checkUnknownFields(body, ['orders']) : null;
  if (unknown !== null) return err(unknown);
  if (items.length === 0) return err(invalidField('orders', 'must contain at least one order'));
  if (items.length <= max) return ok(items);
  return err(
    rejection('batch_too_large', `at most ${max} orders in one batch`, { max, given: items.length }),
  );
}

function getItems(body: unknown): readonly unknown[] | null {
  const items = isJsonObject(body) ? body['orders'] : body;
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
