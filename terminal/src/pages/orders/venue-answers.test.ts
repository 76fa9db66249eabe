import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Leg, Order } from '../../../../sdk/src/index.ts';
import { toVenueAnswers } from './venue-answers.ts';

const leg = (venue: string, venue_code: string | null, venue_message: string | null): Leg =>
  ({ venue, venue_code, venue_message }) as Leg;
const order = (legs: Leg[], own: Partial<Order> = {}): Order =>
  ({ venue: null, venue_code: null, venue_message: null, legs, ...own }) as Order;

test('the code and the message of each venue are shown once', () => {
  const legs = [
    leg('Kalshi', 'insufficient_balance', 'not enough cash'),
    leg('Kalshi', 'insufficient_balance', 'not enough cash'),
    leg('Polymarket', null, 'min size: $1'),
    leg('Demo', null, null),
  ];
  assert.deepEqual(toVenueAnswers(order(legs)), [
    'Kalshi: insufficient_balance, not enough cash',
    'Polymarket: min size: $1',
  ]);
});

test('the code and the message of the order are shown if no leg has either', () => {
  const own = { venue: 'Kalshi', venue_code: 'market_closed', venue_message: null };
  assert.deepEqual(toVenueAnswers(order([], own)), ['Kalshi: market_closed']);
  assert.deepEqual(toVenueAnswers(order([])), []);
});
