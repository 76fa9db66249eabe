export {
  computePairEdge,
  findImbalance,
  findLiveQty,
  findPairDrawableQty,
  findReach,
  isPair,
  NO_PAIR,
} from './complex-orders/pair-sums.ts';
export { NO_CHILDREN } from './complex-orders/parent-projection.ts';
export { listRequested } from './complex-orders/requested-params.ts';
export {
  decodeEvents,
  decodeOrder,
  decodeParent,
  encodeEvents,
  encodeOrder,
  encodeParent,
} from './events/event-codec.ts';
export * as format from './events/event-formats.ts';
export { fees, priceBands } from './events/event-formats.ts';
export {
  type AnomalyRecorded,
  type AnsweredCall,
  CALL_TARGET_MAX,
  type ChangedSetting,
  type ForbiddenCalls,
  findOrderId,
  findParentId,
  type InstrumentBinding,
  type LedgerEntry,
  type LedgerEvent,
  type LedgerRows,
  type LegName,
  type VenueMark,
} from './events/event-schema.ts';
export { type EventMember, matchesEvent } from './events/event-search.ts';
export {
  assetsDiffer,
  computeAssetStatus,
  instrumentsDiffer,
  publishedFieldsDiffer,
  termsDiffer,
} from './events/instrument-diff.ts';
export {
  decimal,
  defaultWhenAbsent,
  type Format,
  integer,
  listOf,
  notional,
  nullable,
  oneOf,
  parseJson,
  readStored,
  record,
  text,
  UnreadableRecordError,
} from './events/record-format.ts';
export { assumeFee, DEAREST_PUBLISHED, pickDearer } from './fees/dearest-fees.ts';
export {
  chargeFill,
  computeFeeRate,
  computeFeeScale,
  computeFillFee,
  computeMatchFees,
  computeOrderFees,
  computeSingleFillFee,
  type FeeSide,
  NO_CHARGES,
  type OrderCharges,
} from './fees/fill-fees.ts';
export {
  type AssetReview,
  computeListingFingerprint,
  FIRST_REVIEW_ID,
  hasFingerprint,
  isStillTrading,
  REVIEW_STATUSES,
  type ReviewedMember,
  type ReviewStatus,
  toGenericAsset,
} from './instruments/asset-review.ts';
export { foldCase, toNameKey, toSearchWords } from './instruments/case-fold.ts';
export { findEventId } from './instruments/event-id.ts';
export {
  findBestMatch,
  findTier,
  type MatchKeys,
  matchesKeys,
  matchesWords,
  SEARCH_START,
  type SearchPosition,
  type SearchRule,
  type Term,
  TIERS,
  type Tier,
  toSearchRule,
  toTextTerms,
  toTitleTerms,
  visitTerms,
} from './instruments/instrument-search.ts';
export { isNear, toNearTerms, toNearWords } from './instruments/near-search.ts';
export { pickVenueTerms, renderVenueTerms } from './instruments/venue-terms.ts';
export {
  CANDLE_INTERVALS,
  type Candle,
  type CandleInterval,
  type CandleRecord,
  INTERVAL_MS,
  mergeCandles,
  rollUpCandles,
  toBucketStart,
  toCandle,
} from './market-data/candles.ts';
export { isLaterTrade, type LastTrade, type Print, toLastTrade } from './market-data/trade-prints.ts';
export { getAddressScope } from './notifications/address-rules.ts';
export {
  ALERT_KINDS,
  type Alert,
  type AlertCondition,
  type AlertId,
  type AlertKind,
  CROSSINGS,
  findConditionIssue,
  fireAlert,
  hasCrossed,
  parseAlertId,
} from './notifications/alert.ts';
export {
  type AlertTarget,
  type Channel,
  type PlainMessage,
  parseChannel,
  toPlainMessage,
} from './notifications/channel.ts';
export { type ChatCommand, parseChatCommand, renderCents } from './notifications/chat-command.ts';
export { getOwner, type JournalNotice, type Subject, toNotices } from './notifications/journal-notices.ts';
export { type LimitShare, nextUsageLevel, type UsageLevel } from './notifications/usage-level.ts';
export {
  ALERT_TYPE,
  DELIVERY_STATUSES,
  type DeliveryId,
  DISABLED_REASONS,
  isSubscribed,
  type MessageType,
  NOTIFICATION_TYPES,
  type Notification,
  type NotificationType,
  parseDeliveryId,
  parseWebhookId,
  TEST_TYPE,
  toDeliveryId,
  WEBHOOK_STATUSES,
  type Webhook,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookId,
} from './notifications/webhook.ts';
export {
  type AddressPolicy,
  applyAttempt,
  getHost,
  mayCall,
  parseWebhookUrl,
  ROTATION_MS,
  replayDelivery,
} from './notifications/webhook-rules.ts';
export { signMessage, toWebhookSecret } from './notifications/webhook-signature.ts';
export { type AggregatedLevel, aggregateBooks, type MemberBook } from './order-books/aggregated-book.ts';
export {
  computeEventSums,
  computeImplied,
  type EventQuote,
  type EventSums,
} from './order-books/event-quotes.ts';
export {
  applyDelta,
  applySnapshot,
  type BookSides,
  type BookState,
  computeBookState,
  computeMid,
  EMPTY_SIDES,
  findPriceAtQty,
  isCrossed,
  LiveOrderBook,
} from './order-books/live-order-book.ts';
export {
  acceptOrder,
  type PlannedOrder,
  toPlannedOrder,
} from './order-state/accept-order.ts';
export { type AmendFields, parseAmend, planAmend } from './order-state/amend-order.ts';
export { decideReport } from './order-state/execution-report/decide-report.ts';
export type {
  LegReport,
  RecordedFill,
  ReportContext,
  ReportDecision,
  ReportedFill,
} from './order-state/execution-report/report-decision.ts';
export { observeArrival } from './order-state/leg-arrival.ts';
export { applyToOrder, termsAfterAmend } from './order-state/order-projection.ts';
export { readBoolean } from './order-state/parse-flags.ts';
export {
  computeOrderFingerprint,
  type ParseOrderRules,
  parseNewOrder,
  parsePositivePrice,
  parsePositiveQty,
  readClientOrderId,
  readExpiry,
  readKey,
  readOutcome,
  readRouting,
  readSubaccountId,
} from './order-state/parse-order.ts';
export { findOtherMarket, findOtherTerms, type ShownTerms } from './order-state/shown-terms.ts';
export { sumAssetNet } from './positions/asset-net.ts';
export {
  addBounds,
  addSheetParts,
  type Bounds,
  type CashRecords,
  compareCash,
  computeOperationBounds,
  computePositionCost,
  computeSheetPart,
  computeTradeCash,
  EMPTY_PART,
  EXACT,
  isWithin,
  mayHave,
  mayMiss,
  NO_CASH_RECORDS,
  SHEET_LINES,
  type SheetLine,
  type SheetPart,
  type Unattributed,
} from './positions/balance-sheet.ts';
export { recomputeWithoutFill, toCompensatingFill } from './positions/fill-reversal.ts';
export {
  addFillToPnl,
  addPnl,
  computeEquity,
  computePnlCurve,
  computePnlValue,
  type PnlKey,
  type PnlPoint,
  type PnlRow,
  type PnlValue,
  replayPnl,
  subtractPnl,
  toMinute,
  toPnlRow,
  toYesFillPrice,
  ZERO_PNL,
} from './positions/pnl-curve.ts';
export {
  applyFill,
  computeAveragePrice,
  markPosition,
  settlePosition,
  sumClosingLosses,
  toSignedQty,
} from './positions/position-accounting.ts';
export { type Slippage, SlippageTotals } from './positions/slippage.ts';
export { computeTokenPayout, toPairCash } from './positions/token-operations.ts';
export {
  type ContractValue,
  PERFORMANCE_GROUPS,
  type PerformanceGroup,
  type TradeFigures,
  TradePerformance,
} from './positions/trade-performance.ts';
export { applyEntry, createLedgerState } from './projections/ledger-projection.ts';
export {
  bindInstruments,
  type LedgerState,
  type TouchedRecords,
  toLedgerRows,
} from './projections/ledger-state.ts';
export {
  compareWithFacts,
  computeShadowResults,
  type InstrumentResult,
  type ModelAndFact,
  type ReportedOrder,
  type ReportedOrders,
  ShadowReportReader,
} from './projections/shadow-report.ts';
export {
  FillWindow,
  freeze,
  isBreached,
  isFrozen,
  type MakerProtection,
  type ProtectionTerms,
  type WindowTotals,
} from './quotes/maker-protection.ts';
export {
  decideQuote,
  type LiveQuote,
  QUOTE_SIDES,
  type QuoteSide,
  type QuoteStep,
  type QuoteTerms,
  type QuoteTolerance,
  reduceByFills,
} from './quotes/quote-step.ts';
export {
  type Coverage,
  CoverageTracker,
  LAKE_COLUMNS,
  LAKE_TABLES,
  type LakeRow,
  type LakeTable,
  mergeCoverage,
  toLakeRows,
} from './recording/lake-tables.ts';
export {
  encodeUpdate,
  type RecordedBook,
  type RecordedPrint,
  type RecordedStatus,
  type RecordedStatusKind,
  type RecordedUpdate,
  type SpoolLine,
} from './recording/recorded-update.ts';
export {
  addRestingOrder,
  applyReplayDelta,
  applyReplayPrint,
  applyReplaySnapshot,
  displayedTouch,
  hasOwnEffect,
  loseBook,
  type Matched,
  NEW_MARKET,
  type ReplayFill,
  type ReplayMarket,
  removeRestingOrder,
  takeableQty,
  takeFromBook,
  visibleBook,
} from './replay/replay-market.ts';
export {
  boundReservedCash,
  type CashClaim,
  computeCashNeeded,
  computeClosableQty,
} from './risk/cash-needed.ts';
export { divideByHolding } from './risk/divide-by-holding.ts';
export {
  cancelsOrder,
  findBlockingGuard,
  findDeadlineAtStart,
  GUARD_SLACK_MS,
  type GuardTerms,
  isRenewalStored,
  liftsBlockOf,
} from './risk/guard-rules.ts';
export {
  computeHeadroom,
  computeLimitUsage,
  type Headroom,
  type LimitHeadroom,
  type LimitUsage,
} from './risk/headroom.ts';
export { parseKillSwitch, parseLimits } from './risk/limit-settings.ts';
export { LiveOrderIndex } from './risk/live-order-index.ts';
export { type OpenClaim, type OpenCosts, sumOpenCosts } from './risk/open-costs.ts';
export { computeReducible, type Excess, findExcess, findReducedPositions } from './risk/reduce-only.ts';
export { type Approved, approveReserved, checkRisk, type RiskRequest } from './risk/risk-check.ts';
export {
  type CrossedLeg,
  countAhead,
  findCrossedLegs,
  findReachedLegs,
  ofAccount,
  type Taker,
} from './risk/self-trade.ts';
export {
  computeMergeable,
  getReducedOutcome,
  getTokenOutcome,
  type Outcomes,
  promisedQty,
  type TokenHolding,
  toFreeQty,
  toOutcomes,
  toSentTerms,
} from './risk/token-holdings.ts';
export {
  computeOpenCost,
  computeSpent,
  type FindFees,
  HOUR_MS,
  listOpenLegs,
  MINUTE_MS,
  type OpenLeg,
  startOfDay,
  startOfNextDay,
  type UsageScope,
} from './risk/trading-usage.ts';
export { estimateDirect, planOrder } from './routing/route-order.ts';
export {
  type CandidateSnapshot,
  isResting,
  type LegEstimate,
  type PlannedLeg,
  type RouteCandidate,
  type RoutingDecision,
  type UnusableReason,
} from './routing/route-types.ts';
export { crossesBook, getBestTakerPrice, getTakeSide, toTakerPrice } from './routing/venue-eligibility.ts';
