import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { VenueOrderId } from '../../../contract/model/ids.ts';
import type { Notional } from '../../../contract/model/money.ts';
import type { TimestampMs } from '../../../contract/model/time.ts';
import type { VenueAmend } from '../../../ports/venue.ts';
import type { FillRecord } from '../codec/kalshi-mapping.ts';
import type { Answer } from '../http/kalshi-client.ts';
import { expectReport, price, qty } from '../kalshi-orders.fixture.ts';
import { createSender, ID, LATER, NOW, ORDER, toState } from './kalshi-sender.fixture.ts';

const OTHER_ID = 'o2' as VenueOrderId;
const AMEND: VenueAmend = {
  clientId: ORDER.clientId,
  venueOrderId: ID,
  venueInstrumentId: ORDER.venueInstrumentId,
  price: price('0.45'),
  qty: qty('3'),
  tif: null,
  expiresAt: null,
};

const toFailure = (status: number, code: string, isReadable = true) =>
  ({ kind: 'failure', failure: { status, code, message: 'the reason', isReadable } }) as const;

const toAmendAck = (change: object = {}): Answer<unknown> => ({
  kind: 'ok',
  value: {
    order_id: ID,
    client_order_id: null,
    fill_count: null,
    remaining_count: null,
    ts_ms: LATER,
    ...change,
  },
});

describe('an amend that may have taken effect stays pending, a refused one does not', () => {
  for (const [title, answer, outcome, isPending] of [
    ['no answer', { kind: 'lost', why: 'timeout' }, 'unknown', true],
    ['a 500', toFailure(500, 'internal'), 'unknown', true],
    ['a page of a gateway', toFailure(400, '', false), 'unknown', true],
    ['an ambiguous 409', toFailure(409, 'conflict'), 'unknown', true],
    ['not sent', { kind: 'unsent', why: 'rate limit' }, 'unsent', false],
    ['a 400', toFailure(400, 'invalid_price'), 'refused invalid_price', false],
    ['a 429', toFailure(429, ''), 'refused rate_limited', false],
    ['a 404', toFailure(404, 'not_found'), 'refused order_not_open', false],
  ] as const)
    test(`${title}: ${outcome}`, async () => {
      const { sender, rest, setReads, tracker } = createSender(answer);
      const order = rest();
      setReads(toState());
      const result = await sender.amend(AMEND);
      const code = result.kind === 'refused' ? ` ${result.code}` : '';
      assert.equal(`${result.kind}${code}`, outcome);
      const pending = isPending ? { yesPrice: price('0.45'), qty: qty('3') } : null;
      assert.deepEqual([order.pendingAmend, order.yesPrice, order.qty], [pending, price('0.4'), qty('2')]);
      tracker.addFill(order, toFill('2'), NOW);
      assert.equal(order.status, isPending ? 'OPEN' : 'FILLED', 'filled to its old total');
    });
});

describe('an outcome that an answer does not prove keeps what the answer says', () => {
  const said = { venueCode: 'endpoint_moved', venueMessage: 'use the newer endpoint' };
  const failed = { venueCode: 'internal', venueMessage: 'the reason' };
  for (const [title, answer, words] of [
    ['a success that cannot be read', { kind: 'lost', why: 'HTTP 200', venueAnswer: said }, said],
    ['a 500', toFailure(500, 'internal'), failed],
    ['an ambiguous 409', toFailure(409, 'internal'), failed],
  ] as const) {
    test(`${title}: of a new order`, async () => {
      const { sender } = createSender(answer);
      const outcome = await sender.place(ORDER);
      assert.deepEqual(outcome.kind === 'unknown' && outcome.venueAnswer, words);
    });
    test(`${title}: of an amend and a cancel`, async () => {
      const { sender, rest, setReads } = createSender(answer);
      rest();
      setReads(toState());
      for (const outcome of [
        await sender.amend(AMEND),
        await sender.cancel(ORDER.clientId, ORDER.venueInstrumentId),
      ])
        assert.deepEqual(outcome.kind === 'unknown' && outcome.venueAnswer, words);
    });
  }
});

test('an acknowledged amend has the requested terms at the time of the venue, and is not pending', async () => {
  const { sender, rest, setReads } = createSender(toAmendAck());
  const order = rest();
  setReads(toState()); // the reads lag behind
  const report = expectReport(await sender.amend(AMEND));
  assert.deepEqual([report.price, report.qty, report.at], [price('0.45'), qty('3'), LATER]);
  assert.equal(order.pendingAmend, null);
});

for (const [title, ack, reads] of [
  ['counts no fill', {}, 1],
  ['counts a fill', { fill_count: qty('1') }, 2],
  ['counts a fill of another order', { order_id: OTHER_ID, fill_count: qty('1') }, 1],
] as const)
  test(`an acknowledged amend that ${title} is reported after ${reads} reads`, async () => {
    const { sender, rest, setReads, countReads } = createSender(toAmendAck(ack));
    rest();
    const amended = { yesPrice: price('0.45'), qty: qty('3'), at: (LATER + 1) as TimestampMs };
    setReads(toState(amended), toState({ ...amended, filledQty: qty('1') }));
    const report = expectReport(await sender.amend(AMEND));
    assert.deepEqual([countReads(), report.filledQty], [reads, qty(reads === 2 ? '1' : '0')]);
  });

test('an order that closed during its amend keeps the terms with which it closed', async () => {
  const harness = createSender(() => {
    const order = harness.rest();
    harness.tracker.merge(order.identity, toState({ status: 'canceled', at: LATER }), 'bid', NOW);
    return toAmendAck();
  });
  harness.rest();
  const report = expectReport(await harness.sender.amend(AMEND));
  assert.deepEqual([report.status, report.price, report.qty], ['CANCELLED', price('0.4'), qty('2')]);
});

describe('an acknowledged cancel closes an order of 2 if the rest and the recorded fills add up', () => {
  const acknowledge = (reduced: string, orderId = ID): Answer<unknown> => ({
    kind: 'ok',
    value: { order_id: orderId, reduced_by: qty(reduced), ts_ms: LATER },
  });
  for (const [title, answer, fills, counted, reads, outcome] of [
    ['all is cancelled', acknowledge('2'), '0', '0', 0, 'CANCELLED'],
    ['a part was filled before', acknowledge('1.5'), '0.5', '0.5', 0, 'CANCELLED'],
    ['a counted fill is not recorded yet', acknowledge('1.5'), '0', '0.5', 3, 'unknown'],
    ['a part is missing', acknowledge('1.5'), '0', '0', 3, 'unknown'],
    ['another order is named', acknowledge('2', OTHER_ID), '0', '0', 3, 'unknown'],
    ['the order is not found', toFailure(404, 'not_found'), '0', '0', 3, 'unknown'],
    ['there is no answer', { kind: 'lost', why: 'timeout' }, '0', '0', 0, 'unknown'],
    ['it is refused', toFailure(400, 'market_closed'), '0', '0', 0, 'refused'],
  ] as const)
    test(`${title}: ${outcome}`, async () => {
      const { sender, rest, setReads, countReads, tracker } = createSender(answer);
      const order = rest();
      const state = toState({ filledQty: qty(counted) });
      tracker.merge(order.identity, state, 'bid', NOW);
      tracker.addFill(order, toFill(fills), NOW);
      setReads(state); // it still shows as open
      const result = await sender.cancel(ORDER.clientId, ORDER.venueInstrumentId);
      assert.equal(result.kind === 'report' ? result.report.status : result.kind, outcome);
      assert.equal(countReads(), reads);
      if (result.kind === 'report')
        assert.deepEqual(
          [result.report.filledQty, result.report.reason, result.report.at],
          [qty(counted), 'requested', LATER],
        );
    });
});

const toFill = (count: string): FillRecord => ({
  tradeId: 't1',
  orderId: ID,
  bookSide: 'bid',
  yesPrice: price('0.4'),
  qty: qty(count),
  fee: 0n as Notional,
  isTaker: false,
  at: NOW,
});
