import type { TSchema } from 'typebox';
import { AggregatedBookSchema, BookSchema } from './book.ts';
import { GenericAssetSchema, InstrumentSchema, SearchPageSchema } from './instrument.ts';
import { CandleSchema, PricePointSchema, StatsSchema, TradeSchema, VenueSchema, VenueHealthSchema } from './marketdata.ts';
import {
  MatchComparisonSchema,
  MatchDecisionSchema,
  MatchProposalSchema,
  MatchReviewSchema,
  MatchReviewHistorySchema,
} from './matching.ts';
import { AmendmentSchema, BatchEntrySchema, CancelSummarySchema, FillSchema, NewOrderSchema, OrderSchema } from './order.ts';
import { OrderPreviewSchema, OrderReceiptSchema } from './plan.ts';
import { PnlPointSchema, PnlShareSchema } from './pnl.ts';
import { KillSwitchSchema, LimitsSchema, LimitsChangeSchema, PositionSchema, RiskStateSchema } from './risk.ts';
import { AccountSchema, ApiErrorSchema, HealthSchema, ServerTimeSchema, SubaccountSchema } from './service.ts';
import { VenueHealthHistorySchema } from './venue.ts';

/** The schemas that have a name of their own in the published document. */
export const RECORDS: Readonly<Record<string, TSchema>> = {
  InstrumentSchema,
  SearchPageSchema,
  GenericAssetSchema,
  MatchProposalSchema,
  MatchComparisonSchema,
  MatchDecisionSchema,
  MatchReviewSchema,
  MatchReviewHistorySchema,
  BookSchema,
  AggregatedBookSchema,
  TradeSchema,
  StatsSchema,
  CandleSchema,
  PricePointSchema,
  VenueSchema,
  VenueHealthSchema,
  VenueHealthHistorySchema,
  NewOrderSchema,
  AmendmentSchema,
  OrderSchema,
  BatchEntrySchema,
  CancelSummarySchema,
  OrderPreviewSchema,
  OrderReceiptSchema,
  FillSchema,
  PositionSchema,
  PnlPointSchema,
  PnlShareSchema,
  RiskStateSchema,
  LimitsSchema,
  LimitsChangeSchema,
  KillSwitchSchema,
  AccountSchema,
  SubaccountSchema,
  ServerTimeSchema,
  HealthSchema,
  Error: ApiErrorSchema,
};
