import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  accepts,
  type DecodeIssue,
  type Decoder,
  decode,
  identifier,
  integer,
  integerFrom,
  listOf,
  mapped,
  matching,
  milliseconds,
  money,
  nullable,
  numberFrom,
  object,
  oneOf,
  optional,
  pair,
  price,
  qty,
  seconds,
  signedDecimal,
  text,
  time,
} from './decoder.ts';

const ORDER = object(
  {
    id: identifier,
    side: oneOf('BUY', 'SELL'),
    price: optional(price),
    legs: listOf(object({ qty })),
  },
  ['internal_note'],
);
const SOUND = { id: 'o', side: 'BUY', price: '0.48', legs: [{ qty: '2' }, { qty: '1.5' }] };

function decodeWithIssues(decoder: Decoder<unknown>, value: unknown): readonly [unknown, DecodeIssue[]] {
  const issues: DecodeIssue[] = [];
  const found = decode(decoder, value, 'order', (issue) => issues.push(issue));
  return [found, issues];
}

describe('objects and lists', () => {
  test('fields are decoded to their types', () => {
    const decoded = { id: 'o', side: 'BUY', price: 48_000_000n };
    const legs = [{ qty: 200_000_000n }, { qty: 150_000_000n }];
    assert.deepEqual(decodeWithIssues(ORDER, SOUND), [{ ...decoded, legs }, []]);
  });

  test('at most a hundred unknown fields of an object are reported', () => {
    const extra = Object.fromEntries(Array.from({ length: 1_000 }, (_, number) => [`odd${number}`, 1]));
    const issues: DecodeIssue[] = [];
    const value = decode(object({ id: identifier }), { ...extra, id: 'a' }, 'order', (issue) =>
      issues.push(issue),
    );
    assert.deepEqual([value, issues.length], [{ id: 'a' }, 100]);
  });

  test('an unknown field is reported with its place and left out, and an ignored one is not reported', () => {
    const more = { ...SOUND, colour: 'red', internal_note: 'x', legs: [{ qty: '2', odd: 1 }] };
    const [found, issues] = decodeWithIssues(ORDER, more);
    const legs = [{ qty: 200_000_000n }];
    assert.deepEqual(found, { id: 'o', side: 'BUY', price: 48_000_000n, legs });
    const reason = 'holds an unknown field';
    assert.deepEqual(issues, [
      { kind: 'unknown_field', path: 'order', reason, shown: 'colour' },
      { kind: 'unknown_field', path: 'order.legs', reason, shown: 'odd' },
    ]);
  });

  test('a refused field refuses the object, and the issue names field, reason and value', () => {
    const refused: readonly (readonly [object, string, string, string])[] = [
      [{ id: undefined }, 'order.id', 'is not an identifier', 'absent'],
      [{ side: 'HOLD' }, 'order.side', 'is none of BUY, SELL', '"HOLD"'],
      [{ price: '0.123456789' }, 'order.price', 'is not a decimal', '"0.123456789"'],
      [{ legs: {} }, 'order.legs', 'is not a list', '{}'],
      [{ legs: [{ qty: '1' }, { qty: 1 }] }, 'order.legs.qty', 'is not a decimal', '1'],
      [{ legs: [null] }, 'order.legs', 'is not an object', 'null'],
    ];
    for (const [fields, path, reason, shown] of refused) {
      const [found, issues] = decodeWithIssues(ORDER, { ...SOUND, ...fields });
      assert.equal(found, null);
      assert.deepEqual(issues, [{ kind: 'invalid_value', path, reason, shown }]);
    }
    for (const value of [null, [], 'x', 1, undefined]) assert.equal(decodeWithIssues(ORDER, value)[0], null);
  });

  test('a long value is shortened in the issue', () => {
    const [, [issue]] = decodeWithIssues(ORDER, { ...SOUND, side: 'x'.repeat(1_000) });
    assert.equal(issue?.shown, `"${'x'.repeat(79)}`);
  });

  test('without a callback the result is the same', () => {
    assert.deepEqual(decode(ORDER, { ...SOUND, colour: 'red' }), decode(ORDER, SOUND));
    assert.equal(decode(ORDER, { ...SOUND, legs: [{}] }), null);
    assert.ok(accepts(ORDER, SOUND));
    assert.ok(!accepts(ORDER, {}));
  });

  test('an accepted value can be converted', () => {
    const size = mapped(ORDER, ({ legs }) => legs.length);
    assert.equal(decode(size, SOUND), 2);
    assert.equal(decode(size, { ...SOUND, legs: null }), null);
    assert.equal(size.expects, 'an object');
  });

  test('a key may differ from the name of its field', () => {
    const renamed = object({ orderId: text }, [], (name) => name.replace('I', '_i'));
    assert.deepEqual(decode(renamed, { order_id: 'o' }), { orderId: 'o' });
    assert.deepEqual(decodeWithIssues(renamed, { orderId: 'o' }), [
      null,
      [
        { kind: 'unknown_field', path: 'order', reason: 'holds an unknown field', shown: 'orderId' },
        { kind: 'invalid_value', path: 'order.order_id', reason: 'is not a text', shown: 'absent' },
      ],
    ]);
  });

  test('a list may have a size, and a pair has two items', () => {
    const few = listOf(integer, { min: 1, max: 2 });
    assert.equal(few.expects, 'a list of 1 to 2, each an integer');
    assert.deepEqual(
      [[], [1], [1, 2], [1, 2, 3], [1, '2']].map((list) => accepts(few, list)),
      [false, true, true, false, false],
    );
    const level = pair(price, qty);
    assert.deepEqual(decode(level, ['0.5', '1']), [50_000_000n, 100_000_000n]);
    for (const value of [['0.5'], ['0.5', '1', '2'], ['0.5', 1], '01', null]) {
      assert.equal(decode(level, value), null);
    }
  });
});

describe('single values', () => {
  test('an identifier with a lone surrogate is rejected, because it cannot be encoded in a request path', () => {
    const [found, [issue]] = decodeWithIssues(identifier, 'ord-\ud83d');
    assert.equal(found, null);
    assert.equal(issue?.shown, '"ord-\\ud83d"');
    assert.deepEqual(decodeWithIssues(identifier, 'ord-😀'), ['ord-😀', []]);
    assert.equal(decode(identifier, ''), null);
  });

  test('a nullable value must be present, an optional one need not be', () => {
    assert.ok(accepts(nullable(text), null));
    assert.ok(!accepts(nullable(text), undefined));
    assert.ok(accepts(optional(text), null));
    assert.ok(accepts(optional(text), undefined));
    assert.ok(!accepts(optional(text), 1));
  });

  test('money keeps every decimal, and only a signed decimal may be negative', () => {
    assert.equal(decode(money, '0.00000001'), 100_000_000n);
    assert.equal(decode(money, '0.000000001'), null);
    assert.equal(decode(signedDecimal, '-1.5'), -150_000_000n);
    assert.deepEqual(
      [price, qty, money].map((decoder) => decode<bigint>(decoder, '-1')),
      [null, null, null],
    );
    for (const value of ['--1', '-', '', 1]) assert.equal(decode(signedDecimal, value), null);
  });

  test('times in three forms become Unix milliseconds', () => {
    assert.equal(decode(time, '1970-01-01T00:00:01Z'), 1_000);
    assert.equal(decode(time, 1_000_000_000_000), null);
    assert.equal(decode(milliseconds, 1_000), 1_000);
    assert.equal(decode(seconds, 1), 1_000);
    assert.equal(decode(seconds, 1.5), null);
  });

  test('numbers and texts within limits describe what they expect', () => {
    const port = integerFrom(0, 65_535);
    assert.equal(port.expects, 'an integer from 0 to 65535');
    assert.deepEqual(
      [0, 65_535, -1, 65_536, 1.5, '1'].map((value) => accepts(port, value)),
      [true, true, false, false, false, false],
    );
    const share = numberFrom(0, 1);
    assert.deepEqual(
      [0.5, 1, 1.1, Number.NaN].map((value) => accepts(share, value)),
      [true, true, false, false],
    );
    assert.equal(oneOf('a', 'b').expects, '"a" or "b"');
    assert.ok(accepts(matching('letters', /^[a-z]+$/), 'abc'));
    assert.ok(!accepts(matching('letters', /^[a-z]+$/), 'ABC'));
  });
});
