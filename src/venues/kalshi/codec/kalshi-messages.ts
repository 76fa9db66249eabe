import {
  boolean,
  decimal,
  dollars,
  identifier,
  integer,
  listOf,
  milliseconds,
  nullable,
  number,
  object,
  oneOf,
  pair,
  signedDecimal,
  text,
  time,
  type ValueOf,
} from './kalshi-decoder.ts';

/** Shapes of Kalshi's HTTP answers. Fields that we do not use are listed as ignored, so that a new one is noticed. */

const ticker = identifier;
export const bookSide = oneOf('bid', 'ask');
export const outcomeSide = oneOf('yes', 'no');

export const MARKET = object(
  {
    ticker,
    event_ticker: identifier,
    market_type: nullable(oneOf('binary', 'scalar')),
    title: nullable(text),
    yes_sub_title: nullable(text),
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
    open_time: nullable(time),
    close_time: nullable(time),
    updated_time: nullable(time),
    fee_waiver_expiration_time: nullable(time),
    result: nullable(oneOf('', 'yes', 'no', 'scalar')),
    settlement_value_dollars: nullable(decimal),
    rules_primary: nullable(text),
    price_ranges: listOf(object({ start: decimal, end: decimal, step: decimal })),
    exchange_index: nullable(integer),
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
  { ticker, title: nullable(text), category: nullable(text), fee_type: text, fee_multiplier: number },
  (
    'frequency categories tags settlement_sources contract_url contract_terms_url additional_prohibitions ' +
    'product_metadata last_updated_ts exchange_index volume_fp'
  ).split(' '),
);
export type WireSeries = ValueOf<typeof SERIES>;

export const EVENT = object(
  {
    event_ticker: identifier,
    series_ticker: identifier,
    title: nullable(text),
    sub_title: nullable(text),
    category: nullable(text),
    fee_type_override: nullable(text),
    fee_multiplier_override: nullable(number),
  },
  (
    'collateral_return_type mutually_exclusive strike_date strike_period settlement_sources product_metadata ' +
    'last_updated_ts exchange_index markets'
  ).split(' '),
);
export type WireEvent = ValueOf<typeof EVENT>;

/** Order fields that HTTP answers and stream messages share; their time fields differ. */
export const ORDER_FIELDS = {
  order_id: identifier,
  client_order_id: nullable(text),
  ticker,
  exchange_index: nullable(integer),
  book_side: nullable(bookSide),
  outcome_side: nullable(outcomeSide),
  status: oneOf('resting', 'canceled', 'executed'),
  yes_price_dollars: decimal,
  initial_count_fp: decimal,
  fill_count_fp: decimal,
  remaining_count_fp: decimal,
  last_update_reason: nullable(text),
};

export const ORDER = object(
  {
    ...ORDER_FIELDS,
    created_time: nullable(time),
    last_update_time: nullable(time),
    expiration_time: nullable(time),
  },
  (
    'user_id side action type no_price_dollars taker_fill_cost_dollars maker_fill_cost_dollars ' +
    'taker_fees_dollars maker_fees_dollars self_trade_prevention_type order_group_id cancel_order_on_pause ' +
    'subaccount_number'
  ).split(' '),
);
export type WireOrder = ValueOf<typeof ORDER>;

/** Fill fields that both share. */
export const FILL_FIELDS = {
  trade_id: identifier,
  order_id: identifier,
  book_side: nullable(bookSide),
  outcome_side: nullable(outcomeSide),
  count_fp: decimal,
  yes_price_dollars: decimal,
  is_taker: boolean,
  fee_cost: dollars,
  ts: nullable(integer),
};

export const FILL = object(
  {
    ...FILL_FIELDS,
    fill_id: nullable(identifier),
    ticker: nullable(text),
    market_ticker: nullable(text),
    created_time: nullable(time),
  },
  'exchange_index side action no_price_dollars subaccount_number purchased_side'.split(' '),
);

export const ACK = object(
  {
    order_id: identifier,
    client_order_id: nullable(text),
    fill_count: decimal,
    remaining_count: decimal,
    ts_ms: nullable(milliseconds),
  },
  ['average_fill_price', 'average_fee_paid'],
);

export const AMEND_ACK = object(
  {
    order_id: identifier,
    client_order_id: nullable(text),
    fill_count: nullable(decimal),
    remaining_count: nullable(decimal),
    ts_ms: nullable(milliseconds),
  },
  ['average_fill_price', 'average_fee_paid'],
);

export const CANCEL_ACK = object({
  order_id: identifier,
  client_order_id: nullable(text),
  reduced_by: decimal,
  ts_ms: nullable(milliseconds),
});

/** Fields of a public trade that both share. */
export const TRADE_FIELDS = {
  trade_id: identifier,
  count_fp: decimal,
  yes_price_dollars: decimal,
  taker_book_side: nullable(bookSide),
  taker_outcome_side: nullable(outcomeSide),
  taker_side: nullable(outcomeSide),
  is_block_trade: nullable(boolean),
};

export const TRADE = object({ ...TRADE_FIELDS, ticker, created_time: time }, ['no_price_dollars']);

export const POSITION = object(
  { ticker, position_fp: signedDecimal },
  (
    'exchange_index market_exposure_dollars total_traded_dollars realized_pnl_dollars fees_paid_dollars ' +
    'last_updated_ts'
  ).split(' '),
);

export const STATUS = object(
  {
    exchange_active: boolean,
    trading_active: boolean,
    exchange_index_statuses: nullable(
      listOf(
        object(
          {
            exchange_index: integer,
            description: nullable(text),
            exchange_active: boolean,
            trading_active: boolean,
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
export const LIMITS = object({ usage_tier: nullable(text), read: bucket, write: bucket }, ['grants']);

export const COSTS = object({
  default_cost: integer,
  endpoint_costs: listOf(object({ method: text, path: text, cost: integer })),
});

export const BALANCE = object(
  {
    balance_dollars: nullable(text),
    balance_breakdown: nullable(listOf(object({ exchange_index: integer, balance: text }))),
  },
  ['balance', 'portfolio_value', 'updated_ts'],
);

export const LEVELS = nullable(listOf(pair(decimal, decimal)));
const SIDES = object({ yes_dollars: LEVELS, no_dollars: LEVELS });
export const BOOKS = object({ orderbooks: listOf(object({ ticker, orderbook_fp: SIDES })) });
