import {
  err,
  type FieldIssue,
  FieldReader,
  findUnknownFields,
  isJsonObject,
  type JsonObject,
  LIMIT_LIST,
  type LimitKind,
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

const FIELDS: ReadonlySet<string> = new Set(['subaccount_id', ...LIMIT_LIST.map(({ name }) => name)]);

/** Parses the body of `PUT /v1/risk/limits`. Rejects unknown fields, negative values and wrong types. */
export function parseLimits(body: unknown): Result<LimitChange, readonly FieldIssue[]> {
  if (!isJsonObject(body)) return err([{ field: 'body', issue: 'must be a JSON object' }]);
  const reader = new FieldReader(body);
  reader.issues.push(...findUnknownFields(body, FIELDS));
  const subaccountId = reader.optional(
    'subaccount_id',
    parseSubaccountId,
    'must be 1..64 of A-Z a-z 0-9 _ -',
  );
  const fields: Record<string, unknown> = {};
  for (const { kind, field, name } of LIMIT_LIST) {
    const value = readLimit(reader, body, name, READERS[kind]);
    if (value === undefined) continue;
    fields[field] = value;
    if (kind === 'qty') fields[`${field}Text`] = body[name] ?? null;
  }
  return reader.issues.length > 0 ? err(reader.issues) : ok({ subaccountId, fields });
}

/** Undefined: the field is absent. Null: the limit is removed. */
function readLimit(
  reader: FieldReader,
  body: JsonObject,
  name: string,
  { parse, expected }: Reader,
): unknown {
  if (!Object.hasOwn(body, name)) return undefined;
  const issue = `must be ${expected} of at least 0, or null for no limit`;
  return body[name] === null ? null : reader.optional(name, parse, issue);
}

const readAmount = (value: unknown): Notional | null => {
  const amount = parseDecimal(value);
  return amount === null ? null : ((amount * ONE) as Notional);
};

const readCount = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

interface Reader {
  readonly parse: (value: unknown) => unknown;
  readonly expected: string;
}

const READERS: Readonly<Record<LimitKind, Reader>> = {
  qty: { parse: parseQty, expected: 'a decimal string' },
  amount: { parse: readAmount, expected: 'a decimal string' },
  count: { parse: readCount, expected: 'an integer' },
};

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
