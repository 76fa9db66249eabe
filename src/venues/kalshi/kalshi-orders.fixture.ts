import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordingListener } from '../../../test/conformance/venue/recording-listener.ts';
import { requirePresent } from '../../domain/model/assert.ts';
import type { VenueClientId } from '../../domain/model/ids.ts';
import { type Price, parsePrice, parseQty, type Qty } from '../../domain/model/money.ts';
import type { OrderReport, Venue, VenueAmend, VenueOrder, VenueOutcome } from '../../ports/venue.ts';
import { KalshiWorld, type KalshiWorldOptions, TICKER } from './kalshi-harness.fixture.ts';

export const price = (text: string): Price => parsePrice(text) as Price;
export const qty = (text: string): Qty => parseQty(text) as Qty;

export interface Scene {
  readonly world: KalshiWorld;
  readonly venue: Venue;
  readonly heard: RecordingListener;
  readonly fault: (what: object) => void;
}

/** A started adapter that watches the first market, and the exchange behind it. */
export function at(
  behaviour: string,
  run: (scene: Scene) => Promise<void>,
  options: KalshiWorldOptions = {},
): void {
  test(behaviour, async () => {
    const world = new KalshiWorld(options);
    try {
      await world.quote();
      const venue = world.venue();
      const heard = new RecordingListener();
      await venue.start(heard);
      venue.watch(TICKER);
      await world.pass(1_000);
      const fault = (what: object): void => {
        const put = world.exchange.controls.faults.add(what);
        assert.ok(typeof put === 'object', typeof put === 'string' ? put : 'a fault');
      };
      await run({ world, venue, heard, fault });
    } finally {
      await world.close();
    }
  });
}

let orders = 0;

/** BUY YES 2 @ 0.40, under a name of its own. */
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

/** The report of an outcome that is one. */
export function reported(outcome: VenueOutcome): OrderReport {
  assert.ok(outcome.kind === 'report', JSON.stringify(outcome.kind === 'report' ? null : outcome));
  return outcome.report;
}

/** A change of one that rests: nothing unless told. */
export const amendOf = (placed: OrderReport, change: Partial<VenueAmend>): VenueAmend => ({
  clientId: placed.clientId,
  venueOrderId: requirePresent(placed.venueOrderId, 'an id'),
  venueInstrumentId: TICKER,
  price: null,
  qty: null,
  tif: null,
  expiresAt: null,
  ...change,
});
