import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { until } from '../api-assertions.ts';
import { parseUnits, renderUnits, sumDecimals } from '../support/decimal.ts';
import {
  createIceberg,
  type Fields,
  getFills,
  getOrder,
  getOrders,
  getPositions,
  submit,
} from '../support/order-bodies.ts';
import type { Book, Instrument, Order, Outcome } from '../support/record-schemas.ts';
import { fetchVenueState, readExchangeAddress } from '../support/service-exchanges.ts';
import { startService } from '../support/test-service.ts';

// Edge cases of complex orders through the adapters, against the local exchanges. Prices of resting orders are far from
// those of the market makers, so only an outside trader of the admin API fills them. A trigger is met by an amend.

type Venue = 'Kalshi' | 'Polymarket';

interface ComplexOrder {
  readonly id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly filled_qty: string;
  readonly live_qty: string;
  readonly unprotected_qty: string;
  readonly paused_by: string | null;
  readonly triggered_at: string | null;
  readonly child_order_ids: readonly string[];
  readonly params: { readonly attach_to?: string };
  readonly state: {
    readonly moves: number;
    readonly watched_price: string | null;
    readonly overfilled_qty: string;
  };
}

const VENUES = ['Kalshi', 'Polymarket'] as const;
const COMPLEX = '/v1/complex-orders';
const DAY_MS = 86_400_000;
const LATE_MS = 10_000; // of a request that reaches the exchange late

const settings = { 'sandbox.exchanges': true, 'orders.ack_wait_ms': 1_000 } as const;
const service = await startService({ isProcess: true, settings });
const api = service.api();
const used = new Set<number>();

const create = (body: Fields): Promise<ComplexOrder> => api.ok('POST', COMPLEX, body);
const get = (id: string): Promise<ComplexOrder> => api.ok('GET', `${COMPLEX}/${id}`);
const amend = (id: string, body: object): Promise<ComplexOrder> => api.ok('PATCH', `${COMPLEX}/${id}`, body);
const getChildren = async (id: string): Promise<readonly Order[]> =>
  (await getOrders(api, 'sa_1', `&parent_id=${id}`)).toReversed(); // in the order of their numbers

const becomes = (id: string, isReached: (found: ComplexOrder) => boolean): Promise<ComplexOrder> =>
  until(`the change of ${id}`, async () => {
    const found = await get(id);
    return isReached(found) ? found : null;
  });

/** The child with this number, once its venue has accepted it. */
const restingChild = (id: string, number = 1): Promise<Order> =>
  until(`child ${number} of ${id} rests`, async () => {
    const child = (await getChildren(id))[number - 1];
    return child?.status === 'OPEN' ? child : null;
  });

/** An open market of a venue whose best ask is between these prices and that no other test uses. */
async function takeMarket(venue: Venue, from = 0.2, to = 0.75): Promise<Instrument> {
  const path = `/v1/markets/search?venue=${venue}&status=OPEN&limit=200`;
  return until(`a market of ${venue}`, async () => {
    const { items } = await api.ok<{ readonly items: readonly Instrument[] }>('GET', path);
    for (const market of items) {
      const { instrument_id: id, close_time: closes, price_tick: tick } = market;
      if (used.has(id) || tick !== '0.01') continue;
      if (closes === null || Date.parse(closes) < Date.now() + DAY_MS) continue;
      const answer = await api.call('GET', `/v1/orderbooks/${id}`);
      if (answer.status !== 200) continue; // its first book has not arrived
      const { bids, asks } = JSON.parse(answer.text) as Book;
      const ask = Number(asks[0]?.price ?? 1);
      if (bids.length === 0 || ask < from || ask > to) continue;
      used.add(id);
      return market;
    }
    return null;
  });
}

async function control(venue: Venue, method: string, path: string, body?: object): Promise<unknown> {
  const url = `${readExchangeAddress(service, venue).control}${path}`;
  const answer = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return JSON.parse(text);
}

const changeMarket = (venue: Venue, { ticker: market }: Instrument, change: object): Promise<unknown> =>
  control(venue, 'PUT', '/market', { market, ...change });

const setTick = async (venue: Venue, market: Instrument, tick: string): Promise<void> => {
  await changeMarket(venue, market, { verb: 'tick', tick });
  await until(`the tick ${tick}`, async () => {
    const found = await api.ok<Instrument>('GET', `/v1/markets/${market.instrument_id}`);
    return found.price_tick === tick ? true : null;
  });
};

/** An outside trader fills a resting order, or a part of it. */
const fillAtVenue = (venue: Venue, { legs }: Order, size?: string): Promise<unknown> => {
  const order = legs[0]?.venue_order_id ?? assert.fail('the venue has accepted it');
  const [name, count] = venue === 'Kalshi' ? ['act', 'count'] : ['verb', 'size'];
  return control(venue, 'PUT', '/act', {
    [name]: 'fill',
    order,
    ...(size === undefined ? {} : { [count]: size }),
  });
};

interface VenueOrder {
  readonly id: string;
  readonly isResting: boolean;
  readonly price: string;
}

/** All our orders in a market, as its venue has them. Prices are those of YES. */
async function listAtVenue(venue: Venue, { ticker }: Instrument): Promise<readonly VenueOrder[]> {
  type Row = Readonly<Record<string, string>>;
  const state = (await control(venue, 'GET', '/state')) as {
    readonly orders: readonly Row[];
    readonly markets: readonly { readonly slug: string; readonly tokens: readonly string[] }[];
  };
  if (venue === 'Kalshi')
    return state.orders
      .filter((order) => order['ticker'] === ticker)
      .map(({ order_id: id = '', status, yes_price_dollars: price = '' }) => ({
        id,
        isResting: status === 'resting',
        price: renderUnits(parseUnits(price)),
      }));
  const [yes, no] = state.markets.find(({ slug }) => slug === ticker)?.tokens ?? [];
  return state.orders
    .filter(({ token, owner }) => (token === yes || token === no) && owner !== 'house')
    .map(({ id = '', status, token, price = '' }) => ({
      id,
      isResting: status === 'LIVE',
      price: renderUnits(token === yes ? parseUnits(price) : parseUnits('1') - parseUnits(price)),
    }));
}

const listRestingPrices = async (venue: Venue, market: Instrument): Promise<readonly string[]> =>
  (await listAtVenue(venue, market)).filter(({ isResting }) => isResting).map(({ price }) => price);

/** The venue has exactly one order for each of our orders. */
async function assertSentOnce(venue: Venue, market: Instrument): Promise<void> {
  const ours = await getOrders(api, 'sa_1', `&instrument_id=${market.instrument_id}`);
  const ids = ours.flatMap(({ legs }) => legs.flatMap((leg) => leg.venue_order_id ?? []));
  const theirs = (await listAtVenue(venue, market)).map(({ id }) => id);
  assert.deepEqual(theirs.toSorted(), ids.toSorted());
}

const end = async (id: string): Promise<void> => {
  await api.ok('DELETE', `${COMPLEX}/${id}`);
  await becomes(id, ({ status }) => status === 'CANCELLED');
};

/** An entry that fills at once, with both exits far from the market. */
const createBracket = (market: Instrument, outcome: Outcome = 'YES'): Fields => ({
  subaccount_id: 'sa_1',
  type: 'TP_SL',
  params: {
    entry: { ...createTerms(market, outcome), type: 'LIMIT', tif: 'IOC', price: '0.97', qty: '10' },
    take_profit: { price: '0.98' },
    stop_loss: { trigger_price: '0.02' },
  },
});

const createTerms = ({ instrument_id }: Instrument, outcome: Outcome): Fields => ({
  instrument_id,
  side: 'BUY',
  outcome,
});

const createShown = ({ instrument_id }: Instrument, fields: Fields = {}): Fields =>
  createIceberg({ instrument_id, qty: '20', ...fields }, { display_qty: '10' });

const getNet = async ({ instrument_id: id }: Instrument): Promise<string> =>
  (await getPositions(api)).find((position) => position.instrument_id === id)?.qty ?? '0';

after(() => Promise.all(VENUES.map((venue) => control(venue, 'DELETE', '/faults').catch(() => undefined))));

describe('the tick size changes under a resting child', () => {
  for (const venue of VENUES) {
    test(`${venue}: on the finer grid the child of an ICEBERG stays, and an amend moves it to a new price`, async () => {
      const market = await takeMarket(venue);
      const { id } = await create(createShown(market));
      const first = await restingChild(id);
      await setTick(venue, market, '0.001');
      assert.deepEqual(await listRestingPrices(venue, market), ['0.02']);
      assert.deepEqual((await get(id)).child_order_ids, [first.id]);
      await amend(id, { price: '0.025' });
      const second = await restingChild(id, 2);
      assert.deepEqual([second.price, (await get(id)).live_qty], ['0.025', '10']);
      assert.deepEqual(await listRestingPrices(venue, market), ['0.025']);
      await end(id);
      await assertSentOnce(venue, market);
    });

    test(`${venue}: on the coarser grid the next child of an ICEBERG has a valid price, no worse than its own`, async () => {
      const market = await takeMarket(venue);
      await setTick(venue, market, '0.001');
      const { id } = await create(createShown(market, { price: '0.025' }));
      const first = await restingChild(id);
      await setTick(venue, market, '0.01');
      await fillAtVenue(venue, first);
      const second = await restingChild(id, 2);
      const { live_qty, filled_qty, status } = await get(id);
      assert.deepEqual([second.price, live_qty, filled_qty, status], ['0.02', '10', '10', 'WORKING']);
      await end(id);
      await assertSentOnce(venue, market);
    });

    test(`${venue}: the child of a PEG moves to the grid, and back`, async () => {
      const market = await takeMarket(venue);
      await setTick(venue, market, '0.001');
      const body = createShown(market, { type: 'PEG', price: '0.025' });
      const { id } = await create({ ...body, params: { reference: 'NEAR' } });
      await restingChild(id);
      for (const [tick, price] of [
        ['0.01', '0.02'],
        ['0.001', '0.025'],
      ] as const) {
        await setTick(venue, market, tick);
        await until(`one order rests at ${price}`, async () => {
          const prices = await listRestingPrices(venue, market);
          assert.ok(prices.length <= 1, String(prices));
          return prices[0] === price && (await get(id)).live_qty === '20' ? true : null;
        });
      }
      await end(id);
    });
  }
});

describe('Kalshi cancels the orders of a market that opens again after a pause', () => {
  for (const [name, toBody] of [
    ['an ICEBERG', createShown],
    ['a take-profit', createBracket],
  ] as const) {
    test(`the child of ${name} is placed again once, as a move`, async () => {
      const market = await takeMarket('Kalshi');
      const { id } = await create(toBody(market));
      const first = await restingChild(id);
      const { moves } = (await get(id)).state;
      await changeMarket('Kalshi', market, { verb: 'pause' });
      await becomes(id, ({ status, paused_by }) => status === 'PAUSED' && paused_by === 'market_paused');
      await changeMarket('Kalshi', market, { verb: 'resume' });
      const second = await restingChild(id, 2);
      const found = await becomes(id, ({ status }) => status === 'WORKING');
      assert.deepEqual([found.live_qty, found.state.moves], [first.qty, moves + 1]);
      assert.deepEqual([second.price, second.qty], [first.price, first.qty]);
      const { status, reason } = await getOrder(api, first.id);
      assert.deepEqual([status, reason], ['CANCELLED', 'market_closed']);
      assert.equal((await listRestingPrices('Kalshi', market)).length, 1);
      await end(id);
      await assertSentOnce('Kalshi', market);
    });
  }
});

test('Polymarket: an entry that is cancelled below the minimum leaves unprotected_qty, and no exit is sent', async () => {
  const market = await takeMarket('Polymarket');
  assert.equal(market.min_qty, '5');
  const entry = { ...createTerms(market, 'YES'), type: 'LIMIT', price: '0.02', qty: '20' };
  const exits = { take_profit: { price: '0.98' }, stop_loss: { trigger_price: '0.01' } };
  const { id, params } = await create({ subaccount_id: 'sa_1', type: 'TP_SL', params: { entry, ...exits } });
  const entryId = params.attach_to ?? assert.fail('a bracket names its entry');
  const resting = await until('the entry rests', async () => {
    const order = await getOrder(api, entryId);
    return order.status === 'OPEN' ? order : null;
  });
  await fillAtVenue('Polymarket', resting, '3');
  const partly = await becomes(id, ({ unprotected_qty }) => unprotected_qty === '3');
  assert.deepEqual([partly.live_qty, partly.child_order_ids], ['0', []]);
  await api.ok('DELETE', `/v1/orders/${entryId}`);
  const { status, reason, unprotected_qty } = await becomes(id, (found) => found.status === 'CANCELLED');
  assert.deepEqual([status, reason, unprotected_qty], ['CANCELLED', 'below_minimum', '3']);
  assert.deepEqual(await getChildren(id), []);
  await assertSentOnce('Polymarket', market);
});

// Where YES and NO are tokens, those that are promised to the take-profit cannot be sold twice: the stop waits for its end.
test('Kalshi: with overlap_after_ms the stop is sent before the end of the take-profit, and both fill', async () => {
  const market = await takeMarket('Kalshi');
  const { params, ...body } = createBracket(market);
  const { id } = await create({ ...body, params: { ...(params as object), overlap_after_ms: 1_000 } });
  const profit = await restingChild(id);
  await control('Kalshi', 'PUT', '/faults', {
    name: 'delay_before',
    method: 'DELETE',
    times: 1,
    ms: LATE_MS,
  });
  await amend(id, { params: { stop_loss: { trigger_price: '0.97' } } });
  const stopped = await becomes(id, ({ filled_qty }) => filled_qty === '10');
  assert.deepEqual([stopped.status, stopped.live_qty], ['WORKING', '10'], 'the take-profit may still fill');
  await fillAtVenue('Kalshi', profit, '4');
  const { filled_qty, state, child_order_ids } = await becomes(id, ({ status }) => status === 'FILLED');
  assert.deepEqual([filled_qty, state.overfilled_qty, child_order_ids.length], ['14', '4', 2]);
  const held = (await getPositions(api)).find((each) => each.instrument_id === market.instrument_id);
  assert.deepEqual([held?.side, held?.qty], ['SELL', '4'], 'sold short');
  const { decisions } = await api.ok<{ readonly decisions: readonly { readonly decision: string }[] }>(
    'GET',
    `${COMPLEX}/${id}/receipt`,
  );
  const kinds = decisions.map(({ decision }) => decision);
  assert.ok(kinds.indexOf('triggered') < kinds.indexOf('overlapped'), kinds.join());
  assert.ok(kinds.indexOf('overlapped') < kinds.lastIndexOf('child_placed'), kinds.join());
  await control('Kalshi', 'DELETE', '/faults');
  await assertSentOnce('Kalshi', market);
});

test('Polymarket: with overlap_after_ms the stop still waits for the end of the take-profit, and only it fills', async () => {
  const market = await takeMarket('Polymarket');
  const { params, ...body } = createBracket(market);
  const { id } = await create({ ...body, params: { ...(params as object), overlap_after_ms: 1_000 } });
  const profit = await restingChild(id);
  const fault = { name: 'delay_before', method: 'DELETE', times: 1, ms: LATE_MS };
  await control('Polymarket', 'PUT', '/faults', fault);
  await amend(id, { params: { stop_loss: { trigger_price: '0.97' } } });
  const { filled_qty, state, child_order_ids } = await becomes(id, ({ status }) => status === 'FILLED');
  assert.deepEqual([filled_qty, state.overfilled_qty, child_order_ids.length], ['10', '0', 2]);
  assert.deepEqual([(await getOrder(api, profit.id)).status, await getNet(market)], ['CANCELLED', '0']);
  await control('Polymarket', 'DELETE', '/faults');
  await assertSentOnce('Polymarket', market);
});

for (const venue of VENUES) {
  test(`${venue}: the take-profit fills while its cancel is under way: the waiting stop is not sent`, async () => {
    const market = await takeMarket(venue);
    const { id } = await create(createBracket(market));
    const child = await restingChild(id);
    await control(venue, 'PUT', '/faults', { name: 'delay_before', method: 'DELETE', times: 1, ms: LATE_MS });
    await amend(id, { params: { stop_loss: { trigger_price: '0.97' } } });
    await until('its cancel is under way', async () =>
      (await getOrder(api, child.id)).pending_action === 'cancel' ? true : null,
    );
    assert.notEqual((await get(id)).triggered_at, null);
    await fillAtVenue(venue, child);
    const { filled_qty, live_qty, child_order_ids } = await becomes(id, ({ status }) => status === 'FILLED');
    assert.deepEqual([filled_qty, live_qty, child_order_ids], ['10', '0', [child.id]]);
    assert.deepEqual([(await getOrder(api, child.id)).status, await getNet(market)], ['FILLED', '0']);
    await control(venue, 'DELETE', '/faults');
    await assertSentOnce(venue, market);
  });

  test(`${venue}: trigger and price of a STOP for NO are those of NO`, async () => {
    const market = await takeMarket(venue, 0.1, 0.4);
    const terms = { subaccount_id: 'sa_1', ...createTerms(market, 'NO') };
    const bought = await submit(api, { ...terms, type: 'LIMIT', tif: 'IOC', price: '0.97', qty: '10' });
    await until('it is bought', async () =>
      (await getOrder(api, bought.id)).status === 'FILLED' ? true : null,
    );
    const stop = { ...terms, side: 'SELL', type: 'STOP', qty: '10', reduce_only: true };
    const { id } = await create({
      ...stop,
      params: { trigger_price: '0.45', max_slippage: '0.4', fire_if_met: true },
    });
    const waiting = await becomes(id, ({ state }) => state.watched_price !== null);
    assert.ok(Number(waiting.state.watched_price) > 0.5, 'it watches the bid for NO');
    assert.deepEqual([waiting.status, waiting.triggered_at], ['WAITING', null]);
    await amend(id, { params: { trigger_price: '0.95' } });
    await becomes(id, ({ status }) => status === 'FILLED');
    for (const { side, outcome, price } of await getChildren(id))
      assert.deepEqual([side, outcome, Number(price) < 0.6], ['SELL', 'NO', true]);
    for (const child of await getChildren(id))
      for (const fill of await getFills(api, 'sa_1', `&order_id=${child.id}`))
        assert.ok(fill.outcome === 'NO' && Number(fill.price) > 0.5, JSON.stringify(fill));
    assert.equal(await getNet(market), '0');
    await assertSentOnce(venue, market);
  });

  test(`${venue}: a bracket for NO rests at its own price and fills there`, async () => {
    const market = await takeMarket(venue, 0.1, 0.4);
    const { id } = await create(createBracket(market, 'NO'));
    const child = await restingChild(id);
    assert.deepEqual([child.side, child.outcome, child.price, child.qty], ['SELL', 'NO', '0.98', '10']);
    assert.deepEqual(await listRestingPrices(venue, market), ['0.02'], 'in terms of YES');
    await fillAtVenue(venue, child);
    await becomes(id, ({ status }) => status === 'FILLED');
    const fills = await getFills(api, 'sa_1', `&order_id=${child.id}`);
    assert.equal(sumDecimals(fills.map(({ qty }) => qty)), parseUnits('10'));
    for (const { outcome, price } of fills) assert.deepEqual([outcome, price], ['NO', '0.98']);
    assert.equal(await getNet(market), '0');
    await assertSentOnce(venue, market);
  });

  test(`${venue}: an amend while a child is in flight: the child goes, and the next one has the new price`, async () => {
    const market = await takeMarket(venue);
    await control(venue, 'PUT', '/faults', {
      name: 'delay_before',
      method: 'POST',
      path: '/order',
      times: 1,
      ms: LATE_MS / 2,
    });
    const { id } = await create(createShown(market));
    const { status } = await until('its child is in flight', async () => (await getChildren(id))[0] ?? null);
    assert.equal(status, 'PENDING_SUBMISSION');
    await amend(id, { price: '0.03' });
    const second = await restingChild(id, 2);
    assert.deepEqual([second.price, second.qty, (await get(id)).live_qty], ['0.03', '10', '10']);
    assert.equal((await getChildren(id))[0]?.status, 'CANCELLED');
    assert.deepEqual(await listRestingPrices(venue, market), ['0.03']);
    await end(id);
    await assertSentOnce(venue, market);
  });
}

for (const venue of VENUES) {
  test(`${venue}: a guard that fires cancels the child and its complex order`, async () => {
    const market = await takeMarket(venue);
    const { id } = await create(createShown(market));
    await restingChild(id);
    await api.ok('PUT', '/v1/risk/guard', { subaccount_id: 'sa_1', timeout_ms: 5_000, block_after: false });
    await becomes(id, ({ status, reason }) => status === 'CANCELLED' && reason === 'guard');
    assert.equal((await get(id)).live_qty, '0');
    assert.deepEqual(await listRestingPrices(venue, market), []);
    assert.deepEqual(
      (await getChildren(id)).map(({ status, reason }) => [status, reason]),
      [['CANCELLED', 'guard']],
    );
    await api.refused([409, 'order_not_open'], 'POST', `${COMPLEX}/${id}/resume`);
    await assertSentOnce(venue, market);
  });

  test(`${venue}: trigger and expiry are due together: it expires and sends nothing`, async () => {
    const market = await takeMarket(venue);
    const confirmMs = 8_000;
    const expiresAt = Date.now() + confirmMs + 2_000;
    const { id } = await create({
      subaccount_id: 'sa_1',
      ...createTerms(market, 'YES'),
      type: 'STOP',
      qty: '10',
      tif: 'GTD',
      expires_at: new Date(expiresAt).toISOString(),
      params: { trigger_price: '0.02', confirm_ms: confirmMs, fire_if_met: true },
    });
    process.kill(service.pid, 'SIGSTOP'); // both times pass while it does nothing
    const dueAt = Math.max(expiresAt, Date.now() + confirmMs);
    try {
      await until('both are due', () => (Date.now() > dueAt + 100 ? true : null));
    } finally {
      process.kill(service.pid, 'SIGCONT');
    }
    const found = await becomes(id, ({ status }) => status !== 'WAITING' && status !== 'PAUSED');
    assert.deepEqual(
      [found.status, found.reason, found.triggered_at, found.child_order_ids],
      ['EXPIRED', 'expired', null, []],
    );
    assert.deepEqual(await listAtVenue(venue, market), []);
  });
}

test('Kalshi: the market closes: a resting child and a waiting stop both end with market_closed', async () => {
  const market = await takeMarket('Kalshi');
  const { id } = await create(createShown(market));
  const child = await restingChild(id);
  const stop = await create({
    subaccount_id: 'sa_1',
    ...createTerms(market, 'YES'),
    type: 'STOP',
    qty: '10',
    params: { trigger_price: '0.98' },
  });
  assert.equal(stop.status, 'WAITING');
  await changeMarket('Kalshi', market, { verb: 'close' });
  for (const each of [id, stop.id]) {
    const { reason, live_qty } = await becomes(each, ({ status }) => status === 'CANCELLED');
    assert.deepEqual([reason, live_qty], ['market_closed', '0']);
  }
  assert.equal((await getOrder(api, child.id)).status, 'CANCELLED');
  assert.deepEqual(await listRestingPrices('Kalshi', market), []);
  await assertSentOnce('Kalshi', market);
});

test('at the end nothing rests at either venue', async () => {
  await api.ok('POST', '/v1/orders/cancel-all', { subaccount_id: 'sa_1' });
  for (const venue of VENUES)
    await until(`nothing rests at ${venue}`, async () =>
      (await fetchVenueState(service, venue)).resting === 0 ? true : null,
    );
});
