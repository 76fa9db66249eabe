import type { ApiKey, Caller, Permission, Subaccount, SubaccountGrant } from '../domain/access/access.ts';
import type { AnsweredCall } from '../domain/events/event-schema.ts';
import type { AccountId, InstrumentId, KeyId, OrderId, SubaccountId } from '../domain/model/ids.ts';
import type { Limits } from '../domain/model/limits.ts';
import type { Notional, Price } from '../domain/model/money.ts';
import type { Fill, Order, OrderStatus } from '../domain/model/order.ts';
import type { Position } from '../domain/model/position.ts';
import type { Rejection, Result } from '../domain/model/result.ts';
import type { TimestampMs } from '../domain/model/time.ts';
import type { LimitUsage } from '../domain/risk/headroom.ts';
import type { OrderPreview } from './order-preview.ts';
import type { Receipt } from './order-receipt.ts';

export interface Submitted {
  readonly order: Order; // as first answered
  readonly replayed: boolean; // true: an exact repeat; nothing was sent
}

/** One entry of a batch: an order, or why none exists. */
export type BatchEntry =
  | { readonly ok: true; readonly order: Order }
  | { readonly ok: false; readonly clientOrderId: string | null; readonly refusal: Rejection };

export interface CancelSummary {
  readonly subaccountId: SubaccountId | null;
  readonly cancelled: readonly OrderId[];
  readonly pending: readonly OrderId[]; // the venue has not confirmed yet; will be pursued
  readonly failed: readonly { readonly id: OrderId; readonly refusal: Rejection }[];
}

/** A position with its mark: what the contract calls a position record. */
export interface MarkedPosition {
  readonly position: Position;
  readonly avgPrice: Price | null; // null once closed
  readonly markPrice: Price | null;
  readonly unrealizedPnl: Notional;
}

export interface Breach {
  readonly limit: 'max_position_qty' | 'max_open_orders';
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
  readonly usage: readonly LimitUsage[];
  readonly timestamp: TimestampMs;
}

export interface KillSwitchState {
  readonly enabled: boolean; // as asked
  readonly active: boolean; // whether any of the subaccounts is killed now: the account's own switch may hold it on
  readonly subaccounts: readonly SubaccountId[]; // those it covers
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
  readonly limit?: number;
  readonly before?: number; // order number, from a cursor
}

export interface FillListQuery {
  readonly subaccountId: SubaccountId;
  readonly orderId?: OrderId;
  readonly instrumentId?: InstrumentId;
  readonly start?: TimestampMs;
  readonly end?: TimestampMs;
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
}

/**
 * Everything a caller can do with money. Bodies arrive as parsed JSON and are checked here, because the
 * contract's order of checks mixes them with state (an exact repeat answers before a bad field does).
 * Permissions are checked by the caller of these methods; ownership of subaccounts and orders is here.
 */
export interface TradingService {
  submit(caller: Caller, body: unknown, idempotencyKey: string | null): Promise<Result<Submitted, Rejection>>;
  submitBatch(caller: Caller, items: readonly unknown[]): Promise<Result<readonly BatchEntry[], Rejection>>;
  amend(caller: Caller, orderId: OrderId, body: unknown): Promise<Result<Order, Rejection>>;
  cancel(caller: Caller, orderId: OrderId): Promise<Result<Order, Rejection>>;
  cancelAll(
    caller: Caller,
    subaccountId: SubaccountId | null,
    reason: 'cancel_all' | 'risk_cancel_all',
  ): Promise<Result<CancelSummary, Rejection>>;

  /** What `submit` would do with this body now; nothing is placed or kept. */
  preview(caller: Caller, body: unknown): Promise<Result<OrderPreview, Rejection>>;
  /** The decision, events and submitTimestamps of an order, as the journal has them. */
  receipt(caller: Caller, orderId: OrderId): Promise<Result<Receipt, Rejection>>;

  order(caller: Caller, orderId: OrderId): Promise<Result<Order, Rejection>>;
  /** Newest first, in pages as they come from the store. */
  orders(caller: Caller, query: OrderListQuery): Promise<Result<AsyncIterable<readonly Order[]>, Rejection>>;
  fills(caller: Caller, query: FillListQuery): Promise<Result<AsyncIterable<readonly Fill[]>, Rejection>>;
  /** By instrument id. */
  positions(caller: Caller, subaccountId: SubaccountId): Result<readonly MarkedPosition[], Rejection>;

  risk(caller: Caller, subaccountId: SubaccountId): Result<RiskState, Rejection>;
  limits(caller: Caller, subaccountId: SubaccountId | null): Result<Limits, Rejection>;
  setLimits(caller: Caller, body: unknown): Promise<Result<Limits, Rejection>>;
  setKillSwitch(caller: Caller, body: unknown): Promise<Result<KillSwitchState, Rejection>>;

  /** Keeps in the journal that a mutating call was answered without an order of its own; resolves when durable. */
  recordCall(caller: Caller, call: AnsweredCall): Promise<void>;

  /** Not found, or forbidden when it exists in the account but is not granted to the key. */
  checkSubaccount(caller: Caller, subaccountId: string): Result<SubaccountId, Rejection>;
  /** Those of the account that the key may use, by id. */
  subaccounts(caller: Caller): readonly SubaccountState[];

  /** Null when unknown. Revoked and expired keys are returned: the verifier decides. */
  key(keyId: string): ApiKey | null;

  /** After each durable change of a holding, and at most once a second per instrument as its mark moves. */
  onPosition(listener: (position: MarkedPosition) => void): () => void;
  /** Live orders whose state is durable, newest first; then `onOrder` after each durable change. */
  liveOrders(caller: Caller, subaccountId: SubaccountId): Result<readonly Order[], Rejection>;
  onOrder(listener: (order: Order) => void): () => void;
  /** The latest hundred, newest first; then `onFill` as each becomes durable. */
  recentFills(caller: Caller, subaccountId: SubaccountId): Result<readonly Fill[], Rejection>;
  onFill(listener: (fill: Fill) => void): () => void;
  onKeyRevoked(listener: (key: ApiKey) => void): () => void;
}

/** What the operator's command line can do, through the control socket or on a stopped service's store. */
export interface AccountAdmin {
  createAccount(accountId: AccountId): Promise<Result<AccountId, Rejection>>;
  createSubaccount(subaccount: Subaccount): Promise<Result<Subaccount, Rejection>>;
  createKey(key: NewKey): Promise<Result<ApiKey, Rejection>>;
  revokeKey(keyId: KeyId): Promise<Result<ApiKey, Rejection>>;
  /** Keeps in the journal what was done elsewhere; resolves when durable. */
  recordAdminAction(act: string, detail: string): Promise<void>;
  accounts(): readonly AccountId[];
  keys(): readonly ApiKey[];
}
