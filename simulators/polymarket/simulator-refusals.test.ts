import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createEvent,
  getError,
  type OrderInput,
  PolymarketSimulatorHarness,
  read,
  type Trader,
} from './polymarket-simulator.fixture.ts';

const BALANCE = 'not enough balance / allowance: the balance is not enough -> balance: ';
const AMOUNT = 'order amount (inc. fees): ';

test('a private request needs a signature over key, time, path and body, but not over the query', async () => {
  const { harness, a } = await market();
  const headers = a.headers('GET', '/data/orders', '');
  const status = async (changed: Record<string, string>, path = '/data/orders'): Promise<number> => {
    const answer = await harness.send('GET', path, { ...headers, ...changed }, '');
    return typeof answer === 'object' ? answer.status : 0;
  };
  assert.equal(await status({}), 200);
  assert.equal(await status({}, '/data/orders?market=0x1'), 200);
  assert.equal(await status({}, '/data/trades'), 401);
  assert.equal(await status({ poly_passphrase: 'x' }), 401);
  assert.equal(await status({ poly_address: `0x${'11'.repeat(20)}` }), 401);
  assert.equal(await status({ poly_timestamp: '1' }), 401);
  harness.clock.advance(31_000);
  const late = await harness.send('GET', '/data/orders', headers, '');
  assert.equal(getError(late), 'Unauthorized/Invalid api key');
});

test("credentials are created once per wallet and nonce, only with the wallet's signature", async () => {
  const { harness, a } = await market();
  await a.login();
  assert.deepEqual(a.creds, { error: 'Could not create api key' });
  const forged = { poly_address: a.address, poly_timestamp: '1', poly_nonce: '0', poly_signature: '0x00' };
  const answer = await harness.send('POST', '/auth/api-key', forged, '');
  assert.equal(getError(answer), 'Invalid L1 Request headers');
});

test('an order with a wrong signature or owner is rejected with its specific error', async () => {
  const { harness, yes, a, b } = await market();
  const good = a.signed({ token: yes, side: 'BUY', maker: '5', taker: '10' });
  const post = async (change: Record<string, unknown>, order: Record<string, unknown>): Promise<string> =>
    getError(await a.call('POST', '/order', { ...good, ...change, order: { ...good.order, ...order } }));
  assert.equal(
    await post({ owner: b.creds.apiKey }, {}),
    'the order owner has to be the owner of the API KEY',
  );
  assert.equal(
    await post({}, { signer: b.address }),
    'the order signer address has to be the address of the API KEY',
  );
  assert.equal(
    await post({}, { maker: b.address }),
    'maker address not allowed, please use the deposit wallet flow',
  );
  assert.equal(await post({}, { takerAmount: '11000000' }), 'invalid signature');
  assert.equal(await post({}, { salt: 2 ** 53 }), 'invalid signature');
  assert.equal(await post({}, { tokenId: 12 }), 'Invalid order payload');
  assert.equal(await post({}, { tokenId: '12' }), 'market not found');
  const wrong = a.signed({ token: yes, side: 'BUY', maker: '5', taker: '10', negRisk: true });
  assert.equal(getError(await a.call('POST', '/order', wrong)), 'invalid signature');
  harness.fault({ name: 'version_mismatch', times: 1 });
  assert.match(await post({}, {}), /order_version_mismatch/);
});

test('the same signed order twice is rejected as a duplicate', async () => {
  const { yes, a } = await market();
  const body = a.signed({ token: yes, side: 'BUY', maker: '5', taker: '10' });
  const id = String(read(await a.call('POST', '/order', body)).orderID);
  assert.equal(getError(await a.call('POST', '/order', body)), `order ${id} is invalid. Duplicated.`);
});

test("size, tick and expiry violations are rejected with the venue's texts", async () => {
  const { harness, yes, a } = await market();
  const refused = async (input: Omit<OrderInput, 'token' | 'side'>): Promise<string> => {
    const reply = await a.place({ token: yes, side: 'BUY', ...input });
    assert.equal(reply.status, 400, reply.body);
    return getError(reply).replace(/0x[0-9a-f]{64}/, '0x…');
  };
  const now = Math.floor(harness.clock.now() / 1000);
  assert.equal(
    await refused({ maker: '0.54', taker: '1.08' }),
    'order 0x… is invalid. Size (1.08) lower than the minimum: 5',
  );
  assert.equal(
    await refused({ maker: '1.23', taker: '10' }),
    'order 0x… is invalid. Price (0.123) breaks minimum tick size rule: 0.01',
  );
  assert.equal(
    await refused({ maker: '5', taker: '10', type: 'GTD', expiration: now + 179 }),
    'invalid expiration',
  );
  assert.equal(await refused({ maker: '5', taker: '10', expiration: now + 600 }), 'invalid expiration');
});

test('the minimum size binds GTC and GTD; FAK and FOK only by a fault', async () => {
  const { harness, yes, a } = await market();
  harness.act({ verb: 'deposit', wallet: a.address, asset: yes, amount: '9' });
  await a.call('GET', `/balance-allowance/update?asset_type=CONDITIONAL&token_id=${yes}&signature_type=0`);
  const sell = (type: 'GTC' | 'FAK' | 'FOK') =>
    a.place({ token: yes, side: 'SELL', maker: '3', taker: '0.3', type });
  assert.match(getError(await sell('GTC')), /Size \(3\) lower than the minimum: 5$/);
  for (const type of ['FAK', 'FOK'] as const)
    assert.match(getError(await sell(type)), /no orders|couldn't be/);
  harness.fault({ name: 'min_size_for_taking' });
  for (const type of ['FAK', 'FOK'] as const)
    assert.match(getError(await sell(type)), /Size \(3\) lower than the minimum: 5$/);
});

test('the balance check includes resting orders in the same market', async () => {
  const { yes, a } = await market();
  await a.placed({ token: yes, side: 'BUY', maker: '9000', taker: '18000' });
  const over = await a.place({ token: yes, side: 'BUY', maker: '1000.5', taker: '2001' });
  assert.equal(
    getError(over),
    `${BALANCE}10000000000, sum of active orders: 9000000000, sum of matched orders: 0, ${AMOUNT}1000500000`,
  );
  const naked = await a.place({ token: yes, side: 'SELL', maker: '10', taker: '5' });
  assert.equal(getError(naked), `${BALANCE}0, order amount: 10000000`);
});

test('what was matched stays in the balance until it is on the chain, and cannot be spent again', async () => {
  const { harness, yes, a } = await market();
  harness.act({ verb: 'trade', token: yes, side: 'SELL', price: '0.50', size: '10', type: 'GTC' });
  await a.placed({ token: yes, side: 'BUY', maker: '5', taker: '10' });
  assert.equal(await a.balance(), '10000000000');
  const again = await a.place({ token: yes, side: 'BUY', maker: '9996', taker: '99960' });
  assert.equal(
    getError(again),
    `${BALANCE}10000000000, sum of active orders: 0, sum of matched orders: 5000000, ${AMOUNT}9996000000`,
  );
  harness.clock.advance(2_000);
  assert.equal(await a.balance(), '9995000000');
});

test('a marketable buy costs at least one dollar, and a post-only order never crosses', async () => {
  const { harness, yes, a } = await market();
  harness.act({ verb: 'trade', token: yes, side: 'SELL', price: '0.10', size: '50', type: 'GTC' });
  const small = await a.place({ token: yes, side: 'BUY', maker: '0.9', taker: '9' });
  assert.equal(getError(small), 'invalid amount for a marketable BUY order ($0.9), min size: $1');
  const crossing = await a.place({ token: yes, side: 'BUY', maker: '1', taker: '10', postOnly: true });
  assert.equal(getError(crossing), 'invalid post-only order: order crosses book');
});

test('a low allowance rejects an order that the balance would cover', async () => {
  const { harness, yes, a } = await market();
  harness.act({ verb: 'allow', wallet: a.address, amount: '1' });
  const reply = await a.place({ token: yes, side: 'BUY', maker: '5', taker: '10' });
  assert.match(
    getError(reply),
    /the allowance is not enough -> spender: 0xE111\w+, allowance: 1000000, order amount: 5000000$/,
  );
});

test('orders of a batch succeed or fail alone, and more than fifteen are rejected', async () => {
  const { yes, a } = await market();
  const leg = (): unknown => a.signed({ token: yes, side: 'BUY', maker: '5', taker: '10' });
  const small = a.signed({ token: yes, side: 'BUY', maker: '0.5', taker: '1' });
  const poor = a.signed({ token: yes, side: 'SELL', maker: '10', taker: '5' });
  const reply = await a.call('POST', '/orders', [leg(), small, poor]);
  const legs = JSON.parse(reply.body) as { success: boolean; orderID: string; errorMsg: string }[];
  assert.deepEqual(
    legs.map(({ success, orderID, errorMsg }) => [success, orderID !== '', errorMsg !== '']),
    [
      [true, true, false],
      [false, false, true],
      [true, false, true],
    ],
  );
  const many = await a.call('POST', '/orders', Array.from({ length: 16 }, leg));
  assert.equal(getError(many), 'Too many orders in payload: 16, max allowed: 15');
});

test('a signer may send sixty orders at once, then forty per second', async () => {
  const { harness, yes, a } = await market();
  const body = a.signed({ token: yes, side: 'BUY', maker: '5', taker: '10' });
  const first = await a.call('POST', '/order', body);
  assert.equal(first.headers['poly-ratelimit-remaining'], '59');
  for (let sent = 1; sent < 60; sent += 1) await a.call('POST', '/order', body);
  const over = await a.call('POST', '/order', body);
  assert.deepEqual(
    [over.status, over.headers['retry-after'], getError(over)],
    [429, '1', 'Too Many Requests'],
  );
  harness.clock.advance(25);
  assert.equal((await a.call('POST', '/order', body)).status, 400);
});

async function market(): Promise<{ harness: PolymarketSimulatorHarness; yes: string; a: Trader; b: Trader }> {
  const harness = new PolymarketSimulatorHarness([createEvent('rain')]);
  const [yes] = await harness.tokens();
  return { harness, yes, a: await harness.trader('a'), b: await harness.trader('b') };
}
