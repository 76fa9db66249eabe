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
  const heads = ladders.map(({ blocks }) => blocks[0]); // the next block of each ladder
  const taken = ladders.map(() => 0); // blocks
  let left = qty;
  let cost = 0n;
  while (left > 0n) {
    const cheapest = indexOfCheapest(heads);
    const block = heads[cheapest];
    if (block === undefined) break;
    const part = smaller(block.qty, left);
    shares[cheapest] = (shares[cheapest] ?? 0n) + part;
    const next = (taken[cheapest] ?? 0) + 1;
    taken[cheapest] = next;
    heads[cheapest] = ladders[cheapest]?.blocks[next];
    left -= part;
    cost += part * block.rate;
  }
  return { shares, qty: qty - left, cost };
}

/** -1 when every ladder is used up. */
function indexOfCheapest(heads: readonly (Block | undefined)[]): number {
  let cheapest = -1;
  let rate = 0n;
  for (let index = 0; index < heads.length; index += 1) {
    const head = heads[index];
    if (head === undefined || (cheapest !== -1 && head.rate >= rate)) continue;
    cheapest = index;
    rate = head.rate;
  }
  return cheapest;
}
