import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toFillId, type VenueClientId } from '../../model/ids.ts';
import { type Order, sumFilledQty } from '../../model/order.ts';
import type { TimestampMs } from '../../model/time.ts';
import { positionAfter } from '../../positions/execution.fixture.ts';
import { AT, accepted, context, fill, price, qty, report } from '../order.fixture.ts';
import { applyToOrder } from '../order-projection.ts';
import { decideReport } from './decide-report.ts';
import type { LegReport, RecordedFill } from './report-decision.ts';

/** Takes reports one after the other, as the engine does, remembering the trades seen. */
function afterReports(order: Order, ...reports: readonly LegReport[]): Order {
  const seen = new Map<string, RecordedFill>();
  return reports.reduce((current, each) => {
    const decision = decideReport(
      current,
      1,
      each,
      context({ findRecordedFill: (id) => seen.get(id) ?? null }),
    );
    for (const { venueTradeId, settlement } of each.fills)
      if (!seen.has(venueTradeId)) seen.set(venueTradeId, { id: toFillId(seen.size + 1), settlement });
    return decision.order;
  }, order);
}
const kindsOf = (order: Order, each: LegReport) =>
  decideReport(order, 1, each, context()).events.map((event) => event.type);
const anomaliesOf = (order: Order, each: LegReport) =>
  decideReport(order, 1, each, context()).events.flatMap((event) =>
    event.type === 'AnomalyRecorded' ? [event.kind] : [],
  );

const recordedOf = (order: Order, each: LegReport) =>
  decideReport(order, 1, each, context()).events.flatMap((event) =>
    event.type === 'FillRecorded' ? [event.fill] : [],
  );

const CANCELLED = { status: 'CANCELLED', reason: 'user_cancel' } as const;

test('an acknowledgement opens an order, and the same one again changes nothing', () => {
  const open = afterReports(accepted(), report());
  assert.deepEqual([open.status, open.legs[0]?.venueOrderId], ['OPEN', 'D-1']);
  assert.deepEqual(kindsOf(open, report()), []);
});

test('fills move the status with the quantity: PARTIAL, then FILLED with nothing left', () => {
  const partial = afterReports(accepted(), report({ fills: [fill('t1', '4', '0.47')] }));
  assert.deepEqual([partial.status, sumFilledQty(partial)], ['PARTIAL', qty('4')]);
  const filled = afterReports(
    partial,
    report({ status: 'FILLED', filledQty: qty('10'), fills: [fill('t2', '6', '0.48')] }),
  );
  assert.deepEqual([filled.status, filled.reason, sumFilledQty(filled)], ['FILLED', null, qty('10')]);
});

test('I-11: a fill is applied once, whichever path and order brings it', () => {
  const both = report({ filledQty: qty('7'), fills: [fill('t1', '4', '0.47'), fill('t2', '3', '0.48')] });
  const first = report({ fills: [fill('t1', '4', '0.47')] });
  for (const reports of [
    [first, both],
    [both, first],
    [both, both],
    [first, both, first],
  ]) {
    assert.equal(sumFilledQty(afterReports(accepted(), ...reports)), qty('7'));
  }
  const twice = report({ filledQty: qty('4'), fills: [fill('t1', '4', '0.47'), fill('t1', '4', '0.47')] });
  assert.equal(sumFilledQty(afterReports(accepted(), twice)), qty('4'), 'also within one report');
});

test('race: cancel against full fill, in both orders the order is FILLED', () => {
  const cancelled = report({ ...CANCELLED });
  const filled = report({ status: 'FILLED', fills: [fill('t1', '10', '0.48')] });
  assert.equal(afterReports(accepted(), report(), cancelled, filled).status, 'FILLED');
  assert.equal(afterReports(accepted(), report(), filled, cancelled).status, 'FILLED');
});

test('race: a cancel of what is full already says nothing new, unless it counts another figure', () => {
  const fills = [fill('t1', '10', '0.48')];
  const full = afterReports(accepted(), report({ status: 'FILLED', fills }));
  assert.deepEqual(kindsOf(full, report({ ...CANCELLED, filledQty: qty('10') })), []);
  assert.deepEqual(anomaliesOf(full, report({ ...CANCELLED, filledQty: qty('7') })), ['impossible_report']);
});

test('race: a part fill stamped before the cancel raises filled and leaves CANCELLED', () => {
  const late = report({ ...CANCELLED, fills: [fill('t1', '4', '0.48')] });
  const order = afterReports(accepted(), report(), report({ ...CANCELLED }), late);
  assert.deepEqual([order.status, sumFilledQty(order), order.reason], ['CANCELLED', qty('4'), 'user_cancel']);
});

test('a cancel that counts more filled than it tells waits for the fills before the leg is over', () => {
  const open = afterReports(accepted(), report());
  const decision = decideReport(open, 1, report({ ...CANCELLED, filledQty: qty('4') }), context());
  assert.deepEqual([decision.hasMissingFills, decision.order.status], [true, 'OPEN']);
});

test('race: a fill before the acknowledgement is kept, and the acknowledgement changes ids only', () => {
  const filled = afterReports(accepted(), report({ fills: [fill('t1', '4', '0.48')] }));
  assert.equal(filled.status, 'PARTIAL');
  assert.equal(afterReports(filled, report({ filledQty: qty('4') })).status, 'PARTIAL');
});

test('a late acknowledgement of a REJECTED leg corrects it and raises an alarm', () => {
  const rejected = afterReports(
    accepted(),
    report({ venueOrderId: null, status: 'REJECTED', reason: 'venue_rejected' }),
  );
  assert.equal(rejected.status, 'REJECTED');
  assert.deepEqual(anomaliesOf(rejected, report()), ['late_acknowledgement']);
  assert.equal(afterReports(rejected, report()).status, 'OPEN');
});

test('F-24: an over-fill and a fill worse than the limit are recorded as they are, with an alarm', () => {
  const over = report({ status: 'FILLED', fills: [fill('t1', '12', '0.48')] });
  assert.deepEqual(anomaliesOf(accepted(), over), ['over_fill']);
  assert.equal(sumFilledQty(afterReports(accepted(), over)), qty('12'));
  const worse = report({ fills: [fill('t1', '4', '0.49')] });
  assert.deepEqual(anomaliesOf(accepted(), worse), ['worse_than_limit']);
});

test("F-23: side and outcome are our leg's; a counterparty's view is mirrored, a wrong side alarms", () => {
  const mirrored = report({ fills: [fill('t1', '4', '0.53', { side: 'SELL', outcome: 'NO' })] });
  assert.deepEqual(anomaliesOf(accepted(), mirrored), []);
  const order = afterReports(accepted(), mirrored);
  assert.equal(order.legs[0]?.filledNotional, qty('4') * price('0.47'));
  const [recorded] = recordedOf(accepted(), mirrored);
  assert.deepEqual(
    [recorded?.side, recorded?.outcome, recorded?.price, recorded?.qty],
    ['BUY', 'YES', price('0.47'), qty('4')],
  );
  assert.deepEqual(anomaliesOf(accepted(), report({ fills: [fill('t1', '4', '0.47', { side: 'SELL' })] })), [
    'wrong_side',
  ]);
});

test('F-21: a fill of nothing is skipped', () => {
  assert.deepEqual(
    kindsOf(
      afterReports(accepted(), report()),
      report({ filledQty: qty('0'), fills: [fill('t1', '0', '0.47')] }),
    ),
    [],
  );
});

test('SPLIT: the parent lives while a leg does, and ends as its legs ended', () => {
  const split = accepted({}, ['6', '4']);
  const one = decideReport(
    split,
    1,
    report({ qty: qty('6'), fills: [fill('t1', '6', '0.48')], status: 'FILLED' }),
    context(),
  ).order;
  assert.equal(one.status, 'PARTIAL');
  const rejected = decideReport(
    one,
    2,
    report({ venueOrderId: null, status: 'REJECTED', reason: 'venue_rejected' }),
    context(),
  ).order;
  assert.deepEqual([rejected.status, rejected.reason], ['CANCELLED', 'venue_rejected']);
  const none = [1, 2].reduce(
    (order, leg) =>
      decideReport(
        order,
        leg,
        report({ venueOrderId: null, status: 'REJECTED', reason: 'venue_rejected' }),
        context(),
      ).order,
    split,
  );
  assert.equal(none.status, 'REJECTED');
});

test('a new expiry is confirmed only by the venue showing it, not by any report of the same price and quantity', () => {
  const open = afterReports(accepted(), report());
  const expiresAt = (AT + 60_000) as TimestampMs;
  const change = { price: null, priceText: null, qty: null, qtyText: null, tif: 'GTD', expiresAt } as const;
  const legs = [{ leg: 1, price: price('0.48'), qty: qty('10') }];
  const asked = applyToOrder(
    open,
    { type: 'AmendRequested', orderId: open.id, change: { ...change, legs } },
    AT,
  );
  assert.equal(afterReports(asked, report({ ...CANCELLED })).tif, 'GTC');
  const done = afterReports(asked, report({ expiresAt }));
  assert.deepEqual([done.tif, done.expiresAt, done.pendingAction], ['GTD', expiresAt, null]);
});

test('a venue that keeps the end of an order to the second confirms it by that second, and by no other', () => {
  const open = afterReports(accepted(), report());
  const expiresAt = (AT + 60_750) as TimestampMs;
  const change = { price: null, priceText: null, qty: null, qtyText: null, tif: 'GTD', expiresAt } as const;
  const legs = [{ leg: 1, price: price('0.48'), qty: qty('10') }];
  const asked = applyToOrder(
    open,
    { type: 'AmendRequested', orderId: open.id, change: { ...change, legs } },
    AT,
  );
  const shown = (ms: number): Order => afterReports(asked, report({ expiresAt: (AT + ms) as TimestampMs }));
  for (const other of [59_000, 60_700, 62_000]) assert.equal(shown(other).pendingAction, 'amend', `${other}`);
  for (const same of [60_000, 60_750, 61_000]) {
    const done = shown(same);
    assert.deepEqual([done.pendingAction, done.expiresAt], [null, expiresAt], `${same}`);
  }
});

test('an amend is confirmed by the venue showing the order as asked, and by nothing less', () => {
  const open = afterReports(accepted(), report());
  const change = {
    price: price('0.47'),
    priceText: '0.47',
    qty: qty('8'),
    qtyText: '8',
    tif: null,
    expiresAt: null,
  };
  const legs = [{ leg: 1, price: price('0.47'), qty: qty('8') }];
  const asked = applyToOrder(
    open,
    { type: 'AmendRequested', orderId: open.id, change: { ...change, legs } },
    AT,
  );
  assert.deepEqual([asked.pendingAction, asked.qty], ['amend', qty('10')]);
  assert.equal(afterReports(asked, report()).pendingAction, 'amend');
  const done = afterReports(asked, report({ price: price('0.47'), qty: qty('8') }));
  assert.deepEqual(
    [done.pendingAction, done.price, done.qty, done.qtyText],
    [null, price('0.47'), qty('8'), '8'],
  );
});

test('race: a fill that crosses a lowering amend completes it: FILLED, never over-full', () => {
  const open = afterReports(accepted(), report());
  const change = { price: null, priceText: null, qty: qty('4'), qtyText: '4', tif: null, expiresAt: null };
  const legs = [{ leg: 1, price: price('0.48'), qty: qty('4') }];
  const asked = applyToOrder(
    open,
    { type: 'AmendRequested', orderId: open.id, change: { ...change, legs } },
    AT,
  );
  const done = afterReports(
    asked,
    report({ qty: qty('4'), status: 'FILLED', fills: [fill('t1', '4', '0.48')] }),
  );
  assert.deepEqual([done.status, done.qty, sumFilledQty(done)], ['FILLED', qty('4'), qty('4')]);
});

/** Resting at 0.48, with an amend to these terms on its way. */
const amending = (to: { readonly price?: string; readonly qty?: string }): Order => {
  const target = { leg: 1, price: price(to.price ?? '0.48'), qty: qty(to.qty ?? '10') };
  const terms = { priceText: null, qtyText: null, tif: null, expiresAt: null, legs: [target] };
  const change = { ...terms, price: target.price, qty: target.qty };
  const open = afterReports(accepted(), report());
  return applyToOrder(open, { type: 'AmendRequested', orderId: open.id, change }, AT);
};

test('race: a cancel asked for while an amend is on its way outlives the amend, confirmed or refused', () => {
  const asked = applyToOrder(
    amending({ price: '0.47' }),
    { type: 'CancelRequested', orderId: amending({}).id, reason: 'user_cancel' },
    AT,
  );
  const confirmed = afterReports(asked, report({ price: price('0.47') }));
  assert.deepEqual(
    [confirmed.pendingAction, confirmed.pendingAmend, confirmed.price],
    ['cancel', null, price('0.47')],
  );
  const refused = applyToOrder(asked, { type: 'AmendRefused', orderId: asked.id, why: 'no' }, AT);
  assert.deepEqual([refused.pendingAction, refused.pendingAmend], ['cancel', null]);
});

test('race: fills at the new terms that come with the confirmation of an amend are no anomaly', () => {
  const raised = report({
    status: 'FILLED',
    price: price('0.50'),
    qty: qty('12'),
    fills: [fill('t1', '12', '0.49')],
  });
  const order = amending({ price: '0.50', qty: '12' });
  assert.deepEqual(anomaliesOf(order, raised), []);
  const after = afterReports(order, raised);
  assert.deepEqual([after.status, after.qty, sumFilledQty(after)], ['FILLED', qty('12'), qty('12')]);
});

test('race: fills above the old total prove a raise that nobody has told yet, and are no anomaly', () => {
  const order = amending({ qty: '12' });
  const seen = report({ fills: [fill('t1', '11', '0.48')] });
  assert.deepEqual(anomaliesOf(order, seen), []);
  const after = afterReports(order, seen);
  assert.deepEqual(
    [after.status, after.qty, after.pendingAction, sumFilledQty(after)],
    ['PARTIAL', qty('12'), null, qty('11')],
  );
  assert.deepEqual(anomaliesOf(order, report({ fills: [fill('t1', '13', '0.48')] })), ['over_fill']);
});

test('race: full by its old total while a raise is on its way, an order is not over until that is known', () => {
  const full = report({ fills: [fill('t1', '10', '0.48')] });
  const order = afterReports(amending({ qty: '12' }), full);
  assert.deepEqual([order.status, order.pendingAction], ['PARTIAL', 'amend']);
  const raised = { qty: qty('12'), filledQty: qty('12') };
  const whole = afterReports(
    order,
    report({ ...raised, status: 'FILLED', fills: [fill('t2', '2', '0.48')] }),
  );
  assert.deepEqual([whole.status, whole.qty, sumFilledQty(whole)], ['FILLED', qty('12'), qty('12')]);
  const early = afterReports(order, report({ status: 'FILLED', filledQty: qty('10') }));
  assert.deepEqual([early.status, early.qty, early.pendingAmend], ['FILLED', qty('10'), null]);
  const refused = applyToOrder(order, { type: 'AmendRefused', orderId: order.id, why: 'too late' }, AT);
  assert.deepEqual([refused.status, refused.legs[0]?.status, refused.qty], ['FILLED', 'FILLED', qty('10')]);
});

test('race: where an amend is a new order, the old one is full at its old total, and above it over-filled', () => {
  const replace = { isCancelOurs: true, clientIdFor: () => 'next' as VenueClientId };
  const taken = (size: string) =>
    decideReport(
      amending({ qty: '12' }),
      1,
      report({ fills: [fill('t1', size, '0.48')] }),
      context({ replace }),
    );
  assert.equal(taken('10').order.status, 'FILLED');
  assert.deepEqual(
    taken('11').events.flatMap((event) => (event.type === 'AnomalyRecorded' ? [event.kind] : [])),
    ['over_fill'],
  );
});

test('race: a fill from before an amend that is told after it is held against the terms it had', () => {
  const amended = afterReports(amending({ price: '0.45' }), report({ price: price('0.45') }));
  const late = report({ price: price('0.45'), fills: [fill('t1', '4', '0.48')] });
  assert.deepEqual(anomaliesOf(amended, late), []);
  assert.deepEqual(anomaliesOf(amended, report({ fills: [fill('t2', '4', '0.49')] })), ['worse_than_limit']);
});

test('a venue that ends a filled order as it takes its fill back does not contradict itself', () => {
  const filled = afterReports(
    accepted(),
    report({ status: 'FILLED', fills: [{ ...fill('t1', '10', '0.47'), settlement: 'PENDING' }] }),
  );
  const undone = report({
    ...CANCELLED,
    fills: [{ ...fill('t1', '10', '0.47'), settlement: 'VOID' }],
  });
  const known = context({ findRecordedFill: () => ({ id: toFillId(1), settlement: 'PENDING' }) });
  const { events, voided } = decideReport(filled, 1, undone, known);
  assert.deepEqual([events, voided], [[], [toFillId(1)]]);
});

test('each of several fills in one report is realised on what the one before it left', () => {
  const sells = accepted({ side: 'SELL' });
  const held = positionAfter('BUY YES 4 @ 0.40');
  const each = report({
    fills: [fill('t1', '4', '0.50', { side: 'SELL' }), fill('t2', '6', '0.60', { side: 'SELL' })],
  });
  const { events } = decideReport(sells, 1, each, context({ findPosition: () => held }));
  const won = events.flatMap((event) => (event.type === 'FillRecorded' ? [event.fill.realizedPnl] : []));
  assert.deepEqual(won, [qty('4') * price('0.10'), 0n], 'the second opens a holding the other way');
});
