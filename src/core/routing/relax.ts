import type { Qty } from '../kernel/decimal.ts';
import type { Curve, Step } from './curve.ts';

/** How much a member may be given. Both ends are whole lots. */
export interface Bounds {
  readonly lo: Qty;
  readonly hi: Qty;
}

/** The cheapest division were there no lots, minimums and roundings. */
export interface Relaxed {
  readonly shares: readonly Qty[];
  readonly marginal: bigint; // cost of the last and dearest 1e-8 of a contract
}

/** One member's next level while the cheapest of all is taken again and again. */
interface Head {
  index: number;
  step: Step | undefined;
  taken: bigint;
}

/**
 * Takes the cheapest level of any member until `qty` is reached; ties go to the earlier member. Each member
 * starts with the least it is to have.
 */
export function relax(curves: readonly Curve[], bounds: readonly Bounds[], qty: bigint): Relaxed {
  const heads = curves.map((curve, index) => headAt(curve, bounds[index] as Bounds));
  let left = heads.reduce((rest, head) => rest - head.taken, qty);
  let marginal: bigint | null = null;
  while (left > 0n) {
    const cheapest = cheapestOf(heads);
    const head = heads[cheapest];
    if (head?.step === undefined) break;
    const { step } = head;
    const { hi } = bounds[cheapest] as Bounds;
    const end = least(step.before.qty + step.qty, hi, head.taken + left);
    left -= end - head.taken;
    marginal = step.unit;
    head.taken = end;
    head.index += 1;
    head.step = end < hi ? (curves[cheapest] as Curve).step(head.index) : undefined;
  }
  const shares = heads.map(({ taken }) => taken as Qty);
  return { shares, marginal: marginal ?? heads[0]?.step?.unit ?? 0n };
}

function headAt(curve: Curve, { lo, hi }: Bounds): Head {
  if (lo >= hi) return { index: 0, step: undefined, taken: hi };
  const at = lo === 0n ? 0 : curve.indexAt(lo);
  const step = curve.step(at);
  const isUsedUp = step !== undefined && step.before.qty + step.qty <= lo;
  const index = isUsedUp ? at + 1 : at;
  return { index, step: isUsedUp ? curve.step(index) : step, taken: lo };
}

/** -1 when every member is used up. */
function cheapestOf(heads: readonly Head[]): number {
  let cheapest = -1;
  let unit = 0n;
  for (let index = 0; index < heads.length; index += 1) {
    const step = heads[index]?.step;
    if (step === undefined || (cheapest !== -1 && step.unit >= unit)) continue;
    cheapest = index;
    unit = step.unit;
  }
  return cheapest;
}

function least(a: bigint, b: bigint, c: bigint): bigint {
  const first = a < b ? a : b;
  return first < c ? first : c;
}
