import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AggregatedBook, OrderBook } from '../../../../sdk/src/index.ts';
import { findBookFlags } from './book-flags.ts';

const level = (price: string) => ({ price, qty: '5', breakdown: [] });
const single = (bids: string[], asks: string[]) =>
  ({
    kind: 'book',
    receivedAt: 0,
    book: { bids: bids.map(level), asks: asks.map(level) } as unknown as OrderBook,
  }) as const;

test('an empty side and a crossed book are flagged', () => {
  assert.deepEqual(findBookFlags(single(['0.4'], ['0.5']), 'YES'), []);
  assert.deepEqual(findBookFlags(single([], []), 'YES'), ['No bids or offers.']);
  assert.deepEqual(findBookFlags(single(['0.4'], []), 'YES'), ['One-sided: no offers.']);
  assert.deepEqual(findBookFlags(single(['0.4'], []), 'NO'), ['One-sided: no bids.']);
  assert.deepEqual(findBookFlags(single(['0.5'], ['0.5']), 'YES'), [
    'Crossed: the best bid is at or above the best ask.',
  ]);
});

test('members left out of the aggregated book are listed with the reason', () => {
  const members = [
    { venue: 'Demo', instrument_id: 1, status: 'live', age_ms: 5, inverted: false },
    { venue: 'Kalshi', instrument_id: 2, status: 'stale', age_ms: 34_000, inverted: false },
    { venue: 'Polymarket', instrument_id: 3, status: 'none', age_ms: null, inverted: false },
  ];
  const book = { bids: [level('0.5')], asks: [level('0.4')], members } as unknown as AggregatedBook;
  assert.deepEqual(findBookFlags({ kind: 'aggregated', receivedAt: 0, book }, 'YES'), [
    'Crossed members: one bids at or above the ask of another.',
    'Without Kalshi: stale for 34 s.',
    'Without Polymarket: no book.',
  ]);
});
