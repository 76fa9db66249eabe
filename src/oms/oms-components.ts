import { ComplexOrders, type Guard, ParentOrders } from '#complex-orders';
import { type Caller, isLive, type KeyId, type VenueName } from '#contract';
import {
  AckWaiters,
  Amendment,
  type AutomaticMinimums,
  AutomaticOperations,
  BalanceFeed,
  BalanceSheets,
  BalanceTracker,
  Cancellation,
  CashLedger,
  type CloseRequest,
  ExecutionReportHandler,
  FairValueStore,
  findAgentUsed,
  findClosingTerms,
  findKeyLimitUsage,
  JournalSuspension,
  MakerProtector,
  OrderAcceptance,
  OrderActivity,
  OrderGateway,
  OrderTraces,
  Ownership,
  PositionOperations,
  previewOrder,
  QuoteBook,
  QuoteOrders,
  type QuoteService,
  RequestRunner,
  RiskControls,
  SelfTradeGuard,
  type StateStore,
  SubmitTimestamps,
  TokenSettlement,
  TradeSessions,
  TradingQueries,
  UnknownOutcomeResolver,
  VenueHeartbeats,
  VenueRegistry,
  VenueShareGuard,
} from '#orders';
import type {
  Clock,
  JournalOwnership,
  Log,
  MarketView,
  Metrics,
  NotificationStore,
  PnlStore,
  Random,
  TraceExporter,
  Venue,
} from '#ports';
import { AccountAdminService } from './account-admin.ts';
import { Approvals } from './approvals.ts';
import { OPERATOR } from './call-audit.ts';
import { ExternalOrders } from './external-orders.ts';
import { FillReverser } from './fill-reverser.ts';
import { ForbiddenCallCounter } from './forbidden-calls.ts';
import { MarketSettlement } from './market-settlement.ts';
import { OrderFeed, PositionFeed } from './order-feed.ts';
import { PauseGuard } from './pause-guard.ts';
import { PositionReconciler } from './position-reconciler.ts';
import { ReduceOnlyGuard } from './reduce-only-guard.ts';
import { RiskGuards } from './risk-guards.ts';
import { StartupReconciliation } from './startup-reconciliation.ts';
import { Submission } from './submission.ts';

export interface OmsDeps {
  readonly store: StateStore; // loaded
  readonly journalOwnership: JournalOwnership;
  readonly venues: readonly Venue[]; // venues that may be traded
  readonly venueNames: readonly VenueName[]; // all venues, in configured order
  readonly market: MarketView;
  readonly clock: Clock;
  readonly random: Random;
  readonly pnlRows?: Pick<PnlStore, 'lastFillNumber' | 'rows'>; // absent: what was realized is summed from all fills
  readonly notifications: Pick<NotificationStore, 'webhooks' | 'alerts'>;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly traceExporter?: TraceExporter | null; // absent or null: traces are not exported
  readonly orders: {
    readonly batchMax: number;
    readonly ackWaitMs: number;
    readonly outcomeRequired: boolean;
    readonly intentAgeMsMax: number;
    readonly settlementWaitMs: number;
    readonly parentsMax: number; // complex orders that are not over, in one subaccount
  };
  readonly automatic?: AutomaticMinimums; // absent: nothing is merged or redeemed without a request
}

/** The connected parts of order management. */
export type OmsComponents = ReturnType<typeof buildOmsComponents>;

/** Builds the parts of order management and connects them. Starts none of them. */
export function buildOmsComponents(deps: OmsDeps) {
  const { orders, ...environment } = deps;
  const { store } = deps;
  const suspension = new JournalSuspension({ ...environment, ...orders });
  const requests = new RequestRunner(suspension);
  const venues = new VenueRegistry(deps.venues, deps.journalOwnership);
  const ackWaiters = new AckWaiters(deps.clock);
  const ownership = new Ownership(store.state);
  const submitTimestamps = new SubmitTimestamps();
  const traces = new OrderTraces(deps.clock, deps.traceExporter ?? null);
  const balanceTracker = new BalanceTracker({ ...environment, store, venues });
  const venueShares = new VenueShareGuard({ ...environment, venues });
  const shared = { store, venues, ackWaiters, ownership, submitTimestamps, balanceTracker, venueShares };
  const parts = { ...environment, ...orders, ...shared, traces };
  const executionReports = new ExecutionReportHandler(parts);
  const resolver = new UnknownOutcomeResolver({ ...parts, executionReports });
  const cancellation = new Cancellation({ ...parts, executionReports, resolver });
  const selfTradeGuard = new SelfTradeGuard({ ...parts, cancellation });
  const tokenSettlement = new TokenSettlement(parts);
  const gateway = new OrderGateway({ ...parts, executionReports, selfTradeGuard, tokenSettlement });
  const amendment = new Amendment({ ...parts, executionReports, resolver });
  const fillReverser = new FillReverser(parts);
  const approvals = new Approvals(parts);
  const acceptance = new OrderAcceptance({ ...parts, gateway, executionReports, selfTradeGuard });
  const isStopping = (): boolean => requests.isStopping;
  const submission = new Submission({ ...parts, approvals, acceptance, isStopping });
  const parentOrders = new ParentOrders({ ...parts, acceptance, isStopping });
  approvals.connect((...order) => submission.submitApproved(...order));
  const guard: Guard = (work) => requests.run(work);
  const complexOrders = new ComplexOrders({ ...parts, parentOrders, cancellation, amendment, guard });
  const heartbeats = new VenueHeartbeats(parts);
  const tradeSessions = new TradeSessions({ ...parts, cancellation, heartbeats, complexOrders });
  const quoteOrders = new QuoteOrders({ ...parts, acceptance, isStopping });
  const quoteBook = new QuoteBook({ ...parts, amendment, cancellation, tradeSessions, quoteOrders });
  const makerProtector = new MakerProtector({ ...parts, quoteBook });
  const quotes = guardQuotes(quoteBook, makerProtector, requests);
  cancellation.connect((caller, subaccounts, reason) => {
    quoteBook.dropWaiting((of) => of.accountId === caller.accountId && subaccounts.has(of.subaccountId));
    return complexOrders.endAll(caller, subaccounts, reason);
  });
  const riskControls = new RiskControls({ ...parts, gateway, complexOrders });
  const fairValues = new FairValueStore(parts);
  const queries = new TradingQueries({ ...parts, riskControls, fairValues });
  gateway.onUnknown((orderId, leg, doubt) => resolver.resolveAnswered(orderId, leg, 'order', doubt));
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
  const accountAdmin = new AccountAdminService({
    store,
    random: deps.random,
    notifications: deps.notifications,
    cancelOrders: (keyId) => {
      quoteBook.dropWaiting((of) => of.keyId === keyId);
      const orders = [...store.state.orders.values()].filter(
        (order) => order.keyId === keyId && isLive(order.status),
      );
      return cancellation.cancelBecause([], orders, 'cancel_all', OPERATOR);
    },
  });
  accountAdmin.onKeyRevoked(() => complexOrders.wakeAll());
  const riskGuards = new RiskGuards({
    ...parts,
    cancellation,
    heartbeats,
    complexOrders: {
      endForGuard: (covers) => {
        quoteBook.dropWaiting(covers);
        return complexOrders.endForGuard(covers);
      },
    },
  });
  const orderActivity = new OrderActivity(parts);
  const orderFeed = new OrderFeed(store);
  const positionFeed = new PositionFeed({
    ...parts,
    markPosition: (position) => queries.markPosition(position),
  });
  const cashLedger = new CashLedger(parts);
  const balanceSheets = new BalanceSheets({ ...parts, cashLedger });
  const balanceFeed = new BalanceFeed({ ...parts, balanceSheets });
  const settlement = new MarketSettlement(parts);
  const pauseGuard = new PauseGuard({ ...parts, cancellation });
  const reduceOnlyGuard = new ReduceOnlyGuard({ ...parts, amendment, cancellation });
  const positionReconciler = new PositionReconciler(parts);
  const externalOrders = new ExternalOrders(parts);
  const positionOperations = new PositionOperations(parts);
  const { automatic = { redeemMin: null, mergeMin: null } } = deps;
  const automaticOperations = new AutomaticOperations({ ...parts, requests, positionOperations, automatic });
  const startupReconciliation = new StartupReconciliation({
    ...parts,
    executionReports,
    resolver,
    cancellation,
    positionReconciler,
    externalOrders,
    balanceSheets,
  });
  return {
    store,
    executionReports,
    resolver,
    cancellation,
    amendment,
    submission,
    approvals,
    complexOrders,
    riskControls,
    riskGuards,
    heartbeats,
    orderActivity,
    venues,
    venueShares,
    tradeSessions,
    quoteBook,
    quotes,
    queries,
    ownership,
    orderFeed,
    positionFeed,
    fairValues,
    balanceTracker,
    balanceFeed,
    balanceSheets,
    settlement,
    pauseGuard,
    reduceOnlyGuard,
    positionReconciler,
    externalOrders,
    positionOperations,
    automaticOperations,
    startupReconciliation,
    accountAdmin,
    suspension,
    requests,
    forbiddenCalls: new ForbiddenCallCounter(parts),
    log: deps.log,
    preview: (caller: Caller, body: unknown) => previewOrder(caller, body, parts),
    findClosingTerms: (caller: Caller, request: CloseRequest) => findClosingTerms(caller, request, parts),
    agentUsed: (keyId: KeyId) => findAgentUsed(keyId, parts),
    keyLimits: (keyId: KeyId) => findKeyLimitUsage(keyId, parts),
  };
}

/** The calls for quotes; each that writes runs through `requests`. */
function guardQuotes(
  quoteBook: QuoteBook,
  makerProtector: MakerProtector,
  requests: RequestRunner,
): QuoteService {
  return {
    put: (...call) => requests.run(() => quoteBook.put(...call)),
    list: (...call) => quoteBook.list(...call),
    pull: (...call) => requests.run(() => quoteBook.pull(...call), { reducesRisk: true }),
    countChanges: (...call) => quoteBook.countChanges(...call),
    protection: (...call) => makerProtector.get(...call),
    setProtection: (...call) => requests.run(() => makerProtector.set(...call)),
    resetProtection: (...call) => requests.run(() => makerProtector.reset(...call)),
  };
}
