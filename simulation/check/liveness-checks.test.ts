import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Leg, Order } from '../../src/domain/model/order.ts';
import { accepted, qty } from '../../src/domain/order-state/order.fixture.ts';
import type { VenueStateOrder } from '../environment/venue-state.ts';
import { differenceOf, type Past } from './liveness-checks.ts';

const NO_PAST: Past = { filledQty: 0n, voidedQty: 0n, live: null };

/** The checker's result for a leg that is closed here, and its order at the venue. */
function differenceAt(leg: Partial<Leg>, there: Partial<VenueStateOrder>): string | null {
  const order: Order = accepted();
  const [first] = order.legs;
  assert.ok(first !== undefined);
  const atVenue: VenueStateOrder = {
    status: 'CANCELLED',
    price: first.price,
    isYesPrice: false,
    qty: first.qty,
    filledQty: qty('0'),
    tif: 'GTC',
    expiresAt: null,
    ...there,
  };
  return differenceOf(order, { ...first, ...leg }, atVenue, NO_PAST);
}

test('FILLED here and CANCELLED at the venue agree only if fills reached a lowered total', () => {
  const reached = { status: 'FILLED', qty: qty('6'), filledQty: qty('7') } as const;
  assert.equal(differenceAt(reached, { filledQty: qty('7') }), null);
  const short = { ...reached, filledQty: qty('5') };
  assert.equal(differenceAt(short, { filledQty: qty('5') }), 'CANCELLED there');
  const whole = { status: 'FILLED', filledQty: qty('10') } as const;
  assert.equal(differenceAt(whole, { filledQty: qty('10') }), 'CANCELLED there');
});

test('the filled quantity must be equal on both sides, whatever the status', () => {
  const leg = { status: 'FILLED', qty: qty('6'), filledQty: qty('7') } as const;
  assert.equal(differenceAt(leg, { filledQty: qty('6') }), `filled ${qty('6')} there, ${qty('7')} here`);
});
