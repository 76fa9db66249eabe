import {
  identifier,
  milliseconds,
  number,
  object,
  oneOf,
  optional,
  type Price,
  parseSignedDecimal,
  price,
  seconds,
  signedDecimal,
  type TimestampMs,
  text,
  type ValueOf,
} from '#contract';
import { DecimalCache } from '#venues/shared';
import { FILL_FIELDS, LEVELS, ORDER_FIELDS, outcomeSide, TRADE_FIELDS } from './kalshi-messages.ts';

/** Shapes of the `msg` of WebSocket frames. Times are milliseconds; lifecycle frames have seconds. */

export const BOOK_SNAPSHOT = object(
  { market_ticker: identifier, yes_dollars_fp: LEVELS, no_dollars_fp: LEVELS },
  ['market_id'],
);

export const BOOK_DELTA = object(
  {
    market_ticker: identifier,
    price_dollars: price,
    delta_fp: signedDecimal,
    side: outcomeSide,
    ts_ms: optional(milliseconds),
  },
  ['market_id', 'ts', 'client_order_id', 'subaccount'],
);

export const STREAM_TRADE = object({ ...TRADE_FIELDS, market_ticker: identifier, ts_ms: milliseconds }, [
  'no_price_dollars',
  'ts',
  'market_id',
]);

export const STREAM_FILL = object(
  {
    ...FILL_FIELDS,
    client_order_id: optional(text),
    market_ticker: identifier,
    ts_ms: optional(milliseconds),
  },
  'exchange_index side action purchased_side post_position_fp subaccount no_price_dollars market_id'.split(
    ' ',
  ),
);

export const STREAM_ORDER = object(
  {
    ...ORDER_FIELDS,
    status: oneOf('resting', 'canceled', 'executed', 'unknown'),
    created_ts_ms: optional(milliseconds),
    last_updated_ts_ms: optional(milliseconds),
    expiration_ts_ms: optional(milliseconds),
  },
  (
    'user_id side is_yes taker_fill_cost_dollars maker_fill_cost_dollars taker_fees_dollars ' +
    'maker_fees_dollars self_trade_prevention_type created_time order_group_id subaccount_number ' +
    'last_update_time expiration_time'
  ).split(' '),
);
type AnyStreamOrder = ValueOf<typeof STREAM_ORDER>;
/** One that says what state the order has. */
export type StreamOrder = AnyStreamOrder & {
  readonly status: Exclude<AnyStreamOrder['status'], 'unknown'>;
};
export const hasState = (order: AnyStreamOrder): order is StreamOrder => order.status !== 'unknown';

export const LIFECYCLE = object(
  {
    event_type: text,
    market_ticker: identifier,
    close_ts: optional(seconds),
  },
  (
    'exchange_index open_ts additional_metadata price_level_structure price_ranges is_deactivated result ' +
    'settlement_value determination_ts settled_ts strike_type floor_strike cap_strike custom_strike ' +
    'yes_sub_title event_ticker'
  ).split(' '),
);

export const EVENT_FEE = object({
  event_ticker: identifier,
  fee_type_override: optional(text),
  fee_multiplier_override: optional(number),
});

export type BookDelta = ValueOf<typeof BOOK_DELTA>;

/** Decodes book deltas, which arrive thousands of times a second, faster than `BOOK_DELTA` and without notes. */
export class DeltaDecoder {
  readonly #decimals = new DecimalCache(parseSignedDecimal);

  /** Null for an unusual message, which `BOOK_DELTA` must decode. */
  decode(msg: unknown): BookDelta | null {
    if (typeof msg !== 'object' || msg === null) return null;
    const { market_ticker, price_dollars, delta_fp, side, ts_ms } = msg as Readonly<Record<string, unknown>>;
    if (typeof market_ticker !== 'string' || typeof price_dollars !== 'string') return null;
    if (typeof delta_fp !== 'string' || typeof ts_ms !== 'number') return null;
    if (side !== 'yes' && side !== 'no') return null;
    const units = this.#decimals.parse(price_dollars);
    const change = this.#decimals.parse(delta_fp);
    if (units === null || change === null || units < 0n) return null;
    return {
      market_ticker,
      price_dollars: units as Price,
      delta_fp: change,
      side,
      ts_ms: ts_ms as TimestampMs,
    };
  }
}
