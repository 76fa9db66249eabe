import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { until } from '../api-assertions.ts';
import { ONE, parseUnits, renderUnits, sumDecimals } from '../support/decimal.ts';
import {
  type Fields,
  getBook,
  getFills,
  getOrder,
  getPositions,
  signedQty,
  submit,
} from '../support/order-bodies.ts';
import type { Asset, Book, Instrument, Order } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const service = await startService();
const api = service.api();
const assets = await api.ok<readonly Asset[]>('GET', '/v1/generic-assets');
const asset = assets.find(
  ({ members }) => members.length === 3 && members.some(({ inverted }) => inverted),
) as Asset;
const isInverted = new Map(asset.members.map((member) => [member.instrument_id, member.inverted]));
const inverted = asset.members.find((member) => member.inverted);

const routed = (mode: 'SPLIT' | 'BEST_PRICE', fields: Fields = {}): Promise<Order> =>
  submit(api, {
    subaccount_id: 'sa_1',
    generic_asset_id: asset.generic_asset_id,
    side: 'BUY',
    outcome: 'YES',
    type: 'MARKET',
    qty: '30',
    routing: { mode },
    ...fields,
  });

const assetBook = () => api.ok<Book>('GET', `/v1/orderbooks/generic-asset/${asset.generic_asset_id}`);
const wholeTens = (qty: bigint): string => renderUnits(qty - (qty % parseUnits('10')));

// The market maker must restore the liquidity that one test took before the next test.
beforeEach(() =>
  until('every member has a deep book', async () => {
    const books = await Promise.all(asset.members.map((member) => getBook(api, member.instrument_id)));
    const sides = books.flatMap(({ bids, asks }) => [bids, asks]);
    return sides.every((side) => sumDecimals(side.map(({ qty }) => qty)) > parseUnits('100')) ? true : null;
  }),
);

/** The conditions that every routed order must meet, from its own legs and fills. */
async function assertAddsUp(order: Order): Promise<void> {
  const { legs } = order;
  assert.ok(
    sumDecimals(legs.map(({ qty }) => qty)) <= parseUnits(order.qty),
    'never routed above the quantity',
  );
  assert.equal(sumDecimals(legs.map((leg) => leg.filled_qty)), parseUnits(order.filled_qty));
  const fills = await getFills(api, 'sa_1', `&order_id=${order.id}`);
  assert.equal(sumDecimals(fills.map(({ qty }) => qty)), parseUnits(order.filled_qty));
  for (const fill of fills) {
    assert.ok(legs.some((leg) => leg.instrument_id === fill.instrument_id));
    assert.equal(fill.side, order.side);
    const isOwn = fill.outcome === order.outcome;
    assert.equal(
      isOwn,
      isInverted.get(fill.instrument_id) === false,
      'an inverted member trades the opposite outcome',
    );
  }
  for (const leg of legs) {
    const instrument = await api.ok<Instrument>('GET', `/v1/markets/${leg.instrument_id}`);
    assert.equal(parseUnits(leg.qty) % parseUnits(instrument.qty_step), 0n, 'a leg is whole lots');
    assert.ok(parseUnits(leg.qty) >= parseUnits(instrument.min_qty));
  }
}

test('SPLIT takes the best prices: no level is passed over for a worse one', async () => {
  const { asks } = await assetBook();
  const qty = wholeTens(sumDecimals(asks.slice(0, 5).map((level) => level.qty)));
  const { average, worst } = {
    average: (await routed('SPLIT', { qty })).avg_fill_price,
    worst: asks[7]?.price,
  };
  // The book may change between the read and the order; the order never needs two further levels.
  assert.ok(parseUnits(average ?? '1') <= parseUnits(worst ?? '1'), `${average} against ${worst}`);
});

for (const [side, outcome] of [
  ['BUY', 'YES'],
  ['BUY', 'NO'],
  ['SELL', 'YES'],
  ['SELL', 'NO'],
] as const) {
  test(`SPLIT ${side} ${outcome} is distributed over the members and fills the requested quantity`, async () => {
    const { bids, asks } = await assetBook();
    const facing = (side === 'BUY') === (outcome === 'YES') ? asks : bids;
    const qty = wholeTens((sumDecimals(facing.map((level) => level.qty)) * 3n) / 4n);
    const order = await routed('SPLIT', { side, outcome, qty });
    assert.deepEqual(
      [order.status, order.filled_qty, order.venue, order.instrument_id],
      ['FILLED', qty, null, null],
    );
    assert.ok(order.legs.length > 1, 'more than one member');
    assert.deepEqual(
      order.legs.map(({ leg }) => leg),
      order.legs.map((_, at) => at + 1),
    );
    await assertAddsUp(order);
  });

  test(`BEST_PRICE ${side} ${outcome} goes whole to one member`, async () => {
    const order = await routed('BEST_PRICE', { side, outcome });
    assert.deepEqual(
      [order.status, order.filled_qty, order.legs.length, order.venue],
      ['FILLED', '30', 1, 'Demo'],
    );
    assert.equal(order.instrument_id, order.legs[0]?.instrument_id);
    await assertAddsUp(order);
  });
}

test('the inverted member is traded mirrored: buying YES of the asset is buying its NO', async () => {
  const id = inverted?.instrument_id ?? 0;
  const netOf = async () =>
    (await getFills(api, 'sa_1', `&instrument_id=${id}`)).reduce((sum, fill) => sum + signedQty(fill), 0n);
  const before = await netOf();
  const order = await routed('SPLIT', { qty: '5000', tif: 'IOC', type: 'LIMIT', price: '0.97' });
  const leg = order.legs.find((each) => each.instrument_id === id);
  assert.ok(parseUnits(leg?.filled_qty ?? '0') > 0n, 'so much reaches every member');
  assert.equal(await netOf(), before - parseUnits(leg?.filled_qty ?? '0'));
  const held = (await getPositions(api)).find((position) => position.instrument_id === id);
  assert.equal(
    renderUnits(await netOf()),
    held === undefined ? '0' : `${held.side === 'SELL' ? '-' : ''}${held.qty}`,
  );
});

test('a resting remainder waits at one member and can be cancelled', async () => {
  for (const mode of ['SPLIT', 'BEST_PRICE'] as const) {
    const order = await routed(mode, { type: 'LIMIT', tif: 'GTC', price: '0.05', qty: '20' });
    assert.deepEqual([order.status, order.legs.length], ['OPEN', 1]);
    const [leg] = order.legs;
    const shown = isInverted.get(leg?.instrument_id ?? 0) === true;
    const member = await getBook(api, leg?.instrument_id ?? 0);
    const at = shown ? renderUnits(ONE - parseUnits(leg?.price ?? '0')) : leg?.price;
    assert.ok((shown ? member.asks : member.bids).some(({ price }) => price === at));
    const done = await api.ok<Order>('DELETE', `/v1/orders/${order.id}`);
    assert.deepEqual([done.status, done.reason, done.remaining_qty], ['CANCELLED', 'user_cancel', '0']);
  }
});

test('FOK goes whole to one member that can fill it, or not at all', async () => {
  const small = await routed('SPLIT', { tif: 'FOK', qty: '10' });
  assert.deepEqual([small.status, small.legs.length], ['FILLED', 1]);
  const huge = await routed('SPLIT', { tif: 'FOK', qty: '10000000' });
  assert.deepEqual([huge.status, huge.reason, huge.filled_qty], ['CANCELLED', 'fok_unfilled', '0']);
});

test('a limit off a member’s tick moves to the safe side', async () => {
  for (const [side, price] of [
    ['BUY', '0.0555'],
    ['SELL', '0.9445'],
  ] as const) {
    const order = await routed('SPLIT', { side, type: 'LIMIT', tif: 'GTC', price, qty: '20' });
    assert.deepEqual([order.status, order.price], ['OPEN', price]);
    for (const leg of order.legs) {
      const moved = parseUnits(leg.price ?? '0') - parseUnits(price);
      assert.ok(side === 'BUY' ? moved <= 0n : moved >= 0n, `${side} ${leg.price}`);
    }
    await api.ok('DELETE', `/v1/orders/${order.id}`);
  }
});

test('an amend of a SPLIT moves every leg, lowers from the last, and cannot raise', async () => {
  const order = await routed('SPLIT', { type: 'LIMIT', tif: 'GTC', price: '0.05', qty: '40' });
  const amend = (fields: Fields) => api.ok<Order>('PATCH', `/v1/orders/${order.id}`, fields);
  const moved = await amend({ price: '0.06' });
  assert.deepEqual([moved.price, moved.legs[0]?.price], ['0.06', '0.06']);
  const lowered = await amend({ qty: '20' });
  assert.deepEqual([lowered.qty, sumDecimals(lowered.legs.map(({ qty }) => qty))], ['20', parseUnits('20')]);
  await api.ok('DELETE', `/v1/orders/${order.id}`);
});

test('routing.venues restricts, and without a usable venue routing is unavailable', async () => {
  assert.equal((await routed('SPLIT', { routing: { mode: 'SPLIT', venues: ['Demo'] } })).status, 'FILLED');
  for (const mode of ['SPLIT', 'BEST_PRICE']) {
    const body = {
      subaccount_id: 'sa_1',
      generic_asset_id: asset.generic_asset_id,
      side: 'BUY',
      type: 'MARKET',
      qty: '10',
      routing: { mode, venues: ['Kalshi'] },
    };
    await api.refused([400, 'routing_unavailable'], 'POST', '/v1/orders', body);
  }
});

test('thirty routed orders at once each add up on their own', async () => {
  const orders = await Promise.all(
    Array.from({ length: 30 }, (_, at) =>
      routed(at % 2 === 0 ? 'SPLIT' : 'BEST_PRICE', {
        qty: String(10 * (1 + (at % 7))),
        side: at % 3 === 0 ? 'SELL' : 'BUY',
      }),
    ),
  );
  for (const { id } of orders) await assertAddsUp(await getOrder(api, id));
});
