import { add, cheapestFirst, type Filled, isBetter } from './fill.ts';
import { commonLot, type Ladder, smaller, takeFirst } from './ladder.ts';

/**
 * The most of `qty` that whole lots of these ladders can fill, at the least cost. Minimums are not looked at.
 *
 * Taking the cheapest block first is best as long as every take is whole lots, and with one lot size it
 * always is. With several the last take may break a lot; then the plans near the greedy one are tried.
 */
export function fillWholeLots(ladders: readonly Ladder[], qty: bigint): Filled {
  const lots = lotsOf(ladders);
  const [onlyLot = 1n] = lots;
  const greedy = cheapestFirst(ladders, lots.length === 1 ? qty - (qty % onlyLot) : qty);
  const isWhole = ladders.every(({ lot }, index) => shareOf(greedy, index) % lot === 0n);
  return isWhole ? greedy : fillNear(greedy, ladders, lots, qty);
}

/** Shares of the coarsest lot tried at most. Lots of 1, 0.1 and 0.01 need 7; beyond this the plan is rounded down. */
const TRIED_MAX = 64n;

/**
 * The best plan of whole lots, given the best plan that may break one.
 *
 * Call the members of one lot size a group, and L the common multiple of all lots. If one group took L
 * more than in the greedy plan and another L less, moving L back would keep all lots whole and not cost
 * more. So some best plan of the same total is less than (groups − 1) · L away in every group; and whole
 * lots can fill all but less than L of the greedy total. Hence only `groups` · L to each side is open:
 * there each share of the coarsest group is tried, with the best plan of the finer ones for the rest.
 */
function fillNear(greedy: Filled, ladders: readonly Ladder[], lots: readonly bigint[], qty: bigint): Filled {
  const [coarsest = 1n] = lots;
  const reach = BigInt(lots.length) * commonLot(lots);
  const isTried = (2n * reach) / coarsest < TRIED_MAX;
  const sure = isTried ? settled(greedy, ladders, lots, reach) : roundedDown(greedy, ladders);
  const { taken, rest } = cut(ladders, sure);
  return add(taken, tryShares(rest, coarsest, qty - taken.qty, isTried ? 2n * reach : 0n));
}

/** Shares that every plan within reach contains: each group's greedy quantity less the reach. */
function settled(
  greedy: Filled,
  ladders: readonly Ladder[],
  lots: readonly bigint[],
  reach: bigint,
): readonly bigint[] {
  const fills = lots.map((lot) => {
    const taken = ladders.reduce(
      (sum, one, index) => (one.lot === lot ? sum + shareOf(greedy, index) : sum),
      0n,
    );
    const sure = taken > reach ? taken - reach : 0n;
    return cheapestFirst(
      only(ladders, (ladder) => ladder.lot === lot),
      sure - (sure % lot),
    );
  });
  return ladders.map((_, index) => fills.reduce((sum, fill) => sum + shareOf(fill, index), 0n));
}

/** The best plan over every share of the members with this lot, up to `span` in all. */
function tryShares(ladders: readonly Ladder[], lot: bigint, qty: bigint, span: bigint): Filled {
  const group = only(ladders, (ladder) => ladder.lot === lot);
  const finer = only(ladders, (ladder) => ladder.lot !== lot);
  let best = fillWholeLots(finer, qty);
  for (let share = lot; share <= smaller(span, qty); share += lot) {
    const taken = cheapestFirst(group, share);
    if (taken.qty < share) break;
    const whole = add(taken, fillWholeLots(finer, qty - share));
    if (isBetter(whole, best)) best = whole;
  }
  return best;
}

/** Divides ladders at these shares: what they hold and cost, and what remains. */
export function cut(
  ladders: readonly Ladder[],
  shares: readonly bigint[],
): { readonly taken: Filled; readonly rest: readonly Ladder[] } {
  const parts = ladders.map((ladder, index) => takeFirst(ladder, shares[index] ?? 0n));
  const taken: Filled = {
    shares: parts.map((part) => part.qty),
    qty: parts.reduce((sum, part) => sum + part.qty, 0n),
    cost: parts.reduce((sum, part) => sum + part.cost, 0n),
  };
  return { taken, rest: parts.map((part) => part.rest) };
}

/** The lot sizes of the members with depth, coarsest first. */
const lotsOf = (ladders: readonly Ladder[]): readonly bigint[] =>
  [...new Set(ladders.filter(({ blocks }) => blocks.length > 0).map(({ lot }) => lot))].sort((a, b) =>
    a > b ? -1 : 1,
  );

/** The same ladders in the same places, the others emptied. */
const only = (ladders: readonly Ladder[], isKept: (ladder: Ladder) => boolean): readonly Ladder[] =>
  ladders.map((ladder) => (isKept(ladder) ? ladder : { ...ladder, blocks: [] }));

const roundedDown = (filled: Filled, ladders: readonly Ladder[]): readonly bigint[] =>
  ladders.map(({ lot }, index) => shareOf(filled, index) - (shareOf(filled, index) % lot));

const shareOf = (filled: Filled, index: number): bigint => filled.shares[index] ?? 0n;
