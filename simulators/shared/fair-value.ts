import {
  createNoiseCurve,
  hashName,
  seededNumber,
  smoothNoise,
} from '../../src/domain/matching-engine/seeded-noise.ts';

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
  const chance = chanceOf(seed, question, fair, volatility);
  const leanHash = hashName(seed, `${question}@${venue}`);
  return (at) => {
    const value = chance(at) + LEAN_MAX * smoothNoise(leanHash, at, LEAN_PERIOD_MS);
    return Math.min(Math.max(value, FAIR_MIN), 1 - FAIR_MIN);
  };
}

/**
 * Whether a question that ends at `at` is answered YES: drawn once by the seed, with the chance that it then
 * has. No exchange leans here, so that all of one seed give the same result.
 */
export function resultAt(
  seed: number,
  question: string,
  fair: number,
  volatility: number,
): (at: number) => boolean {
  const chance = chanceOf(seed, question, fair, volatility);
  const drawn = seededNumber(seed, `${question}/result`);
  return (at) => drawn < chance(at);
}

function chanceOf(seed: number, question: string, fair: number, volatility: number): (at: number) => number {
  const curve = createNoiseCurve(seed, question, WAVES);
  return (at) => fair + volatility * curve(at);
}
