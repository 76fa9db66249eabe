export { CancelBatcher } from './cancel-batcher.ts';
export { DecimalCache } from './decimal-cache.ts';
export { FrameReader } from './frame-reader.ts';
export {
  type ListPage,
  type ListResult,
  type PagedList,
  type PagesEnd,
  type PageVerdict,
  readList,
  readPages,
  type Unread,
} from './paged-list.ts';
export { parseRetryAfter } from './retry-after.ts';
export { TradeGaps } from './trade-gaps.ts';
export { placeTrialOrder, type TrialOrderDeps } from './trial-order.ts';
export { UnknownFields } from './unknown-fields.ts';
export { stated, toAssumptionChecks, unstated, type VenueAssumption } from './venue-assumptions.ts';
export { ANSWER_BYTES, parseAnswer } from './venue-json.ts';
export { WsConnection } from './ws-connection.ts';
