const UINT32 = 4_294_967_296;

/**
 * A number in [0, 1) that depends only on seed, name and index. Fair values, results and history are computed
 * from such numbers, so that they survive a restart without being stored.
 */
export function seededNoise(seed: number, name: string, index: number): number {
  return mix(hashName(seed, name) ^ Math.imul(index, 0x9e3779b1)) / UINT32;
}

/** A number in [0, 1) that depends only on seed and name. */
export const seededNumber = (seed: number, name: string): number => hashName(seed, name) / UINT32;

/** Smooth interpolation of one noise value per `period`, in [-1, 1]. Its slope is at most 3 / period. */
export function smoothNoise(hash: number, at: number, period: number): number {
  const slot = Math.floor(at / period);
  const share = at / period - slot;
  const from = mix(hash ^ Math.imul(slot, 0x9e3779b1)) / UINT32;
  const to = mix(hash ^ Math.imul(slot + 1, 0x9e3779b1)) / UINT32;
  const eased = share * share * (3 - 2 * share);
  return 2 * (from + (to - from) * eased) - 1;
}

/** 32-bit hash of a name. Callers keep it, because hashing costs more than the noise itself. */
export function hashName(seed: number, name: string): number {
  let hash = mix(seed | 0);
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  return mix(hash);
}

/** One component of a noise curve. */
export interface Wave {
  readonly periodMs: number;
  readonly share: number; // weight; all weights sum to 1
}

/** A curve over time in [-1, 1] that depends only on seed and name. */
export function createNoiseCurve(seed: number, name: string, waves: readonly Wave[]): (at: number) => number {
  const hashed = waves.map((wave, index) => ({ ...wave, hash: hashName(seed, `${name}/${index}`) }));
  return (at) =>
    hashed.reduce((sum, { hash, periodMs, share }) => sum + share * smoothNoise(hash, at, periodMs), 0);
}

/** Deterministic random numbers: the same seed gives the same sequence. Must not be used for keys. */
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

/** Mixes the bits of a 32-bit number; returns an unsigned number. */
function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}
