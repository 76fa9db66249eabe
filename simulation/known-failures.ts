import { isWide } from './simulation-options.ts';

/**
 * Simulations that fail because of a known defect that is not fixed yet, with a description. The test skips
 * them and reports that; `npm run sim -- --seed N` shows them.
 */
export const OPEN_SEEDS: ReadonlyMap<number, string> = new Map();

/** That many seeds, starting at one; `wide`: only seeds whose simulations have all three venues. */
export function seedsFrom(from: number, count: number, wide = false): readonly number[] {
  const seeds: number[] = [];
  for (let seed = from; seeds.length < count; seed += 1) if (!wide || isWide(seed)) seeds.push(seed);
  return seeds;
}
