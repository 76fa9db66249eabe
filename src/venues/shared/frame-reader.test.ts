import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { FrameReader } from './frame-reader.ts';

/** A reader, the numbers of the events it has delivered, and one step of the event loop. */
function openReader() {
  const clock = new ManualClock();
  const seen: unknown[] = [];
  const overflows: number[] = [];
  const reader = new FrameReader({
    clock,
    onEvent: (event) => void seen.push((event as { readonly n?: unknown }).n),
    onOverflow: () => void overflows.push(seen.length),
  });
  const step = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(1);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { reader, seen, overflows, step };
}

const event = (n: number, chars = 0): object => ({ n, text: 'x'.repeat(chars) });
const events = (from: number, count: number, chars = 0): readonly object[] =>
  Array.from({ length: count }, (_, index) => event(from + index, chars));
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n);

test('a short frame is read at once, and what is no JSON is ignored', () => {
  const { reader, seen } = openReader();
  reader.add(JSON.stringify(event(0)));
  reader.add('PONG');
  reader.add(JSON.stringify(events(1, 100)));
  assert.deepEqual(seen, numbers(101));
});

test('a long frame is read in steps, and frames that arrive meanwhile come after it', async () => {
  const { reader, seen, step } = openReader();
  reader.add(JSON.stringify(events(0, 1_000, 1_000)));
  reader.add(JSON.stringify(event(1_000)));
  reader.add(JSON.stringify(events(1_001, 2)));
  const lengths = new Set([seen.length]);
  for (let steps = 0; steps < 100 && seen.length < 1_003; steps += 1) {
    await step();
    lengths.add(seen.length);
  }
  assert.deepEqual(seen, numbers(1_003));
  assert.ok(lengths.size >= 10, `${lengths.size} steps`);
  reader.add(JSON.stringify(event(1_003)));
  assert.equal(seen.length, 1_004, 'short frames are read at once again');
});

test('a short frame of many events is delivered in steps', async () => {
  const { reader, seen, step } = openReader();
  reader.add(JSON.stringify(events(0, 1_000)));
  reader.add(JSON.stringify(event(1_000)));
  assert.equal(seen.length, 100);
  for (let steps = 0; steps < 20; steps += 1) await step();
  assert.deepEqual(seen, numbers(1_001));
});

test('what an ended socket had delivered is dropped, and the next socket begins at once', async () => {
  const { reader, seen, step } = openReader();
  reader.add(JSON.stringify(events(0, 1_000, 1_000)));
  reader.add(JSON.stringify(event(1_000)));
  await step();
  reader.clear();
  const { length } = seen;
  reader.add(JSON.stringify(event(7)));
  for (let steps = 0; steps < 20; steps += 1) await step();
  assert.deepEqual(seen.slice(length), [7]);
});

test('more waiting frames than may be kept are reported, and one that is too long is ignored', () => {
  const { reader, overflows, seen } = openReader();
  reader.add(JSON.stringify(events(0, 1_000, 4_200)));
  assert.deepEqual(seen, []);
  for (let frames = 0; frames < 6; frames += 1) reader.add(JSON.stringify(events(0, 1_000, 4_100)));
  assert.equal(overflows.length, 1);
});
