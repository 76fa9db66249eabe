import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AggregatedBook, GenericAsset } from '../../../../sdk/src/index.ts';
import { computeGap, toMemberQuotes } from './asset-quotes.ts';

const member = (instrument_id: number, inverted = false) => ({
  venue: 'Demo',
  instrument_id,
  ticker: `T${instrument_id}`,
  inverted,
});

const asset: GenericAsset = {
  generic_asset_id: 1,
  title: 'A',
  description: null,
  category: 'B',
  status: 'OPEN',
  venues: ['Demo'],
  members: [member(1), member(2, true)],
  safety: null,
};

const level = (price: string, ...of: readonly (readonly [number, string])[]) => ({
  price,
  qty: '0',
  breakdown: of.map(([instrument_id, qty]) => ({ venue: 'Demo', instrument_id, qty })),
});

const book = (bids: AggregatedBook['bids'], asks: AggregatedBook['asks']): AggregatedBook => ({
  generic_asset_id: 1,
  bids,
  asks,
  members: [],
  timestamp: 0,
  sequence: 1,
});

test('the quote of a member is the best level that includes its quantity', () => {
  const levels = book(
    [level('0.5', [1, '10']), level('0.49', [1, '5'], [2, '7'])],
    [level('0.55', [2, '3'])],
  );
  const [first, second] = toMemberQuotes(asset, levels);
  assert.deepEqual([first?.bid, first?.ask], [{ price: '0.5', qty: '10' }, null]);
  assert.deepEqual(
    [second?.bid, second?.ask],
    [
      { price: '0.49', qty: '7' },
      { price: '0.55', qty: '3' },
    ],
  );
});

test('a gap is computed between members, never within one member', () => {
  const alone = book([level('0.5', [1, '1'])], [level('0.4', [1, '1'])]);
  assert.equal(computeGap(toMemberQuotes(asset, alone)), null);
  const crossed = book([level('0.5', [1, '1'])], [level('0.45', [2, '1'])]);
  assert.equal(computeGap(toMemberQuotes(asset, crossed)), '0.05');
  const apart = book([level('0.5', [1, '1'])], [level('0.52', [2, '1'])]);
  assert.equal(computeGap(toMemberQuotes(asset, apart)), '-0.02');
});
