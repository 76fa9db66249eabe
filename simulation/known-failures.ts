/**
 * Simulations that fail because of a known defect that is not fixed yet, with a description. The test skips
 * them and reports that; `npm run sim -- --seed N` shows them.
 */
export const KNOWN_FAILURES: ReadonlyMap<number, string> = new Map();

/** That many seeds of a kind, starting at one; by default of every kind. */
export function listSeeds(
  from: number,
  count: number,
  isOfKind: (seed: number) => boolean = () => true,
): readonly number[] {
  const seeds: number[] = [];
  for (let seed = from; seeds.length < count; seed += 1) if (isOfKind(seed)) seeds.push(seed);
  return seeds;
}
