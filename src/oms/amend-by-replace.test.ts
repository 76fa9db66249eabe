import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderId, VenueClientId } from '../contract/model/ids.ts';
import { type Order, sumFilledQty } from '../contract/model/order.ts';
import type { VenueOrder } from '../ports/venue.ts';
import {
  getOrder,
  type OmsHarness,
  openInstrument,
  openOms,
  resultCode,
  settle,
  submit,
  TRADER,
  value,
} from './oms.fixture.ts';
import { price, qty, ReplacingVenue, toReport, venueFill } from './scripted-venue.fixture.ts';

interface ReplaceHarness extends OmsHarness {
  readonly venue: ReplacingVenue;
}

/** A harness with a venue that has no native amend. */
async function openReplaceVenue(
  from: Partial<OmsHarness> = {},
  venue = new ReplacingVenue(),
): Promise<ReplaceHarness> {
  const harness = await openOms({ ...from, venue });
  return { ...harness, venue };
}

/** Starts the next process on the same disk, with the same venue. */
async function restart(harness: ReplaceHarness): Promise<ReplaceHarness> {
  const { venue, market, clock } = harness;
  const next = new ReplacingVenue();
  for (const report of venue.orders.values()) next.keep(report);
  return openReplaceVenue({ storage: await harness.storage.restart(), market, clock }, next);
}

async function advance(harness: OmsHarness, ms: number, step = 500): Promise<void> {
  for (let left = ms; left > 0; left -= step) {
    harness.clock.advance(Math.min(step, left));
    await settle();
  }
}

const worstCaseQty = (harness: OmsHarness): bigint =>
  harness.oms.state.exposure.totals(TRADER.accountId, null).worst;
const getClientId = (order: Order): VenueClientId => order.legs[0]?.clientId as VenueClientId;
/** The filled and the possibly live quantity at the venue, by the venue's own state. */
const routed = ({ venue }: ReplaceHarness): bigint =>
  [...venue.orders.values()].reduce(
    (sum, { status, qty: size, filledQty }) => sum + (status === 'OPEN' ? size : filledQty),
    0n,
  );
const getEnd = (harness: OmsHarness, id: OrderId) => [
  getOrder(harness, id).status,
  getOrder(harness, id).reason,
];

test('an amend cancels the old order, then places a new one for the rest; the id stays', async () => {
  const harness = await openReplaceVenue();
  const order = await submit(harness);
  const first = getClientId(getOrder(harness, order.id));
  harness.oms.onVenueReport(harness.venue.name, harness.venue.fill(first, 't1', '3'));
  await settle();
  const replacements: string[] = [];
  const { onPlace } = harness.venue;
  harness.venue.onPlace = (placed) => {
    replacements.push(`${placed.qty / qty('1')} @ ${placed.price}`);
    assert.equal(harness.venue.orders.get(first)?.status, 'CANCELLED', 'only after the old order is closed');
    return onPlace(placed);
  };
  const amended = value(await harness.oms.orders.amend(TRADER, order.id, { price: '0.47', qty: '8' }));
  assert.deepEqual(
    [amended.id, amended.status, amended.priceText, amended.qtyText, amended.pendingAction],
    [order.id, 'PARTIAL', '0.47', '8', null],
  );
  const [leg] = amended.legs;
  assert.deepEqual([leg?.generation, leg?.qty, leg?.filledQty], [2, qty('8'), qty('3')]);
  assert.deepEqual(replacements, ['5 @ 47000000']);
  assert.notEqual(getClientId(amended), first);
  assert.equal(worstCaseQty(harness), qty('8'));
  harness.oms.onVenueReport(harness.venue.name, harness.venue.fill(getClientId(amended), 't2', '5'));
  await settle();
  assert.deepEqual(
    [...getEnd(harness, order.id), sumFilledQty(getOrder(harness, order.id))],
    ['FILLED', null, qty('8')],
  );
});

test('every field sent equals the fields of the client id, also for the replacement order', async () => {
  const harness = await openReplaceVenue();
  const named: VenueOrder[] = [];
  const { onClientId } = harness.venue;
  harness.venue.onClientId = (order) => {
    const clientId = onClientId(order);
    named.push({ ...order, clientId });
    return clientId;
  };
  const order = await submit(harness, { side: 'SELL', outcome: 'NO' });
  const expires_at = harness.clock.now() + 60_000;
  value(await harness.oms.orders.amend(TRADER, order.id, { price: '0.5', qty: '8', tif: 'GTD', expires_at }));
  assert.deepEqual(harness.venue.placed, named);
  const [first, second] = harness.venue.placed;
  assert.deepEqual(second, {
    ...first,
    clientId: second?.clientId,
    price: price('0.5'),
    qty: qty('8'),
    tif: 'GTD',
    expiresAt: expires_at,
  });
});

test('a raise is checked against the limits and reserved before the old order is cancelled', async () => {
  const harness = await openReplaceVenue();
  const order = await submit(harness);
  value(await harness.oms.risk.setLimits(TRADER, { max_position_qty: '12' }));
  assert.equal(resultCode(await harness.oms.orders.amend(TRADER, order.id, { qty: '13' })), 'risk_limit');
  assert.equal(harness.venue.cancelled.length, 0);
  const { onCancel } = harness.venue;
  harness.venue.onCancel = (clientId) => {
    assert.equal(worstCaseQty(harness), qty('12'));
    return onCancel(clientId);
  };
  assert.equal(value(await harness.oms.orders.amend(TRADER, order.id, { qty: '12' })).qtyText, '12');
  assert.equal(worstCaseQty(harness), qty('12'));
});

test('the new order waits until the end of the old one is proven: a timeout or a 404 is no proof', async () => {
  const harness = await openReplaceVenue();
  const order = await submit(harness);
  const first = getClientId(order);
  harness.venue.onCancel = () => ({ kind: 'unknown', why: 'timeout' });
  harness.venue.onQuery = () => ({ kind: 'absent' });
  const answer = harness.oms.orders.amend(TRADER, order.id, { price: '0.47' });
  await advance(harness, 30_000);
  assert.deepEqual([value(await answer).status, value(await answer).pendingAction], ['OPEN', 'amend']);
  assert.equal(harness.venue.placed.length, 1);
  harness.venue.onCancel = () => ({ kind: 'report', report: harness.venue.close(first) });
  await advance(harness, 6_000);
  // The amend is now older than `orders.intent_age_ms_max`, so its price is not sent.
  assert.deepEqual(
    [harness.venue.placed.length, ...getEnd(harness, order.id)],
    [1, 'CANCELLED', 'replace_interrupted'],
  );
});

test('an amend without changes does not affect the next amend', async () => {
  const harness = await openReplaceVenue();
  const order = await submit(harness);
  const amends = [{ qty: '10.0' }, { price: '0.47' }].map((change) =>
    harness.oms.orders.amend(TRADER, order.id, change),
  );
  for (const amended of await Promise.all(amends)) assert.ok(amended.ok);
  assert.deepEqual([harness.venue.cancelled.length, getOrder(harness, order.id).priceText], [1, '0.47']);
});

test('a cancel with a lost reply is proven by a query, and the new order follows', async () => {
  const harness = await openReplaceVenue();
  const order = await submit(harness);
  harness.venue.onCancel = (clientId) => {
    harness.venue.close(clientId);
    return { kind: 'unknown', why: 'timeout' };
  };
  const answer = harness.oms.orders.amend(TRADER, order.id, { price: '0.47' });
  await advance(harness, 1_000, 50);
  assert.equal(value(await answer).id, order.id);
  assert.deepEqual(
    [getOrder(harness, order.id).priceText, getOrder(harness, order.id).pendingAction],
    ['0.47', null],
  );
  assert.equal(harness.venue.placed.length, 2);
});

test('an unanswered cancel may still arrive: while the order is shown resting, the amend is not given up', async () => {
  const harness = await openReplaceVenue();
  const order = await submit(harness);
  harness.venue.onCancel = () => ({ kind: 'unknown', why: 'timeout' });
  const answer = harness.oms.orders.amend(TRADER, order.id, { price: '0.47' });
  await advance(harness, 3_000, 100);
  assert.equal(value(await answer).pendingAction, 'amend');
  assert.equal(getOrder(harness, order.id).pendingAction, 'amend');
  harness.venue.onCancel = (clientId) => ({ kind: 'report', report: harness.venue.close(clientId) });
  await advance(harness, 2_000, 100);
  assert.deepEqual(
    [getOrder(harness, order.id).priceText, getOrder(harness, order.id).pendingAction],
    ['0.47', null],
  );
});

/** A harness whose venue answers no cancel and no query, and the times of its cancel requests. */
async function openSilentVenue(): Promise<{
  readonly harness: ReplaceHarness;
  readonly requestedAtMs: number[];
}> {
  const harness = await openReplaceVenue();
  const requestedAtMs: number[] = [];
  harness.venue.onQuery = () => ({ kind: 'failed', why: 'down' });
  harness.venue.onCancel = () => {
    requestedAtMs.push(harness.clock.monotonicMs());
    return { kind: 'unknown', why: 'timeout' };
  };
  return { harness, requestedAtMs };
}

test('the cancel of a replacement is retried with back-off until it is answered, and not after a stop', async () => {
  const { harness, requestedAtMs } = await openSilentVenue();
  const order = await submit(harness);
  void harness.oms.orders.amend(TRADER, order.id, { price: '0.47' });
  await settle();
  await advance(harness, 19_000, 250);
  assert.deepEqual(requestedAtMs, [0, 250, 750, 1_750, 3_750, 7_750, 12_750, 17_750]);
  harness.oms.stop();
  await advance(harness, 10_000, 1_000);
  assert.equal(requestedAtMs.length, 8);
});

test('a cancel that may have arrived is not given up when a later attempt cannot be sent', async () => {
  const { harness } = await openSilentVenue();
  const order = await submit(harness);
  void harness.oms.orders.amend(TRADER, order.id, { price: '0.47' });
  await settle();
  harness.venue.onCancel = () => ({ kind: 'unsent', why: 'down' });
  await advance(harness, 2_000, 250);
  assert.equal(getOrder(harness, order.id).pendingAction, 'amend');
  harness.oms.onVenueReport(harness.venue.name, harness.venue.close(getClientId(order)));
  await settle();
  assert.deepEqual([getOrder(harness, order.id).priceText, harness.venue.placed.length], ['0.47', 2]);
});

test('an order whose cancel the venue refuses keeps its terms, and the caller gets the refusal', async () => {
  const harness = await openReplaceVenue();
  const order = await submit(harness);
  harness.venue.onCancel = () => ({ kind: 'refused', code: 'busy', message: 'not now' });
  const refused = harness.oms.orders.amend(TRADER, order.id, { qty: '15' });
  await settle();
  harness.clock.advance(1);
  assert.equal(resultCode(await refused), 'validation');
  harness.venue.onCancel = () => ({ kind: 'unsent', why: 'refused' });
  const unsent = await harness.oms.orders.amend(TRADER, order.id, { qty: '15' });
  assert.equal(resultCode(unsent), 'venue_unavailable');
  assert.deepEqual(unsent.ok || unsent.error.details, { outcome: 'not_stored' });
  assert.deepEqual(
    [
      getOrder(harness, order.id).status,
      getOrder(harness, order.id).pendingAction,
      worstCaseQty(harness),
      harness.venue.placed.length,
    ],
    ['OPEN', null, qty('10'), 1],
  );
});

for (const [name, filled, expected] of [
  ['up to the new total', '8', ['FILLED', null, '8']],
  ['beyond the new total', '9', ['FILLED', null, '9']],
  ['whole', '10', ['FILLED', null, '10']],
] as const) {
  test(`race: amend to 8 against a fill ${name}: the fill wins, and nothing new is sent`, async () => {
    const harness = await openReplaceVenue();
    const order = await submit(harness);
    harness.venue.onCancel = (clientId) => {
      harness.venue.fill(clientId, 't1', filled);
      return { kind: 'report', report: harness.venue.close(clientId) };
    };
    const answer = await harness.oms.orders.amend(TRADER, order.id, { qty: '8' });
    assert.ok(!answer.ok || answer.value.status === 'FILLED');
    const { qtyText } = getOrder(harness, order.id);
    assert.deepEqual([...getEnd(harness, order.id), qtyText, harness.venue.placed.length], [...expected, 1]);
    assert.equal(worstCaseQty(harness), qty(filled));
  });
}

test('a fill during the replace reduces the new order; stale reports of the old order change nothing', async () => {
  const harness = await openReplaceVenue();
  const order = await submit(harness);
  const first = getClientId(order);
  const rested = harness.venue.orders.get(first);
  harness.venue.onCancel = (clientId) => {
    harness.venue.fill(clientId, 't1', '4');
    return { kind: 'report', report: harness.venue.close(clientId) };
  };
  value(await harness.oms.orders.amend(TRADER, order.id, { price: '0.47' }));
  assert.equal(routed(harness), qty('10'));
  const closed = harness.venue.orders.get(first);
  assert.ok(rested !== undefined && closed !== undefined);
  for (const stale of [
    rested,
    closed,
    { ...closed, status: 'EXPIRED' as const, reason: 'expired' as const },
  ]) {
    harness.oms.onVenueReport(harness.venue.name, stale);
    await settle();
  }
  const [leg] = getOrder(harness, order.id).legs;
  assert.deepEqual(
    [getOrder(harness, order.id).status, leg?.generation, leg?.status],
    ['PARTIAL', 2, 'PARTIAL'],
  );
  assert.equal(sumFilledQty(getOrder(harness, order.id)), qty('4'));
});

test('a late fill of the old order counts, and the new order is cancelled when it exceeds the rest', async () => {
  const harness = await openReplaceVenue();
  const order = await submit(harness);
  const first = getClientId(order);
  value(await harness.oms.orders.amend(TRADER, order.id, { price: '0.47' }));
  const [placed] = harness.venue.placed;
  const closed = harness.venue.orders.get(first);
  assert.ok(placed !== undefined && closed !== undefined);
  const late = { ...closed, filledQty: qty('2'), fills: [venueFill(placed, 't9', '2', '0.48')] };
  harness.oms.onVenueReport(harness.venue.name, late);
  await settle();
  assert.deepEqual(getEnd(harness, order.id), ['CANCELLED', 'replace_interrupted']);
  assert.equal(sumFilledQty(getOrder(harness, order.id)), qty('2'));
  assert.ok(harness.errors.includes('venue contradicts our record'));
});

for (const [name, outcome] of [
  ['refuses', { kind: 'refused', code: 'no', message: 'no' }],
  ['cannot be reached', { kind: 'unsent', why: 'down' }],
] as const) {
  test(`a venue that ${name} when the new order comes leaves the order CANCELLED as replace_interrupted`, async () => {
    const harness = await openReplaceVenue();
    const order = await submit(harness);
    harness.venue.onPlace = () => outcome;
    const amended = value(await harness.oms.orders.amend(TRADER, order.id, { price: '0.47' }));
    assert.deepEqual(
      [amended.status, amended.reason, worstCaseQty(harness)],
      ['CANCELLED', 'replace_interrupted', 0n],
    );
    assert.equal(amended.priceText, '0.48', 'the terms of the last resting order');
  });
}

test('a new order without a reply is in doubt: adopted when found, CANCELLED when its absence is proven', async () => {
  for (const isThere of [true, false]) {
    const harness = await openReplaceVenue();
    const order = await submit(harness);
    harness.venue.onPlace = (placed) => {
      if (isThere) harness.venue.keep(toReport(placed));
      return { kind: 'unknown', why: 'timeout' };
    };
    const answer = harness.oms.orders.amend(TRADER, order.id, { price: '0.47' });
    await advance(harness, 1_500);
    assert.equal(value(await answer).id, order.id);
    assert.equal(worstCaseQty(harness), qty('10'), 'reserved while in doubt');
    await advance(harness, 20_000);
    assert.deepEqual(
      getEnd(harness, order.id),
      isThere ? ['OPEN', null] : ['CANCELLED', 'replace_interrupted'],
    );
    assert.deepEqual([harness.venue.placed.length, getOrder(harness, order.id).pendingAction], [2, null]);
  }
});

test('race: kill switch against the new order: it is not sent, and a later lowering amend is refused', async () => {
  const harness = await openReplaceVenue();
  const [order, other] = [await submit(harness), await submit(harness)];
  const { onCancel } = harness.venue;
  harness.venue.onCancel = async (clientId) => {
    value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: true }));
    return onCancel(clientId);
  };
  const amended = value(await harness.oms.orders.amend(TRADER, order.id, { price: '0.47' }));
  assert.deepEqual([amended.status, amended.reason], ['CANCELLED', 'replace_interrupted']);
  assert.equal(harness.venue.placed.length, 2);
  assert.equal(resultCode(await harness.oms.orders.amend(TRADER, other.id, { qty: '5' })), 'kill_switch');
  assert.equal(getOrder(harness, other.id).status, 'OPEN');
});

test('race: a closed market and a stale amend each stop the new order at the gateway', async () => {
  for (const happens of [
    (harness: ReplaceHarness) => harness.market.set(openInstrument(1001, { status: 'PAUSED' })),
    (harness: ReplaceHarness) => harness.clock.advance(5_001),
  ]) {
    const harness = await openReplaceVenue();
    const order = await submit(harness);
    const { onCancel } = harness.venue;
    harness.venue.onCancel = (clientId) => {
      happens(harness);
      return onCancel(clientId);
    };
    await harness.oms.orders.amend(TRADER, order.id, { price: '0.47' });
    await settle();
    assert.deepEqual(
      [...getEnd(harness, order.id), harness.venue.placed.length],
      ['CANCELLED', 'replace_interrupted', 1],
    );
  }
});

test('race: cancel against replace, in both orders and with cancel-all: the order ends by the cancel', async () => {
  for (const isAll of [false, true]) {
    const sendCancel = (harness: OmsHarness, id: OrderId): Promise<unknown> =>
      isAll
        ? harness.oms.orders.cancelAll(TRADER, null, 'cancel_all')
        : harness.oms.orders.cancel(TRADER, id);
    const reason = isAll ? 'cancel_all' : 'user_cancel';
    // The cancel comes before the end of the old order is proven.
    const early = await openReplaceVenue();
    const first = await submit(early);
    const reply = Promise.withResolvers<void>();
    early.venue.onCancel = async (clientId) => {
      await reply.promise;
      return { kind: 'report', report: early.venue.close(clientId) };
    };
    const amends = early.oms.orders.amend(TRADER, first.id, { price: '0.47' });
    await settle();
    const cancels = sendCancel(early, first.id);
    await settle();
    reply.resolve();
    await Promise.all([amends, cancels]);
    assert.deepEqual([...getEnd(early, first.id), early.venue.placed.length], ['CANCELLED', reason, 1]);
    // The cancel comes while the new order is being sent.
    const late = await openReplaceVenue();
    const second = await submit(late);
    const place = Promise.withResolvers<void>();
    const { onPlace } = late.venue;
    late.venue.onPlace = async (placed) => {
      await place.promise;
      return onPlace(placed);
    };
    const replaces = late.oms.orders.amend(TRADER, second.id, { price: '0.47' });
    await settle();
    late.venue.onCancel = (clientId) =>
      late.venue.orders.has(clientId)
        ? { kind: 'report', report: late.venue.close(clientId) }
        : { kind: 'refused', code: 'unknown_order', message: 'not here' };
    const ends = sendCancel(late, second.id);
    await settle();
    place.resolve();
    await advance(late, 2_000, 50);
    await Promise.all([replaces, ends]);
    assert.deepEqual(getEnd(late, second.id), ['CANCELLED', reason]);
    assert.equal(routed(late), 0n);
  }
});

test('I-05: the new order does not leave before it is durable', async () => {
  const synced = { promise: Promise.resolve() };
  const venue = new ReplacingVenue();
  const harness = await openOms({ venue, disk: { beforeSync: () => synced.promise } });
  const order = await submit(harness);
  const sync = Promise.withResolvers<void>();
  venue.onCancel = (clientId) => {
    synced.promise = sync.promise;
    return { kind: 'report', report: venue.close(clientId) };
  };
  const answer = harness.oms.orders.amend(TRADER, order.id, { price: '0.47' });
  await settle();
  assert.equal(venue.placed.length, 1);
  sync.resolve();
  assert.equal(value(await answer).priceText, '0.47');
  assert.equal(venue.placed.length, 2);
});

test('crash 15: old order cancelled, new one not decided: nothing is sent, the order is replace_interrupted', async () => {
  const harness = await openReplaceVenue();
  const order = await submit(harness);
  harness.venue.onCancel = (clientId) => {
    harness.venue.close(clientId);
    return new Promise(() => {});
  };
  void harness.oms.orders.amend(TRADER, order.id, { price: '0.47' });
  await settle();
  const next = await restart(harness);
  await advance(next, 2_000);
  assert.deepEqual(getEnd(next, order.id), ['CANCELLED', 'replace_interrupted']);
  await advance(next, 60_000, 5_000);
  assert.deepEqual([next.venue.placed.length, worstCaseQty(next)], [0, 0n]);
});

test('crash while the cancel is in flight: an order that keeps resting keeps its terms', async () => {
  const harness = await openReplaceVenue();
  const order = await submit(harness);
  harness.venue.onCancel = () => new Promise(() => {});
  void harness.oms.orders.amend(TRADER, order.id, { price: '0.47' });
  await settle();
  const next = await restart(harness);
  await advance(next, 5_000);
  assert.equal(getOrder(next, order.id).pendingAction, 'amend', 'the cancel may still arrive');
  await advance(next, 10_000);
  const { status, pendingAction, priceText } = getOrder(next, order.id);
  assert.deepEqual([status, pendingAction, priceText, next.venue.placed.length], ['OPEN', null, '0.48', 0]);
});

test('crash 16: new order sent or not, without a reply: in doubt, and the old one stays closed', async () => {
  for (const isThere of [true, false]) {
    const harness = await openReplaceVenue();
    const order = await submit(harness);
    harness.venue.onPlace = (placed) => {
      if (isThere) harness.venue.keep(toReport(placed));
      return new Promise(() => {});
    };
    void harness.oms.orders.amend(TRADER, order.id, { price: '0.47', qty: '12' });
    await settle();
    const next = await restart(harness);
    assert.equal(worstCaseQty(next), qty('12'));
    await advance(next, 20_000);
    const { priceText, qtyText, pendingAction } = getOrder(next, order.id);
    assert.deepEqual(getEnd(next, order.id), isThere ? ['OPEN', null] : ['CANCELLED', 'replace_interrupted']);
    assert.deepEqual(
      [priceText, qtyText, pendingAction],
      isThere ? ['0.47', '12', null] : ['0.48', '10', null],
    );
    assert.equal(next.venue.placed.length, 0);
    // A fill of the first generation is still attributed, by a client id that only the journal holds.
    const [first] = [...harness.venue.orders.values()];
    const [placed] = harness.venue.placed;
    assert.ok(first !== undefined && placed !== undefined);
    next.oms.onVenueReport(next.venue.name, {
      ...first,
      filledQty: qty('1'),
      fills: [venueFill(placed, 'late', '1', '0.48')],
    });
    await settle();
    assert.equal(sumFilledQty(getOrder(next, order.id)), qty('1'));
  }
});

test('the rest of a replaced order must meet the order rules of its venue', async () => {
  const harness = await openReplaceVenue();
  harness.market.set(openInstrument(1001, { qtyMin: qty('5') }));
  const order = await submit(harness);
  harness.oms.onVenueReport(harness.venue.name, harness.venue.fill(getClientId(order), 't1', '4'));
  await settle();
  assert.equal(resultCode(await harness.oms.orders.amend(TRADER, order.id, { qty: '8' })), 'validation');
  assert.equal(value(await harness.oms.orders.amend(TRADER, order.id, { qty: '9' })).qtyText, '9');
});
