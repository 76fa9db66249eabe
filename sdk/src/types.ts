/**
 * The records of the API, exactly as on the wire: snake_case names, decimal strings, integer counts.
 *
 * `…_at` and `…_time` fields are RFC 3339 UTC with milliseconds; `timestamp` and a candle's `t` are Unix
 * milliseconds. New fields may be added at any time; ignore those you do not know.
 */
import type { MatchProposal, OrderStatus, PnlShare, Trade } from './records.ts';

export type * from './records.ts';
export type * from './scalars.ts';

/** A trade of the global feed; `id` increases strictly across all instruments. */
export type TradePrint = Trade;

export type LiveStatus = Extract<OrderStatus, 'PENDING_SUBMISSION' | 'OPEN' | 'PARTIAL'>;
export type TerminalStatus = Exclude<OrderStatus, LiveStatus>;

/** Whether two listings are the same contract, with a score and every reason for and against. */
export type MatchJudgement = Omit<MatchProposal, 'first' | 'other'>;

export type PnlValues = Omit<PnlShare, 'group'>;

export type CandleInterval = '1m' | '5m' | '15m' | '1h' | '4h' | '1d';
