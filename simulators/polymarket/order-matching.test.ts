import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createEvent,
  getError,
  PolymarketSimulatorHarness,
  read,
  type Trader,
} from './polymarket-simulator.fixture.ts';

const MICRO = 1_000_000;
interface Holding {
  readonly wallet: string;
  readonly asset: string;
  readonly chain: string;
}

test('one taker matches a seller of YES and a buyer of NO, each at the resting price', async () => {
  const { harness, yes, no, a, b, c } = await market();
  harness.act({ verb: 'deposit', wallet: a.address, asset: yes, amount: '25' });
  await a.call('GET', `/balance-allowance/update?asset_type=CONDITIONAL&token_id=${yes}&signature_type=0`);
  await a.placed({ token: yes, side: 'SELL', maker: '25', taker: '13' }); // 25 @ 0.52
  await b.placed({ token: no, side: 'BUY', maker: '13.8', taker: '30' }); // 30 @ 0.46, an ask at 0.54
  const placed = await c.placed({ token: yes, side: 'BUY', maker: '22', taker: '40' }); // 40 @ 0.55
  assert.equal(placed.status, 'matched');
  assert.deepEqual([placed.makingAmount, placed.takingAmount], ['21.1', '40']);
  harness.clock.advance(10_000);
  const [trade] = (await trades(c)) as [Record<string, unknown>];
  const makers = trade.maker_orders as Record<string, unknown>[];
  assert.deepEqual(
    makers.map(({ matched_amount, price, side, outcome }) => [matched_amount, price, side, outcome]),
    [
      ['25', '0.52', 'SELL', 'Yes'],
      ['15', '0.46', 'BUY', 'No'],
    ],
  );
  assert.equal(trade.status, 'TRADE_STATUS_CONFIRMED');
  assert.equal(await c.balance(), String(10_000 * MICRO - 21.1 * MICRO));
  assert.equal(await c.balance(yes), String(40 * MICRO));
  assert.equal(await a.balance(), String(10_013 * MICRO));
  assert.equal(await b.balance(), String(10_000 * MICRO - 6.9 * MICRO));
  assert.equal(await b.balance(no), String(15 * MICRO));
  assert.equal((await trades(a))[0]?.trader_side, 'MAKER');
});

test('two sellers of opposite tokens merge a pair and share its dollar at the resting price', async () => {
  const { harness, yes, no, a, b } = await market();
  for (const [trader, token] of [[a, yes] as const, [b, no] as const]) {
    harness.act({ verb: 'deposit', wallet: trader.address, asset: token, amount: '10' });
    await trader.call('GET', `/balance-allowance/update?asset_type=CONDITIONAL&token_id=${token}`);
  }
  await a.placed({ token: yes, side: 'SELL', maker: '10', taker: '4' });
  await b.placed({ token: no, side: 'SELL', maker: '10', taker: '5.5' }); // limit 0.55, gets 0.60
  harness.clock.advance(10_000);
  assert.equal(await a.balance(), String(10_004 * MICRO));
  assert.equal(await b.balance(), String(10_006 * MICRO));
  assert.equal(await a.balance(yes), '0');
});

test('the books of both tokens mirror each other', async () => {
  const { harness, yes, no, a } = await market();
  await a.placed({ token: no, side: 'BUY', maker: '4.6', taker: '10' });
  const [book, mirror] = [
    read(await harness.get(`/book?token_id=${yes}`)),
    read(await harness.get(`/book?token_id=${no}`)),
  ];
  assert.deepEqual(book.asks, [{ price: '0.54', size: '10' }]);
  assert.deepEqual(mirror.bids, [{ price: '0.46', size: '10' }]);
  assert.deepEqual([book.bids, mirror.asks], [[], []]);
});

test('a market-style buy spends its dollars: a better price gives more shares', async () => {
  const { harness, yes, c } = await market();
  harness.act({ verb: 'trade', token: yes, side: 'SELL', price: '0.40', size: '100', type: 'GTC' });
  const placed = await c.placed({ token: yes, side: 'BUY', maker: '10', taker: '19.2307', type: 'FAK' });
  assert.equal(placed.takingAmount, '25');
});

test('FOK and FAK orders without enough liquidity are rejected and leave nothing', async () => {
  const { harness, yes, c } = await market();
  const nothing = await c.place({ token: yes, side: 'BUY', maker: '10', taker: '20', type: 'FAK' });
  assert.match(getError(nothing), /^no orders found to match with FAK order\./);
  harness.act({ verb: 'trade', token: yes, side: 'SELL', price: '0.50', size: '10', type: 'GTC' });
  const half = await c.place({ token: yes, side: 'BUY', maker: '10', taker: '20', type: 'FOK' });
  assert.deepEqual(
    [half.status, getError(half)],
    [400, "order couldn't be fully filled. FOK orders are fully filled or killed."],
  );
  const part = await c.placed({ token: yes, side: 'BUY', maker: '10', taker: '20', type: 'FAK' });
  assert.equal(part.takingAmount, '10');
  assert.deepEqual(await openOrders(c), []);
});

test("the taker pays the market's fee in addition to a buy and out of a sale", async () => {
  const { harness, yes, c } = await market({ feeRate: '0.07' });
  harness.act({ verb: 'trade', token: yes, side: 'SELL', price: '0.50', size: '100', type: 'GTC' });
  await c.placed({ token: yes, side: 'BUY', maker: '50', taker: '100' });
  harness.clock.advance(10_000);
  assert.equal(await c.balance(), String(10_000 * MICRO - 51.75 * MICRO));
  harness.act({ verb: 'trade', token: yes, side: 'BUY', price: '0.50', size: '100', type: 'GTC' });
  await c.placed({ token: yes, side: 'SELL', maker: '100', taker: '50' });
  harness.clock.advance(10_000);
  assert.equal(await c.balance(), String(10_000 * MICRO - 3.5 * MICRO));
});

test('bought shares cannot be sold before the trade is mined', async () => {
  const { harness, yes, c } = await market();
  harness.act({ verb: 'trade', token: yes, side: 'SELL', price: '0.50', size: '10', type: 'GTC' });
  await c.placed({ token: yes, side: 'BUY', maker: '5', taker: '10' });
  const early = await c.place({ token: yes, side: 'SELL', maker: '10', taker: '6' });
  assert.equal(
    getError(early),
    'not enough balance / allowance: the balance is not enough -> balance: 0, order amount: 10000000',
  );
  harness.clock.advance(2_000);
  await c.placed({ token: yes, side: 'SELL', maker: '10', taker: '6' });
});

test('with the fault balance_lag, receipts are visible only after a balance update request', async () => {
  const { harness, yes, c } = await market();
  harness.fault({ name: 'balance_lag' });
  harness.act({ verb: 'trade', token: yes, side: 'SELL', price: '0.50', size: '10', type: 'GTC' });
  await c.placed({ token: yes, side: 'BUY', maker: '5', taker: '10' });
  harness.clock.advance(10_000);
  assert.equal(await c.balance(yes), '0');
  await c.call('GET', `/balance-allowance/update?asset_type=CONDITIONAL&token_id=${yes}&signature_type=0`);
  assert.equal(await c.balance(yes), '10000000');
});

test('a failed trade returns the money and removes the shares, before and after it was mined', async () => {
  for (const how of ['matched', 'mined']) {
    const { harness, yes, c } = await market();
    harness.fault({ name: 'ghost_fill', how, times: 1 });
    harness.act({ verb: 'trade', token: yes, side: 'SELL', price: '0.50', size: '10', type: 'GTC' });
    await c.placed({ token: yes, side: 'BUY', maker: '5', taker: '10' });
    harness.clock.advance(20_000);
    const [trade] = (await trades(c)) as [Record<string, unknown>];
    assert.equal(trade.status, 'TRADE_STATUS_FAILED');
    assert.deepEqual([await c.balance(), await c.balance(yes)], [String(10_000 * MICRO), '0']);
  }
});

test('matches, mints, merges and failures neither create nor destroy dollars or pairs', async () => {
  const { harness, yes, no, a, b, c } = await market({ feeRate: '0.05' });
  const before = total(harness);
  await a.placed({ token: yes, side: 'BUY', maker: '5.2', taker: '10' });
  await b.placed({ token: no, side: 'BUY', maker: '4.9', taker: '10' });
  harness.fault({ name: 'ghost_fill', how: 'mined', times: 1 });
  harness.act({ verb: 'trade', token: yes, side: 'SELL', price: '0.45', size: '7', type: 'GTC' });
  await c.placed({ token: yes, side: 'BUY', maker: '10', taker: '15.3846', type: 'FAK' });
  harness.clock.advance(30_000);
  assert.equal(total(harness), before);
});

test('orders that the balance no longer covers are cancelled, newest first', async () => {
  const { harness, yes, a } = await market();
  const first = await a.placed({ token: yes, side: 'BUY', maker: '50', taker: '100' });
  await a.placed({ token: yes, side: 'BUY', maker: '40', taker: '100' });
  harness.act({ verb: 'deposit', wallet: a.address, amount: '-9940' });
  await a.call('GET', '/balance-allowance/update?asset_type=COLLATERAL&signature_type=0');
  harness.clock.advance(1_000);
  assert.deepEqual(await openOrders(a), [first.orderID]);
});

async function market(more: Parameters<typeof createEvent>[1] = {}) {
  const harness = new PolymarketSimulatorHarness([createEvent('rain', more)]);
  const [yes, no] = await harness.tokens();
  const [a, b, c] = [await harness.trader('a'), await harness.trader('b'), await harness.trader('c')];
  return { harness, yes, no, a, b, c };
}

async function trades(trader: Trader): Promise<Record<string, unknown>[]> {
  return read(await trader.call('GET', '/data/trades')).data as Record<string, unknown>[];
}

async function openOrders(trader: Trader): Promise<unknown[]> {
  const page = read(await trader.call('GET', '/data/orders')) as { data: { id: string }[] };
  return page.data.map(({ id }) => id);
}

/** All pUSD on the chain, in micro units. */
function total(harness: PolymarketSimulatorHarness): number {
  const { holdings } = harness.simulator.controls.state() as { holdings: Holding[] };
  const money = holdings.filter(({ asset }) => asset === 'pUSD');
  return money.reduce((sum, { chain }) => sum + Math.round(Number(chain) * MICRO), 0);
}
