import {
  decimal,
  filled,
  maybe,
  milliseconds,
  number,
  object,
  seconds,
  signed,
  text,
  type ValueOf,
} from './kalshi-decoder.ts';
import { FILL_FIELDS, LEVELS, ORDER_FIELDS, outcomeSide, TRADE_FIELDS } from './kalshi-messages.ts';

/** Messages over the WebSocket, the `msg` of each frame. Times are milliseconds or, in lifecycles, seconds. */

export const BOOK_SNAPSHOT = object(
  { market_ticker: filled, yes_dollars_fp: LEVELS, no_dollars_fp: LEVELS },
  ['market_id'],
);

export const BOOK_DELTA = object(
  {
    market_ticker: filled,
    price_dollars: decimal,
    delta_fp: signed,
    side: outcomeSide,
    ts_ms: maybe(milliseconds),
  },
  ['market_id', 'ts', 'client_order_id', 'subaccount'],
);

export const STREAM_TRADE = object({ ...TRADE_FIELDS, market_ticker: filled, ts_ms: milliseconds }, [
  'no_price_dollars',
  'ts',
  'market_id',
]);

export const STREAM_FILL = object(
  {
    ...FILL_FIELDS,
    client_order_id: maybe(text),
    market_ticker: filled,
    ts_ms: maybe(milliseconds),
  },
  'exchange_index side action purchased_side post_position_fp subaccount no_price_dollars market_id'.split(
    ' ',
  ),
);

export const STREAM_ORDER = object(
  {
    ...ORDER_FIELDS,
    created_ts_ms: maybe(milliseconds),
    last_updated_ts_ms: maybe(milliseconds),
    expiration_ts_ms: maybe(milliseconds),
  },
  (
    'user_id side is_yes taker_fill_cost_dollars maker_fill_cost_dollars taker_fees_dollars ' +
    'maker_fees_dollars self_trade_prevention_type created_time order_group_id subaccount_number ' +
    'last_update_time'
  ).split(' '),
);
export type StreamOrder = ValueOf<typeof STREAM_ORDER>;

export const LIFECYCLE = object(
  {
    event_type: text,
    market_ticker: filled,
    close_ts: maybe(seconds),
  },
  (
    'exchange_index open_ts additional_metadata price_level_structure price_ranges is_deactivated result ' +
    'settlement_value determination_ts settled_ts strike_type floor_strike cap_strike custom_strike ' +
    'yes_sub_title event_ticker'
  ).split(' '),
);

export const EVENT_FEE = object({
  event_ticker: filled,
  fee_type_override: maybe(text),
  fee_multiplier_override: maybe(number),
});
