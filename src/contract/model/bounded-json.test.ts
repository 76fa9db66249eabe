import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { parseBoundedJson, parseJsonInSteps } from './bounded-json.ts';

function inSteps(text: string): { readonly value: unknown; readonly pauses: number } {
  const steps = parseJsonInSteps(text);
  let pauses = 0;
  for (;;) {
    const step = steps.next();
    if (step.done === true) return { value: step.value, pauses };
    pauses += 1;
  }
}

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const JSON_LIKE = ['{', '}', '[', ']', ',', ':', '"', '\\', 'a', '1', ' ', '"a":', '[]', '{}', 'null'];

describe('parseBoundedJson', () => {
  test('parses what JSON.parse parses', () => {
    assert.deepEqual(parseBoundedJson('{"a":[1,"x"]}'), { a: [1, 'x'] });
    assert.equal(parseBoundedJson('nonsense'), undefined);
  });

  test('rejects a text that is too long or too deep, before it is parsed', () => {
    assert.equal(parseBoundedJson('[1,2]', 4), undefined);
    assert.equal(parseBoundedJson(nested(400_000)), undefined);
    assert.equal(parseBoundedJson(`[${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}]`), undefined);
  });

  test('brackets in strings are no levels', () => {
    const text = JSON.stringify([`${'['.repeat(50_000)}"\\`]);
    assert.deepEqual(parseBoundedJson(text), JSON.parse(text));
  });
});

describe('parseJsonInSteps', () => {
  test('gives the same value as JSON.parse, also for text that is not JSON', () => {
    const anyText = fc.oneof(
      fc.json(),
      fc.array(fc.constantFrom(...JSON_LIKE), { maxLength: 12 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        let expected: unknown;
        try {
          expected = JSON.parse(text);
        } catch {
          expected = undefined;
        }
        assert.deepEqual(inSteps(text).value, expected);
      }),
      { numRuns: 3_000 },
    );
  });

  test('a long page is returned in several steps, complete and in order', () => {
    const markets = Array.from({ length: 30_000 }, (_, number) => ({
      ticker: `M"${number}\\`,
      levels: [[number, 1], []],
    }));
    for (const page of [{ cursor: 'x', markets, events: [], __proto: [1] }, markets]) {
      const { value, pauses } = inSteps(JSON.stringify(page));
      assert.deepEqual(value, page);
      assert.ok(pauses >= 4, `${pauses} pauses`);
    }
  });

  test('a field named like a prototype is a plain field', () => {
    const { value } = inSteps('{"__proto__":[1],"a":[2]}');
    assert.deepEqual(Object.entries(value as object), [
      ['__proto__', [1]],
      ['a', [2]],
    ]);
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
  });

  test('rejects too many levels, too many items, a huge item and a huge text outside lists', () => {
    const items = (length: number): string => `[${Array.from({ length }, () => 1).join(',')}]`;
    assert.equal(inSteps(nested(5_000_000)).value, undefined);
    assert.equal((inSteps(items(50_000)).value as unknown[]).length, 50_000);
    assert.equal(inSteps(items(50_001)).value, undefined);
    assert.equal(inSteps(`[1,"${'x'.repeat(1_400_000)}"]`).value, undefined);
    assert.equal(inSteps(`{"a":"${'x'.repeat(1_400_000)}"}`).value, undefined);
    assert.equal(inSteps(`["${'\\"'.repeat(1_000_000)}"]`).value, undefined);
  });

  test('rejects a large piece whose many small values would take long to parse, and takes small pieces of them', () => {
    const names = (count: number): string =>
      `{${Array.from({ length: count }, (_, number) => `"n${number.toString(36)}":0`).join(',')}}`;
    const empty = (count: number): string => `[${Array.from({ length: count }, () => '{}').join(',')}]`;
    for (const dense of [names(80_000), empty(200_000)]) {
      assert.ok(dense.length < 1_000_000);
      assert.equal(inSteps(`[1,${dense}]`).value, undefined);
      assert.equal(inSteps(`{"a":[1,${dense}]}`).value, undefined);
    }
    assert.equal(inSteps(names(80_000)).value, undefined, 'outside lists');
    const books = `[${Array.from({ length: 200 }, () => empty(900)).join(',')}]`;
    assert.ok(books.length > 500_000);
    assert.equal((inSteps(books).value as unknown[]).length, 200);
  });

  test('a list that does not end, or ends with another bracket, is not JSON', () => {
    const long = Array.from({ length: 40_000 }, (_, number) => `"item ${number}"`).join(',');
    for (const end of ['', ',]', '}', ']]', '] 1', ',,1]']) {
      assert.equal(inSteps(`[${long}${end}`).value, undefined, end);
      assert.equal(inSteps(`{"a":[${long}${end}}`).value, undefined, end);
    }
  });
});
