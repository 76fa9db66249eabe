import {
  decimal,
  dollars,
  filled,
  flag,
  integer,
  listOf,
  maybe,
  milliseconds,
  number,
  object,
  oneOf,
  pair,
  signed,
  text,
  time,
  type ValueOf,
} from './kalshi-decoder.ts';

/** Answers over HTTP as Kalshi sends them. Only what we use is read; the rest is named, so that news is seen. */

const ticker = filled;
export const bookSide = oneOf('bid', 'ask');
export const outcomeSide = oneOf('yes', 'no');

export const MARKET = object(
  {
    ticker,
    event_ticker: filled,
    market_type: maybe(oneOf('binary', 'scalar')),
    title: maybe(text),
    yes_sub_title: maybe(text),
    status: oneOf(
      'initialized',
      'active',
      'inactive',
      'closed',
      'determined',
      'disputed',
      'amended',
      'finalized',
    ),
    open_time: maybe(time),
    close_time: maybe(time),
    updated_time: maybe(time),
    fee_waiver_expiration_time: maybe(time),
    result: maybe(oneOf('', 'yes', 'no', 'scalar')),
    settlement_value_dollars: maybe(decimal),
    rules_primary: maybe(text),
    price_ranges: listOf(object({ start: decimal, end: decimal, step: decimal })),
    exchange_index: maybe(integer),
  },
  (
    'subtitle no_sub_title created_time expected_expiration_time latest_expiration_time expiration_time ' +
    'settlement_timer_seconds yes_bid_dollars yes_bid_size_fp yes_ask_dollars yes_ask_size_fp no_bid_dollars ' +
    'no_ask_dollars no_bid_size_fp no_ask_size_fp last_price_dollars previous_yes_bid_dollars ' +
    'previous_yes_ask_dollars previous_price_dollars volume_fp volume_24h_fp open_interest_fp ' +
    'notional_value_dollars expiration_value can_close_early strike_type floor_strike cap_strike ' +
    'functional_strike custom_strike rules_secondary price_level_structure settlement_ts occurrence_datetime ' +
    'early_close_condition mve_collection_ticker mve_selected_legs primary_participant_key is_provisional'
  ).split(' '),
);
export type WireMarket = ValueOf<typeof MARKET>;

export const SERIES = object(
  { ticker, title: maybe(text), category: maybe(text), fee_type: text, fee_multiplier: number },
  (
    'frequency categories tags settlement_sources contract_url contract_terms_url additional_prohibitions ' +
    'product_metadata last_updated_ts exchange_index volume_fp'
  ).split(' '),
);
export type WireSeries = ValueOf<typeof SERIES>;

export const EVENT = object(
  {
    event_ticker: filled,
    series_ticker: filled,
    title: maybe(text),
    sub_title: maybe(text),
    category: maybe(text),
    fee_type_override: maybe(text),
    fee_multiplier_override: maybe(number),
  },
  (
    'collateral_return_type mutually_exclusive strike_date strike_period settlement_sources product_metadata ' +
    'last_updated_ts exchange_index markets'
  ).split(' '),
);
export type WireEvent = ValueOf<typeof EVENT>;

/** What answers and messages tell alike of an order; its times they spell each in their own way. */
export const ORDER_FIELDS = {
  order_id: filled,
  client_order_id: maybe(text),
  ticker,
  exchange_index: maybe(integer),
  book_side: maybe(bookSide),
  outcome_side: maybe(outcomeSide),
  status: oneOf('resting', 'canceled', 'executed'),
  yes_price_dollars: decimal,
  initial_count_fp: decimal,
  fill_count_fp: decimal,
  remaining_count_fp: decimal,
  last_update_reason: maybe(text),
};

export const ORDER = object(
  {
    ...ORDER_FIELDS,
    created_time: maybe(time),
    last_update_time: maybe(time),
    expiration_time: maybe(time),
  },
  (
    'user_id side action type no_price_dollars taker_fill_cost_dollars maker_fill_cost_dollars ' +
    'taker_fees_dollars maker_fees_dollars self_trade_prevention_type order_group_id cancel_order_on_pause ' +
    'subaccount_number'
  ).split(' '),
);
export type WireOrder = ValueOf<typeof ORDER>;

/** Likewise of a fill. */
export const FILL_FIELDS = {
  trade_id: filled,
  order_id: filled,
  book_side: maybe(bookSide),
  outcome_side: maybe(outcomeSide),
  count_fp: decimal,
  yes_price_dollars: decimal,
  is_taker: flag,
  fee_cost: dollars,
  ts: maybe(integer),
};

export const FILL = object(
  {
    ...FILL_FIELDS,
    fill_id: maybe(filled),
    ticker: maybe(text),
    market_ticker: maybe(text),
    created_time: maybe(time),
  },
  'exchange_index side action no_price_dollars subaccount_number purchased_side'.split(' '),
);

export const ACK = object(
  {
    order_id: filled,
    client_order_id: maybe(text),
    fill_count: decimal,
    remaining_count: decimal,
    ts_ms: maybe(milliseconds),
  },
  ['average_fill_price', 'average_fee_paid'],
);

export const AMEND_ACK = object(
  {
    order_id: filled,
    client_order_id: maybe(text),
    fill_count: maybe(decimal),
    remaining_count: maybe(decimal),
    ts_ms: maybe(milliseconds),
  },
  ['average_fill_price', 'average_fee_paid'],
);

export const CANCEL_ACK = object({
  order_id: filled,
  client_order_id: maybe(text),
  reduced_by: decimal,
  ts_ms: maybe(milliseconds),
});

/** Likewise of a trade of the public tape. */
export const TRADE_FIELDS = {
  trade_id: filled,
  count_fp: decimal,
  yes_price_dollars: decimal,
  taker_book_side: maybe(bookSide),
  taker_outcome_side: maybe(outcomeSide),
  taker_side: maybe(outcomeSide),
  is_block_trade: maybe(flag),
};

export const TRADE = object({ ...TRADE_FIELDS, ticker, created_time: time }, ['no_price_dollars']);

export const POSITION = object(
  { ticker, position_fp: signed },
  (
    'exchange_index market_exposure_dollars total_traded_dollars realized_pnl_dollars fees_paid_dollars ' +
    'last_updated_ts'
  ).split(' '),
);

export const STATUS = object(
  {
    exchange_active: flag,
    trading_active: flag,
    exchange_index_statuses: maybe(
      listOf(
        object(
          {
            exchange_index: integer,
            description: maybe(text),
            exchange_active: flag,
            trading_active: flag,
          },
          ['intra_exchange_transfers_active', 'exchange_estimated_resume_time'],
        ),
      ),
    ),
  },
  ['intra_exchange_transfers_active', 'exchange_estimated_resume_time'],
);
export type WireStatus = ValueOf<typeof STATUS>;

const bucket = object({ refill_rate: number, bucket_capacity: number });
export const LIMITS = object({ usage_tier: maybe(text), read: bucket, write: bucket }, ['grants']);

export const COSTS = object({
  default_cost: integer,
  endpoint_costs: listOf(object({ method: text, path: text, cost: integer })),
});

export const BALANCE = object(
  {
    balance_dollars: maybe(text),
    balance_breakdown: maybe(listOf(object({ exchange_index: integer, balance: text }))),
  },
  ['balance', 'portfolio_value', 'updated_ts'],
);

export const LEVELS = maybe(listOf(pair(decimal, decimal)));
const SIDES = object({ yes_dollars: LEVELS, no_dollars: LEVELS });
export const BOOKS = object({ orderbooks: listOf(object({ ticker, orderbook_fp: SIDES })) });
