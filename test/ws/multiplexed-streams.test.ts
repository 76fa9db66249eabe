import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../api-assertions.ts';
import { createRestingOrder, createTakingOrder, RAIN, submit } from '../support/order-bodies.ts';
import type { Fill, Order } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';
import { frameValidator } from './stream-frames.ts';
import { type Frame, Stream, socketUrl } from './test-stream.ts';

const service = await startService();
const api = service.api();
const assertFrame = await frameValidator(service);
const OF_SA_1 = { subaccount_id: 'sa_1' };
const TOPICS: readonly (readonly [string, object])[] = [
  ['orders', OF_SA_1],
  ['fills', OF_SA_1],
  ['positions', OF_SA_1],
  ['balances', OF_SA_1],
  ['complex-orders', OF_SA_1],
  ['orderbooks', { instrument_id: RAIN }],
  ['tradeprints', { instrument_id: [RAIN] }],
  ['opportunities', {}],
];

const connect = async (): Promise<Stream> => {
  const stream = new Stream(`${socketUrl(service)}${api.socketTarget('/v1/ws/multiplex')}`);
  assert.equal((await stream.next('connected'))['stream'], 'multiplex');
  return stream;
};

const find = (stream: Stream, sub: string, type: string): readonly Frame[] =>
  stream.of(type).filter((frame) => frame['sub'] === sub);

test('an order is on all topics that it concerns, in the frames of the document', async () => {
  const stream = await connect();
  for (const [topic, query] of TOPICS)
    stream.send({ action: 'subscribe', id: topic, sub: `my ${topic}`, topic, query });
  await until(
    'every subscription is confirmed',
    () => stream.of('subscribed').length === TOPICS.length || null,
  );
  const order = await submit(api, createTakingOrder({ qty: '2' }));
  await until('order, fill, position, print and book have been sent', () => {
    const [fills, orders] = [find(stream, 'my fills', 'fill'), find(stream, 'my orders', 'order')];
    const isSent =
      fills.some((frame) => (frame['fill'] as Fill).order_id === order.id) &&
      orders.some((frame) => (frame['order'] as Order).status === 'FILLED') &&
      find(stream, 'my positions', 'position').length > 0 &&
      find(stream, 'my tradeprints', 'tradeprint').length > 0 &&
      find(stream, 'my orderbooks', 'book').length > 0;
    return isSent ? true : null;
  });
  for (const frame of stream.frames) assertFrame('multiplex', frame);
  await stream.close();
});

test('six tabs with a page of trading each are six connections of the hundred of a key', async () => {
  const tabs = await Promise.all(Array.from({ length: 6 }, () => connect()));
  for (const tab of tabs)
    for (const [topic, query] of TOPICS) tab.send({ action: 'subscribe', sub: topic, topic, query });
  const order = await submit(api, createRestingOrder());
  for (const [index, tab] of tabs.entries()) {
    await until(`tab ${index} has every topic and the order`, () => {
      const frames = [...tab.of('order'), ...tab.of('snapshot')].filter(({ sub }) => sub === 'orders');
      const isShown = frames.some((frame) => JSON.stringify(frame).includes(order.id));
      return isShown && tab.of('subscribed').length === TOPICS.length ? true : null;
    });
  }
  const { streams } = await api.ok<{ streams: { open: number; max: number } }>('GET', '/v1/limits');
  assert.deepEqual(streams, { open: 6, max: 100 });
  for (const tab of tabs) await tab.close();
});
