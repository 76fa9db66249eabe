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
 * A reader of raw query strings into the schema's parameters, defaults filled in.
 *
 * The query is taken apart by the same function that the signature check uses, so what was signed is what
 * is read. Parameters that the schema does not know are ignored.
 *
 * Refuses `validation`, naming each parameter that is missing, wrong, not plain text, or given twice.
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

/** Text of a byte string (each character one byte); null for bytes that are not UTF-8 and for control characters. */
function textOf(bytes: string): string | null {
  if (ASCII.test(bytes)) return bytes;
  const buffer = Buffer.from(bytes, 'latin1');
  const text = isUtf8(buffer) ? buffer.toString('utf8') : null;
  return text === null || CONTROL.test(text) ? null : text;
}

/** Digits become a number where the schema asks for an integer; all else stays text, for the check to judge. */
const valueOf = (text: string, { schema }: FieldCheck): unknown =>
  getKeywords(schema).type === 'integer' && INTEGER.test(text) ? Number(text) : text;
