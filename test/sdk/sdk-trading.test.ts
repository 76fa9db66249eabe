import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ConflictError, Crossbook, NotFoundError, ValidationError } from '../../sdk/src/index.ts';
import { until } from '../api-assertions.ts';
import { startService } from '../support/test-service.ts';

const service = await startService();
const client = await Crossbook.fromKeyFile(`${service.dataDir}/sandbox-key.json`);
const FAR = {
  subaccount_id: 'sa_1',
  instrument_id: 1001,
  side: 'BUY',
  type: 'LIMIT',
  price: '0.02',
  qty: '1',
} as const;

test('the SDK trades: a far price rests, is amended and cancelled; a market order fills and makes a position', async () => {
  const resting = await client.orders.create(FAR);
  assert.equal(resting.status, 'OPEN');
  assert.match(resting.client_order_id ?? '', /^sdk-/);
  assert.equal((await client.orders.amend(resting.id, { price: '0.03' })).price, '0.03');
  assert.equal((await client.orders.cancel(resting.id)).status, 'CANCELLED');
  const { filled_qty } = await client.orders.create({
    subaccount_id: 'sa_1',
    instrument_id: 1001,
    side: 'BUY',
    type: 'MARKET',
    qty: '2',
  });
  assert.equal(filled_qty, '2');
  const [position] = await client.positions.list({ subaccount_id: 'sa_1' });
  assert.deepEqual([position?.instrument_id, position?.side, position?.qty], [1001, 'BUY', '2']);
});

test('its typed errors are what the service answers', async () => {
  await assert.rejects(client.orders.create({ ...FAR, qty: '0.5' }), ValidationError);
  await assert.rejects(client.orders.get('ord_999999'), NotFoundError);
  const { client_order_id } = await client.orders.create({ ...FAR, client_order_id: 'sdk-test' });
  assert.equal(client_order_id, 'sdk-test');
  await assert.rejects(
    client.orders.create({ ...FAR, qty: '2', client_order_id: 'sdk-test' }),
    ConflictError,
  );
});

test('every page of a search is reached once', async () => {
  const list = async () => (await client.markets.list()).map(({ instrument_id }) => instrument_id);
  // Demo lists new markets every ten minutes.
  const { ids, all } = await until('no market was listed during the search', async () => {
    const before = await list();
    const found: number[] = [];
    for await (const { instrument_id } of client.markets.searchAll({ limit: 7 })) found.push(instrument_id);
    const after = await list();
    return before.join() === after.join() ? { ids: found, all: after } : null;
  });
  assert.deepEqual(
    ids.toSorted((a, b) => a - b),
    all,
  );
});

test('a stream of positions sends the open positions, then each change', { timeout: 60_000 }, async () => {
  const stream = client.streams.positions({ subaccountIds: ['sa_1'] });
  after(() => stream.close());
  const nextOf = async (type: string) => {
    for (;;) {
      const { value: frame, done } = await stream.next();
      if (done === true) return assert.fail('the stream ended');
      if (frame.type === type) return frame;
    }
  };
  await nextOf('snapshot');
  await client.orders.create({ ...FAR, type: 'MARKET', price: undefined, instrument_id: 1002 } as never);
  assert.ok(await nextOf('position'));
});

test('twenty streams of one client are one connection of its key', async () => {
  const { streams } = client;
  const before = (await client.limits()).streams?.open ?? 0;
  const all = Array.from({ length: 4 }, () => [
    streams.orders(),
    streams.fills({ subaccountIds: ['sa_1'] }),
    streams.balances(),
    streams.orderbooks({ instrumentIds: [1001, 1002] }),
    streams.tradeprints(),
  ]).flat();
  for (const stream of all) await stream.open();
  assert.equal((await client.limits()).streams?.open, Math.max(1, before));
  await client.orders.create({ ...FAR, type: 'MARKET', price: undefined, qty: '2' } as never);
  for (const stream of all) assert.equal((await stream.next()).done, false);
  for (const stream of all) stream.close();
});
