import { suite, test } from 'node:test';
import { amendsOrders } from './conformance/amending.ts';
import type { Behaves } from './conformance/behaves.ts';
import { endsOrders } from './conformance/ending.ts';
import { placesOrders } from './conformance/placing.ts';
import { refusesWhatItCannotTake } from './conformance/refusing.ts';
import { remembersOrders } from './conformance/remembering.ts';
import { startsWithTruth } from './conformance/truth.ts';
import { Desk, type VenueWorld } from './desk.ts';
import { Heard } from './heard.ts';

export type { VenueWorld } from './desk.ts';

/**
 * The behaviours that every venue keeps, whatever is behind it. A venue must have an OPEN instrument
 * with at least two levels on each side that stand still while a test runs.
 */
export function venueConformance(name: string, makeWorld: () => Promise<VenueWorld>): void {
  const behaves: Behaves = (behaviour, run) => {
    test(behaviour, async (context) => {
      const world = await makeWorld();
      try {
        const heard = new Heard();
        await world.venue.start(heard);
        const desk = new Desk(world, heard);
        await desk.sitDown();
        await run(desk, context);
      } finally {
        await world.close();
      }
    });
  };

  suite(`${name} behaves as a venue:`, () => {
    startsWithTruth(behaves);
    placesOrders(behaves);
    endsOrders(behaves);
    amendsOrders(behaves);
    refusesWhatItCannotTake(behaves);
    remembersOrders(behaves);
  });
}
