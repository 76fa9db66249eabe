import type { TSchema } from 'typebox';
import { ApiErrorSchema } from '../http-errors.ts';
import { HealthSchema, ServerTimeSchema } from '../public-routes.ts';
import type { Route } from '../route.ts';
import { AccountSchema, accountRoutes, SubaccountSchema } from './account-routes.ts';
import { AlertSchema, alertRoutes, NewAlertSchema } from './alert-routes.ts';
import { ApprovalSchema, approvalRoutes, DecisionSchema } from './approval-routes.ts';
import { assetRoutes, GenericAssetSchema } from './asset-routes.ts';
import { BalanceSchema, balanceRoutes } from './balance-routes.ts';
import { BatchEntrySchema, batchRoutes } from './batch-routes.ts';
import { AggregatedBookSchema, BookSchema, bookRoutes } from './book-routes.ts';
import { CancelSummarySchema, cancelAllRoutes } from './cancel-all-routes.ts';
import { complexOrderRoutes } from './complex-order-routes.ts';
import {
  ComplexOrderAmendmentSchema,
  ComplexOrderCancelSummarySchema,
  ComplexOrderPreviewSchema,
  ComplexOrderReceiptSchema,
  ComplexOrderSchema,
  NewComplexOrderSchema,
} from './complex-order-schema.ts';
import { EventSchema, eventRoutes, GenericEventSchema } from './event-routes.ts';
import { FairValuesSchema, fairValueRoutes } from './fair-value-routes.ts';
import { FeeLookupSchema, feeRoutes, VenueFeesSchema } from './fee-routes.ts';
import { FillSchema, fillRoutes } from './fill-routes.ts';
import { GuardChangeSchema, GuardSchema, guardRoutes } from './guard-routes.ts';
import { limitRoutes, RateLimitsSchema } from './limit-routes.ts';
import { mappingRoutes } from './mapping-routes.ts';
import {
  MatchComparisonSchema,
  MatchDecisionSchema,
  MatchProposalSchema,
  MatchReviewHistorySchema,
  MatchReviewSchema,
} from './mapping-schema.ts';
import { InstrumentDetailSchema, InstrumentSchema, marketRoutes, SearchPageSchema } from './market-routes.ts';
import {
  MergeSchema,
  OperationPreviewSchema,
  operationRoutes,
  PositionOperationSchema,
  RedeemSchema,
  SplitSchema,
} from './operation-routes.ts';
import {
  OpportunityCurveSchema,
  OpportunityRecordSchema,
  opportunityHistoryRoutes,
} from './opportunity-history-routes.ts';
import { OpportunitySchema, opportunityRoutes } from './opportunity-routes.ts';
import { OrderPreviewSchema, OrderReceiptSchema } from './order-plan-schema.ts';
import { orderRoutes } from './order-routes.ts';
import { AmendmentSchema, NewOrderSchema, OrderSchema } from './order-schema.ts';
import { PerformanceSchema, performanceRoutes } from './performance-routes.ts';
import { PnlPointSchema, PnlShareSchema, pnlRoutes } from './pnl-routes.ts';
import { PositionSchema, positionRoutes } from './position-routes.ts';
import { ProtectionChangeSchema, ProtectionSchema, protectionRoutes } from './protection-routes.ts';
import { QuotesAnswerSchema, QuotesChangeSchema, QuotesSchema, quoteRoutes } from './quote-routes.ts';
import { RecorderSchema, recorderRoutes } from './recorder-routes.ts';
import { ReplayCommandSchema, ReplaySchema, replayRoutes } from './replay-routes.ts';
import {
  KillSwitchSchema,
  LimitsChangeSchema,
  LimitsSchema,
  RiskStateSchema,
  riskRoutes,
} from './risk-routes.ts';
import { CandleSchema, PricePointSchema, StatsSchema, TradeSchema, tradeRoutes } from './trade-routes.ts';
import { VenueHealthHistorySchema, VenueHealthSchema, VenueSchema, venueRoutes } from './venue-routes.ts';
import {
  NewWebhookSchema,
  WebhookChangeSchema,
  WebhookDeliverySchema,
  WebhookSchema,
  WebhookWithSecretSchema,
  webhookRoutes,
} from './webhook-routes.ts';

/** All signed routes of the API. The server, the OpenAPI document and the reference are generated from them. */
export const routes: readonly Route[] = [
  ...marketRoutes,
  ...eventRoutes,
  ...opportunityRoutes,
  ...opportunityHistoryRoutes,
  ...feeRoutes,
  ...bookRoutes,
  ...tradeRoutes,
  ...venueRoutes,
  ...recorderRoutes,
  ...assetRoutes,
  ...mappingRoutes,
  ...orderRoutes,
  ...batchRoutes,
  ...cancelAllRoutes,
  ...complexOrderRoutes,
  ...quoteRoutes,
  ...fillRoutes,
  ...positionRoutes,
  ...operationRoutes,
  ...balanceRoutes,
  ...fairValueRoutes,
  ...pnlRoutes,
  ...performanceRoutes,
  ...riskRoutes,
  ...guardRoutes,
  ...protectionRoutes,
  ...webhookRoutes,
  ...approvalRoutes,
  ...alertRoutes,
  ...limitRoutes,
  ...accountRoutes,
  ...replayRoutes,
];

/** The named schemas of the OpenAPI document. */
export const RECORDS: Readonly<Record<string, TSchema>> = {
  Instrument: InstrumentSchema,
  InstrumentDetail: InstrumentDetailSchema,
  SearchPage: SearchPageSchema,
  Event: EventSchema,
  GenericEvent: GenericEventSchema,
  Opportunity: OpportunitySchema,
  OpportunityRecord: OpportunityRecordSchema,
  OpportunityCurve: OpportunityCurveSchema,
  GenericAsset: GenericAssetSchema,
  MatchProposal: MatchProposalSchema,
  MatchComparison: MatchComparisonSchema,
  MatchDecision: MatchDecisionSchema,
  MatchReview: MatchReviewSchema,
  MatchReviewHistory: MatchReviewHistorySchema,
  VenueFees: VenueFeesSchema,
  FeeLookup: FeeLookupSchema,
  Book: BookSchema,
  AggregatedBook: AggregatedBookSchema,
  Trade: TradeSchema,
  Stats: StatsSchema,
  Candle: CandleSchema,
  PricePoint: PricePointSchema,
  Venue: VenueSchema,
  VenueHealth: VenueHealthSchema,
  VenueHealthHistory: VenueHealthHistorySchema,
  Recorder: RecorderSchema,
  NewOrder: NewOrderSchema,
  Amendment: AmendmentSchema,
  Order: OrderSchema,
  BatchEntry: BatchEntrySchema,
  CancelSummary: CancelSummarySchema,
  OrderPreview: OrderPreviewSchema,
  OrderReceipt: OrderReceiptSchema,
  NewComplexOrder: NewComplexOrderSchema,
  ComplexOrderAmendment: ComplexOrderAmendmentSchema,
  ComplexOrder: ComplexOrderSchema,
  ComplexOrderPreview: ComplexOrderPreviewSchema,
  ComplexOrderReceipt: ComplexOrderReceiptSchema,
  ComplexOrderCancelSummary: ComplexOrderCancelSummarySchema,
  QuotesChange: QuotesChangeSchema,
  QuotesAnswer: QuotesAnswerSchema,
  Quotes: QuotesSchema,
  Fill: FillSchema,
  Position: PositionSchema,
  PositionOperation: PositionOperationSchema,
  OperationPreview: OperationPreviewSchema,
  Merge: MergeSchema,
  Split: SplitSchema,
  Redeem: RedeemSchema,
  Balance: BalanceSchema,
  FairValues: FairValuesSchema,
  PnlPoint: PnlPointSchema,
  PnlShare: PnlShareSchema,
  Performance: PerformanceSchema,
  RiskState: RiskStateSchema,
  Limits: LimitsSchema,
  LimitsChange: LimitsChangeSchema,
  KillSwitch: KillSwitchSchema,
  RateLimits: RateLimitsSchema,
  Guard: GuardSchema,
  GuardChange: GuardChangeSchema,
  MakerProtection: ProtectionSchema,
  MakerProtectionChange: ProtectionChangeSchema,
  NewAlert: NewAlertSchema,
  Alert: AlertSchema,
  NewWebhook: NewWebhookSchema,
  WebhookChange: WebhookChangeSchema,
  Webhook: WebhookSchema,
  WebhookWithSecret: WebhookWithSecretSchema,
  WebhookDelivery: WebhookDeliverySchema,
  Approval: ApprovalSchema,
  ApprovalDecision: DecisionSchema,
  Account: AccountSchema,
  Subaccount: SubaccountSchema,
  ReplayCommand: ReplayCommandSchema,
  Replay: ReplaySchema,
  ServerTime: ServerTimeSchema,
  Health: HealthSchema,
  Error: ApiErrorSchema,
};
