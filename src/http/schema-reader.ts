import { isUtf8 } from 'node:buffer';
import type { Static, TObject, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import {
  err,
  type FieldIssue,
  findUnknownFields,
  getOwn,
  invalidFields,
  isJsonObject,
  ok,
  parseQuery,
  type Rejection,
  type Result,
} from '#contract';

/** The schema keywords that validation and the API documents use. */
interface Keywords {
  readonly type?: string;
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly anyOf?: readonly TSchema[];
  readonly pattern?: string;
  readonly description?: string;
  readonly expects?: string | ((value: unknown) => string);
}
export const getKeywords = (schema: TSchema): Keywords => schema;

interface FieldCheck {
  readonly name: string;
  readonly schema: TSchema;
  readonly isRequired: boolean;
  accepts(value: unknown): boolean;
}

/** Compiles one check per property, so that a rejection can name every invalid field. */
function compileFieldChecks(schema: TObject): readonly FieldCheck[] {
  const required = new Set<string>(schema.required ?? []);
  return Object.entries(schema.properties).map(([name, property]) => {
    const compiled = Compile(property);
    return {
      name,
      schema: property,
      isRequired: required.has(name) && getKeywords(property).default === undefined,
      accepts: (value) => compiled.Check(value),
    };
  });
}

/**
 * Creates a reader for request bodies with exactly the fields of the schema. `null` in an optional field
 * counts as absent.
 *
 * Rejects with `validation` and names each unknown, missing or invalid field.
 */
export function createBodyReader<Schema extends TObject>(
  schema: Schema,
): (body: unknown) => Result<Static<Schema>, Rejection> {
  const checks = compileFieldChecks(schema);
  const known = new Set(checks.map(({ name }) => name));
  return (body) => {
    if (!isJsonObject(body)) return err(invalidFields([{ field: 'body', issue: 'must be a JSON object' }]));
    const fields = withoutNulls(body, checks);
    const unknown = findUnknownFields(body, known);
    const issues = [...unknown, ...checks.flatMap((check) => findIssues(check, fields))];
    return issues.length > 0 ? err(invalidFields(issues)) : ok(toIds(schema, fields) as Static<Schema>);
  };
}

/** Rejects fields other than `known`; null when there are none. */
export function checkUnknownFields(
  body: Readonly<Record<string, unknown>>,
  known: readonly string[],
): Rejection | null {
  const unknown = findUnknownFields(body, new Set(known));
  return unknown.length === 0 ? null : invalidFields(unknown);
}

function findIssues(check: FieldCheck, fields: Readonly<Record<string, unknown>>): FieldIssue[] {
  const value = fields[check.name];
  if (value === undefined) return check.isRequired ? [{ field: check.name, issue: 'required' }] : [];
  return check.accepts(value) ? [] : wrongValue(check.name, check.schema, value);
}

/** For an array, names its first invalid element; any other value is invalid as a whole. */
function wrongValue(name: string, schema: TSchema, value: unknown): FieldIssue[] {
  const { items } = getKeywords(schema);
  if (items === undefined || !Array.isArray(value))
    return [{ field: name, issue: describeExpectation(schema, value) }];
  const accepted = Compile(items);
  const at = value.findIndex((item) => !accepted.Check(item));
  return at === -1
    ? [{ field: name, issue: describeExpectation(schema, value) }]
    : [{ field: `${name}[${at}]`, issue: describeExpectation(items, value[at]) }];
}

/** Describes the values that a schema accepts, or why it refuses this one. */
function describeExpectation(schema: TSchema, value: unknown): string {
  const { type, enum: values, minimum, maximum, expects } = getKeywords(schema);
  if (expects !== undefined) return typeof expects === 'string' ? expects : expects(value);
  if (values !== undefined) return `must be one of ${values.join(', ')}`;
  if (type === 'integer') return `must be an integer from ${minimum} to ${maximum}`;
  return `must be of type ${type}`;
}

/** The pattern of an id as a string of digits, which JSON bodies may contain in the place of an integer. */
export const ID_DIGITS = '^[1-9][0-9]{0,15}$';

/** The value with each id that its schema accepts as digits as a number. */
function toIds(schema: TSchema, value: unknown): unknown {
  const { anyOf, items, properties } = getKeywords(schema);
  if (typeof value === 'string') {
    const isId = anyOf?.some((each) => getKeywords(each).pattern === ID_DIGITS) === true;
    return isId ? Number(value) : value;
  }
  if (items !== undefined && Array.isArray(value)) return value.map((item: unknown) => toIds(items, item));
  if (properties === undefined || !isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => {
    const property = getOwn(properties, name);
    return [name, property === undefined ? inner : toIds(property, inner)];
  });
  return Object.fromEntries(entries);
}

function withoutNulls(
  body: Readonly<Record<string, unknown>>,
  checks: readonly FieldCheck[],
): Record<string, unknown> {
  const required = new Set(checks.filter(({ isRequired }) => isRequired).map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== null || required.has(name)),
  );
}

const ASCII = /^[\x20-\x7e]*$/;
const CONTROL = /\p{Cc}/u;
const INTEGER = /^-?(0|[1-9][0-9]{0,15})$/;

/**
 * Creates a reader that turns raw query strings into the parameters of the schema, with defaults.
 *
 * The signature check parses the query with the same function, so the parameters are exactly those that were
 * signed. Parameters that are not in the schema are ignored.
 *
 * Rejects with `validation` and names each parameter that is missing, invalid, not plain text, or repeated.
 */
export function createQueryReader<Schema extends TObject>(
  schema: Schema,
): (query: string) => Result<Static<Schema>, Rejection> {
  const checks = new Map(compileFieldChecks(schema).map((check) => [check.name, check]));
  const defaults = getDefaults(checks.values());
  const read = (query: string): Result<Static<Schema>, Rejection> => {
    const { values, issues } = collect(query, checks);
    const wrong = [...checks.values()].flatMap((check) =>
      issues.some(({ field }) => field === check.name) ? [] : findIssues(check, values),
    );
    const all = [...issues, ...wrong];
    return all.length > 0 ? err(invalidFields(all)) : ok({ ...defaults, ...values } as Static<Schema>);
  };
  const withoutQuery = read('');
  return (query) => (query === '' ? withoutQuery : read(query));
}

function getDefaults(checks: Iterable<FieldCheck>): Record<string, unknown> {
  const defaults: Record<string, unknown> = {};
  for (const { name, schema } of checks) {
    const value = getKeywords(schema).default;
    if (value !== undefined) defaults[name] = value;
  }
  return defaults;
}

interface Collected {
  readonly values: Record<string, unknown>;
  readonly issues: readonly FieldIssue[];
}

function collect(query: string, checks: ReadonlyMap<string, FieldCheck>): Collected {
  const values: Record<string, unknown> = {};
  const issues: FieldIssue[] = [];
  for (const { key, value: bytes } of parseQuery(query)) {
    const check = checks.get(key);
    if (check === undefined) continue;
    const text = decodeText(bytes);
    if (values[key] !== undefined) issues.push({ field: key, issue: 'is given more than once' });
    else if (text === null) issues.push({ field: key, issue: 'is not plain UTF-8 text' });
    else values[key] = readValue(text, check);
  }
  return { values, issues };
}

/** Decodes a byte string (one character per byte) as UTF-8; null for invalid UTF-8 and control characters. */
function decodeText(bytes: string): string | null {
  if (ASCII.test(bytes)) return bytes;
  const buffer = Buffer.from(bytes, 'latin1');
  const text = isUtf8(buffer) ? buffer.toString('utf8') : null;
  return text === null || CONTROL.test(text) ? null : text;
}

/** Converts digits to a number where the schema expects an integer; everything else stays text. */
const readValue = (text: string, { schema }: FieldCheck): unknown =>
  getKeywords(schema).type === 'integer' && INTEGER.test(text) ? Number(text) : text;
