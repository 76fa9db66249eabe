import type { ApiKey, Caller } from '../domain/access/access.ts';
import type { ShareView } from '../domain/access/venue-shares.ts';
import type { AnsweredCall } from '../domain/events/event-schema.ts';
import type { Approval, ApprovalStatus } from '../domain/model/approval.ts';
import type {
  InstrumentId,
  KeyId,
  OrderId,
  SessionId,
  SubaccountId,
  VenueName,
} from '../domain/model/ids.ts';
import type { Limits } from '../domain/model/limits.ts';
import type { Fill, Order } from '../domain/model/order.ts';
import { err, mapResult, type Rejection, type Result } from '../domain/model/result.ts';
import { listOwnQtys, type OwnQty } from '../domain/opportunities/own-orders.ts';
import type { LedgerState } from '../domain/projections/ledger-state.ts';
import type { Clock, Random } from '../ports/environment.ts';
import type { JournalOwnership } from '../ports/journal-ownership.ts';
import type { MarketView } from '../ports/market-view.ts';
import type { Log, Metrics } from '../ports/telemetry.ts';
import type { OrderReport, Venue, VenueAnomaly } from '../ports/venue.ts';
import { AccountAdminService } from './account-admin.ts';
import { AckWaiters } from './ack-waiters.ts';
import { type AgentUsed, findAgentUsed } from './agent-guard.ts';
import { Amendment } from './amendment.ts';
import { Approvals } from './approvals.ts';
import { type Balance, BalanceFeed } from './balances/balance-feed.ts';
import { BalanceTracker } from './balances/balance-tracker.ts';
import { recordCall } from './call-audit.ts';
import { Cancellation } from './cancellation.ts';
import { ExecutionReportHandler } from './execution-reports.ts';
import { type FairValue, FairValueStore } from './fair-values.ts';
import { FillReverser } from './fill-reverser.ts';
import { ForbiddenCallCounter } from './forbidden-calls.ts';
import { JournalSuspension } from './journal-suspension.ts';
import { MarketSettlement } from './market-settlement.ts';
import { OrderAcceptance } from './order-acceptance.ts';
import { type Activity, OrderActivity } from './order-activity.ts';
import { STOPPING } from './order-admission.ts';
import { OrderFeed, PositionFeed } from './order-feed.ts';
import { OrderGateway } from './order-gateway.ts';
import { Ownership } from './order-ownership.ts';
import { type OrderPreview, previewOrder } from './order-preview.ts';
import { SubmitTimestamps } from './order-receipt.ts';
import { ComplexOrders, type Guard } from './parents/complex-orders.ts';
import { ParentOrders } from './parents/parent-orders.ts';
import { PauseGuard } from './pause-guard.ts';
import { PositionReconciler } from './position-reconciler.ts';
import { MakerProtector } from './quotes/maker-protector.ts';
import { QuoteBook } from './quotes/quote-book.ts';
import { QuoteOrders } from './quotes/quote-orders.ts';
import type { QuoteService } from './quotes/quote-types.ts';
import { ReduceOnlyGuard } from './reduce-only-guard.ts';
import { RiskControls } from './risk-controls.ts';
import { RiskGuards } from './risk-guards.ts';
import { SelfTradeGuard } from './self-trade-guard.ts';
import { StartupReconciliation } from './startup-reconciliation.ts';
import type { StateStore } from './state-store.ts';
import { Submission } from './submission.ts';
import { TradeSessions } from './trade-sessions.ts';
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
import { UnknownOutcomeResolver } from './unknown-outcome-resolver.ts';
import { VenueHeartbeats } from './venue-heartbeats.ts';
import { VenueRegistry } from './venue-registry.ts';
import { VenueShareGuard } from './venue-share-guard.ts';

export interface OmsDeps {
  readonly store: StateStore; // loaded
  readonly journalOwnership: JournalOwnership;
  readonly venues: readonly Venue[]; // venues that may be traded
  readonly venueNames: readonly VenueName[]; // all venues, in configured order
  readonly market: MarketView;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly orders: {
    readonly batchMax: number;
    readonly ackWaitMs: number;
    readonly outcomeRequired: boolean;
    readonly intentAgeMsMax: number;
    readonly parentsMax: number; // complex orders that are not over, in one subaccount
  };
}

const REDUCES_RISK = { reducesRisk: true };

/**
 * The single writer of orders, risk and positions. It connects its components and delegates to them. Start order:
 * load the store, start the venues (which call `onVenueReport`), then call `start`.
 */
export class Oms implements TradingService {
  readonly accountAdmin: AccountAdminService;
  readonly queries: TradingQueries;
  readonly complexOrders: ComplexOrders;
  readonly quotes: QuoteService;
  readonly #store: StateStore;
  readonly #executionReports: ExecutionReportHandler;
  readonly #resolver: UnknownOutcomeResolver;
  readonly #cancellation: Cancellation;
  readonly #amendment: Amendment;
  readonly #submission: Submission;
  readonly #approvals: Approvals;
  readonly #riskControls: RiskControls;
  readonly #riskGuards: RiskGuards;
  readonly #heartbeats: VenueHeartbeats;
  readonly #orderActivity: OrderActivity;
  readonly #venueShares: VenueShareGuard;
  readonly #tradeSessions: TradeSessions;
  readonly #dropQuotesOf: (sessionId: SessionId) => void;
  readonly #ownership: Ownership;
  readonly #orderFeed: OrderFeed;
  readonly #positionFeed: PositionFeed;
  readonly #balanceTracker: BalanceTracker;
  readonly #balanceFeed: BalanceFeed;
  readonly #fairValues: FairValueStore;
  readonly #settlement: MarketSettlement;
  readonly #reduceOnlyGuard: ReduceOnlyGuard;
  readonly #pauseGuard: PauseGuard;
  readonly #startupReconciliation: StartupReconciliation;
  readonly #positionReconciler: PositionReconciler;
  readonly #preview: TradingService['preview'];
  readonly #agentUsed: TradingService['agentUsed'];
  readonly #forbiddenCalls: ForbiddenCallCounter;
  readonly #suspension: JournalSuspension;
  readonly #log: Log;
  #isStopping = false;

  constructor(deps: OmsDeps) {
    const { orders, ...environment } = deps;
    const { store } = deps;
    const venues = new VenueRegistry(deps.venues, deps.journalOwnership);
    const ackWaiters = new AckWaiters(deps.clock);
    const ownership = new Ownership(store.state);
    const submitTimestamps = new SubmitTimestamps();
    const balanceTracker = new BalanceTracker({ ...environment, store, venues });
    const venueShares = new VenueShareGuard({ ...environment, venues });
    const shared = { store, venues, ackWaiters, ownership, submitTimestamps, balanceTracker, venueShares };
    const parts = { ...environment, ...orders, ...shared };
    const executionReports = new ExecutionReportHandler(parts);
    const resolver = new UnknownOutcomeResolver({ ...parts, executionReports });
    const cancellation = new Cancellation({ ...parts, executionReports, resolver });
    const selfTradeGuard = new SelfTradeGuard({ ...parts, cancellation });
    const gateway = new OrderGateway({ ...parts, executionReports, selfTradeGuard });
    const amendment = new Amendment({ ...parts, executionReports, resolver });
    const fillReverser = new FillReverser(parts);
    const approvals = new Approvals(parts);
    const acceptance = new OrderAcceptance({ ...parts, gateway, selfTradeGuard });
    const isStopping = (): boolean => this.#isStopping;
    const submission = new Submission({ ...parts, approvals, acceptance, isStopping });
    const parentOrders = new ParentOrders({ ...parts, acceptance, isStopping });
    approvals.connect((...order) => submission.submitApproved(...order));
    const guard: Guard = (work) => this.#guarded(work);
    const complexOrders = new ComplexOrders({ ...parts, parentOrders, cancellation, amendment, guard });
    const heartbeats = new VenueHeartbeats(parts);
    const tradeSessions = new TradeSessions({ ...parts, cancellation, heartbeats });
    const quoteOrders = new QuoteOrders({ ...parts, acceptance, isStopping });
    const quoteBook = new QuoteBook({ ...parts, amendment, cancellation, tradeSessions, quoteOrders });
    const makerProtector = new MakerProtector({ ...parts, quoteBook });
    this.quotes = {
      put: (...call) => this.#guarded(() => quoteBook.put(...call)),
      list: (...call) => quoteBook.list(...call),
      pull: (...call) => this.#guarded(() => quoteBook.pull(...call), REDUCES_RISK),
      countChanges: (...call) => quoteBook.countChanges(...call),
      protection: (...call) => makerProtector.get(...call),
      setProtection: (...call) => this.#guarded(() => makerProtector.set(...call)),
      resetProtection: (...call) => this.#guarded(() => makerProtector.reset(...call)),
    };
    cancellation.connect((caller, subaccounts, reason) => {
      quoteBook.dropWaiting((of) => of.accountId === caller.accountId && subaccounts.has(of.subaccountId));
      return complexOrders.endAll(caller, subaccounts, reason);
    });
    const riskControls = new RiskControls({ ...parts, gateway, complexOrders });
    const fairValues = new FairValueStore(parts);
    const queries = new TradingQueries({ ...parts, riskControls, fairValues });
    gateway.onUnknown((orderId, leg) => resolver.resolve(orderId, leg));
    executionReports.connect({
      onMissingFills: (order, leg) => resolver.resolve(order.id, leg),
      replaceRequestedAtMs: (orderId, leg) => amendment.replaceRequestedAtMs(orderId, leg),
      onReplacementDurable: (orderId, leg, requestedAtMs) =>
        // A failed send could not journal the venue reply, so the leg is in doubt.
        void gateway.sendReplacement(orderId, leg, requestedAtMs).catch(() => resolver.resolve(orderId, leg)),
      isSending: (orderId, leg) => gateway.isSending(orderId, leg),
      onCancelDue: (order) => cancellation.resume([order]),
      onFillVoided: (orderId, fillId) => fillReverser.reverse(orderId, fillId),
    });
    resolver.onFound((orderId, queriedMs) => amendment.settleAfterQuery(orderId, queriedMs));
    this.accountAdmin = new AccountAdminService(store, deps.random);
    this.accountAdmin.onKeyRevoked(() => complexOrders.wakeAll());
    this.#store = store;
    this.#executionReports = executionReports;
    this.#resolver = resolver;
    this.#cancellation = cancellation;
    this.#amendment = amendment;
    this.#submission = submission;
    this.#approvals = approvals;
    this.complexOrders = complexOrders;
    this.#riskControls = riskControls;
    this.#riskGuards = new RiskGuards({
      ...parts,
      cancellation,
      heartbeats,
      complexOrders: {
        pauseForGuard: (covers) => {
          quoteBook.dropWaiting(covers);
          return complexOrders.pauseForGuard(covers);
        },
      },
    });
    this.#heartbeats = heartbeats;
    this.#orderActivity = new OrderActivity(parts);
    this.#venueShares = venueShares;
    this.#tradeSessions = tradeSessions;
    this.#dropQuotesOf = (sessionId) => quoteBook.dropWaitingOf(sessionId);
    this.queries = queries;
    this.#ownership = ownership;
    this.#orderFeed = new OrderFeed(store);
    this.#positionFeed = new PositionFeed({
      ...parts,
      markPosition: (position) => queries.markPosition(position),
    });
    this.#fairValues = fairValues;
    this.#balanceTracker = balanceTracker;
    this.#balanceFeed = new BalanceFeed(parts);
    this.#settlement = new MarketSettlement(parts);
    this.#pauseGuard = new PauseGuard({ ...parts, cancellation });
    this.#reduceOnlyGuard = new ReduceOnlyGuard({ ...parts, amendment, cancellation });
    this.#positionReconciler = new PositionReconciler(parts);
    const positionReconciler = this.#positionReconciler;
    this.#startupReconciliation = new StartupReconciliation({
      ...parts,
      executionReports,
      resolver,
      cancellation,
      positionReconciler,
    });
    this.#preview = (caller, body) => previewOrder(caller, body, parts);
    this.#agentUsed = (keyId) => findAgentUsed(keyId, parts);
    this.#forbiddenCalls = new ForbiddenCallCounter(parts);
    this.#suspension = new JournalSuspension(parts);
    this.#log = deps.log;
  }

  /** Reconciles each venue and opens it for new orders. An unreachable venue opens later. */
  async start(): Promise<void> {
    this.#heartbeats.start();
    // Journaled before any order is sent or accepted; the reconciliation sends the cancels.
    await this.#riskGuards.start();
    await this.#tradeSessions.endAll();
    this.#approvals.start();
    await this.#startupReconciliation.start();
    this.#reduceOnlyGuard.start();
    await this.#pauseGuard.start();
    await this.#settlement.start();
    await this.complexOrders.start();
    await this.#orderFeed.start();
    this.#positionFeed.start();
    this.#balanceTracker.start();
    this.#balanceFeed.start();
  }

  /** Refuses new requests from now on. The caller waits for the requests in progress. */
  stop(): void {
    this.#isStopping = true;
    this.complexOrders.stop();
    this.#approvals.stop();
    this.#resolver.stop();
    this.#riskGuards.stop();
    this.#heartbeats.stop();
    this.#reduceOnlyGuard.stop();
    this.#pauseGuard.stop();
    this.#cancellation.stop();
    this.#amendment.stop();
    this.#startupReconciliation.stop();
    this.#positionFeed.stop();
    this.#balanceTracker.stop();
    this.#balanceFeed.stop();
    this.#forbiddenCalls.stop();
    this.#suspension.stop();
  }

  /** Handles a report of a venue about one of our orders. */
  onVenueReport(venue: VenueName, report: OrderReport): void {
    this.#executionReports
      .onReport(venue, report)
      .catch((error: unknown) =>
        this.#log.error('a venue report could not be recorded', { venue, why: String(error) }),
      );
  }

  /** Records a contradiction that a venue adapter found and that concerns no order of this service. */
  onVenueAnomaly(venue: VenueName, anomaly: VenueAnomaly): void {
    this.#executionReports
      .recordAnomaly(venue, anomaly)
      .catch((error: unknown) =>
        this.#log.error('an anomaly could not be recorded', { venue, why: String(error) }),
      );
  }

  /** The state, for checkers; read only. */
  get state(): Readonly<LedgerState> {
    return this.#store.state;
  }

  get failure(): Error | null {
    return this.#store.failure;
  }

  /** True while callers wait for the journal, at most `orders.ack_wait_ms`. */
  get isSuspended(): boolean {
    return this.#suspension.isSuspended;
  }

  /** The open position break of a venue, shown in its health; null if there is none. */
  findPositionBreak(venue: VenueName): string | null {
    return this.#positionReconciler.findBreak(venue);
  }

  get ordersInDoubt(): number {
    return this.#resolver.legsInDoubt;
  }

  submit(
    caller: Caller,
    body: unknown,
    idempotencyKey: string | null,
    command?: CommandContext,
  ): Promise<Result<Submitted, Rejection>> {
    return this.#guarded(() => this.#submission.submit(caller, body, idempotencyKey, command));
  }

  submitBatch(
    caller: Caller,
    items: readonly unknown[],
    command?: CommandContext,
  ): Promise<Result<readonly BatchEntry[], Rejection>> {
    return this.#guarded(() => this.#submission.submitBatch(caller, items, command));
  }

  amend(
    caller: Caller,
    orderId: OrderId,
    body: unknown,
    command?: CommandContext,
  ): Promise<Result<Order, Rejection>> {
    return this.#guarded(() => this.#amendment.amend(caller, orderId, body, command));
  }

  cancel(caller: Caller, orderId: OrderId, command?: CommandContext): Promise<Result<Order, Rejection>> {
    return this.#guarded(() => this.#cancellation.cancel(caller, orderId, command), REDUCES_RISK);
  }

  cancelAll(
    caller: Caller,
    subaccountId: SubaccountId | null,
    reason: 'cancel_all' | 'risk_cancel_all',
    command?: CommandContext,
  ): Promise<Result<CancelSummary, Rejection>> {
    return this.#guarded(
      () => this.#cancellation.cancelAll(caller, subaccountId, reason, command),
      REDUCES_RISK,
    );
  }

  setLimits(caller: Caller, body: unknown): Promise<Result<Limits, Rejection>> {
    return this.#guarded(() => this.#riskControls.setLimits(caller, body));
  }

  activityLastHour({ keyId }: Caller): Activity {
    return this.#orderActivity.lastHour(keyId);
  }

  venueShare({ keyId }: Caller, venue: VenueName): ShareView | null {
    return this.#venueShares.view(keyId, venue);
  }

  setGuard(caller: Caller, request: GuardRequest): Promise<Result<GuardState, Rejection>> {
    return this.#guarded(() => this.#riskGuards.set(caller, request));
  }

  guard(caller: Caller, subaccountId: SubaccountId | null): Result<GuardState, Rejection> {
    return this.#riskGuards.get(caller, subaccountId);
  }

  openSession(caller: Caller, request: SessionRequest): Promise<SessionId> {
    return this.#tradeSessions.open(caller, request);
  }

  endSession(sessionId: SessionId): Promise<void> {
    this.#dropQuotesOf(sessionId);
    return this.#tradeSessions.end(sessionId);
  }

  setKillSwitch(caller: Caller, body: unknown): Promise<Result<KillSwitchState, Rejection>> {
    return this.#guarded(() => this.#riskControls.setKillSwitch(caller, body), REDUCES_RISK);
  }

  preview(caller: Caller, body: unknown): Promise<Result<OrderPreview, Rejection>> {
    return this.#guarded(() => this.#preview(caller, body));
  }

  balances(caller: Caller, subaccountId: SubaccountId): Result<readonly Balance[], Rejection> {
    return this.#balanceFeed.list(caller, subaccountId);
  }

  fairValues(caller: Caller, subaccountId: SubaccountId): Result<readonly FairValue[], Rejection> {
    return this.#fairValues.list(caller, subaccountId);
  }

  setFairValues(
    caller: Caller,
    subaccountId: SubaccountId,
    values: readonly FairValue[],
  ): Result<readonly FairValue[], Rejection> {
    return this.#fairValues.replace(caller, subaccountId, values);
  }

  limits(caller: Caller, subaccountId: SubaccountId | null): Result<Limits, Rejection> {
    return this.#riskControls.limits(caller, subaccountId);
  }

  whenDurable(durable: Promise<void>): Promise<Rejection | null> {
    return this.#suspension.whenDurable(durable);
  }

  recordCall(caller: Caller, call: AnsweredCall): Promise<void> {
    return recordCall(this.#store, caller.keyId, call);
  }

  countForbiddenCall({ keyId }: Caller, method: string, path: string): void {
    this.#forbiddenCalls.count(keyId, method, path);
  }

  /** How long the oldest entry of the journal has waited to become durable; 0 when none waits. */
  get journalDelayMs(): number {
    return this.#store.appendDelayMs;
  }

  findSubaccount(orderId: OrderId): SubaccountId | null {
    return this.#store.state.orders.get(orderId)?.subaccountId ?? null;
  }

  checkSubaccount(caller: Caller, subaccountId: string): Result<SubaccountId, Rejection> {
    return this.#ownership.check(caller, subaccountId);
  }

  key(keyId: string): ApiKey | null {
    return this.#store.state.keys.get(keyId as KeyId) ?? null;
  }

  approvals(caller: Caller, status: ApprovalStatus | null): readonly Approval[] {
    return this.#approvals.list(caller, status);
  }

  decideApproval(caller: Caller, id: string, isApproved: boolean): Promise<Result<Approval, Rejection>> {
    return this.#guarded(() => this.#approvals.decide(caller, id, isApproved));
  }

  agentUsed(keyId: KeyId): AgentUsed | null {
    return this.#agentUsed(keyId);
  }

  onPosition(listener: (position: MarkedPosition) => void): () => void {
    return this.#positionFeed.subscribe(listener);
  }

  onBalance(listener: (balance: Balance) => void): () => void {
    return this.#balanceFeed.subscribe(listener);
  }

  liveOrders(caller: Caller, subaccountId: SubaccountId): Result<readonly Order[], Rejection> {
    return mapResult(this.checkSubaccount(caller, subaccountId), (id) =>
      this.#orderFeed.liveOrders(caller.accountId, id),
    );
  }

  onOrder(listener: (order: Order) => void): () => void {
    return this.#orderFeed.onOrder(listener);
  }

  ownQtys({ accountId }: Caller, instrumentId: InstrumentId): readonly OwnQty[] {
    const { resting } = this.#store.state.exposure;
    // A market order of either side would reach all that rests on the other one.
    const orders = (['BUY', 'SELL'] as const).flatMap((side) =>
      resting.findCrossed({ instrumentId, side, outcome: 'YES', price: null }),
    );
    return listOwnQtys(orders, accountId, instrumentId);
  }

  recentFills(caller: Caller, subaccountId: SubaccountId): Result<readonly Fill[], Rejection> {
    return mapResult(this.checkSubaccount(caller, subaccountId), (id) =>
      this.#orderFeed.recentFills(caller.accountId, id),
    );
  }

  onFill(listener: (fill: Fill) => void): () => void {
    return this.#orderFeed.onFill(listener);
  }

  onKeyRevoked(listener: (key: ApiKey) => void): () => void {
    return this.accountAdmin.onKeyRevoked(listener);
  }

  /** Bounds the wait for the journal and turns its failure into a 503 answer. */
  #guarded<Value>(
    work: () => Promise<Result<Value, Rejection>>,
    rules: { readonly reducesRisk?: boolean } = {},
  ): Promise<Result<Value, Rejection>> {
    return this.#isStopping ? Promise.resolve(err(STOPPING)) : this.#suspension.run(work, rules);
  }
}
