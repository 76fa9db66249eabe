import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createEvent,
  getError,
  PolymarketSimulatorHarness,
  read,
  type Trader,
} from './polymarket-simulator.fixture.ts';
import { EXCHANGE_V3, NEG_RISK_ADAPTER, SPENDERS } from './trading/order-signing.ts';

const BUY = { side: 'BUY', maker: '5', taker: '10' } as const;

test('the markets of a neg-risk event share an id, and trade on the neg-risk exchange only', async () => {
  const { harness, a, b } = await neg();
  const event = read(await harness.gamma('/events/slug/cup'));
  const markets = event.markets as Record<string, unknown>[];
  assert.deepEqual(
    markets.map(({ groupItemTitle, negRisk, negRiskMarketID }) => [
      groupItemTitle,
      negRisk,
      negRiskMarketID === event.negRiskMarketID,
    ]),
    [
      ['Reds', true, true],
      ['Blues', true, true],
    ],
  );
  const [yes, no] = await harness.tokens('reds');
  assert.equal(getError(await a.place({ token: yes, ...BUY })), 'invalid signature');
  await a.placed({ token: yes, ...BUY, negRisk: true });
  const minted = await b.placed({ token: no, side: 'BUY', maker: '5', taker: '10', negRisk: true });
  assert.equal(minted.status, 'matched');
  harness.clock.advance(10_000);
  assert.deepEqual([await a.balance(yes), await b.balance(no)], ['10000000', '10000000']);
});

test('a neg-risk order needs the allowance of the neg-risk adapter too', async () => {
  const { harness, a } = await neg();
  harness.act({ verb: 'allow', wallet: a.address, amount: '0', spender: NEG_RISK_ADAPTER });
  const [yes] = await harness.tokens('reds');
  assert.equal(
    getError(await a.place({ token: yes, ...BUY, negRisk: true })),
    'not enough balance / allowance: the allowance is not enough -> ' +
      `spender: ${NEG_RISK_ADAPTER}, allowance: 0, order amount: 5000000`,
  );
  const { allowances } = read(await a.call('GET', '/balance-allowance?asset_type=COLLATERAL'));
  assert.deepEqual(Object.keys(allowances as object), [...SPENDERS]);
  const [plain] = await harness.tokens('rain');
  await a.placed({ token: plain, ...BUY });
});

test('a Protocol V2 market is listed by position ids, and trades on its own exchange', async () => {
  const harness = new PolymarketSimulatorHarness([createEvent('next', { version: 'v2' })]);
  const [a, b] = [await harness.trader('a'), await harness.trader('b')];
  const market = read(await harness.gamma('/markets/slug/next'));
  const [yes, no] = market.positionIds as [string, string];
  assert.deepEqual([market.version, 'clobTokenIds' in market], ['v2', false]);
  const condition = String(market.conditionId);
  assert.match(condition, /^0x01[0-9a-f]{32}0{30}$/);
  assert.equal(read(await harness.get(`/markets/${condition.slice(0, -2)}`)).condition_id, condition);
  assert.deepEqual([BigInt(condition), BigInt(yes) + 1n], [BigInt(yes), BigInt(no)]);
  assert.equal(getError(await a.place({ token: yes, ...BUY })), 'invalid signature');
  assert.equal(getError(await a.place({ token: yes, ...BUY, negRisk: true })), 'invalid signature');
  await a.placed({ token: yes, ...BUY, version: 'v2' });
  await b.placed({ token: no, side: 'BUY', maker: '5', taker: '10', version: 'v2' });
  harness.clock.advance(10_000);
  const balance = (type: string): ReturnType<Trader['call']> =>
    a.call('GET', `/balance-allowance?asset_type=${type}&token_id=${yes}`);
  assert.equal((await balance('CONDITIONAL')).status, 400);
  assert.equal(read(await balance('CONDITIONAL-V2')).balance, '10000000');
  harness.act({ verb: 'allow', wallet: a.address, amount: '0', spender: EXCHANGE_V3 });
  assert.match(getError(await a.place({ token: yes, ...BUY, version: 'v2' })), /spender: 0xe3333700/);
});

test('unused position ids of a v1 market have no book', async () => {
  const harness = new PolymarketSimulatorHarness(['rain', 'snow', 'hail'].map((slug) => createEvent(slug)));
  const markets = JSON.parse((await harness.gamma('/markets')).body) as { positionIds?: string[] }[];
  const [unused] = markets.flatMap(({ positionIds }) => positionIds ?? []);
  assert.equal((await harness.get(`/book?token_id=${unused}`)).status, 404);
});

for (const { tick, maker, taker, off } of [
  { tick: '0.01', maker: '5.2', taker: '10', off: '5.25' },
  { tick: '0.005', maker: '5.25', taker: '10', off: '5.27' },
  { tick: '0.0025', maker: '6.036075', taker: '17.37', off: '6.036' },
  { tick: '0.001', maker: '5.67', taker: '10', off: '5.675' },
  { tick: '0.0001', maker: '5.678', taker: '10', off: '5.67805' },
]) {
  test(`an order in a market with tick ${tick} rests at a price of its grid only`, async () => {
    const harness = new PolymarketSimulatorHarness([createEvent('rain', { tickSize: tick })]);
    const [a, [yes]] = [await harness.trader('a'), await harness.tokens()];
    await a.placed({ token: yes, side: 'BUY', maker, taker });
    assert.equal(read(await harness.get(`/tick-size?token_id=${yes}`)).minimum_tick_size, Number(tick));
    assert.equal((await a.place({ token: yes, side: 'BUY', maker: off, taker })).status, 400);
  });
}

test('a market can resolve without a status of the oracle: then only the CLOB names the winner', async () => {
  const harness = new PolymarketSimulatorHarness();
  const settle = { market: 'rain', verb: 'settle', result: 'no', uma: false } as const;
  assert.equal(harness.simulator.controls.market(settle), null);
  harness.restart();
  const gamma = read(await harness.gamma('/markets/slug/rain'));
  assert.deepEqual(
    [gamma.closed, gamma.outcomePrices, 'umaResolutionStatus' in gamma, gamma.umaResolutionStatuses],
    [true, '["0","1"]', false, '[]'],
  );
  const clob = read(await harness.get(`/markets/${String(gamma.conditionId)}`));
  assert.deepEqual(
    (clob.tokens as { winner: boolean }[]).map(({ winner }) => winner),
    [false, true],
  );
});

async function neg(): Promise<{ harness: PolymarketSimulatorHarness; a: Trader; b: Trader }> {
  const cup = { eventSlug: 'cup', eventTitle: 'Who wins the cup?', negRisk: true };
  const harness = new PolymarketSimulatorHarness([
    createEvent('rain'),
    createEvent('reds', { ...cup, groupItemTitle: 'Reds' }),
    createEvent('blues', { ...cup, groupItemTitle: 'Blues' }),
  ]);
  return { harness, a: await harness.trader('a'), b: await harness.trader('b') };
}
