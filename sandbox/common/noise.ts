const UINT32 = 4_294_967_296;
const HOUR_MS = 3_600_000;
/** Slow waves carry most of the movement; the fastest gives a cent every few minutes. */
const WAVES = [
  { periodMs: 72 * HOUR_MS, share: 0.5 },
  { periodMs: 12 * HOUR_MS, share: 0.25 },
  { periodMs: 2 * HOUR_MS, share: 0.15 },
  { periodMs: 0.3 * HOUR_MS, share: 0.1 },
] as const;
const LEAN_PERIOD_MS = HOUR_MS;
const LEAN_MAX = 0.006;
const FAIR_MIN = 0.02;

/**
 * The chance of YES that a house quotes around: a function of the time alone, so that a restart goes on
 * where it was. All exchanges of one seed agree on a question, but for a small lean of their own.
 *
 * @param fair        what it swings around, 0..1
 * @param volatility  how far from it at most
 */
export function fairValue(
  seed: number,
  question: string,
  venue: string,
  fair: number,
  volatility: number,
): (at: number) => number {
  const hashes = WAVES.map((_, index) => nameHash(seed, `${question}/${index}`));
  const leanHash = nameHash(seed, `${question}@${venue}`);
  return (at) => {
    let move = 0;
    for (const [index, { periodMs, share }] of WAVES.entries()) {
      move += share * smoothNoise(hashes[index] ?? 0, at, periodMs);
    }
    const value = fair + volatility * move + LEAN_MAX * smoothNoise(leanHash, at, LEAN_PERIOD_MS);
    return Math.min(Math.max(value, FAIR_MIN), 1 - FAIR_MIN);
  };
}

/** A smooth curve through one noise value per `period`; in [-1, 1]. */
function smoothNoise(hash: number, at: number, period: number): number {
  const slot = Math.floor(at / period);
  const share = at / period - slot;
  const from = mix(hash ^ Math.imul(slot, 0x9e3779b1)) / UINT32;
  const to = mix(hash ^ Math.imul(slot + 1, 0x9e3779b1)) / UINT32;
  return 2 * (from + (to - from) * share * share * (3 - 2 * share)) - 1;
}

/** A 32-bit number that is always the same for the same seed and name. */
export function nameHash(seed: number, name: string): number {
  let hash = mix(seed | 0);
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  return mix(hash);
}

/** A number in [0, 1) that is always the same for the same seed and name. */
export const steadyNumber = (seed: number, name: string): number => nameHash(seed, name) / UINT32;

/** Spreads the bits of a 32-bit number over all of it; unsigned. */
function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}
