import { venueConformance } from '../../../test/conformance/venue/venue-conformance.ts';
import { createMemoryDemoStore } from '../../../test/support/storage/memory-demo-store.ts';
import { createDemoHarness, DEMO_TRAITS } from './demo-harness.fixture.ts';

venueConformance('Demo in memory', DEMO_TRAITS, () => {
  const store = createMemoryDemoStore();
  return createDemoHarness(
    () => Promise.resolve(store),
    () => Promise.resolve(),
  );
});
