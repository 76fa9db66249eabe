import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode, identifier } from './kalshi-decoder.ts';

test('an identifier with a lone surrogate is rejected, because it cannot be encoded in a request path', () => {
  const odd: string[] = [];
  assert.equal(
    decode(identifier, 'ord-\ud83d', 'order_id', (_, what) => void odd.push(what)),
    null,
  );
  assert.deepEqual(odd, ['order_id: "ord-\\ud83d"']);
  assert.equal(
    decode(identifier, 'ord-😀', 'order_id', () => assert.fail('a full character is valid')),
    'ord-😀',
  );
});
