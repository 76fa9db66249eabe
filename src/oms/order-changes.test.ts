import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderReport } from '../ports/venue.ts';
import {
  body,
  codeOf,
  fill,
  instrument,
  listAsset,
  type OmsHarness,
  ON_ASSET,
  openOms,
  price,
  qty,
  reportOf,
  resting,
  settle,
  stateOf,
  submit,
  TRADER,
  value,
} from './oms.fixture.ts';

/** A venue that amends and cancels as asked, and remembers each order's terms. */
async function openObedientDesk(): Promise<OmsHarness> {
  const desk = await openOms();
  const current = new Map<string, OrderReport>();
  desk.venue.onPlace = (order) => {
    current.set(order.clientId, reportOf(order));
    return resting(order);
  };
  const change = (clientId: string, changed: Partial<OrderReport>) => {
    const report = { ...(current.get(clientId) as OrderReport), ...changed };
    current.set(clientId, report);
    return { kind: 'report', report } as const;
  };
  desk.venue.onAmend = ({ clientId, price: at, qty: size }) =>
    change(clientId, { ...(at === null ? {} : { price: at }), ...(size === null ? {} : { qty: size }) });
  desk.venue.onCancel = (clientId) => change(clientId, { status: 'CANCELLED', reason: 'requested' });
  return desk;
}

test('a cancel ends a live order once; again it answers the record; other ends are 409', async () => {
  const desk = await openObedientDesk();
  const order = await submit(desk);
  assert.deepEqual(
    [value(await desk.engine.cancel(TRADER, order.id)).status, stateOf(desk, order.id).reason],
    ['CANCELLED', 'user_cancel'],
  );
  assert.equal(value(await desk.engine.cancel(TRADER, order.id)).status, 'CANCELLED');
  assert.equal(desk.venue.cancelled.length, 1);
  desk.venue.onPlace = () => ({ kind: 'refused', code: 'no', message: 'no' });
  assert.equal(codeOf(await desk.engine.cancel(TRADER, (await submit(desk)).id)), 'order_not_open');
  assert.equal(codeOf(await desk.engine.cancel(TRADER, 'ord_99' as never)), 'not_found');
});

test('a venue that does not confirm leaves the cancel pending, and it is pursued', async () => {
  const desk = await openOms();
  const order = await submit(desk);
  const answer = desk.engine.cancel(TRADER, order.id);
  await settle();
  desk.clock.advance(250);
  assert.deepEqual([value(await answer).status, value(await answer).pendingAction], ['OPEN', 'cancel']);
  await settle();
  desk.clock.advance(500);
  await settle();
  assert.ok(desk.venue.cancelled.length >= 3, 'asked again');
});

test('a cancel is asked for again ever more slowly, at least every five seconds, and no more after a stop', async () => {
  const desk = await openOms();
  const order = await submit(desk);
  const askedAtMs: number[] = [];
  desk.venue.onCancel = () => {
    askedAtMs.push(desk.clock.monotonicMs());
    return { kind: 'unknown', why: 'timeout' };
  };
  void desk.engine.cancel(TRADER, order.id);
  const wait = async (ms: number) => {
    for (let left = ms; left > 0; left -= 250) {
      await settle();
      desk.clock.advance(250);
    }
    await settle();
  };
  await wait(19_000);
  assert.deepEqual(askedAtMs, [0, 250, 750, 1_750, 3_750, 7_750, 12_750, 17_750]);
  desk.engine.stop();
  await wait(10_000);
  assert.equal(askedAtMs.length, 8);
});

test('I-05: a second cancel does not reach the venue before the first is durable', async () => {
  const synced = { promise: Promise.resolve() };
  const desk = await openOms({ disk: { beforeSync: () => synced.promise } });
  const order = await submit(desk);
  const sync = Promise.withResolvers<void>();
  synced.promise = sync.promise;
  const first = desk.engine.cancel(TRADER, order.id);
  await settle();
  const second = desk.engine.cancel(TRADER, order.id);
  await settle();
  assert.equal(desk.venue.cancelled.length, 0);
  sync.resolve();
  await settle();
  assert.equal(desk.venue.cancelled.length, 1);
  desk.clock.advance(250);
  for (const answer of [first, second]) assert.equal(value(await answer).pendingAction, 'cancel');
});

test('race: cancel against a fill that came first answers FILLED', async () => {
  const desk = await openOms();
  const order = await submit(desk);
  const [placed] = desk.venue.placed;
  assert.ok(placed);
  desk.venue.onCancel = () => ({ kind: 'refused', code: 'unknown_order', message: 'gone' });
  desk.venue.onQuery = () => ({
    kind: 'found',
    report: reportOf(placed, { status: 'FILLED', fills: [fill(placed, 't1', '10', '0.48')] }),
  });
  const answer = desk.engine.cancel(TRADER, order.id);
  await settle();
  desk.clock.advance(1);
  await settle();
  assert.equal(value(await answer).status, 'FILLED');
});

test('an order that its venue ends says why in our words', async () => {
  const desk = await openOms();
  const words = [
    ['ioc_remainder', 'ioc_remainder'],
    ['fok_unfilled', 'fok_unfilled'],
    ['no_liquidity', 'no_liquidity'],
    ['market_closed', 'market_closed'],
    ['venue_rule', 'venue_cancelled'],
    ['requested', 'venue_cancelled'], // not by us
  ] as const;
  for (const [told, ours] of words) {
    desk.venue.onPlace = (order) => resting(order, { status: 'CANCELLED', reason: told });
    const { status, reason } = await submit(desk);
    assert.deepEqual([status, reason], ['CANCELLED', ours], told);
  }
  desk.venue.onPlace = (order) => resting(order, { status: 'EXPIRED', reason: 'expired' });
  const { status, reason } = await submit(desk);
  assert.deepEqual([status, reason], ['EXPIRED', 'expired']);
});

test('I-17: cancel-all covers the subaccount asked for and nothing else; again it finds nothing', async () => {
  const desk = await openObedientDesk();
  const [mine, other] = [await submit(desk), await submit(desk, { subaccount_id: 'sa_2' })];
  const summary = value(await desk.engine.cancelAll(TRADER, 'sa_1' as never, 'risk_cancel_all'));
  assert.deepEqual([summary.cancelled, summary.pending, summary.failed], [[mine.id], [], []]);
  assert.deepEqual(
    [stateOf(desk, mine.id).reason, stateOf(desk, other.id).status],
    ['risk_cancel_all', 'OPEN'],
  );
  assert.deepEqual(value(await desk.engine.cancelAll(TRADER, 'sa_1' as never, 'cancel_all')).cancelled, []);
  assert.equal(codeOf(await desk.engine.cancelAll(TRADER, 'sa_9' as never, 'cancel_all')), 'not_found');
});

test("I-17: cancel-all leaves another account's orders alone, though its subaccount has the same name", async () => {
  const desk = await openObedientDesk();
  const stranger = { ...TRADER, accountId: 'acc_2' as never, keyId: 'key_2' as never };
  const { accountId } = stranger;
  await desk.engine.operating.createAccount(accountId);
  await desk.engine.operating.createSubaccount({ accountId, subaccountId: 'sa_1' as never, name: 'theirs' });
  const mine = await submit(desk);
  const theirs = value(await desk.engine.submit(stranger, body(), null)).order;
  for (const subaccountId of ['sa_1' as never, null]) {
    const summary = value(await desk.engine.cancelAll(TRADER, subaccountId, 'cancel_all'));
    assert.deepEqual(summary.cancelled, subaccountId === null ? [] : [mine.id]);
  }
  assert.equal(stateOf(desk, theirs.id).status, 'OPEN');
});

test('I-17: cancel-all takes everything at once and asks its venues in slices, so that others get through', async () => {
  const desk = await openObedientDesk();
  for (let count = 0; count < 450; count += 1) await submit(desk);
  const live = () => [...desk.engine.state.orders.values()].filter(({ status }) => status === 'OPEN');
  const summary = desk.engine.cancelAll(TRADER, null, 'cancel_all');
  await settle();
  assert.equal(desk.venue.cancelled.length, 200);
  assert.deepEqual(
    live().map(({ pendingAction }) => pendingAction),
    Array.from({ length: 250 }, () => 'cancel'),
    'one scope: what is still to be asked is covered already',
  );
  assert.equal(value(await desk.engine.setKillSwitch(TRADER, { enabled: true })).active, true);
  const later = live().at(-1);
  assert.ok(later);
  assert.equal(value(await desk.engine.cancel(TRADER, later.id)).status, 'CANCELLED');
  const asked = [desk.venue.cancelled.length];
  while (live().length > 0) {
    desk.clock.advance(0);
    await settle();
    asked.push(desk.venue.cancelled.length);
  }
  assert.deepEqual(asked, [201, 401, 450], 'each once, and so many between two looks at the clock');
  assert.equal(value(await summary).cancelled.length, 450);
});

test('P-03, I-17: a cancel-all that is on record reaches every venue, though the disk fails on the way', async () => {
  let isFull = false;
  const beforeSync = async (): Promise<void> => {
    if (isFull) throw new Error('disk full');
  };
  const desk = await openOms({ disk: { beforeSync } });
  for (let count = 0; count < 450; count += 1) await submit(desk);
  desk.venue.onCancel = () => {
    isFull = true; // cancelled there, and no longer to be written down here
    return { kind: 'unknown', why: 'no answer' };
  };
  void desk.engine.cancelAll(TRADER, null, 'cancel_all').catch(() => {});
  await settle();
  assert.equal(desk.venue.cancelled.length, 200);
  assert.equal(codeOf(await desk.engine.submit(TRADER, body(), null)), 'shutting_down');
  for (let slice = 0; slice < 2; slice += 1) {
    desk.clock.advance(0);
    await settle();
  }
  assert.equal(desk.venue.cancelled.length, 450);
});

test('an amend changes price and quantity, keeps the id, and moves the reservation', async () => {
  const desk = await openObedientDesk();
  const order = await submit(desk);
  const amended = value(await desk.engine.amend(TRADER, order.id, { price: '0.470', qty: '8' }));
  assert.deepEqual(
    [amended.id, amended.priceText, amended.qtyText, amended.pendingAction],
    [order.id, '0.470', '8', null],
  );
  assert.equal(desk.engine.state.exposure.totals(TRADER.accountId, null).worst, qty('8'));
  assert.equal(value(await desk.engine.amend(TRADER, order.id, { price: '0.47' })).priceText, '0.47');
  assert.equal(desk.venue.amended.length, 1, 'another spelling of the same price concerns no venue');
});

test('an amend is refused for bad fields, immutable fields, closed orders, filled quantity and limits', async () => {
  const desk = await openObedientDesk();
  const order = await submit(desk);
  const code = async (change: unknown) => codeOf(await desk.engine.amend(TRADER, order.id, change));
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
  value(await desk.engine.setLimits(TRADER, { max_position_qty: '12', max_order_qty: '15' }));
  assert.equal(await code({ qty: '13' }), 'risk_limit');
  assert.equal(await code({ qty: '12' }), 'ok');
  const [placed] = desk.venue.placed;
  assert.ok(placed);
  desk.engine.report(
    desk.venue.name,
    reportOf(placed, { qty: qty('12'), fills: [fill(placed, 't1', '5', '0.48')] }),
  );
  await settle();
  assert.equal(await code({ qty: '5' }), 'validation');
  desk.market.set(instrument(1001, { status: 'PAUSED' }));
  assert.equal(await code({ qty: '6' }), 'market_not_open');
  await desk.engine.cancel(TRADER, order.id);
  assert.equal(await code({ qty: '6' }), 'order_not_open');
});

test('I-12: while a raise is at the venue its larger quantity is reserved, and released when refused', async () => {
  const desk = await openObedientDesk();
  const order = await submit(desk);
  const worst = () => desk.engine.state.exposure.totals(TRADER.accountId, null).worst;
  desk.venue.onAmend = async () => {
    assert.equal(worst(), qty('15'));
    return { kind: 'refused', code: 'no', message: 'not now' };
  };
  assert.equal(codeOf(await desk.engine.amend(TRADER, order.id, { qty: '15' })), 'validation');
  assert.deepEqual(
    [worst(), stateOf(desk, order.id).qty, stateOf(desk, order.id).pendingAction],
    [qty('10'), qty('10'), null],
  );
});

test('a second amend while the first is at the venue is refused, and asks the venue nothing', async () => {
  const desk = await openObedientDesk();
  const order = await submit(desk);
  const reply = Promise.withResolvers<void>();
  const { onAmend } = desk.venue;
  desk.venue.onAmend = async (amend) => {
    await reply.promise;
    return onAmend(amend);
  };
  const first = desk.engine.amend(TRADER, order.id, { price: '0.47' });
  await settle();
  assert.equal(codeOf(await desk.engine.amend(TRADER, order.id, { price: '0.46' })), 'order_not_open');
  reply.resolve();
  assert.equal(value(await first).priceText, '0.47');
  assert.equal(desk.venue.amended.length, 1);
});

test('an amend whose reply is lost is settled by what the venue shows', async () => {
  const desk = await openObedientDesk();
  const order = await submit(desk);
  const [placed] = desk.venue.placed;
  assert.ok(placed);
  desk.venue.onAmend = () => ({ kind: 'unknown', why: 'timeout' });
  desk.venue.onQuery = () => ({ kind: 'found', report: reportOf(placed, { price: price('0.47') }) });
  const answer = desk.engine.amend(TRADER, order.id, { price: '0.47' });
  for (let turn = 0; turn < 3; turn += 1) {
    await settle();
    desk.clock.advance(1);
  }
  assert.deepEqual([value(await answer).priceText, stateOf(desk, order.id).pendingAction], ['0.47', null]);
});

test('an amend without a reply is given up only once it can no longer arrive', async () => {
  const desk = await openObedientDesk();
  const order = await submit(desk);
  const [placed] = desk.venue.placed;
  assert.ok(placed);
  desk.venue.onAmend = () => ({ kind: 'unknown', why: 'timeout' });
  desk.venue.onQuery = () => ({ kind: 'found', report: reportOf(placed) });
  const answer = desk.engine.amend(TRADER, order.id, { price: '0.46' });
  const waitSeconds = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      await settle();
      desk.clock.advance(1_000);
    }
    await settle();
  };
  await waitSeconds(9);
  assert.equal(value(await answer).pendingAction, 'amend');
  assert.equal(stateOf(desk, order.id).pendingAction, 'amend', 'unchanged proves nothing yet');
  await waitSeconds(3);
  assert.deepEqual(
    [stateOf(desk, order.id).priceText, stateOf(desk, order.id).pendingAction],
    ['0.48', null],
  );
});

test('a settled market closes each holding at its result, once, also when it settled while we were down', async () => {
  const desk = await openOms();
  desk.venue.onPlace = (order) =>
    resting(order, { status: 'FILLED', fills: [fill(order, `t-${order.clientId}`, '10', '0.48')] });
  await submit(desk);
  await submit(desk, { subaccount_id: 'sa_2', outcome: 'NO', price: '0.48' });
  await submit(desk, { instrument_id: 1002 });
  desk.market.set(instrument(1001, { status: 'SETTLED', result: 'YES' }));
  desk.market.set(instrument(1001, { status: 'SETTLED', result: 'YES' }));
  await settle();
  const fills = [];
  for await (const page of value(await desk.engine.fills(TRADER, { subaccountId: 'sa_1' as never })))
    fills.push(...page);
  const [settled] = fills;
  assert.deepEqual(
    [settled?.liquidity, settled?.price, settled?.realizedPnl],
    ['SETTLEMENT', price('1'), qty('5.2') * price('1')],
  );
  assert.equal(fills.length, 3);
  const next = await openOms({ store: await desk.store.restart(), clock: desk.clock, market: desk.market });
  assert.deepEqual(
    value(next.engine.positions(TRADER, 'sa_1' as never)).map(({ position }) => position.instrumentId),
    [1002],
  );
  desk.market.instruments.set(1002 as never, instrument(1002, { status: 'SETTLED', result: 'VOID' }));
  const last = await openOms({ store: await next.store.restart(), clock: desk.clock, market: desk.market });
  assert.deepEqual(value(last.engine.positions(TRADER, 'sa_1' as never)), []);
});

test('a fill that arrives after its market has resolved is settled as well', async () => {
  const desk = await openOms();
  await submit(desk);
  const [placed] = desk.venue.placed;
  assert.ok(placed);
  desk.market.set(instrument(1001, { status: 'SETTLED', result: 'NO' }));
  desk.engine.report(
    desk.venue.name,
    reportOf(placed, {
      status: 'CANCELLED',
      reason: 'market_closed',
      fills: [fill(placed, 't1', '4', '0.48')],
    }),
  );
  await settle();
  assert.deepEqual(value(desk.engine.positions(TRADER, 'sa_1' as never)), []);
});

test('a holder whose fill arrives late is settled a second time, and the service goes on', async () => {
  const desk = await openOms();
  const order = await submit(desk);
  const [placed] = desk.venue.placed;
  assert.ok(placed);
  const first = fill(placed, 't1', '4', '0.48');
  desk.engine.report(desk.venue.name, reportOf(placed, { fills: [first] }));
  desk.market.set(instrument(1001, { status: 'SETTLED', result: 'NO' }));
  await settle();
  const late = fill(placed, 't2', '6', '0.48');
  desk.engine.report(desk.venue.name, reportOf(placed, { status: 'FILLED', fills: [first, late] }));
  await settle();
  assert.deepEqual(value(desk.engine.positions(TRADER, 'sa_1' as never)), []);
  assert.deepEqual([stateOf(desk, order.id).status, desk.engine.failure], ['FILLED', null]);
});

test('positions are told as they change, and as their mark moves at most once a second', async () => {
  const desk = await openOms();
  const told: (string | null)[] = [];
  desk.engine.onPosition(({ position, markPrice }) =>
    told.push(`${position.net / 100_000_000n}@${markPrice ?? ''}`),
  );
  desk.venue.onPlace = (order) =>
    resting(order, { status: 'FILLED', fills: [fill(order, 't', '10', '0.48')] });
  await submit(desk);
  for (const mark of ['0.5', '0.51', '0.52']) desk.market.setMark(1001, mark);
  desk.market.setMark(1002, '0.1');
  desk.clock.advance(1_000);
  desk.clock.advance(1_000);
  assert.deepEqual(told, ['10@48000000', '10@52000000']);
});

test('I-16: a cancel survives an adapter that throws', async () => {
  const desk = await openOms();
  const order = await submit(desk);
  const [placed] = desk.venue.placed;
  assert.ok(placed);
  let attempts = 0;
  desk.venue.onCancel = () => {
    attempts += 1;
    if (attempts === 1) throw new Error('socket hang up');
    return resting(placed, { status: 'CANCELLED', reason: 'requested' });
  };
  const answer = desk.engine.cancel(TRADER, order.id);
  await settle();
  desk.clock.advance(250);
  assert.equal(value(await answer).pendingAction, 'cancel');
  await settle();
  desk.clock.advance(500);
  await settle();
  assert.equal(stateOf(desk, order.id).status, 'CANCELLED');
});

test('an amend whose adapter throws is in doubt, and a query tells what became of it', async () => {
  const desk = await openOms();
  const order = await submit(desk);
  const [placed] = desk.venue.placed;
  assert.ok(placed);
  desk.venue.onAmend = () => {
    throw new Error('socket hang up');
  };
  desk.venue.onQuery = () => ({ kind: 'found', report: reportOf(placed, { price: price('0.47') }) });
  const answer = desk.engine.amend(TRADER, order.id, { price: '0.47' });
  await settle();
  desk.clock.advance(250);
  assert.equal(value(await answer).id, order.id);
  await settle();
  const after = stateOf(desk, order.id);
  assert.deepEqual([after.price, after.pendingAction], [price('0.47'), null]);
});

test('a SPLIT with a part in doubt cannot be amended yet, and nothing is left pending', async () => {
  const desk = await openOms();
  listAsset(desk.market, [1001, 1002], '5');
  desk.venue.onPlace = (order) =>
    order.venueInstrumentId === 'M-1001' ? resting(order) : { kind: 'unknown', why: 'timeout' };
  const submitted = submit(desk, { ...ON_ASSET, routing: { mode: 'SPLIT' } });
  await settle();
  desk.clock.advance(250);
  const order = await submitted;
  assert.deepEqual([order.status, order.legs.length], ['OPEN', 2]);
  assert.equal(codeOf(await desk.engine.amend(TRADER, order.id, { price: '0.46' })), 'order_not_open');
  assert.equal(stateOf(desk, order.id).pendingAction, null);
});
