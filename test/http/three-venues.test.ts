import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../api-assertions.ts';
import { known, parseUnits, renderUnits, sumDecimals } from '../support/decimal.ts';
import {
  createRestingOrder,
  type Fields,
  getFills,
  getOrder,
  getOrders,
  getPositions,
  submit,
} from '../support/order-bodies.ts';
import type {
  Asset,
  BatchEntry,
  Book,
  CancelSummary,
  Instrument,
  Order,
  Outcome,
  Side,
} from '../support/record-schemas.ts';
import {
  fetchVenueState,
  readExchangeAddress,
  sumTrades,
  toNetPositions,
} from '../support/service-exchanges.ts';
import { startService } from '../support/test-service.ts';

// Demo and the two local exchanges, as `npm start` runs them. The records of the exchanges are requested
// at their control desks, so that nothing here rests on what we believe of ourselves.

const EXTERNAL = ['Kalshi', 'Polymarket'] as const;
const OUTCOMES = ['YES', 'NO'] as const;
const TYPES = ['MARKET', 'LIMIT'] as const;
const TRADED = 'Ether above $10,000'; // on all three venues
const SOLD = 'Fed rate cut'; // on all three, and traded by one test alone
const FOK_SOLD = 'US government shutdown'; // at Polymarket, and traded by one test alone
const MIRRORED = 'Tim Cook leaves as CEO of Apple'; // on the two external ones, the other way round on one

const service = await startService({ settings: { 'sandbox.exchanges': true } });
const api = service.api();
const instruments = new Map<number, Instrument>();
const assets = await until('the approved assets are there', async () => {
  const all = await api.ok<readonly Asset[]>('GET', '/v1/generic-assets');
  const approved = all.filter(({ venues }) => venues.includes('Kalshi') || venues.includes('Polymarket'));
  return approved.length >= 30 ? approved : null;
});
for (const { members } of assets)
  for (const { instrument_id: id } of members)
    instruments.set(id, await api.ok<Instrument>('GET', `/v1/markets/${id}`));

const getInstrument = (id: number): Instrument => instruments.get(id) ?? assert.fail(`instrument ${id}`);
const getTicker = (id: number): string => getInstrument(id).ticker;
const getAsset = (title: string): Asset => assets.find((it) => it.title === title) ?? assert.fail(title);
const getMember = (asset: Asset, venue: string): number =>
  asset.members.find((it) => it.venue === venue)?.instrument_id ?? assert.fail(venue);

test('three venues are live, with 30 approved assets, five of them on all three and four mirrored', async () => {
  const venues = await api.ok<readonly { name: string; status: string }[]>('GET', '/v1/venues');
  assert.deepEqual(
    venues.map(({ name, status }) => `${name} ${status}`),
    ['Demo LIVE', 'Kalshi LIVE', 'Polymarket LIVE'],
  );
  assert.equal(assets.length, 30);
  assert.equal(assets.filter(({ venues: { length } }) => length === 3).length, 5);
  assert.equal(assets.filter(({ members }) => members.some(({ inverted }) => inverted)).length, 4);
});

test('routing.venues keeps a SMART_ROUTE at its venues, whatever rests cheaper elsewhere', async () => {
  interface Routed {
    readonly id: string;
    readonly status: string;
  }
  const { generic_asset_id } = getAsset(TRADED);
  const body = { subaccount_id: 'sa_1', type: 'SMART_ROUTE', side: 'BUY', qty: '100', price: '0.02' };
  for (const venue of ['Demo', ...EXTERNAL]) {
    const routing = { venues: [venue] };
    const route = { ...body, generic_asset_id, routing, params: {} };
    const { id } = await api.ok<Routed>('POST', '/v1/complex-orders', route);
    const child = await until(`an order at ${venue}`, async () => {
      const [order] = await api.ok<readonly Order[]>('GET', `/v1/orders?subaccount_id=sa_1&parent_id=${id}`);
      return order?.status === 'OPEN' ? order : null;
    });
    assert.deepEqual(
      child.legs.map((leg) => leg.venue),
      [venue],
    );
    await api.ok('DELETE', `/v1/complex-orders/${id}`);
    await until('it is over', async () =>
      (await api.ok<Routed>('GET', `/v1/complex-orders/${id}`)).status === 'CANCELLED' ? true : null,
    );
  }
});

test('the members of an asset close on the day that their texts state', () => {
  const all = assets.filter(({ venues: { length } }) => length === 3).flatMap(({ members }) => members);
  assert.equal(all.length, 15);
  for (const { instrument_id: id } of all) {
    const { title, venue, close_time: closeTime } = getInstrument(id);
    const day = new Date(closeTime ?? assert.fail(title));
    const said = (month: 'long' | 'short'): string =>
      day.toLocaleDateString('en-US', { timeZone: 'UTC', year: 'numeric', month, day: 'numeric' });
    assert.ok(
      title.includes(said('long')) || title.includes(said('short')),
      `${venue}: ${title}, ${closeTime}`,
    );
  }
});

const venuesOfSplits: number[] = [];
for (const title of [TRADED, MIRRORED])
  for (const outcome of OUTCOMES)
    for (const type of TYPES) {
      test(`${title}: BUY ${outcome} ${type} fills by SPLIT over venues, by BEST_PRICE at one`, async () => {
        const asset = getAsset(title);
        const order = await routed(asset, 'SPLIT', {
          outcome,
          type,
          qty: await facing(asset, 'BUY', outcome),
        });
        venuesOfSplits.push(new Set(order.legs.map(({ venue }) => venue)).size);
        const one = await routed(asset, 'BEST_PRICE', { outcome, type, qty: '20' });
        assert.equal(one.legs.length, 1);
      });
    }

// Fees may make one venue the cheapest for all of an order, as the books stand at that moment; not every time.
test('SPLIT goes over more than one venue', () => {
  assert.ok(
    venuesOfSplits.some((venues) => venues > 1),
    String(venuesOfSplits),
  );
});

for (const outcome of OUTCOMES)
  test(`${outcome} that is held nowhere is sold at Polymarket, and by SPLIT over several venues`, async () => {
    const asset = getAsset(SOLD);
    const sale = { side: 'SELL', outcome, type: 'LIMIT', tif: 'IOC', price: '0.01' };
    await direct(getMember(asset, 'Polymarket'), { ...sale, qty: '20' });
    // Books change between a read and an order, and fees may make one venue the cheapest; then it is tried
    // again.
    await until('a sale over several venues', async () => {
      const qty = await facing(asset, 'SELL', outcome);
      const split = { generic_asset_id: asset.generic_asset_id, routing: { mode: 'SPLIT' } };
      const { status, legs } = await ended({ ...sale, ...split, qty });
      const venues = new Set(legs.map(({ venue }) => venue));
      return status === 'FILLED' && venues.size > 1 && venues.has('Polymarket') ? true : null;
    });
  });

test('positions at every venue are sold by SPLIT and BEST_PRICE', async () => {
  const asset = getAsset(TRADED);
  const bought = { type: 'LIMIT', tif: 'IOC', price: '0.97', qty: '100' };
  for (const outcome of OUTCOMES)
    for (const { instrument_id } of asset.members) await direct(instrument_id, { outcome, ...bought });
  await until('the chain has the trades', async () => {
    const fills = await getFills(api);
    return fills.every(({ settlement }) => settlement === 'FINAL') ? true : null;
  });
  for (const outcome of OUTCOMES)
    for (const type of TYPES) {
      await routed(asset, 'SPLIT', { side: 'SELL', outcome, type, qty: '40' });
      await routed(asset, 'BEST_PRICE', { side: 'SELL', outcome, type, qty: '10' });
    }
});

test('a FOK sale of what is held at Polymarket fills whole or is killed, DIRECT and by BEST_PRICE', async () => {
  const asset = getAsset(FOK_SOLD);
  const id = getMember(asset, 'Polymarket');
  await direct(id, { outcome: 'NO', type: 'LIMIT', tif: 'IOC', price: '0.97', qty: '40' });
  await until('the chain has the trade', async () => {
    const fills = await getFills(api);
    return fills.every(({ settlement }) => settlement === 'FINAL') ? true : null;
  });
  const sale = { side: 'SELL', outcome: 'NO', type: 'LIMIT', tif: 'FOK', price: '0.01', qty: '10' };
  const routing = { mode: 'BEST_PRICE', venues: ['Polymarket'] };
  const isInverted = asset.members.find((it) => it.venue === 'Polymarket')?.inverted;
  const outcome = isInverted ? 'YES' : 'NO';
  const onAsset = { generic_asset_id: asset.generic_asset_id, outcome, routing };
  for (const place of [{ instrument_id: id }, onAsset]) {
    const body = { subaccount_id: 'sa_1', ...sale, ...place };
    await until('the venue shows the tokens', async () => {
      const { status } = await api.call('POST', '/v1/orders/preview', body);
      return status === 200 ? true : null;
    });
    const sold = await filled(body);
    assert.deepEqual([sold.legs.length, sold.legs[0]?.venue], [1, 'Polymarket']);
    const killed = await ended({ ...body, price: '0.99' });
    assert.deepEqual([killed.status, killed.reason, killed.filled_qty], ['CANCELLED', 'fok_unfilled', '0']);
    for (const refused of [
      { ...body, qty: '4000' },
      { ...body, side: 'BUY', price: '0.97' },
    ]) {
      const { details } = await api.refused([422, 'validation'], 'POST', '/v1/orders', refused);
      assert.match(JSON.stringify(details), /"field":"tif"/);
    }
  }
});

test('every trade, price, fee and position equals the record of its exchange', async () => {
  const fills = await until('everything is final', async () => {
    const all = await getFills(api);
    return all.every(({ settlement }) => settlement === 'FINAL') ? all : null;
  });
  const positions = await getPositions(api);
  for (const venue of EXTERNAL) {
    const venueState = await fetchVenueState(service, venue);
    const ours = fills.filter((fill) => fill.venue === venue);
    assert.ok(ours.length > 0);
    assert.deepEqual(sumTrades(ours, getTicker), venueState.trades, venue);
    const net = toNetPositions(
      positions.filter((position) => position.venue === venue),
      getTicker,
    );
    assert.deepEqual(net, venueState.positions, venue);
  }
});

test('cancel-all leaves nothing resting at any venue', async () => {
  const ids = [...(await rested()), ...(await rested())];
  for (const venue of EXTERNAL) assert.equal((await fetchVenueState(service, venue)).resting, 2, venue);
  const summary = await api.ok<CancelSummary>('POST', '/v1/orders/cancel-all');
  assert.deepEqual(summary.failed, []);
  assert.equal(summary.cancelled_order_ids.length + summary.pending_order_ids.length, ids.length);
  await until('every order has ended', async () => {
    const orders = await getOrders(api);
    return orders.every(({ status }) => status !== 'OPEN' && status !== 'PARTIAL') ? true : null;
  });
  for (const id of ids) assert.equal((await getOrder(api, id)).status, 'CANCELLED');
  for (const venue of EXTERNAL) assert.equal((await fetchVenueState(service, venue)).resting, 0, venue);
});

test('a noisy key is refused above its share of a venue, and the orders of another key and cancels pass', async () => {
  const everything = ['--permissions', 'read,trade,risk'];
  const noisy = service.api(await service.newKey(...everything));
  const quiet = service.api(await service.newKey(...everything, '--subaccounts', 'sa_2'));
  const resting = (fields: Fields): Fields =>
    createRestingOrder({
      instrument_id: getMember(getAsset(TRADED), 'Polymarket'),
      post_only: true,
      ...fields,
    });
  const place = (): Promise<Order> => submit(quiet, resting({ subaccount_id: 'sa_2' }));
  const placed = [await place()];
  const orders = Array.from({ length: 50 }, () => resting({}));
  const refused = await until('the noisy key is above its share', async () => {
    const batches = Array.from({ length: 4 }, () =>
      noisy.ok<BatchEntry[]>('POST', '/v1/orders/batch', { orders }),
    );
    const entries = (await Promise.all(batches)).flat();
    return entries.find(({ error }) => error !== undefined) ?? null;
  });
  assert.deepEqual([refused.error, refused.details?.['bucket']], ['rate_limited', 'venue:Polymarket']);
  for (let count = 0; count < 5; count += 1) placed.push(await place());
  for (const { status, reason } of placed) assert.notEqual(status, 'REJECTED', String(reason));
  const limits = await quiet.ok<{
    venues: { venue: string; orders: { active_keys: number; used_1m: number } }[];
  }>('GET', '/v1/limits');
  const share = limits.venues.find(({ venue }) => venue === 'Polymarket')?.orders;
  assert.equal(share?.used_1m, placed.length);
  assert.ok(share.active_keys >= 2);
  await noisy.ok('POST', '/v1/risk/cancel-all', { subaccount_id: 'sa_1' });
  for (const { id } of placed) await quiet.ok('DELETE', `/v1/orders/${id}`);
});

for (const venue of EXTERNAL) {
  test(`${venue}'s exchange is killed: it comes back with its orders, and the venue is healthy again`, async () => {
    await rested();
    const before = readExchangeAddress(service, venue);
    process.kill(before.pid, 'SIGKILL');
    const after = await until('another process runs it', () => {
      const now = readExchangeAddress(service, venue);
      return now.pid === before.pid ? null : now;
    });
    assert.equal(after.url, before.url);
    await until('the venue trades again', async () => {
      const answer = await api.call('POST', '/v1/orders', restingAt(venue));
      const { id } = JSON.parse(answer.text) as { id?: string };
      if (answer.status !== 200 || id === undefined) return null;
      const { status } = await until('the order is known', async () => {
        const order = await getOrder(api, id);
        return order.status === 'PENDING_SUBMISSION' ? null : order;
      });
      return status === 'OPEN' ? true : null;
    });
    await until('every venue is healthy', async () => {
      const health = await api.ok<readonly { healthy: boolean }[]>('GET', '/v1/venues/health');
      return health.every(({ healthy }) => healthy) ? true : null;
    });
    assert.equal((await fetchVenueState(service, venue)).resting, 2);
    await api.ok('POST', '/v1/orders/cancel-all');
    await until('nothing rests', async () => {
      const truths = await Promise.all(EXTERNAL.map((each) => fetchVenueState(service, each)));
      return truths.every(({ resting }) => resting === 0) ? true : null;
    });
  });
}

test('the exchanges end with the service', async () => {
  const urls = EXTERNAL.map((venue) => readExchangeAddress(service, venue).url);
  await service.stop();
  for (const url of urls) await assert.rejects(fetch(url));
});

const restingAt = (venue: string): Fields => ({
  subaccount_id: 'sa_1',
  instrument_id: getMember(getAsset(TRADED), venue),
  side: 'BUY',
  outcome: 'YES',
  type: 'LIMIT',
  price: '0.01',
  qty: '100',
});

/** Leaves an order at each venue and returns their ids once all rest. */
async function rested(): Promise<readonly string[]> {
  const placed = await Promise.all(['Demo', ...EXTERNAL].map((venue) => submit(api, restingAt(venue))));
  for (const { id } of placed)
    await until('it rests', async () => ((await getOrder(api, id)).status === 'OPEN' ? true : null));
  return placed.map(({ id }) => id);
}

/** The quantity in the asset's book up to and including the first level of a second venue, in tens. */
async function facing(asset: Asset, side: Side, outcome: Outcome): Promise<string> {
  const isAsk = (side === 'BUY') === (outcome === 'YES');
  return until('several venues quote', async () => {
    const path = `/v1/orderbooks/generic-asset/${asset.generic_asset_id}`;
    const { bids, asks } = await api.ok<Book>('GET', path);
    const levels = isAsk ? asks : bids;
    const quoting = levels.flatMap(({ breakdown = [] }) => breakdown.map(({ venue }) => venue));
    if (new Set(quoting).size < asset.members.length) return null;
    const first = quoting[0];
    const other = levels.findIndex(({ breakdown = [] }) => breakdown.some(({ venue }) => venue !== first));
    const qty = sumDecimals(levels.slice(0, other + 2).map((level) => level.qty));
    return renderUnits(qty - (qty % parseUnits('10')));
  });
}

/** Sends an order on the asset and compares it with its legs, its fills and the record that is read back. */
async function routed(asset: Asset, mode: 'SPLIT' | 'BEST_PRICE', fields: Fields): Promise<Order> {
  const { side = 'BUY', type, qty } = fields;
  const limit = type === 'LIMIT' ? { tif: 'IOC', price: side === 'BUY' ? '0.97' : '0.03' } : {};
  const sent = { generic_asset_id: asset.generic_asset_id, side, ...limit, ...fields };
  const order = await filled({ ...sent, routing: { mode } });
  assert.equal(sumDecimals(order.legs.map((leg) => leg.filled_qty)), parseUnits(String(qty)));
  for (const leg of order.legs) assert.equal(leg.status, 'FILLED', JSON.stringify(leg));
  return order;
}

const direct = (id: number, fields: Fields): Promise<Order> =>
  filled({ instrument_id: id, side: 'BUY', ...fields, routing: { mode: 'DIRECT' } });

/** An order that fills whole. A side is empty for a moment while the maker of an exchange quotes again. */
async function filled(fields: Fields): Promise<Order> {
  const order = await until('a side to take from', async () => {
    const now = await ended(fields);
    return now.reason === 'ioc_remainder' && now.filled_qty === '0' ? null : now;
  });
  assert.deepEqual([order.status, order.filled_qty], ['FILLED', order.qty], JSON.stringify(order));
  return order;
}

/** An order that is over, as it is read back together with its fills. */
async function ended(fields: Fields): Promise<Order> {
  const { id } = await submit(api, { subaccount_id: 'sa_1', ...fields });
  const order = await until('the order has ended', async () => {
    const now = await getOrder(api, id);
    return now.remaining_qty === '0' ? now : null;
  });
  const fills = await getFills(api, 'sa_1', `&order_id=${id}`);
  assert.equal(sumDecimals(fills.map(({ qty }) => qty)), parseUnits(order.filled_qty));
  assert.equal(sumDecimals(fills.map(({ fee }) => known(fee))), parseUnits(known(order.fees)));
  return order;
}
