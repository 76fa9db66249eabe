import { type ParentParams } from './complex-order-types.ts';
import { getIdNumber, type InstrumentId, type ParentId } from './ids.ts';
import { getLegs } from './leg-rules.ts';
import { minQty, type Price, type Qty } from './money.ts';
import { isYesBuy } from './order.ts';
import type { ParentTarget } from './param-table.ts';
import { isParentOver, type NewParent, type Parent, type ParentChild } from './parent.ts';

// What a parent trades, how much of it may be placed, and what is reserved for it.

/** The contracts of the legs; of any other type, its only one. The one of the parent is the first. */
export const listTargets = ({
  params,
  instrumentId,
  side,
  outcome,
}: ParentTarget & Pick<NewParent, 'params'>): readonly ParentTarget[] =>
  getLegs(params).listTargets(params, { instrumentId, side, outcome });

/** Orders of both legs may be live at once, each at the price of its leg. */
export const hasLegsTogether = (params: ParentParams): boolean => getLegs(params).listPrices(params) !== null;

/**
 * The worst price of the orders for one target: that of the complex order, or of its leg. Null: any.
 *
 * @param at  the place in `listTargets`
 */
export const findTargetPrice = (
  { params, price }: Pick<NewParent, 'params' | 'price'>,
  at: number,
): Price | null => price ?? getLegs(params).listPrices(params)?.[at] ?? null;

/** Two limits, which may fill twice the quantity. */
export const hasRestingLegs = (params: ParentParams): boolean =>
  (getLegs(params).findSecond(params)?.price ?? null) !== null;

export const isSameTarget = (a: ParentTarget, b: ParentTarget): boolean =>
  a.instrumentId === b.instrumentId && a.side === b.side && a.outcome === b.outcome;

/** The place of the child's leg in `listTargets`. Two limits of one contract differ in their prices. */
export function findChildLeg(
  params: ParentParams,
  child: ParentTarget & { readonly price: Price | null },
): number {
  const second = getLegs(params).findSecond(params);
  if (second === null || !isSameTarget(child, second)) return 0;
  return second.price === null || second.price === child.price ? 1 : 0;
}

/**
 * Live quantity that counts against a child of this leg. Not that of the other one of two limits, nor a take-profit for
 * whose end the stop does not wait.
 */
export function findCountedQty(parent: Parent, leg = 0): Qty {
  const { params, liveQty, progress } = parent;
  const isAll = !hasRestingLegs(params) && progress.overlappedUpTo === 0;
  if (isAll) return liveQty;
  return sumLive(parent, (child) => isOnLeg(params, child, leg) && child.number > progress.overlappedUpTo);
}

const isOnLeg = (params: ParentParams, child: ParentChild, leg: number): boolean =>
  !hasRestingLegs(params) || child.leg === leg;

const sumLive = ({ children }: Parent, counts: (child: ParentChild) => boolean): Qty =>
  children.reduce((sum, child) => (counts(child) ? sum + child.liveQty : sum), 0n) as Qty;

/** The part of `qty` that is released, and neither filled nor live: only this may be placed (I-P1). */
export function placeableQty(parent: Parent, leg = 0): Qty {
  const rest = findLimitQty(parent) - parent.filledQty - findCountedQty(parent, leg);
  return (rest > 0n ? rest : 0n) as Qty;
}

/** What may be filled or live at most by now. */
export const findLimitQty = ({ qty, progress: { releasedQty } }: Parent): Qty =>
  releasedQty === null ? qty : minQty(releasedQty, qty);

/** The quantity that completes the parent. */
export const findGoalQty = (parent: Parent): Qty =>
  parent.progress.isReleaseFinal ? findLimitQty(parent) : parent.qty;

/** What may be filled in addition to `qty`: two orders are live together, and each may fill before the other one is cancelled. */
export const findOverfillMax = ({ params, qty }: Pick<Parent, 'params' | 'qty'>): Qty =>
  hasRestingLegs(params) || mayOverlap(params) ? qty : (0n as Qty);

const mayOverlap = (params: ParentParams): boolean => getLegs(params).mayOverlap(params);

/** What is filled in addition to what it was for. */
export function findOverfilledQty(parent: Parent): Qty {
  const over = parent.filledQty - findLimitQty(parent);
  return (over > 0n ? over : 0n) as Qty;
}

/** What a parent keeps for its children in one instrument. */
export interface Reservation {
  readonly instrumentId: InstrumentId;
  readonly isYesBuy: boolean;
  readonly qty: Qty;
}

/** True for a parent that only closes a position: the position bounds it. */
export const reservesNothing = ({ reduceOnly, params }: Pick<Parent, 'reduceOnly' | 'params'>): boolean =>
  reduceOnly && !mayOverlap(params);

/** Quantities that the parent itself reserves: a child reserves its own. None once it places no more (I-P2). */
export function listReservations(parent: Parent): readonly Reservation[] {
  const isNone = placesNoMore(parent) || reservesNothing(parent);
  return listTargets(parent).map(({ side, outcome, ...target }, at) => ({
    instrumentId: findReservedInstrument({ ...parent, ...target }),
    isYesBuy: isYesBuy(side, outcome),
    qty: isNone ? (0n as Qty) : findReservedQty(parent, at),
  }));
}

/** What the children of one leg may still fill in addition to the live ones. */
function findReservedQty(parent: Parent, leg: number): Qty {
  if (parent.pair !== null) return unplacedLegQty(parent, leg);
  const rest = parent.qty - parent.filledQty - findReservedLive(parent, leg);
  return (rest > 0n ? rest : 0n) as Qty;
}

/** The stop of a TP_SL may fill as much as the take-profit that it does not wait for. */
function findReservedLive(parent: Parent, leg: number): Qty {
  const { params, triggeredAt, progress } = parent;
  if (mayOverlap(params))
    return sumLive(parent, ({ number }) => triggeredAt !== null && number > progress.staleUpTo);
  return sumLive(parent, (child) => child.leg === leg);
}

function unplacedLegQty({ qty, pair }: Parent, at: number): Qty {
  const sums = at === 0 ? pair?.first : pair?.second;
  const rest = qty - (sums?.filledQty ?? 0n) - (sums?.liveQty ?? 0n);
  return (rest > 0n ? rest : 0n) as Qty;
}

/**
 * Where the reservation of a parent is held. On an asset any member may be traded, so it is held apart from all positions
 * and from all other parents: none of them lowers it.
 *
 * @param id  null: a parent that is not accepted yet
 */
export const findReservedInstrument = ({
  id,
  instrumentId,
  genericAssetId,
}: Pick<NewParent, 'instrumentId' | 'genericAssetId'> & { readonly id: ParentId | null }): InstrumentId =>
  genericAssetId === null ? instrumentId : ((id === null ? 0 : 0 - getIdNumber(id)) as InstrumentId);

/** The resting orders for which the parent keeps room under `max_open_orders`, besides its live children. */
export function reservedOpenOrders(parent: Parent): number {
  if (placesNoMore(parent)) return 0;
  const live = parent.children.filter(({ liveQty }) => liveQty > 0n).length;
  return Math.max(0, countResting(parent) - live);
}

/** The children that may rest at once. One without a limit price of the caller is sent as IOC. */
export const countResting = ({ price, params }: Pick<Parent, 'price' | 'params'>): number =>
  getLegs(params).countResting(params, price);

export const canChildRest = (parent: Pick<Parent, 'price' | 'params'>): boolean => countResting(parent) > 0;

const placesNoMore = ({ status }: Pick<Parent, 'status'>): boolean =>
  isParentOver(status) || status === 'CANCELLING';
