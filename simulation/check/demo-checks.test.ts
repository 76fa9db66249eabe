import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderId, VenueClientId } from '../../src/contract/model/ids.ts';
import type { Fill } from '../../src/contract/model/order.ts';
import { fill } from '../../src/domain/order-state/order.fixture.ts';
import type { OrderReport } from '../../src/ports/venue.ts';
import { FillReversingVenue } from '../environment/fill-reversals.ts';
import { DEMO } from '../environment/remote-demo.ts';
import { Time } from '../environment/simulated-clock.ts';
import { FillTable } from '../environment/transition-checker.ts';
import { InvariantMonitor } from '../invariant-monitor.ts';
import { SeededChoice } from '../seeded-choice.ts';
import { checkFillsAgainstDemo } from './demo-checks.ts';

const CLIENT_ID = 'cb-1-1-1' as VenueClientId;
const NAMED = { orderId: 'ord_1' as OrderId, leg: 1, generation: 1 };
const SETTLED_WITHIN_MS = 40_000;

/** A venue that has reported one fill, which our records have as PENDING. */
function createTradedVenue(voids: number) {
  const time = new Time(new SeededChoice(1, 'time'));
  const fillReversals = new FillReversingVenue(1, time.machine(0), voids, SETTLED_WITHIN_MS);
  const traded = fill('t-1', '3', '0.48');
  fillReversals.report({ clientId: CLIENT_ID, fills: [traded] } as unknown as OrderReport);
  const fills = new FillTable();
  fills.add({
    ...traded,
    ...NAMED,
    id: 'fill_1',
    venue: DEMO,
    settlement: 'PENDING',
    voids: null,
  } as unknown as Fill);
  const wrong = (): string | undefined => {
    const monitor = new InvariantMonitor(null);
    const ledger = { legsByClientId: new Map([[CLIENT_ID, NAMED]]), fills };
    checkFillsAgainstDemo(
      { ledger, demoDisk: { fills: new Map([[CLIENT_ID, [traded]]]) }, fillReversals },
      monitor,
    );
    return monitor.violation?.invariant;
  };
  return { time, fills, wrong };
}

test('a fill may be PENDING only as long as it is PENDING at the venue', () => {
  const { time, fills, wrong } = createTradedVenue(0);
  assert.equal(wrong(), undefined);
  time.stall(SETTLED_WITHIN_MS);
  assert.equal(wrong(), 'I-21');
  fills.settle('fill_1');
  assert.equal(wrong(), undefined);
});

test('a fill that the venue has reversed must be VOID here', () => {
  const { time, fills, wrong } = createTradedVenue(1);
  assert.equal(wrong(), undefined);
  time.stall(SETTLED_WITHIN_MS);
  assert.equal(wrong(), 'I-11');
  fills.settle('fill_1');
  assert.equal(wrong(), 'I-11', 'FINAL in our records does not match VOID at the venue');
});
