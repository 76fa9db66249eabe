import type { Qty } from '../kernel/decimal.ts';

/** Depth at one price. `unit` is what a contract costs net of fees, smaller is better for the taker. */
export interface PricedLevel {
  readonly qty: Qty;
  readonly unit: bigint;
}

/** Whole lots at one cost. */
export interface Block {
  readonly qty: bigint; // multiple of the ladder's lot
  readonly rate: bigint; // cost of one `scale` of quantity, so that blocks of different lots compare
}

/** One member's depth in whole lots, best first. */
export interface Ladder {
  readonly lot: bigint;
  readonly min: bigint; // smallest quantity it takes, a multiple of the lot
  readonly blocks: readonly Block[];
}

/**
 * Reads a member's levels as whole lots. A lot that spans two levels becomes a block of its own at its
 * blended cost, so nothing is rounded; an incomplete last lot is left out.
 *
 * @param levels  best first
 * @param qtyMax  no more than this is read: the order needs no more of one member
 * @param scale   common multiple of all members' lots
 */
export function ladderOf(
  levels: Iterable<PricedLevel>,
  lot: bigint,
  min: bigint,
  qtyMax: bigint,
  scale: bigint,
): Ladder {
  const blocks: Block[] = [];
  let open = qtyMax;
  let started = 0n; // what the incomplete lot holds so far, and what that cost
  let startedCost = 0n;
  for (const { qty, unit } of levels) {
    if (open < lot) break;
    let left: bigint = qty;
    if (started > 0n) {
      const added = smaller(lot - started, left);
      started += added;
      startedCost += unit * added;
      left -= added;
      if (started < lot) continue;
      blocks.push({ qty: lot, rate: startedCost * (scale / lot) });
      open -= lot;
    }
    started = left % lot;
    startedCost = unit * started;
    const whole = left - started;
    if (whole > 0n) blocks.push({ qty: whole, rate: unit * scale });
    open -= whole;
  }
  return { lot, min: roundUp(min, lot), blocks };
}

/** The start of a ladder: what it holds, what that costs, and the ladder that remains. */
export interface Taken {
  readonly qty: bigint; // less than wanted when the ladder is too short
  readonly cost: bigint;
  readonly rest: Ladder;
}

/** Cuts a ladder after `want`. */
export function takeFirst(ladder: Ladder, want: bigint): Taken {
  let qty = 0n;
  let cost = 0n;
  const blocks = ladder.blocks.flatMap((block) => {
    const part = smaller(block.qty, want - qty);
    qty += part;
    cost += part * block.rate;
    return part === block.qty ? [] : [{ qty: block.qty - part, rate: block.rate }];
  });
  return { qty, cost, rest: { ...ladder, blocks } };
}

/** Least common multiple of the lots; > 0. */
export const commonLot = (lots: readonly bigint[]): bigint =>
  lots.reduce((common, lot) => (common / greatestDivisor(common, lot)) * lot, 1n);

export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

const roundUp = (qty: bigint, lot: bigint): bigint => ((qty + lot - 1n) / lot) * lot;

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [large, small] = [a, b];
  while (small !== 0n) [large, small] = [small, large % small];
  return large;
}
