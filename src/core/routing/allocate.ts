import { add, type Filled, isBetter } from './fill.ts';
import type { Ladder } from './ladder.ts';
import { cut, fillWholeLots } from './lots.ts';

/**
 * Divides a quantity over ladders: as much as can be taken at once, and that at the least cost. Each
 * share is zero, or whole lots and at least the ladder's minimum; the sum never exceeds `qty`.
 *
 * Exact when a ladder's rates never fall from block to block, as a book's do not. Minimums are settled
 * by branching: a plan that ignores them is kept if it happens to respect them; otherwise a member below
 * its minimum is tried without a share and with at least its minimum.
 *
 * @returns shares in the order of the ladders
 */
export function allocate(ladders: readonly Ladder[], qty: bigint): readonly bigint[] {
  const parts = ladders.map(() => 'free' as const);
  return branch(ladders, qty, parts)?.shares ?? ladders.map(() => 0n);
}

/** free: any share, its minimum not looked at; in: at least the minimum; out: none. */
type Part = 'free' | 'in' | 'out';

function branch(ladders: readonly Ladder[], qty: bigint, parts: readonly Part[]): Filled | null {
  const filled = fillWith(ladders, qty, parts);
  if (filled === null) return null;
  const short = ladders.findIndex(
    ({ min }, index) => parts[index] === 'free' && isBelow(filled.shares[index] ?? 0n, min),
  );
  if (short === -1) return filled;
  const without = branch(ladders, qty, parts.with(short, 'out'));
  const within = branch(ladders, qty, parts.with(short, 'in'));
  if (without === null || within === null) return without ?? within;
  return isBetter(within, without) ? within : without;
}

/** The best fill that respects the parts; null when the minimums do not fit. */
function fillWith(ladders: readonly Ladder[], qty: bigint, parts: readonly Part[]): Filled | null {
  if (parts.every((part) => part === 'free')) return fillWholeLots(ladders, qty);
  const minimums = ladders.map(({ min }, index) => (parts[index] === 'in' ? min : 0n));
  const { taken, rest } = cut(ladders, minimums);
  if (taken.qty > qty || taken.shares.some((share, index) => share !== minimums[index])) return null;
  const open = rest.map((ladder, index) => (parts[index] === 'out' ? { ...ladder, blocks: [] } : ladder));
  return add(taken, fillWholeLots(open, qty - taken.qty));
}

const isBelow = (share: bigint, min: bigint): boolean => share > 0n && share < min;
