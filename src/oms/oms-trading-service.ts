import type { ApiKey, Caller } from '../domain/access/access.ts';
import type { ShareView } from '../domain/access/venue-shares.ts';
import type { AnsweredCall } from '../domain/events/event-schema.ts';
import type { Approval, ApprovalStatus } from '../domain/model/approval.ts';
import type {
  InstrumentId,
  KeyId,
  OrderId,
  ParentId,
  SessionId,
  SubaccountId,
  VenueName,
} from '../domain/model/ids.ts';
import type { Limits } from '../domain/model/limits.ts';
import type { Fill, Order } from '../domain/model/order.ts';
import { mapResult, type Rejection, type Result } from '../domain/model/result.ts';
import { listOwnQtys, type OwnQty } from '../domain/opportunities/own-orders.ts';
import { type AgentUsed } from './agent-guard.ts';
import { type Balance } from './balances/balance-feed.ts';
import { recordCall } from './call-audit.ts';
import type { DayLimitUsage } from './day-limits.ts';
import { type FairValue } from './fair-values.ts';
import type { OmsComponents } from './oms-components.ts';
import type { PositionOperationService } from './operations/operation-types.ts';
import { type Activity } from './order-activity.ts';
import { type OrderPreview } from './order-preview.ts';
import { type RequestTrace } from './order-traces.ts';
import { ComplexOrders } from './parents/complex-orders.ts';
import type { CloseRequest, ClosingTerms } from './position-closing.ts';
import type { QuoteService } from './quotes/quote-types.ts';
import { TradingQueries } from './trading-queries.ts';
import type {
  BatchEntry,
  CancelSummary,
  CommandContext,
  GuardRequest,
  GuardState,
  KillSwitchState,
  MarkedPosition,
  SessionRequest,
  Submitted,
  TradingService,
} from './trading-service.ts';

const REDUCES_RISK = { reducesRisk: true };

/**
 * The trading calls: each is handed to the part that answers it. A call that writes runs through a `RequestRunner`, which
 * refuses `shutting_down`, `not_owner` and `journal_unavailable`.
 */
export class OmsTradingService implements TradingService {
  readonly queries: TradingQueries;
  readonly complexOrders: ComplexOrders;
  readonly quotes: QuoteService;
  readonly operations: PositionOperationService;
  readonly #parts: OmsComponents;

  constructor(parts: OmsComponents) {
    this.#parts = parts;
    this.queries = parts.queries;
    this.complexOrders = parts.complexOrders;
    this.quotes = parts.quotes;
    this.operations = guardOperations(parts);
  }

  submit(
    caller: Caller,
    body: unknown,
    idempotencyKey: string | null,
    command?: CommandContext,
    trace?: RequestTrace | null,
  ): Promise<Result<Submitted, Rejection>> {
    return this.#parts.requests.run(() =>
      this.#parts.submission.submit(caller, body, idempotencyKey, command, trace),
    );
  }

  submitBatch(
    caller: Caller,
    items: readonly unknown[],
    command?: CommandContext,
    trace?: RequestTrace | null,
  ): Promise<Result<readonly BatchEntry[], Rejection>> {
    return this.#parts.requests.run(() => this.#parts.submission.submitBatch(caller, items, command, trace));
  }

  amend(
    caller: Caller,
    orderId: OrderId,
    body: unknown,
    command?: CommandContext,
    trace?: RequestTrace | null,
  ): Promise<Result<Order, Rejection>> {
    return this.#parts.requests.run(() => this.#parts.amendment.amend(caller, orderId, body, command, trace));
  }

  cancel(
    caller: Caller,
    orderId: OrderId,
    command?: CommandContext,
    trace?: RequestTrace | null,
  ): Promise<Result<Order, Rejection>> {
    return this.#parts.requests.run(
      () => this.#parts.cancellation.cancel(caller, orderId, command, trace),
      REDUCES_RISK,
    );
  }

  cancelAll(
    caller: Caller,
    subaccountId: SubaccountId | null,
    reason: 'cancel_all' | 'risk_cancel_all',
    command?: CommandContext,
    trace?: RequestTrace | null,
  ): Promise<Result<CancelSummary, Rejection>> {
    return this.#parts.requests.run(
      () => this.#parts.cancellation.cancelAll(caller, subaccountId, reason, command, trace),
      REDUCES_RISK,
    );
  }

  setLimits(caller: Caller, body: unknown): Promise<Result<Limits, Rejection>> {
    return this.#parts.requests.run(() => this.#parts.riskControls.setLimits(caller, body));
  }

  activityLastHour({ keyId }: Caller): Activity {
    return this.#parts.orderActivity.lastHour(keyId);
  }

  venueShare({ keyId }: Caller, venue: VenueName): ShareView | null {
    return this.#parts.venueShares.view(keyId, venue);
  }

  setGuard(caller: Caller, request: GuardRequest): Promise<Result<GuardState, Rejection>> {
    return this.#parts.requests.run(() => this.#parts.riskGuards.set(caller, request));
  }

  guard(caller: Caller, subaccountId: SubaccountId | null): Result<GuardState, Rejection> {
    return this.#parts.riskGuards.get(caller, subaccountId);
  }

  openSession(caller: Caller, request: SessionRequest): Promise<SessionId> {
    return this.#parts.tradeSessions.open(caller, request);
  }

  endSession(sessionId: SessionId): Promise<void> {
    this.#parts.quoteBook.dropWaitingOf(sessionId);
    return this.#parts.tradeSessions.end(sessionId);
  }

  setKillSwitch(caller: Caller, body: unknown): Promise<Result<KillSwitchState, Rejection>> {
    return this.#parts.requests.run(() => this.#parts.riskControls.setKillSwitch(caller, body), REDUCES_RISK);
  }

  findClosingTerms(caller: Caller, request: CloseRequest): Promise<Result<ClosingTerms, Rejection>> {
    return this.#parts.requests.run(() => this.#parts.findClosingTerms(caller, request));
  }

  preview(caller: Caller, body: unknown): Promise<Result<OrderPreview, Rejection>> {
    return this.#parts.requests.run(() => this.#parts.preview(caller, body));
  }

  balances(caller: Caller, subaccountId: SubaccountId): Result<readonly Balance[], Rejection> {
    return this.#parts.balanceFeed.list(caller, subaccountId);
  }

  fairValues(caller: Caller, subaccountId: SubaccountId): Result<readonly FairValue[], Rejection> {
    return this.#parts.fairValues.list(caller, subaccountId);
  }

  setFairValues(
    caller: Caller,
    subaccountId: SubaccountId,
    values: readonly FairValue[],
  ): Result<readonly FairValue[], Rejection> {
    return this.#parts.fairValues.replace(caller, subaccountId, values);
  }

  limits(caller: Caller, subaccountId: SubaccountId | null): Result<Limits, Rejection> {
    return this.#parts.riskControls.limits(caller, subaccountId);
  }

  whenDurable(durable: Promise<void>): Promise<Rejection | null> {
    return this.#parts.suspension.whenDurable(durable);
  }

  recordCall(caller: Caller, call: AnsweredCall): Promise<void> {
    return recordCall(this.#parts.store, caller.keyId, call);
  }

  countForbiddenCall({ keyId }: Caller, method: string, path: string): void {
    this.#parts.forbiddenCalls.count(keyId, method, path);
  }

  /** How long the oldest entry of the journal has waited to become durable; 0 when none waits. */
  get journalDelayMs(): number {
    return this.#parts.store.appendDelayMs;
  }

  findSubaccount(id: OrderId | ParentId): SubaccountId | null {
    const { orders, parents } = this.#parts.store.state;
    const found = orders.get(id as OrderId) ?? parents.get(id as ParentId);
    return found?.subaccountId ?? null;
  }

  checkSubaccount(caller: Caller, subaccountId: string): Result<SubaccountId, Rejection> {
    return this.#parts.ownership.check(caller, subaccountId);
  }

  key(keyId: string): ApiKey | null {
    return this.#parts.store.state.keys.get(keyId as KeyId) ?? null;
  }

  approvals(caller: Caller, status: ApprovalStatus | null): readonly Approval[] {
    return this.#parts.approvals.list(caller, status);
  }

  decideApproval(caller: Caller, id: string, isApproved: boolean): Promise<Result<Approval, Rejection>> {
    return this.#parts.requests.run(() => this.#parts.approvals.decide(caller, id, isApproved));
  }

  agentUsed(keyId: KeyId): AgentUsed | null {
    return this.#parts.agentUsed(keyId);
  }

  keyLimits(keyId: KeyId): DayLimitUsage | null {
    return this.#parts.keyLimits(keyId);
  }

  onPosition(listener: (position: MarkedPosition) => void): () => void {
    return this.#parts.positionFeed.subscribe(listener);
  }

  onBalance(listener: (balance: Balance) => void): () => void {
    return this.#parts.balanceFeed.subscribe(listener);
  }

  liveOrders(caller: Caller, subaccountId: SubaccountId): Result<readonly Order[], Rejection> {
    return mapResult(this.checkSubaccount(caller, subaccountId), (id) =>
      this.#parts.orderFeed.liveOrders(caller.accountId, id),
    );
  }

  onOrder(listener: (order: Order) => void): () => void {
    return this.#parts.orderFeed.onOrder(listener);
  }

  ownQtys({ accountId }: Caller, instrumentId: InstrumentId): readonly OwnQty[] {
    const { resting } = this.#parts.store.state.exposure;
    // A market order of either side would reach all that rests on the other one.
    const orders = (['BUY', 'SELL'] as const).flatMap((side) =>
      resting.findCrossed({ instrumentId, side, outcome: 'YES', price: null }),
    );
    return listOwnQtys(orders, accountId, instrumentId);
  }

  recentFills(caller: Caller, subaccountId: SubaccountId): Result<readonly Fill[], Rejection> {
    return mapResult(this.checkSubaccount(caller, subaccountId), (id) =>
      this.#parts.orderFeed.recentFills(caller.accountId, id),
    );
  }

  onFill(listener: (fill: Fill) => void): () => void {
    return this.#parts.orderFeed.onFill(listener);
  }

  onKeyRevoked(listener: (key: ApiKey) => void): () => void {
    return this.#parts.accountAdmin.onKeyRevoked(listener);
  }
}

/** The operations; a request runs through `requests`. */
function guardOperations({ requests, positionOperations }: OmsComponents): PositionOperationService {
  return {
    preview: (...call) => positionOperations.preview(...call),
    request: (...call) => requests.run(() => positionOperations.request(...call)),
    list: (...call) => positionOperations.list(...call),
    get: (...call) => positionOperations.get(...call),
    onOperation: (listener) => positionOperations.onOperation(listener),
  };
}
