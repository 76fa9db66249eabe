import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Buffer } from '../src/streams/buffer.ts';

const done = { value: undefined, done: true };

describe('the buffer of a stream', () => {
  test('holds exactly its maximum for a slow reader, and gives it out in order', async () => {
    const buffer = new Buffer<number>(3);
    assert.deepEqual(
      [1, 2, 3, 4].map((item) => buffer.push(item)),
      [true, true, true, false],
    );
    for (const value of [1, 2, 3]) assert.deepEqual(await buffer.next(), { value, done: false });
    assert.equal(buffer.push(5), true);
    assert.deepEqual(await buffer.next(), { value: 5, done: false });
  });

  test('ends for each of two readers that wait', async () => {
    const buffer = new Buffer<number>(3);
    const ended: unknown[] = [];
    for (let reader = 0; reader < 2; reader += 1) void buffer.next().then((result) => ended.push(result));
    buffer.end(null);
    await yieldToEventLoop();
    assert.deepEqual(ended, [done, done]);
  });

  test('gives an error to one reader, after the items, and then ends', async () => {
    const buffer = new Buffer<number>(3);
    buffer.push(1);
    buffer.end({ error: new Error('cut') });
    assert.deepEqual(await buffer.next(), { value: 1, done: false });
    await assert.rejects(buffer.next(), /cut/);
    assert.deepEqual(await buffer.next(), done);
  });
});
