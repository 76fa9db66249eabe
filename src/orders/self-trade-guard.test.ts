import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Caller } from '../contract/access/access.ts';
import type {
  AccountId,
  GenericAssetId,
  InstrumentId,
  OrderId,
  SubaccountId,
} from '../contract/model/ids.ts';
import type { Order } from '../contract/model/order.ts';
import type { TimestampMs } from '../contract/model/time.ts';
import {
  getOrder,
  ManualMarket,
  type OmsHarness,
  openInstrument,
  openOms,
  orderBody,
  resultCode,
  settle,
  submit,
  TRADER,
  value,
} from '../oms/oms.fixture.ts';
import {
  price,
  qty,
  restingReply,
  ScriptedVenue,
  toReport,
  venueFill,
} from '../oms/scripted-venue.fixture.ts';
import type { VenueOutcome } from '../ports/venue.ts';

const INCOMING = { self_trade: 'CANCEL_INCOMING' };
const RESTING = { self_trade: 'CANCEL_RESTING' };
const OFFER = { side: 'SELL', price: '0.50' };
const OTHER: Caller = { ...TRADER, accountId: 'acc_2' as AccountId };

/** Asks of the instrument as `10 @ 0.49`, without bids. */
function setAsks({ market }: OmsHarness, ...asks: readonly string[]): void {
  const levels = asks.map((text) => {
    const [size = '', at = ''] = text.split(' @ ');
    return { price: price(at), qty: qty(size) };
  });
  const instrumentId = 1001 as InstrumentId;
  const timestamp = 0 as TimestampMs;
  market.books.set(instrumentId, { instrumentId, bids: [], asks: levels, timestamp, sequence: 1 });
}

/** The venue confirms each cancel. */
function confirmCancels({ venue }: OmsHarness, outcome?: (order: VenueOutcome) => VenueOutcome): void {
  venue.onCancel = (clientId) => {
    const placed = venue.placed.find((order) => order.clientId === clientId);
    assert.ok(placed, clientId);
    const confirmed = restingReply(placed, { status: 'CANCELLED', reason: 'requested' });
    return outcome === undefined ? confirmed : outcome(confirmed);
  };
}

const state = (harness: OmsHarness, id: OrderId): string => {
  const { status, reason } = getOrder(harness, id);
  return `${status} ${reason ?? ''}`.trim();
};

/** Submits without waiting for the answer, and returns the order that it became. */
async function begin(harness: OmsHarness, change: object): Promise<Order> {
  const before = new Set(harness.oms.state.orders.keys());
  void harness.oms.orders.submit(TRADER, orderBody(change), null);
  await settle();
  const added = [...harness.oms.state.orders.values()].find(({ id }) => !before.has(id));
  assert.ok(added, 'the order was accepted');
  return added;
}

async function addOtherAccount({ oms }: OmsHarness): Promise<void> {
  const { accountId } = OTHER;
  await oms.accountAdmin.createAccount(accountId);
  await oms.accountAdmin.createSubaccount({ accountId, subaccountId: 'sa_9' as SubaccountId, name: 'x' });
}

describe('CANCEL_INCOMING', () => {
  test('refuses an order that would reach an own order of another subaccount, and stores nothing', async () => {
    const harness = await openOms();
    const resting = await submit(harness, { ...OFFER, subaccount_id: 'sa_2' });
    const body = orderBody({ ...INCOMING, price: '0.50' });
    for (const result of [
      await harness.oms.orders.submit(TRADER, body, null),
      await harness.oms.orders.preview(TRADER, body),
    ]) {
      assert.equal(resultCode(result), 'self_trade');
      assert.deepEqual(result.ok ? null : result.error.details, { order_id: resting.id });
    }
    assert.deepEqual([harness.oms.state.orders.size, harness.venue.placed.length], [1, 1]);
  });

  test('mirrors the outcomes: a BUY of NO meets a BUY of YES', async () => {
    const harness = await openOms();
    await submit(harness, { price: '0.40' });
    const at = async (text: string) =>
      resultCode(
        await harness.oms.orders.submit(TRADER, orderBody({ ...INCOMING, outcome: 'NO', price: text }), null),
      );
    assert.deepEqual([await at('0.59'), await at('0.60')], ['ok', 'self_trade']);
  });

  test('does not act while the liquidity of others covers the order', async () => {
    const harness = await openOms();
    await submit(harness, OFFER);
    setAsks(harness, '8 @ 0.49', '30 @ 0.50');
    const of = async (size: string) =>
      resultCode(
        await harness.oms.orders.submit(TRADER, orderBody({ ...INCOMING, price: '0.55', qty: size }), null),
      );
    assert.deepEqual([await of('9'), await of('8')], ['self_trade', 'ok']);
  });

  test('counts an order that is not acknowledged yet, so of two at once one is refused', async () => {
    const harness = await openOms();
    const both = await Promise.all(
      [{ ...OFFER, ...INCOMING }, INCOMING].map((change) =>
        harness.oms.orders.submit(TRADER, orderBody({ price: '0.50', ...change }), null),
      ),
    );
    assert.deepEqual(both.map(resultCode), ['ok', 'self_trade']);
  });

  test('ignores orders of other accounts and of other instruments', async () => {
    const harness = await openOms();
    await addOtherAccount(harness);
    value(await harness.oms.orders.submit(OTHER, orderBody({ ...OFFER, subaccount_id: 'sa_9' }), null));
    await submit(harness, { ...OFFER, instrument_id: 1002 });
    assert.equal((await submit(harness, { ...INCOMING, price: '0.50' })).status, 'OPEN');
  });

  test('cuts an IOC order just before the level of the own order', async () => {
    const harness = await openOms();
    await submit(harness, OFFER);
    setAsks(harness, '4 @ 0.48', '30 @ 0.50');
    harness.venue.onPlace = (order) =>
      restingReply(order, {
        status: 'CANCELLED',
        reason: 'ioc_remainder',
        fills: [venueFill(order, 't1', '4', '0.48')],
      });
    const order = await submit(harness, { ...INCOMING, price: '0.60', tif: 'IOC' });
    const sent = harness.venue.placed[1];
    assert.deepEqual([sent?.price, sent?.qty, order.price], [price('0.49'), qty('10'), price('0.60')]);
    assert.deepEqual(
      [order.status, order.reason, order.legs[0]?.filledQty],
      ['CANCELLED', 'self_trade', qty('4')],
    );
  });

  // An own order at 0.45 YES with 4 of others before it, and the taker that would reach both.
  for (const [own, side, outcome, limit, cut] of [
    [{ side: 'SELL', price: '0.45' }, 'BUY', 'YES', '0.60', '0.44'],
    [{ side: 'SELL', price: '0.45' }, 'SELL', 'NO', '0.40', '0.56'],
    [{ side: 'BUY', outcome: 'NO', price: '0.55' }, 'BUY', 'YES', '0.60', '0.44'],
    [{ side: 'BUY', outcome: 'NO', price: '0.55' }, 'SELL', 'NO', '0.40', '0.56'],
    [{ side: 'BUY', price: '0.45' }, 'SELL', 'YES', '0.40', '0.46'],
    [{ side: 'BUY', price: '0.45' }, 'BUY', 'NO', '0.60', '0.54'],
    [{ side: 'SELL', outcome: 'NO', price: '0.55' }, 'SELL', 'YES', '0.40', '0.46'],
    [{ side: 'SELL', outcome: 'NO', price: '0.55' }, 'BUY', 'NO', '0.60', '0.54'],
  ] as const)
    test(`cuts ${side} ${outcome} before an own ${own.side} ${'outcome' in own ? own.outcome : 'YES'} by a limit of ${cut}`, async () => {
      const harness = await openOms();
      await submit(harness, own);
      const level = (at: string, size: string) => ({ price: price(at), qty: qty(size) });
      const instrumentId = 1001 as InstrumentId;
      const isBid = (own.side === 'BUY') === !('outcome' in own);
      const levels = [level(isBid ? '0.47' : '0.43', '4'), level('0.45', '30')];
      const sides = isBid ? { bids: levels, asks: [] } : { bids: [], asks: levels };
      harness.market.books.set(instrumentId, {
        instrumentId,
        ...sides,
        timestamp: 0 as TimestampMs,
        sequence: 1,
      });
      harness.venue.onPlace = (order) =>
        restingReply(order, { status: 'CANCELLED', reason: 'ioc_remainder', fills: [] });
      const order = await submit(harness, { ...INCOMING, side, outcome, price: limit, tif: 'IOC' });
      const sent = harness.venue.placed[1];
      assert.deepEqual([sent?.side, sent?.outcome, sent?.price], [side, outcome, price(cut)]);
      assert.deepEqual([order.reason, order.price], ['self_trade', price(limit)]);
    });

  test('a MARKET order is cut by a limit', async () => {
    const harness = await openOms();
    await submit(harness, OFFER);
    setAsks(harness, '4 @ 0.48', '30 @ 0.50');
    harness.venue.onPlace = (order) =>
      restingReply(order, { status: 'CANCELLED', reason: 'ioc_remainder', fills: [] });
    const order = await submit(harness, { ...INCOMING, type: 'MARKET', price: undefined });
    const sent = harness.venue.placed[1];
    assert.deepEqual([sent?.type, sent?.price, order.reason], ['LIMIT', price('0.49'), 'self_trade']);
  });

  test('an IOC order with nothing before the own order, and a FOK order, close without being sent', async () => {
    const harness = await openOms();
    await submit(harness, OFFER);
    setAsks(harness, '10 @ 0.50');
    const ioc = await submit(harness, { ...INCOMING, price: '0.60', tif: 'IOC' });
    setAsks(harness, '4 @ 0.48', '10 @ 0.50');
    const fok = await submit(harness, { ...INCOMING, price: '0.60', tif: 'FOK' });
    for (const { status, reason } of [ioc, fok])
      assert.deepEqual([status, reason], ['CANCELLED', 'self_trade']);
    assert.equal(harness.venue.placed.length, 1);
  });

  test('an amend that would reach an own order is refused, and a replay of the request is not', async () => {
    const harness = await openOms();
    await submit(harness, OFFER);
    const { id } = await submit(harness, { ...INCOMING, client_order_id: 'a' });
    assert.equal(resultCode(await harness.oms.orders.amend(TRADER, id, { price: '0.50' })), 'self_trade');
    assert.equal(harness.venue.amended.length, 0);
    const again = value(
      await harness.oms.orders.submit(TRADER, orderBody({ ...INCOMING, client_order_id: 'a' }), null),
    );
    assert.deepEqual([again.replayed, again.order.id], [true, id]);
    const other = await harness.oms.orders.submit(TRADER, orderBody({ client_order_id: 'a' }), null);
    assert.equal(resultCode(other), 'idempotency_conflict');
  });
});

describe('CANCEL_RESTING', () => {
  test('cancels the own order, and sends the new one only after its end is proven', async () => {
    const harness = await openOms();
    const resting = await submit(harness, OFFER);
    const kept = await submit(harness, { ...OFFER, price: '0.51' });
    const answer = Promise.withResolvers<void>();
    const [placed] = harness.venue.placed;
    assert.ok(placed);
    harness.venue.onCancel = async () => {
      await answer.promise;
      return restingReply(placed, { status: 'CANCELLED', reason: 'requested' });
    };
    const incoming = await begin(harness, { ...RESTING, price: '0.50' });
    assert.deepEqual(harness.venue.cancelled, [placed.clientId]);
    assert.deepEqual([harness.venue.placed.length, state(harness, incoming.id)], [2, 'PENDING_SUBMISSION']);
    answer.resolve();
    await settle();
    assert.deepEqual(
      [resting.id, incoming.id, kept.id].map((id) => state(harness, id)),
      ['CANCELLED self_trade', 'OPEN', 'OPEN'],
    );
  });

  test('an own order that fills while the cancel of another becomes durable is not cancelled afterwards', async () => {
    const synced = { promise: Promise.resolve() };
    const harness = await openOms({ disk: { beforeSync: () => synced.promise } });
    const first = await submit(harness, { ...OFFER, price: '0.49' });
    const second = await submit(harness, OFFER);
    const [, placed] = harness.venue.placed;
    assert.ok(placed);
    const sync = Promise.withResolvers<void>();
    harness.oms.feeds.onOrder(({ selfTrade }) => {
      if (selfTrade !== null) synced.promise = sync.promise; // from the first cancel on
    });
    await begin(harness, { ...RESTING, price: '0.50' });
    assert.equal(getOrder(harness, first.id).pendingAction, 'cancel');
    const fills = [venueFill(placed, 'T-1', '10', '0.5')];
    harness.oms.onVenueReport(
      harness.venue.name,
      toReport(placed, { status: 'FILLED', filledQty: qty('10'), fills }),
    );
    sync.resolve();
    await settle();
    const { status, pendingAction } = getOrder(harness, second.id);
    assert.deepEqual([status, pendingAction], ['FILLED', null]);
  });

  test('an end of the own order that is not durable yet keeps the new one back', async () => {
    const synced = { promise: Promise.resolve() };
    const harness = await openOms({ disk: { beforeSync: () => synced.promise } });
    const resting = await submit(harness, OFFER);
    const [placed] = harness.venue.placed;
    assert.ok(placed);
    const incoming = await begin(harness, { ...RESTING, price: '0.50' });
    const sync = Promise.withResolvers<void>();
    synced.promise = sync.promise;
    harness.oms.onVenueReport(
      harness.venue.name,
      toReport(placed, { status: 'CANCELLED', reason: 'requested' }),
    );
    await settle();
    assert.deepEqual([state(harness, resting.id), harness.venue.placed.length], ['CANCELLED self_trade', 1]);
    sync.resolve();
    await settle();
    assert.deepEqual([state(harness, incoming.id), harness.venue.placed.length], ['OPEN', 2]);
  });

  test('an own order that closed before the cancel was answered needs no second change to be seen', async () => {
    const synced = { promise: Promise.resolve() };
    const harness = await openOms({ disk: { beforeSync: () => synced.promise } });
    await submit(harness, OFFER);
    const [placed] = harness.venue.placed;
    assert.ok(placed);
    const answer = Promise.withResolvers<void>();
    harness.venue.onCancel = async () => {
      await answer.promise;
      return { kind: 'refused', code: 'order_not_open', message: 'it is closed' };
    };
    const incoming = await begin(harness, { ...RESTING, price: '0.50' });
    const sync = Promise.withResolvers<void>();
    synced.promise = sync.promise;
    harness.oms.onVenueReport(
      harness.venue.name,
      toReport(placed, { status: 'CANCELLED', reason: 'requested' }),
    );
    answer.resolve();
    await settle();
    assert.equal(harness.venue.placed.length, 1);
    sync.resolve();
    await settle();
    assert.deepEqual([state(harness, incoming.id), harness.venue.placed.length], ['OPEN', 2]);
  });

  test('a fill of the own order while its cancel is under way ends it too', async () => {
    const harness = await openOms();
    const resting = await submit(harness, OFFER);
    const [placed] = harness.venue.placed;
    assert.ok(placed);
    const incoming = await begin(harness, { ...RESTING, price: '0.50' });
    assert.equal(harness.venue.placed.length, 1);
    const filled = toReport(placed, { status: 'FILLED', fills: [venueFill(placed, 't1', '10', '0.5')] });
    harness.oms.onVenueReport(harness.venue.name, filled);
    await settle();
    assert.deepEqual(
      [resting.id, incoming.id].map((id) => state(harness, id)),
      ['FILLED', 'OPEN'],
    );
  });

  test('while the venue refuses the cancel nothing is sent, and in the end the new order is REJECTED', async () => {
    const harness = await openOms();
    const resting = await submit(harness, OFFER);
    harness.venue.onCancel = () => ({ kind: 'refused', code: 'venue_restarting', message: 'later' });
    const incoming = await begin(harness, { ...RESTING, price: '0.50' });
    for (let step = 0; step < 12; step += 1) {
      harness.clock.advance(500);
      await settle();
    }
    assert.equal(state(harness, incoming.id), 'REJECTED self_trade');
    assert.deepEqual(
      [harness.venue.placed.length, getOrder(harness, resting.id).pendingAction],
      [1, 'cancel'],
    );
  });

  test('after a crash between the cancel and the send, the new order is not sent', async () => {
    const first = await openOms();
    const resting = await submit(first, OFFER);
    const incoming = await begin(first, { ...RESTING, price: '0.50' });
    first.oms.stop();
    const venue = new ScriptedVenue({ notFoundPolicy: { settleMs: 0, confirmations: 1, gapMs: 0 } });
    venue.placed.push(...first.venue.placed);
    venue.toReconcile = first.venue.placed.map((order) => toReport(order));
    venue.onQuery = () => ({ kind: 'absent' });
    confirmCancels({ ...first, venue });
    const again = await openOms({ storage: first.storage, clock: first.clock, market: first.market, venue });
    for (let step = 0; step < 10; step += 1) {
      again.clock.advance(1_000);
      await settle();
    }
    assert.deepEqual(
      [resting.id, incoming.id].map((id) => state(again, id)),
      ['CANCELLED self_trade', 'REJECTED venue_unavailable'],
    );
    assert.equal(venue.placed.length, 1);
  });

  test('of two orders at once that would meet, the later one is sent', async () => {
    const harness = await openOms();
    confirmCancels(harness);
    const orders = await Promise.all([
      submit(harness, { ...RESTING, ...OFFER }),
      submit(harness, { ...RESTING, price: '0.50' }),
    ]);
    await settle();
    assert.deepEqual(
      orders.map(({ id }) => state(harness, id)),
      ['CANCELLED self_trade', 'OPEN'],
    );
  });

  test('an own order that its caller is cancelling keeps that reason, and is awaited', async () => {
    const harness = await openOms();
    const resting = await submit(harness, OFFER);
    const other = await submit(harness, { ...OFFER, price: '0.49' });
    void harness.oms.orders.cancel(TRADER, resting.id);
    await settle();
    const requests = harness.venue.cancelled.length;
    const { id } = await begin(harness, { ...RESTING, price: '0.50' });
    assert.equal(harness.venue.cancelled.length, requests + 1, 'of the other one alone');
    for (const placed of harness.venue.placed.slice(0, 2))
      harness.oms.onVenueReport(
        harness.venue.name,
        toReport(placed, { status: 'CANCELLED', reason: 'requested' }),
      );
    await settle();
    assert.deepEqual(
      [resting.id, other.id, id].map((each) => state(harness, each)),
      ['CANCELLED user_cancel', 'CANCELLED self_trade', 'OPEN'],
    );
  });

  test('an order that is cancelled while it waits cancels nothing more', async () => {
    const harness = await openOms();
    await submit(harness, OFFER);
    const [placed] = harness.venue.placed;
    assert.ok(placed);
    const incoming = await begin(harness, { ...RESTING, price: '0.50' });
    void harness.oms.orders.cancel(TRADER, incoming.id);
    await settle();
    const later = await submit(harness, { ...OFFER, price: '0.49' });
    const requests = harness.venue.cancelled.length;
    harness.oms.onVenueReport(
      harness.venue.name,
      toReport(placed, { status: 'CANCELLED', reason: 'requested' }),
    );
    await settle();
    assert.deepEqual([state(harness, later.id), harness.venue.cancelled.length], ['OPEN', requests]);
  });

  test('two orders that wait at the same time do not wait for each other', async () => {
    const harness = await openOms();
    const bid = await submit(harness, { price: '0.40' });
    const offer = await submit(harness, { ...OFFER, price: '0.60' });
    const seller = await begin(harness, { ...RESTING, side: 'SELL', price: '0.40' });
    const buyer = await begin(harness, { ...RESTING, side: 'BUY', price: '0.60' });
    assert.equal(harness.venue.placed.length, 2);
    confirmCancels(harness);
    for (let step = 0; step < 4; step += 1) {
      harness.clock.advance(500);
      await settle();
    }
    assert.deepEqual(
      [bid.id, offer.id, seller.id, buyer.id].map((id) => state(harness, id)),
      ['CANCELLED self_trade', 'CANCELLED self_trade', 'CANCELLED self_trade', 'OPEN'],
    );
  });

  test('a kill switch or a cancel while the order waits keeps it from being sent', async () => {
    const harness = await openOms();
    await submit(harness, OFFER);
    const killed = await begin(harness, { ...RESTING, price: '0.50' });
    const cancelled = await begin(harness, { ...RESTING, price: '0.50', qty: '5' });
    void harness.oms.orders.cancel(TRADER, cancelled.id);
    await settle();
    value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: true }));
    confirmCancels(harness);
    for (let step = 0; step < 4; step += 1) {
      harness.clock.advance(500);
      await settle();
    }
    assert.equal(state(harness, killed.id), 'REJECTED kill_switch');
    assert.equal(state(harness, cancelled.id), 'CANCELLED user_cancel');
    assert.equal(harness.venue.placed.length, 1);
  });
});

describe('a venue that prevents self-trades itself', () => {
  const openNative = () => openOms({ venue: new ScriptedVenue({ selfTrade: 'native' }) });

  test('gets the flag, and the service cancels and cuts nothing', async () => {
    const harness = await openNative();
    await submit(harness, OFFER);
    const flagged = await submit(harness, { ...RESTING, price: '0.50' });
    harness.venue.onPlace = (order) => restingReply(order, { status: 'CANCELLED', reason: 'ioc_remainder' });
    const ioc = await submit(harness, { ...INCOMING, price: '0.60', tif: 'IOC', side: 'BUY' });
    assert.deepEqual(
      harness.venue.placed.map(({ selfTrade, price: at }) => `${selfTrade} ${at}`),
      [`undefined ${price('0.50')}`, `CANCEL_RESTING ${price('0.50')}`, `CANCEL_INCOMING ${price('0.60')}`],
    );
    assert.deepEqual([harness.venue.cancelled, flagged.status], [[], 'OPEN']);
    assert.deepEqual([ioc.status, ioc.reason], ['CANCELLED', 'self_trade']);
  });

  test('does not get it while an order of another account is in the way: only own orders are cancelled', async () => {
    const harness = await openNative();
    await addOtherAccount(harness);
    const theirs = value(
      await harness.oms.orders.submit(OTHER, orderBody({ ...OFFER, subaccount_id: 'sa_9' }), null),
    ).order;
    const ours = await submit(harness, OFFER);
    confirmCancels(harness);
    const { id } = await begin(harness, { ...RESTING, price: '0.50' });
    assert.equal(harness.venue.placed.at(-1)?.selfTrade, undefined);
    assert.deepEqual(
      [theirs.id, ours.id, id].map((each) => state(harness, each)),
      ['OPEN', 'CANCELLED self_trade', 'OPEN'],
    );
  });

  test('its own cut is self_trade for an order with the flag, and venue_cancelled for one without', async () => {
    const harness = await openNative();
    harness.venue.onPlace = (order) => restingReply(order, { status: 'CANCELLED', reason: 'self_trade' });
    const flagged = await submit(harness, INCOMING);
    const plain = await submit(harness);
    assert.deepEqual([flagged.reason, plain.reason], ['self_trade', 'venue_cancelled']);
  });
});

test('without self_trade orders of one account may meet, as before', async () => {
  const harness = await openOms();
  await submit(harness, OFFER);
  const order = await submit(harness, { price: '0.50' });
  assert.deepEqual([order.status, harness.venue.cancelled, order.selfTrade], ['OPEN', [], null]);
});

for (const [at, elsewhere] of [
  [1001, 1002],
  [1002, 1001],
])
  for (const isInverted of [
    [false, false],
    [false, true],
    [true, false],
    [true, true],
  ])
    for (const [side, outcome] of [
      ['BUY', 'YES'],
      ['BUY', 'NO'],
      ['SELL', 'YES'],
      ['SELL', 'NO'],
    ] as const)
      test(`of members inverted ${isInverted.join(' and ')}, a ${side} ${outcome} at ${at} names what crosses it at ${elsewhere} and not at ${at}`, async () => {
        const market = new ManualMarket();
        const genericAssetId = 501 as GenericAssetId;
        const ids = [1001, 1002] as InstrumentId[];
        for (const id of ids) market.set(openInstrument(id, { genericAssetId }));
        const { venue } = openInstrument(1001);
        const members = ids.map((instrumentId, index) => ({
          venue,
          instrumentId,
          ticker: `M-${instrumentId}`,
          inverted: isInverted[index] ?? false,
        }));
        const words = { title: 'Rain', description: null, category: 'Weather' };
        market.assets.set(genericAssetId, { genericAssetId, ...words, members });
        const harness = await openOms({ market });
        const against = { side: side === 'BUY' ? 'SELL' : 'BUY', price: '0.50' };
        const other = outcome === 'YES' ? 'NO' : 'YES';
        const there = isInverted[0] === isInverted[1] ? outcome : other;
        await submit(harness, { ...against, instrument_id: at, outcome });
        const crossed = await submit(harness, { ...against, instrument_id: elsewhere, outcome: there });
        await submit(harness, { ...against, side, instrument_id: elsewhere, outcome: there });
        const order = await submit(harness, { side, outcome, price: '0.50', instrument_id: at });
        assert.deepEqual(order.crossedOrders, [crossed.id]);
      });

test('preview and order name own orders at other members of the asset whose price crosses', async () => {
  const market = new ManualMarket();
  const genericAssetId = 501 as GenericAssetId;
  for (const id of [1001, 1002]) market.set(openInstrument(id, { genericAssetId }));
  const member = (id: number, inverted: boolean) => ({
    venue: openInstrument(id).venue,
    instrumentId: id as InstrumentId,
    ticker: `M-${id}`,
    inverted,
  });
  const words = { title: 'Rain', description: null, category: 'Weather' };
  market.assets.set(genericAssetId, {
    genericAssetId,
    ...words,
    members: [member(1001, false), member(1002, true)],
  });
  const harness = await openOms({ market });
  // A BUY of the inverted member's YES sells the asset's YES, here at 0.45 and at 0.55.
  const near = await submit(harness, { instrument_id: 1002, price: '0.55' });
  await submit(harness, { instrument_id: 1002, price: '0.45' });
  const preview = value(await harness.oms.orders.preview(TRADER, orderBody({ price: '0.50' })));
  const order = await submit(harness, { price: '0.50' });
  assert.deepEqual([preview.order.crossedOrders, order.crossedOrders], [[near.id], [near.id]]);
  assert.deepEqual((await submit(harness, { price: '0.44' })).crossedOrders, []);
});
