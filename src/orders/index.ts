export { AckWaiters } from './ack-waiters.ts';
export {
  type AgentUsed,
  checkAgentOrder,
  findAgentUsed,
  findCostToApprove,
  refuseAgentCall,
} from './agent-guard.ts';
export { Amendment } from './amendment.ts';
export { type Balance, BalanceFeed } from './balances/balance-feed.ts';
export { BalanceSheets, type SheetView, toWireLine } from './balances/balance-sheets.ts';
export { BalanceTracker } from './balances/balance-tracker.ts';
export { CashLedger } from './balances/cash-ledger.ts';
export { Cancellation, toCancelEvents } from './cancellation.ts';
export type { CommandContext } from './command-context.ts';
export {
  checkDayLimits,
  checkDayLimitsOfParent,
  checkDayLimitsOfParentAmend,
  type DayLimitUsage,
  findKeyLimitUsage,
} from './day-limits.ts';
export { isKeyEnded, refuseEndedKey } from './ended-keys.ts';
export { ExecutionReportHandler } from './execution-reports.ts';
export { type FairValue, FairValueStore } from './fair-values.ts';
export { JournalSuspension, toFailureRejection, toJournalRejection } from './journal-suspension.ts';
export { KeyedMutex } from './keyed-mutex.ts';
export type { AutomaticMinimums } from './operations/automatic-candidates.ts';
export { AutomaticOperations } from './operations/automatic-operations.ts';
export {
  getOperationNumber,
  type OperationRequest,
  type OperationTerms,
  type PositionOperationService,
} from './operations/operation-types.ts';
export { PositionOperations } from './operations/position-operations.ts';
export { type AcceptDecision, OrderAcceptance } from './order-acceptance.ts';
export { type Activity, OrderActivity } from './order-activity.ts';
export {
  type AdmissionDeps,
  type AdmittedOrder,
  checkAdmission,
  GUARD_FIRED,
  isGuardBlocked,
  isKilledFor,
  KILLED,
  STOPPING,
} from './order-admission.ts';
export { changedOrderIds } from './order-cache.ts';
export { OrderGateway } from './order-gateway.ts';
export { isGranted, Ownership } from './order-ownership.ts';
export { computeOpens, type OrderPreview, previewOrder, previewParsedOrder } from './order-preview.ts';
export { type Receipt, type ReceiptEvent, SubmitTimestamps } from './order-receipt.ts';
export { describeRouting, prefetchInstruments, type RoutingDeps, routeOrder } from './order-routing.ts';
export { createRequestTrace, OrderTraces, type RequestTrace } from './order-traces.ts';
export type {
  BookView,
  ComplexOrderService,
  ComplexOrderStops,
  HedgePreview,
  ParentCancelSummary,
  ParentFilter,
  ParentListQuery,
  ParentPreview,
  ParentReceipt,
  ParentReceiptEvent,
  SubmittedParent,
  WatchedParent,
} from './parent-types.ts';
export { PERFORMANCE_FILLS_MAX, type Performance } from './pnl/performance.ts';
export { createPnl } from './pnl/pnl-query.ts';
export {
  PNL_GROUPS,
  type Pnl,
  type PnlFilter,
  type PnlPoint,
  type PnlRange,
  type PnlShare,
  type PnlValue,
} from './pnl/pnl-types.ts';
export { type CloseRequest, findClosingTerms } from './position-closing.ts';
export { MakerProtector, WINDOW_MS } from './quotes/maker-protector.ts';
export { QuoteBook } from './quotes/quote-book.ts';
export { QuoteOrders } from './quotes/quote-orders.ts';
export {
  type ProtectionState,
  QUOTE_ACTIONS,
  type QuoteAnswer,
  type QuotePut,
  type QuoteService,
  type QuoteSheet,
  type QuoteState,
  type SideAnswer,
  type WantedSide,
} from './quotes/quote-types.ts';
export { RequestRunner } from './request-runner.ts';
export { RiskControls } from './risk-controls.ts';
export { SelfTradeGuard } from './self-trade-guard.ts';
export { StateStore } from './state-store.ts';
export { createHoldings, findCloseQtyMin, findTokens, holdsTokens } from './token-legs.ts';
export { TokenSettlement } from './token-settlement.ts';
export { TradeSessions } from './trade-sessions.ts';
export { paged, readPositionFills, TradingQueries } from './trading-queries.ts';
export type {
  AccessService,
  AccountAdmin,
  AccountFeeds,
  ApprovalService,
  BatchEntry,
  CallJournal,
  CancelSummary,
  GuardRequest,
  GuardState,
  KeyLeft,
  KillSwitchState,
  MarkedPosition,
  NewKey,
  OrderService,
  OwnedWebhook,
  RevokedKey,
  RiskService,
  RiskState,
  SessionService,
  SubaccountState,
  Submitted,
  TradingQueryService,
  TradingService,
} from './trading-service.ts';
export { UnknownOutcomeResolver } from './unknown-outcome-resolver.ts';
export { VenueHeartbeats } from './venue-heartbeats.ts';
export { VenueRegistry } from './venue-registry.ts';
export { VenueShareGuard } from './venue-share-guard.ts';
