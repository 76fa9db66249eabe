import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { readFields, until, VALIDATION } from '../api-assertions.ts';
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
  assert.equal(order.outcome, 'YES');
  for (const { instrument_id: at, outcome } of order.legs)
    assert.equal(outcome, isInverted.get(at) === true ? 'NO' : 'YES');
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

test('what SPLIT bought at several venues is closed by one order, which opens nothing', async () => {
  const bought = await routed('SPLIT', { subaccount_id: 'sa_2', qty: '60' });
  assert.equal(bought.status, 'FILLED');
  const target = { subaccount_id: 'sa_2', generic_asset_id: asset.generic_asset_id };
  const sale = {
    ...target,
    side: 'SELL',
    outcome: 'YES',
    type: 'MARKET',
    qty: '60',
    routing: { mode: 'SPLIT' },
  };
  const preview = await api.ok<Fields>('POST', '/v1/orders/preview', sale);
  assert.equal(preview['opens_qty'], '0');
  assert.equal((preview['totals'] as Fields)['max_loss'], '0');
  const key = `close-${bought.id}`;
  const closed = await api.ok<Order>('POST', '/v1/positions/close', { ...target, client_order_id: key });
  assert.deepEqual(
    [closed.side, closed.qty, closed.filled_qty, closed.status],
    ['SELL', '60', '60', 'FILLED'],
  );
  for (const { instrument_id: id } of asset.members) {
    const sold = closed.legs.filter((leg) => leg.instrument_id === id).map((leg) => leg.qty);
    const held = bought.legs.filter((leg) => leg.instrument_id === id).map((leg) => leg.filled_qty);
    assert.deepEqual(sold, held);
  }
  assert.deepEqual(await getPositions(api, 'sa_2'), []);
  const again = await api.ok<Order>('POST', '/v1/positions/close', { ...target, client_order_id: key });
  assert.equal(again.id, closed.id, 'a repeat returns the order that closed it');
  const none = await api.refused([422, 'nothing_to_reduce'], 'POST', '/v1/positions/close', target);
  assert.equal(none.message, 'there is no position to close');

  const [first, second] = asset.members;
  assert.ok(first && second);
  for (const [member, isBought] of [
    [first, true],
    [second, false],
  ] as const) {
    const side = isBought === member.inverted ? 'SELL' : 'BUY';
    const single = {
      subaccount_id: 'sa_2',
      instrument_id: member.instrument_id,
      side,
      type: 'MARKET',
      qty: '10',
    };
    await api.ok('POST', '/v1/orders', single);
  }
  const offset = await api.refused([422, 'nothing_to_reduce'], 'POST', '/v1/positions/close', target);
  assert.match(offset.message, /offset each other; close each one by its instrument_id/);
  for (const { instrument_id } of [first, second])
    await api.ok('POST', '/v1/positions/close', { subaccount_id: 'sa_2', instrument_id });
  assert.deepEqual(await getPositions(api, 'sa_2'), []);
});

describe('SMART_ROUTE over HTTP', () => {
  interface SmartRoute {
    readonly id: string;
    readonly status: string;
    readonly instrument_id: number | null;
    readonly generic_asset_id: number | null;
    readonly routing: { readonly mode: string };
    readonly live_qty: string;
    readonly filled_qty: string;
  }

  const COMPLEX = '/v1/complex-orders';
  const body = (fields: Fields = {}): Fields => ({
    subaccount_id: 'sa_1',
    type: 'SMART_ROUTE',
    generic_asset_id: asset.generic_asset_id,
    side: 'BUY',
    qty: '30',
    price: '0.02',
    params: { max_moves: 2 },
    ...fields,
  });
  const becomes = (id: string, isReached: (found: SmartRoute) => boolean): Promise<SmartRoute> =>
    until(`the change of ${id}`, async () => {
      const found = await api.ok<SmartRoute>('GET', `${COMPLEX}/${id}`);
      return isReached(found) ? found : null;
    });
  const getChildren = (id: string): Promise<readonly Order[]> =>
    api.ok('GET', `/v1/orders?subaccount_id=sa_1&parent_id=${id}`);

  test('it rests at one member with its whole quantity, and its cancel ends that order', async () => {
    const { id } = await api.ok<SmartRoute>('POST', COMPLEX, body());
    const resting = await becomes(id, ({ live_qty }) => live_qty === '30');
    assert.deepEqual(
      [resting.instrument_id, resting.generic_asset_id, resting.routing.mode],
      [null, asset.generic_asset_id, 'BEST_PRICE'],
    );
    const [child, ...others] = await getChildren(id);
    assert.deepEqual([child?.status, child?.routing.mode, others.length], ['OPEN', 'BEST_PRICE', 0]);
    assert.ok(child?.legs.length === 1 && isInverted.has(child.legs[0]?.instrument_id ?? 0));
    await api.ok('DELETE', `${COMPLEX}/${id}`);
    await becomes(id, ({ status }) => status === 'CANCELLED');
    assert.deepEqual(
      (await getChildren(id)).map(({ status }) => status),
      ['CANCELLED'],
    );
  });

  test('it takes what the members offer within its price, and no more than its quantity', async () => {
    const { id } = await api.ok<SmartRoute>('POST', COMPLEX, body({ price: '0.99' }));
    const { filled_qty } = await becomes(id, ({ status }) => status === 'FILLED');
    const filled = (await getChildren(id)).reduce((sum, order) => sum + parseUnits(order.filled_qty), 0n);
    assert.deepEqual([filled_qty, renderUnits(filled)], ['30', '30']);
  });

  test('a choice of venues is in its record, and in that of its child', async () => {
    const routing = { mode: 'BEST_PRICE', venues: ['Demo'] };
    for (const requested of [routing, { venues: ['Demo'] }]) {
      const created = await api.ok<SmartRoute>('POST', COMPLEX, body({ routing: requested }));
      assert.deepEqual(created.routing, routing);
      await becomes(created.id, ({ live_qty }) => live_qty === '30');
      assert.deepEqual((await getChildren(created.id))[0]?.routing, routing);
      await api.ok('DELETE', `${COMPLEX}/${created.id}`);
    }
  });

  for (const [title, fields, field] of [
    [
      'an instrument in the place of the asset',
      { generic_asset_id: undefined, instrument_id: 1001 },
      'generic_asset_id',
    ],
    ['no price', { price: undefined }, 'price'],
    ['a split', { routing: { mode: 'SPLIT' } }, 'routing.mode'],
    ['an unknown venue', { routing: { venues: ['Nowhere'] } }, 'routing.venues'],
    ['no venue', { routing: { venues: [] } }, 'routing.venues'],
    ['an unknown field', { routing: { venue: 'Demo' } }, 'routing.venue'],
    ['routing of another type', { type: 'ICEBERG', routing: { venues: ['Demo'] } }, 'routing'],
  ] as const)
    test(`it refuses ${title}`, async () => {
      const refused = readFields(await api.refused(VALIDATION, 'POST', COMPLEX, body(fields)));
      assert.ok(refused.includes(field), refused.join());
    });
});
