import { isUtf8 } from 'node:buffer';
import { endOfString, err, invalidField, ok, type Rejection, type Result } from '#contract';

export const JSON_DEPTH_MAX = 8;
/** Of one body: a batch of 1,000 orders has about 20,000. A megabyte of small values would hold the event loop. */
export const JSON_VALUES_MAX = 30_000;
const POISONED_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Parses a request body. An empty body counts as `{}`.
 *
 * Rejects with `validation` input that `JSON.parse` alone would accept: bytes that are not UTF-8, a repeated
 * key in one object (the last value would win silently), keys that change a prototype, nesting deeper
 * than 8, and more than 30,000 values. The text is scanned once, before any value is built.
 *
 * Source: contract, conventions; faults, Bad input.
 */
export function parseJson(bytes: Uint8Array): Result<unknown, Rejection> {
  if (bytes.length === 0) return ok({});
  if (!isUtf8(bytes)) return err(invalidField('body', 'is not UTF-8'));
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const fault = findFault(text);
  if (fault !== null) return err(fault);
  try {
    return ok(JSON.parse(text) as unknown);
  } catch {
    return err(invalidField('body', 'is not JSON'));
  }
}

/**
 * Scans the text once. It follows strings and brackets only; `JSON.parse` detects every other syntax error.
 */
function findFault(text: string): Rejection | null {
  const keysOfOpen: (Set<string> | null)[] = []; // the keys of each open object; null for an array
  let isKeyNext = false;
  let values = 0; // one in each object and list, and one after each comma
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at);
        const keys = isKeyNext ? (keysOfOpen.at(-1) ?? null) : null;
        const fault = keys === null ? null : addKey(keys, text.slice(at, end + 1));
        if (fault !== null) return fault;
        isKeyNext = false;
        at = end;
        break;
      }
      case OPEN_OBJECT:
      case OPEN_ARRAY:
        isKeyNext = text.charCodeAt(at) === OPEN_OBJECT;
        if (keysOfOpen.push(isKeyNext ? new Set() : null) > JSON_DEPTH_MAX) {
          return invalidField('body', `is nested deeper than ${JSON_DEPTH_MAX}`);
        }
        values += 1;
        break;
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        keysOfOpen.pop();
        isKeyNext = false;
        break;
      case COMMA:
        isKeyNext = (keysOfOpen.at(-1) ?? null) !== null;
        values += 1;
        break;
    }
    if (values > JSON_VALUES_MAX) return invalidField('body', `has more than ${JSON_VALUES_MAX} values`);
  }
  return null;
}

function addKey(keys: Set<string>, literal: string): Rejection | null {
  const key = decodeKey(literal);
  if (POISONED_KEYS.has(key)) return invalidField(key, 'is not allowed as a key');
  if (keys.has(key)) return invalidField(key, 'is given more than once');
  keys.add(key);
  return null;
}

/** Decodes escapes, so that `"a"` and `"\u0061"` are the same key. `JSON.parse` rejects an invalid literal later. */
function decodeKey(literal: string): string {
  if (!literal.includes('\\')) return literal.slice(1, -1);
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal;
  }
}
