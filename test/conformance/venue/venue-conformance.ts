import { suite, test } from 'node:test';
import { amendsOrders } from './amend-cases.ts';
import { endsOrders } from './close-cases.ts';
import { type Behaves, ConformanceHarness, type VenueHarness } from './conformance-harness.ts';
import { RecordingListener } from './recording-listener.ts';
import { refusesWhatItCannotTake } from './rejection-cases.ts';
import { remembersOrders } from './replay-cases.ts';
import { startsWithTruth } from './startup-cases.ts';
import { placesOrders } from './submit-cases.ts';

export type { VenueHarness } from './conformance-harness.ts';

/**
 * The behaviours that every venue keeps, whatever is behind it. A venue must have an OPEN instrument
 * with at least two levels on each side that stand still while a test runs.
 */
export function venueConformance(name: string, makeWorld: () => Promise<VenueHarness>): void {
  const behaves: Behaves = (behaviour, run) => {
    test(behaviour, async (context) => {
      const world = await makeWorld();
      try {
        const heard = new RecordingListener();
        await world.venue.start(heard);
        const desk = new ConformanceHarness(world, heard);
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
