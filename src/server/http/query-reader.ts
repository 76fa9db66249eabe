import { isUtf8 } from 'node:buffer';
import type { Static, TObject } from 'typebox';
import { parseQuery } from '../../domain/access/request-signing.ts';
import {
  err,
  type FieldIssue,
  invalidFields,
  ok,
  type Rejection,
  type Result,
} from '../../domain/model/result.ts';
import { compileFieldChecks, type FieldCheck, findIssues, getKeywords } from './body-validator.ts';

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
  const defaults = defaultsOf(checks.values());
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

function defaultsOf(checks: Iterable<FieldCheck>): Record<string, unknown> {
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
    const text = textOf(bytes);
    if (values[key] !== undefined) issues.push({ field: key, issue: 'is given more than once' });
    else if (text === null) issues.push({ field: key, issue: 'is not plain UTF-8 text' });
    else values[key] = valueOf(text, check);
  }
  return { values, issues };
}

/** Decodes a byte string (one character per byte) as UTF-8; null for invalid UTF-8 and control characters. */
function textOf(bytes: string): string | null {
  if (ASCII.test(bytes)) return bytes;
  const buffer = Buffer.from(bytes, 'latin1');
  const text = isUtf8(buffer) ? buffer.toString('utf8') : null;
  return text === null || CONTROL.test(text) ? null : text;
}

/** Converts digits to a number where the schema expects an integer; everything else stays text. */
const valueOf = (text: string, { schema }: FieldCheck): unknown =>
  getKeywords(schema).type === 'integer' && INTEGER.test(text) ? Number(text) : text;
