import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Leg, Order } from '../../src/contract/model/order.ts';
import { accepted, qty } from '../../src/domain/order-state/order.fixture.ts';
import type { VenueStateOrder } from '../environment/venue-state.ts';
import { findDifference, type PreviousGenerations } from './liveness-checks.ts';

const NO_PAST: PreviousGenerations = { filledQty: 0n, voidedQty: 0n, live: null };

/** Compares a leg that is closed in our records with its order at the venue. */
function findLegDifference(leg: Partial<Leg>, there: Partial<VenueStateOrder>): string | null {
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
  return findDifference(order, { ...first, ...leg }, atVenue, NO_PAST);
}

for (const status of ['CANCELLED', 'ENDED'] as const)
  test(`FILLED here and ${status} at the venue agree only if fills reached a lowered total`, () => {
    const reached = { status: 'FILLED', qty: qty('6'), filledQty: qty('7') } as const;
    assert.equal(findLegDifference(reached, { status, filledQty: qty('7') }), null);
    const short = { ...reached, filledQty: qty('5') };
    assert.equal(findLegDifference(short, { status, filledQty: qty('5') }), `${status} at the venue`);
    const whole = { status: 'FILLED', filledQty: qty('10') } as const;
    assert.equal(findLegDifference(whole, { status, filledQty: qty('10') }), `${status} at the venue`);
  });

test('the filled quantity must be equal on both sides, whatever the status', () => {
  const leg = { status: 'FILLED', qty: qty('6'), filledQty: qty('7') } as const;
  assert.equal(
    findLegDifference(leg, { filledQty: qty('6') }),
    `filled ${qty('6')} at the venue, ${qty('7')} in our records`,
  );
});
