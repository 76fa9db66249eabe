/**
 * The records of the API, exactly as on the wire: snake_case names, decimal strings, integer counts.
 *
 * `…_at` and `…_time` fields are RFC 3339 UTC with milliseconds; `timestamp` and a candle's `t` are Unix
 * milliseconds. New fields may be added at any time; ignore those you do not know.
 */

export type * from './types/common.ts';
export type * from './types/complex-order.ts';
export type * from './types/instrument.ts';
export type * from './types/marketdata.ts';
export type * from './types/matching.ts';
export type * from './types/opportunity.ts';
export type * from './types/order.ts';
export type * from './types/plan.ts';
export type * from './types/pnl.ts';
export type * from './types/quotes.ts';
export type * from './types/risk.ts';
export type * from './types/service.ts';
export type * from './types/venue.ts';
export type * from './types/webhook.ts';
