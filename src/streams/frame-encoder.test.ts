import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { createFrame, type Frame, FrameEncoder } from './send-queue.ts';

test("a frame is its JSON with the connection's own number in it", () => {
  assert.deepEqual(decode(encodeFrames([createFrame('pong', { id: 4, timestamp: 5 })], 8)), [
    '{"type":"pong","seq":8,"id":4,"timestamp":5}',
  ]);
  assert.deepEqual(decode(encodeFrames([createFrame('bare', {})], 1)), ['{"type":"bare","seq":1}']);
});

test('the same frames go to each connection under its own numbers', () => {
  const frames = [createFrame('a', { x: 1 }), createFrame('b', { x: 2 })];
  assert.deepEqual(seqs(encodeFrames(frames, 1)), [1, 2]);
  assert.deepEqual(seqs(encodeFrames(frames, 9_999)), [9_999, 10_000]);
  assert.deepEqual(seqs(encodeFrames(frames, Number.MAX_SAFE_INTEGER - 1)), [
    Number.MAX_SAFE_INTEGER - 1,
    Number.MAX_SAFE_INTEGER,
  ]);
});

test('a broadcast with any sequence numbers equals separate encoding for each connection', () => {
  const frames = [createFrame('a', { x: 'é' }), createFrame('b', { x: 2 }), createFrame('c', {})];
  const encoder = new FrameEncoder();
  for (const firstSeq of [1, 5, 8, 9, 10, 97, 98, 100, 5, 123_456, 999_998, 42]) {
    for (const some of [frames, frames.slice(1), frames]) {
      assert.deepEqual(encoder.encode(some, firstSeq), encodeFrames(some, firstSeq), String(firstSeq));
    }
  }
});

test('a buffer that was given away is never written to again', () => {
  const frames = [createFrame('a', {})];
  const encoder = new FrameEncoder();
  const kept = encoder.encode(frames, 1);
  encoder.keepBuffer();
  encoder.encode(frames, 2);
  encoder.encode(frames, 3);
  assert.deepEqual(seqs(kept), [1]);
  assert.deepEqual(seqs(encoder.encode(frames, 4)), [4]);
});

test('a buffer is shared by all connections with the same sequence number, and never changes afterwards', () => {
  const frames = [createFrame('a', {}), createFrame('b', {})];
  const encoder = new FrameEncoder();
  const kept = encoder.encode(frames, 11);
  encoder.keepBuffer();
  assert.equal(encoder.encode(frames, 11), kept);
  const other = encoder.encode(frames, 47);
  assert.deepEqual(seqs(kept), [11, 12]);
  assert.deepEqual(seqs(other), [47, 48]);
});

test('text of any length and alphabet arrives complete', () => {
  const sizes = fc.oneof(
    fc.integer({ min: 80, max: 140 }),
    fc.constantFrom(0, 65_400, 65_500, 65_536, 70_000),
  );
  fc.assert(
    fc.property(fc.array(sizes, { maxLength: 5 }), fc.constantFrom('x', 'é', '€'), (lengths, letter) => {
      const texts = lengths.map((length) => letter.repeat(length));
      const buffer = encodeFrames(
        texts.map((text) => createFrame('t', { text })),
        1,
      );
      assert.deepEqual(
        decode(buffer).map((json) => JSON.parse(json).text),
        texts,
      );
    }),
    { numRuns: 50 },
  );
});

const seqs = (buffer: Buffer): number[] => decode(buffer).map((json) => JSON.parse(json).seq);

const encodeFrames = (frames: readonly Frame[], firstSeq: number): Buffer =>
  new FrameEncoder().encode(frames, firstSeq);

/** The texts of unmasked, unfragmented frames. */
function decode(buffer: Buffer): string[] {
  const texts: string[] = [];
  let at = 0;
  while (at < buffer.length) {
    assert.equal(buffer[at], 0x81);
    const { length, start } = payloadAt(buffer, at);
    texts.push(buffer.subarray(start, start + length).toString('utf8'));
    at = start + length;
  }
  assert.equal(at, buffer.length);
  return texts;
}

function payloadAt(buffer: Buffer, at: number): { length: number; start: number } {
  const short = buffer.readUInt8(at + 1);
  if (short === 126) return { length: buffer.readUInt16BE(at + 2), start: at + 4 };
  if (short === 127) return { length: Number(buffer.readBigUInt64BE(at + 2)), start: at + 10 };
  return { length: short, start: at + 2 };
}
