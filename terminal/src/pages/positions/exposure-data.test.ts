import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GenericAsset, Instrument, Position } from '../../../../sdk/src/index.ts';
import { byCategory, slicesBy } from './exposure-data.ts';

const held = (instrument_id: number): Position =>
  ({ instrument_id, side: 'BUY', qty: '10', avg_price: '0.4', mark_price: '0.5' }) as Position;
const listed = (instrument_id: number, generic_asset_id: number | null, category: string) =>
  ({ instrument_id, generic_asset_id, category }) as Instrument;

test('one contract held at two venues counts in the category of its asset', () => {
  const markets = new Map([
    [1, listed(1, 501, 'Tech')],
    [2, listed(2, 501, 'Science')],
    [3, listed(3, null, 'Tech')],
  ]);
  const assets = new Map([[501, { category: 'Science' } as GenericAsset]]);
  const slices = slicesBy([held(1), held(2), held(3)], byCategory(markets, assets));
  assert.deepEqual(slices, [
    { name: 'Science', worth: '10' },
    { name: 'Tech', worth: '5' },
  ]);
});
