import type { TimeInForce } from '../../src/contract/model/order.ts';
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
  otherAccount: 3,
  others: 14,
};
export type Action = keyof typeof WEIGHTS;

/** The behaviour of the callers of a simulation, chosen so that its faults affect their calls. */
export interface BehaviourProfile {
  readonly weights: Readonly<Record<Action, number>>;
  readonly routed: number; // probability that an order is for a generic asset
  readonly splits: number; // of these, probability of SPLIT
  readonly tifWeights: Readonly<Partial<Record<TimeInForce, number>>>; // weights, for orders with a limit
  readonly lifetimesMs: readonly number[]; // longest lifetime of a GTD order
  readonly qtyMax: number; // largest order, in minimum quantities of its instrument
  readonly routedQtyMax: number; // the same for an order on an asset, in tens of contracts
  readonly ticks: readonly number[]; // how far a limit is beyond the opposite best price
  readonly crossesOwn: number; // probability that an order crosses a live order of the same account
}

const MINUTE_MS = 60_000;
const DEFAULT_PROFILE: Omit<BehaviourProfile, 'weights'> = {
  routed: 0.25,
  splits: 0.67,
  tifWeights: { GTC: 6, IOC: 1, FOK: 1, GTD: 2 },
  lifetimesMs: [300, 5_000, MINUTE_MS, 10 * MINUTE_MS],
  qtyMax: 12,
  routedQtyMax: 20,
  ticks: [-12, -6, -4, -3, -2, -2, -1, -1, 0, 0, 1, 3],
  crossesOwn: 0.12,
};
const THREE_VENUES_PROFILE: typeof DEFAULT_PROFILE = {
  ...DEFAULT_PROFILE,
  routed: 0.4,
  lifetimesMs: [5_000, MINUTE_MS, 3 * MINUTE_MS, 10 * MINUTE_MS], // Polymarket takes two minutes at least
};
const RESTING = {
  tifWeights: { GTC: 1 },
  ticks: [-12, -8, -6, -4],
  crossesOwn: 0.03,
} satisfies Partial<BehaviourProfile>;
const WITHOUT_LIMITS = { limits: 0, kill: 0 };

/** Chooses the behaviour by the faults that the options enable. Draws no random number. */
export function createBehaviourProfile(options: Options): BehaviourProfile {
  const { targetCrashPoints, hasShortLivedOrders, externals } = options;
  const profile = {
    ...(externals === null ? DEFAULT_PROFILE : THREE_VENUES_PROFILE),
    weights: computeWeights(options),
  };
  const isTargeted = (...points: readonly number[]): boolean =>
    points.some((point) => targetCrashPoints.includes(point));
  // Only an order that takes from several books at once has several legs.
  if (isTargeted(12))
    return { ...profile, routed: 0.9, splits: 0.95, routedQtyMax: 60, ticks: [3, 5, 8, 12] };
  // A crash or a fault can split a cancel-all only if many orders are open, and only resting orders are replaced.
  if (isTargeted(15, 16, 19) || hasBatchFault(options)) return { ...profile, ...RESTING };
  // A void needs a fill first.
  if (isTargeted(23)) return { ...profile, routed: 0, ticks: [0, 1, 3] };
  if (!hasShortLivedOrders) return profile;
  const lifetimesMs = profile.lifetimesMs.filter((ms) => ms >= 5_000 && ms <= 3 * MINUTE_MS);
  return {
    ...profile,
    tifWeights: { GTC: 1, GTD: 12 },
    lifetimesMs,
    qtyMax: 120,
    ticks: [-2, -1, -1, 0, 0, 1],
    crossesOwn: 0.03,
  };
}

const hasBatchFault = ({ externals }: Options): boolean =>
  externals?.lastingFaults.includes('halfBatch') ?? false;

function computeWeights(options: Options): BehaviourProfile['weights'] {
  const { targetCrashPoints, hasFillReversals, hasShortLivedOrders, externals } = options;
  const isTargeted = (...points: readonly number[]): boolean =>
    points.some((point) => targetCrashPoints.includes(point));
  const isCancelTrouble = externals?.lastingFaults.some((name) => name.startsWith('cancel')) ?? false;
  return {
    ...WEIGHTS,
    ...(hasShortLivedOrders ? { ...WITHOUT_LIMITS, others: 40 } : {}),
    ...(hasFillReversals ? { amend: 45 } : {}),
    ...(isTargeted(13, 14) || isCancelTrouble ? { cancel: 30 } : {}),
    ...(isTargeted(11, 17, 20) ? { batch: 14, kill: 16, limits: 14 } : {}),
    ...(isTargeted(18) ? { kill: 10 } : {}),
    ...(isTargeted(12) ? { ...WITHOUT_LIMITS, submit: 60 } : {}),
    ...(isTargeted(15, 16) ? { ...WITHOUT_LIMITS, amend: 45, cancel: 2 } : {}),
    ...(isTargeted(23) ? { ...WITHOUT_LIMITS, submit: 60, amend: 14 } : {}),
    ...(isTargeted(19) ? { ...WITHOUT_LIMITS, submit: 45, cancelAll: 22, cancel: 2 } : {}),
    ...(hasBatchFault(options) ? { ...WITHOUT_LIMITS, batch: 45, cancelAll: 9, cancel: 1, others: 3 } : {}),
  };
}
