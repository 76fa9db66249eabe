import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filled, read } from './kalshi-decoder.ts';

test('a name with half a character in it is none: it could not stand in the path of a request', () => {
  const odd: string[] = [];
  assert.equal(
    read(filled, 'ord-\ud83d', 'order_id', (_, what) => void odd.push(what)),
    null,
  );
  assert.deepEqual(odd, ['order_id: "ord-\\ud83d"']);
  assert.equal(
    read(filled, 'ord-😀', 'order_id', () => assert.fail('a whole one is a name')),
    'ord-😀',
  );
});
