import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Notional, ONE, renderNotional } from '../../contract/model/money.ts';
import type { AmendChange, Order, OrderStatus, Outcome, Side } from '../../contract/model/order.ts';
import { feeSchedule } from '../../domain/fees/fee-schedule.fixture.ts';
import { accepted, DEMO, newOrder, price, qty } from '../../domain/order-state/order.fixture.ts';
import { boundOrders, type ReservedCashDeps } from './reserved-cash.ts';

/** `BUY 10 @ 0.4` resting at the venue, with these changes. */
function resting(
  terms: { side?: Side; outcome?: Outcome },
  status: OrderStatus,
  amend: object | null,
): Order {
  const order = accepted(newOrder({ ...terms, price: price('0.4'), priceText: '0.4' }));
  const legs = order.legs.map((leg) => ({ ...leg, status, price: price('0.4'), ...terms }));
  const [leg] = legs;
  assert.ok(leg !== undefined);
  const target = { leg: leg.leg, price: leg.price, qty: leg.qty, ...amend };
  const pendingAmend = amend === null ? null : ({ legs: [target] } as unknown as AmendChange);
  return { ...order, ...terms, legs, pendingAmend };
}

/** The bounds of the cash that an order may have moved at the venue already, without fees. */
function inDoubt(order: Order, venue = DEMO): readonly string[] {
  const fees = feeSchedule('0');
  const deps = {
    store: { state: { orders: new Map([[order.id, order]]), exposure: { netQty: () => 0n } } },
    market: { instrument: () => null, book: () => null, estimateFees: () => fees },
  } as unknown as ReservedCashDeps;
  const { low, high } = boundOrders(venue, deps).inDoubt;
  return [low, high].map((amount) => (amount === 0n ? '0' : render(amount)));
}

const render = (amount: bigint): string =>
  `${amount < 0n ? '-' : ''}${renderNotional((amount < 0n ? -amount : amount) as Notional)}`;

describe('what orders in doubt may have moved at the venue', () => {
  for (const [title, status, amend, expected] of [
    ['an order that rests', 'OPEN', null, ['0', '0']],
    ['an order without an answer', 'PENDING_SUBMISSION', null, ['-4', '14']],
    ['an amend to the same terms', 'OPEN', {}, ['0', '0']],
    ['an amend of the price', 'OPEN', { price: price('0.5') }, ['-5', '15']],
    ['an amend of the quantity', 'OPEN', { qty: qty('20') }, ['-8', '28']],
    [
      'an amend to a lower price, which may have traded before',
      'OPEN',
      { price: price('0.3') },
      ['-4', '14'],
    ],
    ['a closed order', 'CANCELLED', null, ['0', '0']],
  ] as const)
    test(`${title}: ${expected.join(' to ')}`, () => {
      assert.deepEqual(inDoubt(resting({}, status, amend)), expected);
      assert.deepEqual(inDoubt(resting({}, status, amend), 'Kalshi' as never), ['0', '0'], 'another venue');
    });

  for (const [side, outcome, paid] of [
    ['BUY', 'YES', 4n],
    ['BUY', 'NO', 4n],
    ['SELL', 'YES', 6n],
    ['SELL', 'NO', 6n],
  ] as const)
    test(`a ${side} of 10 ${outcome} at 0.4 may have paid ${paid}, or never blocked it and closed a position of 10`, () => {
      const units = ONE * ONE;
      const bounds = [0n - paid * units, (10n + paid) * units].map(render);
      assert.deepEqual(inDoubt(resting({ side, outcome }, 'PENDING_SUBMISSION', null)), bounds);
    });
});
