import type { TimeInForce } from '../../src/core/orders/order.ts';
import type { Options } from '../options.ts';

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

/** How the callers of a world behave: what can go wrong in it must be about something that they do. */
export interface Conduct {
  readonly weights: Readonly<Record<Action, number>>;
  readonly routed: number; // probability that an order is one on a generic asset
  readonly splits: number; // of these, that it asks for SPLIT
  readonly lives: Readonly<Partial<Record<TimeInForce, number>>>; // weights, of orders with a limit
  readonly qtyMax: number; // largest order, in the least quantity of its instrument
}

/** Draws nothing: the crowd of a world follows from what its options are to show. */
export function conductOf({ aims, isUndoing, isFleeting, externals }: Options): Conduct {
  const isAimedAt = (...points: readonly number[]): boolean => points.some((point) => aims.includes(point));
  const isCancelTrouble = externals?.lasting.some((name) => name.startsWith('cancel')) ?? false;
  const isRouted = isAimedAt(12);
  return {
    weights: {
      ...WEIGHTS,
      ...(isUndoing || isAimedAt(15, 16) ? { amend: 45 } : {}),
      ...(isAimedAt(13, 14) || isCancelTrouble ? { cancel: 30 } : {}),
      ...(isAimedAt(19) ? { cancelAll: 12 } : {}),
      ...(isAimedAt(17, 18) ? { kill: 10 } : {}),
      ...(isAimedAt(11) ? { batch: 12 } : {}),
      ...(isFleeting ? { others: 40 } : {}),
    },
    routed: isRouted ? 0.9 : externals === null ? 0.25 : 0.4,
    splits: isRouted ? 0.9 : 0.67,
    lives: isFleeting ? { GTC: 2, GTD: 12 } : { GTC: 6, IOC: 1, FOK: 1, GTD: 2 },
    qtyMax: isFleeting ? 40 : 12,
  };
}
