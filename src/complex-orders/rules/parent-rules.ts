import {
  ceilToGrid,
  type FeeSchedule,
  type FieldIssue,
  type FieldReader,
  floorToGrid,
  type Instrument,
  type Level,
  type NewParent,
  NO_PROGRESS,
  type Notional,
  type ParamsOf,
  type Parent,
  type ParentChild,
  type ParentDecision,
  type ParentProgress,
  type ParentReason,
  type ParentState,
  type ParentTarget,
  type PauseCause,
  type PlannedExit,
  type Price,
  type PriceGrid,
  type Qty,
  type TimestampMs,
  type Touch,
  type TriggerSource,
} from '#contract';

/** What a decision sees. Everything that changes outside the parent is here, so that a decision is a pure function. */
export interface ParentInput {
  readonly now: TimestampMs;
  readonly touch: Touch | null; // of a live book; null: nothing may be fired or placed
  readonly watched: Price | null; // null without a live book
  readonly isMet: boolean; // the trigger is met by the live book; false for a type without trigger
  readonly isConfirmed: boolean; // and has been met for `confirm_ms`
  readonly obstacle: PauseCause | null; // it holds now, and long enough to be reported
  readonly obstacleSince: TimestampMs | null;
  readonly isMarketClosed: boolean;
  readonly isMarketOpen: boolean;
  readonly isDue: boolean; // `nextAt` is over
  readonly mayPlace: boolean; // false after a start, until venue and book are known again (I-P6)
  readonly random: number; // [0, 1)
  readonly extreme: Price | null; // best price watched so far, also what is not journaled yet
  readonly entry: EntryState | null; // null: the parent has none, or it is not loaded
  readonly grid: Grid;
  readonly volume: Qty; // traded by others since the acceptance of a POV
  readonly gain: Gain | null; // of another member of the asset; null: none is cheaper
  readonly canAmend: boolean; // the venue changes the price of a resting order in place
  readonly legs: readonly [PairLegInput, PairLegInput] | null; // of two legs; `touch` is then that of any usable leg
}

export type Grid = PriceGrid & Pick<Instrument, 'qtyStep' | 'qtyMin'>;

/** What an order with two legs sees of the market of one. Prices are in terms of the leg's outcome, best first. */
export interface PairLegInput {
  readonly takes: readonly Level[]; // that an order of the leg takes; empty without a live book
  readonly gives: readonly Level[]; // that an order takes which sells the leg back
  readonly fees: FeeSchedule | null;
  readonly grid: Grid;
  readonly notionalMin: Notional | null; // of a BUY that trades at once
  readonly isUsable: boolean; // its market is open and its book live
}

/** What another member of an asset would save, for so many contracts: those that it offers at once, else all. */
export interface Gain {
  readonly saved: Notional;
  readonly qty: Qty;
}

/** The order that a parent protects. */
export interface EntryState {
  readonly filledQty: Qty;
  readonly isOver: boolean;
}

export interface ChildTerms {
  readonly qty: Qty;
  readonly price: Price;
  readonly tif: 'GTC' | 'GTD' | 'IOC';
  readonly target?: ParentTarget; // absent: what the parent trades
  readonly change?: Partial<ParentState>; // journaled with the child
}

/** A change of state before the next child is decided. `endsAs`: the parent ends instead. */
export interface Progress {
  readonly decision: ParentDecision;
  readonly change: Partial<ParentState>;
}

/** A parent, or a request for one: what is not accepted yet has no state. */
export type WatchTerms = Pick<NewParent, 'side'> &
  Partial<Pick<Parent, 'filledQty' | 'triggeredAt' | 'progress' | 'createdAt'>>;

/** The prices and the time for which a parent waits. */
export interface Watch {
  readonly source: TriggerSource | null; // of its trigger; null: it has none
  readonly trigger: Price | null; // at which it fires; null: it has none, or nothing to fire for
  readonly isAwaited: boolean; // it places nothing before it has fired
  readonly isTwoSided: boolean; // a limit rests until it has fired
  readonly confirmMs: number;
  readonly refusesMet: boolean; // a request whose trigger is met is refused
  readonly reference: ParamsOf<'PEG'>['reference'] | null; // the price of others that its child follows
  readonly dueAt: TimestampMs | null; // when time alone leads to the next progress; null: never
}

export const NO_WATCH: Watch = {
  source: null,
  trigger: null,
  isAwaited: false,
  isTwoSided: false,
  confirmMs: 0,
  refusesMet: false,
  reference: null,
  dueAt: null,
};

/** The orders to which the terms lead, to learn whether venue and market would take them. */
export interface Plan {
  /** Prices and quantities of the parameters that a child may have. They must fit the instrument. */
  readonly prices: readonly { readonly field: string; readonly price: Price }[];
  readonly quantities: readonly { readonly field: string; readonly qty: Qty }[];
  readonly sample: { readonly qty: Qty; readonly price: Price | null }; // a typical child
  readonly childrenMax: number | null; // null: not bounded by the terms
  readonly exits: readonly PlannedExit[];
  readonly warnings: readonly string[];
}

/** The plan of an order that is placed whole, changed where the type differs. */
export const planWhole = ({ qty, price }: NewParent, change: Partial<Plan> = {}): Plan => ({
  prices: [],
  quantities: [],
  sample: { qty, price },
  childrenMax: null,
  exits: [],
  warnings: [],
  ...change,
});

/**
 * What becomes of a live child. OLD: an amend has changed its price, so it is cancelled, also while the parent is paused.
 * OUTGROWN: another one replaces it. A price: it moves there, or is replaced where the venue moves no order.
 */
export type ChildReview = 'OLD' | 'OUTGROWN' | { readonly price: Price; readonly nextAt: TimestampMs };

/** How the parameters of a type are read. */
export interface ParamRules<Params> {
  read(reader: FieldReader, hasPrice: boolean): Params | null;
  amend(reader: FieldReader, before: Params): Params;
  findIssues(params: Params, terms: NewParent): readonly FieldIssue[];
}

/**
 * What a type of complex order decides by itself. Everything else is the same for all types.
 *
 * Source  docs/decisions/complex-orders.md
 */
export interface ParentRules<Params> {
  readonly params: ParamRules<Params>;
  readonly progress: ParentProgress; // of a new parent
  /** @param terms  those of one leg where a parent has two */
  plan(params: Params, terms: NewParent, grid: Grid): Plan;
  watch(params: Params, terms: WatchTerms): Watch;
  /** A change that comes before the next child, or the reason for which the parent ends. */
  findProgress(parent: Parent, params: Params, input: ParentInput): Progress | ParentReason | null;
  reviewChild(parent: Parent, child: ParentChild, params: Params, input: ParentInput): ChildReview | null;
  /** The terms of the next child: null when none is due, a reason when the parent ends instead. */
  findTerms(
    parent: Parent,
    params: Params,
    input: ParentInput,
    touch: Touch,
  ): ChildTerms | ParentReason | null;
  /** How long after the end of a child the next one may follow. */
  delayMs(params: Params, child: ParentChild): number;
}

/** Longer outages pause what follows the market or the clock. */
export const OUTAGE_MS_DEFAULT = 60_000;

/** True for the price of a child that is worse than the bound of its parent: an amend has changed the bound. */
const isBeyondBound = ({ side, price: bound }: Parent, { price }: ParentChild): boolean =>
  bound !== null && price !== null && (side === 'BUY' ? price > bound : price < bound);

/** A price of the parent, moved to the present grid so that it is not worse: the tick size may change at any time. */
export function fitPrice({ side, outcome, genericAssetId }: Parent, grid: Grid, price: Price): Price {
  if (genericAssetId !== null) return price; // each member has its own grid
  return (side === 'BUY' ? floorToGrid : ceilToGrid)(grid, outcome, price) ?? price;
}

/**
 * The newest child was refused and took nothing: it is retried as if it had not been sent. The count of refusals alone
 * does not say so, because it begins again at a resume request.
 */
export const isNewestRefused = ({ children, childCount, refusals }: Parent): boolean =>
  refusals > 0 || children.some((child) => child.number === childCount && isRefused(child));

/** A venue refused it: it took nothing. */
export const isRefused = ({ status, filledQty }: ParentChild): boolean =>
  status === 'REJECTED' && filledQty === 0n;

/** A child that ended unfilled is followed by the next one no sooner. */
export const REPEAT_MS = 1_000;

/** What the service cancelled to replace it is replaced at once. */
const findReplaceDelayMs = ({ status, cancelReason }: ParentChild): number =>
  status === 'FILLED' || cancelReason === 'complex_order' || cancelReason === 'sibling_filled'
    ? 0
    : REPEAT_MS;

/** The live child has not the price of its parent any more. */
const hasOldPrice = (parent: Parent, { price }: ParentChild, grid: Grid): boolean =>
  parent.price !== null && price !== parent.price && price !== fitPrice(parent, grid, parent.price);

/** The children may be at any price within the bound of the parent. */
export const reviewBound = (parent: Parent, child: ParentChild): ChildReview | null =>
  isBeyondBound(parent, child) ? 'OLD' : null;

/** True once its child may not move any more. */
export const isCapped = ({ moves, params }: Pick<Parent, 'moves' | 'params'>): boolean =>
  'maxMoves' in params && moves >= params.maxMoves;

/** The parts in which most types do not differ. */
export const PLAIN_RULES = {
  progress: NO_PROGRESS,
  plan: (_, terms) => planWhole(terms),
  watch: () => NO_WATCH,
  findProgress: () => null,
  reviewChild: (parent, child, _, { grid }) => (hasOldPrice(parent, child, grid) ? 'OLD' : null),
  delayMs: (_, child) => findReplaceDelayMs(child),
} as const satisfies Partial<ParentRules<unknown>>;

/** Parameters without a change by an amend, and without a rule that concerns other fields. */
export const PLAIN_PARAMS = {
  amend: (_, before) => before,
  findIssues: () => [],
} as const satisfies Partial<ParamRules<never>>;
