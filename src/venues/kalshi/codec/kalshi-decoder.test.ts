import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode, identifier } from './kalshi-decoder.ts';

test('a name with half a character in it is none: it could not stand in the path of a request', () => {
  const odd: string[] = [];
  assert.equal(
    decode(identifier, 'ord-\ud83d', 'order_id', (_, what) => void odd.push(what)),
    null,
  );
  assert.deepEqual(odd, ['order_id: "ord-\\ud83d"']);
  assert.equal(
    decode(identifier, 'ord-😀', 'order_id', () => assert.fail('a whole one is a name')),
    'ord-😀',
  );
});
