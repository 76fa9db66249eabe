import { Buffer } from 'node:buffer';
import type { QueryPair } from '../../core/access/canonical.ts';

/** The values of a parameter that may be repeated or hold a comma list, once each; null when it is absent. */
export function listOf(query: readonly QueryPair[], name: string): readonly string[] | null {
  const values = valuesOf(query, name);
  return values.length === 0 ? null : [...new Set(values.flatMap((value) => value.split(',')))];
}

/** Query pairs are byte strings; their text is UTF-8. */
export const valuesOf = (query: readonly QueryPair[], name: string): readonly string[] =>
  query.filter(({ key }) => key === name).map(({ value }) => Buffer.from(value, 'latin1').toString('utf8'));
