import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode } from '../../../contract/model/decoder.ts';
import type { VenueName } from '../../../contract/model/ids.ts';
import { renderDecimal } from '../../../contract/model/money.ts';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { MARKET } from '../codec/kalshi-messages.ts';
import { DueQueue, KalshiCatalogue } from './kalshi-catalogue.ts';

const START = Date.UTC(2026, 10, 22, 11, 59, 50);
const at = (ms: number): TimestampMs => (START + ms) as TimestampMs;

test('names are due once, from the second that follows their time, also across an hour', () => {
  const queue = new DueQueue();
  queue.add('A', at(500));
  queue.add('B', at(1_000));
  queue.add('C', at(10_000)); // noon
  queue.add('D', at(3_700_000));
  assert.deepEqual(queue.takeDue(at(999)), []);
  assert.deepEqual(queue.takeDue(at(1_000)), ['A', 'B']);
  assert.deepEqual(queue.takeDue(at(9_999)), []);
  assert.deepEqual(queue.takeDue(at(10_000)), ['C']);
  assert.deepEqual(queue.takeDue(at(4_000_000)), ['D']);
  assert.deepEqual(queue.takeDue(at(9_000_000)), []);
});

test('a time in the past is due at once, and a name may be added twice', () => {
  const queue = new DueQueue();
  queue.add('A', at(-7_200_000));
  queue.add('A', at(2_000));
  assert.deepEqual(queue.takeDue(at(0)), ['A']);
  assert.deepEqual(queue.takeDue(at(2_000)), ['A']);
});

test('each market keeps its own grid, however alike it is to that of another', () => {
  const catalogue = new KalshiCatalogue('Kalshi' as VenueName, '0.0001');
  const grids = [
    [['0', '1', '0.01']],
    [['0', '0.5', '0.01']],
    [['0.1', '1', '0.01']],
    [['0', '1', '0.005']],
    [
      ['0', '0.5', '0.01'],
      ['0.5', '1', '0.01'],
    ],
    [
      ['0', '0.5', '0.01'],
      ['0.5', '1', '0.005'],
    ],
  ];
  const markets = grids.map((bands, at) => {
    const price_ranges = bands.map(([start, end, step]) => ({ start, end, step }));
    const wire = { ticker: `M-${at}`, event_ticker: 'M', status: 'active', price_ranges };
    return decode(MARKET, wire) ?? assert.fail('a market');
  });
  catalogue.addMarkets(markets, at(0));
  const shown = markets.map(({ ticker }) =>
    (catalogue.getTradable(ticker)?.bands ?? []).map(({ from, to, step }) =>
      [from, to, step].map((each) => renderDecimal(each)),
    ),
  );
  // One band is as wide as the prices; several are as the venue states them.
  const single = [
    [['0.01', '0.99', '0.01']],
    [['0.01', '0.5', '0.01']],
    [['0.1', '0.99', '0.01']],
    [['0.005', '0.995', '0.005']],
  ];
  assert.deepEqual(shown, [...single, ...grids.slice(4)]);
  assert.deepEqual(
    markets.map(({ ticker }) => {
      const { priceMin, priceMax } = catalogue.getTradable(ticker) ?? assert.fail(ticker);
      return `${renderDecimal(priceMin)} ${renderDecimal(priceMax)}`;
    }),
    ['0.01 0.99', '0.01 0.5', '0.1 0.99', '0.005 0.995', '0.01 0.99', '0.01 0.995'],
  );
});
