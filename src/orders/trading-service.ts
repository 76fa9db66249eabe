import type {
  AccountId,
  AgentPolicy,
  ApiKey,
  Approval,
  ApprovalStatus,
  Caller,
  Fill,
  InstrumentId,
  KeyId,
  Limits,
  Notional,
  Order,
  OrderId,
  OrderStatus,
  OrderTag,
  ParentId,
  Permission,
  Position,
  Price,
  Rejection,
  Result,
  RiskGuard,
  SessionId,
  SessionScope,
  ShareView,
  Subaccount,
  SubaccountGrant,
  SubaccountId,
  TimestampMs,
  UsedLimitName,
  VenueName,
} from '#contract';
import type { AnsweredCall, GuardTerms, LimitUsage, Webhook } from '#domain';
import type { OwnQty } from '#relations';
import type { AgentUsed } from './agent-guard.ts';
import type { Balance } from './balances/balance-feed.ts';
import type { CommandContext } from './command-context.ts';
import type { DayLimitUsage } from './day-limits.ts';
import type { FairValue } from './fair-values.ts';
import type { PositionOperationService } from './operations/operation-types.ts';
import type { Activity } from './order-activity.ts';
import type { OrderPreview } from './order-preview.ts';
import type { Receipt } from './order-receipt.ts';
import type { RequestTrace } from './order-traces.ts';
import type { ComplexOrderService } from './parent-types.ts';
import type { Performance, PerformanceQuery } from './pnl/performance.ts';
import type { CloseRequest, ClosingTerms } from './position-closing.ts';
import type { QuoteService } from './quotes/quote-types.ts';

export interface Submitted {
  readonly order: Order; // as in the first answer
  readonly replayed: boolean; // true: an exact repeat; no order was sent
}

export interface GuardRequest extends GuardTerms {
  readonly subaccountId: SubaccountId | null; // null: all subaccounts of the key
}

/** A guard as its key sees it. */
export interface GuardState {
  readonly subaccountId: SubaccountId | null;
  readonly guard: RiskGuard | null; // null: never set
  readonly deadlineAt: TimestampMs | null; // it fires now or later than this; null: not armed
  readonly venues: readonly VenueDeadService[];
}

/** What a venue does with resting orders while this service is dead. */
export interface VenueDeadService {
  readonly venue: VenueName;
  readonly cancelsInMs: number | null; // it cancels our orders after this silence; null: it keeps them
  readonly note: string;
}

/** What a connection of the trade socket requests of its session. */
export interface SessionRequest {
  readonly subaccountId: SubaccountId | null; // null: all subaccounts of the key
  readonly onDisconnect: SessionScope | null; // null: its end cancels nothing
}

/** One entry of a batch: an order, or its refusal. */
export type BatchEntry =
  | { readonly ok: true; readonly order: Order }
  | { readonly ok: false; readonly clientOrderId: string | null; readonly refusal: Rejection };

export interface CancelSummary {
  readonly subaccountId: SubaccountId | null;
  readonly cancelled: readonly OrderId[];
  readonly pending: readonly OrderId[]; // the venue has not confirmed yet; the cancel is repeated until it does
  readonly failed: readonly { readonly id: OrderId; readonly refusal: Rejection }[];
  readonly cancelledComplexOrders: readonly ParentId[]; // also those whose children are not proven cancelled yet
}

/** A position with its mark; a position record in the API contract. */
export interface MarkedPosition {
  readonly position: Position;
  readonly avgPrice: Price | null; // null once closed
  readonly markPrice: Price | null;
  readonly unrealizedPnl: Notional;
  readonly fair?: { readonly price: Price; readonly unrealizedPnl: Notional }; // at the caller's fair value
}

export interface Breach {
  readonly limit: UsedLimitName;
  readonly scope: 'subaccount' | 'account';
  readonly max: string;
  readonly value: string;
}

export interface RiskState {
  readonly subaccountId: SubaccountId;
  readonly breaches: readonly Breach[];
  readonly killSwitchActive: boolean;
  readonly openOrders: number;
  readonly positionQty: bigint; // 1e-8 contracts
  readonly limits: Limits;
  readonly accountLimits: Limits;
  readonly usage: readonly (LimitUsage & DayLimitUsage)[];
  readonly timestamp: TimestampMs;
}

export interface KillSwitchState {
  readonly enabled: boolean; // as requested
  readonly active: boolean; // true if any of the subaccounts is blocked now; the switch of the account may still block them
  readonly subaccounts: readonly SubaccountId[]; // the subaccounts that the call covers
  readonly pausedComplexOrders: readonly ParentId[]; // they place nothing while the switch is on
  readonly updatedAt: TimestampMs;
}

export interface SubaccountState extends Subaccount {
  readonly killSwitchActive: boolean;
}

export interface OrderListQuery {
  readonly subaccountId: SubaccountId;
  readonly status?: OrderStatus;
  readonly instrumentId?: InstrumentId;
  readonly clientOrderId?: string;
  readonly parentId?: ParentId;
  readonly tag?: OrderTag;
  readonly limit?: number;
  readonly before?: number; // order number, from a cursor
}

export interface FillListQuery {
  readonly subaccountId: SubaccountId;
  readonly orderId?: OrderId;
  readonly instrumentId?: InstrumentId;
  readonly start?: TimestampMs;
  readonly end?: TimestampMs;
  readonly tag?: OrderTag;
  readonly limit?: number;
  readonly before?: number; // fill number, from a cursor
}

export interface NewKey {
  readonly keyId?: KeyId;
  readonly accountId: AccountId;
  readonly publicKey: string;
  readonly permissions: readonly Permission[];
  readonly subaccounts: SubaccountGrant;
  readonly expiresAt: TimestampMs | null;
  readonly agent?: AgentPolicy | null; // absent: not the key of an agent
  readonly limits?: ApiKey['limits'];
}

/**
 * All trading operations of a caller, by subject. Bodies are parsed JSON and are validated here, because the API contract
 * mixes validation with checks of the state (an exact repeat is answered before an invalid field is refused). The HTTP
 * layer checks permissions; these methods check the ownership of subaccounts and orders.
 */
export interface TradingService {
  readonly orders: OrderService;
  readonly queries: TradingQueryService;
  readonly complexOrders: ComplexOrderService;
  readonly quotes: QuoteService;
  readonly operations: PositionOperationService;
  readonly approvals: ApprovalService;
  readonly risk: RiskService;
  readonly sessions: SessionService;
  readonly balances: BalanceService;
  readonly fairValues: FairValueService;
  readonly feeds: AccountFeeds;
  readonly access: AccessService;
  readonly calls: CallJournal;
}

export interface OrderService {
  submit(
    caller: Caller,
    body: unknown,
    idempotencyKey: string | null,
    command?: CommandContext,
    trace?: RequestTrace | null,
  ): Promise<Result<Submitted, Rejection>>;
  submitBatch(
    caller: Caller,
    items: readonly unknown[],
    command?: CommandContext,
    trace?: RequestTrace | null,
  ): Promise<Result<readonly BatchEntry[], Rejection>>;
  amend(
    caller: Caller,
    orderId: OrderId,
    body: unknown,
    command?: CommandContext,
    trace?: RequestTrace | null,
  ): Promise<Result<Order, Rejection>>;
  cancel(
    caller: Caller,
    orderId: OrderId,
    command?: CommandContext,
    trace?: RequestTrace | null,
  ): Promise<Result<Order, Rejection>>;
  cancelAll(
    caller: Caller,
    subaccountId: SubaccountId | null,
    reason: 'cancel_all' | 'risk_cancel_all',
    command?: CommandContext,
    trace?: RequestTrace | null,
  ): Promise<Result<CancelSummary, Rejection>>;
  /** The side and quantity of the order that closes a position. Places nothing. */
  findClosingTerms(caller: Caller, request: CloseRequest): Promise<Result<ClosingTerms, Rejection>>;
  /** Shows what `submit` would do with this body now. Places and stores nothing. */
  preview(caller: Caller, body: unknown): Promise<Result<OrderPreview, Rejection>>;
}

/** Orders of agents that a person decides. */
export interface ApprovalService {
  /** Newest first; without a status, those of any status. */
  list(caller: Caller, status: ApprovalStatus | null): readonly Approval[];
  decide(caller: Caller, id: string, isApproved: boolean): Promise<Result<Approval, Rejection>>;
}

export interface RiskService {
  limits(caller: Caller, subaccountId: SubaccountId | null): Result<Limits, Rejection>;
  setLimits(caller: Caller, body: unknown): Promise<Result<Limits, Rejection>>;
  setKillSwitch(caller: Caller, body: unknown): Promise<Result<KillSwitchState, Rejection>>;
  /** Arms, renews or disarms a guard. Resolves once its record is durable. */
  setGuard(caller: Caller, request: GuardRequest): Promise<Result<GuardState, Rejection>>;
  guard(caller: Caller, subaccountId: SubaccountId | null): Result<GuardState, Rejection>;
  /** The orders and fills of the key in the last hour, since the start of this process. */
  activityLastHour(caller: Caller): Activity;
  /** The share of the key in the orders that a venue takes; null for a venue without such a limit. */
  venueShare(caller: Caller, venue: VenueName): ShareView | null;
}

/** Sessions of the trade socket. */
export interface SessionService {
  /** With `onDisconnect` it is durable before this resolves, and its end cancels orders. */
  open(caller: Caller, request: SessionRequest): Promise<SessionId>;
  /** Ends a session and cancels the orders that depend on it. */
  end(sessionId: SessionId): Promise<void>;
}

export interface BalanceService {
  /** The cash of each venue that can be traded, in the configured order. */
  list(caller: Caller, subaccountId: SubaccountId): Result<readonly Balance[], Rejection>;
  /** Called when the figures of a balance changed, at most once a second for each subaccount. */
  subscribe(listener: (balance: Balance) => void): () => void;
}

export interface FairValueService {
  list(caller: Caller, subaccountId: SubaccountId): Result<readonly FairValue[], Rejection>;
  /** Replaces the fair values of a subaccount. */
  replace(
    caller: Caller,
    subaccountId: SubaccountId,
    values: readonly FairValue[],
  ): Result<readonly FairValue[], Rejection>;
}

/** Orders, fills and positions as they are now, and each durable change. */
export interface AccountFeeds {
  /** Live orders whose state is durable, newest first; `onOrder` then reports each durable change. */
  liveOrders(caller: Caller, subaccountId: SubaccountId): Result<readonly Order[], Rejection>;
  onOrder(listener: (order: Order) => void): () => void;
  /** The latest hundred, newest first; `onFill` then reports each fill once durable. */
  recentFills(caller: Caller, subaccountId: SubaccountId): Result<readonly Fill[], Rejection>;
  onFill(listener: (fill: Fill) => void): () => void;
  /** Called after each durable change of a position, and at most once a second per instrument when its mark changes. */
  onPosition(listener: (position: MarkedPosition) => void): () => void;
  /** What the live orders of the whole account may have in the book of an instrument. */
  ownQtys(caller: Caller, instrumentId: InstrumentId): readonly OwnQty[];
}

/** Keys and what they may reach. */
export interface AccessService {
  /** Null if unknown. Returns revoked and expired keys too: the authenticator decides. */
  key(keyId: string): ApiKey | null;
  onKeyRevoked(listener: (key: ApiKey) => void): () => void;
  /** What the key has used of its policy; null for a key without one. */
  agentUsed(keyId: KeyId): AgentUsed | null;
  /** The limits of the key alone. Null for a key without limits. */
  keyLimits(keyId: KeyId): DayLimitUsage | null;
  /** Refuses `not_found`, or `forbidden` if the subaccount exists in the account but is not granted to the key. */
  checkSubaccount(caller: Caller, subaccountId: string): Result<SubaccountId, Rejection>;
  /** The subaccount of an order or complex order in memory; null for any other. */
  findSubaccount(id: OrderId | ParentId): SubaccountId | null;
}

/** What the journal keeps of calls themselves. */
export interface CallJournal {
  /** Waits until a write is durable, at most `orders.ack_wait_ms` while the journal is suspended; null, or the refusal. */
  whenDurable(durable: Promise<void>): Promise<Rejection | null>;
  /** Journals a mutating call that created no event. Resolves once durable. */
  record(caller: Caller, call: AnsweredCall): Promise<void>;
  /**
   * Counts a state-changing call that was refused because the key lacks the permission, for the audit.
   *
   * @param path  of the route: `/v1/orders/{id}`
   */
  countForbidden(caller: Caller, method: string, path: string): void;
  /** How long the oldest entry of the journal has waited to become durable, in ms; 0 when none waits. */
  readonly delayMs: number;
}

/** Reads of orders, fills, positions and risk. They check ownership like the operations above and change nothing. */
export interface TradingQueryService {
  order(caller: Caller, orderId: OrderId): Promise<Result<Order, Rejection>>;
  /** The routing decision, events and timestamps of an order, from the journal. */
  receipt(caller: Caller, orderId: OrderId): Promise<Result<Receipt, Rejection>>;
  /** Newest first, in pages as read from the journal. */
  orders(caller: Caller, query: OrderListQuery): Promise<Result<AsyncIterable<readonly Order[]>, Rejection>>;
  fills(caller: Caller, query: FillListQuery): Promise<Result<AsyncIterable<readonly Fill[]>, Rejection>>;
  /** Sums up the trades of a range, newest first up to a maximum. */
  performance(caller: Caller, query: PerformanceQuery): Promise<Result<Performance, Rejection>>;
  /** Sorted by instrument id. */
  positions(caller: Caller, subaccountId: SubaccountId): Result<readonly MarkedPosition[], Rejection>;
  risk(caller: Caller, subaccountId: SubaccountId): Result<RiskState, Rejection>;
  /** The subaccounts that the key may use, sorted by id. */
  subaccounts(caller: Caller): readonly SubaccountState[];
}

/** What a key had set up when it was revoked. */
export interface KeyLeft {
  readonly webhooks: number; // these and alerts send nothing any more
  readonly alerts: number;
  readonly approvals: number; // orders that wait for one, and are not placed
  readonly complexOrders: number; // paused, unless they protect a position
  readonly orders: number; // resting: they stay unless they are cancelled too
}

export interface RevokedKey extends ApiKey {
  readonly left: KeyLeft;
}

/** A webhook, and whether its key may still send events elsewhere. */
export interface OwnedWebhook {
  readonly webhook: Webhook;
  readonly isKeyValid: boolean;
}

/** Account operations of the operator, through the admin socket or on the storage of a stopped service. */
export interface AccountAdmin {
  createAccount(accountId: AccountId): Promise<Result<AccountId, Rejection>>;
  createSubaccount(subaccount: Subaccount): Promise<Result<Subaccount, Rejection>>;
  createKey(key: NewKey): Promise<Result<ApiKey, Rejection>>;
  /** @param isCancelling  also cancels its resting orders and quotes */
  revokeKey(keyId: KeyId, isCancelling?: boolean): Promise<Result<RevokedKey, Rejection>>;
  /** The webhooks of all accounts. */
  webhooks(): Promise<readonly OwnedWebhook[]>;
  /** Journals an operator action that has no event of another kind. Resolves once durable. */
  recordAdminAction(act: string, detail: string): Promise<void>;
  accounts(): readonly AccountId[];
  keys(): readonly ApiKey[];
}
