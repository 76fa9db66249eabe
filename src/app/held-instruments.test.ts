import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderId, VenueName } from '../contract/model/ids.ts';
import type { Order } from '../contract/model/order.ts';
import type { Position } from '../contract/model/position.ts';
import { accepted, DEMO, RAIN } from '../domain/order-state/order.fixture.ts';
import type { LedgerState, TouchedRecords } from '../domain/projections/ledger-state.ts';
import { heldInstruments } from './held-instruments.ts';

test('an order counts from when it is durable until it has ended and all are listed', () => {
  const { holdings, publish } = setUp();
  const order = accepted({}, ['10']);
  assert.equal(holdings.has(RAIN), false);
  publish(order);
  assert.ok(holdings.has(RAIN));
  assert.deepEqual([...holdings.ids(DEMO)], [RAIN]);
  publish({ ...order, status: 'CANCELLED' });
  assert.ok(holdings.has(RAIN));
  assert.deepEqual([...holdings.ids(DEMO)], []);
  assert.equal(holdings.has(RAIN), false);
});

test('a position counts while it is open, also one from before the start', () => {
  const position = { instrumentId: RAIN, venue: DEMO, net: 5n } as Position;
  const { holdings, state, apply } = setUp([['p', position]]);
  assert.ok(holdings.has(RAIN));
  state.positions.delete('p');
  apply({ orders: new Set(), positions: new Map([['p', { ...position, net: 0n }]]) });
  assert.deepEqual([...holdings.ids(DEMO)], []);
  apply({ orders: new Set(), positions: new Map([['p', position]]) });
  assert.ok(holdings.has(RAIN));
});

test('a short position counts, and only at its own venue', () => {
  const short = { instrumentId: RAIN, venue: DEMO, net: -5n } as Position;
  const { holdings, apply } = setUp();
  apply({ orders: new Set(), positions: new Map([['p', short]]) });
  assert.ok(holdings.has(RAIN));
  const other = setUp([['p', short]]).holdings;
  assert.deepEqual([[...other.ids(DEMO)], [...other.ids('Kalshi' as VenueName)]], [[RAIN], []]);
});

function setUp(positions: readonly (readonly [string, Position])[] = []) {
  const state = {
    orders: new Map<OrderId, Order>(),
    parents: new Map(),
    positions: new Map(positions),
  } as unknown as LedgerState;
  let listener: (touched: TouchedRecords) => void = () => undefined;
  const holdings = heldInstruments({
    state,
    onDurable: (given) => {
      listener = given;
    },
  });
  const apply = (touched: Pick<TouchedRecords, 'orders' | 'positions'>): void =>
    listener({ parents: new Set(), ...touched } as unknown as TouchedRecords);
  const publish = (order: Order): void => {
    state.orders.set(order.id, order);
    apply({ orders: new Set([order.id]), positions: new Map() });
  };
  return { holdings, state, publish, apply };
}
