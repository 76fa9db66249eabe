import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decode } from '../../../contract/model/decoder.ts';
import { BOOK_DELTA, DeltaDecoder } from './kalshi-ws-messages.ts';

const reader = new DeltaDecoder();
const full = (msg: unknown) => decode(BOOK_DELTA, msg);

const cents = fc.integer({ min: 1, max: 9_999 }).map((units) => (units / 10_000).toFixed(4));
const change = fc.integer({ min: -99_999, max: 99_999 }).map((units) => (units / 100).toFixed(2));

test('the fast decoder returns the same as the full shape', () => {
  fc.assert(
    fc.property(cents, change, fc.constantFrom('yes', 'no'), (price, delta, side) => {
      const msg = {
        market_ticker: 'KXA',
        price_dollars: price,
        delta_fp: delta,
        side,
        ts_ms: 1_795_188_689_957,
      };
      assert.deepEqual(reader.decode(msg), full(msg));
    }),
  );
});

test('the fast decoder leaves unusual messages to the full shape', () => {
  const sound = { market_ticker: 'KXA', price_dollars: '0.5', delta_fp: '1.00', side: 'yes', ts_ms: 1 };
  const odd = [
    { side: 'maybe' },
    { price_dollars: 0.5 },
    { price_dollars: '-0.5' },
    { delta_fp: 'NaN' },
    { delta_fp: '--1' },
    { ts_ms: undefined },
    { market_ticker: null },
  ];
  for (const fields of odd) assert.equal(reader.decode({ ...sound, ...fields }), null);
  assert.equal(reader.decode(null), null);
});
