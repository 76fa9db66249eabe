import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Instrument, MarketStats, OrderBook } from '../../sdk/src/index.ts';
import { withQuotes } from './market-quotes.ts';
import { listView } from './output.ts';

const level = (price: string) => [{ price, qty: '1' }];
const BOOKS: Readonly<Record<number, object>> = {
  1: { bids: level('0.43'), asks: level('0.46') },
  2: { bids: [], asks: level('0.9') },
};
const instrument = (id: number, status = 'OPEN') => ({ instrument_id: id, status, title: `t${id}` });
const LISTED = [instrument(1), instrument(2), instrument(3), instrument(4, 'SETTLED')];

/** The view of a list, and the instruments whose book was requested. */
async function show(items: readonly object[], options: { readonly output?: string }) {
  const requested: number[] = [];
  const book = (id: number | string): Promise<OrderBook> => {
    requested.push(Number(id));
    const found = BOOKS[Number(id)];
    return found === undefined ? Promise.reject(new Error('no book')) : Promise.resolve(found as OrderBook);
  };
  const stats = (id: number | string): Promise<MarketStats> =>
    id === 1
      ? Promise.resolve({ last_price: '0.44', volume_24h: '0' } as MarketStats)
      : Promise.reject(new Error('no statistics'));
  const listed = items as readonly Instrument[];
  const terminal = { isSeen: true } as never;
  const columns = ['instrument_id', 'status', 'title'];
  const view = await withQuotes({ terminal }, options, { book, stats }, listed, listView(listed, columns));
  return { view, requested };
}

test('a table of instruments has prices, spread and volume of those that are open, where they are known', async () => {
  const { view, requested } = await show(LISTED, {});
  const quoted = ['bid', 'ask', 'spread', 'last_price', 'volume_24h'];
  assert.deepEqual(view.columns, ['instrument_id', 'status', ...quoted, 'title']);
  assert.deepEqual(
    view.tableRows?.map((row) => [row['instrument_id'], ...quoted.map((name) => row[name])]),
    [
      [1, '0.43', '0.46', '0.03', '0.44', '0'],
      [2, null, '0.9', null, null, null],
      [3, null, null, null, null, null],
      [4, undefined, undefined, undefined, undefined, undefined],
    ],
  );
  assert.deepEqual(requested, [1, 2, 3]);
});

test('other formats, closed instruments and long lists need no books', async () => {
  const many = Array.from({ length: 101 }, (_, index) => instrument(index + 1));
  for (const [items, output] of [
    [LISTED, 'json'],
    [LISTED, 'csv'],
    [[instrument(4, 'SETTLED')], 'table'],
    [many, 'table'],
  ] as const) {
    const { view, requested } = await show(items, { output });
    assert.deepEqual([view.columns, requested], [['instrument_id', 'status', 'title'], []]);
  }
  assert.equal((await show(many.slice(1), { output: 'wide' })).requested.length, 100);
});
