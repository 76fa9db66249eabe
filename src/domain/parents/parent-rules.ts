import type { FieldReader } from '../model/body-fields.ts';
import type { Level } from '../model/book.ts';
import type { FeeSchedule } from '../model/fee-schedule.ts';
import type { Instrument } from '../model/instrument.ts';
import type { Notional, Price, Qty } from '../model/money.ts';
import type {
  NewParent,
  Parent,
  ParentChild,
  ParentDecision,
  ParentProgress,
  ParentReason,
  ParentState,
  ParentTarget,
  PauseCause,
  PegParams,
  TriggerSource,
} from '../model/parent.ts';
import { ceilToGrid, floorToGrid, type PriceGrid } from '../model/price-grid.ts';
import type { FieldIssue } from '../model/result.ts';
import type { TimestampMs } from '../model/time.ts';
import type { Touch } from './trigger.ts';

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

/** A parent, or a request for one: the state is absent before the acceptance. */
export type TriggerTerms = NewParent & Partial<Pick<Parent, 'filledQty' | 'triggeredAt' | 'progress'>>;

/** A price of `params` that a child may have, with the name of its field. */
export interface NamedPrice {
  readonly field: string;
  readonly price: Price;
}

/** The quantity of `params` that a child may have, with the name of its field. */
export interface NamedQty {
  readonly field: string;
  readonly qty: Qty;
}

/**
 * What a type of complex order decides by itself. Everything else is the same for all types.
 *
 * Source  docs/decisions/complex-orders.md
 */
export interface ParentRules<Params> {
  /** The parameters: true for one that an amend can change. */
  readonly names: Readonly<Record<string, boolean>>;
  readonly price: 'required' | 'optional' | 'refused';
  readParams(reader: FieldReader, hasPrice: boolean): Params | null;
  amendParams(reader: FieldReader, before: Params): Params;
  /** Prices and quantities of the parameters that must fit the instrument. `terms` are those of one leg of a pair. */
  listPrices(params: Params, terms: ParentTarget): readonly NamedPrice[];
  listQuantities(params: Params, qty: Qty, grid: Grid): readonly NamedQty[];
  findIssues(params: Params, terms: NewParent): readonly FieldIssue[];
  /** The progress of a new parent. */
  start(params: Params): ParentProgress;
  findStatus(parent: Pick<Parent, 'triggeredAt' | 'progress'>, params: Params): 'WAITING' | 'WORKING';
  /** The price at which it fires; null when it has none, or nothing to fire for. */
  findTriggerPrice(params: Params, terms: TriggerTerms): Price | null;
  readonly triggerSource: (params: Params) => TriggerSource | null;
  /** The price of others that the child follows; null for a type that follows none. */
  reference(params: Params): PegParams['reference'] | null;
  readonly confirmMs: (params: Params) => number;
  /** A request whose trigger is met is refused. */
  readonly refusesMet: (params: Params) => boolean;
  /** The size and the limit of a typical child, to learn whether venue and market would take it. */
  sampleChild(
    params: Params,
    terms: NewParent,
    grid: Grid,
  ): { readonly qty: Qty; readonly price: Price | null };
  /** Children at most; null: not bounded by the terms. */
  countChildren(params: Params, terms: NewParent, grid: Grid): number | null;
  /** A change that comes before the next child, or the reason for which the parent ends. */
  findProgress(parent: Parent, params: Params, input: ParentInput): Progress | ParentReason | null;
  /** A child may be placed while another one is live. */
  placesBesideLive(parent: Parent): boolean;
  /** True for a live child whose price an amend has changed. */
  hasOldPrice(parent: Parent, child: ParentChild, grid: Grid): boolean;
  /** True for a live child that another one must replace. */
  isOutgrown(parent: Parent, params: Params, input: ParentInput): boolean;
  /** The price to which an amend moves the outgrown child; null: another child replaces it. */
  findMovePrice(parent: Parent, params: Params, input: ParentInput): Price | null;
  /** True once its child may not move any more. */
  isCapped(parent: Pick<Parent, 'moves'>, params: Params): boolean;
  /** The terms of the next child: null when none is due, a reason when the parent ends instead. */
  findTerms(
    parent: Parent,
    params: Params,
    input: ParentInput,
    touch: Touch,
  ): ChildTerms | ParentReason | null;
  /** When time alone leads to the next progress; null: never. */
  dueAt(parent: Parent, params: Params): TimestampMs | null;
  /** State that changes together with the placing of a child. */
  afterPlacing(parent: Parent, params: Params, input: ParentInput): Partial<ParentState>;
  /** How long after the end of a child the next one may follow. */
  delayMs(params: Params, child: ParentChild): number;
}

/** Longer outages pause what follows the market or the clock. */
export const OUTAGE_MS_DEFAULT = 60_000;

/** True for the price of a child that is worse than the bound of its parent: an amend has changed the bound. */
export const isBeyondBound = ({ side, price: bound }: Parent, { price }: ParentChild): boolean =>
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
export const findReplaceDelayMs = ({ status, cancelReason }: ParentChild): number =>
  status === 'FILLED' || cancelReason === 'complex_order' || cancelReason === 'sibling_filled'
    ? 0
    : REPEAT_MS;

/** The parts in which most types do not differ. */
export const PLAIN_RULES = {
  listPrices: () => [],
  listQuantities: () => [],
  findIssues: () => [],
  findStatus: () => 'WORKING',
  findTriggerPrice: () => null,
  triggerSource: () => null,
  reference: () => null,
  confirmMs: () => 0,
  refusesMet: () => false,
  placesBesideLive: () => false,
  findProgress: () => null,
  hasOldPrice: (parent, { price }, grid) =>
    parent.price !== null && price !== parent.price && price !== fitPrice(parent, grid, parent.price),
  isOutgrown: () => false,
  findMovePrice: () => null,
  isCapped: () => false,
  dueAt: () => null,
  afterPlacing: () => ({}),
  delayMs: () => REPEAT_MS,
} as const satisfies Partial<ParentRules<unknown>>;
