import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VenueClientId, VenueOrderId } from '../../../domain/model/ids.ts';
import { type Notional, type Price, parsePrice, parseQty, type Qty } from '../../../domain/model/money.ts';
import type { TimestampMs } from '../../../domain/model/time.ts';
import type { FillRecord, OrderState } from '../codec/kalshi-mapping.ts';
import type { OrderIdentity } from './kalshi-client-ids.ts';
import {
  clearPendingAmend,
  hasMissingFills,
  OrderTracker,
  type TrackedOrder,
  toFullReport,
  toUpdateReport,
} from './kalshi-order-tracker.ts';

const named: OrderIdentity = {
  clientId: 'cb-1-1-1' as VenueClientId,
  terms: { outcome: 'NO', type: 'LIMIT', tif: 'GTC' },
};
const qty = (text: string): Qty => parseQty(text) as Qty;
const price = (text: string): Price => parsePrice(text) as Price;
const NOW = 9_000 as TimestampMs;

const truth = (fields: Partial<OrderState> = {}): OrderState => ({
  orderId: 'o1' as VenueOrderId,
  uuid: null,
  ticker: 'KXA',
  shard: 0,
  bookSide: 'ask',
  status: 'resting',
  yesPrice: price('0.6'),
  qty: qty('10'),
  filledQty: qty('0'),
  expiresAt: null,
  why: null,
  at: 1_000 as TimestampMs,
  ...fields,
});

const fill = (tradeId: string, count: string): FillRecord => ({
  tradeId,
  orderId: 'o1' as VenueOrderId,
  bookSide: 'ask',
  yesPrice: price('0.6'),
  qty: qty(count),
  fee: 0n as Notional,
  isTaker: false,
  at: 2_000 as TimestampMs,
});

const heard = (...truths: readonly Partial<OrderState>[]) => {
  const known = new OrderTracker();
  let order = known.merge(named, truth(), 'ask', NOW);
  for (const each of truths) order = known.merge(named, truth(each), 'ask', NOW);
  return { known, order };
};

test('a report is in the terms of the caller, whatever the venue calls them', () => {
  const report = toFullReport(heard().order);
  assert.deepEqual([report.clientId, report.price, report.status], ['cb-1-1-1', price('0.4'), 'OPEN']);
});

test('an end stands, whatever a lagging read still shows', () => {
  const { order } = heard({ status: 'canceled', at: 2_000 as TimestampMs }, { at: 3_000 as TimestampMs });
  assert.equal(order.status, 'CANCELLED');
});

test('fills only grow', () => {
  const { order } = heard({ filledQty: qty('4') }, { filledQty: qty('1'), at: 5_000 as TimestampMs });
  assert.equal(order.filledQty, qty('4'));
});

test('of two words about a living order the later holds, in whichever order they come', () => {
  const later = { yesPrice: price('0.5'), qty: qty('12'), at: 3_000 as TimestampMs };
  for (const { order } of [heard(later), heard(later, { at: 2_000 as TimestampMs })]) {
    assert.deepEqual([order.yesPrice, order.qty], [price('0.5'), qty('12')]);
  }
});

test('a stale read that counts more fills does not take back an amend', () => {
  const { order } = heard(
    { yesPrice: price('0.5'), qty: qty('12'), at: 3_000 as TimestampMs },
    { filledQty: qty('2'), at: 2_500 as TimestampMs },
  );
  assert.deepEqual([order.yesPrice, order.qty, order.filledQty], [price('0.5'), qty('12'), qty('2')]);
});

test('a fill counts once, whichever path brings it, and fills up its order', () => {
  const { known, order } = heard();
  assert.equal(known.addFill(order, fill('t1', '4'), NOW), true);
  assert.equal(known.addFill(order, fill('t1', '4'), NOW), false);
  assert.deepEqual([order.filledQty, order.status], [qty('4'), 'OPEN']);
  known.addFill(order, fill('t2', '6'), NOW);
  assert.equal(order.status, 'FILLED');
});

test('a fill that crosses a cancel counts, and completes the order if it does', () => {
  const { known, order } = heard({ status: 'canceled' });
  known.addFill(order, fill('t1', '4'), NOW);
  assert.deepEqual([order.status, order.filledQty], ['CANCELLED', qty('4')]);
  known.addFill(order, fill('t2', '6'), NOW);
  assert.deepEqual([order.status, order.reason], ['FILLED', null]);
});

test('an order that counts more than its fills lacks some', () => {
  const { known, order } = heard({ filledQty: qty('4') });
  assert.equal(hasMissingFills(order), true);
  known.addFill(order, fill('t1', '4'), NOW);
  assert.equal(hasMissingFills(order), false);
});

test('executed below the total means that the rest was taken back', () => {
  const { order } = heard({ status: 'executed', filledQty: qty('4'), qty: qty('4') });
  assert.equal(order.status, 'CANCELLED');
});

/** A raise to 12 at 0.55 has been sent; the answer is not there yet. */
const raising = () => {
  const { known, order } = heard();
  order.pendingAmend = { yesPrice: price('0.55'), qty: qty('12') };
  return { known, order };
};
const standing = ({ status, qty: total, filledQty }: TrackedOrder) => [status, total, filledQty];

test('full by the old total while a raise is on its way is not the end', () => {
  const { known, order } = raising();
  known.addFill(order, fill('t1', '10'), NOW);
  assert.deepEqual(standing(order), ['OPEN', qty('10'), qty('10')]);
  clearPendingAmend(order);
  assert.deepEqual(standing(order), ['FILLED', qty('10'), qty('10')]);
});

test('a fill beyond the old total proves the raise, with its price', () => {
  const { known, order } = raising();
  known.addFill(order, fill('t1', '11'), NOW);
  assert.deepEqual(standing(order), ['OPEN', qty('12'), qty('11')]);
  assert.equal(order.yesPrice, price('0.55'));
  known.addFill(order, fill('t2', '1'), NOW);
  assert.equal(order.status, 'FILLED');
});

test('an end that comes before the answer to a raise tells which total it was of', () => {
  const ended = (status: 'executed' | 'canceled', filled: string) => {
    const { known, order } = raising();
    known.merge(named, truth({ status, filledQty: qty(filled), qty: qty(filled) }), 'ask', NOW);
    return standing(order);
  };
  assert.deepEqual(ended('executed', '10'), ['FILLED', qty('10'), qty('10')]);
  assert.deepEqual(ended('executed', '12'), ['FILLED', qty('12'), qty('12')]);
  assert.deepEqual(ended('canceled', '10'), ['CANCELLED', qty('12'), qty('10')]);
  assert.deepEqual(ended('canceled', '4'), ['CANCELLED', qty('10'), qty('4')]);
});

test('news are told once, with the fills that are new', () => {
  const { known, order } = heard();
  toFullReport(order);
  assert.equal(toUpdateReport(order), null);
  known.addFill(order, fill('t1', '4'), NOW);
  assert.deepEqual(toUpdateReport(order)?.fills.length, 1);
  known.addFill(order, fill('t2', '1'), NOW);
  assert.deepEqual(
    toUpdateReport(order)?.fills.map(({ venueTradeId }) => venueTradeId),
    ['t2'],
  );
  assert.equal(toUpdateReport(order), null);
});

test('an expiry keeps the milliseconds that it was asked with', () => {
  const asked = 60_250 as TimestampMs;
  const known = new OrderTracker();
  known.merge(named, truth({ expiresAt: asked }), 'ask', NOW);
  const order = known.merge(
    named,
    truth({ expiresAt: 60_000 as TimestampMs, at: 5_000 as TimestampMs }),
    'ask',
    NOW,
  );
  assert.equal(order.expiresAt, asked);
});

test('an answer that names another order takes the name away only until the order shows itself', () => {
  const { known } = heard({ orderId: 'wrong' as VenueOrderId });
  assert.equal(known.byClientId(named.clientId)?.orderId, 'wrong');
  known.merge(named, truth(), 'ask', NOW);
  assert.equal(known.byClientId(named.clientId)?.orderId, 'o1');
});
