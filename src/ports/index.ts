export type { ChatMessage, ChatReader } from './chat-reader.ts';
export type {
  DemoCommit,
  DemoCounters,
  DemoFill,
  DemoListing,
  DemoOrder,
  DemoOrderHistory,
  DemoOrderRange,
  DemoState,
  DemoStore,
  DemoTransition,
} from './demo-store.ts';
export type { DigestSigner, SigningRequest } from './digest-signer.ts';
export { type Clock, type Random, type Timer, wait } from './environment.ts';
export {
  ANOMALIES_MAX,
  type FillQuery,
  type InstrumentBinding,
  type Journal,
  JournalFailedError,
  JournalLostError,
  JournalUnavailableError,
  type LedgerSnapshot,
  type OrderQuery,
  type ParentQuery,
  type ReplayStore,
  StoreOpenError,
} from './journal.ts';
export { type JournalOwnership, SOLE_OWNER } from './journal-ownership.ts';
export type { ListingMatcher, OpenMatcher } from './listing-matcher.ts';
export type { MappingSource, Proposal } from './mapping-source.ts';
export type {
  EventPage,
  EventQuery,
  MarketStore,
  PrintQuery,
  SearchHits,
  StoredAsset,
  StoredCandles,
  StoredMarket,
  TimeQuery,
  TradeGap,
  TradePrint,
} from './market-store.ts';
export type { Hedge, Holdings, MarketView, QuotedBook } from './market-view.ts';
export type { MessageChannel, MessageChannels } from './message-channel.ts';
export type { HttpClient, HttpRequest, HttpResult, Network, Socket, SocketListener } from './network.ts';
export type { DeliveryQuery, NotificationChange, NotificationStore } from './notification-store.ts';
export type { OpportunityStore } from './opportunity-store.ts';
export type { PnlChange, PnlQuery, PnlScope, PnlStore } from './pnl-store.ts';
export type { Recorder, RecorderStatus } from './recorder.ts';
export { type ReplayControl, ReplayError, type ReplaySettings, type ReplayStatus } from './replay-control.ts';
export type { SharedIds } from './shared-ids.ts';
export type { Log, MetricLabels, Metrics, TracedRequest, TracedStep, TraceExporter } from './telemetry.ts';
export {
  type ExternalVenue,
  type FillSettlement,
  type OpenOrder,
  type OperationOutcome,
  type OperationSeal,
  type OrderObstacle,
  type OrderReport,
  type PublicRecords,
  type StreamedOrder,
  type UnknownOutcome,
  type Unsent,
  VENUE_ORDER_STATUSES,
  type Venue,
  type VenueAmend,
  type VenueAnomaly,
  type VenueAsset,
  type VenueBalance,
  type VenueBookUpdate,
  type VenueBudget,
  type VenueCandle,
  type VenueCandleMinutes,
  type VenueCandleQuery,
  type VenueCapabilities,
  type VenueCheck,
  type VenueCloseReason,
  type VenueFill,
  type VenueHealth,
  type VenueListener,
  type VenueOperation,
  type VenueOperations,
  type VenueOrder,
  type VenueOrderStatus,
  type VenueOutcome,
  type VenuePosition,
  type VenueQuery,
  type VenueRefusal,
  type VenueStats,
  type VenueTokenCash,
  type VenueTrade,
} from './venue.ts';
export type { WebhookAnswer, WebhookSender } from './webhook-sender.ts';
