import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CancelBatcher, type CancelBatcherDeps } from './cancel-batcher.ts';

/** A batcher of at most four cancels, whose reservations the test grants one by one. */
function createBatcher(
  send: CancelBatcherDeps<number, string>['send'] = async (batch) => batch.map((cancel) => `sent ${cancel}`),
) {
  const sent: (readonly number[])[] = [];
  const grants: ((isReserved: boolean) => void)[] = [];
  const batcher = new CancelBatcher<number, string>({
    getSizeMax: () => 4,
    reserve: () => new Promise((resolve) => void grants.push(resolve)),
    send: (batch) => {
      sent.push(batch);
      return send(batch);
    },
    unsent: 'unsent',
  });
  const grant = async (isReserved = true): Promise<void> => {
    await passStep();
    grants.shift()?.(isReserved);
    await passStep();
  };
  return { batcher, sent, grant };
}

const passStep = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('a batch of cancels', () => {
  test('a single cancel is sent alone, without waiting for others', async () => {
    const { batcher, sent, grant } = createBatcher();
    const one = batcher.add(1);
    await grant();
    assert.deepEqual([await one, sent], ['sent 1', [[1]]]);
  });

  test('cancels requested in the same step go together, up to the largest size', async () => {
    const { batcher, sent, grant } = createBatcher();
    const all = Promise.all([1, 2, 3, 4, 5, 6].map((cancel) => batcher.add(cancel)));
    await grant();
    await grant();
    assert.deepEqual(
      sent.map((batch) => batch.toSorted((a, b) => a - b)),
      [
        [1, 2, 3, 6],
        [4, 5],
      ],
    );
    assert.deepEqual(
      await all,
      [1, 2, 3, 4, 5, 6].map((cancel) => `sent ${cancel}`),
    );
  });

  test('the newest cancel goes with the next batch, before older ones that wait', async () => {
    const { batcher, sent, grant } = createBatcher();
    for (let cancel = 1; cancel <= 12; cancel += 1) void batcher.add(cancel);
    await grant();
    void batcher.add(99);
    await grant();
    assert.ok(sent[1]?.includes(99), String(sent));
  });

  test('without a reservation nothing is sent, and each cancel is unsent', async () => {
    const { batcher, sent, grant } = createBatcher();
    const all = Promise.all([batcher.add(1), batcher.add(2)]);
    await grant(false);
    assert.deepEqual([await all, sent], [['unsent', 'unsent'], []]);
  });

  test('a failure reaches each cancel of its batch, and later cancels are sent', async () => {
    let isBroken = true;
    const { batcher, grant } = createBatcher(async (batch) => {
      if (isBroken) throw new Error('broken');
      return batch.map(String);
    });
    const all = Promise.allSettled([batcher.add(1), batcher.add(2)]);
    await grant();
    assert.deepEqual(
      (await all).map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    isBroken = false;
    const next = batcher.add(3);
    await grant();
    assert.equal(await next, '3');
  });

  test('after a batch is refused as a whole, each of its cancels is sent alone', async () => {
    const { batcher, sent, grant } = createBatcher(async (batch) =>
      batch.length > 1 ? 'batch_refused' : batch.map((cancel) => `sent ${cancel}`),
    );
    const all = Promise.all([1, 2, 3].map((cancel) => batcher.add(cancel)));
    await grant();
    assert.equal(sent.length, 1);
    await grant();
    await grant(false);
    await grant();
    assert.deepEqual(sent.slice(1).flat(), [1, 3], String(sent));
    assert.deepEqual(await all, ['sent 1', 'unsent', 'sent 3']);
  });
});
