import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { SaveQueue } from './save-queue.ts';

/** A disk whose saves the test completes. */
class SlowDisk {
  readonly batches: (readonly string[])[] = [];
  #answers: PromiseWithResolvers<void>[] = [];

  readonly save = (items: readonly string[]): Promise<void> => {
    this.batches.push(items);
    const answer = Promise.withResolvers<void>();
    this.#answers.push(answer);
    return answer.promise;
  };

  async succeed(): Promise<void> {
    this.#answers.shift()?.resolve();
    await new Promise(setImmediate);
  }

  async fail(): Promise<void> {
    this.#answers.shift()?.reject(new Error('disk full'));
    await new Promise(setImmediate);
  }
}

function setUp(limits: { batchMax?: number; itemsMax?: number } = {}) {
  const [clock, disk, failures] = [new ManualClock(), new SlowDisk(), [] as string[]];
  const queue = new SaveQueue<string, string>({
    clock,
    save: disk.save,
    onFailure: (error) => failures.push(String(error)),
    batchMax: 10,
    itemsMax: 100,
    delayMs: 50,
    ...limits,
  });
  const push = (...keys: readonly string[]): void => keys.forEach((key) => queue.push(key[0] ?? '', key));
  return { clock, disk, failures, queue, push };
}

test('items within the delay are saved together, the newest per key', () => {
  const { clock, disk, push } = setUp();
  push('a1', 'b1', 'a2');
  clock.advance(49);
  assert.deepEqual(disk.batches, []);
  clock.advance(1);
  assert.deepEqual(disk.batches, [['a2', 'b1']]);
});

test('while a save runs the next batch collects, and all items stay visible', async () => {
  const { clock, disk, queue, push } = setUp();
  push('a1');
  clock.advance(50);
  push('b1', 'a2');
  clock.advance(500);
  assert.deepEqual(disk.batches, [['a1']]);
  assert.equal(queue.get('a'), 'a2');
  assert.deepEqual([...queue.items()], ['a1', 'b1', 'a2']);
  await disk.succeed();
  clock.advance(50);
  assert.deepEqual(disk.batches, [['a1'], ['b1', 'a2']]);
  await disk.succeed();
  assert.deepEqual([...queue.items()], []);
});

test('a long queue is saved in batches without waiting between them', async () => {
  const { clock, disk, push } = setUp({ batchMax: 2 });
  push('a1', 'b1', 'c1', 'd1', 'e1');
  clock.advance(50);
  await disk.succeed();
  await disk.succeed();
  assert.deepEqual(disk.batches, [
    ['a1', 'b1'],
    ['c1', 'd1'],
  ]);
  clock.advance(50);
  assert.deepEqual(disk.batches.at(-1), ['e1']);
});

test('P-03: a failed save loses nothing and is retried with the newest item per key', async () => {
  const { clock, disk, failures, push } = setUp();
  push('a1', 'b1');
  clock.advance(50);
  push('a2', 'c1');
  await disk.fail();
  assert.deepEqual(failures, ['Error: disk full']);
  clock.advance(999);
  assert.equal(disk.batches.length, 1);
  clock.advance(1);
  assert.deepEqual(disk.batches[1], ['a2', 'b1', 'c1']);
});

test('I-31: above the limit the oldest items are dropped', () => {
  const { queue, push } = setUp({ itemsMax: 2 });
  push('a1', 'b1', 'c1');
  assert.deepEqual([...queue.items()], ['b1', 'c1']);
});

test('flush saves at once and resolves when all is saved or a save has failed', async () => {
  const { clock, disk, queue, push } = setUp({ batchMax: 1 });
  await queue.flush();
  push('a1', 'b1');
  let isDone = false;
  void queue.flush().then(() => {
    isDone = true;
  });
  assert.deepEqual(disk.batches, [['a1']]);
  await disk.succeed();
  assert.equal(isDone, false);
  await disk.succeed();
  assert.equal(isDone, true);
  push('c1');
  const drained = queue.flush();
  await disk.fail();
  await drained;
  queue.stop();
  assert.equal(clock.timersWaiting, 0);
});

test('there is room while fewer than two batches wait, and again when the next batch is being saved', async () => {
  const { clock, disk, queue, push } = setUp({ batchMax: 2 });
  const rooms: string[] = [];
  push('a1', 'b1');
  clock.advance(50);
  push('c1', 'd1', 'e1');
  await queue.waitForRoom().then(() => rooms.push('three wait'));
  push('f1');
  const more = queue.waitForRoom().then(() => rooms.push('again'));
  await new Promise(setImmediate);
  assert.deepEqual(rooms, ['three wait']);
  await disk.succeed();
  await more;
  assert.deepEqual(disk.batches.at(-1), ['c1', 'd1']);
});

test('waiting for room ends while the disk fails and after the stop', async () => {
  const { clock, disk, queue, push } = setUp({ batchMax: 1 });
  push('a1');
  clock.advance(50);
  push('b1', 'c1', 'd1');
  const waiting = queue.waitForRoom();
  await disk.fail();
  await waiting;
  await queue.waitForRoom();
  clock.advance(1_000);
  await disk.succeed();
  push('e1', 'f1');
  const last = queue.waitForRoom();
  queue.stop();
  await last;
  assert.equal(queue.get('f'), 'f1');
});
