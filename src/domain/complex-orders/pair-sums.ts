import {
  absolute,
  assert,
  isLive,
  type LegSums,
  NOTIONAL_ZERO,
  type Notional,
  ONE,
  type Order,
  type PairLeg,
  type PairSums,
  type ParamsOf,
  type Parent,
  type ParentTarget,
  QTY_ZERO,
  type Qty,
  remainingQty,
  sumFilledNotional,
  sumFilledQty,
} from '#contract';
import { assumeFees } from '../fees/dearest-fees.ts';

const NO_LEG: LegSums = {
  filledQty: QTY_ZERO,
  liveQty: QTY_ZERO,
  unwindingQty: QTY_ZERO,
  cost: NOTIONAL_ZERO,
  fees: NOTIONAL_ZERO,
};

export const NO_PAIR: PairSums = {
  first: NO_LEG,
  second: NO_LEG,
  openCost: NOTIONAL_ZERO,
  slip: NOTIONAL_ZERO,
  delay: NOTIONAL_ZERO,
  excessFees: NOTIONAL_ZERO,
};

type PairParent = Parent & { readonly params: ParamsOf<'HEDGED_PAIR'>; readonly pair: PairSums };

export const isPair = (parent: Parent): parent is PairParent =>
  parent.params.type === 'HEDGED_PAIR' && parent.pair !== null;

/** What the first leg has filled more than the second; negative when the second is ahead. */
export const findImbalance = ({ first, second }: PairSums): bigint => first.filledQty - second.filledQty;

/** Complete sets. */
export function countSets({ first, second }: PairSums): Qty {
  const sets = first.filledQty < second.filledQty ? first.filledQty : second.filledQty;
  return sets > 0n ? sets : QTY_ZERO;
}

/** The larger quantity that one of the legs may still trade; zero once no child is possibly live. */
export function findLiveQty({ first, second }: PairSums): Qty {
  const live = [first, second].map(({ liveQty, unwindingQty }) => liveQty + unwindingQty);
  return live.reduce((most, each) => (each > most ? each : most), 0n) as Qty;
}

/** By how much the legs differ if every order in flight ends as badly as it can. */
export function findWorstImbalance({ first, second }: PairSums): bigint {
  const firstAhead = first.filledQty + first.liveQty - (second.filledQty - second.unwindingQty);
  const secondAhead = second.filledQty + second.liveQty - (first.filledQty - first.unwindingQty);
  return firstAhead > secondAhead ? firstAhead : secondAhead;
}

/** The most that either leg may reach. */
export const findReach = ({ first, second }: PairSums): Qty =>
  [first, second]
    .map(({ filledQty, liveQty }) => filledQty + liveQty)
    .reduce((most, each) => (each > most ? each : most), 0n) as Qty;

/** What an order of this target may trade: what its leg has not placed, or what it holds when the order sells it back. */
export function findPairDrawableQty({ params, pair, qty }: PairParent, target: ParentTarget): Qty {
  const onSecond = isOnSecond(params, target);
  const [leg, other] = onSecond ? [pair.second, pair.first] : [pair.first, pair.second];
  if (target.side !== (onSecond ? params.second : params.first).side)
    return (leg.filledQty - leg.unwindingQty) as Qty;
  const most = other.filledQty > qty ? other.filledQty : qty;
  return (most - leg.filledQty - leg.liveQty) as Qty;
}

/** True for an order that sells a leg back. */
const isUnwind = (leg: PairLeg, order: Order): boolean => order.side !== leg.side;

const isOnSecond = (
  { second }: ParamsOf<'HEDGED_PAIR'>,
  { instrumentId, outcome }: Pick<Order, 'instrumentId' | 'outcome'>,
): boolean => instrumentId === second.instrumentId && outcome === second.outcome;

/** The sums after the change of a child. `before` is null for a new child, whose bound is asserted. */
export function applyPairChild(parent: PairParent, before: Order | null, after: Order): PairSums {
  const { params, pair } = parent;
  const onSecond = isOnSecond(params, after);
  const leg = onSecond ? params.second : params.first;
  const sums = onSecond ? pair.second : pair.first;
  const was = before === null ? null : measure(leg, before);
  const now = measure(leg, after);
  const moved = {
    filledQty: (now.filledQty - (was?.filledQty ?? 0n)) as Qty,
    cost: (now.cost - (was?.cost ?? 0n)) as Notional,
    fees: (now.fees - (was?.fees ?? 0n)) as Notional,
  };
  const changed: LegSums = {
    filledQty: (sums.filledQty + moved.filledQty) as Qty,
    liveQty: (sums.liveQty + now.liveQty - (was?.liveQty ?? 0n)) as Qty,
    unwindingQty: (sums.unwindingQty + now.unwindingQty - (was?.unwindingQty ?? 0n)) as Qty,
    cost: (sums.cost + moved.cost) as Notional,
    fees: (sums.fees + moved.fees) as Notional,
  };
  const next = { ...pair, ...(onSecond ? { second: changed } : { first: changed }) };
  if (before === null) assertWithinBounds(parent, next, onSecond);
  const openCost = computeOpenCost(pair, next, { ...moved, onSecond });
  return { ...next, openCost, ...explainCost(parent, moved, onSecond, isUnwind(leg, after)) };
}

/**
 * I-P1: no leg exceeds the quantity, unless the other one did by a late fill. I-H1: whatever happens to the orders in
 * flight, the legs differ by no more than the bound; after a void a child may still lower the difference.
 */
function assertWithinBounds({ params, pair, qty }: PairParent, next: PairSums, onSecond: boolean): void {
  const [leg, other] = onSecond ? [next.second, next.first] : [next.first, next.second];
  const most = other.filledQty > qty ? other.filledQty : qty;
  const isSale = leg.unwindingQty > (onSecond ? pair.second : pair.first).unwindingQty;
  assert(isSale || leg.filledQty + leg.liveQty <= most, 'I-P1: a leg of a pair stays within qty');
  const worst = findWorstImbalance(next);
  assert(
    worst <= params.unhedgedQtyMax || worst <= findWorstImbalance(pair),
    'I-H1: the legs of a pair differ by at most unhedged_qty_max',
  );
}

/** One child in terms of its leg: what it holds, may still hold, and may sell back. */
function measure(leg: PairLeg, order: Order): LegSums {
  const filledQty = sumFilledQty(order);
  const notional = sumFilledNotional(order);
  const live = order.legs.reduce(
    (sum, each) => (isLive(each.status) ? sum + remainingQty(each) : sum),
    0n,
  ) as Qty;
  const cost = leg.side === 'BUY' ? notional : ((filledQty * ONE - notional) as Notional);
  const fees = assumeFees(order);
  return isUnwind(leg, order)
    ? {
        filledQty: (0n - filledQty) as Qty,
        liveQty: QTY_ZERO,
        unwindingQty: live,
        cost: (0n - cost) as Notional,
        fees,
      }
    : { filledQty, liveQty: live, unwindingQty: QTY_ZERO, cost, fees };
}

interface Moved {
  readonly filledQty: Qty;
  readonly cost: Notional;
  readonly fees: Notional;
  readonly onSecond: boolean;
}

/**
 * The cost of what is not hedged: a fill on the leg ahead adds its own, and a fill on the other one, or a sale, removes
 * a share. When a fill passes the balance, the excess keeps its own price.
 */
function computeOpenCost(before: PairSums, after: PairSums, { filledQty, cost, fees }: Moved): Notional {
  const [was, now] = [findImbalance(before), findImbalance(after)];
  if (was === now) return before.openCost;
  if (now === 0n) return NOTIONAL_ZERO;
  const isSameSide = was === 0n || was > 0n === now > 0n;
  if (isSameSide && absolute(now) > absolute(was))
    return (before.openCost +
      (filledQty > 0n ? cost + fees : shareOf(after, absolute(now) - absolute(was)))) as Notional;
  if (isSameSide) return divideUp(before.openCost * absolute(now), absolute(was));
  if (filledQty > 0n) return divideUp((cost + fees) * absolute(now), filledQty);
  return shareOf(after, absolute(now));
}

/** A void removed what hedged this quantity: it counts at the average cost of its leg. */
function shareOf(after: PairSums, qty: bigint): Notional {
  const { cost, fees, filledQty } = findImbalance(after) > 0n ? after.first : after.second;
  return filledQty <= 0n ? NOTIONAL_ZERO : divideUp((cost + fees) * qty, filledQty);
}

const divideUp = (amount: bigint, divisor: bigint): Notional =>
  (amount <= 0n ? amount / divisor : (amount + divisor - 1n) / divisor) as Notional;

/** Where a fill differs from what was expected when its set was started. A sale back is all delay. */
function explainCost(
  { pair, progress }: PairParent,
  { filledQty, cost, fees }: Pick<Moved, 'filledQty' | 'cost' | 'fees'>,
  onSecond: boolean,
  isSale: boolean,
): Pick<PairSums, 'slip' | 'delay' | 'excessFees'> {
  const clip = progress.pair?.clip ?? null;
  const { slip, delay, excessFees } = pair;
  if (clip === null) return { slip, delay, excessFees };
  const price = onSecond ? clip.secondPrice : clip.firstPrice;
  const fee = onSecond ? clip.secondFee : clip.firstFee;
  const excess = cost - filledQty * price;
  const isSlip = !isSale && clip.isSecondFirst === onSecond;
  return {
    slip: (slip + (isSlip ? excess : 0n)) as Notional,
    delay: (delay + (isSlip ? 0n : excess)) as Notional,
    excessFees: (excessFees + fees - filledQty * fee) as Notional,
  };
}

/** What the complete sets pay at least, less what they cost, and what was expected of them. */
export function computePairEdge(pair: PairSums): { readonly got: Notional; readonly promised: Notional } {
  const { first, second, openCost, slip, delay, excessFees } = pair;
  const cost = first.cost + first.fees + second.cost + second.fees - openCost;
  const got = countSets(pair) * ONE - cost;
  return { got: got as Notional, promised: (got + slip + delay + excessFees) as Notional };
}
