import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordingListener } from '../../../test/conformance/venue/recording-listener.ts';
import { requirePresent } from '../../contract/model/assert.ts';
import type { VenueClientId } from '../../contract/model/ids.ts';
import { type Price, parsePrice, parseQty, type Qty } from '../../contract/model/money.ts';
import type { OrderReport, Venue, VenueAmend, VenueOrder, VenueOutcome } from '../../ports/venue.ts';
import { KalshiHarness, type KalshiHarnessOptions, TICKER } from './kalshi-harness.fixture.ts';

export const price = (text: string): Price => parsePrice(text) as Price;
export const qty = (text: string): Qty => parseQty(text) as Qty;

export interface Scene {
  readonly harness: KalshiHarness;
  readonly venue: Venue;
  readonly listener: RecordingListener;
  readonly fault: (what: object) => void;
}

/** Defines a test with a started adapter that watches the first market. */
export function testAdapter(
  behaviour: string,
  run: (scene: Scene) => Promise<void>,
  options: KalshiHarnessOptions = {},
): void {
  test(behaviour, async () => {
    const harness = new KalshiHarness(options);
    try {
      await harness.quote();
      const venue = harness.venue();
      const listener = new RecordingListener();
      await venue.start(listener);
      venue.watch(TICKER);
      await harness.pass(1_000);
      const fault = (what: object): void => {
        const put = harness.exchange.controls.faults.add(what);
        assert.ok(typeof put === 'object', typeof put === 'string' ? put : 'a fault');
      };
      await run({ harness, venue, listener, fault });
    } finally {
      await harness.close();
    }
  });
}

let orders = 0;

/** BUY YES 2 @ 0.40 with a new client id. */
export function order(fields: Partial<VenueOrder> = {}): VenueOrder {
  orders += 1;
  return {
    clientId: `cb-${orders}-1-1` as VenueClientId,
    venueInstrumentId: TICKER,
    side: 'BUY',
    outcome: 'YES',
    type: 'LIMIT',
    tif: 'GTC',
    price: price('0.4'),
    qty: qty('2'),
    expiresAt: null,
    ...fields,
  };
}

/** @returns the report of the outcome; fails if it is another kind */
export function expectReport(outcome: VenueOutcome): OrderReport {
  assert.ok(outcome.kind === 'report', JSON.stringify(outcome.kind === 'report' ? null : outcome));
  return outcome.report;
}

/** An amend of a resting order that changes only the given fields. */
export const toAmend = (placed: OrderReport, change: Partial<VenueAmend>): VenueAmend => ({
  clientId: placed.clientId,
  venueOrderId: requirePresent(placed.venueOrderId, 'an id'),
  venueInstrumentId: TICKER,
  price: null,
  qty: null,
  tif: null,
  expiresAt: null,
  ...change,
});
