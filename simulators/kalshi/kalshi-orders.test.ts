import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ALICE,
  BOB,
  getOrderId,
  KalshiHarness,
  orderBody,
  type Reply,
  SPORTS,
  TICKER,
} from './kalshi-simulator.fixture.ts';

const PATH = '/portfolio/events/orders';
const IOC = { time_in_force: 'immediate_or_cancel' };
const FOK = { time_in_force: 'fill_or_kill' };

const getError = ({ status, body }: Reply): unknown[] =>
  body.error?.details === undefined
    ? [status, body.error?.code]
    : [status, body.error?.code, body.error?.details];

/** Reads an order after the read lag. */
async function read(harness: KalshiHarness, placed: Reply, signer = ALICE) {
  harness.clock.advance(1_000);
  return (await harness.call('GET', `/portfolio/orders/${getOrderId(placed)}`, undefined, signer)).body.order;
}

async function holding(harness: KalshiHarness, signer = ALICE): Promise<unknown> {
  harness.clock.advance(1_000);
  const { body } = await harness.call('GET', `/portfolio/positions?ticker=${TICKER}`, undefined, signer);
  return body.market_positions?.[0]?.position_fp;
}

async function available(harness: KalshiHarness, signer = ALICE): Promise<unknown> {
  harness.clock.advance(1_000);
  const { body } = await harness.call('GET', '/portfolio/balance?exchange_index=0', undefined, signer);
  return body.balance_dollars;
}

test('the reply to a create has filled and remaining counts, and averages only when something filled', async () => {
  const harness = new KalshiHarness();
  const rests = await harness.place('ask', '10 @ 0.52', { client_order_id: 'c-1' }, BOB);
  assert.equal(rests.status, 201);
  assert.deepEqual(Object.keys(rests.body).sort(), [
    'client_order_id',
    'fill_count',
    'order_id',
    'remaining_count',
    'ts_ms',
  ]);
  const fills = await harness.place('bid', '1 @ 0.55', IOC);
  assert.equal(fills.body.fill_count, '1.00');
  assert.equal(fills.body.average_fill_price, '0.5200');
  assert.equal(fills.body.average_fee_paid, '0.0175');
});

test('an IOC order never rests and has remaining count zero', async () => {
  const harness = new KalshiHarness();
  await harness.place('ask', '3 @ 0.52', {}, BOB);
  const placed = await harness.place('bid', '10 @ 0.52', IOC);
  assert.deepEqual([placed.body.fill_count, placed.body.remaining_count], ['3.00', '0.00']);
  const order = await read(harness, placed);
  assert.deepEqual([order?.status, order?.initial_count_fp], ['canceled', '10.00']);
});

test('a killed FOK returns 409 without an order and uses up its client id', async () => {
  const harness = new KalshiHarness();
  await harness.place('ask', '3 @ 0.52', {}, BOB);
  const more = { ...FOK, client_order_id: 'fok-1' };
  const code = 'fill_or_kill_insufficient_resting_volume';
  assert.deepEqual(getError(await harness.place('bid', '4 @ 0.52', more)), [409, code]);
  assert.deepEqual(getError(await harness.place('bid', '3 @ 0.52', more)), [409, 'order_already_exists']);
  harness.clock.advance(1_000);
  assert.deepEqual((await harness.call('GET', '/portfolio/orders')).body.orders, []);
});

test('a client id is never reusable, also after cancel and restart, but a rejection does not use it up', async () => {
  const harness = new KalshiHarness();
  const more = { client_order_id: 'once' };
  assert.deepEqual(getError(await harness.place('bid', '1 @ 0.405', more)), [400, 'invalid_price']);
  const placed = await harness.place('bid', '1 @ 0.40', more);
  await harness.call('DELETE', `${PATH}/${getOrderId(placed)}`);
  harness.restart();
  assert.deepEqual(getError(await harness.place('bid', '1 @ 0.40', more)), [409, 'order_already_exists']);
  assert.equal((await harness.place('bid', '1 @ 0.40', more, BOB)).status, 201, 'another account may use it');
});

test('each broken order rule has its own error', async () => {
  const harness = new KalshiHarness();
  await harness.place('ask', '5 @ 0.52', {}, BOB);
  const cases: readonly [Reply, unknown[]][] = [
    [await harness.place('bid', '1 @ 0.405'), [400, 'invalid_price']],
    [await harness.place('bid', '1 @ 1'), [400, 'invalid_price']],
    [await harness.place('bid', '1 @ 0.52', { post_only: true }), [400, 'invalid_order', 'post only cross']],
    [
      await harness.place('ask', '1 @ 0.60', { reduce_only: true }),
      [400, 'invalid_order', 'reduce_only can only be used with IoC orders'],
    ],
    [
      await harness.place('bid', '1 @ 0.40', { ...IOC, expiration_time: 1_900_000_000 }),
      [400, 'invalid_order', 'Cannot specify both IoC and expiration timestamp'],
    ],
    [
      await harness.place('bid', '1 @ 0.40', { expiration_time: 1_000_000_000 }),
      [400, 'invalid_order', 'expiration timestamp is in the past'],
    ],
    [
      await harness.place('bid', '1 @ 0.40', { expiration_time: 1_900_000_000_000_000 }), // microseconds
      [400, 'invalid_order', 'expiration timestamp is out of range'],
    ],
    [await harness.place('bid', '9000 @ 0.40'), [400, 'insufficient_balance']],
    [await harness.place('bid', '1 @ 0.40', { ticker: 'NO-SUCH' }), [404, 'market_not_found']],
    [await harness.place('bid', '1 @ 0.40', { exchange_index: 2 }), [404, 'market_not_found']],
    [await harness.place('bid', '1 @ 0.40', { subaccount: 7 }), [404, 'insufficient_shard_balance']],
  ];
  for (const [reply, expected] of cases) assert.deepEqual(getError(reply), expected);
});

test('a body with wrong types or no JSON gets a flat error', async () => {
  const harness = new KalshiHarness();
  const number = await harness.call('POST', PATH, { ...orderBody('bid', '1 @ 0.40'), count: 1 });
  assert.deepEqual([number.status, number.body.code], [400, 'bad_request']);
  const bare = await harness.call('POST', PATH);
  assert.deepEqual([bare.status, bare.body.code], [400, 'invalid_content_type']);
  const fine = await harness.call('POST', PATH, orderBody('bid', '1.005 @ 0.40'));
  assert.deepEqual([fine.status, fine.body.code], [400, 'invalid_parameters']);
});

test('the order paths of API version 1 return 410', async () => {
  const harness = new KalshiHarness();
  for (const [method, path] of [
    ['POST', '/portfolio/orders'],
    ['DELETE', '/portfolio/orders/x'],
    ['POST', '/portfolio/orders/x/amend'],
  ] as const) {
    assert.deepEqual(getError(await harness.call(method, path, {})), [410, 'deprecated_v1_order_endpoint']);
  }
});

test('YES and NO are one signed position: selling more than held opens the other outcome', async () => {
  const harness = new KalshiHarness();
  await harness.place('ask', '10 @ 0.50', {}, BOB);
  await harness.place('bid', '10 @ 0.50');
  assert.equal(await holding(harness), '10.00');
  assert.equal(await holding(harness, BOB), '-10.00');
  await harness.place('bid', '15 @ 0.60', {}, BOB);
  await harness.place('ask', '15 @ 0.60', IOC);
  assert.equal(await holding(harness), '-5.00');
  assert.equal(await holding(harness, BOB), '5.00');
});

test('fills move cash, and resting orders hold collateral until they close', async () => {
  const harness = new KalshiHarness();
  await harness.place('ask', '1 @ 0.52', {}, BOB);
  assert.equal(await available(harness, BOB), '999.5200', 'a NO contract costs 0.48');
  await harness.place('bid', '1 @ 0.52');
  assert.equal(await available(harness), '999.4625', 'the price and the taker fee');
  const placed = await harness.place('bid', '100 @ 0.30');
  assert.equal(await available(harness), '969.4625');
  await harness.call('DELETE', `${PATH}/${getOrderId(placed)}`);
  assert.equal(await available(harness), '999.4625');
  await harness.place('ask', '1 @ 0.90');
  assert.equal(await available(harness), '999.4625', 'a closing order needs no collateral');
});

test('what closes a position needs no cash: orders that buy more use none of it up, orders that close do', async () => {
  const harness = new KalshiHarness();
  await harness.place('ask', '5 @ 0.50', {}, BOB);
  await harness.place('bid', '5 @ 0.50');
  for (const count of [3_169, 146, 9]) await harness.place('bid', `${count} @ 0.30`);
  assert.equal(await available(harness), '0.2125');
  for (const [count, expected] of [
    ['3', 201],
    ['3', 400],
    ['2', 201],
    ['1', 400],
  ] as const) {
    const { status } = await harness.place('ask', `${count} @ 0.60`);
    assert.equal(status, expected, count);
  }
});

test('a reduce-only order is limited to the position, and without one it does nothing', async () => {
  const harness = new KalshiHarness();
  await harness.place('ask', '3 @ 0.50', {}, BOB);
  await harness.place('bid', '3 @ 0.50');
  await harness.place('bid', '10 @ 0.49', {}, BOB);
  const more = { ...IOC, reduce_only: true };
  assert.equal((await harness.place('ask', '10 @ 0.40', more)).body.fill_count, '3.00');
  assert.equal(await holding(harness), '0.00');
  const nothing = await harness.place('ask', '10 @ 0.40', more);
  assert.deepEqual([nothing.status, nothing.body.fill_count], [201, '0.00']);
});

test('self-trade prevention cuts the taker or cancels the maker', async () => {
  const harness = new KalshiHarness();
  const rests = await harness.place('ask', '5 @ 0.52');
  const cut = await harness.place('bid', '5 @ 0.52');
  assert.deepEqual([cut.body.fill_count, cut.body.remaining_count], ['0.00', '0.00']);
  assert.equal((await read(harness, rests))?.status, 'resting');
  const goesOn = await harness.place('bid', '5 @ 0.52', { self_trade_prevention_type: 'maker' });
  assert.equal(goesOn.body.remaining_count, '5.00');
  assert.equal((await read(harness, rests))?.status, 'canceled');
});

test('an amend sets the new total quantity and adjusts the collateral', async () => {
  const harness = new KalshiHarness();
  const placed = await harness.place('bid', '10 @ 0.40', { client_order_id: 'a' });
  await harness.place('ask', '4 @ 0.40', IOC, BOB);
  const path = `${PATH}/${getOrderId(placed)}/amend`;
  const body = { ticker: TICKER, side: 'bid', price: '0.4500', count: '12', updated_client_order_id: 'b' };
  const amended = await harness.call('POST', path, body);
  assert.deepEqual(
    [amended.status, amended.body.remaining_count, amended.body.fill_count],
    [200, '8.00', '0.00'],
  );
  const order = await read(harness, placed);
  assert.deepEqual(
    [order?.fill_count_fp, order?.yes_price_dollars, order?.client_order_id],
    ['4.00', '0.4500', 'b'],
  );
  const less = await harness.call('POST', path, { ...body, count: '4', updated_client_order_id: undefined });
  assert.equal(less.status, 400);
  const other = await harness.call('POST', path, { ...body, side: 'ask' });
  assert.equal(other.status, 400);
  const rich = await harness.call('POST', path, { ...body, count: '9000' });
  assert.deepEqual(getError(rich), [400, 'insufficient_balance']);
});

test('the reply to an amend that crosses contains its fills', async () => {
  const harness = new KalshiHarness();
  await harness.place('ask', '4 @ 0.52', {}, BOB);
  const placed = await harness.place('bid', '10 @ 0.40');
  const body = { ticker: TICKER, side: 'bid', price: '0.5200', count: '10' };
  const amended = await harness.call('POST', `${PATH}/${getOrderId(placed)}/amend`, body);
  assert.deepEqual([amended.body.fill_count, amended.body.remaining_count], ['4.00', '6.00']);
});

test('a decrease lowers the remaining quantity, zero cancels, and exactly one parameter is allowed', async () => {
  const harness = new KalshiHarness();
  const placed = await harness.place('bid', '10 @ 0.40');
  const path = `${PATH}/${getOrderId(placed)}/decrease`;
  assert.equal((await harness.call('POST', path, { reduce_by: '3' })).body.remaining_count, '7.00');
  assert.equal((await harness.call('POST', path, { reduce_to: '2.50' })).body.remaining_count, '2.50');
  assert.equal((await harness.call('POST', path, { reduce_to: '5' })).status, 400);
  assert.equal((await harness.call('POST', path, { reduce_to: '1', reduce_by: '1' })).status, 400);
  assert.equal((await harness.call('POST', path, { reduce_to: '0.00' })).body.remaining_count, '0.00');
  assert.equal((await read(harness, placed))?.status, 'canceled');
});

test('a cancel searches shard 0 unless it names the market', async () => {
  const harness = new KalshiHarness();
  const placed = await harness.place('bid', '1 @ 0.40', { ticker: SPORTS });
  const path = `${PATH}/${getOrderId(placed)}`;
  assert.deepEqual(getError(await harness.call('DELETE', path)), [404, 'not_found']);
  assert.equal((await harness.call('DELETE', `${path}?market_ticker=${SPORTS}`)).body.reduced_by, '1.00');
  assert.deepEqual(getError(await harness.call('DELETE', `${path}?market_ticker=${SPORTS}`)), [
    404,
    'not_found',
  ]);
  assert.equal((await harness.call('DELETE', `${PATH}/unknown`)).status, 404);
});

test('an account cannot read or cancel an order of another account', async () => {
  const harness = new KalshiHarness();
  const placed = await harness.place('bid', '1 @ 0.40');
  harness.clock.advance(1_000);
  assert.equal((await harness.call('DELETE', `${PATH}/${getOrderId(placed)}`, undefined, BOB)).status, 404);
  const path = `/portfolio/orders/${getOrderId(placed)}`;
  assert.equal((await harness.call('GET', path, undefined, BOB)).status, 404);
});

test('cancel-all covers all shards and returns no body', async () => {
  const harness = new KalshiHarness();
  const placed = [
    await harness.place('bid', '1 @ 0.40'),
    await harness.place('bid', '1 @ 0.40', { ticker: SPORTS }),
  ];
  assert.equal((await harness.call('DELETE', PATH)).status, 204);
  for (const each of placed) assert.equal((await read(harness, each))?.status, 'canceled');
});

test('an order expires at its expiration time', async () => {
  const harness = new KalshiHarness();
  harness.exchange.start();
  const expires = Math.floor(harness.clock.now() / 1000) + 5;
  const placed = await harness.place('bid', '1 @ 0.40', { expiration_time: expires });
  harness.clock.advance(4_000);
  assert.equal((await read(harness, placed))?.status, 'resting');
  harness.clock.advance(2_000);
  assert.equal((await read(harness, placed))?.status, 'canceled');
});

test('batch entries succeed or fail alone, but one unreadable entry rejects the batch', async () => {
  const harness = new KalshiHarness();
  const orders = [orderBody('bid', '1 @ 0.40'), orderBody('bid', '1 @ 0.405')];
  const mixed = await harness.call('POST', `${PATH}/batched`, { orders });
  assert.equal(mixed.status, 201);
  assert.equal(mixed.body.orders?.[0]?.error, null);
  assert.equal(mixed.body.orders?.[1]?.error?.code, 'invalid_price');
  const unread = await harness.call('POST', `${PATH}/batched`, { orders: [...orders, { count: 1 }] });
  assert.equal(unread.status, 400);
});

test('the value of resting orders is listed by shard, and lists that are not kept are empty', async () => {
  const harness = new KalshiHarness();
  await harness.place('bid', '10 @ 0.40');
  await harness.place('ask', '10 @ 0.90', { ticker: SPORTS });
  const { body } = await harness.call('GET', '/portfolio/summary/total_resting_order_value');
  assert.deepEqual(body, {
    total_resting_order_value: 500,
    resting_order_value_breakdown: [
      { exchange_index: 0, balance: '4.0000' },
      { exchange_index: 3, balance: '1.0000' },
    ],
  });
  for (const [path, name] of [
    ['/portfolio/deposits', 'deposits'],
    ['/portfolio/withdrawals', 'withdrawals'],
    ['/milestones', 'milestones'],
    ['/structured_targets', 'structured_targets'],
    ['/incentive_programs', 'incentive_programs'],
    ['/multivariate_event_collections', 'multivariate_contracts'],
  ] as const) {
    const reply = await harness.call('GET', path);
    assert.deepEqual([reply.status, reply.body[name]], [200, []], path);
  }
});
