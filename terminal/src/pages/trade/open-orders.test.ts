import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Leg, Order } from '../../../../sdk/src/index.ts';
import { type BookPlace, restingIn } from './open-orders.ts';

const members = [
  { venue: 'Demo', instrument_id: 1, ticker: 'A', inverted: false },
  { venue: 'Kalshi', instrument_id: 2, ticker: 'B', inverted: true },
];
const inOne: BookPlace = { subject: 'instrument/1', instrumentId: 1, members };
const inTwo: BookPlace = { subject: 'instrument/2', instrumentId: 2, members };
const inAll: BookPlace = { subject: 'asset/9', instrumentId: 1, members };

const leg = (instrumentId: number, change: Partial<Leg> = {}): Leg =>
  ({
    instrument_id: instrumentId,
    status: 'OPEN',
    price: '0.4',
    qty: '10',
    filled_qty: '4',
    ...change,
  }) as Leg;

const order = (mode: Order['routing']['mode'], legs: Leg[], change: Partial<Order> = {}): Order =>
  ({
    id: 'ord_1',
    status: 'OPEN',
    side: 'BUY',
    outcome: 'YES',
    price: '0.4',
    routing: { mode },
    legs,
    ...change,
  }) as Order;

const describeResting = (orders: Order[], place: BookPlace, outcome: 'YES' | 'NO' = 'YES'): string[] =>
  restingIn(orders, place, outcome).map(({ side, price, qty }) => `${side} ${qty} @ ${price}`);

test('a DIRECT order is in terms of its instrument and is flipped in the aggregated book if the member is inverted', () => {
  assert.deepEqual(describeResting([order('DIRECT', [leg(2)])], inTwo), ['BUY 6 @ 0.4']);
  assert.deepEqual(describeResting([order('DIRECT', [leg(2)])], inTwo, 'NO'), ['SELL 6 @ 0.6']);
  assert.deepEqual(describeResting([order('DIRECT', [leg(2)])], inAll), ['SELL 6 @ 0.6']);
  assert.deepEqual(describeResting([order('DIRECT', [leg(2)])], inOne), []);
});

test('an order on an asset is in terms of the asset and is flipped in the book of an inverted member', () => {
  const split = order('SPLIT', [leg(1), leg(2)]);
  assert.deepEqual(describeResting([split], inAll), ['BUY 6 @ 0.4', 'BUY 6 @ 0.4']);
  assert.deepEqual(describeResting([split], inOne), ['BUY 6 @ 0.4']);
  assert.deepEqual(describeResting([split], inTwo), ['SELL 6 @ 0.6']);
});

test('each leg rests at its own price; one without a price rests at that of the order', () => {
  const split = order('SPLIT', [leg(1, { price: '0.38' }), leg(2, { price: null })]);
  assert.deepEqual(describeResting([split], inAll), ['BUY 6 @ 0.38', 'BUY 6 @ 0.4']);
  assert.deepEqual(describeResting([split], inAll, 'NO'), ['SELL 6 @ 0.62', 'SELL 6 @ 0.6']);
  assert.deepEqual(describeResting([split], inOne), ['BUY 6 @ 0.38']);
  assert.deepEqual(describeResting([split], inTwo), ['SELL 6 @ 0.6']);
});

test('a closed or filled leg, and an order without a price, does not rest', () => {
  assert.deepEqual(describeResting([order('DIRECT', [leg(1, { status: 'FILLED' })])], inOne), []);
  assert.deepEqual(describeResting([order('DIRECT', [leg(1, { filled_qty: '10' })])], inOne), []);
  assert.deepEqual(describeResting([order('DIRECT', [leg(1)], { price: null })], inOne), []);
  assert.deepEqual(describeResting([order('DIRECT', [leg(1)], { status: 'CANCELLED' })], inOne), []);
});
