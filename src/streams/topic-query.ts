import { Buffer } from 'node:buffer';
import {
  err,
  type FieldIssue,
  invalidField,
  invalidFields,
  isJsonObject,
  ok,
  type QueryPair,
  type Rejection,
  type Result,
} from '#contract';
import { CHANNELS } from './asyncapi.ts';
import type { StreamName } from './stream-connection.ts';

/**
 * The parameters of a subscription, as the query of the topic's own path has them. A value is a string, a number, or a
 * list of these.
 *
 * Rejects with `validation` what the topic does not know: a misspelt filter would select everything.
 */
export function readTopicQuery(topic: StreamName, value: unknown): Result<readonly QueryPair[], Rejection> {
  if (value === undefined) return ok([]);
  if (!isJsonObject(value)) return err(invalidField('query', 'must be an object'));
  const known = Object.keys(CHANNELS[topic].query.properties);
  const pairs: QueryPair[] = [];
  const issues: FieldIssue[] = [];
  for (const [name, given] of Object.entries(value)) {
    const texts = toTexts(given);
    if (!known.includes(name)) issues.push({ field: `query.${name}`, issue: describeKnown(topic, known) });
    else if (texts === null) issues.push({ field: `query.${name}`, issue: NO_VALUE });
    else pairs.push(...texts.map((text) => ({ key: name, value: toBytes(text) })));
  }
  return issues.length > 0 ? err(invalidFields(issues)) : ok(pairs);
}

const NO_VALUE = 'must be a string, a number, or a list of these';

const describeKnown = (topic: StreamName, known: readonly string[]): string =>
  `is not a parameter of ${topic}: ${known.join(', ')}`;

/** Null for anything but texts and numbers. An empty list would select everything, so it is not a value. */
function toTexts(value: unknown): readonly string[] | null {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = all.flatMap((each) =>
    typeof each === 'string' || Number.isFinite(each) ? [String(each)] : [],
  );
  return texts.length === 0 || texts.length < all.length ? null : texts;
}

/** Query pairs are byte strings of UTF-8 text. */
const toBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
