import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../api-assertions.ts';
import { createTakingOrder, RAIN, submit } from '../support/order-bodies.ts';
import type { Instrument, Print } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';
import { open } from './test-stream.ts';

const service = await startService({
  isProcess: true,
  settings: { 'ws.buffer_bytes_max': 65_536, 'ws.frames_per_second_max': 10_000 },
});
const api = service.api();

/** Something to hold in many markets, so that one snapshot is long. */
async function holdMuch(): Promise<void> {
  const { items } = await api.ok<{ items: readonly Instrument[] }>(
    'GET',
    '/v1/markets/search?status=OPEN&limit=200',
  );
  for (const subaccount of ['sa_1', 'sa_2']) {
    const orders = items.map(({ instrument_id }) =>
      createTakingOrder({ instrument_id, subaccount_id: subaccount, qty: '10' }),
    );
    for (let at = 0; at < orders.length; at += 50) {
      await api.ok('POST', '/v1/orders/batch', { orders: orders.slice(at, at + 50) });
    }
  }
}

test('a client that does not read gets an error and close code 1013; other clients miss nothing', async () => {
  await holdMuch();
  const other = await open(service, `/v1/ws/tradeprints?instrument_id=${RAIN}`);
  const slow = await open(service, '/v1/ws/positions');
  slow.socket.pause();
  // It subscribes to its snapshots again and again and reads none: some megabytes fit into the buffers of the
  // sockets, then they wait in the service.
  for (let at = 0; at < 400; at += 1) {
    slow.send({ action: 'unsubscribe', subaccount_ids: '*' });
    slow.send({ action: 'subscribe', id: at, subaccount_ids: ['sa_1', 'sa_2'] });
  }
  const trading = Promise.all(Array.from({ length: 20 }, () => submit(api, createTakingOrder({ qty: '1' }))));
  // The service ends a stream that it has closed if the client does not read the rest of it soon.
  await until('the service has closed the stream that does not read', async () => {
    const { text } = await api.send('GET', '/metrics', undefined, {});
    return text.includes('ws_cut_total{stream="positions",code="1013"} 1') ? true : null;
  });
  slow.socket.resume();
  assert.deepEqual((await slow.next('error'))['error'], 'slow_consumer');
  assert.equal((await slow.closed).code, 1013);
  await trading;

  const received = await until('the other stream has received every trade', () =>
    other.of('tradeprint').length >= 20 ? other.of('tradeprint').map((frame) => frame['id']) : null,
  );
  const prints = await api.ok<readonly Print[]>('GET', `/v1/tradeprints?instrument_id=${RAIN}&limit=1000`);
  const kept = prints.map(({ id }) => id).reverse();
  const from = kept.indexOf(received[0] as number);
  assert.deepEqual(received, kept.slice(from, from + received.length));
});
