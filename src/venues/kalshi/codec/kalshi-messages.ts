import {
  boolean,
  type Decoder,
  INVALID,
  id,
  identifier,
  integer,
  json,
  listOf,
  milliseconds,
  money,
  number,
  object,
  oneOf,
  optional,
  pair,
  price,
  qty,
  signedDecimal,
  text,
  time,
  tolerated,
  type ValueOf,
  type VenueOrderId,
} from '#contract';

/** Shapes of Kalshi's HTTP answers. Fields that we do not use are listed as ignored, so that a new one is noticed. */

/** Fields that the venue retired in 2026 and that its demo exchange still sends. */
const RETIRED = {
  market: 'liquidity_dollars fractional_trading_enabled response_price_units tick_size',
  position: 'resting_orders_count',
  cancel: ['reduced_by_fp'],
} as const;

const ticker = identifier;
export const bookSide = oneOf('bid', 'ask');
export const outcomeSide = oneOf('yes', 'no');

/** Terms of a market that are kept as the venue spells them, whatever their type. */
const TERM_FIELDS = {
  strike_type: json,
  floor_strike: json,
  cap_strike: json,
  functional_strike: json,
  custom_strike: json,
  occurrence_datetime: json,
};
export const TERM_NAMES = Object.keys(TERM_FIELDS);

const MARKET_STATUS = oneOf(
  'initialized',
  'active',
  'inactive',
  'closed',
  'determined',
  'disputed',
  'amended',
  'finalized',
);
/** A new word is reported. The market is read all the same, so that it does not stay what it was before. */
const marketStatus: Decoder<ValueOf<typeof MARKET_STATUS> | 'unknown'> = {
  expects: MARKET_STATUS.expects,
  read: (value, path, onIssue) => {
    const found = MARKET_STATUS.read(value, path, onIssue);
    return found === INVALID ? 'unknown' : found;
  },
};

const MARKET_FIELDS = {
  ticker,
  event_ticker: identifier,
  market_type: optional(oneOf('binary', 'scalar')),
  title: optional(text),
  yes_sub_title: optional(text),
  status: marketStatus,
  open_time: optional(time),
  close_time: optional(time),
  updated_time: optional(time),
  fee_waiver_expiration_time: optional(time),
  result: optional(text), // an unknown result pays nothing that we know, so the market stays CLOSED
  settlement_value_dollars: optional(price),
  rules_primary: optional(text),
  rules_secondary: optional(text),
  ...TERM_FIELDS,
  price_ranges: listOf(object({ start: price, end: price, step: price })),
  exchange_index: optional(integer),
};
const UNREAD_MARKET_FIELDS = (
  'subtitle no_sub_title created_time expected_expiration_time latest_expiration_time expiration_time ' +
  'settlement_timer_seconds yes_bid_dollars yes_bid_size_fp yes_ask_dollars yes_ask_size_fp no_bid_dollars ' +
  'no_ask_dollars no_bid_size_fp no_ask_size_fp last_price_dollars previous_yes_bid_dollars ' +
  'previous_yes_ask_dollars previous_price_dollars volume_fp volume_24h_fp open_interest_fp ' +
  'notional_value_dollars expiration_value can_close_early price_level_structure settlement_ts ' +
  'early_close_condition mve_collection_ticker mve_selected_legs primary_participant_key is_provisional ' +
  RETIRED.market
).split(' ');

export const MARKET = object(MARKET_FIELDS, UNREAD_MARKET_FIELDS);
export type WireMarket = ValueOf<typeof MARKET>;

/** The figures in a market's record. */
export const MARKET_FIGURES = object(
  {
    ticker,
    last_price_dollars: tolerated(price),
    volume_24h_fp: tolerated(qty),
    open_interest_fp: tolerated(qty),
  },
  [...Object.keys(MARKET_FIELDS), ...UNREAD_MARKET_FIELDS],
);
export type WireFigures = ValueOf<typeof MARKET_FIGURES>;

/** Prices are null or absent in a period without a trade. */
export const CANDLE = object(
  {
    end_period_ts: integer,
    price: object(
      {
        open_dollars: optional(price),
        high_dollars: optional(price),
        low_dollars: optional(price),
        close_dollars: optional(price),
      },
      ['mean_dollars', 'previous_dollars', 'min_dollars', 'max_dollars'],
    ),
    volume_fp: qty,
  },
  ['yes_bid', 'yes_ask', 'open_interest_fp'],
);
export const CANDLES = object({ candlesticks: listOf(CANDLE) }, ['ticker']);
export type WireCandle = ValueOf<typeof CANDLE>;

export const SERIES = object(
  { ticker, title: optional(text), category: optional(text), fee_type: text, fee_multiplier: number },
  (
    'frequency categories tags settlement_sources contract_url contract_terms_url additional_prohibitions ' +
    'product_metadata last_updated_ts exchange_index volume_fp'
  ).split(' '),
);
export type WireSeries = ValueOf<typeof SERIES>;

/** New fees of a series, from `scheduled_ts` on. By default the venue lists only changes to come (October 2026). */
export const FEE_CHANGE = object(
  { series_ticker: ticker, fee_type: text, fee_multiplier: number, scheduled_ts: time },
  ['id'],
);
export type WireFeeChange = ValueOf<typeof FEE_CHANGE>;

export const EVENT = object(
  {
    event_ticker: identifier,
    series_ticker: identifier,
    title: optional(text),
    sub_title: optional(text),
    category: optional(text),
    mutually_exclusive: optional(boolean),
    collateral_return_type: optional(text),
    fee_type_override: optional(text),
    fee_multiplier_override: optional(number),
  },
  'strike_date strike_period settlement_sources product_metadata last_updated_ts exchange_index markets'.split(
    ' ',
  ),
);
export type WireEvent = ValueOf<typeof EVENT>;

/** Order fields that HTTP answers and stream messages share; their time fields differ. */
export const ORDER_FIELDS = {
  order_id: id<VenueOrderId>(),
  client_order_id: optional(text),
  ticker,
  exchange_index: optional(integer),
  book_side: optional(bookSide),
  outcome_side: optional(outcomeSide),
  status: oneOf('resting', 'canceled', 'executed'),
  yes_price_dollars: price,
  initial_count_fp: qty,
  fill_count_fp: qty,
  remaining_count_fp: qty,
  last_update_reason: optional(text),
};

export const ORDER = object(
  {
    ...ORDER_FIELDS,
    created_time: optional(time),
    last_update_time: optional(time),
    expiration_time: optional(time),
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
  order_id: id<VenueOrderId>(),
  book_side: optional(bookSide),
  outcome_side: optional(outcomeSide),
  count_fp: qty,
  yes_price_dollars: price,
  is_taker: boolean,
  fee_cost: money,
  ts: optional(integer),
};

export const FILL = object(
  {
    ...FILL_FIELDS,
    fee_cost: optional(money), // a fill without its fee must still count; the stream's waits for the list
    fill_id: optional(identifier),
    ticker: optional(text),
    market_ticker: optional(text),
    created_time: optional(time),
  },
  'exchange_index side action no_price_dollars subaccount_number purchased_side'.split(' '),
);

export const ACK = object(
  {
    order_id: id<VenueOrderId>(),
    client_order_id: optional(text),
    fill_count: qty,
    remaining_count: qty,
    ts_ms: optional(milliseconds),
  },
  ['average_fill_price', 'average_fee_paid'],
);

export const AMEND_ACK = object(
  {
    order_id: id<VenueOrderId>(),
    client_order_id: optional(text),
    fill_count: optional(qty),
    remaining_count: optional(qty),
    ts_ms: optional(milliseconds),
  },
  ['average_fill_price', 'average_fee_paid'],
);

export const CANCEL_ACK = object(
  {
    order_id: id<VenueOrderId>(),
    client_order_id: optional(text),
    reduced_by: qty,
    ts_ms: optional(milliseconds),
  },
  RETIRED.cancel,
);

/** One entry of the answer to a batch of cancels; null if it cannot be read. */
const BATCH_CANCEL_ENTRY = tolerated(
  object({
    order_id: id<VenueOrderId>(),
    reduced_by: optional(qty),
    ts_ms: optional(milliseconds),
    error: optional(object({ code: optional(text), message: optional(text), details: optional(text) })),
  }),
);
export const BATCH_CANCEL_ACK = object({ orders: listOf(BATCH_CANCEL_ENTRY) });

/** Fields of a public trade that both share. */
export const TRADE_FIELDS = {
  trade_id: identifier,
  count_fp: qty,
  yes_price_dollars: price,
  taker_book_side: optional(bookSide),
  taker_outcome_side: optional(outcomeSide),
  taker_side: optional(outcomeSide),
  is_block_trade: optional(boolean),
};

export const TRADE = object({ ...TRADE_FIELDS, ticker, created_time: time }, ['no_price_dollars']);

export const POSITION = object(
  { ticker, position_fp: signedDecimal, market_exposure_dollars: tolerated(signedDecimal) },
  (
    'exchange_index total_traded_dollars realized_pnl_dollars fees_paid_dollars ' +
    `last_updated_ts ${RETIRED.position}`
  ).split(' '),
);

/** A settled position. What it paid follows from the result of its market. */
export const SETTLEMENT = object(
  { ticker },
  (
    'exchange_index event_ticker market_result yes_count_fp yes_total_cost_dollars no_count_fp ' +
    'no_total_cost_dollars revenue settled_time fee_cost value subaccount_number'
  ).split(' '),
);

export const STATUS = object(
  {
    exchange_active: boolean,
    trading_active: boolean,
    exchange_index_statuses: optional(
      listOf(
        object(
          {
            exchange_index: integer,
            description: optional(text),
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
const grant = object({ level: optional(text), expires_ts: optional(integer) }, [
  'exchange_instance',
  'source',
]);
export const LIMITS = object({
  usage_tier: optional(text),
  read: bucket,
  write: bucket,
  grants: optional(listOf(grant)),
});

export const COSTS = object({
  default_cost: integer,
  endpoint_costs: listOf(object({ method: text, path: text, cost: integer })),
});

export const BALANCE = object(
  {
    balance_dollars: optional(text),
    balance_breakdown: optional(listOf(object({ exchange_index: integer, balance: text }))),
  },
  ['balance', 'portfolio_value', 'updated_ts'],
);

export const LEVELS = optional(listOf(pair(price, qty)));
const SIDES = object({ yes_dollars: LEVELS, no_dollars: LEVELS });
export const BOOKS = object({ orderbooks: listOf(object({ ticker, orderbook_fp: SIDES })) });
