import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOT_FOUND, VALIDATION } from '../api-assertions.ts';
import { ONE, parseUnits, sumDecimals } from '../support/decimal.ts';
import { cancelAll, createRestingOrder, getBook, RAIN, submit } from '../support/order-bodies.ts';
import { toQuietClock } from '../support/quiet-clock.ts';
import type { Asset, Book, Instrument, Level } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const service = await startService({ clockShiftMs: toQuietClock() });
const api = service.api();
const assets = await api.ok<readonly Asset[]>('GET', '/v1/generic-assets');
const open = await api.ok<{ items: readonly Instrument[] }>(
  'GET',
  '/v1/markets/search?status=OPEN&limit=200',
);

const prices = (levels: readonly Level[]): readonly bigint[] => levels.map(({ price }) => parseUnits(price));

function assertSorted({ bids, asks }: Book): void {
  const up = (values: readonly bigint[]) =>
    values.every((value, at) => at === 0 || value > (values[at - 1] ?? 0n));
  assert.ok(up(prices(asks)), 'the lowest ask first');
  assert.ok(up([...prices(bids)].reverse()), 'the highest bid first');
  for (const { qty } of [...bids, ...asks]) assert.ok(parseUnits(qty) > 0n);
}

test('every open market has a two-sided book: best price first, not crossed, on its price grid', async () => {
  assert.ok(open.items.length > 20);
  for (const { instrument_id: id, price_tick: tick, min_price, max_price } of open.items) {
    const book = await getBook(api, id);
    assert.equal(book.instrument_id, id);
    assertSorted(book);
    const [bid = 0n, ask = 0n] = [prices(book.bids)[0], prices(book.asks)[0]];
    assert.ok(bid > 0n && ask > bid, `${id} is two-sided: ${bid} ${ask}`);
    for (const price of [...prices(book.bids), ...prices(book.asks)]) {
      assert.equal(price % parseUnits(tick), 0n);
      assert.ok(price >= parseUnits(min_price) && price <= parseUnits(max_price));
    }
  }
});

test('the light book has the best ten levels, or the requested depth', async () => {
  for (let price = 1; price <= 15; price += 1)
    await submit(api, createRestingOrder({ price: `0.${String(price).padStart(2, '0')}`, qty: '1' }));
  const full = await getBook(api, RAIN);
  assert.ok(full.bids.length > 10);
  const light = await api.ok<Book>('GET', `/v1/markets/${RAIN}/book`);
  assert.equal(light.bids.length, 10);
  assert.equal((await api.ok<Book>('GET', `/v1/markets/${RAIN}/book?depth=3`)).bids.length, 3);
  for (const depth of ['0', '-1', 'x'])
    await api.refused(VALIDATION, 'GET', `/v1/markets/${RAIN}/book?depth=${depth}`);
  await cancelAll(api);
});

test('an own order is in the book while it rests, in YES terms, and the sequence grows', async () => {
  const qtyAt = (levels: readonly Level[], price: string) =>
    levels.find((level) => level.price === price)?.qty;
  const before = await getBook(api, RAIN);
  const yes = await submit(api, createRestingOrder({ price: '0.03', qty: '7' }));
  const no = await submit(api, createRestingOrder({ outcome: 'NO', price: '0.05', qty: '4' }));
  const during = await getBook(api, RAIN);
  assert.equal(qtyAt(during.bids, '0.03'), '7');
  assert.equal(qtyAt(during.asks, '0.95'), '4', 'a bid for NO at 0.05 offers YES at 0.95');
  assert.ok(during.sequence > before.sequence);
  for (const { id } of [yes, no]) await api.ok('DELETE', `/v1/orders/${id}`);
  const afterwards = await getBook(api, RAIN);
  assert.equal(qtyAt(afterwards.bids, '0.03'), undefined);
  assert.equal(qtyAt(afterwards.asks, '0.95'), undefined);
  assert.ok(afterwards.sequence > during.sequence);
});

test('a market that is not open has a book with empty sides or resting orders, never an error', async () => {
  for (const status of ['UNOPENED', 'PAUSED', 'CLOSED', 'SETTLED']) {
    const page = await api.ok<{ items: readonly Instrument[] }>(
      'GET',
      `/v1/markets/search?status=${status}&limit=2`,
    );
    assert.ok(page.items.length > 0, status);
    for (const { instrument_id: id } of page.items) {
      const book = await getBook(api, id);
      if (status !== 'PAUSED') assert.deepEqual([book.bids, book.asks], [[], []], `${status} ${id}`);
    }
  }
});

test('an aggregated book sums its members, an inverted one mirrored', async () => {
  const inverted = assets.filter(({ members }) => members.some((member) => member.inverted));
  assert.ok(inverted.length > 0);
  for (const { generic_asset_id: id, members } of inverted) {
    const book = await api.ok<Book>('GET', `/v1/orderbooks/generic-asset/${id}?subaccount_id=sa_1`);
    assertSorted(book);
    assert.equal(book.generic_asset_id, id);
    const parts = [...book.bids, ...book.asks].flatMap(({ breakdown = [] }) => breakdown);
    assert.deepEqual(
      new Set(parts.map((part) => part.instrument_id)),
      new Set(members.map((member) => member.instrument_id)),
    );
    for (const { qty, breakdown = [] } of [...book.bids, ...book.asks]) {
      assert.equal(sumDecimals(breakdown.map((part) => part.qty)), parseUnits(qty));
    }
    for (const { instrument_id: memberId, inverted: isInverted } of members) {
      const best = (await getBook(api, memberId))[isInverted ? 'asks' : 'bids'][0];
      const shown = book.bids.find(({ breakdown = [] }) =>
        breakdown.some((part) => part.instrument_id === memberId),
      );
      const expected = isInverted ? ONE - parseUnits(best?.price ?? '0') : parseUnits(best?.price ?? '0');
      const off = parseUnits(shown?.price ?? '0') - expected;
      // The market maker may have moved a quote by a few ticks between the two reads.
      assert.ok(off < ONE / 20n && off > -ONE / 20n, `${memberId}: ${shown?.price} ${best?.price}`);
    }
  }
});

test('unknown ids return 404 with the kind of resource', async () => {
  for (const target of ['/v1/markets/999999/book', '/v1/orderbooks/999999', '/v1/orderbooks/Demo:NONE']) {
    assert.deepEqual((await api.refused(NOT_FOUND, 'GET', target)).details, { resource: 'instrument' });
  }
  for (const id of ['999999', '0', 'x', '-1', '1.5']) {
    const error = await api.refused(NOT_FOUND, 'GET', `/v1/orderbooks/generic-asset/${id}`);
    assert.deepEqual(error.details, { resource: 'generic_asset' });
  }
  const target = '/v1/orderbooks/generic-asset/501?subaccount_id=sa_9';
  assert.deepEqual((await api.refused(NOT_FOUND, 'GET', target)).details, { resource: 'subaccount' });
});
