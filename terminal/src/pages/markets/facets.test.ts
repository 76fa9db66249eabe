import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Instrument } from '../../../../sdk/src/index.ts';
import { closingFirst, countCategories } from './facets.ts';

const market = (id: number, category: string, closes: string | null): Instrument =>
  ({ instrument_id: id, category, close_time: closes }) as Instrument;

const markets = [
  market(1, 'Weather', null),
  market(2, 'Politics', '2026-03-01T00:00:00.000Z'),
  market(3, 'Politics', '2026-02-01T00:00:00.000Z'),
  market(4, 'Crypto', '2026-01-01T00:00:00.000Z'),
];

test('categories of the found markets are counted, the largest first', () => {
  assert.deepEqual(countCategories(markets), [
    { name: 'Politics', count: 2 },
    { name: 'Crypto', count: 1 },
    { name: 'Weather', count: 1 },
  ]);
});

test('markets that close next come first, and closed ones or those without a close time last', () => {
  const now = Date.parse('2026-01-15T00:00:00.000Z');
  assert.deepEqual(
    closingFirst(markets, now).map(({ instrument_id: id }) => id),
    [3, 2, 1, 4],
  );
});
