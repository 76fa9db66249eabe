import { isWide } from './options.ts';

/** So many seeds from one on; `wide`: only those whose worlds have all three venues. */
export function seedsFrom(from: number, count: number, wide = false): readonly number[] {
  const seeds: number[] = [];
  for (let seed = from; seeds.length < count; seed += 1) if (!wide || isWide(seed)) seeds.push(seed);
  return seeds;
}
