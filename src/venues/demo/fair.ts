import { curveOf, nameHash, smoothNoise } from '../../core/exchange/noise.ts';

const HOUR_MS = 3_600_000;
/** Slow waves carry most of the movement; the fastest give a tick every few minutes. */
const WAVES = [
  { periodMs: 96 * HOUR_MS, share: 0.53 },
  { periodMs: 19 * HOUR_MS, share: 0.27 },
  { periodMs: 5 * HOUR_MS, share: 0.13 },
  { periodMs: 1.3 * HOUR_MS, share: 0.07 },
] as const;
const LEAN_PERIOD_MS = 2 * HOUR_MS;
const LEAN_MAX = 0.008;
const CHANCE_MIN = 0.045;

/** What decides an instrument's fair value. Instruments of one question move together. */
export interface FairModel {
  readonly seed: number;
  readonly code: string;
  readonly question: string;
  readonly inverted: boolean; // YES here is NO of the question
  readonly chance: number; // what the question swings around
  readonly swing: number; // how far from it at most
}

/**
 * The chance of YES that the house quotes around: a function of the time alone, so that a restart
 * continues where it was and history ends where the present begins. A model, not money: prices are
 * made of whole ticks near it. It moves at most 0.3 × swing, plus 0.012 of its own, in an hour.
 */
export function fairValue(model: FairModel): (at: number) => number {
  const curve = curveOf(model.seed, model.question, WAVES);
  const leanHash = nameHash(model.seed, `${model.code}/lean`);
  return (at) => {
    const asked = model.chance + model.swing * curve(at);
    const own = (model.inverted ? 1 - asked : asked) + LEAN_MAX * smoothNoise(leanHash, at, LEAN_PERIOD_MS);
    return Math.min(Math.max(own, CHANCE_MIN), 1 - CHANCE_MIN);
  };
}
