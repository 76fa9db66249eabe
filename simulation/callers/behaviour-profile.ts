import type { TimeInForce } from '../../src/domain/model/order.ts';
import type { Options } from '../simulation-options.ts';

const WEIGHTS = {
  submit: 30,
  repeat: 8,
  together: 4,
  contradict: 5,
  amend: 14,
  cancel: 9,
  cancelAll: 2,
  batch: 4,
  limits: 4,
  kill: 3,
  read: 3,
  trespass: 3,
  others: 14,
};
export type Action = keyof typeof WEIGHTS;

/** How the callers of a simulation behave, so that the faults of this simulation concern what they do. */
export interface BehaviourProfile {
  readonly weights: Readonly<Record<Action, number>>;
  readonly routed: number; // probability that an order is for a generic asset
  readonly splits: number; // of these, probability of SPLIT
  readonly lives: Readonly<Partial<Record<TimeInForce, number>>>; // weights, for orders with a limit
  readonly livesMs: readonly number[]; // longest lifetime of a GTD order
  readonly qtyMax: number; // largest order, in minimum quantities of its instrument
  readonly routedQtyMax: number; // the same for an order on an asset, in tens of contracts
  readonly ticks: readonly number[]; // how far a limit is beyond the opposite best price
  readonly meetsOwn: number; // probability that an order crosses a live order of the same account
}

const MINUTE_MS = 60_000;
const USUAL: Omit<BehaviourProfile, 'weights'> = {
  routed: 0.25,
  splits: 0.67,
  lives: { GTC: 6, IOC: 1, FOK: 1, GTD: 2 },
  livesMs: [300, 5_000, MINUTE_MS, 10 * MINUTE_MS],
  qtyMax: 12,
  routedQtyMax: 20,
  ticks: [-12, -6, -4, -3, -2, -2, -1, -1, 0, 0, 1, 3],
  meetsOwn: 0.12,
};
const USUAL_WIDE: typeof USUAL = {
  ...USUAL,
  routed: 0.4,
  livesMs: [5_000, MINUTE_MS, 3 * MINUTE_MS, 10 * MINUTE_MS], // Polymarket takes two minutes at least
};
const RESTING = { lives: { GTC: 1 }, ticks: [-12, -8, -6, -4], meetsOwn: 0.03 };
const UNHINDERED = { limits: 0, kill: 0 };

/** Draws no random number: the behaviour follows from the faults that the options enable. */
export function behaviourProfile(options: Options): BehaviourProfile {
  const { aims, isFleeting, externals } = options;
  const conduct = { ...(externals === null ? USUAL : USUAL_WIDE), weights: weightsOf(options) };
  const isAimedAt = (...points: readonly number[]): boolean => points.some((point) => aims.includes(point));
  // Only an order that takes from several books at once has several legs.
  if (isAimedAt(12)) return { ...conduct, routed: 0.9, splits: 0.95, routedQtyMax: 60, ticks: [3, 5, 8, 12] };
  // A crash or a fault can split a cancel-all only if many orders are open, and only resting orders are replaced.
  if (isAimedAt(15, 16, 19) || isBatchTrouble(options)) return { ...conduct, ...RESTING };
  // A void needs a fill first.
  if (isAimedAt(23)) return { ...conduct, routed: 0, ticks: [0, 1, 3] };
  if (!isFleeting) return conduct;
  const livesMs = conduct.livesMs.filter((ms) => ms >= 5_000 && ms <= 3 * MINUTE_MS);
  return {
    ...conduct,
    lives: { GTC: 1, GTD: 12 },
    livesMs,
    qtyMax: 120,
    ticks: [-2, -1, -1, 0, 0, 1],
    meetsOwn: 0.03,
  };
}

const isBatchTrouble = ({ externals }: Options): boolean => externals?.lasting.includes('halfBatch') ?? false;

function weightsOf(options: Options): BehaviourProfile['weights'] {
  const { aims, isUndoing, isFleeting, externals } = options;
  const isAimedAt = (...points: readonly number[]): boolean => points.some((point) => aims.includes(point));
  const isCancelTrouble = externals?.lasting.some((name) => name.startsWith('cancel')) ?? false;
  return {
    ...WEIGHTS,
    ...(isFleeting ? { ...UNHINDERED, others: 40 } : {}),
    ...(isUndoing ? { amend: 45 } : {}),
    ...(isAimedAt(13, 14) || isCancelTrouble ? { cancel: 30 } : {}),
    ...(isAimedAt(11, 17, 20) ? { batch: 14, kill: 16, limits: 14 } : {}),
    ...(isAimedAt(18) ? { kill: 10 } : {}),
    ...(isAimedAt(12) ? { ...UNHINDERED, submit: 60 } : {}),
    ...(isAimedAt(15, 16) ? { ...UNHINDERED, amend: 45, cancel: 2 } : {}),
    ...(isAimedAt(23) ? { ...UNHINDERED, submit: 60, amend: 14 } : {}),
    ...(isAimedAt(19) ? { ...UNHINDERED, submit: 45, cancelAll: 22, cancel: 2 } : {}),
    ...(isBatchTrouble(options) ? { ...UNHINDERED, batch: 45, cancelAll: 9, cancel: 1, others: 3 } : {}),
  };
}
