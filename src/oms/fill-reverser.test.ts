import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Fill, type FillSettlement, sumFilledQty } from '../contract/model/order.ts';
import type { VenueOrder } from '../ports/venue.ts';
import { verifyLedger } from '../storage/sqlite/journal/verify-ledger.ts';
import {
  getOrder,
  type OmsHarness,
  openOms,
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

const worstCaseQty = (harness: OmsHarness): bigint =>
  harness.oms.state.exposure.totals(TRADER.accountId, null).worst;

async function readFills(harness: OmsHarness): Promise<Fill[]> {
  const rows: Fill[] = [];
  for await (const page of value(await harness.oms.queries.fills(TRADER, { subaccountId: 'sa_1' as never })))
    rows.push(...page);
  return rows.reverse();
}

const holding = (harness: OmsHarness) =>
  value(harness.oms.queries.positions(TRADER, 'sa_1' as never)).map(({ position, avgPrice }) => [
    position.net,
    avgPrice,
    position.realizedPnl,
  ]);

/** Fills an order with one trade, and reports it. */
async function reportFill(
  harness: OmsHarness,
  order: VenueOrder,
  id: string,
  settlement: FillSettlement,
  at = '0.48',
): Promise<void> {
  const trade = { ...venueFill(order, id, '10', at), settlement };
  harness.oms.onVenueReport(harness.venue.name, toReport(order, { status: 'FILLED', fills: [trade] }));
  await settle();
}

async function submitAndFindPlaced(harness: OmsHarness, change: object = {}): Promise<VenueOrder> {
  await submit(harness, change);
  const placed = harness.venue.placed.at(-1);
  assert.ok(placed);
  return placed;
}

const assertJournalValid = (harness: OmsHarness): void =>
  assert.deepEqual(verifyLedger(harness.storage.database).problems, []);

test('F-25: PENDING, then FINAL: the fill counts at once and settles once, however often it is reported', async () => {
  const harness = await openOms();
  const order = await submitAndFindPlaced(harness);
  await reportFill(harness, order, 't1', 'PENDING');
  assert.deepEqual(
    (await readFills(harness)).map(({ settlement }) => settlement),
    ['PENDING'],
  );
  const { seq } = harness.oms.state;
  for (const settlement of ['PENDING', 'FINAL', 'FINAL', 'PENDING'] as const)
    await reportFill(harness, order, 't1', settlement);
  assert.deepEqual(
    (await readFills(harness)).map(({ settlement }) => settlement),
    ['FINAL'],
  );
  assert.equal(harness.oms.state.seq, seq + 1);
  assertJournalValid(harness);
});

test('race: void after FILLED: order, position and PnL are as before the fill, and nothing is sent again', async () => {
  const harness = await openOms();
  const [first, second] = [
    await submitAndFindPlaced(harness),
    await submitAndFindPlaced(harness, { price: '0.60' }),
  ];
  const third = await submitAndFindPlaced(harness, { side: 'SELL', price: '0.50' });
  const netQtys: bigint[] = [];
  harness.oms.feeds.onPosition(({ position }) => netQtys.push(position.net));
  await reportFill(harness, first, 't1', 'PENDING', '0.40');
  await reportFill(harness, second, 't2', 'FINAL', '0.60');
  await reportFill(harness, third, 't3', 'FINAL', '0.55');
  assert.deepEqual(holding(harness), [[qty('10'), price('0.5'), qty('0.5') * 100_000_000n]]);
  await reportFill(harness, first, 't1', 'VOID', '0.40');
  const order = getOrder(harness, 'ord_1' as never);
  assert.deepEqual(
    [order.status, order.reason, sumFilledQty(order), order.fees],
    ['CANCELLED', 'fill_voided', 0n, 0n],
  );
  // The rest bought at 0.60 and sold at 0.55: the position is flat, and the PnL is -0.5 instead of +0.5.
  assert.deepEqual(holding(harness), []);
  const fills = await readFills(harness);
  assert.deepEqual(
    fills.map(({ settlement, voids }) => [settlement, voids]),
    [
      ['VOID', null],
      ['FINAL', null],
      ['FINAL', null],
      ['VOID', 'fil_1'],
    ],
  );
  assert.equal(
    fills.reduce((sum, { realizedPnl }) => sum + realizedPnl, 0n),
    -1n * qty('0.5') * 100_000_000n,
  );
  assert.deepEqual([netQtys.at(-1), harness.venue.placed.length, worstCaseQty(harness)], [0n, 3, 0n]);
  assertJournalValid(harness);
});

test('crash 23: a void is applied once, on every path and after a restart', async () => {
  const harness = await openOms();
  const order = await submitAndFindPlaced(harness);
  await reportFill(harness, order, 't1', 'PENDING');
  await Promise.all([reportFill(harness, order, 't1', 'VOID'), reportFill(harness, order, 't1', 'VOID')]);
  const venue = new ScriptedVenue();
  venue.toReconcile = [
    toReport(order, {
      status: 'FILLED',
      fills: [{ ...venueFill(order, 't1', '10', '0.48'), settlement: 'VOID' }],
    }),
  ];
  const { market, clock } = harness;
  const next = await openOms({ storage: await harness.storage.restart(), venue, market, clock });
  assert.equal((await readFills(next)).length, 2);
  assert.deepEqual(holding(next), []);
  assertJournalValid(next);
});

test('I-11: a live order whose only fill was voided recognises its trade after a restart', async () => {
  const harness = await openOms();
  const order = await submitAndFindPlaced(harness);
  for (const settlement of ['PENDING', 'VOID'] as const) {
    const trade = { ...venueFill(order, 't1', '6', '0.48'), settlement };
    harness.oms.onVenueReport(harness.venue.name, toReport(order, { fills: [trade] }));
    await settle();
  }
  const venue = new ScriptedVenue();
  const trade = { ...venueFill(order, 't1', '6', '0.48'), settlement: 'VOID' } as const;
  venue.toReconcile = [toReport(order, { fills: [trade] })];
  const { market, clock } = harness;
  const next = await openOms({ storage: await harness.storage.restart(), venue, market, clock });
  assert.deepEqual([next.oms.failure, (await readFills(next)).length], [null, 2]);
  assert.equal(getOrder(next, 'ord_1' as never).status, 'OPEN');
  assertJournalValid(next);
});

test('a fill that is PENDING across a restart stays PENDING, counts as worst case and can be voided', async () => {
  const harness = await openOms({}, 0);
  const order = await submitAndFindPlaced(harness);
  await reportFill(harness, order, 't1', 'PENDING');
  const next = await openOms({
    storage: await harness.storage.restart(),
    market: harness.market,
    clock: harness.clock,
  });
  assert.equal(next.oms.state.pendingFills.size, 1);
  await reportFill(next, order, 't1', 'VOID');
  assert.deepEqual([holding(next), next.oms.state.pendingFills.size], [[], 0]);
  assertJournalValid(next);
});

test('I-13: while a fill is PENDING, limits hold both with and without it', async () => {
  const harness = await openOms();
  const bought = await submitAndFindPlaced(harness);
  await reportFill(harness, bought, 't1', 'PENDING');
  const sold = await submitAndFindPlaced(harness, { side: 'SELL' });
  await reportFill(harness, sold, 't2', 'FINAL');
  assert.deepEqual(holding(harness), []);
  assert.equal(worstCaseQty(harness), qty('10'), 'short by 10 if the purchase is voided');
  value(await harness.oms.risk.setLimits(TRADER, { max_position_qty: '12' }));
  const sells = { side: 'SELL', qty: '3' };
  assert.equal(
    resultCode(await harness.oms.orders.submit(TRADER, { ...BODY, ...sells }, null)),
    'risk_limit',
  );
  await reportFill(harness, bought, 't1', 'FINAL');
  assert.equal(resultCode(await harness.oms.orders.submit(TRADER, { ...BODY, ...sells }, null)), 'ok');
});

const BODY = {
  subaccount_id: 'sa_1',
  instrument_id: 1001,
  side: 'BUY',
  type: 'LIMIT',
  price: '0.48',
  qty: '10',
};

test('a void of a partial fill: the order continues, and closes below its quantity', async () => {
  const harness = await openOms();
  const placed = await submitAndFindPlaced(harness);
  const order = () => getOrder(harness, 'ord_1' as never);
  const trade = { ...venueFill(placed, 't1', '4', '0.48'), settlement: 'PENDING' as const };
  const say = async (change: object): Promise<void> => {
    harness.oms.onVenueReport(harness.venue.name, toReport(placed, change));
    await settle();
  };
  await say({ fills: [trade] });
  await say({ filledQty: qty('4'), fills: [{ ...trade, settlement: 'VOID' }] });
  assert.deepEqual([order().status, sumFilledQty(order()), worstCaseQty(harness)], ['OPEN', 0n, qty('6')]);
  await say({ status: 'FILLED', filledQty: qty('10'), fills: [venueFill(placed, 't2', '6', '0.48')] });
  assert.deepEqual(
    [order().status, order().reason, sumFilledQty(order())],
    ['CANCELLED', 'fill_voided', qty('6')],
  );
  assert.equal(worstCaseQty(harness), qty('6'));
  assertJournalValid(harness);
});

test('a void of one fill of two removes its amount and fee from the order, and keeps the other', async () => {
  const harness = await openOms();
  const placed = await submitAndFindPlaced(harness);
  const trade = (id: string, size: string, at: string, fee: string, settlement: FillSettlement) => ({
    ...venueFill(placed, id, size, at),
    fee: (qty(fee) * qty('1')) as never,
    settlement,
  });
  const say = async (settlement: FillSettlement): Promise<void> => {
    const fills = [trade('t1', '4', '0.40', '0.5', settlement), trade('t2', '3', '0.48', '0.25', 'FINAL')];
    harness.oms.onVenueReport(harness.venue.name, toReport(placed, { filledQty: qty('7'), fills }));
    await settle();
  };
  await say('PENDING');
  const [leg] = getOrder(harness, 'ord_1' as never).legs;
  assert.equal(leg?.filledNotional, qty('4') * price('0.40') + qty('3') * price('0.48'));
  await say('VOID');
  const order = getOrder(harness, 'ord_1' as never);
  assert.deepEqual(
    [sumFilledQty(order), order.legs[0]?.filledNotional, order.fees],
    [qty('3'), qty('3') * price('0.48'), qty('0.25') * qty('1')],
  );
  assertJournalValid(harness);
});

test('a void of a replaced generation counts in its order; the present generation continues', async () => {
  const venue = new ReplacingVenue();
  const harness = await openOms({ venue });
  const order = await submit(harness);
  const first = order.legs[0]?.clientId as never;
  venue.onCancel = (clientId) => {
    venue.fill(clientId, 't1', '4', 'PENDING');
    return { kind: 'report', report: venue.close(clientId) };
  };
  value(await harness.oms.orders.amend(TRADER, order.id, { price: '0.47' }));
  const report = venue.orders.get(first);
  assert.ok(report);
  harness.oms.onVenueReport(venue.name, {
    ...report,
    fills: report.fills.map((each) => ({ ...each, settlement: 'VOID' as const })),
  });
  await settle();
  assert.deepEqual(
    [getOrder(harness, order.id).status, sumFilledQty(getOrder(harness, order.id)), worstCaseQty(harness)],
    ['OPEN', 0n, qty('6')],
  );
  assertJournalValid(harness);
});

test('a fill first reported as VOID is stored as VOID; a late PENDING is ignored', async () => {
  const harness = await openOms();
  const placed = await submitAndFindPlaced(harness);
  const trade = venueFill(placed, 't1', '4', '0.48');
  for (const settlement of ['VOID', 'PENDING'] as const) {
    harness.oms.onVenueReport(
      harness.venue.name,
      toReport(placed, { filledQty: qty('4'), fills: [{ ...trade, settlement }] }),
    );
    await settle();
  }
  assert.deepEqual(
    [getOrder(harness, 'ord_1' as never).status, holding(harness), worstCaseQty(harness)],
    ['OPEN', [], qty('6')],
  );
  assert.equal(harness.oms.ordersInDoubt, 0, 'nothing is missing');
  assertJournalValid(harness);
});

test('FINAL after VOID and VOID after FINAL change nothing and are reported once', async () => {
  const harness = await openOms();
  const order = await submitAndFindPlaced(harness);
  await reportFill(harness, order, 't1', 'FINAL');
  for (let times = 0; times < 3; times += 1) await reportFill(harness, order, 't1', 'VOID');
  assert.deepEqual(
    holding(harness).map(([net]) => net),
    [qty('10')],
  );
  assert.equal(harness.errors.length, 1);
});

test('the history is read again if the position changes during the read', async () => {
  const harness = await openOms();
  const [first, second] = [await submitAndFindPlaced(harness), await submitAndFindPlaced(harness)];
  await reportFill(harness, first, 't1', 'PENDING', '0.40');
  const { journal } = harness.storage;
  const read = journal.fills.bind(journal);
  let reads = 0;
  journal.fills = async (query) => {
    const rows = await read(query);
    reads += 1;
    if (reads === 1) await reportFill(harness, second, 't2', 'FINAL', '0.48');
    return rows;
  };
  await reportFill(harness, first, 't1', 'VOID', '0.40');
  await settle();
  assert.deepEqual([reads, holding(harness)], [2, [[qty('10'), price('0.48'), 0n]]]);
  assertJournalValid(harness);
});

test('F-24: a fill within dust of the quantity counts as filled without an alarm; a larger difference raises one', async () => {
  const venue = new ScriptedVenue({ dustQty: qty('0.01') });
  const harness = await openOms({ venue });
  for (const [size, alarms] of [
    ['10.005', 0],
    ['9.995', 0],
    ['10.02', 1],
  ] as const) {
    venue.onPlace = (order) =>
      restingReply(order, {
        status: 'FILLED',
        fills: [venueFill(order, `t-${order.clientId}`, size, '0.48')],
      });
    const order = await submit(harness);
    assert.deepEqual([order.status, sumFilledQty(order)], ['FILLED', qty(size)]);
    assert.equal(harness.errors.length, alarms);
  }
  assert.equal(worstCaseQty(harness), qty('30.02'));
});
