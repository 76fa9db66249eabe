import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { NOTIONAL_ZERO, type Price, parsePrice, parseQty, type Qty } from '../../../domain/model/money.ts';
import type { TimestampMs } from '../../../domain/model/time.ts';
import type { VenueAnomaly, VenueFill } from '../../../ports/venue.ts';
import type { OwnFill } from '../codec/polymarket-mapping.ts';
import type { WireOrder } from '../codec/polymarket-messages.ts';
import { describeReport } from '../polymarket-harness.fixture.ts';
import { type OrderTerms, TrackedOrder } from './polymarket-order-tracker.ts';
import { OrderRegistry } from './polymarket-orders.ts';

const price = (text: string): Price => parsePrice(text) as Price;
const qty = (text: string): Qty => parseQty(text) as Qty;
const at = (ms: number): TimestampMs => ms as TimestampMs;

/** BUY YES 10 @ 0.40, resting. */
const terms = (change: Partial<OrderTerms> = {}): OrderTerms => ({
  id: '0x1',
  venueInstrumentId: '0xrain',
  tokenId: '7',
  side: 'BUY',
  outcome: 'YES',
  isMarket: false,
  price: price('0.4'),
  qty: qty('10'),
  expiresAt: null,
  kill: null,
  isQtyKnown: true,
  ...change,
});

const fill = (id: string, size: string, change: Partial<VenueFill> = {}): VenueFill => ({
  venueTradeId: id,
  side: 'BUY',
  outcome: 'YES',
  price: price('0.4'),
  qty: qty(size),
  fee: NOTIONAL_ZERO,
  liquidity: 'MAKER',
  settlement: 'PENDING',
  at: at(1_000),
  ...change,
});

const recordOf = (change: Partial<OrderTerms> = {}): TrackedOrder => new TrackedOrder(terms(change), at(0));
const head = (record: TrackedOrder): string => describeReport(record.toReport()).split(';')[0] ?? '';

test('an order is filled when its fills add up to it, and open until then', () => {
  const record = recordOf();
  record.applyFill(fill('a', '4'));
  assert.deepEqual([head(record), record.isClosed], ['OPEN 4', false]);
  record.applyFill(fill('b', '6'));
  assert.deepEqual([head(record), record.isClosed], ['FILLED 10', true]);
});

test('an order of an earlier life of which only trades are left is not over by being full of them', () => {
  const record = recordOf({ isQtyKnown: false, qty: qty('4') });
  record.applyFill(fill('a', '4'));
  assert.deepEqual([head(record), record.isClosed], ['OPEN 4', false]);
});

test('the first word of an end stands, and one that was only presumed gives way', () => {
  const record = recordOf();
  record.presumeClosed('EXPIRED', 'expired', at(1));
  assert.equal(head(record), 'EXPIRED expired 0');
  record.close('CANCELLED', 'requested', at(2));
  record.close('CANCELLED', 'market_closed', at(3));
  record.presumeClosed('EXPIRED', 'expired', at(4));
  record.confirmOpen();
  assert.equal(head(record), 'CANCELLED requested 0');
});

test('an order presumed over that is seen open is open, and its absence counts from the start again', () => {
  const record = recordOf();
  record.firstMissedAtMs = 5;
  record.presumeClosed('CANCELLED', 'venue_rule', at(1));
  record.confirmOpen();
  assert.deepEqual([head(record), record.firstMissedAtMs], ['OPEN 0', null]);
});

test('what the venue counts and has not shown is missing, and its count never falls', () => {
  const record = recordOf();
  record.raiseMatchedQty(qty('6'));
  record.raiseMatchedQty(qty('2'));
  record.applyFill(fill('a', '4'));
  assert.deepEqual([record.hasMissingFills, head(record)], [true, 'OPEN 6']);
  record.applyFill(fill('b', '2'));
  assert.equal(record.hasMissingFills, false);
});

test('a trade that failed was matched all the same: it is missing nothing, and is not filled', () => {
  const record = recordOf();
  record.raiseMatchedQty(qty('10'));
  record.applyFill(fill('a', '10'));
  record.applyFill(fill('a', '10', { settlement: 'VOID' }));
  record.close('FILLED', null, at(2));
  assert.deepEqual([record.hasMissingFills, record.filledQty], [false, 0n]);
  assert.equal(head(record), 'CANCELLED venue_rule 10');
});

test('what is called matched and short by less than can be traded is filled', () => {
  const record = recordOf();
  record.applyFill(fill('a', '9.995'));
  record.close('FILLED', null, at(2));
  assert.equal(head(record), 'FILLED 9.995');
});

test('MARKET that found nothing says so, and one that found some does not', () => {
  const none = recordOf({ isMarket: true, price: null, kill: 'cancel' });
  none.close('CANCELLED', 'ioc_remainder', at(2));
  assert.equal(head(none), 'CANCELLED no_liquidity 0');
  const some = recordOf({ isMarket: true, price: null, kill: 'cancel' });
  some.applyFill(fill('a', '4'));
  some.close('CANCELLED', 'ioc_remainder', at(2));
  assert.equal(head(some), 'CANCELLED ioc_remainder 4');
});

test('news are the fills that are new or settled since the last word; a report has them all', () => {
  const record = recordOf();
  const newsOf = () =>
    Object.fromEntries(
      record.takeUpdate().fills.map(({ venueTradeId, settlement }) => [venueTradeId, settlement]),
    );
  record.applyFill(fill('a', '4'));
  assert.deepEqual(newsOf(), { a: 'PENDING' });
  assert.deepEqual(newsOf(), {});
  record.applyFill(fill('b', '1'));
  record.applyFill(fill('a', '4', { settlement: 'FINAL' }));
  assert.deepEqual(newsOf(), { a: 'FINAL', b: 'PENDING' });
  assert.equal(record.toReport().fills.length, 2);
});

test('a trade is known by its id, whole or in parts', () => {
  const record = recordOf();
  record.applyFill(fill('t1', '1'));
  record.applyFill(fill('t2:40', '1'));
  assert.deepEqual(
    ['t1', 't2', 't', 't3'].map((id) => record.hasTrade(id)),
    [true, true, false, false],
  );
});

test('a sale may still take what is left of it, and what was sold is gone once a look has surely seen it', () => {
  const record = recordOf({ side: 'SELL' });
  assert.equal(record.unsettledQty(5_000), qty('10'));
  record.applyFill(fill('a', '4', { settlement: 'FINAL', at: at(1_000) }));
  assert.deepEqual([record.unsettledQty(999), record.unsettledQty(1_000)], [qty('10'), qty('6')]);
  record.applyFill(fill('b', '1', { settlement: 'PENDING', at: at(500) }));
  assert.equal(record.unsettledQty(1_000), qty('6'), 'not final, so not surely seen');
  record.close('CANCELLED', 'requested', at(2_000));
  assert.equal(record.unsettledQty(1_000), qty('1'));
});

/** Orders of ours, what they told and what they warned of. */
function openOrders() {
  const anomalies: VenueAnomaly[] = [];
  const released: string[] = [];
  const orders = new OrderRegistry({
    clock: new ManualClock(),
    ordersKept: 10,
    balances: {
      trackSale: () => {},
      release: ({ terms: { id } }) => void released.push(id),
      onFinalTrade: () => void released.push('settled'),
    },
    listener: { onReport: () => {}, onAnomaly: (anomaly) => void anomalies.push(anomaly) },
  });
  return { orders, anomalies, released };
}

/** These fills, each of the one order. */
const ownFills = (...fills: readonly VenueFill[]): readonly OwnFill[] =>
  fills.map((each) => ({ orderId: '0x1', tokenId: '7', fill: each }));

const wire = (status: WireOrder['status'], matched = '0', change: Partial<WireOrder> = {}): WireOrder => ({
  id: '0x1',
  status,
  owner: 'key',
  tokenId: '7',
  side: 'BUY',
  price: price('0.4'),
  qty: qty('10'),
  matched: qty(matched),
  isKilled: false,
  expirationMs: null,
  createdMs: 1_000,
  atMs: 2_000,
  ...change,
});

for (const [status, change, ends] of [
  ['live', {}, 'OPEN 0'],
  ['delayed', {}, 'OPEN 0'],
  ['matched', {}, 'FILLED 10'],
  ['matched', { kill: 'venue' }, 'CANCELLED ioc_remainder 0'],
  ['cancelled', {}, 'CANCELLED venue_rule 0'],
  ['cancelled', { kill: 'cancel' }, 'CANCELLED ioc_remainder 0'],
  ['cancelled', { expiresAt: at(3_000) }, 'EXPIRED expired 0'],
  ['cancelled', { expiresAt: at(3_001) }, 'CANCELLED venue_rule 0'],
  ['resolved', {}, 'CANCELLED market_closed 0'],
  ['invalid', {}, 'CANCELLED venue_rule 0'],
] as const) {
  test(`an order shown as ${status} (${JSON.stringify(change)}) is ${ends}`, () => {
    const { orders } = openOrders();
    const record = orders.add(terms(change), at(0));
    orders.applyVenueOrder(record, wire(status), at(2_000));
    assert.deepEqual([head(record), record.isAcknowledged], [ends, true]);
  });
}

test('an order that we asked to cancel, and that is shown cancelled, is cancelled by us', () => {
  const { orders } = openOrders();
  const record = orders.add(terms(), at(0));
  record.isCancelRequested = true;
  orders.applyVenueOrder(record, wire('cancelled'), at(2_000));
  assert.equal(head(record), 'CANCELLED requested 0');
});

test('an order that was presumed over lives again when it is shown', () => {
  const { orders } = openOrders();
  const record = orders.add(terms(), at(0));
  record.presumeClosed('CANCELLED', 'venue_rule', at(1));
  orders.recordChange(record);
  assert.deepEqual(orders.liveOrders(), []);
  orders.applyVenueOrder(record, wire('live'), at(2_000));
  assert.deepEqual([orders.liveOrders(), head(record)], [[record], 'OPEN 0']);
});

test('an order lives until it is over and its fills are known', () => {
  const { orders } = openOrders();
  const record = orders.add(terms(), at(0));
  orders.applyVenueOrder(record, wire('cancelled', '4'), at(2_000));
  assert.deepEqual(orders.liveOrders(), [record], 'four are missing');
  const told = ownFills(fill('a', '4'));
  orders.applyFills(told);
  assert.deepEqual([orders.liveOrders(), orders.find('0x1')], [[], record]);
});

test('a fill that comes before its order waits for it, once', () => {
  const { orders } = openOrders();
  const told = ownFills(fill('a', '4'), fill('a', '4'));
  assert.deepEqual(orders.applyFills(told), []);
  assert.equal(orders.add(terms(), at(0)).filledQty, qty('4'));
  assert.deepEqual(orders.parkedFills('0x1'), []);
});

test('a fill that is final makes the wallet be looked at; one that is taken back then is an alarm', () => {
  const { orders, anomalies, released } = openOrders();
  orders.add(terms(), at(0));
  const tell = (settlement: VenueFill['settlement']) => {
    const told = ownFills(fill('a', '4', { settlement }));
    return orders.applyFills(told);
  };
  tell('PENDING');
  assert.deepEqual(released, []);
  tell('FINAL');
  assert.deepEqual(released, ['settled']);
  assert.deepEqual(tell('VOID'), []);
  assert.deepEqual(
    anomalies.map(({ kind }) => kind),
    ['settlement_reversed'],
  );
});
