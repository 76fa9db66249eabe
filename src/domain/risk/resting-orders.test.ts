import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { InstrumentId } from '../../contract/model/ids.ts';
import type { Order, Outcome, Side } from '../../contract/model/order.ts';
import { accepted, price, qty, RAIN } from '../order-state/order.fixture.ts';
import { RestingOrderIndex } from './resting-orders.ts';
import { findCrossedLegs, type Taker } from './self-trade.ts';

const OTHER = (RAIN + 1) as InstrumentId;
const PRICES = ['0.3', '0.5', '0.7'].map(price);

const taker = (side: Side, outcome: Outcome, at: string | null, instrumentId = RAIN): Taker => ({
  instrumentId,
  side,
  outcome,
  price: at === null ? null : price(at),
  qty: qty('10'),
});

const ids = (orders: readonly Order[]): readonly string[] => orders.map(({ id }) => id);

/** The order while an amend to this price is on its way. */
const amending = (order: Order, to: (typeof PRICES)[number]): Order => ({
  ...order,
  pendingAmend: {
    ...order,
    legs: order.legs.map(({ leg, qty: legQty }) => ({ leg, qty: legQty, price: to })),
  } as unknown as Order['pendingAmend'],
});

describe('RestingOrderIndex', () => {
  test('finds the orders on the other side, in YES terms, that the limit crosses', () => {
    const index = new RestingOrderIndex();
    const purchase = accepted({ side: 'BUY', outcome: 'YES', price: price('0.5') });
    const mirrored = accepted({ side: 'SELL', outcome: 'NO', price: price('0.4') }, ['4', '6'], 2);
    const sale = accepted({ side: 'SELL', outcome: 'YES', price: price('0.7') }, [], 3);
    for (const order of [sale, mirrored, purchase]) index.put(order);
    assert.deepEqual(ids(index.findCrossed(taker('SELL', 'YES', '0.5'))), ['ord_1', 'ord_2']);
    assert.deepEqual(ids(index.findCrossed(taker('BUY', 'NO', '0.5'))), ['ord_1', 'ord_2']);
    assert.deepEqual(ids(index.findCrossed(taker('SELL', 'YES', '0.51'))), ['ord_2']);
    assert.deepEqual(ids(index.findCrossed(taker('SELL', 'YES', null))), ['ord_1', 'ord_2']);
    assert.deepEqual(ids(index.findCrossed(taker('BUY', 'YES', '0.7'))), ['ord_3']);
    assert.deepEqual(ids(index.findCrossed(taker('BUY', 'YES', '0.69'))), []);
    assert.deepEqual(ids(index.findCrossed(taker('SELL', 'YES', '0.5', OTHER))), ['ord_2']);
  });

  test('an order being amended is found at whichever price is reached first, and at the new one afterwards', () => {
    const index = new RestingOrderIndex();
    const order = accepted({ side: 'BUY', outcome: 'YES', price: price('0.5') });
    const isFoundAt = (at: string) => index.findCrossed(taker('SELL', 'YES', at)).length > 0;
    index.put(amending(order, price('0.7')));
    assert.deepEqual([isFoundAt('0.7'), isFoundAt('0.71')], [true, false]);
    index.put(amending(order, price('0.3')));
    assert.deepEqual([isFoundAt('0.5'), isFoundAt('0.51')], [true, false]);
    index.put({ ...order, legs: order.legs.map((leg) => ({ ...leg, price: price('0.3') })) });
    assert.deepEqual([isFoundAt('0.3'), isFoundAt('0.31')], [true, false]);
  });

  test('finds the newest version of an order, and no closed one', () => {
    const index = new RestingOrderIndex();
    const order = accepted({ side: 'BUY', outcome: 'YES', price: price('0.5') });
    const sell = taker('SELL', 'YES', '0.5');
    index.put(order);
    const newer: Order = { ...order, status: 'OPEN' };
    index.put(newer);
    assert.equal(index.findCrossed(sell)[0], newer);
    index.put({ ...newer, status: 'CANCELLED' });
    assert.deepEqual(index.findCrossed(sell), []);
    index.put(newer);
    index.delete(newer);
    assert.deepEqual(index.findCrossed(sell), []);
  });

  test('finds every leg that a search of all live orders finds', () => {
    const side = fc.constantFrom<Side>('BUY', 'SELL');
    const outcome = fc.constantFrom<Outcome>('YES', 'NO');
    const steps = fc.record({
      number: fc.integer({ min: 1, max: 5 }),
      to: fc.option(fc.constantFrom(...PRICES)),
      isLive: fc.boolean(),
    });
    const orders = fc.array(fc.record({ side, outcome, price: fc.constantFrom(...PRICES) }), {
      minLength: 5,
      maxLength: 5,
    });
    const takers = fc.record({
      instrumentId: fc.constantFrom(RAIN, OTHER),
      side,
      outcome,
      price: fc.option(fc.constantFrom(...PRICES)),
    });
    fc.assert(
      fc.property(orders, fc.array(steps, { maxLength: 20 }), takers, (terms, changes, by) => {
        const index = new RestingOrderIndex();
        const live = new Map<number, Order>();
        for (const { number, to, isLive } of changes) {
          const order = accepted(terms[number - 1], number === 1 ? ['4', '6'] : [], number);
          const changed = to === null ? order : amending(order, to);
          if (isLive) live.set(number, changed);
          else live.delete(number);
          index.put(isLive ? changed : { ...changed, status: 'CANCELLED' });
        }
        const limit: Taker = { ...by, qty: qty('10') };
        const all = [...live.entries()].sort(([a], [b]) => a - b).map(([, order]) => order);
        assert.deepEqual(findCrossedLegs(index.findCrossed(limit), limit), findCrossedLegs(all, limit));
      }),
    );
  });
});
