import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRestingOrder, getBook, RAIN, submit } from '../support/order-bodies.ts';
import type { Asset } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';
import { frameValidator } from './stream-frames.ts';
import { getContent, open, refusedHandshake, socketUrl } from './test-stream.ts';

const service = await startService();
const api = service.api();
const assertFrame = await frameValidator(service);

test('a book is shown at once and as it changes, with a sequence that grows', async () => {
  const stream = await open(service, `/v1/ws/orderbooks?instrument_id=${RAIN}`);
  const first = await stream.next('book');
  assertFrame('orderbooks', first);
  await submit(api, createRestingOrder({ price: '0.04', qty: '777' }));
  const changed = await stream.next('book', (frame) => JSON.stringify(frame['bids']).includes('"777"'));
  assert.ok(Number(changed['sequence']) > Number(first['sequence']));
  const { sequence } = await getBook(api, RAIN);
  const shown = await stream.next('book', (frame) => Number(frame['sequence']) >= sequence);
  assert.equal(getContent(shown)['instrument_id'], RAIN);
});

test('a generic asset shows its book over all venues, and changes with the book of a member', async () => {
  const [asset] = await api.ok<readonly Asset[]>('GET', '/v1/generic-assets');
  assert.ok(asset);
  const { generic_asset_id: id, members } = asset;
  const stream = await open(service, '/v1/ws/orderbooks');
  stream.send({ action: 'subscribe', id: 1, generic_asset_ids: [id] });
  assert.deepEqual((await stream.next('subscribed', (frame) => frame['id'] === 1))['generic_asset_ids'], [
    id,
  ]);
  const book = await stream.next('aggregated_book');
  assertFrame('orderbooks', book);
  assert.equal(book['generic_asset_id'], id);
  await submit(api, createRestingOrder({ instrument_id: members[0]?.instrument_id, qty: '777' }));
  const changed = await stream.next('aggregated_book', (frame) => JSON.stringify(frame).includes('"777"'));
  assert.ok(Number(changed['sequence']) > Number(book['sequence']));
});

test('the path of a generic asset is the stream with that asset selected', async () => {
  const stream = await open(service, '/v1/ws/orderbooks/generic-asset/501');
  const [subscribed] = stream.of('subscribed');
  assert.deepEqual([subscribed?.['instrument_ids'], subscribed?.['generic_asset_ids']], [[], [501]]);
  const book = await stream.next('aggregated_book');
  assert.equal(book['generic_asset_id'], 501);
  for (const id of ['999999', 'none']) {
    const target = api.socketTarget(`/v1/ws/orderbooks/generic-asset/${id}`);
    assert.equal((await refusedHandshake(`${socketUrl(service)}${target}`)).status, 404);
  }
});
