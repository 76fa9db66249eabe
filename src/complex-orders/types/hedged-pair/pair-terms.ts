import {
  absolute,
  type FeeSchedule,
  floorToLot,
  type LegSums,
  type Notional,
  ONE,
  type PairClip,
  type PairLeg,
  type PairProgress,
  type ParamsOf,
  type Parent,
  type ParentReason,
  type Price,
  type Qty,
  type TimestampMs,
} from '#contract';
import { computeSingleFillFee, findImbalance, findLiveQty, NO_PAIR } from '#domain';
import type { ChildTerms, PairLegInput, ParentInput } from '../../rules/parent-rules.ts';

/** One leg with its sums and its market. */
interface PairSide extends PairLegInput {
  readonly leg: PairLeg;
  readonly sums: LegSums;
  readonly isSecond: boolean;
}

/** The leg that has filled more, the other one, and the quantity that nothing hedges yet. */
interface Gap {
  readonly ahead: PairSide;
  readonly lagging: PairSide;
  readonly openQty: Qty;
  readonly isExposed: boolean; // the quantity is large enough to be hedged or sold back
}

export const NO_PAIR_PROGRESS: PairProgress = {
  unhedgedAt: null,
  isUnwound: false,
  pending: [],
  clip: null,
};

/** Both orders of a simultaneous clip are sent within this time, or the second one follows the fills of the first. */
const TOGETHER_MS = 1_000;

const getProgress = ({ progress: { pair } }: Parent): PairProgress => pair ?? NO_PAIR_PROGRESS;

export function findGap({ pair, params }: Parent, { legs }: Pick<ParentInput, 'legs'>): Gap | null {
  if (pair === null || legs === null || params.type !== 'HEDGED_PAIR') return null;
  const first = { ...legs[0], leg: params.first, sums: pair.first, isSecond: false };
  const second = { ...legs[1], leg: params.second, sums: pair.second, isSecond: true };
  const imbalance = findImbalance(pair);
  const [ahead, lagging] = imbalance >= 0n ? [first, second] : [second, first];
  const openQty = (absolute(imbalance) - lagging.sums.liveQty - ahead.sums.unwindingQty) as Qty;
  const isExposed = openQty > 0n && [ahead, lagging].some((side) => isTradable(side, openQty));
  return { ahead, lagging, openQty, isExposed };
}

const isTradable = ({ grid }: PairSide, qty: Qty): boolean => floorToLot(qty, grid.qtyStep) >= grid.qtyMin;

/** The time in which the lagging leg should have followed is over. */
export function isLate(
  parent: Parent,
  { unhedgedMsMax }: ParamsOf<'HEDGED_PAIR'>,
  now: TimestampMs,
): boolean {
  const { unhedgedAt } = getProgress(parent);
  return unhedgedAt !== null && now - unhedgedAt >= unhedgedMsMax;
}

/**
 * The next child of a pair: the hedge of what is filled, a sale of it when it cannot be hedged in time, the second order
 * of a simultaneous clip, or the first order of a new clip.
 */
export function findPairTerms(
  parent: Parent,
  params: ParamsOf<'HEDGED_PAIR'>,
  input: ParentInput,
): ChildTerms | ParentReason | null {
  const gap = findGap(parent, input);
  if (gap === null || parent.pair === null) return null;
  const { ahead, lagging, openQty } = gap;
  const isAwaited = lagging.sums.liveQty > 0n || ahead.sums.unwindingQty > 0n;
  if (openQty > 0n && !isAwaited) {
    const closing = findHedge(parent, params, gap, input.now) ?? findUnwind(parent, params, gap, input.now);
    if (closing !== null) return closing;
    if (isTradable(lagging, openQty)) return null;
  }
  if (findLiveQty(parent.pair) > 0n) return findFollower(parent, params, gap, input.now);
  return getProgress(parent).isUnwound ? null : findClip(parent, params, gap, input.now);
}

/** I-H2: the set stays within `min_edge`; only CHASE may exceed that, up to `chase_price`. */
export function findHedge(
  parent: Parent,
  { minEdge, onLegRisk, chasePrice }: ParamsOf<'HEDGED_PAIR'>,
  { lagging, openQty }: Gap,
  now: TimestampMs,
): ChildTerms | null {
  const { params } = parent;
  const late = params.type === 'HEDGED_PAIR' && isLate(parent, params, now);
  if (late && parent.refusals > 0 && onLegRisk !== 'HOLD') return null; // its venue refuses: sell back instead
  const isChase = late && onLegRisk === 'CHASE' && chasePrice !== null;
  const qty = floorToLot(openQty, lagging.grid.qtyStep);
  const most = (isChase ? chasePrice : ONE - minEdge) - findOpenPrice(parent);
  let price: Price | null = null;
  for (const level of lagging.takes) {
    if (!isChase && isWorse(lagging.leg.side, level.price, lagging.leg.price)) break;
    if (findCost(lagging, level.price, qty) > most) break;
    price = level.price;
  }
  return price === null || qty < findMin(lagging, price) ? null : toTerms(lagging, qty, price);
}

/** Sells back what could not be hedged in time: never for a loss above `chase_price` less 1. */
function findUnwind(
  parent: Parent,
  params: ParamsOf<'HEDGED_PAIR'>,
  { ahead, openQty }: Gap,
  now: TimestampMs,
): ChildTerms | null {
  const { chasePrice, onLegRisk } = params;
  if (onLegRisk === 'HOLD' || chasePrice === null || !isLate(parent, params, now)) return null;
  if (ahead.sums.liveQty > 0n || ahead.fees === null) return null;
  const qty = floorToLot(openQty, ahead.grid.qtyStep);
  const side = oppositeSide(ahead.leg.side);
  const least = findOpenPrice(parent) - (chasePrice - ONE);
  let price: Price | null = null;
  for (const level of ahead.gives) {
    const value = ahead.leg.side === 'BUY' ? level.price : ONE - level.price;
    if (value - findFee(ahead.fees, side, level.price, qty) < least) break;
    price = level.price;
  }
  if (price === null || qty < ahead.grid.qtyMin) return null;
  const progress = { ...parent.progress, pair: { ...getProgress(parent), isUnwound: true } };
  return { ...toTerms(ahead, qty, price), target: { ...ahead.leg, side }, change: { progress } };
}

/** The second order of a simultaneous clip, for as much as the first one may fill. */
function findFollower(
  parent: Parent,
  { mode }: ParamsOf<'HEDGED_PAIR'>,
  { ahead, lagging }: Gap,
  now: TimestampMs,
): ChildTerms | null {
  const { clip } = getProgress(parent);
  if (mode !== 'SIMULTANEOUS' || clip === null || parent.childCount !== clip.child) return null;
  if (now - clip.at > TOGETHER_MS) return null;
  const [leader, follower] = ahead.isSecond === clip.isSecondFirst ? [ahead, lagging] : [lagging, ahead];
  const reach = leader.sums.filledQty + leader.sums.liveQty - follower.sums.filledQty;
  const [best] = follower.takes;
  if (follower.sums.liveQty > 0n || leader.sums.liveQty === 0n || best === undefined) return null;
  const qty = floorToLot(reach as Qty, follower.grid.qtyStep);
  const isOffered = !isWorse(follower.leg.side, best.price, clip.secondLimit);
  if (!isOffered || qty < findMin(follower, clip.secondLimit)) return null;
  return toTerms(follower, qty, clip.secondLimit);
}

/** The first order of a new clip: on the leg that lags by less than its market trades, else on the thinner one. */
function findClip(
  parent: Parent,
  params: ParamsOf<'HEDGED_PAIR'>,
  gap: Gap,
  now: TimestampMs,
): ChildTerms | ParentReason | null {
  const { ahead, lagging } = gap;
  const lot = findCommonLot(ahead.grid.qtyStep, lagging.grid.qtyStep);
  const left = floorToLot((parent.qty - ahead.sums.filledQty) as Qty, lot);
  const min = [ahead, lagging].reduce((most, { grid }) => (grid.qtyMin > most ? grid.qtyMin : most), 0n);
  if (left < min || left === 0n) return 'below_minimum';
  const most = floorToLot(smaller(left, params.unhedgedQtyMax), lot);
  const walk = walkBooks(params, ahead, lagging, most);
  const qty = floorToLot(walk.qty, lot);
  const dust = absolute(ahead.sums.filledQty - lagging.sums.filledQty);
  const isAheadFirst = dust === 0n && isThinner(ahead, walk.aheadPrice, lagging, walk.laggingPrice);
  const [leader, price] = isAheadFirst ? [ahead, walk.aheadPrice] : [lagging, walk.laggingPrice];
  const [follower, limit] = isAheadFirst ? [lagging, walk.laggingPrice] : [ahead, walk.aheadPrice];
  if (qty === 0n || qty < findMin(leader, price) || qty < findMin(follower, limit)) return null;
  const isSecondFirst = leader.isSecond;
  const byLeg = (ofFirst: Price, ofSecond: Price): readonly [Price, Price] =>
    ahead.isSecond ? [ofSecond, ofFirst] : [ofFirst, ofSecond];
  const [firstPrice, secondPrice] = byLeg(walk.aheadAverage, walk.laggingAverage);
  const [firstFee, secondFee] = byLeg(
    toFee(ahead, walk.aheadPrice, qty),
    toFee(lagging, walk.laggingPrice, qty),
  );
  const clip: PairClip = {
    at: now,
    child: parent.childCount + 1,
    isSecondFirst,
    firstPrice,
    secondPrice,
    secondLimit: limit,
    firstFee,
    secondFee,
  };
  const progress = { ...parent.progress, pair: { ...getProgress(parent), unhedgedAt: now, clip } };
  const size = floorToLot((qty + dust) as Qty, leader.grid.qtyStep);
  return { ...toTerms(leader, size, price), change: { progress } };
}

/** What a pair could buy now, within its terms, from the visible books. */
export interface PairQuote {
  readonly qty: Qty;
  readonly cost: Notional; // of both legs, with fees
}

export function quotePair(
  params: ParamsOf<'HEDGED_PAIR'>,
  [first, second]: readonly [PairLegInput, PairLegInput],
  qty: Qty,
): PairQuote {
  const a = { ...first, leg: params.first, sums: NO_PAIR.first, isSecond: false };
  const b = { ...second, leg: params.second, sums: NO_PAIR.second, isSecond: true };
  const walk = walkBooks(params, a, b, qty);
  const taken = floorToLot(walk.qty, findCommonLot(a.grid.qtyStep, b.grid.qtyStep));
  const fees = toFee(a, walk.aheadPrice, taken) + toFee(b, walk.laggingPrice, taken);
  const cost = (walk.aheadAverage + walk.laggingAverage + fees) * taken;
  return { qty: taken, cost: cost as Notional };
}

interface Walk {
  readonly qty: Qty;
  readonly aheadPrice: Price; // of the last level used
  readonly laggingPrice: Price;
  readonly aheadAverage: Price; // as a cost
  readonly laggingAverage: Price;
}

/** Walks both books while the next set still costs at most 1 less `min_edge`, and each leg its worst price. */
function walkBooks({ minEdge }: ParamsOf<'HEDGED_PAIR'>, a: PairSide, b: PairSide, most: Qty): Walk {
  let [i, j, usedA, usedB, qty, costA, costB] = [0, 0, 0n, 0n, 0n, 0n, 0n];
  let [aheadPrice, laggingPrice] = [0n, 0n];
  for (;;) {
    const [levelA, levelB] = [a.takes[i], b.takes[j]];
    if (levelA === undefined || levelB === undefined || qty >= most) break;
    if (isWorse(a.leg.side, levelA.price, a.leg.price) || isWorse(b.leg.side, levelB.price, b.leg.price))
      break;
    if (findCost(a, levelA.price, most) + findCost(b, levelB.price, most) > ONE - minEdge) break;
    const part = [levelA.qty - usedA, levelB.qty - usedB, most - qty].reduce((x, y) => (x < y ? x : y));
    [aheadPrice, laggingPrice] = [levelA.price, levelB.price];
    qty += part;
    costA += part * toCost(a.leg, levelA.price);
    costB += part * toCost(b.leg, levelB.price);
    usedA += part;
    usedB += part;
    if (usedA === levelA.qty) [i, usedA] = [i + 1, 0n];
    if (usedB === levelB.qty) [j, usedB] = [j + 1, 0n];
  }
  const average = (cost: bigint): Price => (qty === 0n ? 0n : cost / qty) as Price;
  return {
    qty: qty as Qty,
    aheadPrice: aheadPrice as Price,
    laggingPrice: laggingPrice as Price,
    aheadAverage: average(costA),
    laggingAverage: average(costB),
  };
}

const toTerms = ({ leg }: PairSide, qty: Qty, price: Price): ChildTerms => ({
  qty,
  price,
  tif: 'IOC',
  target: leg,
});

/** Cost of holding one contract of the leg at this price, without fees. */
const toCost = ({ side }: PairLeg, price: bigint): bigint => (side === 'BUY' ? price : ONE - price);

/** The same with the fee of a fill of this quantity, rounded as the venue rounds it. Unknown fees allow nothing. */
const findCost = ({ leg, fees }: PairSide, price: Price, qty: Qty): bigint =>
  fees === null ? 2n * ONE : toCost(leg, price) + findFee(fees, leg.side, price, qty);

const toFee = ({ leg, fees }: PairSide, price: Price, qty: Qty): Price =>
  (fees === null ? 0n : findFee(fees, leg.side, price, qty)) as Price;

/** For one contract, rounded up. */
function findFee(fees: FeeSchedule, side: PairLeg['side'], price: Price, qty: Qty): bigint {
  if (qty <= 0n) return 0n;
  const fee = computeSingleFillFee(fees, side, price, qty, 'TAKER');
  return fee <= 0n ? 0n : (fee + qty - 1n) / qty;
}

/** What a contract of the open quantity has cost, with fees, rounded up. */
function findOpenPrice({ pair }: Parent): bigint {
  const open = pair === null ? 0n : absolute(findImbalance(pair));
  return pair === null || open === 0n ? 0n : (pair.openCost + open - 1n) / open;
}

const isWorse = (side: PairLeg['side'], price: Price, limit: Price): boolean =>
  side === 'BUY' ? price > limit : price < limit;

const oppositeSide = (side: PairLeg['side']): PairLeg['side'] => (side === 'BUY' ? 'SELL' : 'BUY');

/** The smallest order of a leg at this price, in whole lots. */
function findMin({ leg, grid, notionalMin }: PairSide, price: Price): bigint {
  if (notionalMin === null || leg.side === 'SELL' || price === 0n) return grid.qtyMin;
  const needed = (notionalMin + price - 1n) / price;
  const lots = ((needed + grid.qtyStep - 1n) / grid.qtyStep) * grid.qtyStep;
  return lots > grid.qtyMin ? lots : grid.qtyMin;
}

/** The side that offers less within the prices that are used goes first: what it fills can then be hedged. */
function isThinner(a: PairSide, aPrice: Price, b: PairSide, bPrice: Price): boolean {
  const [ofA, ofB] = [sumDepth(a, aPrice), sumDepth(b, bPrice)];
  return ofA < ofB || (ofA === ofB && !a.isSecond);
}

const sumDepth = ({ takes, leg }: PairSide, price: Price): bigint =>
  takes.reduce((sum, level) => (isWorse(leg.side, level.price, price) ? sum : sum + level.qty), 0n);

const smaller = (a: Qty, b: Qty): Qty => (a < b ? a : b);

function findCommonLot(a: Qty, b: Qty): Qty {
  let [x, y]: [bigint, bigint] = [a, b];
  while (y > 0n) [x, y] = [y, x % y];
  return ((a / x) * b) as Qty;
}
