import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AggregatedBook, OrderBook } from '../../../../sdk/src/index.ts';
import { flagsOf } from './book-flags.ts';

const level = (price: string) => ({ price, qty: '5', breakdown: [] });
const single = (bids: string[], asks: string[]) =>
  ({
    kind: 'book',
    heardAt: 0,
    book: { bids: bids.map(level), asks: asks.map(level) } as unknown as OrderBook,
  }) as const;

test('a side that nobody is on and a crossed book are said', () => {
  assert.deepEqual(flagsOf(single(['0.4'], ['0.5']), 'YES'), []);
  assert.deepEqual(flagsOf(single([], []), 'YES'), ['Nobody bids or offers.']);
  assert.deepEqual(flagsOf(single(['0.4'], []), 'YES'), ['One-sided: nobody offers.']);
  assert.deepEqual(flagsOf(single(['0.4'], []), 'NO'), ['One-sided: nobody bids.']);
  assert.deepEqual(flagsOf(single(['0.5'], ['0.5']), 'YES'), ['Crossed: a bid stands at or above an ask.']);
});

test('members that are left out of the book over all venues are named with the reason', () => {
  const members = [
    { venue: 'Demo', instrument_id: 1, status: 'live', age_ms: 5, inverted: false },
    { venue: 'Kalshi', instrument_id: 2, status: 'stale', age_ms: 34_000, inverted: false },
    { venue: 'Polymarket', instrument_id: 3, status: 'none', age_ms: null, inverted: false },
  ];
  const book = { bids: [level('0.5')], asks: [level('0.4')], members } as unknown as AggregatedBook;
  assert.deepEqual(flagsOf({ kind: 'aggregated', heardAt: 0, book }, 'YES'), [
    'Members cross: one bids what another asks.',
    'Without Kalshi: stale for 34 s.',
    'Without Polymarket: no book.',
  ]);
});
