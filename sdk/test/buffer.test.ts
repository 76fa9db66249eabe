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

  test('gives out all that follows a clear, however much was read and waited before it', async () => {
    for (const read of [0, 1, 2, 3, 5])
      for (const left of [0, 1, 4]) {
        const buffer = new Buffer<number>(10);
        for (let item = 0; item < read + left; item += 1) buffer.push(item);
        for (let item = 0; item < read; item += 1) await buffer.next();
        buffer.clear();
        for (let item = 20; item < 30; item += 1) assert.equal(buffer.push(item), true);
        assert.equal(buffer.push(30), false);
        buffer.end(null);
        for (let value = 20; value < 30; value += 1)
          assert.deepEqual(await buffer.next(), { value, done: false });
        assert.deepEqual(await buffer.next(), done);
      }
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
