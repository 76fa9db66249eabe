import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { SubaccountId } from '../contract/model/ids.ts';
import { ok } from '../contract/model/result.ts';
import { createFrame, type Frame } from './send-queue.ts';
import { type Snapshot, SnapshotSender } from './snapshot-sender.ts';
import type { StreamConnection } from './stream-connection.ts';

const ID = 'sa_1' as SubaccountId;
const OTHER = 'sa_2' as SubaccountId;
const CHANGE = createFrame('order', { id: 'ord_1' });

/** A sender of snapshots of 250 records, in an event loop whose iterations the test starts. */
function createSender() {
  const sent: Frame[] = [];
  const rendered: number[] = []; // the records of each call
  const iterations: (() => void)[] = [];
  const connection = {
    caller: { keyId: 'key_1' },
    send: (frame: Frame) => void sent.push(frame),
    flush: () => undefined,
  } as unknown as StreamConnection;
  const read = (): ReturnType<typeof ok<Snapshot>> =>
    ok({
      field: 'orders',
      count: 250,
      render: (from, to) => {
        rendered.push(to - from);
        return Array.from({ length: to - from }, (_, at) => ({ row: from + at }));
      },
    });
  const sender = new SnapshotSender(
    connection,
    {
      clock: new ManualClock(),
      rates: { take: () => ({ allowed: true, retryAfterMs: 0, remaining: 1, resetMs: 0 }) as never },
      eventLoop: {
        next: () => {
          const { promise, resolve } = Promise.withResolvers<void>();
          iterations.push(resolve);
          return promise;
        },
      },
    },
    read,
  );
  const iterate = async (): Promise<void> => {
    iterations.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { sender, sent, rendered, iterate };
}

const readType = ({ head }: Frame): string | undefined => /"type":"(\w+)"/.exec(head.toString())?.[1];

describe('a snapshot of 250 records', () => {
  test('is rendered in three iterations of the event loop, and sent as one frame', async () => {
    const { sender, sent, rendered, iterate } = createSender();
    const sending = sender.send([ID]);
    assert.deepEqual(rendered, [100]);
    await iterate();
    assert.deepEqual(rendered, [100, 100]);
    assert.equal(sent.length, 0);
    await iterate();
    await sending;
    assert.deepEqual(rendered, [100, 100, 50]);
    const [frame, ...others] = sent;
    assert.ok(frame !== undefined && others.length === 0);
    const { orders, ...fields } = JSON.parse(`{${frame.tail.toString().slice(1)}`);
    assert.deepEqual(
      orders,
      Array.from({ length: 250 }, (_, row) => ({ row })),
    );
    assert.deepEqual(fields, { subaccount_id: ID, timestamp: new ManualClock().now() });
  });

  test('is followed by the changes of its subaccount since it was read', async () => {
    const { sender, sent, iterate } = createSender();
    const sending = sender.send([ID]);
    assert.equal(sender.isWaiting(ID), false);
    sender.sendChange(ID, CHANGE);
    sender.sendChange(OTHER, CHANGE);
    assert.deepEqual(sent.map(readType), ['order']); // of the other subaccount
    await iterate();
    await iterate();
    await sending;
    sender.sendChange(ID, CHANGE);
    assert.deepEqual(sent.map(readType), ['order', 'snapshot', 'order', 'order']);
  });

  test('is abandoned when its subaccount is unsubscribed, with the changes since it was read', async () => {
    const { sender, sent, rendered, iterate } = createSender();
    const sending = sender.send([ID]);
    sender.sendChange(ID, CHANGE);
    sender.cancel([ID]);
    await iterate();
    await sending;
    assert.deepEqual([sent, rendered], [[], [100]]);
  });

  test('is read again when its subaccount is unsubscribed and subscribed meanwhile', async () => {
    const { sender, sent, iterate } = createSender();
    const first = sender.send([ID]);
    sender.sendChange(ID, CHANGE);
    sender.cancelAll();
    const second = sender.send([ID]);
    for (let iteration = 0; iteration < 5; iteration += 1) await iterate();
    await Promise.all([first, second]);
    assert.deepEqual(sent.map(readType), ['snapshot']);
  });
});
