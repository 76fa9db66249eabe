import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveAt } from '../contract/model/instrument.ts';
import type { OrderReport, VenueQuery } from '../ports/venue.ts';
import {
  getOrder,
  listGenericAsset,
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
import { price, qty, restingReply, toReport, venueFill } from './scripted-venue.fixture.ts';

/** A venue that applies every amend and cancel, and keeps the terms of each order. */
async function openCompliantVenue(): Promise<OmsHarness> {
  const harness = await openOms();
  const current = new Map<string, OrderReport>();
  harness.venue.onPlace = (order) => {
    current.set(order.clientId, toReport(order));
    return restingReply(order);
  };
  const change = (clientId: string, changed: Partial<OrderReport>) => {
    const report = { ...(current.get(clientId) as OrderReport), ...changed };
    current.set(clientId, report);
    return { kind: 'report', report } as const;
  };
  harness.venue.onAmend = ({ clientId, price: at, qty: size }) =>
    change(clientId, { ...(at === null ? {} : { price: at }), ...(size === null ? {} : { qty: size }) });
  harness.venue.onCancel = (clientId) => change(clientId, { status: 'CANCELLED', reason: 'requested' });
  return harness;
}

test('a cancel closes a live order once; a repeat returns the order; other closed orders are refused with 409', async () => {
  const harness = await openCompliantVenue();
  const order = await submit(harness);
  assert.deepEqual(
    [value(await harness.oms.orders.cancel(TRADER, order.id)).status, getOrder(harness, order.id).reason],
    ['CANCELLED', 'user_cancel'],
  );
  assert.equal(value(await harness.oms.orders.cancel(TRADER, order.id)).status, 'CANCELLED');
  assert.equal(harness.venue.cancelled.length, 1);
  harness.venue.onPlace = () => ({ kind: 'refused', code: 'no', message: 'no' });
  assert.equal(
    resultCode(await harness.oms.orders.cancel(TRADER, (await submit(harness)).id)),
    'order_not_open',
  );
  assert.equal(resultCode(await harness.oms.orders.cancel(TRADER, 'ord_99' as never)), 'not_found');
});

test('a cancel that the venue does not confirm stays pending and is retried', async () => {
  const harness = await openOms();
  const order = await submit(harness);
  const answer = harness.oms.orders.cancel(TRADER, order.id);
  await settle();
  harness.clock.advance(250);
  assert.deepEqual([value(await answer).status, value(await answer).pendingAction], ['OPEN', 'cancel']);
  await settle();
  harness.clock.advance(500);
  await settle();
  assert.ok(harness.venue.cancelled.length >= 3, 'the cancel is retried');
});

test('a cancel is retried with back-off, at least every five seconds, and not after a stop', async () => {
  const harness = await openOms();
  const order = await submit(harness);
  const requestedAtMs: number[] = [];
  harness.venue.onCancel = () => {
    requestedAtMs.push(harness.clock.monotonicMs());
    return { kind: 'unknown', why: 'timeout' };
  };
  void harness.oms.orders.cancel(TRADER, order.id);
  const wait = async (ms: number) => {
    for (let left = ms; left > 0; left -= 250) {
      await settle();
      harness.clock.advance(250);
    }
    await settle();
  };
  await wait(19_000);
  assert.deepEqual(requestedAtMs, [0, 250, 750, 1_750, 3_750, 7_750, 12_750, 17_750]);
  harness.oms.stop();
  await wait(10_000);
  assert.equal(requestedAtMs.length, 8);
});

test('I-05: a second cancel does not reach the venue before the first is durable', async () => {
  const synced = { promise: Promise.resolve() };
  const harness = await openOms({ disk: { beforeSync: () => synced.promise } });
  const order = await submit(harness);
  const sync = Promise.withResolvers<void>();
  synced.promise = sync.promise;
  const first = harness.oms.orders.cancel(TRADER, order.id);
  await settle();
  const second = harness.oms.orders.cancel(TRADER, order.id);
  await settle();
  assert.equal(harness.venue.cancelled.length, 0);
  sync.resolve();
  await settle();
  assert.equal(harness.venue.cancelled.length, 1);
  harness.clock.advance(250);
  for (const answer of [first, second]) assert.equal(value(await answer).pendingAction, 'cancel');
});

test('race: cancel against a fill that came first answers FILLED', async () => {
  const harness = await openOms();
  const order = await submit(harness);
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  harness.venue.onCancel = () => ({ kind: 'refused', code: 'unknown_order', message: 'gone' });
  harness.venue.onQuery = () => ({
    kind: 'found',
    report: toReport(placed, { status: 'FILLED', fills: [venueFill(placed, 't1', '10', '0.48')] }),
  });
  const answer = harness.oms.orders.cancel(TRADER, order.id);
  await settle();
  harness.clock.advance(1);
  await settle();
  assert.equal(value(await answer).status, 'FILLED');
});

test('an order closed by its venue has a reason of our API', async () => {
  const harness = await openOms();
  const reasons = [
    ['ioc_remainder', 'ioc_remainder'],
    ['fok_unfilled', 'fok_unfilled'],
    ['no_liquidity', 'no_liquidity'],
    ['market_closed', 'market_closed'],
    ['venue_rule', 'venue_cancelled'],
    ['requested', 'venue_cancelled'], // not by us
  ] as const;
  for (const [venueReason, apiReason] of reasons) {
    harness.venue.onPlace = (order) => restingReply(order, { status: 'CANCELLED', reason: venueReason });
    const { status, reason } = await submit(harness);
    assert.deepEqual([status, reason], ['CANCELLED', apiReason], venueReason);
  }
  harness.venue.onPlace = (order) => restingReply(order, { status: 'EXPIRED', reason: 'expired' });
  const { status, reason } = await submit(harness);
  assert.deepEqual([status, reason], ['EXPIRED', 'expired']);
});

test('I-17: cancel-all covers only the given subaccount; a repeat finds nothing', async () => {
  const harness = await openCompliantVenue();
  const [mine, other] = [await submit(harness), await submit(harness, { subaccount_id: 'sa_2' })];
  const summary = value(await harness.oms.orders.cancelAll(TRADER, 'sa_1' as never, 'risk_cancel_all'));
  assert.deepEqual([summary.cancelled, summary.pending, summary.failed], [[mine.id], [], []]);
  assert.deepEqual(
    [getOrder(harness, mine.id).reason, getOrder(harness, other.id).status],
    ['risk_cancel_all', 'OPEN'],
  );
  assert.deepEqual(
    value(await harness.oms.orders.cancelAll(TRADER, 'sa_1' as never, 'cancel_all')).cancelled,
    [],
  );
  assert.equal(
    resultCode(await harness.oms.orders.cancelAll(TRADER, 'sa_9' as never, 'cancel_all')),
    'not_found',
  );
});

test("I-17: cancel-all leaves another account's orders alone, though its subaccount has the same name", async () => {
  const harness = await openCompliantVenue();
  const stranger = { ...TRADER, accountId: 'acc_2' as never, keyId: 'key_2' as never };
  const { accountId } = stranger;
  await harness.oms.accountAdmin.createAccount(accountId);
  await harness.oms.accountAdmin.createSubaccount({
    accountId,
    subaccountId: 'sa_1' as never,
    name: 'theirs',
  });
  const mine = await submit(harness);
  const theirs = value(await harness.oms.orders.submit(stranger, orderBody(), null)).order;
  for (const subaccountId of ['sa_1' as never, null]) {
    const summary = value(await harness.oms.orders.cancelAll(TRADER, subaccountId, 'cancel_all'));
    assert.deepEqual(summary.cancelled, subaccountId === null ? [] : [mine.id]);
  }
  assert.equal(getOrder(harness, theirs.id).status, 'OPEN');
});

test('I-17: cancel-all journals everything at once and sends to the venues in slices, so that other calls get through', async () => {
  const harness = await openCompliantVenue();
  for (let count = 0; count < 450; count += 1) await submit(harness);
  const live = () => [...harness.oms.state.orders.values()].filter(({ status }) => status === 'OPEN');
  const summary = harness.oms.orders.cancelAll(TRADER, null, 'cancel_all');
  await settle();
  assert.equal(harness.venue.cancelled.length, 200);
  assert.deepEqual(
    live().map(({ pendingAction }) => pendingAction),
    Array.from({ length: 250 }, () => 'cancel'),
    'one journal entry: it also covers the cancels that are not sent yet',
  );
  assert.equal(value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: true })).active, true);
  const later = live().at(-1);
  assert.ok(later);
  assert.equal(value(await harness.oms.orders.cancel(TRADER, later.id)).status, 'CANCELLED');
  const sentCounts = [harness.venue.cancelled.length];
  for (let slice = 0; slice < 3 && live().length > 0; slice += 1) {
    harness.clock.advance(0);
    await settle();
    sentCounts.push(harness.venue.cancelled.length);
  }
  assert.deepEqual(sentCounts, [201, 401, 450], 'each leg once, at most 200 between two event loop steps');
  assert.equal(value(await summary).cancelled.length, 450);
});

test('I-17: the next slice of a cancel-all waits until the reports of the one before are durable, but not for a journal that does not answer', async () => {
  const synced = { promise: Promise.resolve() };
  const harness = await openOms({ disk: { beforeSync: () => synced.promise } });
  for (let count = 0; count < 450; count += 1) await submit(harness);
  const sync = Promise.withResolvers<void>();
  harness.venue.onCancel = (clientId) => {
    synced.promise = sync.promise;
    const placed = harness.venue.placed.find((order) => order.clientId === clientId);
    assert.ok(placed !== undefined);
    return restingReply(placed, { status: 'CANCELLED', reason: 'requested' });
  };
  const summary = harness.oms.orders.cancelAll(TRADER, null, 'cancel_all');
  const sentAfter = async (ms: number): Promise<number> => {
    await settle();
    harness.clock.advance(ms);
    await settle();
    return harness.venue.cancelled.length;
  };
  assert.deepEqual([await sentAfter(0), await sentAfter(249), await sentAfter(1)], [200, 200, 400]);
  sync.resolve();
  assert.equal(await sentAfter(0), 450);
  value(await summary);
});

test('P-03, I-17: a journaled cancel-all reaches every venue, although the disk fails meanwhile', async () => {
  let isFull = false;
  const beforeSync = async (): Promise<void> => {
    if (isFull) throw new Error('disk full');
  };
  const harness = await openOms({ disk: { beforeSync } });
  for (let count = 0; count < 450; count += 1) await submit(harness);
  harness.venue.onCancel = () => {
    isFull = true; // the venue cancels it, but the cancel cannot be journaled
    return { kind: 'unknown', why: 'no answer' };
  };
  void harness.oms.orders.cancelAll(TRADER, null, 'cancel_all').catch(() => {});
  await settle();
  assert.equal(harness.venue.cancelled.length, 200);
  assert.equal(resultCode(await harness.oms.orders.submit(TRADER, orderBody(), null)), 'shutting_down');
  for (let slice = 0; slice < 2; slice += 1) {
    harness.clock.advance(0);
    await settle();
  }
  assert.equal(harness.venue.cancelled.length, 450);
});

test('an amend changes price and quantity, keeps the id, and moves the reservation', async () => {
  const harness = await openCompliantVenue();
  const order = await submit(harness);
  const amended = value(await harness.oms.orders.amend(TRADER, order.id, { price: '0.470', qty: '8' }));
  assert.deepEqual(
    [amended.id, amended.priceText, amended.qtyText, amended.pendingAction],
    [order.id, '0.470', '8', null],
  );
  assert.equal(harness.oms.state.exposure.totals(TRADER.accountId, null).worst, qty('8'));
  assert.equal(value(await harness.oms.orders.amend(TRADER, order.id, { price: '0.47' })).priceText, '0.47');
  assert.equal(harness.venue.amended.length, 1, 'the same price in another format is not sent');
});

test('an amend is refused for bad fields, immutable fields, closed orders, filled quantity and limits', async () => {
  const harness = await openCompliantVenue();
  const order = await submit(harness);
  const code = async (change: unknown) =>
    resultCode(await harness.oms.orders.amend(TRADER, order.id, change));
  for (const bad of [
    {},
    { qty: '0' },
    { price: 0.4 },
    { side: 'SELL' },
    { colour: 1 },
    { tif: 'IOC' },
    { expires_at: '2030-01-01T00:00:00Z' },
    { tif: 'GTD' },
    { price: '0.485' },
    [],
  ]) {
    assert.equal(await code(bad), 'validation', JSON.stringify(bad));
  }
  value(await harness.oms.risk.setLimits(TRADER, { max_position_qty: '12', max_order_qty: '15' }));
  assert.equal(await code({ qty: '13' }), 'risk_limit');
  assert.equal(await code({ qty: '12' }), 'ok');
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  harness.oms.onVenueReport(
    harness.venue.name,
    toReport(placed, { qty: qty('12'), fills: [venueFill(placed, 't1', '5', '0.48')] }),
  );
  await settle();
  assert.equal(await code({ qty: '5' }), 'validation');
  harness.market.set(openInstrument(1001, { status: 'PAUSED' }));
  assert.equal(await code({ qty: '6' }), 'market_not_open');
  await harness.oms.orders.cancel(TRADER, order.id);
  assert.equal(await code({ qty: '6' }), 'order_not_open');
});

test('I-12: while a raise is at the venue its larger quantity is reserved, and released when refused', async () => {
  const harness = await openCompliantVenue();
  const order = await submit(harness);
  const worst = () => harness.oms.state.exposure.totals(TRADER.accountId, null).worst;
  harness.venue.onAmend = async () => {
    assert.equal(worst(), qty('15'));
    return { kind: 'refused', code: 'no', message: 'not now' };
  };
  assert.equal(resultCode(await harness.oms.orders.amend(TRADER, order.id, { qty: '15' })), 'validation');
  assert.deepEqual(
    [worst(), getOrder(harness, order.id).qty, getOrder(harness, order.id).pendingAction],
    [qty('10'), qty('10'), null],
  );
});

test('a second amend during the first is refused and sends nothing to the venue', async () => {
  const harness = await openCompliantVenue();
  const order = await submit(harness);
  const reply = Promise.withResolvers<void>();
  const { onAmend } = harness.venue;
  harness.venue.onAmend = async (amend) => {
    await reply.promise;
    return onAmend(amend);
  };
  const first = harness.oms.orders.amend(TRADER, order.id, { price: '0.47' });
  await settle();
  assert.equal(
    resultCode(await harness.oms.orders.amend(TRADER, order.id, { price: '0.46' })),
    'order_not_open',
  );
  reply.resolve();
  assert.equal(value(await first).priceText, '0.47');
  assert.equal(harness.venue.amended.length, 1);
});

test('an amend with a lost reply is settled by a query', async () => {
  const harness = await openCompliantVenue();
  const order = await submit(harness);
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  harness.venue.onAmend = () => ({ kind: 'unknown', why: 'timeout' });
  harness.venue.onQuery = () => ({ kind: 'found', report: toReport(placed, { price: price('0.47') }) });
  const answer = harness.oms.orders.amend(TRADER, order.id, { price: '0.47' });
  for (let step = 0; step < 3; step += 1) {
    await settle();
    harness.clock.advance(1);
  }
  assert.deepEqual(
    [value(await answer).priceText, getOrder(harness, order.id).pendingAction],
    ['0.47', null],
  );
});

test('an amend without a reply is given up only once it can no longer reach the venue', async () => {
  const harness = await openCompliantVenue();
  const order = await submit(harness);
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  harness.venue.onAmend = () => ({ kind: 'unknown', why: 'timeout' });
  harness.venue.onQuery = () => ({ kind: 'found', report: toReport(placed) });
  const answer = harness.oms.orders.amend(TRADER, order.id, { price: '0.46' });
  const waitSeconds = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      await settle();
      harness.clock.advance(1_000);
    }
    await settle();
  };
  await waitSeconds(9);
  assert.equal(value(await answer).pendingAction, 'amend');
  assert.equal(getOrder(harness, order.id).pendingAction, 'amend', 'unchanged terms are no proof yet');
  await waitSeconds(3);
  assert.deepEqual(
    [getOrder(harness, order.id).priceText, getOrder(harness, order.id).pendingAction],
    ['0.48', null],
  );
});

test('P-02: unchanged terms of a query sent too early do not end an amend, however late the answer', async () => {
  const harness = await openCompliantVenue();
  const order = await submit(harness);
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  harness.venue.onAmend = () => ({ kind: 'unknown', why: 'timeout' });
  const early = Promise.withResolvers<VenueQuery>();
  harness.venue.order = () => early.promise;
  const answer = harness.oms.orders.amend(TRADER, order.id, { price: '0.46' });
  await settle();
  harness.clock.advance(1_000);
  await settle();
  harness.clock.advance(60_000); // the process was stopped, and the amend has reached the venue meanwhile
  const amended = toReport(placed, { price: price('0.46') });
  harness.venue.order = async () => ({ kind: 'found', report: amended });
  early.resolve({ kind: 'found', report: toReport(placed) });
  await settle();
  assert.equal(getOrder(harness, order.id).pendingAction, 'amend');
  harness.clock.advance(1_000);
  await settle();
  assert.equal(value(await answer).priceText, '0.48', 'answered after the wait, with the amend in doubt');
  assert.deepEqual(
    [getOrder(harness, order.id).priceText, getOrder(harness, order.id).pendingAction],
    ['0.46', null],
  );
});

test('a settled market closes each position at its result, once, also if it settled while the service was down', async () => {
  const harness = await openOms();
  harness.venue.onPlace = (order) =>
    restingReply(order, { status: 'FILLED', fills: [venueFill(order, `t-${order.clientId}`, '10', '0.48')] });
  await submit(harness);
  await submit(harness, { subaccount_id: 'sa_2', outcome: 'NO', price: '0.48' });
  await submit(harness, { instrument_id: 1002 });
  harness.market.set(openInstrument(1001, { status: 'SETTLED', result: 'YES' }));
  harness.market.set(openInstrument(1001, { status: 'SETTLED', result: 'YES' }));
  await settle();
  const fills = [];
  for await (const page of value(await harness.oms.queries.fills(TRADER, { subaccountId: 'sa_1' as never })))
    fills.push(...page);
  const [settled] = fills;
  assert.deepEqual(
    [settled?.liquidity, settled?.price, settled?.realizedPnl],
    ['SETTLEMENT', price('1'), qty('5.2') * price('1')],
  );
  assert.equal(fills.length, 3);
  const next = await openOms({
    storage: await harness.storage.restart(),
    clock: harness.clock,
    market: harness.market,
  });
  assert.deepEqual(
    value(next.oms.queries.positions(TRADER, 'sa_1' as never)).map(({ position }) => position.instrumentId),
    [1002],
  );
  harness.market.instruments.set(1002 as never, openInstrument(1002, { status: 'SETTLED', result: 'VOID' }));
  const last = await openOms({
    storage: await next.storage.restart(),
    clock: harness.clock,
    market: harness.market,
  });
  assert.deepEqual(value(last.oms.queries.positions(TRADER, 'sa_1' as never)), []);
});

test('a market that settles at a fraction pays its price to YES and the complement to NO', async () => {
  const harness = await openOms();
  harness.venue.onPlace = (order) =>
    restingReply(order, { status: 'FILLED', fills: [venueFill(order, `t-${order.clientId}`, '10', '0.48')] });
  await submit(harness);
  await submit(harness, { subaccount_id: 'sa_2', outcome: 'NO', price: '0.48' });
  const resolution = resolveAt(price('0.37'));
  harness.market.set(openInstrument(1001, { status: 'SETTLED', ...resolution }));
  await settle();
  for (const [subaccountId, side, realized] of [
    ['sa_1', 'SELL', -11n],
    ['sa_2', 'BUY', 15n],
  ] as const) {
    assert.deepEqual(value(harness.oms.queries.positions(TRADER, subaccountId as never)), []);
    const pages = [];
    for await (const page of value(
      await harness.oms.queries.fills(TRADER, { subaccountId: subaccountId as never }),
    ))
      pages.push(...page);
    const [settled] = pages;
    assert.deepEqual(
      [settled?.liquidity, settled?.side, settled?.outcome, settled?.price, settled?.realizedPnl],
      ['SETTLEMENT', side, 'YES', price('0.37'), (realized * qty('10') * price('0.01')) as never],
    );
  }
  assert.equal(harness.oms.failure, null);
});

test('a fill that is reported after its market has resolved is settled too', async () => {
  const harness = await openOms();
  await submit(harness);
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  harness.market.set(openInstrument(1001, { status: 'SETTLED', result: 'NO' }));
  harness.oms.onVenueReport(
    harness.venue.name,
    toReport(placed, {
      status: 'CANCELLED',
      reason: 'market_closed',
      fills: [venueFill(placed, 't1', '4', '0.48')],
    }),
  );
  await settle();
  assert.deepEqual(value(harness.oms.queries.positions(TRADER, 'sa_1' as never)), []);
});

test('a late fill after the settlement is settled separately, and the service continues', async () => {
  const harness = await openOms();
  const order = await submit(harness);
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  const first = venueFill(placed, 't1', '4', '0.48');
  harness.oms.onVenueReport(harness.venue.name, toReport(placed, { fills: [first] }));
  harness.market.set(openInstrument(1001, { status: 'SETTLED', result: 'NO' }));
  await settle();
  const late = venueFill(placed, 't2', '6', '0.48');
  harness.oms.onVenueReport(harness.venue.name, toReport(placed, { status: 'FILLED', fills: [first, late] }));
  await settle();
  assert.deepEqual(value(harness.oms.queries.positions(TRADER, 'sa_1' as never)), []);
  assert.deepEqual([getOrder(harness, order.id).status, harness.oms.failure], ['FILLED', null]);
});

test('positions are published on each change, and on a changed mark at most once a second', async () => {
  const harness = await openOms();
  const published: (string | null)[] = [];
  harness.oms.feeds.onPosition(({ position, markPrice }) =>
    published.push(`${position.net / 100_000_000n}@${markPrice ?? ''}`),
  );
  harness.venue.onPlace = (order) =>
    restingReply(order, { status: 'FILLED', fills: [venueFill(order, 't', '10', '0.48')] });
  await submit(harness);
  for (const mark of ['0.5', '0.51', '0.52']) harness.market.setMark(1001, mark);
  harness.market.setMark(1002, '0.1');
  harness.clock.advance(1_000);
  harness.clock.advance(1_000);
  assert.deepEqual(published, ['10@48000000', '10@52000000']);
});

test('I-16: a cancel survives an adapter that throws', async () => {
  const harness = await openOms();
  const order = await submit(harness);
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  let attempts = 0;
  harness.venue.onCancel = () => {
    attempts += 1;
    if (attempts === 1) throw new Error('socket hang up');
    return restingReply(placed, { status: 'CANCELLED', reason: 'requested' });
  };
  const answer = harness.oms.orders.cancel(TRADER, order.id);
  await settle();
  harness.clock.advance(250);
  assert.equal(value(await answer).pendingAction, 'cancel');
  await settle();
  harness.clock.advance(500);
  await settle();
  assert.equal(getOrder(harness, order.id).status, 'CANCELLED');
});

test('an amend whose adapter throws is in doubt and settled by a query', async () => {
  const harness = await openOms();
  const order = await submit(harness);
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  harness.venue.onAmend = () => {
    throw new Error('socket hang up');
  };
  harness.venue.onQuery = () => ({ kind: 'found', report: toReport(placed, { price: price('0.47') }) });
  const answer = harness.oms.orders.amend(TRADER, order.id, { price: '0.47' });
  await settle();
  harness.clock.advance(250);
  assert.equal(value(await answer).id, order.id);
  await settle();
  const after = getOrder(harness, order.id);
  assert.deepEqual([after.price, after.pendingAction], [price('0.47'), null]);
});

test('a SPLIT with a leg in doubt cannot be amended, and no amend stays pending', async () => {
  const harness = await openOms();
  listGenericAsset(harness.market, [1001, 1002], '5');
  harness.venue.onPlace = (order) =>
    order.venueInstrumentId === 'M-1001' ? restingReply(order) : { kind: 'unknown', why: 'timeout' };
  const submitted = submit(harness, { ...ON_ASSET, routing: { mode: 'SPLIT' } });
  await settle();
  harness.clock.advance(250);
  const order = await submitted;
  assert.deepEqual([order.status, order.legs.length], ['OPEN', 2]);
  assert.equal(
    resultCode(await harness.oms.orders.amend(TRADER, order.id, { price: '0.46' })),
    'order_not_open',
  );
  assert.equal(getOrder(harness, order.id).pendingAction, null);
});
