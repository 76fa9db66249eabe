import {
  decimal,
  dollars,
  filled,
  flag,
  integer,
  maybe,
  milliseconds,
  number,
  object,
  oneOf,
  seconds,
  signed,
  text,
  type ValueOf,
} from './shape.ts';
import { bookSide, LEVELS } from './wire.ts';

/** Messages over the WebSocket, the `msg` of each frame. Times are milliseconds or, in lifecycles, seconds. */

const outcomeSide = oneOf('yes', 'no');

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

export const STREAM_TRADE = object(
  {
    trade_id: filled,
    market_ticker: filled,
    yes_price_dollars: decimal,
    count_fp: decimal,
    taker_book_side: maybe(bookSide),
    taker_outcome_side: maybe(outcomeSide),
    taker_side: maybe(outcomeSide),
    is_block_trade: maybe(flag),
    ts_ms: milliseconds,
  },
  ['no_price_dollars', 'ts', 'market_id'],
);

export const STREAM_FILL = object(
  {
    trade_id: filled,
    order_id: filled,
    client_order_id: maybe(text),
    market_ticker: filled,
    is_taker: flag,
    book_side: maybe(bookSide),
    outcome_side: maybe(outcomeSide),
    yes_price_dollars: decimal,
    count_fp: decimal,
    fee_cost: dollars,
    ts_ms: maybe(milliseconds),
    ts: maybe(integer),
  },
  'exchange_index side action purchased_side post_position_fp subaccount no_price_dollars market_id'.split(
    ' ',
  ),
);

export const STREAM_ORDER = object(
  {
    order_id: filled,
    client_order_id: maybe(text),
    ticker: filled,
    exchange_index: maybe(integer),
    status: oneOf('resting', 'canceled', 'executed'),
    book_side: maybe(bookSide),
    outcome_side: maybe(outcomeSide),
    yes_price_dollars: decimal,
    initial_count_fp: decimal,
    fill_count_fp: decimal,
    remaining_count_fp: decimal,
    created_ts_ms: maybe(milliseconds),
    last_updated_ts_ms: maybe(milliseconds),
    expiration_ts_ms: maybe(milliseconds),
    last_update_reason: maybe(text),
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
