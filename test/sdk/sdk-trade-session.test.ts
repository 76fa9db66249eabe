import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import {
  Crossbook,
  type Fill,
  type Order,
  OutcomeUnknownError,
  ValidationError,
} from '../../sdk/src/index.ts';
import { until } from '../api-assertions.ts';
import { TcpProxy } from '../support/postgres/tcp-proxy.ts';
import { startService } from '../support/test-service.ts';

const service = await startService({ settings: { 'orders.journal_delay_ms_max': 60_000 } });
const { key_id: keyId, private_key: privateKey } = JSON.parse(
  readFileSync(`${service.dataDir}/sandbox-key.json`, 'utf8'),
) as { key_id: string; private_key: string };
const client = new Crossbook({ baseUrl: service.url, keyId, privateKey });
const FAR = {
  subaccount_id: 'sa_1',
  instrument_id: 1001,
  side: 'BUY',
  type: 'LIMIT',
  price: '0.02',
  qty: '1',
} as const;

/** A client whose connections can be held and cut. */
async function throughProxy(): Promise<{ proxy: TcpProxy; cutClient: Crossbook }> {
  const proxy = await TcpProxy.listen(Number(new URL(service.url).port));
  after(() => proxy.close());
  return {
    proxy,
    cutClient: new Crossbook({ baseUrl: `http://127.0.0.1:${proxy.port}`, keyId, privateKey }),
  };
}

test('a trade session creates, amends, reads and cancels, and reports orders and fills', async () => {
  const fills: Fill[] = [];
  const trade = client.trade({ onFill: (fill) => void fills.push(fill) });
  after(() => trade.close());
  const resting = await trade.create(FAR, { ack: 'DURABLE' });
  await until('the order rests', async () => ((await trade.get(resting.id)).status === 'OPEN' ? true : null));
  assert.equal((await trade.amend(resting.id, { price: '0.03' })).price, '0.03');
  assert.equal((await trade.cancel(resting.id)).status, 'CANCELLED');
  const taking = await trade.create({
    subaccount_id: 'sa_1',
    instrument_id: 1001,
    side: 'BUY',
    type: 'MARKET',
    qty: '2',
  });
  await until('its fill is reported', async () =>
    fills.some(({ order_id }) => order_id === taking.id) ? true : null,
  );
  await assert.rejects(trade.create({ ...FAR, qty: '0.5' }), ValidationError);
  await assert.rejects(trade.setGuard({ subaccount_id: 'sa_1', timeout_ms: Number.NaN }), TypeError);
  assert.equal((await trade.setGuard({ subaccount_id: 'sa_1', timeout_ms: 0 })).armed, false);
});

test('an order whose result is lost is placed once: it is sent again on the next connection', async () => {
  const { proxy, cutClient } = await throughProxy();
  const reconnects: boolean[] = [];
  const trade = cutClient.trade({
    graceMs: 30_000,
    onReconnect: ({ isSameSession }) => void reconnects.push(isSameSession),
  });
  after(() => trade.close());
  const resting = await trade.create(FAR);
  proxy.holdAnswers();
  const created = trade.create({ ...FAR, client_order_id: 'lost-result' });
  await until('the order is placed', async () => {
    const [order] = await client.orders.list({ subaccount_id: 'sa_1', client_order_id: 'lost-result' });
    return order ?? null;
  });
  const amended = trade.amend(resting.id, { qty: '2' }).catch((error: unknown) => error);
  proxy.cut();
  const order = await created;
  const unknown = await amended;
  assert.ok(unknown instanceof OutcomeUnknownError);
  assert.equal((await unknown.reconcile())?.id, resting.id);
  const same = await client.orders.list({ subaccount_id: 'sa_1', client_order_id: 'lost-result' });
  assert.deepEqual(
    same.map(({ id }) => id),
    [order.id],
  );
  assert.deepEqual(reconnects, [true]);
});

test('after a reconnect the live orders of the session are read again', async () => {
  const { proxy, cutClient } = await throughProxy();
  const seen: Order[] = [];
  const trade = cutClient.trade({ graceMs: 30_000, onOrder: (order) => void seen.push(order) });
  after(() => trade.close());
  const order = await trade.create(FAR);
  proxy.holdAnswers();
  await client.orders.cancel(order.id);
  proxy.cut();
  await until('the missed cancel is reported', async () =>
    seen.some(({ id, status }) => id === order.id && status === 'CANCELLED') ? true : null,
  );
});
