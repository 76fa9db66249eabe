import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InstrumentId, VenueName } from '../contract/model/ids.ts';
import { type Leg, sumFilledQty } from '../contract/model/order.ts';
import { decodeEvents } from '../domain/events/event-codec.ts';
import { VenueRegistry } from '../orders/venue-registry.ts';
import {
  getOrder,
  type OmsHarness,
  openInstrument,
  openOms,
  orderBody,
  resultCode,
  settle,
  submit,
  TRADER,
  value,
} from './oms.fixture.ts';
import { qty, restingReply, ScriptedVenue, toReport, venueFill } from './scripted-venue.fixture.ts';

test('I-07: a venue without enabled trading receives nothing', async () => {
  const harness = await openOms({ venue: new ScriptedVenue({ trading: false }) });
  const answer = await harness.oms.orders.submit(TRADER, orderBody(), null);
  assert.equal(resultCode(answer), 'venue_not_tradable');
  const batch = value(await harness.oms.orders.submitBatch(TRADER, [orderBody()]));
  assert.equal(batch[0]?.ok, false);
  assert.deepEqual([harness.venue.placed, harness.oms.state.orders.size], [[], 0]);
});

test('an order is accepted, sent once and answered with the reply of the venue', async () => {
  const harness = await openOms();
  const order = await submit(harness, { client_order_id: 'client-1' });
  assert.deepEqual([order.id, order.status, order.clientOrderId], ['ord_1', 'OPEN', 'client-1']);
  assert.deepEqual(
    harness.venue.placed.map((placed) => placed.clientId),
    ['cb-1-1-1'],
  );
});

test('I-05: an order is sent to the venue only once it is durable', async () => {
  const harness = await openOms();
  const durableFirst: (string | undefined)[] = [];
  harness.venue.onPlace = async (order) => {
    durableFirst.push((await harness.storage.journal.order('ord_1' as never))?.legs[0]?.clientId);
    return restingReply(order);
  };
  await submit(harness);
  assert.deepEqual(durableFirst, ['cb-1-1-1']);
});

test('I-05: a venue that commits with the journal gets the order at once, and nothing is answered or shown before the sync', async () => {
  const synced = { promise: Promise.resolve() };
  const harness = await openOms({
    venue: new ScriptedVenue({ commitsWithJournal: true }),
    disk: { beforeSync: () => synced.promise },
  });
  const sync = Promise.withResolvers<void>();
  synced.promise = sync.promise;
  const shown: string[] = [];
  harness.oms.feeds.onOrder(({ status }) => shown.push(status));
  harness.oms.feeds.onFill(({ id }) => shown.push(id));
  harness.venue.onPlace = (order) =>
    restingReply(order, { status: 'FILLED', fills: [venueFill(order, 't1', '10', '0.48')] });
  const answer = submit(harness).then(({ status }) => shown.push(`answer ${status}`));
  await settle();
  assert.deepEqual([harness.venue.placed.length, shown], [1, []]);
  sync.resolve();
  await answer;
  assert.deepEqual(shown.toSorted(), ['FILLED', 'answer FILLED', 'fil_1']);
});

test('I-05: an order with a leg at any other venue waits for the sync before it is sent', () => {
  const other = Object.assign(new ScriptedVenue(), { name: 'Kalshi' as VenueName });
  const registry = new VenueRegistry([new ScriptedVenue({ commitsWithJournal: true }), other]);
  const isEarly = (...venues: string[]): boolean =>
    registry.commitsWithJournal({ legs: venues.map((venue) => ({ venue }) as Leg) });
  assert.deepEqual(
    [isEarly('Demo', 'Demo'), isEarly('Demo', 'Kalshi'), isEarly('Kalshi')],
    [true, false, false],
  );
});

test('an order with `self_trade` CANCEL_RESTING is durable before the orders in its way are cancelled', async () => {
  const sync = Promise.withResolvers<void>();
  const synced = { promise: Promise.resolve() };
  const venue = new ScriptedVenue({ commitsWithJournal: true });
  const harness = await openOms({ venue, disk: { beforeSync: () => synced.promise } });
  synced.promise = sync.promise;
  const answer = submit(harness, { self_trade: 'CANCEL_RESTING' });
  await settle();
  assert.equal(venue.placed.length, 0);
  sync.resolve();
  await answer;
  assert.equal(venue.placed.length, 1);
});

test('I-01, I-02: an exact repeat returns the first answer, whatever happened since, and sends nothing', async () => {
  const harness = await openOms();
  const first = await submit(harness, { client_order_id: 'k' });
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  harness.oms.onVenueReport(harness.venue.name, { ...reportFilled(placed) });
  await settle();
  assert.equal(getOrder(harness, first.id).status, 'FILLED');
  const repeat = value(
    await harness.oms.orders.submit(TRADER, orderBody({ qty: '10.0', idempotency_key: 'k' }), null),
  );
  assert.deepEqual([repeat.replayed, repeat.order.status, repeat.order.id], [true, 'OPEN', first.id]);
  assert.deepEqual(repeat.order, first);
  assert.equal(harness.venue.placed.length, 1);
});

const reportFilled = (placed: Parameters<typeof venueFill>[0]) => {
  const outcome = restingReply(placed, { status: 'FILLED', fills: [venueFill(placed, 't1', '10', '0.48')] });
  assert.ok(outcome.kind === 'report');
  return outcome.report;
};

test('I-01: fifty concurrent submits with one key are one order, and all get its answer', async () => {
  const harness = await openOms();
  const calls = Array.from({ length: 50 }, () => harness.oms.orders.submit(TRADER, orderBody(), 'k'));
  const orders = (await Promise.all(calls)).map((result) => value(result));
  assert.equal(new Set(orders.map(({ order }) => order.id)).size, 1);
  assert.equal(orders.filter(({ replayed }) => !replayed).length, 1);
  assert.equal(harness.venue.placed.length, 1);
});

test('I-03: the same key with another body, also an invalid one, is a conflict that changes nothing', async () => {
  const harness = await openOms();
  await submit(harness, { client_order_id: 'k' });
  const { seq } = harness.oms.state;
  for (const change of [{ qty: '11' }, { price: 'x' }, { subaccount_id: 'sa_2' }]) {
    const result = await harness.oms.orders.submit(
      TRADER,
      orderBody({ ...change, client_order_id: 'k' }),
      null,
    );
    assert.equal(resultCode(result), 'idempotency_conflict');
  }
  assert.deepEqual([harness.oms.state.seq, harness.venue.placed.length], [seq, 1]);
});

test('I-01: one client order id in two accounts is two separate orders', async () => {
  const harness = await openOms();
  const stranger = { ...TRADER, accountId: 'acc_2' as never, keyId: 'key_2' as never };
  const { accountId } = stranger;
  await harness.oms.accountAdmin.createAccount(accountId);
  await harness.oms.accountAdmin.createSubaccount({
    accountId,
    subaccountId: 'sa_1' as never,
    name: 'theirs',
  });
  const mine = await submit(harness, { client_order_id: 'k' });
  const theirs = value(
    await harness.oms.orders.submit(stranger, orderBody({ client_order_id: 'k', qty: '3' }), null),
  );
  assert.deepEqual([theirs.replayed, theirs.order.id === mine.id], [false, false]);
  for (const [caller, order] of [[TRADER, mine] as const, [stranger, theirs.order] as const]) {
    const { replayed, order: again } = value(
      await harness.oms.orders.submit(caller, orderBody({ client_order_id: 'k', qty: order.qtyText }), null),
    );
    assert.deepEqual([replayed, again.id], [true, order.id]);
  }
});

test('a repeat by a key without access to the order is a conflict that reveals nothing', async () => {
  const harness = await openOms();
  await submit(harness, { client_order_id: 'k' });
  const narrow = { ...TRADER, subaccounts: ['sa_2' as never] };
  assert.equal(
    resultCode(await harness.oms.orders.submit(narrow, orderBody({ client_order_id: 'k' }), null)),
    'idempotency_conflict',
  );
});

test('E-02: a repeat during the first call waits for the same answer', async () => {
  const harness = await openOms();
  const reply = Promise.withResolvers<void>();
  harness.venue.onPlace = async (order) => {
    await reply.promise;
    return restingReply(order);
  };
  const calls = [1, 2, 3].map(() => harness.oms.orders.submit(TRADER, orderBody(), 'k'));
  await settle();
  reply.resolve();
  const answers = (await Promise.all(calls)).map((answer) => value(answer));
  assert.deepEqual(
    answers.map(({ order, replayed }) => [order.status, replayed]),
    [
      ['OPEN', false],
      ['OPEN', true],
      ['OPEN', true],
    ],
  );
});

test('a batch of the maximum size is accepted, a larger one is refused', async () => {
  const harness = await openOms();
  const full = Array.from({ length: 50 }, () => orderBody());
  assert.equal(value(await submitBatch(harness, full)).length, 50);
  assert.equal(
    resultCode(await harness.oms.orders.submitBatch(TRADER, [...full, orderBody()])),
    'batch_too_large',
  );
  assert.equal(harness.venue.placed.length, 50);
});

test('a refused request stores nothing: its key may be used again', async () => {
  const harness = await openOms();
  const refused = await harness.oms.orders.submit(TRADER, orderBody({ qty: '0.5' }), 'k');
  assert.equal(resultCode(refused), 'validation');
  assert.equal((await submit(harness, { client_order_id: 'k' })).status, 'OPEN');
});

test('the checks run in the order of the API contract', async () => {
  const harness = await openOms();
  harness.market.set(openInstrument(1003, { status: 'PAUSED' }));
  const code = async (change: object) =>
    resultCode(await harness.oms.orders.submit(TRADER, orderBody(change), null));
  assert.equal(await code({ subaccount_id: 'sa_9', instrument_id: 9 }), 'not_found');
  assert.equal(await code({ instrument_id: 9 }), 'not_found');
  assert.equal(await code({ instrument_id: 1003, qty: '0.5' }), 'market_not_open');
  assert.equal(await code({ price: '0.485' }), 'validation');
  assert.equal(await code({ tif: 'GTD', expires_at: '2020-01-01T00:00:00Z' }), 'validation');
  assert.equal(await code({ generic_asset_id: 9, instrument_id: undefined }), 'not_found');
  assert.equal(harness.venue.placed.length, 0);
});

test('another account sees neither subaccounts nor orders: the same answer as for what does not exist', async () => {
  const harness = await openOms();
  const order = await submit(harness);
  const stranger = { ...TRADER, accountId: 'acc_2' as never, keyId: 'key_2' as never };
  assert.equal(resultCode(await harness.oms.orders.submit(stranger, orderBody(), null)), 'not_found');
  assert.equal(resultCode(await harness.oms.queries.order(stranger, order.id)), 'not_found');
  assert.equal(resultCode(await harness.oms.orders.cancel(stranger, order.id)), 'not_found');
  assert.equal(resultCode(await harness.oms.orders.amend(stranger, order.id, { qty: '1' })), 'not_found');
});

test('a key is refused subaccounts that are not granted to it, and does not see their orders', async () => {
  const harness = await openOms();
  const order = await submit(harness);
  const narrow = { ...TRADER, subaccounts: ['sa_2' as never] };
  assert.equal(resultCode(await harness.oms.orders.submit(narrow, orderBody(), null)), 'forbidden');
  assert.equal(resultCode(await harness.oms.queries.order(narrow, order.id)), 'not_found');
  assert.equal(resultCode(harness.oms.risk.limits(narrow, null)), 'forbidden');
});

test('a venue that refuses makes the order REJECTED, and its reservation is released', async () => {
  const harness = await openOms();
  harness.venue.onPlace = () => ({ kind: 'refused', code: 'insufficient_funds', message: 'no' });
  const order = await submit(harness);
  assert.deepEqual([order.status, order.reason], ['REJECTED', 'venue_rejected']);
  assert.equal(harness.oms.state.exposure.totals(TRADER.accountId, null).worst, 0n);
});

test('I-13: concurrent orders cannot both use the rest of a limit', async () => {
  const harness = await openOms();
  value(await harness.oms.risk.setLimits(TRADER, { subaccount_id: 'sa_1', max_position_qty: '10' }));
  const calls = Array.from({ length: 10 }, () =>
    harness.oms.orders.submit(TRADER, orderBody({ qty: '6' }), null),
  );
  const codes = (await Promise.all(calls)).map(resultCode);
  assert.deepEqual(codes.filter((code) => code === 'ok').length, 1);
  assert.equal(codes.filter((code) => code === 'risk_limit').length, 9);
});

test('I-29: a batch returns one entry per item in order; a failed item does not affect the others', async () => {
  const harness = await openOms();
  const items = [
    orderBody({ client_order_id: 'b-1' }),
    orderBody({ price: undefined, client_order_id: 'b-2' }),
    orderBody({ client_order_id: 'b-1' }),
    orderBody({ client_order_id: 'b-1', qty: '3' }),
  ];
  const entries = value(await harness.oms.orders.submitBatch(TRADER, items));
  assert.deepEqual(
    entries.map((entry) => (entry.ok ? entry.order.id : entry.refusal.code)),
    ['ord_1', 'validation', 'ord_1', 'idempotency_conflict'],
  );
  assert.deepEqual(harness.venue.placed.length, 1);
  assert.equal(resultCode(await harness.oms.orders.submitBatch(TRADER, [])), 'validation');
  assert.equal(
    resultCode(
      await harness.oms.orders.submitBatch(
        TRADER,
        Array.from({ length: 51 }, () => orderBody()),
      ),
    ),
    'batch_too_large',
  );
});

/** Submits a batch and lets the slices after the first one begin. */
async function submitBatch(harness: OmsHarness, items: readonly unknown[]) {
  const answer = harness.oms.orders.submitBatch(TRADER, items);
  for (let slice = 0; slice < items.length / 10; slice += 1) {
    await settle();
    harness.clock.advance(0);
  }
  return answer;
}

test('a batch is decided in sequence, although its orders are sent concurrently', async () => {
  const harness = await openOms();
  const items = Array.from({ length: 20 }, (_, index) =>
    orderBody({ client_order_id: index % 2 === 0 ? `k${index}` : undefined }),
  );
  const entries = value(await submitBatch(harness, items));
  assert.deepEqual(
    entries.map((entry) => (entry.ok ? entry.order.id : '')),
    items.map((_, index) => `ord_${index + 1}`),
  );
});

test('a large batch is decided in slices: a cancel and the kill switch get through before its rest', async () => {
  const harness = await openOms();
  const items = Array.from({ length: 25 }, () => orderBody());
  const answer = harness.oms.orders.submitBatch(TRADER, items);
  await settle();
  assert.equal(harness.venue.placed.length, 10, 'the first slice is sent');
  harness.clock.advance(0);
  await settle();
  assert.equal(harness.venue.placed.length, 20);
  value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: true }));
  harness.clock.advance(0);
  const entries = value(await answer);
  assert.deepEqual(
    entries.map((entry) => (entry.ok ? 'accepted' : entry.refusal.code)),
    items.map((_, index) => (index < 20 ? 'accepted' : 'kill_switch')),
  );
  assert.equal(harness.venue.placed.length, 20);
});

/** The first routing decision in the journal: member, unusable reason, sequence of its book. */
async function routedCandidates(harness: OmsHarness) {
  await settle();
  const rows = harness.storage.database.prepare('SELECT events FROM entries ORDER BY seq').all();
  const events = rows.flatMap((row) => decodeEvents(String(row['events'])));
  const routed = events.find((event) => event.type === 'OrderRouted');
  return routed?.decision.candidates.map((seen) => [seen.instrumentId, seen.dropped, seen.bookSequence]);
}

test('BEST_PRICE on an asset gives the whole quantity to one member; nothing usable is routing_unavailable', async () => {
  const harness = await openOms();
  const member = (id: number, inverted: boolean) => ({
    venue: harness.venue.name,
    instrumentId: id as InstrumentId,
    ticker: `M-${id}`,
    inverted,
  });
  const asset = {
    genericAssetId: 501 as never,
    title: 'Rain',
    description: null,
    category: 'Weather',
    members: [member(1001, false), member(1002, true)],
  };
  harness.market.assets.set(asset.genericAssetId, asset);
  const order = { instrument_id: undefined, generic_asset_id: 501 };
  assert.equal(
    resultCode(await harness.oms.orders.submit(TRADER, orderBody(order), null)),
    'routing_unavailable',
  );
  const level = (at: string, size: string) => ({ price: qty(at) as never, qty: qty(size) });
  harness.market.books.set(1001 as InstrumentId, {
    instrumentId: 1001 as InstrumentId,
    bids: [],
    asks: [level('0.47', '5')],
    timestamp: 0 as never,
    sequence: 1,
  });
  harness.market.books.set(1002 as InstrumentId, {
    instrumentId: 1002 as InstrumentId,
    bids: [level('0.54', '20')],
    asks: [],
    timestamp: 0 as never,
    sequence: 1,
  });
  harness.market.isVenueHealthy = () => false;
  assert.equal(
    resultCode(await harness.oms.orders.submit(TRADER, orderBody(order), null)),
    'routing_unavailable',
  );
  harness.market.isVenueHealthy = () => true;
  const routed = await submit(harness, order);
  assert.deepEqual(
    routed.legs.map(({ instrumentId, outcome, qty: size }) => [instrumentId, outcome, size]),
    [[1002, 'NO', qty('10')]],
  );
  harness.venue.onPlace = (placed) => restingReply(placed, { status: 'CANCELLED', reason: 'ioc_remainder' });
  const split = await submit(harness, {
    ...order,
    type: 'MARKET',
    price: undefined,
    qty: '25',
    routing: { mode: 'SPLIT' },
  });
  assert.equal(
    split.legs.reduce((sum, leg) => sum + leg.qty, 0n),
    qty('25'),
  );
  assert.deepEqual(await routedCandidates(harness), [
    [1001, 'not_chosen', 1],
    [1002, null, 1],
  ]);
  const [first, second] = harness.venue.placed.slice(-2);
  assert.ok(first && second);
  for (const leg of [first, second])
    harness.oms.onVenueReport(
      harness.venue.name,
      toReport(leg, { fills: [venueFill(leg, 'same-id', '2', '0.46')] }),
    );
  await settle();
  assert.equal(
    sumFilledQty(getOrder(harness, split.id)),
    qty('4'),
    'trades of two legs with the same trade id',
  );
  const fok = await submit(harness, { ...order, tif: 'FOK', qty: '500' });
  assert.deepEqual([fok.status, fok.reason, fok.legs.length], ['CANCELLED', 'fok_unfilled', 0]);
});
