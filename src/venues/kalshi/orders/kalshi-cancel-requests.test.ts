import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import type { VenueOrderId } from '../../../contract/model/ids.ts';
import { parseQty, type Qty } from '../../../contract/model/money.ts';
import { CancelSender, type CancelSenderDeps, type CancelTarget } from './kalshi-cancels.ts';

const qty = (text: string): Qty => parseQty(text) as Qty;
const ORDERS = '/portfolio/events/orders';

const target = (number: number, shard: number | null): CancelTarget => ({
  orderId: `o/${number}` as VenueOrderId,
  ticker: `T-${number}`,
  shard,
});

/** A sender whose client records its requests, and answers each with `answer`. */
function createSender(answer: unknown) {
  const requests: unknown[] = [];
  const client = {
    isStopped: false,
    rateLimiter: { countFitting: () => 20 },
    reserveCancels: async (...reserved: readonly unknown[]) => {
      requests.push(reserved);
      return true;
    },
    cancel: async ({ method, path, query, body, shard }: Readonly<Record<string, unknown>>) => {
      requests.push({ method, path, query, body, shard });
      return answer;
    },
  };
  const random = { next: () => 0.5, hex: () => '' };
  const deps = { client, clock: new ManualClock(), random } as unknown as CancelSenderDeps;
  return { sender: new CancelSender(deps), requests };
}

const ACK = { kind: 'ok', value: { order_id: 'o/1', reduced_by: qty('2'), ts_ms: null } };

for (const [shard, bucket] of [
  [3, 3],
  [null, 0],
] as const)
  test(`a cancel in shard ${shard} names its market and shard, and is charged to shard ${bucket}`, async () => {
    const { sender, requests } = createSender(ACK);
    assert.deepEqual(await sender.cancel(target(1, shard)), ACK);
    assert.deepEqual(requests, [
      [`write:${bucket}`, `${ORDERS}/:order_id`, 1],
      {
        method: 'DELETE',
        path: `${ORDERS}/o%2F1`,
        query: { market_ticker: 'T-1', exchange_index: shard },
        body: null,
        shard: bucket,
      },
    ]);
  });

test('a batch names the market of each order, and is charged to shard 0 for each of them', async () => {
  const orders = [1, 2].map((number) => ({
    order_id: `o/${number}`,
    reduced_by: qty(String(number)),
    ts_ms: number,
    error: null,
  }));
  const { sender, requests } = createSender({ kind: 'ok', value: { orders } });
  const answers = await Promise.all([1, 2].map((number) => sender.cancel(target(number, 3))));
  assert.deepEqual(
    answers,
    [1, 2].map((number) => ({
      kind: 'ok',
      value: { order_id: `o/${number}`, reduced_by: qty(String(number)), ts_ms: number },
    })),
  );
  const [reserved, sent] = requests as [unknown, { readonly body: { readonly orders: object[] } }];
  assert.deepEqual(reserved, ['write:0', `${ORDERS}/batched`, 2]);
  const byId = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  assert.deepEqual(
    { ...sent, body: { orders: sent.body.orders.toSorted(byId) } },
    {
      method: 'DELETE',
      path: `${ORDERS}/batched`,
      query: {},
      body: {
        orders: [
          { order_id: 'o/1', market_ticker: 'T-1' },
          { order_id: 'o/2', market_ticker: 'T-2' },
        ],
      },
      shard: 0,
    },
  );
});

test('cancels of two shards are never in one request', async () => {
  const { sender, requests } = createSender(ACK);
  await Promise.all([sender.cancel(target(1, 0)), sender.cancel(target(1, 3))]);
  assert.equal(requests.filter((request) => !Array.isArray(request)).length, 2);
});

for (const [title, error, status] of [
  ['is not found', { code: 'NOT_FOUND', message: 'gone' }, 404],
  ['is not found, with more words', { code: 'not_found_order', message: 'gone' }, 404],
  ['is refused', { code: 'market_closed', message: 'closed' }, 400],
  ['is refused without a code', { code: null, message: 'no' }, 400],
] as const)
  test(`an order of a batch that ${title} has the status ${status}`, async () => {
    const entry = (number: number) => ({ order_id: `o/${number}`, reduced_by: null, ts_ms: null, error });
    const { sender } = createSender({ kind: 'ok', value: { orders: [entry(1), entry(2)] } });
    const [answer] = await Promise.all([sender.cancel(target(1, 0)), sender.cancel(target(2, 0))]);
    const { code, message } = error;
    const failure = { status, code: code?.toLowerCase() ?? '', message, isReadable: true };
    assert.deepEqual(answer, { kind: 'failure', failure });
  });
