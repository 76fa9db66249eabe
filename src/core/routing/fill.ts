import { type Block, type Ladder, smaller } from './ladder.ts';

/** Shares of a quantity, their sum, and what they cost in the ladders' rates. */
export interface Filled {
  readonly shares: readonly bigint[]; // in the order of the ladders
  readonly qty: bigint;
  readonly cost: bigint;
}

/** More filled is better; then less cost. */
export const isBetter = (a: Filled, b: Filled): boolean =>
  a.qty > b.qty || (a.qty === b.qty && a.cost < b.cost);

export const add = (a: Filled, b: Filled): Filled => ({
  shares: a.shares.map((share, index) => share + (b.shares[index] ?? 0n)),
  qty: a.qty + b.qty,
  cost: a.cost + b.cost,
});

/** Takes the cheapest block of any ladder until `qty` is reached; ties go to the earlier ladder. */
export function cheapestFirst(ladders: readonly Ladder[], qty: bigint): Filled {
  const shares = ladders.map(() => 0n);
  const heads = ladders.map(() => 0);
  let left = qty;
  let cost = 0n;
  while (left > 0n) {
    const cheapest = cheapestHead(ladders, heads);
    const block = headOf(ladders, heads, cheapest);
    if (block === undefined) break;
    const taken = smaller(block.qty, left);
    shares[cheapest] = (shares[cheapest] ?? 0n) + taken;
    heads[cheapest] = (heads[cheapest] ?? 0) + 1;
    left -= taken;
    cost += taken * block.rate;
  }
  return { shares, qty: qty - left, cost };
}

/** Index of the ladder whose next block costs least; -1 when all are used up. */
function cheapestHead(ladders: readonly Ladder[], heads: readonly number[]): number {
  let cheapest = -1;
  let rate = 0n;
  for (let index = 0; index < ladders.length; index += 1) {
    const block = headOf(ladders, heads, index);
    if (block === undefined || (cheapest !== -1 && block.rate >= rate)) continue;
    cheapest = index;
    rate = block.rate;
  }
  return cheapest;
}

const headOf = (ladders: readonly Ladder[], heads: readonly number[], index: number): Block | undefined =>
  ladders[index]?.blocks[heads[index] ?? 0];
