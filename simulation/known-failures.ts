import { isWide } from './simulation-options.ts';

/**
 * Simulations that break for a defect which is known and not mended yet, each with what is wrong. The test
 * passes them by and says so; `npm run sim -- --seed N` shows them.
 */
export const OPEN_SEEDS: ReadonlyMap<number, string> = new Map();

/** So many seeds from one on; `wide`: only those whose simulations have all three venues. */
export function seedsFrom(from: number, count: number, wide = false): readonly number[] {
  const seeds: number[] = [];
  for (let seed = from; seeds.length < count; seed += 1) if (!wide || isWide(seed)) seeds.push(seed);
  return seeds;
}
