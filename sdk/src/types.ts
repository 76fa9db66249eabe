/**
 * The records of the API, exactly as they travel: snake_case names, decimal strings, integer counts.
 *
 * `…_at` and `…_time` fields are RFC 3339 UTC with milliseconds; `timestamp` and a candle's `t` are Unix
 * milliseconds. New fields may appear at any time; a client ignores what it does not know.
 */

/** An exact decimal in canonical form, such as `"0.48"`. Kept as text: a float would round money. */
export type Decimal = string;
/** RFC 3339 UTC with milliseconds: `"2026-07-01T12:00:00.000Z"`. */
export type Instant = string;
/** A time as the service reads it: RFC 3339 text or Unix milliseconds. */
export type TimeInput = string | number;

/** `Demo` and the two external venues, whose public names are configuration of the service. */
export type VenueName = 'Demo' | (string & {});
/** An instrument in a path or query: its integer id, or `<Venue>:<native id>`. */
export type InstrumentRef = number | string;
/** An order in a path: `ord_1042`, `1042` or 1042. */
export type OrderRef = string | number;

export type Side = 'BUY' | 'SELL';
export type Outcome = 'YES' | 'NO';
export type OrderType = 'LIMIT' | 'MARKET';
export type Tif = 'GTC' | 'IOC' | 'FOK' | 'GTD';
export type RoutingMode = 'DIRECT' | 'BEST_PRICE' | 'SPLIT';
export type MarketStatus = 'UNOPENED' | 'OPEN' | 'PAUSED' | 'CLOSED' | 'SETTLED';
export type LiveStatus = 'PENDING_SUBMISSION' | 'OPEN' | 'PARTIAL';
export type TerminalStatus = 'FILLED' | 'CANCELLED' | 'REJECTED' | 'EXPIRED';
export type OrderStatus = LiveStatus | TerminalStatus;
export type CandleInterval = '1m' | '5m' | '15m' | '1h' | '4h' | '1d';
export type Permission = 'read' | 'trade' | 'risk';

/** Why an order ended as it did. */
export type OrderReason =
  | 'user_cancel'
  | 'cancel_all'
  | 'risk_cancel_all'
  | 'ioc_remainder'
  | 'fok_unfilled'
  | 'no_liquidity'
  | 'expired'
  | 'market_closed'
  | 'venue_rejected'
  | 'venue_cancelled'
  | 'venue_unavailable'
  | 'kill_switch'
  | 'replace_interrupted'
  | 'fill_voided'
  | (string & {});

/** Prices from `from` to `to` are `from` plus whole steps. */
export interface PriceBand {
  from: Decimal;
  to: Decimal;
  step: Decimal;
}

/** A fill costs rate · qty · (price · (1 − price))^exponent in whole `fill_step`; an order's cash moves in `cash_step`. */
export interface FeeSchedule {
  taker_rate: Decimal;
  maker_rate: Decimal;
  exponent: number;
  fill_step: Decimal;
  fill_rounding: 'up' | 'half_up' | (string & {});
  cash_step: Decimal | null;
}

/** One contract listed on one venue. Prices are between 0 and 1, multiples of `price_tick`. */
export interface Instrument {
  instrument_id: number;
  venue: VenueName;
  venue_instrument_id: string;
  ticker: string;
  slug: string;
  title: string;
  description: string | null;
  category: string;
  status: MarketStatus;
  market_type: 'binary' | (string & {});
  outcomes: Outcome[];
  generic_asset_id: number | null;
  price_tick: Decimal;
  min_price: Decimal;
  max_price: Decimal;
  /** Where the price step differs by price, in YES terms; null: `price_tick` everywhere. */
  price_bands: PriceBand[] | null;
  qty_step: Decimal;
  min_qty: Decimal;
  /** What the venue charges; null: not known, and nothing is routed there by cost. */
  fees: FeeSchedule | null;
  open_time: Instant | null;
  close_time: Instant | null;
  result: Outcome | 'VOID' | null;
  updated_at: Instant;
}

/** One page of a search; `next_cursor` is null on the last one. */
export interface SearchPage {
  items: Instrument[];
  next_cursor: string | null;
}

export interface BookLevel {
  price: Decimal;
  qty: Decimal;
}

/** The book of one instrument in YES terms, best level first on both sides. */
export interface OrderBook {
  instrument_id: number;
  bids: BookLevel[];
  asks: BookLevel[];
  timestamp: number;
  sequence: number;
}

/** A level across venues; the quantities of its `breakdown` add up to `qty`. */
export interface AggregatedLevel extends BookLevel {
  breakdown: { venue: VenueName; instrument_id: number; qty: Decimal }[];
}

/** A member of an aggregated book. Only `live` ones have levels in it and are routed to. */
export interface BookMember {
  venue: VenueName;
  instrument_id: number;
  status: 'live' | 'stale' | 'gapped' | 'crossed' | 'closed' | 'none' | (string & {});
  age_ms: number | null;
  inverted: boolean;
}

export interface AggregatedBook {
  generic_asset_id: number;
  bids: AggregatedLevel[];
  asks: AggregatedLevel[];
  members: BookMember[];
  timestamp: number;
  sequence: number;
}

/** A trade of one instrument as its venue confirmed it: taker side, YES terms. */
export interface Trade {
  id: number;
  instrument_id: number;
  venue: VenueName;
  price: Decimal;
  qty: Decimal;
  side: Side;
  timestamp: number;
}

/** A trade as the global feed tells it; `id` grows strictly over the whole service. */
export type TradePrint = Trade;

/** A figure that is not known is left out, never null. */
export interface MarketStats {
  instrument_id: number;
  volume_24h?: Decimal;
  last_price?: Decimal;
  open_interest?: Decimal;
}

/** `t` is the start of the bucket; `v` is in contracts. */
export interface Candle {
  t: number;
  o: Decimal;
  h: Decimal;
  l: Decimal;
  c: Decimal;
  v: Decimal;
}

export interface PricePoint {
  timestamp: number;
  price: Decimal;
}

export interface Venue {
  name: VenueName;
  status: 'LIVE' | 'DISABLED';
  capabilities: {
    trading: boolean;
    simulated: boolean;
    amend: 'native' | 'replace';
    amend_qty_increase: boolean;
    tif: Tif[];
  };
}

export interface VenueHealth {
  venue: VenueName;
  healthy: boolean;
  latency_ms?: number;
  checked_at: Instant;
  reason: string | null;
}

/** The same contract across venues. `inverted`: the asset's YES is this member's NO. */
export interface GenericAsset {
  generic_asset_id: number;
  title: string;
  description: string | null;
  category: string;
  status: MarketStatus;
  venues: VenueName[];
  members: { venue: VenueName; instrument_id: number; ticker: string; inverted: boolean }[];
}

export interface Routing {
  mode: RoutingMode;
  venues?: VenueName[];
}

/** The child of an order at one venue; `venue_order_id` is null before the venue acknowledged it. */
export interface Leg {
  leg: number;
  venue: VenueName;
  instrument_id: number;
  venue_order_id: string | null;
  status: OrderStatus;
  price: Decimal | null;
  qty: Decimal;
  filled_qty: Decimal;
  avg_fill_price: Decimal | null;
}

/** An order. `price` is null for MARKET; `instrument_id` and `venue` are null for SPLIT. */
export interface Order {
  id: string;
  client_order_id: string | null;
  subaccount_id: string;
  status: OrderStatus;
  instrument_id: number | null;
  generic_asset_id: number | null;
  venue: VenueName | null;
  side: Side;
  outcome: Outcome;
  type: OrderType;
  tif: Tif;
  expires_at: Instant | null;
  price: Decimal | null;
  qty: Decimal;
  filled_qty: Decimal;
  remaining_qty: Decimal;
  avg_fill_price: Decimal | null;
  fees: Decimal;
  routing: Routing;
  legs: Leg[];
  pending_action: 'cancel' | 'amend' | null;
  reason: OrderReason | null;
  created_at: Instant;
  updated_at: Instant;
}

/** A batch item that became an order. */
export interface BatchOrder extends Order {
  index: number;
}

/** A batch item refused before an order existed; told apart from an order by `id: null`. */
export interface BatchRefusal {
  index: number;
  id: null;
  client_order_id: string | null;
  status: 'REJECTED';
  error: string;
  message: string;
  details: Record<string, unknown> | null;
}

/** A member of the asset as a routing decision saw it; `dropped` says why it carries no leg. */
export interface RouteCandidate {
  venue: VenueName;
  instrument_id: number;
  book_sequence: number | null;
  book_age_ms: number | null;
  best_price: Decimal | null;
  dropped: string | null;
}

/** What a leg should come to: `takes_qty` at once at `avg_price`, the rest at its limit; `cost` has the fee. */
export interface LegExpectation {
  takes_qty: Decimal;
  rests_qty: Decimal;
  avg_price: Decimal | null;
  fee: Decimal;
  cost: Decimal;
}

/** A limit (null: none) as it stands, and as it would with the order. */
export interface RiskRoom<Value> {
  max: Value | null;
  value: Value;
  after: Value;
}

/** What an order would do if it were sent now. */
export interface OrderPreview {
  mode: RoutingMode;
  legs: {
    leg: number;
    venue: VenueName;
    instrument_id: number;
    outcome: Outcome;
    price: Decimal | null;
    qty: Decimal;
    expected: LegExpectation | null;
  }[];
  unroutable: string | null;
  unrouted_qty: Decimal;
  candidates: RouteCandidate[];
  totals: { cost: Decimal; fees: Decimal; max_loss: Decimal; payout: Decimal } | null;
  risk: {
    scope: 'subaccount' | 'account';
    max_order_qty: RiskRoom<Decimal>;
    max_position_qty: RiskRoom<Decimal>;
    max_open_orders: RiskRoom<number>;
  }[];
}

/** Why an order went where it went, and all that happened to it. */
export interface OrderReceipt {
  order: Order;
  decision: {
    mode: RoutingMode;
    candidates: RouteCandidate[];
    legs: { leg: number; venue: VenueName; instrument_id: number; expected: LegExpectation }[] | null;
  } | null;
  cost: {
    expected: { cost: Decimal; fees: Decimal } | null;
    realised: { cost: Decimal; fees: Decimal };
  };
  /** Milliseconds from acceptance; null: not yet, or not known. */
  latency_ms: {
    sent: number | null;
    acknowledged: number | null;
    first_fill: number | null;
    done: number | null;
  };
  events: {
    seq: number;
    at: Instant;
    cause: string;
    type: string;
    leg: number | null;
    detail: Record<string, unknown>;
  }[];
  events_truncated: boolean;
}

export type BatchEntry = BatchOrder | BatchRefusal;

/** What a cancel-all did. `pending_order_ids` are cancelled as soon as their venue acknowledges them. */
export interface CancelSummary {
  subaccount_id: string | null;
  cancelled: number;
  cancelled_order_ids: string[];
  pending_order_ids: string[];
  failed: { id: string; error: string; message: string }[];
}

/** A confirmed execution, the source of truth for realized PnL. `order_id` is null for a settlement. */
export interface Fill {
  id: string;
  order_id: string | null;
  client_order_id: string | null;
  subaccount_id: string;
  instrument_id: number;
  venue: VenueName;
  venue_trade_id: string;
  side: Side;
  outcome: Outcome;
  price: Decimal;
  qty: Decimal;
  fee: Decimal;
  liquidity: 'MAKER' | 'TAKER' | 'SETTLEMENT';
  realized_pnl: Decimal;
  timestamp: number;
  /** `PENDING`: the venue could still undo it. `VOID`: it never happened. */
  settlement: 'PENDING' | 'FINAL' | 'VOID';
  /** The fill that this record takes back, so that all records add up. */
  voids: string | null;
}

/** The net holding of one instrument: `BUY`/`YES` when long, `SELL`/`NO` when short; prices in YES terms. */
export interface Position {
  instrument_id: number;
  side: Side;
  qty: Decimal;
  avg_price: Decimal;
  unrealized_pnl: Decimal;
  subaccount_id: string;
  venue: VenueName;
  outcome: Outcome;
  mark_price: Decimal;
  realized_pnl: Decimal;
  updated_at: Instant;
}

/** null means no limit. */
export interface LimitValues {
  max_order_qty: Decimal | null;
  max_position_qty: Decimal | null;
  max_open_orders: number | null;
}

/** `subaccount_id` null is the account level; `updated_at` is null before the first setting. */
export interface RiskLimits extends LimitValues {
  subaccount_id: string | null;
  updated_at: Instant | null;
}

export interface RiskBreach {
  limit: keyof LimitValues;
  scope: 'subaccount' | 'account';
  max: Decimal;
  value: Decimal;
}

export interface RiskState {
  subaccount_id: string;
  breached: boolean;
  breaches: RiskBreach[];
  kill_switch_active: boolean;
  open_orders: number;
  position_qty: Decimal;
  limits: LimitValues;
  account_limits: LimitValues;
  timestamp: number;
}

export interface KillSwitchResult {
  enabled: boolean;
  kill_switch_active: boolean;
  subaccounts: string[];
  updated_at: Instant;
}

/** The account and what this key may do in it. */
export interface Account {
  account_id: string;
  key_id: string;
  permissions: Permission[];
  subaccounts: string[];
  expires_at: Instant | null;
  server_time: number;
}

export interface Subaccount {
  subaccount_id: string;
  name: string;
  status: 'ACTIVE' | (string & {});
  kill_switch_active: boolean;
}

export interface ServerTime {
  timestamp: number;
}

/** `status` is `fail` when the service answers 503. */
export interface Health {
  status: 'ok' | 'fail' | (string & {});
  version: string;
  uptime_s: number;
  /** Whether an order here can be real. */
  profile: 'sandbox' | 'live';
  checks: Record<string, string>;
}
