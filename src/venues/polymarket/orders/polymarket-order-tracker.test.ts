import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import {
  NOTIONAL_ZERO,
  type Notional,
  ONE,
  type Price,
  parseDecimal,
  parsePrice,
  parseQty,
  type Qty,
  renderNotional,
} from '../../../contract/model/money.ts';
import type { TimestampMs } from '../../../contract/model/time.ts';
import type { VenueAnomaly, VenueFill } from '../../../ports/venue.ts';
import type { OwnFill } from '../codec/polymarket-mapping.ts';
import type { WireOrder } from '../codec/polymarket-messages.ts';
import { createListing } from '../polymarket-feed.fixture.ts';
import { describeReport } from '../polymarket-harness.fixture.ts';
import { CASH_LAG_MS, type OrderTerms, TrackedOrder } from './polymarket-order-tracker.ts';
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

const ON_CHAIN = { isOnChain: true, atMs: null };

const createRecord = (change: Partial<OrderTerms> = {}): TrackedOrder =>
  new TrackedOrder(terms(change), at(0));
const head = (record: TrackedOrder): string => describeReport(record.toReport()).split(';')[0] ?? '';

test('the venue keeps the cash of a purchase while it rests, and from a match until its payment is on the chain', () => {
  const record = createRecord();
  const kept = (afterMs = CASH_LAG_MS) => renderNotional(record.computeCashKept(afterMs));
  assert.equal(kept(), '4');
  record.raiseMatchedQty(qty('6'));
  assert.equal(kept(), '4.1008', 'matched, and its trades are not known yet: 6 × 0.07 × 0.4 × 0.6');
  record.applyFill(
    fill('a', '6', { price: price('0.3'), fee: ((parseDecimal('0.1') ?? 0n) * ONE) as Notional }),
  );
  assert.equal(kept(), '3.5', '4 rest at 0.40; 6 were matched at 0.30, with a fee');
  record.close('CANCELLED', 'requested', at(2));
  assert.equal(kept(), '1.9');
  record.applyFill(fill('a', '6'), ON_CHAIN, 0);
  assert.equal(kept(CASH_LAG_MS - 1), '1.9', 'the balance of the venue may still have it');
  record.applyFill(fill('a', '6', { settlement: 'FINAL' }), ON_CHAIN, 1_000);
  assert.equal(kept(CASH_LAG_MS - 1), '1.9');
  assert.equal(kept(), '0');
  record.applyFill(fill('a', '6'));
  assert.equal(kept(), '0', 'a message that is older');
});

test('a MARKET purchase keeps the price that was signed until its fills arrive, and without it the highest one', () => {
  for (const [limit, expected] of [
    ['0.4', ['4', '4.168', '1.5']],
    [undefined, ['10', '10', '1.5']],
  ] as const) {
    const signed = limit === undefined ? {} : { limit: price(limit) };
    const record = createRecord({ isMarket: true, price: null, kill: 'cancel', ...signed });
    const kept = [renderNotional(record.computeCashKept(0))];
    record.raiseMatchedQty(qty('10'));
    kept.push(renderNotional(record.computeCashKept(0)));
    record.applyFill(fill('a', '5', { price: price('0.3') }));
    record.applyFill(fill('b', '5', { price: price('0.3'), settlement: 'VOID' }));
    kept.push(renderNotional(record.computeCashKept(0)));
    assert.deepEqual(kept, expected, limit ?? 'not known');
  }
});

test('a fee that is not known is kept as the highest published one', () => {
  const record = createRecord({ qty: qty('6') });
  record.applyFill(fill('a', '6', { price: price('0.5'), fee: null, liquidity: 'TAKER' }));
  assert.equal(
    renderNotional(record.computeCashKept(CASH_LAG_MS)),
    '3.105',
    '6 at 0.50, and 6 × 0.07 × 0.5 × 0.5',
  );
});

test('the venue keeps no cash for a sale, nor for a trade that failed or is final', () => {
  const sale = createRecord({ side: 'SELL' });
  sale.applyFill(fill('a', '4', { side: 'SELL' }));
  assert.equal(sale.computeCashKept(0), 0n);
  for (const settlement of ['VOID', 'FINAL'] as const) {
    const record = createRecord({ kill: 'part' });
    record.applyFill(fill('a', '4'));
    record.close('CANCELLED', 'ioc_remainder', at(2));
    assert.equal(renderNotional(record.computeCashKept(CASH_LAG_MS)), '1.6');
    record.applyFill(fill('a', '4', { settlement }));
    assert.equal(record.computeCashKept(CASH_LAG_MS), 0n, settlement);
  }
});

test('an order is FILLED once its fills add up to its quantity', () => {
  const record = createRecord();
  record.applyFill(fill('a', '4'));
  assert.deepEqual([head(record), record.isClosed], ['OPEN 4', false]);
  record.applyFill(fill('b', '6'));
  assert.deepEqual([head(record), record.isClosed], ['FILLED 10', true]);
});

test('a trade counts once, as a whole or by the prices of its makers, and keeps its settlement', () => {
  const taker = (id: string, size: string, settlement: VenueFill['settlement'] = 'PENDING') =>
    fill(id, size, { liquidity: 'TAKER', settlement });
  const whole = createRecord();
  assert.equal(whole.applyFill(taker('t1', '6')), 'new');
  assert.equal(whole.applyFill(taker('t1:40000000', '4')), 'known');
  assert.equal(whole.applyFill(taker('t1:41000000', '2', 'FINAL')), 'new');
  assert.deepEqual(
    [...whole.fills].map(({ settlement }) => settlement),
    ['FINAL'],
  );
  assert.equal(whole.applyFill(taker('t10:40000000', '1')), 'new', 'another trade');
  assert.equal(whole.filledQty, qty('7'));
  const byPrice = createRecord();
  for (const id of ['t1:40000000', 't1:41000000']) assert.equal(byPrice.applyFill(taker(id, '3')), 'new');
  assert.equal(byPrice.applyFill(taker('t1', '6', 'VOID')), 'new');
  assert.deepEqual(
    [...byPrice.fills].map(({ settlement }) => settlement),
    ['VOID', 'VOID'],
  );
  assert.equal(byPrice.applyFill(taker('t1', '6', 'FINAL')), 'reversed');
});

test('an order of a previous process known only by trades is not closed by its fills', () => {
  const record = createRecord({ isQtyKnown: false, qty: qty('4') });
  record.applyFill(fill('a', '4'));
  assert.deepEqual([head(record), record.isClosed], ['OPEN 4', false]);
});

test('the first final status wins, but replaces a presumed one', () => {
  const record = createRecord();
  record.presumeClosed('EXPIRED', 'expired', at(1));
  assert.equal(head(record), 'EXPIRED expired 0');
  record.close('CANCELLED', 'requested', at(2));
  record.close('CANCELLED', 'market_closed', at(3));
  record.presumeClosed('EXPIRED', 'expired', at(4));
  record.confirmOpen();
  assert.equal(head(record), 'CANCELLED requested 0');
});

test('an order presumed closed that is shown open is open, and its absence count restarts', () => {
  const record = createRecord();
  record.firstMissedAtMs = 5;
  record.presumeClosed('CANCELLED', 'venue_rule', at(1));
  record.confirmOpen();
  assert.deepEqual([head(record), record.firstMissedAtMs], ['OPEN 0', null]);
});

test('fills that the venue counts but has not shown are missing; the count never falls', () => {
  const record = createRecord();
  record.raiseMatchedQty(qty('6'));
  record.raiseMatchedQty(qty('2'));
  record.applyFill(fill('a', '4'));
  assert.deepEqual([record.hasMissingFills, head(record)], [true, 'OPEN 6']);
  record.applyFill(fill('b', '2'));
  assert.equal(record.hasMissingFills, false);
});

test('a failed trade counts as matched: no fill is missing, and the order is not filled', () => {
  const record = createRecord();
  record.raiseMatchedQty(qty('10'));
  record.applyFill(fill('a', '10'));
  record.applyFill(fill('a', '10', { settlement: 'VOID' }));
  record.close('FILLED', null, at(2));
  assert.deepEqual([record.hasMissingFills, record.filledQty], [false, 0n]);
  assert.equal(head(record), 'CANCELLED venue_rule 10');
});

test('a matched order short by dust is FILLED', () => {
  const record = createRecord();
  record.applyFill(fill('a', '9.995'));
  record.close('FILLED', null, at(2));
  assert.equal(head(record), 'FILLED 9.995');
});

test('MARKET without any fill ends with no_liquidity, else with ioc_remainder', () => {
  const none = createRecord({ isMarket: true, price: null, kill: 'cancel' });
  none.close('CANCELLED', 'ioc_remainder', at(2));
  assert.equal(head(none), 'CANCELLED no_liquidity 0');
  const some = createRecord({ isMarket: true, price: null, kill: 'cancel' });
  some.applyFill(fill('a', '4'));
  some.close('CANCELLED', 'ioc_remainder', at(2));
  assert.equal(head(some), 'CANCELLED ioc_remainder 4');
});

test('an update has the fills new or changed since the last one; a report has all', () => {
  const record = createRecord();
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

test('a trade is found by its id, also if split into several fills', () => {
  const record = createRecord();
  record.applyFill(fill('t1', '1'));
  record.applyFill(fill('t2:40', '1'));
  assert.deepEqual(
    ['t1', 't2', 't', 't3'].map((id) => record.hasTrade(id)),
    [true, true, false, false],
  );
});

/** An order registry with its reports and anomalies. */
function openOrders(ordersKept = 10) {
  const anomalies: VenueAnomaly[] = [];
  const refreshed: (string | null)[] = [];
  const clock = new ManualClock();
  const orders = new OrderRegistry({
    clock,
    ordersKept,
    balances: { refresh: (asset) => void refreshed.push(asset) },
    listener: { onReport: () => {}, onAnomaly: (anomaly) => void anomalies.push(anomaly) },
  });
  return { orders, clock, anomalies, refreshed };
}

/** Fills of the one order. */
const ownFills = (...fills: readonly VenueFill[]): readonly OwnFill[] =>
  fills.map((each) => ({ orderId: '0x1', tokenId: '7', payment: null, fill: each }));

const wire = (status: WireOrder['status'], matched = '0', change: Partial<WireOrder> = {}): WireOrder => ({
  id: '0x1',
  status,
  owner: 'key',
  makerAddress: null,
  tokenId: '7',
  side: 'BUY',
  price: price('0.4'),
  qty: qty('10'),
  matched: qty(matched),
  kill: null,
  expirationMs: null,
  createdMs: 1_000,
  atMs: 2_000,
  isEvent: false,
  ...change,
});

test('the cash that is kept is that of all purchases: live, ended with a trade on its way, and late trades', () => {
  const { orders, clock } = openOrders();
  const kept = () => renderNotional(orders.cashKept);
  const first = orders.add(terms(), at(0));
  orders.add(terms({ id: '0x2', side: 'SELL' }), at(0));
  const refused = orders.add(terms({ id: '0x3', qty: qty('5') }), at(0));
  assert.equal(kept(), '6');
  orders.remove(refused);
  assert.equal(kept(), '4');
  orders.add(terms(), at(0)); // known again, such as by a message of the venue
  assert.equal(kept(), '4', 'counted once');
  orders.close(orders.find('0x1') ?? first, at(1_000), 'requested');
  assert.equal(kept(), '0');
  orders.applyFills(ownFills(fill('late', '3')));
  assert.equal(kept(), '1.2', 'a trade that arrives after the end');
  orders.applyFills(ownFills(fill('late', '3')).map((own) => ({ ...own, payment: ON_CHAIN })));
  assert.equal(kept(), '1.2');
  clock.advance(CASH_LAG_MS);
  assert.equal(kept(), '0');
  orders.applyFills(ownFills(fill('last', '1')));
  assert.equal(kept(), '0.4', 'another one');
});

test('the cash of an ended purchase is released although many orders have ended since', () => {
  const { orders } = openOrders(1);
  for (const id of ['0x1', '0x2', '0x3']) {
    const record = orders.add(terms({ id }), at(0));
    orders.applyFills(ownFills(fill('a', '10')).map((own) => ({ ...own, orderId: id })));
    assert.ok(record.isClosed);
  }
  assert.equal(renderNotional(orders.cashKept), '12');
  for (const id of ['0x1', '0x2', '0x3'])
    orders.applyFills(
      ownFills(fill('a', '10', { settlement: 'FINAL' })).map((own) => ({ ...own, orderId: id })),
    );
  assert.equal(renderNotional(orders.cashKept), '0');
});

test('an order whose terms become known keeps no cash for what the chain has paid', () => {
  for (const isOnChain of [false, true]) {
    const { orders, clock } = openOrders();
    orders.add(terms({ isQtyKnown: false, price: null, qty: qty('4') }), at(0));
    orders.applyFills(
      ownFills(fill('a', '4')).map((own) => ({ ...own, payment: isOnChain ? ON_CHAIN : null })),
    );
    orders.add(terms(), at(0));
    assert.equal(renderNotional(orders.cashKept), '4');
    clock.advance(CASH_LAG_MS);
    assert.equal(renderNotional(orders.cashKept), isOnChain ? '2.4' : '4');
  }
});

test('an order that the venue shows has the outcome of its token, and ends a minute before its stated time', () => {
  const { orders } = openOrders();
  const listing = createListing(1);
  const added = ([tokenId, expirationMs]: readonly [string, number | null]) => {
    const record = orders.addFromVenue(wire('live', '0', { tokenId, expirationMs }), listing);
    return record === null ? null : [record.terms.outcome, record.terms.expiresAt];
  };
  assert.deepEqual(
    (
      [
        [listing.yes, null],
        [listing.no, null],
        [listing.yes, 200_000],
        [listing.no, 300_000],
        ['17', null],
      ] as const
    ).map(added),
    [['YES', null], ['NO', null], ['YES', 140_000], ['NO', 240_000], null],
  );
});

for (const [status, change, ends] of [
  ['live', {}, 'OPEN 0'],
  ['delayed', {}, 'OPEN 0'],
  ['matched', {}, 'FILLED 10'],
  ['matched', { kill: 'part' }, 'CANCELLED ioc_remainder 0'],
  ['matched', { kill: 'whole' }, 'FILLED 10'],
  ['cancelled', { kill: 'whole' }, 'CANCELLED fok_unfilled 0'],
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

test('an order that is shown as matched, short by dust, misses no fill', () => {
  const { orders } = openOrders();
  for (const kill of [null, 'whole'] as const) {
    const record = orders.add(terms({ kill }), at(0));
    orders.applyFills(ownFills(fill('a', '9.997714')));
    orders.applyVenueOrder(record, wire('matched', '9.997714'), at(2_000));
    assert.deepEqual(
      [head(record), record.hasMissingFills, orders.liveOrders()],
      ['FILLED 9.997714', false, []],
    );
    orders.remove(record);
  }
});

test('a matched order of which a part was filled has ended; an event alone does not prove that', () => {
  const { orders } = openOrders();
  const record = orders.add(terms(), at(0));
  orders.applyFills(ownFills(fill('a', '7')));
  orders.applyVenueOrder(record, wire('matched', '7', { isEvent: true }), at(2_000));
  assert.deepEqual([head(record), record.hasMissingFills], ['OPEN 7', false]);
  orders.applyVenueOrder(record, wire('matched', '7'), at(2_000));
  assert.deepEqual([head(record), orders.liveOrders()], ['CANCELLED venue_rule 7', []]);
  orders.applyVenueOrder(record, wire('live', '7'), at(2_000));
  assert.equal(head(record), 'OPEN 7', 'a later message shows it open');
});

test('an order cancelled after our request has the reason `requested`', () => {
  const { orders } = openOrders();
  const record = orders.add(terms(), at(0));
  record.isCancelRequested = true;
  orders.applyVenueOrder(record, wire('cancelled'), at(2_000));
  assert.equal(head(record), 'CANCELLED requested 0');
});

test('an order presumed closed is live again when it is shown', () => {
  const { orders } = openOrders();
  const record = orders.add(terms(), at(0));
  record.presumeClosed('CANCELLED', 'venue_rule', at(1));
  orders.recordChange(record);
  assert.deepEqual(orders.liveOrders(), []);
  orders.applyVenueOrder(record, wire('live'), at(2_000));
  assert.deepEqual([orders.liveOrders(), head(record)], [[record], 'OPEN 0']);
});

test('an order is live until it is closed and all its fills are known', () => {
  const { orders } = openOrders();
  const record = orders.add(terms(), at(0));
  orders.applyVenueOrder(record, wire('cancelled', '4'), at(2_000));
  assert.deepEqual(orders.liveOrders(), [record], 'four are missing');
  const published = ownFills(fill('a', '4'));
  orders.applyFills(published);
  assert.deepEqual([orders.liveOrders(), orders.find('0x1')], [[], record]);
});

test('a fill that arrives before its order is applied when the order is added', () => {
  const { orders } = openOrders();
  const published = ownFills(fill('a', '4'), fill('a', '4'));
  assert.deepEqual(orders.applyFills(published), []);
  assert.equal(orders.add(terms(), at(0)).filledQty, qty('4'));
  assert.deepEqual(orders.parkedFills('0x1'), []);
});

test('fills without an order are kept once for each trade, as they were shown last', () => {
  const { orders } = openOrders();
  for (const settlement of ['PENDING', 'FINAL'] as const)
    orders.applyFills(ownFills(fill('a', '4', { settlement }), fill('b', '2', { settlement })));
  assert.deepEqual(
    orders.parkedFills('0x1').map(({ fill: { venueTradeId, settlement } }) => [venueTradeId, settlement]),
    [
      ['a', 'FINAL'],
      ['b', 'FINAL'],
    ],
  );
});

for (const [side, received] of [
  ['BUY', '7'],
  ['SELL', null],
] as const)
  test(`a final ${side} lets the venue read what it has received again; its reversal is an anomaly`, () => {
    const { orders, anomalies, refreshed } = openOrders();
    orders.add(terms({ side }), at(0));
    const onSettlement = (settlement: VenueFill['settlement']) => {
      const published = ownFills(fill('a', '4', { side, settlement }));
      return orders.applyFills(published);
    };
    onSettlement('PENDING');
    assert.deepEqual(refreshed, []);
    onSettlement('FINAL');
    onSettlement('FINAL');
    assert.deepEqual(refreshed, [received]);
    assert.deepEqual(onSettlement('VOID'), []);
    assert.deepEqual(
      anomalies.map(({ kind }) => kind),
      ['settlement_reversed'],
    );
  });

test('a report shows the terms as the venue does, not as they were signed', () => {
  const shown = (change: Partial<WireOrder>, of: Partial<OrderTerms> = {}) => {
    const { orders } = openOrders();
    const record = orders.add(terms(of), at(0));
    const signed = record.toReport().terms;
    assert.deepEqual([signed?.side, signed?.venueInstrumentId], ['BUY', '0xrain']);
    orders.applyVenueOrder(record, wire('live', '0', change), at(2_000));
    return record.toReport().terms;
  };
  const own = { venueInstrumentId: '0xrain', side: 'BUY', outcome: 'YES', type: null, tif: null } as const;
  const size = { price: price('0.4'), qty: qty('10') } as const;
  assert.deepEqual(shown({}), { ...own, ...size });
  assert.deepEqual(shown({ side: 'SELL' }), { ...own, ...size, side: 'SELL' });
  assert.deepEqual(shown({ tokenId: '8' }), { ...own, ...size, venueInstrumentId: 'token 8' });
  const other = { price: price('0.3'), qty: qty('9') } as const;
  assert.deepEqual(shown(other), { ...own, ...other });
  assert.deepEqual(shown({ kill: 'part' }, { kill: 'part' }), { ...own, ...size, price: null }, 'rounded');
  assert.deepEqual(shown({ qty: qty('10000000') }), { ...own, ...size }, 'in millionths');
  assert.deepEqual(shown({ qty: qty('10000001') }), { ...own, ...size, qty: null }, 'perhaps in millionths');
});
