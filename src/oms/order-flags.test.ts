import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { InstrumentId, OrderTag, SubaccountId } from '../contract/model/ids.ts';
import {
  getOrder,
  listGenericAsset,
  ManualMarket,
  type OmsHarness,
  ON_ASSET,
  openInstrument,
  openOms,
  orderBody,
  resultCode,
  settle,
  submit,
  TRADER,
  value,
} from './oms.fixture.ts';
import {
  price,
  qty,
  ReplacingVenue,
  restingReply,
  ScriptedVenue,
  toReport,
  venueFill,
} from './scripted-venue.fixture.ts';

describe('tag', () => {
  test('stays with the order and its fills, and is part of the request', async () => {
    const harness = await openOms();
    const { tag } = await submit(harness, { tag: 'maker-1', client_order_id: 'k' });
    const [placed] = harness.venue.placed;
    assert.ok(placed);
    const fills = [venueFill(placed, 't-1', '2', '0.47')];
    harness.oms.onVenueReport(harness.venue.name, toReport(placed, { fills }));
    await settle();
    const listed = value(
      await harness.oms.queries.fills(TRADER, { subaccountId: 'sa_1' as SubaccountId, tag: tag as OrderTag }),
    );
    const found = (await Array.fromAsync(listed)).flat();
    assert.deepEqual([tag, found.map((fill) => fill.tag)], ['maker-1', ['maker-1']]);
    for (const other of [{}, { tag: 'maker-2' }]) {
      const again = await harness.oms.orders.submit(
        TRADER,
        orderBody({ client_order_id: 'k', ...other }),
        null,
      );
      assert.equal(resultCode(again), 'idempotency_conflict');
    }
    const repeated = await harness.oms.orders.submit(
      TRADER,
      orderBody({ client_order_id: 'k', tag: 'maker-1' }),
      null,
    );
    assert.equal(value(repeated).replayed, true);
  });

  for (const tag of ['', 'two words', 'x'.repeat(33), 5])
    test(`${JSON.stringify(tag)} is refused`, async () => {
      const harness = await openOms();
      assert.equal(
        resultCode(await harness.oms.orders.submit(TRADER, orderBody({ tag }), null)),
        'validation',
      );
      assert.deepEqual(harness.venue.placed, []);
    });
});

describe('post_only', () => {
  test('the flag reaches the venue and stays with the order', async () => {
    const harness = await openOms();
    const order = await submit(harness, { post_only: true });
    assert.deepEqual([order.status, order.postOnly, harness.venue.placed[0]?.postOnly], ['OPEN', true, true]);
  });

  test('a refusal for crossing makes the order REJECTED with post_only_cross', async () => {
    const harness = await openOms();
    harness.venue.onPlace = () => ({ kind: 'refused', code: 'would_cross', message: 'post only cross' });
    const order = await submit(harness, { post_only: true });
    assert.deepEqual(
      [order.status, order.reason, order.legs[0]?.venueMessage],
      ['REJECTED', 'post_only_cross', 'post only cross'],
    );
  });

  test('an acknowledged order that the venue then closes for crossing is REJECTED too', async () => {
    const harness = await openOms();
    harness.venue.onPlace = (order) => restingReply(order);
    const { id } = await submit(harness, { post_only: true });
    const [placed] = harness.venue.placed;
    assert.ok(placed);
    harness.oms.onVenueReport(
      harness.venue.name,
      toReport(placed, { status: 'REJECTED', reason: 'post_only_cross' }),
    );
    await settle();
    const order = getOrder(harness, id);
    assert.deepEqual([order.status, order.reason], ['REJECTED', 'post_only_cross']);
  });

  test('the same request without the flag is another order', async () => {
    const harness = await openOms();
    await submit(harness, { post_only: true, client_order_id: 'k' });
    const without = await harness.oms.orders.submit(TRADER, orderBody({ client_order_id: 'k' }), null);
    assert.equal(resultCode(without), 'idempotency_conflict');
    const again = value(
      await harness.oms.orders.submit(TRADER, orderBody({ client_order_id: 'k', post_only: true }), null),
    );
    assert.deepEqual([again.replayed, harness.venue.placed.length], [true, 1]);
  });

  test('a venue that cannot guarantee it takes no post-only order, DIRECT or routed', async () => {
    const harness = await openOms({ venue: new ScriptedVenue({ postOnly: false }) });
    listGenericAsset(harness.market, [1001], '50');
    const direct = await harness.oms.orders.submit(TRADER, orderBody({ post_only: true }), null);
    const routed = await harness.oms.orders.submit(TRADER, orderBody({ ...ON_ASSET, post_only: true }), null);
    assert.deepEqual([resultCode(direct), resultCode(routed)], ['validation', 'routing_unavailable']);
    assert.deepEqual(harness.venue.placed, []);
  });

  test('an amend to a price that would trade is refused, and another keeps the flag', async () => {
    const harness = await openOms();
    const { id } = await submit(harness, { post_only: true });
    listGenericAsset(harness.market, [1001], '50'); // offered at 0.47
    const crossing = await harness.oms.orders.amend(TRADER, id, { price: '0.47' });
    assert.deepEqual([resultCode(crossing), harness.venue.amended.length], ['validation', 0]);
    harness.venue.onAmend = () => restingReply(placedFirst(), { price: price('0.46') });
    const placedFirst = () => {
      const [placed] = harness.venue.placed;
      assert.ok(placed);
      return placed;
    };
    const amended = value(await harness.oms.orders.amend(TRADER, id, { price: '0.46' }));
    assert.deepEqual([amended.price, amended.postOnly], [price('0.46'), true]);
    assert.equal(harness.venue.amended[0]?.postOnly, true);
  });

  test('I-34: a fill that took liquidity is recorded as an anomaly', async () => {
    const harness = await openOms();
    const { id } = await submit(harness, { post_only: true });
    const [placed] = harness.venue.placed;
    assert.ok(placed);
    const fills = [venueFill(placed, 't1', '10', '0.48')];
    harness.oms.onVenueReport(
      harness.venue.name,
      toReport(placed, { status: 'FILLED', fills, filledQty: qty('10') }),
    );
    await settle();
    assert.equal(getOrder(harness, id).status, 'FILLED');
    assert.equal(harness.errors.length, 1);
  });

  test('BEST_PRICE sends it where it rests', async () => {
    const harness = await openOms();
    listGenericAsset(harness.market, [1001, 1002], '50'); // both are offered at 0.47
    const book = harness.market.books.get(1002 as InstrumentId);
    assert.ok(book);
    harness.market.books.set(1002 as InstrumentId, {
      ...book,
      asks: [{ price: price('0.6'), qty: qty('5') }],
    });
    const order = await submit(harness, { ...ON_ASSET, post_only: true, price: '0.5' });
    assert.deepEqual(
      order.legs.map((leg) => leg.instrumentId),
      [1002],
    );
  });
});

describe('valid_until', () => {
  test('a request is accepted up to its valid_until, and refused one millisecond later', async () => {
    const harness = await openOms();
    const now = harness.clock.now();
    assert.equal((await submit(harness, { valid_until: now })).status, 'OPEN');
    const { seq } = harness.oms.state;
    harness.clock.advance(1);
    const late = await harness.oms.orders.submit(
      TRADER,
      orderBody({ valid_until: now, client_order_id: 'k' }),
      null,
    );
    const preview = await harness.oms.orders.preview(TRADER, orderBody({ valid_until: now }));
    assert.deepEqual([resultCode(late), resultCode(preview)], ['expired_request', 'expired_request']);
    assert.deepEqual([harness.oms.state.seq, harness.venue.placed.length], [seq, 1]);
    const other = await submit(harness, { client_order_id: 'k' });
    assert.equal(other.status, 'OPEN', 'the refused request stored nothing');
  });

  test('a repeat after valid_until returns the first answer', async () => {
    const harness = await openOms();
    const body = orderBody({ valid_until: harness.clock.now(), client_order_id: 'k' });
    const first = value(await harness.oms.orders.submit(TRADER, body, null));
    harness.clock.advance(1_000);
    const again = value(await harness.oms.orders.submit(TRADER, body, null));
    assert.deepEqual([again.replayed, again.order], [true, first.order]);
  });

  test('an order that expired on its way to the gateway is REJECTED and not sent', async () => {
    const synced = Promise.withResolvers<void>();
    let isHeld = false;
    const harness = await openOms({
      disk: { beforeSync: () => (isHeld ? synced.promise : Promise.resolve()) },
    });
    isHeld = true;
    const valid_until = harness.clock.now() + 10;
    const answer = harness.oms.orders.submit(TRADER, orderBody({ valid_until }), null);
    await settle();
    assert.equal(harness.oms.state.orders.size, 1, 'accepted, but not durable yet');
    harness.clock.advance(11);
    synced.resolve();
    const { order } = value(await answer);
    assert.deepEqual([order.status, order.reason], ['REJECTED', 'venue_unavailable']);
    assert.deepEqual(harness.venue.placed, []);
  });

  test('a replacement for an amend is sent after valid_until', async () => {
    const venue = new ReplacingVenue();
    const harness = await openOms({ venue });
    const { id } = await submit(harness, { valid_until: harness.clock.now() });
    harness.clock.advance(60_000);
    value(await harness.oms.orders.amend(TRADER, id, { price: '0.4' }));
    await settle();
    assert.deepEqual([venue.placed.length, getOrder(harness, id).status], [2, 'OPEN']);
  });
});

describe('cancel_on_pause', () => {
  const confirmCancels = ({ venue }: OmsHarness): void => {
    venue.onCancel = (clientId) => {
      const placed = venue.placed.find((order) => order.clientId === clientId);
      assert.ok(placed);
      return { kind: 'report', report: toReport(placed, { status: 'CANCELLED', reason: 'requested' }) };
    };
  };

  test('a pause cancels the orders with the flag, and no others', async () => {
    const harness = await openOms();
    confirmCancels(harness);
    const flagged = await submit(harness, { cancel_on_pause: true });
    const plain = await submit(harness);
    const elsewhere = await submit(harness, { cancel_on_pause: true, instrument_id: 1002 });
    assert.equal(harness.venue.placed[0]?.cancelOnPause, true);
    harness.market.set(openInstrument(1001, { status: 'PAUSED' }));
    await settle();
    const ended = getOrder(harness, flagged.id);
    assert.deepEqual([ended.status, ended.reason], ['CANCELLED', 'market_paused']);
    assert.deepEqual(
      [plain, elsewhere].map(({ id }) => getOrder(harness, id).status),
      ['OPEN', 'OPEN'],
    );
  });

  test('an order that is acknowledged after the pause is cancelled too', async () => {
    const harness = await openOms();
    confirmCancels(harness);
    const reply = Promise.withResolvers<void>();
    harness.venue.onPlace = async (order) => {
      await reply.promise;
      return restingReply(order);
    };
    const answer = harness.oms.orders.submit(TRADER, orderBody({ cancel_on_pause: true }), null);
    await settle();
    harness.venue.onCancel = () => ({ kind: 'unknown', why: 'not placed yet' });
    harness.market.set(openInstrument(1001, { status: 'PAUSED' }));
    await settle();
    confirmCancels(harness);
    reply.resolve();
    await settle();
    harness.clock.advance(5_000);
    await settle();
    const { id } = value(await answer).order;
    assert.deepEqual(
      [getOrder(harness, id).status, getOrder(harness, id).reason],
      ['CANCELLED', 'market_paused'],
    );
  });

  test('a market that is paused at the start cancels the order', async () => {
    const first = await openOms();
    const { id } = await submit(first, { cancel_on_pause: true });
    first.oms.stop();
    const market = new ManualMarket();
    market.set(openInstrument(1001, { status: 'PAUSED' }));
    const venue = new ScriptedVenue();
    venue.placed.push(...first.venue.placed);
    venue.toReconcile = first.venue.placed.map((order) => toReport(order));
    confirmCancels({ ...first, venue });
    const again = await openOms({ storage: first.storage, clock: first.clock, market, venue });
    await settle();
    assert.deepEqual(
      [getOrder(again, id).status, getOrder(again, id).reason],
      ['CANCELLED', 'market_paused'],
    );
  });

  test("the venue's own cancel has the reason too; without the flag the market counts as closed", async () => {
    const harness = await openOms();
    const orders = [await submit(harness, { cancel_on_pause: true }), await submit(harness)];
    for (const placed of harness.venue.placed)
      harness.oms.onVenueReport(
        harness.venue.name,
        toReport(placed, { status: 'CANCELLED', reason: 'market_paused' }),
      );
    await settle();
    const reasons = orders.map(({ id }) => getOrder(harness, id).reason);
    assert.deepEqual(reasons, ['market_paused', 'market_closed']);
  });
});
