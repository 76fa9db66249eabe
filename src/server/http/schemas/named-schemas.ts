import type { TSchema } from 'typebox';
import { AggregatedBookSchema, BookSchema } from '../routes/book-routes.ts';
import { PnlPointSchema, PnlShareSchema } from '../routes/pnl-routes.ts';
import { GenericAssetSchema, InstrumentSchema, SearchPageSchema } from './instrument-schema.ts';
import {
  MatchComparisonSchema,
  MatchDecisionSchema,
  MatchProposalSchema,
  MatchReviewHistorySchema,
  MatchReviewSchema,
} from './mapping-schema.ts';
import {
  CandleSchema,
  PricePointSchema,
  StatsSchema,
  TradeSchema,
  VenueHealthHistorySchema,
  VenueHealthSchema,
  VenueSchema,
} from './market-data-schema.ts';
import { OrderPreviewSchema, OrderReceiptSchema } from './order-plan-schema.ts';
import {
  AmendmentSchema,
  BatchEntrySchema,
  CancelSummarySchema,
  FillSchema,
  NewOrderSchema,
  OrderSchema,
} from './order-schema.ts';
import {
  KillSwitchSchema,
  LimitsChangeSchema,
  LimitsSchema,
  PositionSchema,
  RiskStateSchema,
} from './risk-schema.ts';
import {
  AccountSchema,
  ApiErrorSchema,
  HealthSchema,
  ServerTimeSchema,
  SubaccountSchema,
} from './service-schema.ts';

/** The named schemas of the OpenAPI document. */
export const RECORDS: Readonly<Record<string, TSchema>> = {
  Instrument: InstrumentSchema,
  SearchPage: SearchPageSchema,
  GenericAsset: GenericAssetSchema,
  MatchProposal: MatchProposalSchema,
  MatchComparison: MatchComparisonSchema,
  MatchDecision: MatchDecisionSchema,
  MatchReview: MatchReviewSchema,
  MatchReviewHistory: MatchReviewHistorySchema,
  Book: BookSchema,
  AggregatedBook: AggregatedBookSchema,
  Trade: TradeSchema,
  Stats: StatsSchema,
  Candle: CandleSchema,
  PricePoint: PricePointSchema,
  Venue: VenueSchema,
  VenueHealth: VenueHealthSchema,
  VenueHealthHistory: VenueHealthHistorySchema,
  NewOrder: NewOrderSchema,
  Amendment: AmendmentSchema,
  Order: OrderSchema,
  BatchEntry: BatchEntrySchema,
  CancelSummary: CancelSummarySchema,
  OrderPreview: OrderPreviewSchema,
  OrderReceipt: OrderReceiptSchema,
  Fill: FillSchema,
  Position: PositionSchema,
  PnlPoint: PnlPointSchema,
  PnlShare: PnlShareSchema,
  RiskState: RiskStateSchema,
  Limits: LimitsSchema,
  LimitsChange: LimitsChangeSchema,
  KillSwitch: KillSwitchSchema,
  Account: AccountSchema,
  Subaccount: SubaccountSchema,
  ServerTime: ServerTimeSchema,
  Health: HealthSchema,
  Error: ApiErrorSchema,
};
