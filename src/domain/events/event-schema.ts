import type {
  AccountId,
  AmendChange,
  ApiKey,
  Approval,
  ApprovalId,
  Fill,
  FillId,
  InstrumentId,
  KeyId,
  KillSwitch,
  Limits,
  ObservationAnchor,
  OperationId,
  Order,
  OrderId,
  OrderReason,
  OrderStatus,
  Parent,
  ParentDecision,
  ParentId,
  ParentState,
  ParentTerms,
  Position,
  PositionOperation,
  Price,
  Qty,
  RiskGuard,
  SeenBook,
  SessionId,
  Subaccount,
  TimestampMs,
  TokenClaim,
  TokenPairs,
  TradeSessionRecord,
  VenueClientId,
  VenueName,
  VenueOrderId,
} from '#contract';
import type { AssetReview } from '../instruments/asset-review.ts';
import type { MakerProtection } from '../quotes/maker-protection.ts';
import type { RoutingDecision } from '../routing/route-types.ts';

/**
 * Events of the journal: facts in the past tense, in order. Replaying all of them rebuilds every table. An
 * event contains the result of a decision, and nothing that can be derived.
 */
export type LedgerEvent =
  | { readonly type: 'AccountCreated'; readonly accountId: AccountId }
  | { readonly type: 'SubaccountCreated'; readonly subaccount: Subaccount }
  | { readonly type: 'KeyCreated'; readonly key: ApiKey }
  | { readonly type: 'KeyRevoked'; readonly keyId: KeyId }
  | { readonly type: 'LimitsSet'; readonly limits: Limits }
  | { readonly type: 'KillSwitchSet'; readonly killSwitch: KillSwitch }
  /** A guard was armed, renewed, changed or disarmed. */
  | { readonly type: 'GuardSet'; readonly guard: RiskGuard }
  /** A guard was not renewed in time. The cancels of its orders are in the same entry. */
  | { readonly type: 'GuardFired'; readonly guard: RiskGuard }
  /** Market maker protection was set, changed, or reset after a breach. */
  | { readonly type: 'ProtectionSet'; readonly protection: MakerProtection }
  /** Quotes filled more than their protection allows. The cancels of all quotes are in the same entry. */
  | { readonly type: 'ProtectionBreached'; readonly protection: MakerProtection }
  /** Recorded before the first order of a session whose orders are cancelled when it ends. */
  | { readonly type: 'SessionOpened'; readonly session: TradeSessionRecord }
  /** The cancels of the session's orders are in the same entry. */
  | { readonly type: 'SessionEnded'; readonly sessionId: SessionId }
  /** An order of an agent waits for a person, or was decided on. An approval is in the entry that accepts the order. */
  | { readonly type: 'ApprovalSet'; readonly approval: Approval }
  /** A merge, split or redemption began, or has a new status; a confirmed one changes pairs or claims. */
  | { readonly type: 'PositionOperationSet'; readonly operation: PositionOperation }
  /** The tokens of a settled market pay this on redemption; the claim is what this settlement adds. */
  | { readonly type: 'TokensSettled'; readonly claim: TokenClaim }
  /** Recorded before the first order on an instrument: the permanent venue contract of our instrument id. */
  | {
      readonly type: 'InstrumentBound';
      readonly instrumentId: InstrumentId;
      readonly venue: VenueName;
      readonly venueInstrumentId: string;
    }
  | { readonly type: 'OrderAccepted'; readonly order: Order }
  /** Basis of a BEST_PRICE or SPLIT plan: the book of each member, and why a member was not chosen. */
  | { readonly type: 'OrderRouted'; readonly orderId: OrderId; readonly decision: RoutingDecision }
  /** The venue accepted the leg and assigned an order id. */
  | {
      readonly type: 'LegAcknowledged';
      readonly orderId: OrderId;
      readonly leg: number;
      readonly venueOrderId: VenueOrderId;
    }
  /** An execution, or a settlement of a resolved market. Includes the realized PnL. */
  | { readonly type: 'FillRecorded'; readonly fill: Fill }
  /** A PENDING fill became final. */
  | { readonly type: 'FillSettled'; readonly orderId: OrderId; readonly fillId: FillId }
  /**
   * The venue voided a PENDING fill. `fill` is the compensating fill, which also corrects the realized PnL of
   * later fills; `position` is the position without the voided fill.
   */
  | { readonly type: 'FillVoided'; readonly fill: Fill; readonly position: Position }
  /** The leg is proven to be closed at its venue, or never to have reached it. */
  | {
      readonly type: 'LegClosed';
      readonly orderId: OrderId;
      readonly leg: number;
      readonly status: Extract<OrderStatus, 'FILLED' | 'CANCELLED' | 'REJECTED' | 'EXPIRED'>;
      readonly reason: OrderReason | null;
      readonly venueCode: string | null; // the code and the message of a venue that refused or closed the leg
      readonly venueMessage: string | null;
      readonly detail: string | null; // why Crossbook did not send the leg
    }
  /** The venue answered a request for the leg with words that do not prove its outcome: it is queried. */
  | {
      readonly type: 'LegDoubted';
      readonly orderId: OrderId;
      readonly leg: number;
      readonly venueCode: string | null;
      readonly venueMessage: string | null;
    }
  /** The order ended without legs: nothing could be routed. */
  | {
      readonly type: 'OrderClosed';
      readonly orderId: OrderId;
      readonly status: Extract<OrderStatus, 'CANCELLED' | 'REJECTED'>;
      readonly reason: OrderReason;
    }
  | { readonly type: 'CancelRequested'; readonly orderId: OrderId; readonly reason: OrderReason }
  | { readonly type: 'AmendRequested'; readonly orderId: OrderId; readonly change: AmendChange }
  /** The venue reports the leg with the requested terms. */
  | {
      readonly type: 'LegAmended';
      readonly orderId: OrderId;
      readonly leg: number;
      readonly price: Price | null;
      readonly qty: Qty;
    }
  /**
   * Our cancel of the leg's previous generation is confirmed, and this generation follows with the amended
   * terms. It is sent once this event is durable.
   */
  | {
      readonly type: 'LegReplaced';
      readonly orderId: OrderId;
      readonly leg: number;
      readonly generation: number;
      readonly clientId: VenueClientId;
      readonly price: Price | null;
      readonly qty: Qty; // the leg's new total, including its filled quantity
    }
  /** All affected legs are amended or closed: the order has its new terms. */
  | { readonly type: 'AmendConfirmed'; readonly orderId: OrderId }
  | { readonly type: 'AmendRefused'; readonly orderId: OrderId; readonly why: string }
  /** A complex order was accepted; its children are ordinary orders. */
  | { readonly type: 'ParentAccepted'; readonly parent: Parent }
  /** A decision on a complex order: the complete state after it, and the book that it saw (null: none was needed). */
  | {
      readonly type: 'ParentDecided';
      readonly parentId: ParentId;
      readonly decision: ParentDecision;
      readonly state: ParentState;
      readonly book: SeenBook | null;
      readonly detail: string | null;
    }
  | { readonly type: 'ParentAmended'; readonly parentId: ParentId; readonly terms: ParentTerms }
  /** The first answer to the caller is the order after the preceding events. */
  | { readonly type: 'OrderAnswered'; readonly orderId: OrderId }
  /** A venue state that our records do not explain. */
  | {
      readonly type: 'AnomalyRecorded';
      readonly venue: VenueName;
      readonly kind: string;
      readonly orderId: OrderId | null;
      readonly detail: string;
    }
  /** Profile shadow: the best prices of others in the leg's book, in YES terms, this long after the anchor. */
  | {
      readonly type: 'BookObserved';
      readonly orderId: OrderId;
      readonly leg: number;
      readonly since: ObservationAnchor;
      readonly afterMs: number;
      readonly bid: Price | null;
      readonly ask: Price | null;
    }
  /** A reviewer approved that these instruments are the same contract. */
  | { readonly type: 'AssetApproved'; readonly review: AssetReview }
  | { readonly type: 'AssetRejected'; readonly review: AssetReview }
  /** A member changed after its approval: orders are not routed on the asset until it is approved again. */
  | { readonly type: 'AssetSuspended'; readonly review: AssetReview }
  /**
   * A signed request that was rejected or changed nothing, for the audit. A request that changes something is
   * recorded by its own events.
   */
  | { readonly type: 'CallAnswered'; readonly call: AnsweredCall }
  /** Calls of one key within about a minute that it lacks the permission for. They had no effect. */
  | { readonly type: 'CallsForbidden'; readonly calls: ForbiddenCalls }
  /** An operator action without another event, such as enabling a fault or encrypting a secret. */
  | { readonly type: 'OperatorActed'; readonly act: string; readonly detail: string }
  /** The service started with these non-default settings. */
  | {
      readonly type: 'ServiceStarted';
      readonly version: string;
      readonly profile: string;
      readonly settings: readonly ChangedSetting[];
    }
  /**
   * The ledger was restored from a backup that ends before this entry. Ids up to these numbers may have been assigned
   * after the backup, so they are never assigned again. The last two are of instruments and of approved assets.
   */
  | {
      readonly type: 'LedgerRestored';
      readonly orderNumber: number;
      readonly fillNumber: number;
      readonly parentNumber: number;
      readonly instrumentIdSkipped: number;
      readonly assetIdSkipped: number;
    }
  /** All venue reports up to this mark are processed; the next start requests reports from here. */
  | { readonly type: 'VenueMarkAdvanced'; readonly venue: VenueName; readonly mark: string };

export type AnomalyRecorded = Extract<LedgerEvent, { readonly type: 'AnomalyRecorded' }>;

export interface AnsweredCall {
  readonly method: string;
  readonly target: string; // path and query as sent, cut at CALL_TARGET_MAX
  readonly bodySha256: string; // lower-case hex, as in the string to sign
  readonly requestId: string;
  readonly error: string | null; // error code of the rejection; null: answered 200
}

export const CALL_TARGET_MAX = 512;

export interface ForbiddenCalls {
  readonly from: TimestampMs; // of the first call
  readonly until: TimestampMs; // of the last call
  readonly paths: readonly {
    readonly method: string;
    readonly path: string; // of the route: `/v1/orders/{id}`
    readonly count: number;
  }[];
}

export interface ChangedSetting {
  readonly name: string;
  readonly value: string; // JSON
}

/** The events of one decision, which become durable together. */
export interface LedgerEntry {
  readonly seq: number; // 1, 2, 3, … without gaps
  readonly at: TimestampMs;
  readonly cause: string; // the command or report that caused it: `submit`, `venue_report`, …
  readonly actor: string; // the key id, `operator`, `automatic`, or the venue's name
  readonly events: readonly LedgerEvent[];
}

export interface InstrumentBinding {
  readonly instrumentId: InstrumentId;
  readonly venue: VenueName;
  readonly venueInstrumentId: string;
}

export interface VenueMark {
  readonly venue: VenueName;
  readonly mark: string; // opaque; only the venue's adapter interprets it
}

/** The leg of a client id that a venue assigned. Our own client ids contain the leg and are not stored. */
export interface LegName {
  readonly venue: VenueName;
  readonly clientId: VenueClientId;
  readonly orderId: OrderId;
  readonly leg: number;
  readonly generation: number;
}

/** The rows that one entry changes, in their state after the entry. */
export interface LedgerRows {
  readonly accounts: readonly AccountId[];
  readonly subaccounts: readonly Subaccount[];
  readonly keys: readonly ApiKey[];
  readonly limits: readonly Limits[];
  readonly killSwitches: readonly KillSwitch[];
  readonly guards: readonly RiskGuard[];
  readonly protections: readonly MakerProtection[];
  readonly sessions: readonly TradeSessionRecord[]; // open ones
  readonly endedSessions: readonly SessionId[];
  readonly approvals: readonly Approval[]; // waiting, and decided in the last day
  readonly forgottenApprovals: readonly ApprovalId[];
  readonly operations: readonly PositionOperation[]; // open, and ended in the last 90 days
  readonly forgottenOperations: readonly OperationId[];
  readonly claims: readonly TokenClaim[]; // including those that are gone, with 0
  readonly bindings: readonly InstrumentBinding[];
  readonly assetReviews: readonly AssetReview[];
  readonly orders: readonly Order[];
  readonly parents: readonly Parent[];
  readonly fills: readonly Fill[];
  readonly legNames: readonly LegName[]; // new ones
  readonly positions: readonly Position[];
  readonly tokenPairs: readonly TokenPairs[];
  readonly venueMarks: readonly VenueMark[];
}

/** The order of an event, or null. */
export function findOrderId(event: LedgerEvent): OrderId | null {
  if (event.type === 'OrderAccepted') return event.order.id;
  if ('fill' in event) return event.fill.orderId;
  return 'orderId' in event ? event.orderId : null;
}

/** The complex order of an event: its own event, or the acceptance of its child. Null for any other event. */
export function findParentId(event: LedgerEvent): ParentId | null {
  if (event.type === 'ParentAccepted') return event.parent.id;
  if (event.type === 'OrderAccepted') return event.order.parentId;
  return 'parentId' in event ? event.parentId : null;
}
