import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../support/api-client.ts';
import { type Fields, getOrders } from '../support/order-bodies.ts';
import type { Order } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';
import { DEMO } from './crash-expectations.ts';

/** In blocks of 512 or 1,024 bytes, depending on the shell: enough for some dozens or hundreds of orders. */
const BLOCKS = 6_000;
const ORDERS_MAX = 50_000;

const service = await startService({ isProcess: true });
const api = service.api();

test('a full disk stops orders with 503; every order acknowledged before exists once afterwards', async () => {
  await service.stop();
  service.limitFiles(BLOCKS);
  await service.start();
  const accepted = new Map<string, string>(); // by client_order_id, the first answer
  let refused: Answer | null = null;
  for (let count = 1; refused === null && count <= ORDERS_MAX; count += 1) {
    const fields = restingOrder(count);
    const answer = await api.call('POST', '/v1/orders', fields);
    if (answer.status === 200) accepted.set(String(count), answer.text);
    else refused = answer;
  }
  assert.ok(refused !== null && accepted.size > 10, `${accepted.size} orders before the disk was full`);
  assert.deepEqual(
    [refused.status, (JSON.parse(refused.text) as { error: string }).error],
    [503, 'shutting_down'],
  );
  const again = await api.call('POST', '/v1/orders', restingOrder(accepted.size + 2));
  assert.equal(again.status, 503, 'no further order is accepted');
  assert.equal((await api.call('GET', '/v1/orders?subaccount_id=sa_1')).status, 200, 'reads still work');
  await service.kill();

  service.limitFiles(null);
  await service.start();
  await service.cliOk('verify');
  const orders = await getOrders(api, 'sa_1');
  const keys = orders.map(({ client_order_id }) => client_order_id);
  assert.equal(new Set(keys).size, keys.length, 'no key has two orders');
  for (const [key, answer] of accepted) {
    const order = JSON.parse(answer) as Order;
    assert.ok(keys.includes(key), `order ${order.id} is lost`);
  }
  assert.ok(orders.length - accepted.size <= 1, 'at most one order exists that was not acknowledged');
  const [key = '', answer = ''] = [...accepted].at(-1) ?? [];
  assert.equal((await api.call('POST', '/v1/orders', restingOrder(Number(key)))).text, answer);
  await api.ok('POST', '/v1/orders', restingOrder(accepted.size + 1));
});

const restingOrder = (count: number): Fields => ({
  subaccount_id: 'sa_1',
  instrument_id: DEMO.instruments[0],
  side: 'BUY',
  outcome: 'YES',
  type: 'LIMIT',
  price: '0.01',
  qty: '10',
  client_order_id: String(count),
});
