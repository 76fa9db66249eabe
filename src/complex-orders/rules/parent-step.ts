import {
  assert,
  findCountedQty,
  findGoalQty,
  hasLegsTogether,
  isHandled,
  isParentOver,
  type KeyId,
  NO_PROGRESS,
  type OrderId,
  type OrderReason,
  type Parent,
  type ParentChild,
  type ParentDecision,
  type ParentReason,
  type ParentState,
  type PauseCause,
  type Price,
  type TimestampMs,
} from '#contract';
import { findImbalance, isPair } from '#domain';
import { type ChildReview, type ChildTerms, fitPrice, isRefused, type ParentInput } from './parent-rules.ts';
import { findActiveStatus, getRules } from './rules-of-types.ts';
import { explainUnsentStop, findSurplusReason, isSurplus } from './sibling-fills.ts';

/** The result of a decision: the state to journal, then the action. */
export interface ParentStep {
  readonly decision: ParentDecision;
  readonly state: ParentState;
  readonly child: ChildTerms | null; // to be placed with the state
  readonly cancels: readonly OrderId[]; // children to be cancelled once the state is durable
  readonly cancelReason: OrderReason; // of these children
  readonly detail: string | null; // for the receipt
  readonly move: ChildMove | null; // of a live child, once the state is durable
}

/** A new price for a live child, which keeps its id. */
export interface ChildMove {
  readonly orderId: OrderId;
  readonly price: Price;
}

const REFUSALS_MAX = 5;
const BACKOFF_MAX_MS = 30_000;

/**
 * The next decision of a parent; null when there is nothing to decide now. The caller journals the state, then acts, and
 * asks again until the result is null.
 */
export function stepParent(parent: Parent, input: ParentInput): ParentStep | null {
  if (isParentOver(parent.status)) return findReopening(parent, input);
  if (parent.status === 'CANCELLING') return findEnd(parent) ?? findCancels(parent);
  return (
    findEnd(parent) ??
    findEndRequest(parent, input) ??
    findGuardedChild(parent, input) ??
    findProgress(parent, input) ??
    findSurplusChild(parent, input) ??
    findEndedChild(parent, input) ??
    findPause(parent, input) ??
    findContinuation(parent, input) ??
    findNextAction(parent, input)
  );
}

/** I-P8: the venue voided a fill of a filled parent, so its quantity is open again. */
function findReopening(parent: Parent, input: ParentInput): ParentStep | null {
  if (parent.status !== 'FILLED' || isFull(parent)) return null;
  const reopened = { reason: null, endsAs: null, nextAt: null, ...markAllHandled(parent) } as const;
  if (input.isMarketOpen) return step(parent, 'reopened', { ...reopened, status: 'WORKING' });
  return step(parent, 'reopened', {
    ...reopened,
    status: 'PAUSED',
    pausedBy: 'fill_voided',
    pausedAt: input.now,
  });
}

/** A parent ends once its quantity is filled, or once its end is requested and no child is possibly live. */
function findEnd(parent: Parent): ParentStep | null {
  if (parent.liveQty > 0n) return null;
  if (parent.filledQty > 0n && isFull(parent)) {
    const filled = { status: 'FILLED', reason: null, endsAs: null, ...NOT_PAUSED } as const;
    return { ...step(parent, 'ended', filled), detail: explainUnsentStop(parent) };
  }
  if (parent.status !== 'CANCELLING') return null;
  assert(parent.endsAs !== null, 'I-P10: a parent that is CANCELLING knows how it ends');
  return step(parent, 'ended', { status: parent.endsAs, endsAs: null });
}

/** I-H3: a pair is full only while its legs are equal. */
const isFull = (parent: Parent): boolean =>
  parent.filledQty >= findGoalQty(parent) && (!isPair(parent) || findImbalance(parent.pair) === 0n);

/** Requests the end of a parent: it expired, its market closed, or a caller cancelled its child. */
function findEndRequest(parent: Parent, input: ParentInput): ParentStep | null {
  const { expiresAt, children } = parent;
  if (expiresAt !== null && input.now >= expiresAt) return requestEnd(parent, 'EXPIRED', 'expired');
  if (input.isMarketClosed) return requestEnd(parent, 'CANCELLED', 'market_closed');
  const isByCaller = children.some(
    (child) => !isHandled(parent, child) && isCallerReason(child.cancelReason),
  );
  return isByCaller ? requestEnd(parent, 'CANCELLED', 'user_cancel') : null;
}

/** Otherwise the parent would place again what a caller has just cancelled. */
const isCallerReason = (reason: ParentChild['cancelReason']): boolean =>
  reason === 'user_cancel' || reason === 'cancel_all' || reason === 'risk_cancel_all';

/** The first step to the end of a parent: no child is placed from here on, and the live ones are cancelled. */
export function requestEnd(
  parent: Parent,
  endsAs: 'CANCELLED' | 'EXPIRED',
  reason: ParentReason,
): ParentStep {
  if (parent.liveQty === 0n)
    return step(parent, 'ended', { status: endsAs, reason, endsAs: null, ...NOT_PAUSED });
  const requested = { status: 'CANCELLING', reason, endsAs, ...NOT_PAUSED } as const;
  return { ...step(parent, 'cancel_requested', requested), cancels: findUncancelled(parent) };
}

/** Repeats the cancel of children, for example after a crash between the decision and the cancels. */
function findCancels(parent: Parent): ParentStep | null {
  const cancels = findUncancelled(parent);
  return cancels.length === 0 ? null : { ...step(parent, 'child_cancelled', {}), cancels };
}

const findUncancelled = ({ children }: Parent): readonly OrderId[] =>
  children.filter(({ liveQty, cancelReason }) => liveQty > 0n && cancelReason === null).map(toOrderId);
const toOrderId = ({ orderId }: ParentChild): OrderId => orderId;

/** A guard or the end of a session cancelled the child: what its caller no longer watches is not placed again. */
function findGuardedChild(parent: Parent, { now }: ParentInput): ParentStep | null {
  const { children, status } = parent;
  const isGuarded = children.some(
    (child) =>
      !isHandled(parent, child) && (child.cancelReason === 'guard' || child.cancelReason === 'disconnect'),
  );
  if (!isGuarded) return null;
  if (status === 'PAUSED') return step(parent, 'child_ended', markAllHandled(parent));
  return step(parent, 'paused', {
    status: 'PAUSED',
    pausedBy: 'guard',
    pausedAt: now,
    ...markAllHandled(parent),
  });
}

/** What the type of the parent takes into account before its next child. */
function findProgress(parent: Parent, input: ParentInput): ParentStep | null {
  const { params } = parent;
  const found = getRules(params).findProgress(parent, params, input);
  if (found === null) return null;
  if (typeof found === 'string') return requestEnd(parent, 'CANCELLED', found);
  return step(parent, found.decision, found.change);
}

/**
 * A live child that must go: a late fill of another child took its quantity, or an amend changed the price. The next one
 * follows once its end is proven.
 */
function findSurplusChild(parent: Parent, input: ParentInput): ParentStep | null {
  const live = parent.children.filter(({ liveQty, cancelReason }) => liveQty > 0n && cancelReason === null);
  const surplus = live.filter((child) => isSurplus(parent, child));
  if (surplus.length > 0) return cancelForNext(parent, surplus, findSurplusReason(parent));
  const old = live.filter((child) => reviewChild(parent, child, input) === 'OLD');
  return old.length === 0 ? null : cancelForNext(parent, old);
}

/** The next child follows once the end of these is proven. */
const cancelForNext = (
  parent: Parent,
  children: readonly ParentChild[],
  cancelReason: OrderReason = 'complex_order',
): ParentStep => ({
  ...step(parent, 'child_cancelled', { moves: parent.moves + 1 }),
  cancels: children.map(toOrderId),
  cancelReason,
  detail: cancelReason === 'sibling_filled' ? cancelReason : null,
});

/** Takes the end of a child into account, once. I-P9: a refusal is retried with back-off, silence is awaited. */
function findEndedChild(parent: Parent, { now }: ParentInput): ParentStep | null {
  const child = parent.children.findLast((each) => each.liveQty === 0n && !isHandled(parent, each));
  if (child === undefined) return null;
  const handled = markHandled(parent, child);
  if (isRefused(child)) return refuseChild(parent, handled, 'venue_unhealthy', now);
  const delayMs = getRules(parent.params).delayMs(parent.params, child);
  const nextAt = delayMs === 0 ? null : ((now + delayMs) as TimestampMs);
  const isByVenue = child.status === 'CANCELLED' && isVenueReason(child.reason);
  const moves = parent.moves + (isByVenue ? 1 : 0); // the next one replaces it
  return step(parent, 'child_ended', { ...handled, refusals: 0, nextAt, moves });
}

/** Kalshi cancels all orders of a market that opens again after a pause; their reason is then `market_closed`. */
const isVenueReason = (reason: ParentChild['reason']): boolean =>
  reason === 'venue_cancelled' || reason === 'market_closed';

/** Children that are live together with this one may end later. */
function markHandled(parent: Parent, { number }: ParentChild): Partial<ParentState> {
  const { handledChild, children } = parent;
  const last = Math.max(handledChild, number);
  const pending = children
    .filter((each) => each.number !== number && each.number < last && !isHandled(parent, each))
    .map((each) => each.number);
  return { handledChild: last, progress: toPending(parent, pending) };
}

const markAllHandled = (parent: Parent): Partial<ParentState> => ({
  handledChild: parent.childCount,
  progress: toPending(parent, NO_PROGRESS.pending),
});

function toPending({ progress }: Parent, pending: readonly number[]): ParentState['progress'] {
  const { pair } = progress;
  if (pair !== null) return { ...progress, pair: { ...pair, pending } };
  return { ...progress, pending: pending.length === 0 ? NO_PROGRESS.pending : pending };
}

/** A refusal, by a venue or before the send: the next attempt follows later, and after five a resume request. */
export function refuseChild(
  parent: Parent,
  change: Partial<ParentState>,
  cause: PauseCause,
  now: TimestampMs,
): ParentStep {
  const refusals = parent.refusals + 1;
  if (refusals > REFUSALS_MAX) {
    const paused = { status: 'PAUSED', pausedBy: cause, pausedAt: now, nextAt: null } as const;
    return step(parent, 'paused', { ...change, ...paused, refusals });
  }
  const delayMs = Math.min(1_000 * 2 ** (refusals - 1), BACKOFF_MAX_MS);
  return step(parent, 'child_refused', { ...change, refusals, nextAt: (now + delayMs) as TimestampMs });
}

/** I-P4, I-P5: what prevents a child pauses the parent, so that it is visible. */
function findPause(parent: Parent, { obstacle, obstacleSince, now }: ParentInput): ParentStep | null {
  if (obstacle === null || parent.status === 'PAUSED') return null;
  return step(parent, 'paused', { status: 'PAUSED', pausedBy: obstacle, pausedAt: obstacleSince ?? now });
}

const NOT_PAUSED = { pausedBy: null, pausedAt: null, needsResume: false } as const;
const ENDS_BY_ITSELF: ReadonlySet<PauseCause> = new Set([
  'no_live_book',
  'market_paused',
  'kill_switch',
  'key_ended', // as soon as it can reduce a position
]);

/** A pause whose cause is over. I-P5: not one during which the trigger was crossed. */
function findContinuation(parent: Parent, input: ParentInput): ParentStep | null {
  const { status, pausedBy, needsResume } = parent;
  if (status !== 'PAUSED' || pausedBy === null || !ENDS_BY_ITSELF.has(pausedBy)) return null;
  const { obstacle, obstacleSince, isMet, now } = input;
  if (pausedBy === 'kill_switch' && !needsResume && (isMet || isFiring(parent)))
    return step(parent, 'crossed', { needsResume: true });
  if (obstacle === pausedBy) return null;
  if (obstacle !== null)
    return step(parent, 'paused', { pausedBy: obstacle, pausedAt: obstacleSince ?? now });
  if (needsResume || input.touch === null) return null;
  return step(parent, 'continued', { ...NOT_PAUSED, status: findActiveStatus(parent) });
}

/** A trigger has fired and its child is not placed yet, or not any more. */
const isFiring = ({ triggeredAt, liveQty, childCount, progress }: Parent): boolean =>
  triggeredAt !== null && (liveQty === 0n || childCount <= progress.staleUpTo);

/** A caller's resume request: the parent is decided on the present situation, and its key accounts for what follows. */
export const resumeParent = (parent: Parent, by: KeyId): ParentStep =>
  step(parent, 'resumed', {
    ...NOT_PAUSED,
    status: findActiveStatus(parent),
    refusals: 0,
    nextAt: null,
    actingKeyId: by === parent.keyId ? null : by,
  });

/** Paused by a cause that only a resume request ends. Another cause that replaces it must not end that need. */
export const awaitsResume = ({ status, pausedBy }: Parent): boolean =>
  status === 'PAUSED' && pausedBy !== null && !ENDS_BY_ITSELF.has(pausedBy);

/** A pause by the service: the kill switch, or an outage that was too long. */
export const pauseParent = (parent: Parent, cause: PauseCause, now: TimestampMs): ParentStep => {
  const needsResume =
    parent.needsResume || (cause === 'kill_switch' && (isFiring(parent) || awaitsResume(parent)));
  return step(parent, 'paused', { status: 'PAUSED', pausedBy: cause, pausedAt: now, needsResume });
};

/** I-P3: the trigger is a separate decision, so that it is durable before the intent of the child. */
function findNextAction(parent: Parent, input: ParentInput): ParentStep | null {
  if (parent.status === 'PAUSED' || input.touch === null || !input.mayPlace) return null;
  const fired = parent.triggeredAt === null ? findTrigger(parent, input) : null;
  if (fired !== null) return fired;
  const isBusy = !hasLegsTogether(parent.params) && findCountedQty(parent) > 0n;
  if (isBusy) return findOutgrownChild(parent, input);
  if (!input.isDue) return null;
  const terms = getRules(parent.params).findTerms(parent, parent.params, input, input.touch);
  if (terms === null) return null;
  if (typeof terms === 'string') return requestEnd(parent, 'CANCELLED', terms);
  const change = { nextAt: null, ...terms.change };
  const price = terms.target === undefined ? fitPrice(parent, input.grid, terms.price) : terms.price;
  return { ...step(parent, 'child_placed', change), child: { ...terms, price } };
}

/** The children that are live when a trigger fires are cancelled before the next one is placed. */
function findTrigger(parent: Parent, input: ParentInput): ParentStep | null {
  if (!input.isMet || !input.isConfirmed) return null;
  const { now: triggeredAt, watched: triggeredBy } = input;
  const progress = { ...parent.progress, staleUpTo: parent.childCount, extreme: input.extreme };
  const fired = { status: 'WORKING', triggeredAt, triggeredBy, nextAt: null, refusals: 0, progress } as const;
  return step(parent, 'triggered', fired);
}

/** A live child that must move, or that another one must replace. */
function findOutgrownChild(parent: Parent, input: ParentInput): ParentStep | null {
  const isStale = ({ number }: ParentChild): boolean => number <= parent.progress.staleUpTo;
  const outgrown = parent.children.filter(
    (child) =>
      child.liveQty > 0n &&
      child.cancelReason === null &&
      (isStale(child) || reviewChild(parent, child, input) !== null),
  );
  const [only] = outgrown;
  if (only === undefined) return null;
  const review = isStale(only) ? null : reviewChild(parent, only, input);
  if (!input.canAmend || review === null || typeof review === 'string')
    return cancelForNext(parent, outgrown);
  const change = { moves: parent.moves + 1, nextAt: review.nextAt };
  return { ...step(parent, 'child_moved', change), move: { orderId: only.orderId, price: review.price } };
}

const reviewChild = (parent: Parent, child: ParentChild, input: ParentInput): ChildReview | null =>
  getRules(parent.params).reviewChild(parent, child, parent.params, input);

const step = (parent: Parent, decision: ParentDecision, change: Partial<ParentState>): ParentStep => ({
  decision,
  state: { ...getState(parent), ...change },
  child: null,
  cancels: [],
  cancelReason: 'complex_order',
  detail: null,
  move: null,
});

const getState = ({
  status,
  reason,
  endsAs,
  pausedBy,
  pausedAt,
  needsResume,
  triggeredAt,
  triggeredBy,
  nextAt,
  refusals,
  handledChild,
  moves,
  progress,
  actingKeyId,
}: Parent): ParentState => ({
  status,
  reason,
  endsAs,
  pausedBy,
  pausedAt,
  needsResume,
  triggeredAt,
  triggeredBy,
  nextAt,
  refusals,
  handledChild,
  moves,
  progress,
  actingKeyId,
});
