export { createRateLimiter, type RateDecision, type RateLimiter } from './auth/auth-rate-limiter.ts';
export {
  type Authenticated,
  type Authenticator,
  createAuthenticator,
  type SignedRequest,
  splitTarget,
} from './auth/authenticator.ts';
export { loadUsedSignatures } from './auth/replay-protection.ts';
export {
  rejectExpectation,
  rejectTunnel,
  renderResponse,
  respondToBrokenRequest,
} from './broken-requests.ts';
export { isForAudit } from './call-audit-rules.ts';
export { ConnectionLimiter, limitConnectionsPerAddress } from './connection-limiter.ts';
export { EventLoopQueue } from './event-loop-queue.ts';
export { toHttpError } from './http-errors.ts';
export { createHttpServer, type HealthReport } from './http-server.ts';
export { LongListLimiter } from './long-lists.ts';
export { findByName } from './named-instruments.ts';
export { openApiDocument } from './openapi/openapi.ts';
export { referencePage } from './openapi/reference-page.ts';
export { BROWSER_HEADERS } from './page-style.ts';
export { type PublicDeps, publicRoutes } from './public-routes.ts';
export { checkHost, isStreamUpgrade } from './request-origin.ts';
export type { HttpDeps, Route, RouteResponse, RouteResult } from './route.ts';
export { checkRouteAccess } from './route-access.ts';
export { renderAlert } from './routes/alert-routes.ts';
export { BalanceSchema, renderBalance } from './routes/balance-routes.ts';
export { AggregatedBookSchema, BookSchema, renderAggregatedBook, renderBook } from './routes/book-routes.ts';
export {
  Count,
  GenericAssetIdSchema,
  InstrumentIdInput,
  InstrumentIdSchema,
  renderOptionalTime,
  SubaccountIdSchema,
  Time,
  TimeBody,
  Timestamp,
} from './routes/common-schema.ts';
export { ComplexOrderSchema, renderComplexOrder } from './routes/complex-order-schema.ts';
export { FillSchema, renderFill } from './routes/fill-routes.ts';
export { isGuardRenewal } from './routes/guard-routes.ts';
export { renderReview } from './routes/mapping-schema.ts';
export { PositionOperationSchema, renderOperation } from './routes/operation-routes.ts';
export {
  type OpportunityFilter,
  OpportunityFilterSchema,
  OpportunitySchema,
  passesFilter,
  readOpportunityFilter,
  renderOpportunity,
} from './routes/opportunity-routes.ts';
export { OrderSchema, renderOrder } from './routes/order-schema.ts';
export { PositionSchema, renderPosition } from './routes/position-routes.ts';
export { routes } from './routes/routes.ts';
export { renderPrint, TradeSchema } from './routes/trade-routes.ts';
export { checkUnknownFields } from './schema-reader.ts';
export { parseJson } from './strict-json.ts';
