import { createNoiseCurve, hashName, seededNumber, smoothNoise } from '#matching-engine';

const HOUR_MS = 3_600_000;
/** Slow waves cause most of the movement; the fastest moves about a cent every few minutes. */
const WAVES = [
  { periodMs: 72 * HOUR_MS, share: 0.5 },
  { periodMs: 12 * HOUR_MS, share: 0.25 },
  { periodMs: 2 * HOUR_MS, share: 0.15 },
  { periodMs: 0.3 * HOUR_MS, share: 0.1 },
] as const;
const BIAS_PERIOD_MS = HOUR_MS;
const BIAS_MAX = 0.006;
const FAIR_MIN = 0.02;

/**
 * The fair price of YES as a function of time, so that it is continuous over a restart. All exchanges with
 * the same seed agree, except for a small bias per venue.
 *
 * @param fair        mean value, 0..1
 * @param volatility  largest distance from the mean
 */
export function fairValue(
  seed: number,
  key: string,
  venue: string,
  fair: number,
  volatility: number,
): (at: number) => number {
  const chance = createChanceCurve(seed, key, fair, volatility);
  const biasHash = hashName(seed, `${key}@${venue}`);
  return (at) => {
    const value = chance(at) + BIAS_MAX * smoothNoise(biasHash, at, BIAS_PERIOD_MS);
    return Math.min(Math.max(value, FAIR_MIN), 1 - FAIR_MIN);
  };
}

/** The inputs that determine the result of a question. */
interface ResultModel {
  readonly key: string;
  readonly fair: number;
  readonly volatility: number;
  readonly group?: {
    readonly key: string;
    readonly isExclusive: boolean;
    readonly wins: { readonly from: number; readonly to: number };
  };
}

/**
 * Whether an event that closes at `at` resolves YES: one draw per seed, compared with the fair value at that
 * time. The outcomes of an exclusive group share one draw, so that at most one of them wins. It has no venue bias,
 * so all exchanges with the same seed get the same result.
 */
export function resultAt(
  seed: number,
  { key, fair, volatility, group }: ResultModel,
): (at: number) => boolean {
  if (group?.isExclusive === true) {
    const winner = seededNumber(seed, `${group.key}/result`);
    return () => winner >= group.wins.from && winner < group.wins.to;
  }
  const chance = createChanceCurve(seed, key, fair, volatility);
  const drawn = seededNumber(seed, `${key}/result`);
  return (at) => drawn < chance(at);
}

function createChanceCurve(
  seed: number,
  key: string,
  fair: number,
  volatility: number,
): (at: number) => number {
  const curve = createNoiseCurve(seed, key, WAVES);
  return (at) => fair + volatility * curve(at);
}
