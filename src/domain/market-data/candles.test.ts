import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { InstrumentId } from '../../contract/model/ids.ts';
import { type Price, parsePrice, parseQty, type Qty } from '../../contract/model/money.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import { DEMO } from '../instruments/instrument.fixture.ts';
import {
  CANDLE_INTERVALS,
  type CandleInterval,
  type CandleRecord,
  INTERVAL_MS,
  mergeCandles,
  rollUpCandles,
  toBucketStart,
  toCandle,
} from './candles.ts';
import { isLaterTrade, type Print } from './trade-prints.ts';

const NOON = Date.UTC(2026, 6, 1, 12);
const print = (id: number, at: number, price: Price, qty: Qty): Print => ({
  id,
  instrumentId: 1001 as InstrumentId,
  venue: DEMO,
  price,
  qty,
  side: 'BUY',
  timestamp: at as TimestampMs,
});
const trade = (id: number, at: number, price: string, qty = '1'): Print =>
  print(id, at, parsePrice(price) as Price, parseQty(qty) as Qty);
const toCandles = (prints: readonly Print[], interval: CandleInterval): readonly CandleRecord[] =>
  rollUpCandles(
    prints.map((it) => toCandle(it, interval)),
    interval,
  );

// Times close together, so that trades share buckets and even milliseconds.
const somePrints = fc
  .array(
    fc.record({
      at: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 3 * INTERVAL_MS['1d'] })),
      price: fc.bigInt({ min: 1n, max: 99n }),
      qty: fc.bigInt({ min: 1n, max: 10n ** 22n }),
    }),
    { maxLength: 40 },
  )
  .map((trades) =>
    trades.map(({ at, price, qty }, id) =>
      print(id + 1, NOON + at, (price * 1_000_000n) as Price, qty as Qty),
    ),
  );

test('buckets begin on their interval in UTC', () => {
  const at = (NOON + 12_345_678) as TimestampMs; // 15:25:45.678
  assert.equal(toBucketStart(at, '1m'), Date.UTC(2026, 6, 1, 15, 25));
  assert.equal(toBucketStart(at, '15m'), Date.UTC(2026, 6, 1, 15, 15));
  assert.equal(toBucketStart(at, '4h'), Date.UTC(2026, 6, 1, 12));
  assert.equal(toBucketStart(at, '1d'), Date.UTC(2026, 6, 1));
});

test('a candle opens with the first trade by time, closes with the last, and adds up volume', () => {
  const prints = [trade(1, NOON, '0.45'), trade(2, NOON + 2, '0.49', '2.5'), trade(3, NOON + 1, '0.44')];
  const [candle] = toCandles(prints, '1h');
  const { opened: _, closed: __, ...shown } = candle ?? assert.fail('there is a candle');
  assert.deepEqual(shown, {
    t: NOON,
    open: parsePrice('0.45'),
    high: parsePrice('0.49'),
    low: parsePrice('0.44'),
    close: parsePrice('0.49'),
    volume: parseQty('4.5'),
  });
});

test('a late trade is merged by its time: it opens the candle when it is the earliest', () => {
  const [candle] = toCandles([trade(1, NOON + 5, '0.5'), trade(2, NOON + 1, '0.3')], '1m');
  assert.deepEqual([candle?.open, candle?.close], [parsePrice('0.3'), parsePrice('0.5')]);
});

test('of trades in the same millisecond the first received opens the candle and the last closes it', () => {
  const [candle] = toCandles([trade(2, NOON, '0.6'), trade(1, NOON, '0.4')], '1m');
  assert.deepEqual([candle?.open, candle?.close], [parsePrice('0.4'), parsePrice('0.6')]);
});

test('long candles built from short ones equal those built from trades, in any order', () => {
  const interval = fc.constantFrom(...CANDLE_INTERVALS);
  const shuffled = somePrints.chain((prints) =>
    fc.tuple(fc.constant(prints), fc.shuffledSubarray(prints, { minLength: prints.length })),
  );
  fc.assert(
    fc.property(shuffled, interval, ([prints, other], long) => {
      assert.deepEqual(rollUpCandles(toCandles(other, '1m'), long), toCandles(prints, long));
    }),
  );
});

test('each bucket results from its own trades', () => {
  fc.assert(
    fc.property(somePrints, fc.constantFrom(...CANDLE_INTERVALS), (prints, interval) => {
      for (const candle of toCandles(prints, interval)) {
        const own = prints.filter((it) => toBucketStart(it.timestamp, interval) === candle.t);
        const inOrder = own.toSorted((a, b) => a.timestamp - b.timestamp || a.id - b.id);
        const prices = own.map(({ price }) => price).toSorted((a, b) => Number(a - b));
        assert.deepEqual(
          [candle.open, candle.high, candle.low, candle.close],
          [inOrder[0]?.price, prices.at(-1), prices[0], inOrder.at(-1)?.price],
        );
        assert.equal(
          candle.volume,
          own.reduce((sum, { qty }) => sum + qty, 0n),
        );
      }
    }),
  );
});

test('merging is the same from either side', () => {
  const [a, b] = [toCandle(trade(1, NOON, '0.4'), '1h'), toCandle(trade(2, NOON + 9, '0.6'), '1h')];
  assert.deepEqual(mergeCandles(a, b), mergeCandles(b, a));
});

test('a trade is later by its time, and by its id within one millisecond', () => {
  const at = NOON as TimestampMs;
  assert.ok(isLaterTrade({ at, id: 2 }, { at, id: 1 }));
  assert.ok(!isLaterTrade({ at, id: 1 }, { at, id: 1 }));
  assert.ok(isLaterTrade({ at: (at + 1) as TimestampMs, id: 1 }, { at, id: 9 }));
});
