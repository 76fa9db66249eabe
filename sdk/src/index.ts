/** The TypeScript client of the Crossbook trading API. */
export { type ClientSettings, Crossbook, type CrossbookOptions, type KeyFileSettings } from './client.ts';
export {
  ApiError,
  ConflictError,
  ConnectionError,
  CrossbookError,
  type ErrorCode,
  ForbiddenError,
  NotFoundError,
  OutcomeUnknownError,
  RateLimitedError,
  type ReconcileOptions,
  StreamError,
  TimeoutError,
  UnauthorizedError,
  ValidationError,
} from './errors.ts';
export type { Fetch, FetchAnswer, FetchInit } from './http.ts';
export type * from './inputs.ts';
export { ORDER_REASON_LABELS } from './order-reasons.ts';
export type { Page } from './pages.ts';
export type { SigningKey } from './signature.ts';
export type { Gap } from './streams/feed.ts';
export type * from './streams/frames.ts';
export type { OrderbooksOptions } from './streams/orderbooks.ts';
export type { Stream, StreamOptions } from './streams/stream.ts';
export type { Streams } from './streams/streams.ts';
export type { SubaccountStreamOptions } from './streams/subaccounts.ts';
export type { RequestOptions, TradeOptions, TradeSession } from './streams/trade.ts';
export type { TradePrintOptions } from './streams/tradeprints.ts';
export type { WebSocketConstructor, WebSocketLike } from './streams/websocket.ts';
export type { CallOptions } from './transport.ts';
export type * from './types.ts';
