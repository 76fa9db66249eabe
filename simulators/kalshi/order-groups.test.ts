import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Signer } from './kalshi-simulator.fixture.ts';
import { ALICE, BOB, getOrderId, KalshiHarness, SPORTS } from './kalshi-simulator.fixture.ts';

const PATH = '/portfolio/order_groups';

async function createGroup(harness: KalshiHarness, contracts: string): Promise<string> {
  const { status, body } = await harness.call('POST', `${PATH}/create`, { contracts_limit_fp: contracts });
  assert.equal(status, 201);
  return body.order_group_id as unknown as string;
}

const getOrders = async (harness: KalshiHarness, group: string): Promise<unknown> =>
  (await harness.call('GET', `${PATH}/${group}`)).body.orders;

/** Status and error code of a reply. */
const refusal = ({ status, body }: Awaited<ReturnType<KalshiHarness['call']>>): unknown => [
  status,
  body.error?.code ?? body.code,
];

test('a group that matches its limit within 15 seconds is triggered: its orders are cancelled, new ones refused', async () => {
  const harness = new KalshiHarness();
  const socket = harness.socket();
  socket.subscribe('order_group_updates');
  const group = await createGroup(harness, '10.00');
  const own = { order_group_id: group };
  const resting = getOrderId(await harness.place('bid', '5 @ 0.40', own));
  await harness.place('bid', '6 @ 0.50', own);
  await harness.place('ask', '6 @ 0.50', {}, BOB);
  assert.deepEqual(await getOrders(harness, group), [resting], '6 of 10 are matched');
  harness.clock.advance(1_000);
  await harness.place('bid', '4 @ 0.50', own);
  await harness.place('ask', '4 @ 0.50', {}, BOB);
  assert.deepEqual(await getOrders(harness, group), []);
  assert.deepEqual(refusal(await harness.place('bid', '1 @ 0.40', own)), [400, 'invalid_order']);
  await harness.call('PUT', `${PATH}/${group}/reset`, {});
  assert.equal((await harness.place('bid', '1 @ 0.40', own)).status, 201);
  const events = socket.take().flatMap(({ msg }) => msg?.event_type ?? []);
  assert.deepEqual(events, ['created', 'triggered', 'reset']);
});

test('contracts matched more than 15 seconds ago no longer count', async () => {
  const harness = new KalshiHarness();
  const group = await createGroup(harness, '10');
  const own = { order_group_id: group };
  for (let round = 0; round < 3; round += 1) {
    await harness.place('ask', '6 @ 0.50', {}, BOB);
    assert.equal((await harness.place('bid', '6 @ 0.50', own)).status, 201);
    harness.clock.advance(15_000);
  }
  assert.equal((await harness.place('bid', '1 @ 0.40', own)).status, 201);
});

test('a lower limit that was matched already triggers, and so does a request; a delete cancels', async () => {
  const harness = new KalshiHarness();
  const group = await createGroup(harness, '10');
  const own = { order_group_id: group };
  await harness.place('ask', '6 @ 0.50', {}, BOB);
  await harness.place('bid', '6 @ 0.50', own);
  const limit = { contracts_limit: 6 };
  assert.equal((await harness.call('PUT', `${PATH}/${group}/limit`, limit)).status, 200);
  assert.equal((await harness.place('bid', '1 @ 0.40', own)).status, 400);
  await harness.call('PUT', `${PATH}/${group}/reset`, {});
  const id = getOrderId(await harness.place('bid', '1 @ 0.40', own));
  await harness.call('PUT', `${PATH}/${group}/trigger`, {});
  harness.clock.advance(1_000);
  const { body } = await harness.call('GET', `/portfolio/orders/${id}`);
  assert.deepEqual([body.order?.status, body.order?.order_group_id], ['canceled', group]);
  await harness.call('PUT', `${PATH}/${group}/reset`, {});
  const last = getOrderId(await harness.place('bid', '1 @ 0.40', own));
  assert.equal((await harness.call('DELETE', `${PATH}/${group}`)).status, 200);
  harness.clock.advance(1_000);
  assert.equal((await harness.call('GET', `/portfolio/orders/${last}`)).body.order?.status, 'canceled');
  assert.equal((await harness.call('GET', `${PATH}/${group}`)).status, 404);
});

test('groups survive a restart, and another user or shard has no part in them', async () => {
  const harness = new KalshiHarness();
  const group = await createGroup(harness, '2.50');
  const id = getOrderId(await harness.place('bid', '1 @ 0.40', { order_group_id: group }));
  harness.restart();
  assert.deepEqual(await getOrders(harness, group), [id]);
  const list = async (signer: Signer) => (await harness.call('GET', PATH, undefined, signer)).body;
  const terms = { contracts_limit_fp: '2.50', is_auto_cancel_enabled: true, exchange_index: 0 };
  assert.deepEqual(await list(ALICE), { order_groups: [{ id: group, ...terms }] });
  assert.deepEqual(await list(BOB), { order_groups: [] });
  assert.equal((await harness.call('DELETE', `${PATH}/${group}`, undefined, BOB)).status, 404);
  const own = { order_group_id: group };
  assert.deepEqual(refusal(await harness.place('bid', '1 @ 0.40', own, BOB)), [404, 'order_group_not_found']);
  const elsewhere = await harness.place('bid', '1 @ 0.40', { ...own, ticker: SPORTS });
  assert.deepEqual(refusal(elsewhere), [400, 'invalid_order']);
});

test('a limit is 1 to 1,000,000 contracts, and both ways to write it agree', async () => {
  const harness = new KalshiHarness();
  for (const limit of [
    {},
    { contracts_limit: 0 },
    { contracts_limit_fp: '0.50' },
    { contracts_limit: 1_000_001 },
    { contracts_limit: 5, contracts_limit_fp: '6.00' },
    { contracts_limit: '5', contracts_limit_fp: '5.00' },
    { contracts_limit: 5, contracts_limit_fp: 'five' },
  ])
    assert.equal((await harness.call('POST', `${PATH}/create`, limit)).status, 400);
  const both = { contracts_limit: 5, contracts_limit_fp: '5.00' };
  assert.equal((await harness.call('POST', `${PATH}/create`, both)).status, 201);
});
