import type {
  Caller,
  InstrumentId,
  Order,
  OrderId,
  OrderTag,
  Rejection,
  Result,
  SessionId,
  SubaccountId,
} from '#contract';
import type {
  MakerProtection,
  ProtectionTerms,
  QuoteSide,
  QuoteTerms,
  QuoteTolerance,
  WindowTotals,
} from '#domain';
import type { CommandContext } from '../command-context.ts';

/** What a maker wants for some sides of a subaccount; a side that is not listed is left as it is. */
export interface QuotePut {
  readonly subaccountId: SubaccountId;
  readonly quoteSeq: number; // larger than that of every earlier call
  readonly sides: readonly WantedSide[]; // in the order of the request, each side once
  readonly tolerance: QuoteTolerance;
  readonly tag: OrderTag | null; // of the orders that the call places
}

export interface WantedSide {
  readonly instrumentId: InstrumentId;
  readonly side: QuoteSide;
  readonly terms: QuoteTerms | null; // null: no quote
}

export const QUOTE_ACTIONS = ['KEPT', 'LOWERED', 'AMENDED', 'PLACED', 'CANCELLED', 'REFUSED'] as const;
export type QuoteAction = (typeof QUOTE_ACTIONS)[number];

export interface SideAnswer {
  readonly instrumentId: InstrumentId;
  readonly side: QuoteSide;
  readonly action: QuoteAction;
  readonly orderId: OrderId | null; // null: no order, or the old one is not proven cancelled yet
  readonly refusal: Rejection | null; // set exactly for REFUSED
}

export interface QuoteAnswer {
  readonly subaccountId: SubaccountId;
  readonly quoteSeq: number; // 0: none since the start
  readonly sides: readonly SideAnswer[];
}

/** One side that has a live order, a replacement that waits, or both. */
export interface QuoteState {
  readonly instrumentId: InstrumentId;
  readonly side: QuoteSide;
  readonly order: Order | null;
  readonly waiting: QuoteTerms | null; // placed once the old order is proven cancelled
}

export interface QuoteSheet {
  readonly subaccountId: SubaccountId;
  readonly quoteSeq: number;
  readonly quotes: readonly QuoteState[];
}

export interface ProtectionState {
  readonly subaccountId: SubaccountId;
  readonly protection: MakerProtection | null; // null: never set
  readonly isFrozen: boolean;
  readonly totals: WindowTotals;
}

/** Quotes of market makers, and their protection. Records are checked for ownership like those of orders. */
export interface QuoteService {
  /**
   * Brings the listed sides to the wanted state.
   *
   * Refuses the whole call as `stale_quote`, `mmp_frozen`, `kill_switch`, `guard_fired`; a single side as an order
   */
  put(caller: Caller, request: QuotePut, command?: CommandContext): Promise<Result<QuoteAnswer, Rejection>>;
  list(caller: Caller, subaccountId: SubaccountId): Result<QuoteSheet, Rejection>;
  /** Withdraws all quotes of the subaccount. */
  pull(caller: Caller, subaccountId: SubaccountId): Promise<Result<QuoteAnswer, Rejection>>;
  /** The sides that `put` would change now. */
  countChanges(caller: Caller, request: QuotePut): number;
  protection(caller: Caller, subaccountId: SubaccountId): Result<ProtectionState, Rejection>;
  setProtection(
    caller: Caller,
    subaccountId: SubaccountId,
    terms: ProtectionTerms,
  ): Promise<Result<ProtectionState, Rejection>>;
  /** Ends the freeze of a breach, and begins an empty window. */
  resetProtection(caller: Caller, subaccountId: SubaccountId): Promise<Result<ProtectionState, Rejection>>;
}

/** One call while its sides are applied, in one step. */
export interface QuoteApplication {
  readonly caller: Caller;
  readonly request: QuotePut;
  readonly sessionId: SessionId;
  readonly ack: CommandContext['ack'];
  readonly cancels: Order[]; // requested together at the end of the step
}
