import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEvent, PolymarketSimulatorHarness, type Trader } from './polymarket-simulator.fixture.ts';

type Row = Record<string, unknown>;

test('a position has its average price and profit, and leaves out less than sizeThreshold shares', async () => {
  const { harness, yes, a, rows } = await traded();
  const [position] = await rows(`/positions?user=${a.address}`);
  assert.deepEqual(pick(position, 'asset', 'size', 'avgPrice', 'initialValue', 'totalBought'), [
    yes,
    20,
    0.45,
    9,
    20,
  ]);
  harness.act({ verb: 'deposit', wallet: a.address, asset: yes, amount: '-19.5' });
  assert.deepEqual(await rows(`/positions?user=${a.address}`), []);
  const [dust] = await rows(`/positions?user=${a.address}&sizeThreshold=0`);
  assert.equal(dust?.size, 0.5);
  assert.equal((await harness.data(`/positions?user=${a.address}&offset=10001`)).status, 400);
  assert.equal((await harness.data('/positions')).status, 400);
});

test('a sale realises profit, and the last one closes the position', async () => {
  const { harness, yes, a, rows } = await traded();
  await a.call('GET', `/balance-allowance/update?asset_type=CONDITIONAL&token_id=${yes}&signature_type=0`);
  harness.act({ verb: 'trade', token: yes, side: 'BUY', price: '0.55', size: '20', type: 'GTC' });
  await a.placed({ token: yes, side: 'SELL', maker: '10', taker: '5.5' });
  harness.clock.advance(10_000);
  const [left] = await rows(`/positions?user=${a.address}`);
  assert.deepEqual([left?.size, round(left?.realizedPnl), round(left?.avgPrice)], [10, 1, 0.45]);
  assert.deepEqual(await rows(`/closed-positions?user=${a.address}`), []);
  await a.placed({ token: yes, side: 'SELL', maker: '10', taker: '5.5' });
  harness.clock.advance(10_000);
  const [closed] = await rows(`/closed-positions?user=${a.address}`);
  assert.deepEqual([round(closed?.avgPrice), closed?.totalBought, round(closed?.realizedPnl)], [0.45, 20, 2]);
  assert.deepEqual(await rows(`/positions?user=${a.address}`), []);
});

test('activity, value, market count and holders are those of the wallet', async () => {
  const { harness, yes, a, rows } = await traded();
  const activity = await rows(`/activity?user=${a.address}`);
  assert.deepEqual(
    activity.map((row) => pick(row, 'type', 'side', 'size', 'price', 'usdcSize')),
    [
      ['TRADE', 'BUY', 10, 0.5, 5],
      ['TRADE', 'BUY', 10, 0.4, 4],
    ],
  );
  harness.simulator.controls.market({ market: 'rain', verb: 'settle', result: 'yes' });
  assert.deepEqual(await rows(`/value?user=${a.address}`), [{ user: a.address, value: 20 }]);
  const count = JSON.parse((await harness.data(`/traded?user=${a.address}`)).body) as Row;
  assert.equal(count.traded, 1);
  const held = await rows('/holders');
  assert.deepEqual(
    held.map(({ token, holders }) => [token === yes, (holders as Row[]).map(({ amount }) => amount)]),
    [
      [true, [20]],
      [false, []],
    ],
  );
});

/** One trader who bought 10 YES at 0.40 and 10 at 0.50. */
async function traded() {
  const harness = new PolymarketSimulatorHarness([createEvent('rain')]);
  const [yes] = await harness.tokens();
  const a: Trader = await harness.trader('a');
  for (const [price, maker] of [
    ['0.40', '4'],
    ['0.50', '5'],
  ] as const) {
    harness.act({ verb: 'trade', token: yes, side: 'SELL', price, size: '10', type: 'GTC' });
    await a.placed({ token: yes, side: 'BUY', maker, taker: '10' });
    harness.clock.advance(10_000);
  }
  const rows = async (path: string): Promise<Row[]> => JSON.parse((await harness.data(path)).body) as Row[];
  return { harness, yes, a, rows };
}

const pick = (row: Row | undefined, ...names: readonly string[]): unknown[] =>
  names.map((name) => row?.[name]);

const round = (value: unknown): number => Math.round(Number(value) * 1e6) / 1e6;
