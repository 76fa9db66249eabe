const UINT32 = 4_294_967_296;

/**
 * A number in [0, 1) that is always the same for the same seed, name and index. What must survive a
 * restart (fair values, results, history) is made of these, so that nothing of it needs storing.
 */
export function seededNoise(seed: number, name: string, index: number): number {
  return mix(hashName(seed, name) ^ Math.imul(index, 0x9e3779b1)) / UINT32;
}

/** A number in [0, 1) that is always the same for the same seed and name. */
export const seededNumber = (seed: number, name: string): number => hashName(seed, name) / UINT32;

/** A smooth curve through one noise value per `period`; in [-1, 1]. Its slope is at most 3 / period. */
export function smoothNoise(hash: number, at: number, period: number): number {
  const slot = Math.floor(at / period);
  const share = at / period - slot;
  const from = mix(hash ^ Math.imul(slot, 0x9e3779b1)) / UINT32;
  const to = mix(hash ^ Math.imul(slot + 1, 0x9e3779b1)) / UINT32;
  const eased = share * share * (3 - 2 * share);
  return 2 * (from + (to - from) * eased) - 1;
}

/** A 32-bit number for a name, to be kept: hashing text costs more than the noise itself. */
export function hashName(seed: number, name: string): number {
  let hash = mix(seed | 0);
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  return mix(hash);
}

/** One of the waves that a curve is made of. */
export interface Wave {
  readonly periodMs: number;
  readonly share: number; // of the curve; all shares together are 1
}

/** A curve over time in [-1, 1], always the same for the same seed and name. */
export function createNoiseCurve(seed: number, name: string, waves: readonly Wave[]): (at: number) => number {
  const hashed = waves.map((wave, index) => ({ ...wave, hash: hashName(seed, `${name}/${index}`) }));
  return (at) =>
    hashed.reduce((sum, { hash, periodMs, share }) => sum + share * smoothNoise(hash, at, periodMs), 0);
}

/** Randomness that repeats itself: the same seed gives the same sequence. Never for keys. */
export function seededRandom(seed: number): {
  readonly next: () => number; // in [0, 1)
  readonly hex: (bytes: number) => string;
} {
  let state = mix(seed | 0);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    return mix(state) / UINT32;
  };
  const byte = (): string =>
    Math.floor(next() * 256)
      .toString(16)
      .padStart(2, '0');
  return { next, hex: (bytes) => Array.from({ length: bytes }, byte).join('') };
}

/** Spreads the bits of a 32-bit number over all of it; unsigned. */
function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}
