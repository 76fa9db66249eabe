import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { requirePresent } from '../../../contract/model/assert.ts';
import { decode } from '../../../contract/model/decoder.ts';
import type { VenueClientId, VenueOrderId } from '../../../contract/model/ids.ts';
import { type Notional, type Price, parsePrice, parseQty, type Qty } from '../../../contract/model/money.ts';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { type FillRecord, type OrderState, toOrderState } from '../codec/kalshi-mapping.ts';
import { ORDER } from '../codec/kalshi-messages.ts';
import type { KalshiClient } from '../http/kalshi-client.ts';
import { ClientIdCodec, type OrderIdentity } from './kalshi-client-ids.ts';
import { OrderQueries, type OrderQueriesDeps } from './kalshi-order-queries.ts';
import {
  clearPendingAmend,
  hasMissingFills,
  OrderTracker,
  type TrackedOrder,
  toFullReport,
  toUpdateReport,
} from './kalshi-order-tracker.ts';

const identity: OrderIdentity = {
  clientId: 'cb-1-1-1' as VenueClientId,
  terms: { outcome: 'NO', type: 'LIMIT', tif: 'GTC' },
};
const qty = (text: string): Qty => parseQty(text) as Qty;
const price = (text: string): Price => parsePrice(text) as Price;
const NOW = 9_000 as TimestampMs;

const state = (fields: Partial<OrderState> = {}): OrderState => ({
  orderId: 'o1' as VenueOrderId,
  uuid: null,
  ticker: 'KXA',
  shard: 0,
  bookSide: 'ask',
  status: 'resting',
  yesPrice: price('0.6'),
  qtyPlaced: qty('10'),
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

const mergeAll = (...states: readonly Partial<OrderState>[]) => {
  const tracker = new OrderTracker();
  let order = tracker.merge(identity, state(), 'ask', NOW);
  for (const each of states) order = tracker.merge(identity, state(each), 'ask', NOW);
  return { tracker, order };
};

describe('an order of 10 that is first seen executed', () => {
  for (const [title, terms, filled, status, total] of [
    ['GTC, decreased to what it has traded', {}, '6', 'FILLED', '6'],
    ['GTC that has traded all', {}, '10', 'FILLED', '10'],
    ['GTC without a trade', {}, '0', 'CANCELLED', '10'],
    ['IOC that traded a part', { tif: 'IOC' }, '6', 'CANCELLED', '10'],
    ['IOC that traded all', { tif: 'IOC' }, '10', 'FILLED', '10'],
    ['IOC without a trade', { tif: 'IOC' }, '0', 'CANCELLED', '10'],
    ['FOK without a trade', { tif: 'FOK' }, '0', 'CANCELLED', '10'],
    ['MARKET that traded a part', { type: 'MARKET', tif: 'IOC' }, '6', 'CANCELLED', '10'],
  ] as const)
    test(`${title}: ${status}`, () => {
      const wire = {
        order_id: 'o1',
        client_order_id: null,
        ticker: 'KXA',
        book_side: 'ask',
        status: 'executed',
        yes_price_dollars: '0.6000',
        initial_count_fp: '10.00',
        fill_count_fp: `${filled}.00`,
        remaining_count_fp: '0.00',
      };
      const shown = toOrderState(requirePresent(decode(ORDER, wire), 'an order'));
      const own = { ...identity, terms: { ...identity.terms, ...terms } };
      const report = toFullReport(new OrderTracker().merge(own, shown, 'ask', NOW));
      assert.deepEqual([report.status, report.qty, report.filledQty], [status, qty(total), qty(filled)]);
    });
});

test('a report has the terms of the caller, not those of the venue', () => {
  const report = toFullReport(mergeAll().order);
  assert.deepEqual([report.clientId, report.price, report.status], ['cb-1-1-1', price('0.4'), 'OPEN']);
});

test('a closed order stays closed when a lagging read shows it as open', () => {
  const { order } = mergeAll({ status: 'canceled', at: 2_000 as TimestampMs }, { at: 3_000 as TimestampMs });
  assert.equal(order.status, 'CANCELLED');
});

test('the filled quantity only grows', () => {
  const { order } = mergeAll({ filledQty: qty('4') }, { filledQty: qty('1'), at: 5_000 as TimestampMs });
  assert.equal(order.filledQty, qty('4'));
});

test('of two messages about an open order the later one wins, in any order of arrival', () => {
  const later = { yesPrice: price('0.5'), qty: qty('12'), at: 3_000 as TimestampMs };
  for (const { order } of [mergeAll(later), mergeAll(later, { at: 2_000 as TimestampMs })]) {
    assert.deepEqual([order.yesPrice, order.qty], [price('0.5'), qty('12')]);
  }
});

test('a stale read that counts more fills does not take back an amend', () => {
  const { order } = mergeAll(
    { yesPrice: price('0.5'), qty: qty('12'), at: 3_000 as TimestampMs },
    { filledQty: qty('2'), at: 2_500 as TimestampMs },
  );
  assert.deepEqual([order.yesPrice, order.qty, order.filledQty], [price('0.5'), qty('12'), qty('2')]);
});

test('a fill counts once on any path, and completes its order', () => {
  const { tracker, order } = mergeAll();
  assert.equal(tracker.addFill(order, fill('t1', '4'), NOW), true);
  assert.equal(tracker.addFill(order, fill('t1', '4'), NOW), false);
  assert.deepEqual([order.filledQty, order.status], [qty('4'), 'OPEN']);
  tracker.addFill(order, fill('t2', '6'), NOW);
  assert.equal(order.status, 'FILLED');
});

test('a fill that crosses a cancel counts, and completes the order if it does', () => {
  const { tracker, order } = mergeAll({ status: 'canceled' });
  tracker.addFill(order, fill('t1', '4'), NOW);
  assert.deepEqual([order.status, order.filledQty], ['CANCELLED', qty('4')]);
  tracker.addFill(order, fill('t2', '6'), NOW);
  assert.deepEqual([order.status, order.reason], ['FILLED', null]);
});

test('an order with a higher filled quantity than its fills has missing fills', () => {
  const { tracker, order } = mergeAll({ filledQty: qty('4') });
  assert.equal(hasMissingFills(order), true);
  tracker.addFill(order, fill('t1', '4'), NOW);
  assert.equal(hasMissingFills(order), false);
});

test('an order executed below its total is cancelled', () => {
  const { order } = mergeAll({ status: 'executed', filledQty: qty('4'), qty: qty('4') });
  assert.equal(order.status, 'CANCELLED');
});

test('an order executed at the lower total of an unanswered amend is filled', () => {
  const { tracker, order } = mergeAll();
  order.pendingAmend = { yesPrice: price('0.55'), qty: qty('4') };
  tracker.merge(identity, state({ status: 'executed', filledQty: qty('4'), qty: qty('4') }), 'ask', NOW);
  assert.deepEqual(summarize(order), ['FILLED', qty('4'), qty('4')]);
});

/** An order with an unanswered amend to 12 at 0.55. */
const createRaising = () => {
  const { tracker, order } = mergeAll();
  order.pendingAmend = { yesPrice: price('0.55'), qty: qty('12') };
  return { tracker, order };
};
const summarize = ({ status, qty: total, filledQty }: TrackedOrder) => [status, total, filledQty];

test('an order filled to its old total stays open while a raise is pending', () => {
  const { tracker, order } = createRaising();
  tracker.addFill(order, fill('t1', '10'), NOW);
  assert.deepEqual(summarize(order), ['OPEN', qty('10'), qty('10')]);
  clearPendingAmend(order);
  assert.deepEqual(summarize(order), ['FILLED', qty('10'), qty('10')]);
});

test('a fill beyond the old total proves the raise, with its price', () => {
  const { tracker, order } = createRaising();
  tracker.addFill(order, fill('t1', '11'), NOW);
  assert.deepEqual(summarize(order), ['OPEN', qty('12'), qty('11')]);
  assert.equal(order.yesPrice, price('0.55'));
  tracker.addFill(order, fill('t2', '1'), NOW);
  assert.equal(order.status, 'FILLED');
});

test('if an order closes before the reply to a raise, its filled quantity decides the total', () => {
  const ended = (status: 'executed' | 'canceled', filled: string) => {
    const { tracker, order } = createRaising();
    tracker.merge(identity, state({ status, filledQty: qty(filled), qty: qty(filled) }), 'ask', NOW);
    return summarize(order);
  };
  assert.deepEqual(ended('executed', '10'), ['FILLED', qty('10'), qty('10')]);
  assert.deepEqual(ended('executed', '12'), ['FILLED', qty('12'), qty('12')]);
  assert.deepEqual(ended('canceled', '10'), ['CANCELLED', qty('12'), qty('10')]);
  assert.deepEqual(ended('canceled', '4'), ['CANCELLED', qty('10'), qty('4')]);
});

test('an update is reported once, with the new fills only', () => {
  const { tracker, order } = mergeAll();
  toFullReport(order);
  assert.equal(toUpdateReport(order), null);
  tracker.addFill(order, fill('t1', '4'), NOW);
  assert.deepEqual(toUpdateReport(order)?.fills.length, 1);
  tracker.addFill(order, fill('t2', '1'), NOW);
  assert.deepEqual(
    toUpdateReport(order)?.fills.map(({ venueTradeId }) => venueTradeId),
    ['t2'],
  );
  assert.equal(toUpdateReport(order), null);
});

test('an amend that the venue reports is an update, of the price alone or of the quantity alone', () => {
  for (const change of [{ yesPrice: price('0.55') }, { qty: qty('12') }]) {
    const { tracker, order } = mergeAll();
    toFullReport(order);
    tracker.merge(identity, state({ ...change, at: 3_000 as TimestampMs }), 'ask', NOW);
    const report = toUpdateReport(order);
    const expected = 'qty' in change ? [price('0.4'), qty('12')] : [price('0.45'), qty('10')];
    assert.deepEqual([report?.price, report?.qty], expected);
    assert.equal(toUpdateReport(order), null);
  }
});

test('an expiry keeps the milliseconds of the request', () => {
  const requested = 60_250 as TimestampMs;
  const tracker = new OrderTracker();
  tracker.merge(identity, state({ expiresAt: requested }), 'ask', NOW);
  const order = tracker.merge(
    identity,
    state({ expiresAt: 60_000 as TimestampMs, at: 5_000 as TimestampMs }),
    'ask',
    NOW,
  );
  assert.equal(order.expiresAt, requested);
});

test('an acknowledgement with another order id is corrected by the next message of the order', () => {
  const { tracker } = mergeAll({ orderId: 'wrong' as VenueOrderId });
  assert.equal(tracker.byClientId(identity.clientId)?.orderId, 'wrong');
  tracker.merge(identity, state(), 'ask', NOW);
  assert.equal(tracker.byClientId(identity.clientId)?.orderId, 'o1');
});

test('the client id in a message decides whose order it is, whatever a wrong acknowledgement said', () => {
  const ids = new ClientIdCodec('0'.repeat(32));
  const tracker = new OrderTracker();
  tracker.merge(identity, state(), 'ask', NOW);
  const other: OrderIdentity = { ...identity, clientId: 'cb-2-1-1' as VenueClientId };
  const client = { time: { now: () => NOW } } as KalshiClient;
  const queries = new OrderQueries({ client, ids, tracker } as OrderQueriesDeps);
  const merged = queries.mergeOrder(state({ uuid: ids.encode(other), status: 'canceled' }));
  assert.deepEqual([merged?.identity.clientId, merged?.status], ['cb-2-1-1', 'CANCELLED']);
  assert.equal(tracker.byClientId(identity.clientId), null);
});

for (const [target, ended, filled, status, total, yesPrice] of [
  ['4', 'executed', '4', 'FILLED', '4', '0.55'],
  ['4', 'executed', '6', 'CANCELLED', '10', '0.6'],
  ['4', 'canceled', '4', 'CANCELLED', '10', '0.6'],
  ['10', 'executed', '10', 'FILLED', '10', '0.55'],
  ['10', 'executed', '6', 'CANCELLED', '10', '0.6'],
  ['15', 'executed', '10', 'FILLED', '10', '0.6'],
  ['15', 'executed', '10.01', 'FILLED', '10.01', '0.55'],
  ['15', 'executed', '15', 'FILLED', '15', '0.55'],
  ['15', 'canceled', '9.99', 'CANCELLED', '10', '0.6'],
  ['15', 'canceled', '10', 'CANCELLED', '15', '0.55'],
] as const)
  test(`an order of 10 that is ${ended} at ${filled} during an amend to ${target} has the terms that this proves`, () => {
    const { tracker, order } = mergeAll();
    order.pendingAmend = { yesPrice: price('0.55'), qty: qty(target) };
    tracker.merge(identity, state({ status: ended, filledQty: qty(filled) }), 'ask', NOW);
    assert.deepEqual(
      [order.status, order.qty, order.yesPrice, order.pendingAmend],
      [status, qty(total), price(yesPrice), null],
    );
  });

test('a filled quantity that grows without its fills is an update, once', () => {
  const { tracker, order } = mergeAll();
  toFullReport(order);
  tracker.merge(identity, state({ filledQty: qty('4') }), 'ask', NOW);
  assert.deepEqual([toUpdateReport(order)?.filledQty, toUpdateReport(order)], [qty('4'), null]);
});

test('the time of an order is that of its latest message or fill, in any order of arrival', () => {
  const { tracker, order } = mergeAll();
  for (const [at, expected] of [
    [3_000, 3_000],
    [2_000, 3_000],
    [null, 3_000],
    [4_000, 4_000],
  ] as const) {
    tracker.addFill(order, { ...fill(`t${at}`, '1'), at: at as TimestampMs | null }, NOW);
    assert.equal(toFullReport(order).at, expected);
  }
});

describe('fills of the stream that no list confirms', () => {
  const open = () => {
    const anomalies: string[] = [];
    const queries = new OrderQueries({
      ids: new ClientIdCodec('0'.repeat(32)),
      tracker: new OrderTracker(),
      client: { time: { now: () => NOW } },
      listener: { onAnomaly: ({ kind }: { readonly kind: string }) => anomalies.push(kind) },
    } as unknown as OrderQueriesDeps);
    return { queries, anomalies };
  };
  const ORDER_ID = 'o1' as VenueOrderId;

  test('are reported as unknown once, each of them', () => {
    const { queries, anomalies } = open();
    for (const id of ['t1', 't2']) queries.mergeFill(fill(id, '1'), 'stream');
    queries.dropUnconfirmedFills(ORDER_ID);
    queries.dropUnconfirmedFills(ORDER_ID);
    assert.deepEqual(anomalies, ['unknown_fill', 'unknown_fill']);
  });

  test('of an order of another client are not ours, whether they arrive before the order or after it', () => {
    const { queries, anomalies } = open();
    queries.mergeFill(fill('t1', '1'), 'stream');
    assert.equal(queries.mergeOrder(state()), null);
    assert.equal(queries.mergeFill(fill('t2', '1'), 'stream'), null);
    queries.dropUnconfirmedFills(ORDER_ID);
    assert.deepEqual(anomalies, ['external_order']);
  });
});
