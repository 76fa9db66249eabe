import {
  err,
  type FieldIssue,
  FieldReader,
  findUnknownFields,
  isJsonObject,
  type Limits,
  type Notional,
  ONE,
  ok,
  parseDecimal,
  parseQty,
  parseSubaccountId,
  type Result,
  type SubaccountId,
} from '#contract';

/** A change of limits: an absent field keeps its value, null removes the limit. */
export interface LimitChange {
  readonly subaccountId: SubaccountId | null; // null: limits of the account
  readonly fields: Partial<Omit<Limits, 'accountId' | 'subaccountId' | 'updatedAt'>>;
}

const LIMIT_FIELDS = new Set([
  'subaccount_id',
  'max_order_qty',
  'max_position_qty',
  'max_open_orders',
  'day_cost_max',
  'day_loss_max',
  'orders_per_minute_max',
]);

/** Parses the body of `PUT /v1/risk/limits`. Rejects unknown fields, negative values and wrong types. */
export function parseLimits(body: unknown): Result<LimitChange, readonly FieldIssue[]> {
  if (!isJsonObject(body)) return err([{ field: 'body', issue: 'must be a JSON object' }]);
  const reader = new FieldReader(body);
  reader.issues.push(...findUnknownFields(body, LIMIT_FIELDS));
  const subaccountId = reader.optional(
    'subaccount_id',
    parseSubaccountId,
    'must be 1..64 of A-Z a-z 0-9 _ -',
  );
  const decimal = 'must be a decimal string of at least 0, or null for no limit';
  const orderQty = readLimit(reader, body, 'max_order_qty', parseQty, decimal);
  const positionQty = readLimit(reader, body, 'max_position_qty', parseQty, decimal);
  const whole = 'must be an integer of at least 0, or null for no limit';
  const openOrders = readLimit(reader, body, 'max_open_orders', readCount, whole);
  const dayCostMax = readLimit(reader, body, 'day_cost_max', readAmount, decimal);
  const dayLossMax = readLimit(reader, body, 'day_loss_max', readAmount, decimal);
  const ordersPerMinuteMax = readLimit(reader, body, 'orders_per_minute_max', readCount, whole);
  if (reader.issues.length > 0) return err(reader.issues);
  const text = (field: string): string | null => (body[field] as string | null | undefined) ?? null;
  return ok({
    subaccountId,
    fields: {
      ...(orderQty === undefined ? {} : { maxOrderQty: orderQty, maxOrderQtyText: text('max_order_qty') }),
      ...(positionQty === undefined
        ? {}
        : { maxPositionQty: positionQty, maxPositionQtyText: text('max_position_qty') }),
      ...(openOrders === undefined ? {} : { maxOpenOrders: openOrders }),
      ...(dayCostMax === undefined ? {} : { dayCostMax }),
      ...(dayLossMax === undefined ? {} : { dayLossMax }),
      ...(ordersPerMinuteMax === undefined ? {} : { ordersPerMinuteMax }),
    },
  });
}

/** Undefined: the field is absent. Null: the limit is removed. */
function readLimit<Value>(
  reader: FieldReader,
  body: Readonly<Record<string, unknown>>,
  field: string,
  parse: (value: unknown) => Value | null,
  issue: string,
): Value | null | undefined {
  if (!Object.hasOwn(body, field)) return undefined;
  return body[field] === null ? null : reader.optional(field, parse, issue);
}

const readAmount = (value: unknown): Notional | null => {
  const amount = parseDecimal(value);
  return amount === null ? null : ((amount * ONE) as Notional);
};

const readCount = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

/** Parses the body of `POST /v1/risk/kill-switch`: exactly the boolean `enabled`. */
export function parseKillSwitch(body: unknown): Result<boolean, readonly FieldIssue[]> {
  if (!isJsonObject(body)) return err([{ field: 'body', issue: 'must be a JSON object' }]);
  const reader = new FieldReader(body);
  for (const field of Object.keys(body)) {
    if (field !== 'enabled') reader.addIssue(field, 'is not a field of this request');
  }
  const readBoolean = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);
  const enabled = reader.required('enabled', readBoolean, 'must be true or false');
  return enabled === null || reader.issues.length > 0 ? err(reader.issues) : ok(enabled);
}
