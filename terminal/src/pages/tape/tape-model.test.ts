import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TradePrint } from '../../../../sdk/src/index.ts';
import { EVERY_PRINT, KEPT_MAX, SHOWN_MAX, TapeModel } from './tape-model.ts';

const NOW = 1_800_000_000_000;
const MONEY = 10n ** 16n; // a dollar

const print = (id: number, change: Partial<TradePrint> = {}): TradePrint => ({
  id,
  instrument_id: 11,
  venue: 'Demo',
  price: '0.5',
  qty: '10',
  side: 'BUY',
  timestamp: NOW - 1_000,
  ...change,
});

const CATEGORIES = new Map([
  [11, 'Weather'],
  [12, 'Economy'],
]);
const build = (...prints: readonly TradePrint[]): TapeModel => {
  const model = new TapeModel((id) => CATEGORIES.get(id));
  model.add(prints);
  return model;
};
const idsOf = (model: TapeModel): readonly number[] => model.latest().map(({ id }) => id);

describe('the tape', () => {
  test('lists the newest print first, and each print once', () => {
    const model = build(print(1), print(2));
    model.add([print(2), print(3)]);
    assert.deepEqual(idsOf(model), [3, 2, 1]);
    assert.equal(model.passed, 3);
  });

  test('lists a print that a venue reports later where its time belongs', () => {
    const model = build(print(1), print(2), print(3, { timestamp: NOW - 5_000 }));
    assert.deepEqual(idsOf(model), [2, 1, 3]);
  });

  test('shows what passes every filter, and the earlier ones again without it', () => {
    const model = build(
      print(1),
      print(2, { venue: 'Kalshi' }),
      print(3, { instrument_id: 12 }),
      print(4, { instrument_id: 13, qty: '2000' }),
    );
    const shown = (change: Partial<typeof EVERY_PRINT>): readonly number[] => {
      model.setFilter({ ...EVERY_PRINT, ...change });
      return idsOf(model);
    };
    assert.deepEqual(shown({ venue: 'Kalshi' }), [2]);
    assert.deepEqual(shown({ category: 'Weather' }), [2, 1]);
    assert.deepEqual(shown({ watched: new Set([12, 13]) }), [4, 3]);
    assert.deepEqual(shown({ moneyMin: 1_000n * MONEY }), [4]);
    assert.deepEqual(shown({ moneyMin: 1_000n * MONEY + 1n }), []);
    assert.deepEqual(shown({}), [4, 3, 2, 1]);
  });

  test('a filter applies to later prints too', () => {
    const model = build(print(1));
    model.setFilter({ ...EVERY_PRINT, venue: 'Kalshi' });
    model.add([print(2), print(3, { venue: 'Kalshi' })]);
    assert.deepEqual(idsOf(model), [3]);
  });

  test('sums the money of the last 1, 5 and 60 minutes by side', () => {
    const model = build(
      print(1, { timestamp: NOW - 3_601_000 }),
      print(2, { timestamp: NOW - 3_500_000 }),
      print(3, { timestamp: NOW - 200_000, side: 'SELL', qty: '30' }),
      print(4, { timestamp: NOW - 2_000 }),
    );
    assert.deepEqual(
      model
        .volumes(NOW)
        .map(({ minutes, money, prints, boughtShare }) => [minutes, money, prints, boughtShare]),
      [
        [1, '5', 1, 1],
        [5, '20', 2, 0.25],
        [60, '25', 3, 0.4],
      ],
    );
  });

  test('a volume counts what passes the filter, and no prints make no share', () => {
    const model = build(print(1));
    model.setFilter({ ...EVERY_PRINT, venue: 'Kalshi' });
    assert.deepEqual(model.volumes(NOW)[0], {
      minutes: 1,
      money: '0',
      prints: 0,
      boughtShare: null,
      isWhole: true,
    });
  });

  test('a volume states when earlier prints are missing', () => {
    const model = build(print(1));
    model.setMissingBefore(NOW - 120_000);
    const isWhole = () => model.volumes(NOW).map((volume) => volume.isWhole);
    assert.deepEqual(isWhole(), [true, false, false]);
    model.setMissingBefore(NOW - 600_000);
    assert.deepEqual(isWhole(), [true, false, false]);
  });

  test('keeps a bounded number of prints and seconds, and the volume of those it no longer keeps', () => {
    const model = build();
    const count = KEPT_MAX * 2;
    for (let id = 1; id <= count; id += 1)
      model.add([print(id, { timestamp: NOW - 30_000 + Math.floor((id * 30_000) / count) })]);
    assert.equal(model.latest().length, SHOWN_MAX);
    assert.equal(model.latest()[0]?.id, count);
    assert.equal(model.volumes(NOW)[0]?.prints, count);
    model.setFilter(EVERY_PRINT);
    assert.ok(model.passed < count, `${model.passed}`);
    assert.deepEqual(
      model.volumes(NOW).map(({ isWhole }) => isWhole),
      [false, false, false],
    );
  });
});
