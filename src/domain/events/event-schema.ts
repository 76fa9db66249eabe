import type { ApiKey, Subaccount } from '../access/access.ts';
import type { AssetReview } from '../instruments/asset-review.ts';
import type {
  AccountId,
  FillId,
  InstrumentId,
  KeyId,
  OrderId,
  VenueClientId,
  VenueName,
  VenueOrderId,
} from '../model/ids.ts';
import type { KillSwitch, Limits } from '../model/limits.ts';
import type { Price, Qty } from '../model/money.ts';
import type { AmendChange, Fill, Order, OrderReason, OrderStatus } from '../model/order.ts';
import type { Position } from '../model/position.ts';
import type { TimestampMs } from '../model/time.ts';
import type { RoutingDecision } from '../routing/route-types.ts';

/**
 * Facts, in the past tense, in the order they became true. Replaying them from the beginning rebuilds
 * every table. An event carries what the decision settled and nothing that can be derived.
 */
export type LedgerEvent =
  | { readonly type: 'AccountCreated'; readonly accountId: AccountId }
  | { readonly type: 'SubaccountCreated'; readonly subaccount: Subaccount }
  | { readonly type: 'KeyCreated'; readonly key: ApiKey }
  | { readonly type: 'KeyRevoked'; readonly keyId: KeyId }
  | { readonly type: 'LimitsSet'; readonly limits: Limits }
  | { readonly type: 'KillSwitchSet'; readonly killSwitch: KillSwitch }
  /** Before the first order on an instrument: which venue contract our id means, for ever. */
  | {
      readonly type: 'InstrumentBound';
      readonly instrumentId: InstrumentId;
      readonly venue: VenueName;
      readonly venueInstrumentId: string;
    }
  | { readonly type: 'OrderAccepted'; readonly order: Order }
  /** What a BEST_PRICE or SPLIT plan rested on: each member's book as it stood, and why it was passed over. */
  | { readonly type: 'OrderRouted'; readonly orderId: OrderId; readonly decision: RoutingDecision }
  /** The venue has the leg: its id there, and that it rests or works. */
  | {
      readonly type: 'LegAcknowledged';
      readonly orderId: OrderId;
      readonly leg: number;
      readonly venueOrderId: VenueOrderId;
    }
  /** An execution, or a settlement. `fill.realizedPnl` is part of the fact. */
  | { readonly type: 'FillRecorded'; readonly fill: Fill }
  /** A fill that was PENDING stands for good. */
  | { readonly type: 'FillSettled'; readonly orderId: OrderId; readonly fillId: FillId }
  /**
   * A fill that was PENDING never happened. `fill` takes it back, and with it whatever later fills realized
   * otherwise; `position` is what all the others add up to.
   */
  | { readonly type: 'FillVoided'; readonly fill: Fill; readonly position: Position }
  /** Proof that the leg is over at its venue, or never got there. */
  | {
      readonly type: 'LegClosed';
      readonly orderId: OrderId;
      readonly leg: number;
      readonly status: Extract<OrderStatus, 'FILLED' | 'CANCELLED' | 'REJECTED' | 'EXPIRED'>;
      readonly reason: OrderReason | null;
    }
  /** An order that ends without any leg: nothing could be routed. */
  | {
      readonly type: 'OrderClosed';
      readonly orderId: OrderId;
      readonly status: Extract<OrderStatus, 'CANCELLED' | 'REJECTED'>;
      readonly reason: OrderReason;
    }
  | { readonly type: 'CancelRequested'; readonly orderId: OrderId; readonly reason: OrderReason }
  | { readonly type: 'AmendRequested'; readonly orderId: OrderId; readonly change: AmendChange }
  /** The venue shows the leg as we asked for it. */
  | {
      readonly type: 'LegAmended';
      readonly orderId: OrderId;
      readonly leg: number;
      readonly price: Price | null;
      readonly qty: Qty;
    }
  /**
   * The leg's last generation is proven to be over, by our own cancel, and this one follows it with the
   * amended terms. From here on it is what may live at the venue; it is sent once this is durable.
   */
  | {
      readonly type: 'LegReplaced';
      readonly orderId: OrderId;
      readonly leg: number;
      readonly generation: number;
      readonly clientId: VenueClientId;
      readonly price: Price | null;
      readonly qty: Qty; // the leg's new total, what it has filled included
    }
  /** Every leg concerned is amended or over: the order takes its new terms. */
  | { readonly type: 'AmendConfirmed'; readonly orderId: OrderId }
  | { readonly type: 'AmendRefused'; readonly orderId: OrderId; readonly why: string }
  /** The caller's first answer is the order as it stands after the events before this one. */
  | { readonly type: 'OrderAnswered'; readonly orderId: OrderId }
  /** Something at a venue that our own record does not explain; kept, never guessed away. */
  | {
      readonly type: 'AnomalyRecorded';
      readonly venue: VenueName;
      readonly kind: string;
      readonly orderId: OrderId | null;
      readonly detail: string;
    }
  /** A person says that these instruments are one contract; the review has who, why and their texts' fingerprints. */
  | { readonly type: 'AssetApproved'; readonly review: AssetReview }
  | { readonly type: 'AssetRejected'; readonly review: AssetReview }
  /** A member is no longer what was approved: nothing is routed by the asset until it is approved again. */
  | { readonly type: 'AssetSuspended'; readonly review: AssetReview }
  /**
   * A signed call that could have changed something, for the audit: refused, or answered with no more than
   * what already was. An order that a call places speaks for itself.
   */
  | { readonly type: 'CallAnswered'; readonly call: AnsweredCall }
  /** What an operator did that no other event tells: a link opened, a fault switched on, a secret sealed. */
  | { readonly type: 'OperatorActed'; readonly act: string; readonly detail: string }
  /** The service starts, with these settings other than the defaults. */
  | {
      readonly type: 'ServiceStarted';
      readonly version: string;
      readonly profile: string;
      readonly settings: readonly ChangedSetting[];
    }
  /** Every venue report up to this time has been taken in: where the next start asks from. */
  | { readonly type: 'VenueMarkAdvanced'; readonly venue: VenueName; readonly mark: string };

export type AnomalyRecorded = Extract<LedgerEvent, { readonly type: 'AnomalyRecorded' }>;

export interface AnsweredCall {
  readonly method: string;
  readonly target: string; // path and query as sent, cut at CALL_TARGET_MAX
  readonly bodySha256: string; // lower-case hex, as in the text that was signed
  readonly requestId: string;
  readonly error: string | null; // the code it was refused with; null: answered 200
}

export const CALL_TARGET_MAX = 512;

export interface ChangedSetting {
  readonly name: string;
  readonly value: string; // JSON
}

/** One turn of the engine: what was decided at once is durable at once. */
export interface LedgerEntry {
  readonly seq: number; // 1, 2, 3, … without gaps
  readonly at: TimestampMs;
  readonly cause: string; // the command or report that led to it: `submit`, `venue_report`, …
  readonly actor: string; // the key id, `operator`, or the venue's name
  readonly events: readonly LedgerEvent[];
}

export interface InstrumentBinding {
  readonly instrumentId: InstrumentId;
  readonly venue: VenueName;
  readonly venueInstrumentId: string;
}

export interface VenueMark {
  readonly venue: VenueName;
  readonly mark: string; // opaque to us; the venue's adapter understands it
}

/** A name that a venue gave, and whose it is: names of our own making tell that by themselves. */
export interface LegName {
  readonly venue: VenueName;
  readonly clientId: VenueClientId;
  readonly orderId: OrderId;
  readonly leg: number;
  readonly generation: number;
}

/** The rows that one entry changes, each as it stands after the entry. */
export interface LedgerRows {
  readonly accounts: readonly AccountId[];
  readonly subaccounts: readonly Subaccount[];
  readonly keys: readonly ApiKey[];
  readonly limits: readonly Limits[];
  readonly killSwitches: readonly KillSwitch[];
  readonly bindings: readonly InstrumentBinding[];
  readonly assetReviews: readonly AssetReview[];
  readonly orders: readonly Order[];
  readonly fills: readonly Fill[];
  readonly legNames: readonly LegName[]; // new ones
  readonly positions: readonly Position[];
  readonly venueMarks: readonly VenueMark[];
}
