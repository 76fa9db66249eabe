import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderId, VenueName } from '../../contract/model/ids.ts';
import type { Notional } from '../../contract/model/money.ts';
import type { Fill, LegArrival, Order } from '../../contract/model/order.ts';
import { accepted, price, qty } from '../../domain/order-state/order.fixture.ts';
import { ManualMarket, openInstrument } from '../../oms/oms.fixture.ts';
import { PERFORMANCE_FILLS_MAX, readPerformance } from './performance.ts';

const [NEAR, FAR] = ['Demo' as VenueName, 'Kalshi' as VenueName];

/** BUY YES 10 @ 0.40 of market 1001, on leg 1 of ord_1. */
const toFill = (change: Partial<Fill> = {}): Fill =>
  ({
    id: 'fil_1',
    orderId: 'ord_1',
    leg: 1,
    instrumentId: 1001,
    venue: NEAR,
    side: 'BUY',
    outcome: 'YES',
    price: price('0.40'),
    qty: qty('10'),
    fee: 0n as Notional,
    liquidity: 'TAKER',
    settlement: 'FINAL',
    timestamp: 0,
    tag: null,
    ...change,
  }) as Fill;

async function read(
  pages: readonly (readonly Fill[])[],
  from: {
    readonly market?: ManualMarket;
    readonly venue?: VenueName;
    readonly findOrder?: (id: OrderId) => Order | null;
  } = {},
) {
  async function* send() {
    for (const page of pages) yield page;
  }
  const { market = new ManualMarket(), findOrder = () => null, ...query } = from;
  return readPerformance(send(), { by: 'venue', ...query }, { market, findOrder });
}

for (const [title, change, mark, [unvalued, settled, won, dollars]] of [
  ['open with a mark', {}, '0.50', [0, 0, 0, 1]],
  ['open without a mark', {}, null, [1, 0, 0, 0]],
  ['settled at YES', { result: 'YES', settlementPrice: price('1') }, '0.50', [0, 1, 1, 6]],
  ['settled at NO', { result: 'NO', settlementPrice: price('0') }, '0.50', [0, 1, 0, -4]],
  ['settled at a fraction', { result: 'FRACTION', settlementPrice: price('0.6') }, '0.50', [0, 1, 1, 2]],
  ['refunded', { result: 'VOID', settlementPrice: null }, '0.50', [0, 1, 0, 0]],
] as const)
  test(`trades of a market that is ${title} are valued at what it pays`, async () => {
    const market = new ManualMarket();
    market.set(openInstrument(1001, change));
    if (mark !== null) market.setMark(1001, mark);
    const { total } = await read([[toFill()]], { market });
    assert.deepEqual(
      [total.unvaluedFills, total.settledMarkets, total.wonMarkets, total.netPnl],
      [unvalued, settled, won, (BigInt(dollars) * 10n ** 16n) as Notional],
    );
  });

test('a trade of an unknown market counts without a value', async () => {
  const { total } = await read([[toFill()]]);
  assert.deepEqual([total.fills, total.unvaluedFills, total.settledMarkets], [1, 1, 0]);
});

test('each fill is compared with the book that its own leg had found', async () => {
  const arrive = (bid: string, ask: string): LegArrival => ({
    bid: price(bid),
    ask: price(ask),
    takes: qty('0'),
    takesNotional: 0n as Notional,
  });
  const [leg] = accepted().legs;
  assert.ok(leg !== undefined);
  const order: Order = {
    ...accepted(),
    legs: [
      { ...leg, leg: 1, arrival: arrive('0.38', '0.40') },
      { ...leg, leg: 2, arrival: arrive('0.28', '0.30') },
      { ...leg, leg: 3, arrival: null },
    ],
  };
  const slippage = async (number: number) => {
    const { total } = await read([[toFill({ leg: number })]], { findOrder: () => order });
    return [total.midSlippage, total.midFills];
  };
  assert.deepEqual(await slippage(1), [(10n ** 15n) as Notional, 1]); // 10 × (0.40 − 0.39)
  assert.deepEqual(await slippage(2), [(11n * 10n ** 15n) as Notional, 1]); // 10 × (0.40 − 0.29)
  assert.deepEqual(await slippage(3), [0n, 0]);
  assert.equal((await read([[toFill()]])).total.midFills, 0, 'an order that is not stored');
});

test('of a venue only its trades count, and never settlements or voided fills', async () => {
  const fills = [
    toFill(),
    toFill({ venue: FAR }),
    toFill({ orderId: null, leg: null }),
    toFill({ settlement: 'VOID' }),
  ];
  const groups = async (venue?: VenueName) =>
    (await read([fills], venue === undefined ? {} : { venue })).groups.map(({ group, fills: count }) => [
      group,
      count,
    ]);
  assert.deepEqual(await groups(), [
    [NEAR, 1],
    [FAR, 1],
  ]);
  assert.deepEqual(await groups(FAR), [[FAR, 1]]);
});

for (const [count, isTruncated] of [
  [PERFORMANCE_FILLS_MAX - 1, false],
  [PERFORMANCE_FILLS_MAX, true],
] as const)
  test(`an answer over ${count} fills is ${isTruncated ? '' : 'not '}marked as truncated`, async () => {
    const page = Array.from({ length: count - 1 }, () => toFill());
    assert.equal((await read([page, [toFill()]])).isTruncated, isTruncated);
  });
