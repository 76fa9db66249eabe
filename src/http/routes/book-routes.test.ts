import assert from 'node:assert/strict';
import { test } from 'node:test';
import { get } from '../../../test/support/http/http-call.ts';
import { createTestApi, type TestApiOptions } from '../../../test/support/http/http-fakes.ts';
import { BOOK, price, qty } from '../../../test/support/http/http-records.ts';
import { err, ok, rejection } from '../../contract/model/result.ts';

const BOOK_RECORD = {
  instrument_id: 1001,
  bids: [
    { price: '0.47', qty: '120' },
    { price: '0.46', qty: '300' },
  ],
  asks: [{ price: '0.49', qty: '80' }],
  timestamp: 1782907200000,
  sequence: 88121,
};

test('books are returned with ten levels or in full, best level first', async () => {
  assert.deepEqual((await get('/v1/markets/1001/book')).body, BOOK_RECORD);
  assert.deepEqual((await get('/v1/orderbooks/1001')).body, BOOK_RECORD);
  assert.deepEqual((await get('/v1/orderbooks/Demo:RAIN-LON-JUL01')).body, BOOK_RECORD);
  assert.deepEqual((await get('/v1/markets/1001/book?depth=1')).body.bids, [{ price: '0.47', qty: '120' }]);
});

test('the light book holds ten levels, the full one all', async () => {
  const bids = Array.from({ length: 25 }, (_, at) => ({ price: price(`0.${50 - at}`), qty: qty('1') }));
  const options: TestApiOptions = { marketData: { book: async () => ok({ ...BOOK, bids }) } };
  assert.equal((await get('/v1/markets/1001/book', options)).body.bids.length, 10);
  assert.equal((await get('/v1/orderbooks/1001', options)).body.bids.length, 25);
});

test('a changed book is never returned from the cache', async () => {
  let book = BOOK;
  const { server } = await createTestApi({ marketData: { book: async () => ok(book) } });
  const read = async () =>
    (await server.inject({ url: '/v1/markets/1001/book', headers: { 'x-signature': 'good' } })).json();
  await read();
  book = { ...BOOK, asks: [{ price: price('0.5'), qty: qty('1') }], sequence: 88122 };
  assert.deepEqual((await read()).asks, [{ price: '0.5', qty: '1' }]);
  book = { ...book, timestamp: (book.timestamp + 1) as typeof book.timestamp };
  assert.equal((await read()).timestamp, 1782907200001);
});

test('a book that an external venue does not publish is 503', async () => {
  const book = async () => err(rejection('venue_unavailable', 'no book'));
  const { status, body } = await get('/v1/markets/1001/book', { marketData: { book } });
  assert.deepEqual([status, body.error], [503, 'venue_unavailable']);
});

test('an aggregated book shows the venues of each level; its subaccount must exist', async () => {
  const book = await get('/v1/orderbooks/generic-asset/501?subaccount_id=sa_1');
  assert.deepEqual(book.body.bids, [
    { price: '0.47', qty: '120', breakdown: [{ venue: 'Demo', instrument_id: 1001, qty: '120' }] },
  ]);
  const noSubaccount = await get('/v1/orderbooks/generic-asset/501?subaccount_id=sa_9');
  assert.deepEqual([noSubaccount.status, noSubaccount.body.details.resource], [404, 'subaccount']);
  for (const id of ['502', 'x', '0', 'Demo:501']) {
    const { status, body } = await get(`/v1/orderbooks/generic-asset/${id}`);
    assert.deepEqual([status, body.details.resource], [404, 'generic_asset']);
  }
});
