import type { Notional, Price, Qty } from '../kernel/decimal.ts';
import type { FillId, InstrumentId, VenueClientId, VenueOrderId } from '../kernel/ids.ts';
import type { TimestampMs } from '../kernel/time.ts';
import type { LedgerEvent } from '../ledger/events.ts';
import type { Position } from '../positions/position.ts';
import type { NameLeg } from './accept.ts';
import type { FillSettlement, Liquidity, Order, OrderReason, Outcome, Side } from './order.ts';

/** One execution as a venue reports it. */
export interface ReportedFill {
  readonly venueTradeId: string;
  readonly side: Side;
  readonly outcome: Outcome;
  readonly price: Price; // in terms of `outcome`
  readonly qty: Qty;
  readonly fee: Notional;
  readonly liquidity: Exclude<Liquidity, 'SETTLEMENT'>;
  readonly settlement: FillSettlement;
  readonly at: TimestampMs;
}

/** What a venue says of one leg, whichever path brought it: reply, stream or query. */
export interface LegReport {
  readonly generation: number; // which life of the leg it tells of
  readonly clientId: VenueClientId; // and its name there
  readonly venueOrderId: VenueOrderId | null; // null for a refusal that never became an order there
  readonly status: 'OPEN' | 'FILLED' | 'CANCELLED' | 'REJECTED' | 'EXPIRED';
  readonly reason: OrderReason | null;
  readonly price: Price | null;
  readonly qty: Qty;
  readonly expiresAt: TimestampMs | null;
  readonly filledQty: Qty; // cumulative of this generation, by the venue's count, voided fills included
  readonly fills: readonly ReportedFill[];
}

/** What the decision may look at besides the order itself. */
export interface ReportContext {
  /** What is recorded of a trade of this leg; null: nothing yet. */
  readonly known: (venueTradeId: string) => KnownFill | null;
  /** What a generation of this leg has matched so far, voided fills included. */
  readonly takenBy: (generation: number) => Qty;
  readonly dust: Qty; // by so much a fill may differ from its order
  readonly replacing: Replacing | null; // null where the leg's venue amends in place
  readonly holding: (instrumentId: InstrumentId) => Position | null;
  readonly fillNumber: number; // highest given so far
  readonly at: TimestampMs;
}

export interface KnownFill {
  readonly id: FillId;
  readonly settlement: FillSettlement;
}

/** How an amend goes on once the cancel of the present generation is proven. */
export interface Replacing {
  /** This process asked for that cancel. After a restart nobody has, and nothing new is sent by itself. */
  readonly isPursued: boolean;
  readonly nameOf: NameLeg;
}

export interface ReportDecision {
  readonly events: readonly LedgerEvent[];
  readonly order: Order; // as it stands after the events
  /** The venue counts more filled than it has told us: its fills must be fetched before the leg can close. */
  readonly isMissingFills: boolean;
  readonly voided: readonly FillId[]; // PENDING fills that the venue has taken back
  readonly replaced: boolean; // a new generation is to be sent
  /** A fill of an earlier generation came late: what lives of the present one is more than the order has room for. */
  readonly isOverRouted: boolean;
}
