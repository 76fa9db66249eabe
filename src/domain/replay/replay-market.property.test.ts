import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Price, Qty } from '../../contract/model/money.ts';
import type { Side } from '../../contract/model/order.ts';
import {
  addRestingOrder,
  applyReplayDelta,
  applyReplayPrint,
  applyReplaySnapshot,
  loseBook,
  type Matched,
  NEW_MARKET,
  type ReplayFill,
  type ReplayMarket,
  takeFromBook,
  visibleBook,
} from './replay-market.ts';

const CENT = 1_000_000n;
const at = (cents: number): Price => (BigInt(cents) * CENT) as Price;
const of = (count: number): Qty => (BigInt(count) * 100_000_000n) as Qty;
const sum = (fills: readonly ReplayFill[]): bigint => fills.reduce((total, { qty }) => total + qty, 0n);
const level = (cents: number, count: number) => ({ price: at(cents), qty: of(count) });

const open = (
  bids: readonly [number, number][],
  asks: readonly [number, number][],
  queuePower: number | null = null,
): ReplayMarket =>
  applyReplaySnapshot(
    { ...NEW_MARKET, isOpen: true, queuePower },
    {
      bids: bids.map(([price, qty]) => level(price, qty)),
      asks: asks.map(([price, qty]) => level(price, qty)),
    },
    0,
  ).market;

const take = (market: ReplayMarket, side: Side, cents: number, count: number, id = 'taker'): Matched =>
  takeFromBook(market, { id, side, limit: at(cents), qty: of(count) });

const rest = (market: ReplayMarket, side: Side, cents: number, count: number, id = 'maker'): ReplayMarket =>
  addRestingOrder(market, { id, side, price: at(cents), remaining: of(count), since: 0 });

const print = (market: ReplayMarket, cents: number, count: number, taker: Side, atUs = 1_000): Matched =>
  applyReplayPrint(market, { price: at(cents), qty: of(count), taker }, atUs);

const delta = (market: ReplayMarket, bids: readonly [number, number][], atUs = 1_000): Matched =>
  applyReplayDelta(market, { bids: bids.map(([price, qty]) => level(price, qty)), asks: [] }, atUs);

describe('taker', () => {
  test('what was taken stays taken until the venue changes the level', () => {
    const first = take(open([], [[50, 10]]), 'BUY', 50, 7);
    assert.equal(sum(first.fills), of(7));
    const second = take(first.market, 'BUY', 50, 7, 'another');
    assert.equal(sum(second.fills), of(3));
    const repeated = applyReplaySnapshot(second.market, { bids: [], asks: [level(50, 10)] }, 5);
    assert.equal(sum(take(repeated.market, 'BUY', 50, 1).fills), 0n);
    const changed = applyReplayDelta(repeated.market, { bids: [], asks: [level(50, 12)] }, 6);
    assert.equal(sum(take(changed.market, 'BUY', 50, 99).fills), of(12));
  });

  test('a print takes from the level until the change that explains it', () => {
    const printed = print(open([], [[50, 10]]), 50, 4, 'BUY').market;
    assert.equal(sum(take(printed, 'BUY', 50, 99).fills), of(6));
    const explained = applyReplayDelta(printed, { bids: [], asks: [level(50, 6)] }, 2_000).market;
    assert.equal(sum(take(explained, 'BUY', 50, 99).fills), of(6));
  });

  test('nothing is filled behind a gap, or while the market is not open', () => {
    assert.deepEqual(take(loseBook(open([], [[50, 10]])), 'BUY', 50, 5).fills, []);
    assert.deepEqual(take({ ...open([], [[50, 10]]), isOpen: false }, 'BUY', 50, 5).fills, []);
  });
});

describe('maker', () => {
  test('prints fill an order only behind the queue that was displayed before it', () => {
    const market = rest(open([[40, 10]], []), 'BUY', 40, 5);
    const first = print(market, 40, 8, 'SELL');
    assert.deepEqual(first.fills, []);
    const second = print(first.market, 40, 4, 'SELL');
    assert.deepEqual(second.fills, [{ orderId: 'maker', price: at(40), qty: of(2), liquidity: 'MAKER' }]);
    assert.equal(sum(print(second.market, 40, 99, 'SELL').fills), of(3));
  });

  test('a print and the change that explains it move the queue once, in either order', () => {
    const market = rest(open([[40, 10]], []), 'BUY', 40, 5);
    const printFirst = delta(print(market, 40, 4, 'SELL').market, [[40, 6]]).market;
    const changeFirst = print(delta(market, [[40, 6]], 1_000).market, 40, 4, 'SELL', 1_500).market;
    for (const each of [printFirst, changeFirst]) {
      assert.equal(each.orders[0]?.ahead, of(6));
      assert.equal(sum(print(each, 40, 7, 'SELL', 9_000_000).fills), of(1));
    }
  });

  test('each of several prints that one change has shown early moves the queue once', () => {
    for (const early of [[4], [1, 3], [3, 1], [2, 2], [1, 1, 2]]) {
      let market = delta(rest(open([[40, 10]], []), 'BUY', 40, 5), [[40, 6]]).market;
      for (const count of early) market = print(market, 40, count, 'SELL', 1_500).market;
      assert.equal(market.orders[0]?.ahead, of(6));
      assert.equal(sum(take(market, 'SELL', 40, 99).fills), of(6));
      // What goes beyond the change counts.
      const beyond = print(market, 40, 7, 'SELL', 1_600);
      assert.equal(sum(beyond.fills), of(1));
      assert.equal(sum(take(beyond.market, 'SELL', 40, 99).fills), 0n);
    }
  });

  test('a trade of before the order, reported later, fills neither at its price nor past it', () => {
    const market = addRestingOrder(open([], []), {
      id: 'maker',
      side: 'BUY',
      price: at(40),
      remaining: of(5),
      since: 100,
    });
    for (const price of [39, 40])
      for (const [tradedAt, filled] of [
        [99, 0],
        [100, 3],
        [101, 3],
      ] as const) {
        const late = applyReplayPrint(
          market,
          { price: at(price), qty: of(3), taker: 'SELL', tradedAt },
          1_000,
        );
        assert.equal(sum(late.fills), of(filled), `${price} at ${tradedAt}`);
      }
  });

  test('cancels ahead shorten the queue, and never more than to what is displayed', () => {
    const market = delta(rest(open([[40, 10]], []), 'BUY', 40, 5), [[40, 3]]).market;
    assert.equal(market.orders[0]?.ahead, of(3));
  });

  test('by probability, cancels shorten the queue by the share that was ahead', () => {
    const ahead = (power: number | null): bigint | null | undefined => {
      // 10 are ahead of us, and later 30 behind us.
      const joined = delta(rest(open([[40, 10]], [], power), 'BUY', 40, 5), [[40, 40]]).market;
      return delta(joined, [[40, 32]]).market.orders[0]?.ahead;
    };
    assert.equal(ahead(null), of(10));
    assert.equal(ahead(1), of(8)); // 8 × 10 / 40
    assert.equal(ahead(2), of(10) - (of(8) * 100n) / 1_000n); // 8 × 100 / (100 + 900)
  });

  test('by probability, a trade that explains a change is no cancel', () => {
    const joined = delta(rest(open([[40, 10]], [], 1), 'BUY', 40, 5), [[40, 40]]).market;
    const traded = print(joined, 40, 4, 'SELL').market;
    assert.equal(traded.orders[0]?.ahead, of(6));
    assert.equal(delta(traded, [[40, 36]]).market.orders[0]?.ahead, of(6));
  });

  test('a trade past the price fills the order, and so does an opposite order that appears at it', () => {
    const market = rest(open([[40, 10]], [[50, 10]]), 'BUY', 42, 5);
    assert.equal(sum(print(market, 40, 3, 'SELL').fills), of(3));
    const crossed = applyReplayDelta(market, { bids: [], asks: [level(41, 4)] }, 1);
    assert.deepEqual(crossed.fills, [{ orderId: 'maker', price: at(42), qty: of(4), liquidity: 'MAKER' }]);
    assert.equal(sum(take(crossed.market, 'BUY', 41, 9, 'later').fills), 0n);
  });

  test('after a gap an order stands behind everything that is displayed', () => {
    const market = loseBook(rest(open([[40, 2]], []), 'BUY', 40, 5));
    assert.deepEqual(print(market, 40, 99, 'SELL').fills, []);
    const known = applyReplaySnapshot(market, { bids: [level(40, 30)], asks: [] }, 3).market;
    assert.equal(sum(print(known, 40, 31, 'SELL').fills), of(1));
  });

  test('two orders share the quantity of a print, the earlier one first', () => {
    const market = rest(rest(open([], []), 'BUY', 40, 5, 'early'), 'BUY', 40, 5, 'late');
    const { fills } = print(market, 40, 7, 'SELL');
    assert.deepEqual(
      fills.map(({ orderId, qty }) => [orderId, qty]),
      [
        ['early', of(5)],
        ['late', of(2)],
      ],
    );
  });
});

const cents = fc.integer({ min: 45, max: 55 });
const count = fc.integer({ min: 1, max: 20 });
const side = fc.constantFrom<Side>('BUY', 'SELL');
const step = fc.oneof(
  fc.record({ kind: fc.constant('take' as const), side, cents, count }),
  fc.record({ kind: fc.constant('rest' as const), side, cents, count }),
  fc.record({ kind: fc.constant('print' as const), side, cents, count }),
  fc.record({ kind: fc.constant('level' as const), side, cents, count: fc.integer({ min: 0, max: 20 }) }),
  fc.record({ kind: fc.constant('gap' as const), side, cents, count }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function play(market: ReplayMarket, each: Step, number: number): Matched {
  const id = `${number}`;
  if (each.kind === 'take') return take(market, each.side, each.cents, each.count, id);
  if (each.kind === 'rest') {
    const { market: after, fills } = take(market, each.side, each.cents, each.count, id);
    const left = each.count - Number(sum(fills) / 100_000_000n);
    return { market: left === 0 ? after : rest(after, each.side, each.cents, left, id), fills };
  }
  if (each.kind === 'print') return print(market, each.cents, each.count, each.side, number);
  if (each.kind === 'gap') return { market: loseBook(market), fills: [] };
  const changed = [level(each.cents, each.count)];
  const sides = { bids: each.side === 'BUY' ? changed : [], asks: each.side === 'SELL' ? changed : [] };
  if (!market.isKnown) return applyReplaySnapshot(market, sides, number);
  return applyReplayDelta(market, sides, number);
}

test('no fill is larger than the order, and none exceeds what was recorded since the last change of the level', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.constantFrom(null, 1, 3), (steps, power) => {
      let market: ReplayMarket = open([[45, 10]], [[55, 10]], power);
      let recorded = 20n * of(1); // all quantity that was ever displayed or printed
      let filled = 0n;
      const ordered = new Map<string, bigint>();
      for (const [number, each] of steps.entries()) {
        if (each.kind === 'take' || each.kind === 'rest') ordered.set(`${number + 1_000}`, of(each.count));
        if (each.kind === 'print' || each.kind === 'level') recorded += of(each.count);
        const wasKnown = market.isKnown;
        const { market: after, fills } = play(market, each, number + 1_000);
        market = after;
        filled += sum(fills);
        assert.ok(filled <= recorded, 'all fills together were recorded');
        if (each.kind === 'print')
          assert.ok(sum(fills) <= of(each.count), 'a print fills at most its quantity');
        if (!wasKnown && each.kind !== 'level') assert.deepEqual(fills, []);
        for (const { orderId, qty } of fills) {
          const left = (ordered.get(orderId) ?? 0n) - qty;
          assert.ok(left >= 0n, 'an order fills at most its quantity');
          ordered.set(orderId, left);
        }
        for (const levels of [market.bids, market.asks])
          for (const { displayed, taken } of levels.values()) assert.ok(taken >= 0n && taken <= displayed);
        const { bids, asks } = visibleBook(market);
        assert.ok([...bids, ...asks].every(({ qty }) => qty > 0n));
      }
    }),
    { numRuns: 500, seed: 7 },
  );
});
