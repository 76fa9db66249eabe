import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toFillId, type VenueClientId } from '../../../contract/model/ids.ts';
import { type Order, sumFilledQty } from '../../../contract/model/order.ts';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { positionAfter } from '../../positions/execution.fixture.ts';
import { AT, accepted, context, fill, price, qty, report } from '../order.fixture.ts';
import { applyToOrder } from '../order-projection.ts';
import { decideReport } from './decide-report.ts';
import type { LegReport, RecordedFill } from './report-decision.ts';

/** Applies reports in sequence, like the order management, and keeps the trades already seen. */
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
const decideKinds = (order: Order, each: LegReport) =>
  decideReport(order, 1, each, context()).events.map((event) => event.type);
const decideAnomalies = (order: Order, each: LegReport) =>
  decideReport(order, 1, each, context()).events.flatMap((event) =>
    event.type === 'AnomalyRecorded' ? [event.kind] : [],
  );

const decideFills = (order: Order, each: LegReport) =>
  decideReport(order, 1, each, context()).events.flatMap((event) =>
    event.type === 'FillRecorded' ? [event.fill] : [],
  );

const CANCELLED = { status: 'CANCELLED', reason: 'user_cancel' } as const;

test('an acknowledgement opens an order, and a repeat changes nothing', () => {
  const open = afterReports(accepted(), report());
  assert.deepEqual([open.status, open.legs[0]?.venueOrderId], ['OPEN', 'D-1']);
  assert.deepEqual(decideKinds(open, report()), []);
});

test('fills change the status to PARTIAL, then to FILLED at the full quantity', () => {
  const partial = afterReports(accepted(), report({ fills: [fill('t1', '4', '0.47')] }));
  assert.deepEqual([partial.status, sumFilledQty(partial)], ['PARTIAL', qty('4')]);
  const filled = afterReports(
    partial,
    report({ status: 'FILLED', filledQty: qty('10'), fills: [fill('t2', '6', '0.48')] }),
  );
  assert.deepEqual([filled.status, filled.reason, sumFilledQty(filled)], ['FILLED', null, qty('10')]);
});

test('I-11: a fill is applied once, from any source and in any order', () => {
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

test('race: with cancel and full fill in either order the order is FILLED', () => {
  const cancelled = report({ ...CANCELLED });
  const filled = report({ status: 'FILLED', fills: [fill('t1', '10', '0.48')] });
  assert.equal(afterReports(accepted(), report(), cancelled, filled).status, 'FILLED');
  assert.equal(afterReports(accepted(), report(), filled, cancelled).status, 'FILLED');
});

test('race: a reported cancel of a filled leg is ignored, unless its filled quantity differs', () => {
  const fills = [fill('t1', '10', '0.48')];
  const full = afterReports(accepted(), report({ status: 'FILLED', fills }));
  assert.deepEqual(decideKinds(full, report({ ...CANCELLED, filledQty: qty('10') })), []);
  assert.deepEqual(decideAnomalies(full, report({ ...CANCELLED, filledQty: qty('7') })), [
    'impossible_report',
  ]);
});

test('race: a late partial fill increases the filled quantity of a CANCELLED order', () => {
  const late = report({ ...CANCELLED, fills: [fill('t1', '4', '0.48')] });
  const order = afterReports(accepted(), report(), report({ ...CANCELLED }), late);
  assert.deepEqual([order.status, sumFilledQty(order), order.reason], ['CANCELLED', qty('4'), 'user_cancel']);
});

test('a cancel with missing fills does not close the leg before those fills arrive', () => {
  const open = afterReports(accepted(), report());
  const decision = decideReport(open, 1, report({ ...CANCELLED, filledQty: qty('4') }), context());
  assert.deepEqual([decision.hasMissingFills, decision.order.status], [true, 'OPEN']);
});

test('race: a fill before the acknowledgement is kept, and the acknowledgement only sets the venue order id', () => {
  const filled = afterReports(accepted(), report({ fills: [fill('t1', '4', '0.48')] }));
  assert.equal(filled.status, 'PARTIAL');
  assert.equal(afterReports(filled, report({ filledQty: qty('4') })).status, 'PARTIAL');
});

test('a late acknowledgement of a REJECTED leg corrects it and records an anomaly', () => {
  const rejected = afterReports(
    accepted(),
    report({ venueOrderId: null, status: 'REJECTED', reason: 'venue_rejected' }),
  );
  assert.equal(rejected.status, 'REJECTED');
  assert.deepEqual(decideAnomalies(rejected, report()), ['late_acknowledgement']);
  assert.equal(afterReports(rejected, report()).status, 'OPEN');
});

test('F-24: an over-fill and a fill worse than the limit are recorded unchanged, with an anomaly', () => {
  const over = report({ status: 'FILLED', fills: [fill('t1', '12', '0.48')] });
  assert.deepEqual(decideAnomalies(accepted(), over), ['over_fill']);
  assert.equal(sumFilledQty(afterReports(accepted(), over)), qty('12'));
  const worse = report({ fills: [fill('t1', '4', '0.49')] });
  assert.deepEqual(decideAnomalies(accepted(), worse), ['worse_than_limit']);
});

test("F-23: side and outcome are our leg's; a counterparty's view is mirrored, a wrong side alarms", () => {
  const mirrored = report({ fills: [fill('t1', '4', '0.53', { side: 'SELL', outcome: 'NO' })] });
  assert.deepEqual(decideAnomalies(accepted(), mirrored), []);
  const order = afterReports(accepted(), mirrored);
  assert.equal(order.legs[0]?.filledNotional, qty('4') * price('0.47'));
  const [recorded] = decideFills(accepted(), mirrored);
  assert.deepEqual(
    [recorded?.side, recorded?.outcome, recorded?.price, recorded?.qty],
    ['BUY', 'YES', price('0.47'), qty('4')],
  );
  assert.deepEqual(
    decideAnomalies(accepted(), report({ fills: [fill('t1', '4', '0.47', { side: 'SELL' })] })),
    ['wrong_side'],
  );
});

test('F-21: a fill with zero quantity is ignored', () => {
  assert.deepEqual(
    decideKinds(
      afterReports(accepted(), report()),
      report({ filledQty: qty('0'), fills: [fill('t1', '0', '0.47')] }),
    ),
    [],
  );
});

test('SPLIT: the order is live while a leg is, and its final status follows from its legs', () => {
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

test('a replacement that the venue rejects ends as CANCELLED, and the same report once more changes nothing', () => {
  const change = {
    type: 'LegReplaced',
    orderId: accepted().id,
    leg: 1,
    generation: 2,
    clientId: '0x2-1-1-2' as VenueClientId,
    price: price('0.47'),
    qty: qty('10'),
  } as const;
  const replaced = applyToOrder(afterReports(accepted(), report()), change, AT);
  const rejected = report({
    generation: 2,
    venueOrderId: null,
    status: 'REJECTED',
    reason: 'venue_rejected',
  });
  const ended = afterReports(replaced, rejected);
  assert.deepEqual([ended.status, ended.legs[0]?.reason], ['CANCELLED', 'replace_interrupted']);
  assert.deepEqual(decideKinds(ended, rejected), []);
  // A replacement that the venue had accepted cannot be rejected any more.
  const live = afterReports(replaced, report({ generation: 2 }), report({ generation: 2, ...CANCELLED }));
  assert.deepEqual(decideAnomalies(live, rejected), ['impossible_report']);
});

test('a new expiry is confirmed only by a report with that expiry, not by equal price and quantity alone', () => {
  const open = afterReports(accepted(), report());
  const expiresAt = (AT + 60_000) as TimestampMs;
  const change = { price: null, priceText: null, qty: null, qtyText: null, tif: 'GTD', expiresAt } as const;
  const legs = [{ leg: 1, price: price('0.48'), qty: qty('10') }];
  const requested = applyToOrder(
    open,
    { type: 'AmendRequested', orderId: open.id, change: { ...change, legs } },
    AT,
  );
  assert.equal(afterReports(requested, report({ ...CANCELLED })).tif, 'GTC');
  const done = afterReports(requested, report({ expiresAt }));
  assert.deepEqual([done.tif, done.expiresAt, done.pendingAction], ['GTD', expiresAt, null]);
});

test('a venue that rounds expiries to seconds confirms an expiry by that second, and by no other', () => {
  const open = afterReports(accepted(), report());
  const expiresAt = (AT + 60_750) as TimestampMs;
  const change = { price: null, priceText: null, qty: null, qtyText: null, tif: 'GTD', expiresAt } as const;
  const legs = [{ leg: 1, price: price('0.48'), qty: qty('10') }];
  const requested = applyToOrder(
    open,
    { type: 'AmendRequested', orderId: open.id, change: { ...change, legs } },
    AT,
  );
  const shown = (ms: number): Order =>
    afterReports(requested, report({ expiresAt: (AT + ms) as TimestampMs }));
  for (const other of [59_000, 60_700, 62_000]) assert.equal(shown(other).pendingAction, 'amend', `${other}`);
  for (const same of [60_000, 60_750, 61_000]) {
    const done = shown(same);
    assert.deepEqual([done.pendingAction, done.expiresAt], [null, expiresAt], `${same}`);
  }
});

test('an amend is confirmed only by a report with the requested terms', () => {
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
  const requested = applyToOrder(
    open,
    { type: 'AmendRequested', orderId: open.id, change: { ...change, legs } },
    AT,
  );
  assert.deepEqual([requested.pendingAction, requested.qty], ['amend', qty('10')]);
  assert.equal(afterReports(requested, report()).pendingAction, 'amend');
  const done = afterReports(requested, report({ price: price('0.47'), qty: qty('8') }));
  assert.deepEqual(
    [done.pendingAction, done.price, done.qty, done.qtyText],
    [null, price('0.47'), qty('8'), '8'],
  );
});

test('race: a fill that crosses a quantity decrease completes the order: FILLED, never over-filled', () => {
  const open = afterReports(accepted(), report());
  const change = { price: null, priceText: null, qty: qty('4'), qtyText: '4', tif: null, expiresAt: null };
  const legs = [{ leg: 1, price: price('0.48'), qty: qty('4') }];
  const requested = applyToOrder(
    open,
    { type: 'AmendRequested', orderId: open.id, change: { ...change, legs } },
    AT,
  );
  const done = afterReports(
    requested,
    report({ qty: qty('4'), status: 'FILLED', fills: [fill('t1', '4', '0.48')] }),
  );
  assert.deepEqual([done.status, done.qty, sumFilledQty(done)], ['FILLED', qty('4'), qty('4')]);
});

/** An order resting at 0.48 with a pending amend to these terms. */
const amending = (to: { readonly price?: string; readonly qty?: string }): Order => {
  const target = { leg: 1, price: price(to.price ?? '0.48'), qty: qty(to.qty ?? '10') };
  const terms = { priceText: null, qtyText: null, tif: null, expiresAt: null, legs: [target] };
  const change = { ...terms, price: target.price, qty: target.qty };
  const open = afterReports(accepted(), report());
  return applyToOrder(open, { type: 'AmendRequested', orderId: open.id, change }, AT);
};

test('race: a cancel requested during a pending amend stays pending after the amend is confirmed or rejected', () => {
  const requested = applyToOrder(
    amending({ price: '0.47' }),
    { type: 'CancelRequested', orderId: amending({}).id, reason: 'user_cancel' },
    AT,
  );
  const confirmed = afterReports(requested, report({ price: price('0.47') }));
  assert.deepEqual(
    [confirmed.pendingAction, confirmed.pendingAmend, confirmed.price],
    ['cancel', null, price('0.47')],
  );
  const refused = applyToOrder(requested, { type: 'AmendRefused', orderId: requested.id, why: 'no' }, AT);
  assert.deepEqual([refused.pendingAction, refused.pendingAmend], ['cancel', null]);
});

test('race: fills on the new terms in the report that confirms an amend are not an anomaly', () => {
  const raised = report({
    status: 'FILLED',
    price: price('0.50'),
    qty: qty('12'),
    fills: [fill('t1', '12', '0.49')],
  });
  const order = amending({ price: '0.50', qty: '12' });
  assert.deepEqual(decideAnomalies(order, raised), []);
  const after = afterReports(order, raised);
  assert.deepEqual([after.status, after.qty, sumFilledQty(after)], ['FILLED', qty('12'), qty('12')]);
});

test('race: fills above the old quantity prove an unconfirmed quantity increase, and are not an anomaly', () => {
  const order = amending({ qty: '12' });
  const seen = report({ fills: [fill('t1', '11', '0.48')] });
  assert.deepEqual(decideAnomalies(order, seen), []);
  const after = afterReports(order, seen);
  assert.deepEqual(
    [after.status, after.qty, after.pendingAction, sumFilledQty(after)],
    ['PARTIAL', qty('12'), null, qty('11')],
  );
  assert.deepEqual(decideAnomalies(order, report({ fills: [fill('t1', '13', '0.48')] })), ['over_fill']);
});

test('race: an order filled to its old quantity stays open while a quantity increase is pending', () => {
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

test('race: with cancel/replace the old generation is full at its old quantity, and over-filled above it', () => {
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

test('race: a fill from before an amend that is reported later is checked against the old terms', () => {
  const amended = afterReports(amending({ price: '0.45' }), report({ price: price('0.45') }));
  const late = report({ price: price('0.45'), fills: [fill('t1', '4', '0.48')] });
  assert.deepEqual(decideAnomalies(amended, late), []);
  assert.deepEqual(decideAnomalies(amended, report({ fills: [fill('t2', '4', '0.49')] })), [
    'worse_than_limit',
  ]);
});

test('a report that closes a filled order and voids its fill is not an anomaly', () => {
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

test('each fill of a report is realized on the position after the previous fill', () => {
  const sells = accepted({ side: 'SELL' });
  const held = positionAfter('BUY YES 4 @ 0.40');
  const each = report({
    fills: [fill('t1', '4', '0.50', { side: 'SELL' }), fill('t2', '6', '0.60', { side: 'SELL' })],
  });
  const { events } = decideReport(sells, 1, each, context({ findPosition: () => held }));
  const won = events.flatMap((event) => (event.type === 'FillRecorded' ? [event.fill.realizedPnl] : []));
  assert.deepEqual(won, [qty('4') * price('0.10'), 0n], 'the second opens a holding the other way');
});
