import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeEvents } from '../domain/events/event-codec.ts';
import type { InstrumentId } from '../domain/model/ids.ts';
import { sumFilledQty } from '../domain/model/order.ts';
import {
  body,
  codeOf,
  fill,
  instrument,
  type OmsHarness,
  openOms,
  qty,
  reportOf,
  resting,
  ScriptedVenue,
  settle,
  stateOf,
  submit,
  TRADER,
  value,
} from './oms.fixture.ts';

test('I-07: a venue that trading is not enabled on receives nothing', async () => {
  const desk = await openOms({ venue: new ScriptedVenue({ trading: false }) });
  const answer = await desk.engine.submit(TRADER, body(), null);
  assert.equal(codeOf(answer), 'venue_not_tradable');
  const batch = value(await desk.engine.submitBatch(TRADER, [body()]));
  assert.equal(batch[0]?.ok, false);
  assert.deepEqual([desk.venue.placed, desk.engine.state.orders.size], [[], 0]);
});

test('an order is accepted, sent once and answered with what the venue said', async () => {
  const desk = await openOms();
  const order = await submit(desk, { client_order_id: 'desk-1' });
  assert.deepEqual([order.id, order.status, order.clientOrderId], ['ord_1', 'OPEN', 'desk-1']);
  assert.deepEqual(
    desk.venue.placed.map((placed) => placed.clientId),
    ['cb-1-1-1'],
  );
});

test('I-05: the venue hears of an order only once it is durable', async () => {
  const desk = await openOms();
  const durableFirst: (string | undefined)[] = [];
  desk.venue.onPlace = async (order) => {
    durableFirst.push((await desk.store.journal.order('ord_1' as never))?.legs[0]?.clientId);
    return resting(order);
  };
  await submit(desk);
  assert.deepEqual(durableFirst, ['cb-1-1-1']);
});

test('I-01, I-02: an exact repeat answers as the first call did, whatever happened since, and sends nothing', async () => {
  const desk = await openOms();
  const first = await submit(desk, { client_order_id: 'k' });
  const [placed] = desk.venue.placed;
  assert.ok(placed);
  desk.engine.report(desk.venue.name, { ...reportFilled(placed) });
  await settle();
  assert.equal(stateOf(desk, first.id).status, 'FILLED');
  const repeat = value(await desk.engine.submit(TRADER, body({ qty: '10.0', idempotency_key: 'k' }), null));
  assert.deepEqual([repeat.replayed, repeat.order.status, repeat.order.id], [true, 'OPEN', first.id]);
  assert.deepEqual(repeat.order, first);
  assert.equal(desk.venue.placed.length, 1);
});

const reportFilled = (placed: Parameters<typeof fill>[0]) => {
  const outcome = resting(placed, { status: 'FILLED', fills: [fill(placed, 't1', '10', '0.48')] });
  assert.ok(outcome.kind === 'report');
  return outcome.report;
};

test('I-01: fifty concurrent submits with one key are one order, and all get its answer', async () => {
  const desk = await openOms();
  const calls = Array.from({ length: 50 }, () => desk.engine.submit(TRADER, body(), 'k'));
  const orders = (await Promise.all(calls)).map((result) => value(result));
  assert.equal(new Set(orders.map(({ order }) => order.id)).size, 1);
  assert.equal(orders.filter(({ replayed }) => !replayed).length, 1);
  assert.equal(desk.venue.placed.length, 1);
});

test('I-03: the same key with another body, also an invalid one, is a conflict that changes nothing', async () => {
  const desk = await openOms();
  await submit(desk, { client_order_id: 'k' });
  const { seq } = desk.engine.state;
  for (const change of [{ qty: '11' }, { price: 'x' }, { subaccount_id: 'sa_2' }]) {
    const result = await desk.engine.submit(TRADER, body({ ...change, client_order_id: 'k' }), null);
    assert.equal(codeOf(result), 'idempotency_conflict');
  }
  assert.deepEqual([desk.engine.state.seq, desk.venue.placed.length], [seq, 1]);
});

test('I-01: one client order id in two accounts is two orders, and neither hears of the other', async () => {
  const desk = await openOms();
  const stranger = { ...TRADER, accountId: 'acc_2' as never, keyId: 'key_2' as never };
  const { accountId } = stranger;
  await desk.engine.operating.createAccount(accountId);
  await desk.engine.operating.createSubaccount({ accountId, subaccountId: 'sa_1' as never, name: 'theirs' });
  const mine = await submit(desk, { client_order_id: 'k' });
  const theirs = value(await desk.engine.submit(stranger, body({ client_order_id: 'k', qty: '3' }), null));
  assert.deepEqual([theirs.replayed, theirs.order.id === mine.id], [false, false]);
  for (const [caller, order] of [[TRADER, mine] as const, [stranger, theirs.order] as const]) {
    const { replayed, order: again } = value(
      await desk.engine.submit(caller, body({ client_order_id: 'k', qty: order.qtyText }), null),
    );
    assert.deepEqual([replayed, again.id], [true, order.id]);
  }
});

test('a repeat by a key that may not see the order is a conflict, and shows nothing of it', async () => {
  const desk = await openOms();
  await submit(desk, { client_order_id: 'k' });
  const narrow = { ...TRADER, subaccounts: ['sa_2' as never] };
  assert.equal(
    codeOf(await desk.engine.submit(narrow, body({ client_order_id: 'k' }), null)),
    'idempotency_conflict',
  );
});

test('E-02: a repeat while the first call still waits for its venue waits with it, for the same answer', async () => {
  const desk = await openOms();
  const reply = Promise.withResolvers<void>();
  desk.venue.onPlace = async (order) => {
    await reply.promise;
    return resting(order);
  };
  const calls = [1, 2, 3].map(() => desk.engine.submit(TRADER, body(), 'k'));
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

test('a batch may be as large as the limit, and not larger', async () => {
  const desk = await openOms();
  const full = Array.from({ length: 50 }, () => body());
  assert.equal(value(await desk.engine.submitBatch(TRADER, full)).length, 50);
  assert.equal(codeOf(await desk.engine.submitBatch(TRADER, [...full, body()])), 'batch_too_large');
  assert.equal(desk.venue.placed.length, 50);
});

test('a refused request stores nothing: its key may be used again', async () => {
  const desk = await openOms();
  const refused = await desk.engine.submit(TRADER, body({ qty: '0.5' }), 'k');
  assert.equal(codeOf(refused), 'validation');
  assert.equal((await submit(desk, { client_order_id: 'k' })).status, 'OPEN');
});

test('the checks come in the order of the contract', async () => {
  const desk = await openOms();
  desk.market.set(instrument(1003, { status: 'PAUSED' }));
  const code = async (change: object) => codeOf(await desk.engine.submit(TRADER, body(change), null));
  assert.equal(await code({ subaccount_id: 'sa_9', instrument_id: 9 }), 'not_found');
  assert.equal(await code({ instrument_id: 9 }), 'not_found');
  assert.equal(await code({ instrument_id: 1003, qty: '0.5' }), 'market_not_open');
  assert.equal(await code({ price: '0.485' }), 'validation');
  assert.equal(await code({ tif: 'GTD', expires_at: '2020-01-01T00:00:00Z' }), 'validation');
  assert.equal(await code({ generic_asset_id: 9, instrument_id: undefined }), 'not_found');
  assert.equal(desk.venue.placed.length, 0);
});

test('another account sees neither subaccounts nor orders: the same answer as for what does not exist', async () => {
  const desk = await openOms();
  const order = await submit(desk);
  const stranger = { ...TRADER, accountId: 'acc_2' as never, keyId: 'key_2' as never };
  assert.equal(codeOf(await desk.engine.submit(stranger, body(), null)), 'not_found');
  assert.equal(codeOf(await desk.engine.order(stranger, order.id)), 'not_found');
  assert.equal(codeOf(await desk.engine.cancel(stranger, order.id)), 'not_found');
  assert.equal(codeOf(await desk.engine.amend(stranger, order.id, { qty: '1' })), 'not_found');
});

test('a key with a list is refused other subaccounts of its account, and does not see their orders', async () => {
  const desk = await openOms();
  const order = await submit(desk);
  const narrow = { ...TRADER, subaccounts: ['sa_2' as never] };
  assert.equal(codeOf(await desk.engine.submit(narrow, body(), null)), 'forbidden');
  assert.equal(codeOf(await desk.engine.order(narrow, order.id)), 'not_found');
  assert.equal(codeOf(desk.engine.limits(narrow, null)), 'forbidden');
});

test('a venue that refuses makes the order REJECTED, and its reservation is released', async () => {
  const desk = await openOms();
  desk.venue.onPlace = () => ({ kind: 'refused', code: 'insufficient_funds', message: 'no' });
  const order = await submit(desk);
  assert.deepEqual([order.status, order.reason], ['REJECTED', 'venue_rejected']);
  assert.equal(desk.engine.state.exposure.totals(TRADER.accountId, null).worst, 0n);
});

test('I-13: racing orders cannot both take the last room of a limit', async () => {
  const desk = await openOms();
  value(await desk.engine.setLimits(TRADER, { subaccount_id: 'sa_1', max_position_qty: '10' }));
  const calls = Array.from({ length: 10 }, () => desk.engine.submit(TRADER, body({ qty: '6' }), null));
  const codes = (await Promise.all(calls)).map(codeOf);
  assert.deepEqual(codes.filter((code) => code === 'ok').length, 1);
  assert.equal(codes.filter((code) => code === 'risk_limit').length, 9);
});

test('I-29: a batch gives an entry per item in order; a failing item leaves the others alone', async () => {
  const desk = await openOms();
  const items = [
    body({ client_order_id: 'b-1' }),
    body({ price: undefined, client_order_id: 'b-2' }),
    body({ client_order_id: 'b-1' }),
    body({ client_order_id: 'b-1', qty: '3' }),
  ];
  const entries = value(await desk.engine.submitBatch(TRADER, items));
  assert.deepEqual(
    entries.map((entry) => (entry.ok ? entry.order.id : entry.refusal.code)),
    ['ord_1', 'validation', 'ord_1', 'idempotency_conflict'],
  );
  assert.deepEqual(desk.venue.placed.length, 1);
  assert.equal(codeOf(await desk.engine.submitBatch(TRADER, [])), 'validation');
  assert.equal(
    codeOf(
      await desk.engine.submitBatch(
        TRADER,
        Array.from({ length: 51 }, () => body()),
      ),
    ),
    'batch_too_large',
  );
});

test('a batch is decided in its own order, although its orders work side by side', async () => {
  const desk = await openOms();
  const items = Array.from({ length: 20 }, (_, index) =>
    body({ client_order_id: index % 2 === 0 ? `k${index}` : undefined }),
  );
  const entries = value(await desk.engine.submitBatch(TRADER, items));
  assert.deepEqual(
    entries.map((entry) => (entry.ok ? entry.order.id : '')),
    items.map((_, index) => `ord_${index + 1}`),
  );
});

/** What the journal keeps of the first routing decision: member, why passed over, sequence of the book seen. */
async function routedCandidates(desk: OmsHarness) {
  await settle();
  const rows = desk.store.database.prepare('SELECT events FROM entries ORDER BY seq').all();
  const events = rows.flatMap((row) => decodeEvents(String(row['events'])));
  const routed = events.find((event) => event.type === 'OrderRouted');
  return routed?.decision.candidates.map((seen) => [seen.instrumentId, seen.dropped, seen.bookSequence]);
}

test('BEST_PRICE on an asset gives the whole quantity to one member; nothing usable is routing_unavailable', async () => {
  const desk = await openOms();
  const member = (id: number, inverted: boolean) => ({
    venue: desk.venue.name,
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
  desk.market.assets.set(asset.genericAssetId, asset);
  const order = { instrument_id: undefined, generic_asset_id: 501 };
  assert.equal(codeOf(await desk.engine.submit(TRADER, body(order), null)), 'routing_unavailable');
  const level = (at: string, size: string) => ({ price: qty(at) as never, qty: qty(size) });
  desk.market.books.set(1001 as InstrumentId, {
    instrumentId: 1001 as InstrumentId,
    bids: [],
    asks: [level('0.47', '5')],
    timestamp: 0 as never,
    sequence: 1,
  });
  desk.market.books.set(1002 as InstrumentId, {
    instrumentId: 1002 as InstrumentId,
    bids: [level('0.54', '20')],
    asks: [],
    timestamp: 0 as never,
    sequence: 1,
  });
  desk.market.isVenueHealthy = () => false;
  assert.equal(codeOf(await desk.engine.submit(TRADER, body(order), null)), 'routing_unavailable');
  desk.market.isVenueHealthy = () => true;
  const routed = await submit(desk, order);
  assert.deepEqual(
    routed.legs.map(({ instrumentId, outcome, qty: size }) => [instrumentId, outcome, size]),
    [[1002, 'NO', qty('10')]],
  );
  desk.venue.onPlace = (placed) => resting(placed, { status: 'CANCELLED', reason: 'ioc_remainder' });
  const split = await submit(desk, {
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
  assert.deepEqual(await routedCandidates(desk), [
    [1001, 'not_chosen', 1],
    [1002, null, 1],
  ]);
  const [first, second] = desk.venue.placed.slice(-2);
  assert.ok(first && second);
  for (const leg of [first, second])
    desk.engine.report(desk.venue.name, reportOf(leg, { fills: [fill(leg, 'same-id', '2', '0.46')] }));
  await settle();
  assert.equal(sumFilledQty(stateOf(desk, split.id)), qty('4'), 'trades of two legs, though named alike');
  const fok = await submit(desk, { ...order, tif: 'FOK', qty: '500' });
  assert.deepEqual([fok.status, fok.reason, fok.legs.length], ['CANCELLED', 'fok_unfilled', 0]);
});
