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
export type {
  ExternalVenue,
  FillSettlement,
  OpenOrder,
  OperationOutcome,
  OperationSeal,
  OrderObstacle,
  OrderReport,
  PublicRecords,
  StreamedOrder,
  UnknownOutcome,
  Unsent,
  Venue,
  VenueAmend,
  VenueAnomaly,
  VenueAsset,
  VenueBalance,
  VenueBookUpdate,
  VenueBudget,
  VenueCandle,
  VenueCandleMinutes,
  VenueCandleQuery,
  VenueCapabilities,
  VenueCheck,
  VenueCloseReason,
  VenueFill,
  VenueHealth,
  VenueListener,
  VenueOperation,
  VenueOperations,
  VenueOrder,
  VenueOrderStatus,
  VenueOutcome,
  VenuePosition,
  VenueQuery,
  VenueRefusal,
  VenueStats,
  VenueTokenCash,
  VenueTrade,
} from './venue.ts';
export type { WebhookAnswer, WebhookSender } from './webhook-sender.ts';
