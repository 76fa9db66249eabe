import { createMemoryDemoStore } from '../../store/memory/demostore.ts';
import { venueConformance } from '../conformance.ts';
import { demoWorld } from './world.fixture.ts';

venueConformance('Demo in memory', () => {
  const store = createMemoryDemoStore();
  return demoWorld(
    () => Promise.resolve(store),
    () => Promise.resolve(),
  );
});
