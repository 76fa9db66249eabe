import type { TSchema } from 'typebox';
import { AggregatedBook, Book } from './book.ts';
import { GenericAsset, Instrument, SearchPage } from './instrument.ts';
import { Candle, PricePoint, Stats, Trade, Venue, VenueHealth } from './marketdata.ts';
import {
  MatchComparison,
  MatchDecision,
  MatchProposal,
  MatchReview,
  MatchReviewHistory,
} from './matching.ts';
import { Amendment, BatchEntry, CancelSummary, Fill, NewOrder, Order } from './order.ts';
import { OrderPreview, OrderReceipt } from './plan.ts';
import { PnlPoint, PnlShare } from './pnl.ts';
import { KillSwitch, Limits, LimitsChange, Position, RiskState } from './risk.ts';
import { Account, ApiError, Health, ServerTime, Subaccount } from './service.ts';
import { VenueHealthHistory } from './venue.ts';

/** The schemas that have a name of their own in the published document. */
export const RECORDS: Readonly<Record<string, TSchema>> = {
  Instrument,
  SearchPage,
  GenericAsset,
  MatchProposal,
  MatchComparison,
  MatchDecision,
  MatchReview,
  MatchReviewHistory,
  Book,
  AggregatedBook,
  Trade,
  Stats,
  Candle,
  PricePoint,
  Venue,
  VenueHealth,
  VenueHealthHistory,
  NewOrder,
  Amendment,
  Order,
  BatchEntry,
  CancelSummary,
  OrderPreview,
  OrderReceipt,
  Fill,
  Position,
  PnlPoint,
  PnlShare,
  RiskState,
  Limits,
  LimitsChange,
  KillSwitch,
  Account,
  Subaccount,
  ServerTime,
  Health,
  Error: ApiError,
};
