import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notional, PREVIEW, price, qty, RECEIPT } from '../../../test/support/http/http-records.ts';
import type { InstrumentId, VenueName } from '../../contract/model/ids.ts';
import { renderPreview, renderReceipt } from './order-plan-schema.ts';

const VENUE = 'Kalshi' as VenueName;

/** The record has these fields with these values, and possibly others. */
test('two legs of one market say what is sent as; the estimate of the market is that of the first', () => {
  const [leg] = PREVIEW.legs;
  assert.ok(leg !== undefined);
  const legs = [
    { ...leg, tokenSide: 'SELL', outcome: 'YES', price: price('0.4') },
    { ...leg, tokenSide: 'BUY', outcome: 'YES', price: price('0.4') },
  ] as const;
  const rendered = renderPreview({ ...PREVIEW, order: { ...PREVIEW.order, side: 'SELL' }, legs });
  assert.deepEqual(
    rendered.legs.map(({ sent_as: sent, expected }) => [sent, expected !== null]),
    [
      [{ side: 'SELL', outcome: 'YES', price: '0.4' }, true],
      [{ side: 'BUY', outcome: 'NO', price: '0.6' }, false],
    ],
  );
});

function assertFields(record: object, expected: object): void {
  const shown = Object.entries(record).filter(([name]) => Object.hasOwn(expected, name));
  assert.deepEqual(Object.fromEntries(shown), expected);
}

test('a preview sums the figures of all legs, for either side', () => {
  const [leg] = PREVIEW.legs;
  const [estimate] = PREVIEW.decision.legs ?? [];
  assert.ok(leg !== undefined && estimate !== undefined);
  const estimates = [
    { ...estimate, takes: qty('4'), takesNotional: notional('1.8'), rests: qty('1'), fee: notional('0.3') },
    {
      ...estimate,
      instrumentId: 2001 as InstrumentId,
      takes: qty('2'),
      takesNotional: notional('0.96'),
      rests: qty('2'),
      fee: notional('0.05'),
    },
  ];
  const legs = [
    { ...leg, qty: qty('5'), price: price('0.5') },
    { ...leg, venue: VENUE, instrumentId: 2001 as InstrumentId, qty: qty('4'), price: price('0.49') },
  ];
  const preview = (side: 'BUY' | 'SELL', costs: readonly [string, string]) =>
    renderPreview({
      ...PREVIEW,
      order: { ...PREVIEW.order, side, qty: qty('12') },
      legs,
      decision: {
        ...PREVIEW.decision,
        legs: estimates.map((each, index) => ({
          ...each,
          cost: costs[index]?.startsWith('-')
            ? ((-1n * notional(costs[index].slice(1))) as typeof each.cost)
            : notional(costs[index] ?? ''),
        })),
      },
    });
  const bought = preview('BUY', ['2.6', '2']);
  assertFields(bought, {
    unrouted_qty: '3',
    totals: { cost: '4.6', fees: '0.35', max_loss: '4.6', payout: '9' },
  });
  assert.deepEqual(
    bought.legs.map(({ leg: number, venue, instrument_id: id, price: limit, qty: size, expected }) => [
      number,
      venue,
      id,
      limit,
      size,
      expected?.takes_qty,
      expected?.rests_qty,
      expected?.avg_price,
      expected?.fee,
      expected?.cost,
    ]),
    [
      [1, 'Demo', 1001, '0.5', '5', '4', '1', '0.45', '0.3', '2.6'],
      [2, 'Kalshi', 2001, '0.49', '4', '2', '2', '0.48', '0.05', '2'],
    ],
  );
  // A sale of 9 brings 3 and may have to pay out 9.
  assertFields(preview('SELL', ['-2', '-1']), {
    totals: { cost: '-3', fees: '0.35', max_loss: '6', payout: '9' },
  });
});

for (const [side, fees, realised] of [
  ['BUY', '0.3', '5.1'],
  ['SELL', '0.3', '-4.5'],
  ['BUY', '0', '4.8'],
  ['SELL', '0', '-4.8'],
  ['BUY', null, null],
  ['SELL', null, null],
] as const)
  test(`what a ${side} of 4.8 with a fee of ${fees ?? 'unknown amount'} has cost is ${realised ?? 'unknown'}`, () => {
    const legs = RECEIPT.order.legs.map((leg) => ({ ...leg, filledNotional: notional('4.8') }));
    const order = { ...RECEIPT.order, side, legs, fees: fees === null ? null : notional(fees) };
    assert.equal(renderReceipt({ ...RECEIPT, order }).cost.realised.cost, realised);
  });

test('a receipt counts each phase from the acceptance, never below zero', () => {
  const acceptedAt = RECEIPT.phases.acceptedAt;
  const later = (ms: number) => (acceptedAt + ms) as typeof acceptedAt;
  const phases = {
    acceptedAt,
    sentAt: later(2),
    acknowledgedAt: later(30),
    firstFillAt: later(400),
    doneAt: later(5_000),
  };
  assertFields(renderReceipt({ ...RECEIPT, phases }), {
    latency_ms: { sent: 2, acknowledged: 30, first_fill: 400, done: 5_000 },
  });
  const unknown = { acceptedAt, sentAt: later(-1), acknowledgedAt: null, firstFillAt: null, doneAt: null };
  assertFields(renderReceipt({ ...RECEIPT, phases: unknown }), {
    latency_ms: { sent: 0, acknowledged: null, first_fill: null, done: null },
  });
});

test('an event of a receipt shows why a leg closed, but not the detail of an anomaly', () => {
  const [seen] = RECEIPT.events;
  assert.ok(seen !== undefined && seen.event.type === 'LegClosed');
  const anomaly = {
    type: 'AnomalyRecorded',
    venue: VENUE,
    kind: 'overfill',
    orderId: RECEIPT.order.id,
    detail: 'for the operator',
  } as const;
  const { events } = renderReceipt({
    ...RECEIPT,
    events: [
      { ...seen, event: { ...seen.event, detail: 'for the caller' } },
      { ...seen, seq: 8, event: anomaly },
    ],
  });
  const [closed, other] = events;
  assert.deepEqual([closed?.type, closed?.leg], ['LegClosed', 1]);
  assert.match(JSON.stringify(closed), /"why":"for the caller"/);
  assert.deepEqual([other?.type, other?.leg, other?.seq], ['AnomalyRecorded', null, 8]);
  assert.doesNotMatch(JSON.stringify(events), /for the operator/);
});
