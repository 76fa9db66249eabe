import type {
  Caller,
  InstrumentId,
  Notional,
  OrderTag,
  Parent,
  ParentId,
  ParentStatus,
  ParentType,
  PlannedExit,
  Price,
  Qty,
  Rejection,
  Result,
  SeenBook,
  SubaccountId,
  TimestampMs,
  Touch,
} from '#contract';
import type { LedgerEvent } from '#domain';
import type { Hedge } from '#ports';
import type { CommandContext } from './command-context.ts';
import type { OrderPreview } from './order-preview.ts';

/** The live book as a complex order sees it, in terms of its outcome. */
export interface BookView {
  readonly touch: Touch | null; // null: the book is not live
  readonly watched: Price | null;
  readonly book: SeenBook | null;
}

/** What a complex order sees at the moment of a response. */
export interface ParentView extends BookView {
  readonly unprotectedQty: Qty; // of an exit: what its entry has filled and nothing protects
}

/** A complex order, and the book that it watches now. */
export interface WatchedParent {
  readonly parent: Parent;
  readonly view: ParentView;
}

export interface SubmittedParent {
  readonly parent: Parent; // as in the first answer
  readonly replayed: boolean; // true: an exact repeat; nothing was accepted
}

/** What a complex order would do if it were submitted now. Nothing is stored. */
export interface ParentPreview {
  readonly isMetNow: boolean;
  readonly watchedPrice: Price | null;
  readonly firstChild: OrderPreview;
  readonly childrenMax: number | null; // null: as many as the market makes necessary
  readonly costMax: Notional; // cash for the whole quantity at the worst price, with fees
  readonly lossMax: Notional; // of it, what does not close a position
  readonly reserved: Qty;
  readonly warnings: readonly string[];
  readonly hedge: HedgePreview | null; // of a pair
  readonly entry: OrderPreview | null; // of a bracket
  readonly exits: readonly PlannedExit[]; // of a TP_SL
}

/** What a pair could buy from the present books, and what it pays at worst. */
export interface HedgePreview extends Hedge {
  readonly qty: Qty;
  readonly edgeTotal: Notional;
  readonly worstCase: Notional; // also with a leg that is void
}

export interface ParentCancelSummary {
  readonly subaccountId: SubaccountId | null;
  readonly cancelled: readonly ParentId[];
  readonly pending: readonly ParentId[]; // children are not proven cancelled yet
}

export interface ParentListQuery {
  readonly subaccountId: SubaccountId;
  readonly status?: ParentStatus;
  readonly type?: ParentType;
  readonly instrumentId?: InstrumentId;
  readonly tag?: OrderTag;
  readonly limit?: number;
  readonly before?: number; // number, from a cursor
}

/** One event of a complex order, with its journal entry. */
export interface ParentReceiptEvent {
  readonly seq: number;
  readonly at: TimestampMs;
  readonly cause: string;
  readonly actor: string;
  readonly event: LedgerEvent;
}

export interface ParentReceipt extends WatchedParent {
  readonly events: readonly ParentReceiptEvent[];
  readonly isTruncated: boolean;
}

type Outcome<Value> = Promise<Result<Value, Rejection>>;
type Listed<Value> = Result<AsyncIterable<readonly Value[]>, Rejection>;

/** The operations of callers on complex orders. They check the ownership of subaccounts and orders. */
export interface ComplexOrderService {
  /**
   * Accepts a complex order. An exact repeat returns the answer of the first call.
   *
   * @param command  of a session; the entry of a bracket belongs to it
   */
  submit(
    caller: Caller,
    body: unknown,
    headerKey: string | null,
    command?: CommandContext,
  ): Outcome<SubmittedParent>;
  preview(caller: Caller, body: unknown): Outcome<ParentPreview>;
  amend(caller: Caller, id: ParentId, body: unknown, command?: CommandContext): Outcome<WatchedParent>;
  cancel(caller: Caller, id: ParentId, command?: CommandContext): Outcome<WatchedParent>;
  resume(caller: Caller, id: ParentId): Outcome<WatchedParent>;
  cancelAll(caller: Caller, subaccountId: SubaccountId | null): Outcome<ParentCancelSummary>;
  get(caller: Caller, id: ParentId): Outcome<WatchedParent>;
  receipt(caller: Caller, id: ParentId): Outcome<ParentReceipt>;
  /** Newest first, in pages as read from the journal. */
  list(caller: Caller, query: ParentListQuery): Listed<WatchedParent>;
  /** Those that are not over, newest first; `onChanged` then reports each durable change. */
  open(caller: Caller, subaccountId: SubaccountId): Result<readonly WatchedParent[], Rejection>;
  onChanged(listener: (parent: WatchedParent) => void): () => void;
  withView(parent: Parent): WatchedParent;
}

/**
 * Ends the complex orders of these subaccounts together with a cancel of all orders. They are ending when the call
 * returns; the promise is their durability.
 */
export type EndComplexOrders = (
  caller: Caller,
  subaccounts: ReadonlySet<SubaccountId>,
  reason: 'cancel_all' | 'risk_cancel_all',
) => Promise<readonly Parent[]>;

/** By account, subaccount, and the key that accounts for its children. */
export type ParentFilter = (of: Pick<Parent, 'accountId' | 'subaccountId' | 'keyId'>) => boolean;

/** How the kill switch, guards and sessions stop complex orders. */
export interface ComplexOrderStops {
  /** The events for the entry in which a guard fires: each complex order that `isCovered` ends. */
  endForGuard(isCovered: ParentFilter): readonly LedgerEvent[];
  /** The events for the entry in which a session ends: each complex order that `isCovered` is paused. */
  pauseForSession(isCovered: ParentFilter): readonly LedgerEvent[];
  /** The events for the entry that switches it on (I-P5). */
  pauseForKillSwitch(caller: Caller, subaccounts: readonly SubaccountId[]): readonly LedgerEvent[];
  pausedByKillSwitch(caller: Caller, subaccounts: readonly SubaccountId[]): readonly ParentId[];
  /** A switch that is off lets its complex orders continue. */
  wakeAll(): void;
}
