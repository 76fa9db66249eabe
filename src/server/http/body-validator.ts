import type { Static, TObject, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import {
  err,
  type FieldIssue,
  invalidFields,
  ok,
  type Rejection,
  type Result,
} from '../../domain/model/result.ts';

/** The schema keywords that validation and the API documents use. */
export interface Keywords {
  readonly type?: string;
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly items?: TSchema;
  readonly description?: string;
  readonly expects?: string;
}
export const getKeywords = (schema: TSchema): Keywords => schema;

export interface FieldCheck {
  readonly name: string;
  readonly schema: TSchema;
  readonly isRequired: boolean;
  accepts(value: unknown): boolean;
}

/** Compiles one check per property, so that a rejection can name every invalid field. */
export function compileFieldChecks(schema: TObject): readonly FieldCheck[] {
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
    if (!isRecord(body)) return err(invalidFields([{ field: 'body', issue: 'must be a JSON object' }]));
    const fields = withoutNulls(body, checks);
    const unknown = Object.keys(body).filter((name) => !known.has(name));
    const issues = [...unknown.map(unknownField), ...checks.flatMap((check) => findIssues(check, fields))];
    return issues.length > 0 ? err(invalidFields(issues)) : ok(fields as Static<Schema>);
  };
}

/** Rejects fields other than `known`; null when there are none. */
export function checkUnknownFields(
  body: Readonly<Record<string, unknown>>,
  known: readonly string[],
): Rejection | null {
  const unknown = Object.keys(body).filter((name) => !known.includes(name));
  return unknown.length === 0 ? null : invalidFields(unknown.map(unknownField));
}

export function findIssues(check: FieldCheck, fields: Readonly<Record<string, unknown>>): FieldIssue[] {
  const value = fields[check.name];
  if (value === undefined) return check.isRequired ? [{ field: check.name, issue: 'required' }] : [];
  return check.accepts(value) ? [] : wrongValue(check.name, check.schema, value);
}

/** For an array, names its first invalid element; any other value is invalid as a whole. */
function wrongValue(name: string, schema: TSchema, value: unknown): FieldIssue[] {
  const { items } = getKeywords(schema);
  if (items === undefined || !Array.isArray(value))
    return [{ field: name, issue: describeExpectation(schema) }];
  const accepted = Compile(items);
  const at = value.findIndex((item) => !accepted.Check(item));
  return [
    { field: at === -1 ? name : `${name}[${at}]`, issue: describeExpectation(at === -1 ? schema : items) },
  ];
}

/** Describes the values that a schema accepts. */
export function describeExpectation(schema: TSchema): string {
  const { type, enum: values, minimum, maximum, expects } = getKeywords(schema);
  if (expects !== undefined) return expects;
  if (values !== undefined) return `must be one of ${values.join(', ')}`;
  if (type === 'integer') return `must be an integer from ${minimum} to ${maximum}`;
  return `must be of type ${type}`;
}

const unknownField = (name: string): FieldIssue => ({
  field: name,
  issue: 'is not a field of this request',
});

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function withoutNulls(
  body: Readonly<Record<string, unknown>>,
  checks: readonly FieldCheck[],
): Record<string, unknown> {
  const required = new Set(checks.filter(({ isRequired }) => isRequired).map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== null || required.has(name)),
  );
}
