import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComplexOrder, Crossbook } from '../../../sdk/src/index.ts';
import { ComplexFeed, mergeComplex } from './complex-feed.ts';
import type { TabStreams } from './tab-streams.ts';

const order = (id: number, updated_at: string, status = 'WAITING'): ComplexOrder =>
  ({ id: `cpx_${id}`, updated_at, status }) as ComplexOrder;
const shown = (orders: readonly ComplexOrder[]) => orders.map(({ id, status }) => `${id} ${status}`);

test('of two records of a complex order the later one is shown, newest order first', () => {
  const known = [order(10, 't2', 'WORKING'), order(9, 't2')];
  const read = [order(10, 't1'), order(9, 't3', 'FILLED'), order(11, 't1')];
  assert.deepEqual(shown(mergeComplex(known, read)), ['cpx_11 WAITING', 'cpx_10 WORKING', 'cpx_9 FILLED']);
});

test('at equal times the record just read is shown: what it watches changes without an update', () => {
  const watching = (watched_price: string) =>
    ({ ...order(1, 't1'), state: { watched_price } }) as ComplexOrder;
  assert.equal(mergeComplex([watching('0.4')], [watching('0.5')])[0]?.state.watched_price, '0.5');
});

test('complex orders are followed only while a page shows them', async () => {
  const opened: AbortSignal[] = [];
  const client = { complexOrders: { list: async () => [order(2, 't1', 'FILLED')] } } as unknown as Crossbook;
  const streams = {
    async *complexOrders({ signal }: { readonly signal: AbortSignal }) {
      opened.push(signal);
      yield { type: 'snapshot', complex_orders: [order(3, 't1')] };
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  } as unknown as TabStreams;
  const feed = new ComplexFeed(client, streams, 'sa_1');
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(opened.length, 0);
  const leave = [feed.subscribe(() => undefined), feed.subscribe(() => undefined)];
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(opened.length, 1);
  assert.deepEqual(shown(feed.state().orders), ['cpx_3 WAITING', 'cpx_2 FILLED']);
  leave[0]?.();
  assert.equal(opened[0]?.aborted, false);
  leave[1]?.();
  assert.equal(opened[0]?.aborted, true);
});
