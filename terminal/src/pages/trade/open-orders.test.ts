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

const told = (orders: Order[], place: BookPlace, outcome: 'YES' | 'NO' = 'YES'): string[] =>
  restingIn(orders, place, outcome).map(({ side, price, qty }) => `${side} ${qty} @ ${price}`);

test('a DIRECT order speaks of its instrument, and an inverted member turns it round in the book over all', () => {
  assert.deepEqual(told([order('DIRECT', [leg(2)])], inTwo), ['BUY 6 @ 0.4']);
  assert.deepEqual(told([order('DIRECT', [leg(2)])], inTwo, 'NO'), ['SELL 6 @ 0.6']);
  assert.deepEqual(told([order('DIRECT', [leg(2)])], inAll), ['SELL 6 @ 0.6']);
  assert.deepEqual(told([order('DIRECT', [leg(2)])], inOne), []);
});

test('an order of an asset speaks of the asset, and an inverted member turns it round in its own book', () => {
  const split = order('SPLIT', [leg(1), leg(2)]);
  assert.deepEqual(told([split], inAll), ['BUY 6 @ 0.4', 'BUY 6 @ 0.4']);
  assert.deepEqual(told([split], inOne), ['BUY 6 @ 0.4']);
  assert.deepEqual(told([split], inTwo), ['SELL 6 @ 0.6']);
});

test('what is over, whole or without a price does not rest', () => {
  assert.deepEqual(told([order('DIRECT', [leg(1, { status: 'FILLED' })])], inOne), []);
  assert.deepEqual(told([order('DIRECT', [leg(1, { filled_qty: '10' })])], inOne), []);
  assert.deepEqual(told([order('DIRECT', [leg(1)], { price: null })], inOne), []);
  assert.deepEqual(told([order('DIRECT', [leg(1)], { status: 'CANCELLED' })], inOne), []);
});
