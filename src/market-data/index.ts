export { createMarketDataService, type MarketDataService, type MarketVenue } from './market-data-service.ts';
export {
  type AggregatedBook,
  type AggregatedLevel,
  CANDLE_INTERVALS,
  type GenericEvent,
  type MarketData,
  type MarketEvent,
  type MarketStats,
  type PricePoint,
  type Print,
  type SourcedCandle,
  type VenueHealthState,
  type VenueHistory,
  type VenueState,
} from './market-data-types.ts';
export type {
  FindOwnQtys,
  Opportunities,
  Opportunity,
  OpportunityChange,
  OpportunityLeg,
} from './opportunities/opportunity-types.ts';
export { openSharedIdStore } from './shared-id-store.ts';
