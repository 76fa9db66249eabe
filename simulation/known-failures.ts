import { hasThreeVenues } from './simulation-options.ts';

/**
 * Simulations that fail because of a known defect that is not fixed yet, with a description. The test skips
 * them and reports that; `npm run sim -- --seed N` shows them.
 */
export const KNOWN_FAILURES: ReadonlyMap<number, string> = new Map();

/** That many seeds, starting at one; `wide`: only seeds whose simulations have all three venues. */
export function listSeeds(from: number, count: number, wide = false): readonly number[] {
  const seeds: number[] = [];
  for (let seed = from; seeds.length < count; seed += 1) if (!wide || hasThreeVenues(seed)) seeds.push(seed);
  return seeds;
}
