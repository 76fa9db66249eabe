/** What a caller sends: the payloads and queries of the API, checked by types as far as possible. */
import type {
  AlertKind,
  CandleInterval,
  ComplexOrderParams,
  ComplexOrderStatus,
  Decimal,
  InstrumentRef,
  LimitValues,
  MarketStatus,
  NewOrderFlags,
  NotificationType,
  OrderStatus,
  Outcome,
  Side,
  TimeInput,
  VenueName,
} from './types.ts';

/** Paging of lists whose body is an array; `limit` is 1..1000. */
export interface Paging {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** Every word of `q` must occur in title, description or ticker. `limit` is 1..200. */
export interface SearchQuery extends Paging {
  q?: string | undefined;
  venue?: VenueName | undefined;
  status?: MarketStatus | undefined;
  category?: string | undefined;
  event_id?: string | undefined;
  series?: string | undefined;
  /** `near`: when nothing matches exactly, words of a title that differ by one edit. Default: `exact`. */
  spelling?: 'exact' | 'near' | undefined;
}

export interface MarketListQuery extends Paging {
  q?: string | undefined;
  venue?: VenueName | undefined;
  event_id?: string | undefined;
  series?: string | undefined;
}

/** Every word of `q` must occur in the title, series or id of the event, or in a title of its instruments. */
export interface EventQuery extends Paging {
  q?: string | undefined;
  venue?: VenueName | undefined;
  status?: MarketStatus | undefined;
  series?: string | undefined;
}

export interface GenericEventQuery extends Paging {
  q?: string | undefined;
  venue?: VenueName | undefined;
}

export interface OpportunityFilter {
  /** Smallest `edge_per_set`. */
  min_edge?: Decimal | undefined;
  min_qty?: Decimal | undefined;
  kind?: 'CROSS' | 'INTERNAL' | 'ALL_YES' | 'ALL_NO' | 'LADDER' | undefined;
  /** Id of a generic asset. */
  asset?: number | undefined;
}

/** `include: 'unreviewed'` adds proposed pairs that no person has approved. `limit` is 1..1000. */
export interface OpportunityQuery extends OpportunityFilter {
  include?: 'unreviewed' | undefined;
  limit?: number | undefined;
}

/** Those that were open at some time from `since` to `until`. `limit` is 100 by default. */
export interface OpportunityHistoryQuery extends Paging {
  kind?: OpportunityFilter['kind'];
  /** Id of a generic asset. */
  asset?: number | undefined;
  since?: TimeInput | undefined;
  until?: TimeInput | undefined;
}

/** Exact and case-insensitive; if both are given, both must match. */
export type MatchQuery = { venue?: VenueName | undefined } & (
  | { ticker: string; slug?: string | undefined }
  | { ticker?: undefined; slug: string }
);

/** Prints, newest first; with `after_id`, those with a larger id, oldest first. */
export interface PrintQuery {
  instrument_id?: InstrumentRef | undefined;
  after_id?: number | undefined;
  limit?: number | undefined;
}

export interface CandleQuery {
  instrument_id: InstrumentRef;
  interval?: CandleInterval | undefined;
  limit?: number | undefined;
  start?: TimeInput | undefined;
  end?: TimeInput | undefined;
}

/** `ticks` are single price points; `aggregated` is the last price of each `interval`. */
export interface PriceQuery extends CandleQuery {
  type?: 'ticks' | 'aggregated' | undefined;
}

export interface GenericAssetQuery {
  q?: string | undefined;
  venue?: VenueName | undefined;
  category?: string | undefined;
  instrument_id?: InstrumentRef | undefined;
}

export interface OrderQuery extends Paging {
  subaccount_id: string;
  status?: OrderStatus | undefined;
  instrument_id?: InstrumentRef | undefined;
  client_order_id?: string | undefined;
  /** Only the children of this complex order. */
  parent_id?: string | number | undefined;
  tag?: string | undefined;
}

export interface ComplexOrderQuery extends Paging {
  subaccount_id: string;
  status?: ComplexOrderStatus | undefined;
  type?: string | undefined;
  instrument_id?: InstrumentRef | undefined;
  tag?: string | undefined;
}

export interface FillQuery extends Paging {
  subaccount_id: string;
  order_id?: string | number | undefined;
  instrument_id?: InstrumentRef | undefined;
  start?: TimeInput | undefined;
  end?: TimeInput | undefined;
  tag?: string | undefined;
}

/** `price` and `qty` are given together. `side` is BUY by default. */
export interface FeeLookupQuery {
  instrument_ids: readonly InstrumentRef[];
  price?: Decimal | undefined;
  qty?: Decimal | undefined;
  side?: Side | undefined;
}

/** Replaces all fair values of the subaccount. */
export interface FairValuesUpdate {
  subaccount_id: string;
  values: readonly { instrument_id: InstrumentRef; price: Decimal; valid_until: TimeInput }[];
}

/** Selects a subaccount's trading by time and kind; an entry must match all given filters. */
interface PnlFilter {
  subaccount_id: string;
  venue?: VenueName | undefined;
  category?: string | undefined;
  instrument_id?: InstrumentRef | undefined;
  start?: TimeInput | undefined;
  end?: TimeInput | undefined;
}

export interface PnlQuery extends PnlFilter {
  interval?: CandleInterval | undefined;
  limit?: number | undefined;
}

export interface PnlShareQuery extends PnlFilter {
  by?: 'venue' | 'category' | 'instrument' | undefined;
}

export interface PerformanceQuery {
  subaccount_id: string;
  by?: 'day' | 'venue' | 'tag' | undefined;
  start?: TimeInput | undefined;
  end?: TimeInput | undefined;
  venue?: VenueName | undefined;
  tag?: string | undefined;
}

export interface ProposalQuery {
  limit?: number | undefined;
  verdict?: 'same' | 'same-inverted' | 'unsure' | undefined;
}

export interface ReviewQuery {
  status?: 'APPROVED' | 'SUSPENDED' | 'REJECTED' | undefined;
}

/**
 * Of listings, or of an asset that was decided before; `despite` confirms a decision against the mapping's
 * result.
 */
export type MatchDecision = { why: string; title?: string | undefined; despite?: boolean | undefined } & (
  | {
      members: { instrument_id: InstrumentRef; inverted?: boolean | undefined }[];
      generic_asset_id?: undefined;
    }
  | { generic_asset_id: number; members?: undefined }
);

/** DIRECT names one instrument; BEST_PRICE (the default for an asset) and SPLIT name a generic asset. */
export type OrderTarget =
  | {
      instrument_id: InstrumentRef;
      generic_asset_id?: undefined;
      routing?: { mode?: 'DIRECT' | undefined } | undefined;
    }
  | {
      generic_asset_id: number;
      instrument_id?: undefined;
      routing?: { mode?: 'BEST_PRICE' | 'SPLIT' | undefined; venues?: VenueName[] | undefined } | undefined;
    };

/** LIMIT needs a price, MARKET takes none; only GTD has an expiry, and must have one. */
export type OrderTerms =
  | { type: 'LIMIT'; price: Decimal; tif?: 'GTC' | 'IOC' | 'FOK' | undefined; expires_at?: undefined }
  | { type: 'LIMIT'; price: Decimal; tif: 'GTD'; expires_at: TimeInput }
  | { type: 'MARKET'; price?: undefined; tif?: 'GTC' | 'IOC' | 'FOK' | undefined; expires_at?: undefined };

/**
 * An order to submit. `client_order_id` is its idempotency key: 1..128 visible ASCII characters, unique in
 * the account; the client generates `sdk-<uuid>` if it is absent. An absent `outcome` means `YES`.
 */
export type NewOrder = {
  subaccount_id: string;
  side: Side;
  outcome?: Outcome | undefined;
  qty: Decimal;
  client_order_id?: string | undefined;
} & NewOrderFlags &
  OrderTarget &
  OrderTerms;

/** The position to close, of an instrument or of an asset; without a `price`, in YES terms, by a MARKET order. */
export type ClosePosition = {
  subaccount_id: string;
  price?: Decimal | undefined;
  /** `GTC` needs a price; `IOC` if absent. */
  tif?: 'IOC' | 'GTC' | undefined;
  client_order_id?: string | undefined;
  tag?: string | undefined;
} & (
  | { instrument_id: InstrumentRef; generic_asset_id?: undefined }
  | { generic_asset_id: number; instrument_id?: undefined }
);

/** Tokens of one market to merge or redeem, or cash to split. `qty` in pairs; a merge without it takes all, a redemption has none. */
export interface TokenOperation {
  subaccount_id: string;
  instrument_id: InstrumentRef;
  qty?: Decimal | undefined;
  idempotency_key?: string | undefined;
}

export interface OperationQuery extends Paging {
  subaccount_id: string;
  instrument_id?: InstrumentRef | undefined;
  kind?: 'MERGE' | 'SPLIT' | 'REDEEM' | undefined;
  status?: 'REQUESTED' | 'SENDING' | 'SENT' | 'CONFIRMED' | 'FAILED' | undefined;
}

/** Only the fields to change; `qty` is the new total and must stay above `filled_qty`. */
export interface AmendFields {
  price?: Decimal | undefined;
  qty?: Decimal | undefined;
  tif?: 'GTC' | 'GTD' | undefined;
  expires_at?: TimeInput | undefined;
}

/** A complex order without its type and `params`. */
export interface ComplexOrderTerms {
  subaccount_id: string;
  /** Required, as `side` and `qty`, except for TP_SL, which takes them from its entry, and OCO, whose legs have all but `qty`. */
  instrument_id?: InstrumentRef | undefined;
  /** SMART_ROUTE: instead of `instrument_id`. */
  generic_asset_id?: number | undefined;
  /** SMART_ROUTE: `venues` restricts the members to these venues. */
  routing?: { mode?: 'BEST_PRICE' | undefined; venues?: string[] | undefined } | undefined;
  side?: Side | undefined;
  outcome?: Outcome | undefined;
  qty?: Decimal | undefined;
  /** The worst price of any child. The type says whether it is required: `NewComplexOrder` in the API document. */
  price?: Decimal | undefined;
  tif?: 'GTC' | 'GTD' | undefined;
  expires_at?: TimeInput | undefined;
  post_only?: boolean | undefined;
  reduce_only?: boolean | undefined;
  tag?: string | undefined;
  idempotency_key?: string | undefined;
}

/** A complex order of a type that is known at run time only: the service checks its parameters. */
export interface ComplexOrderDraft extends ComplexOrderTerms {
  type: keyof ComplexOrderParams;
  params: Record<string, unknown>;
}

/** `params` are those of the type; a parameter of another type is refused. An absent `outcome` means `YES`. */
export type NewComplexOrder = ComplexOrderTerms &
  {
    [Type in keyof ComplexOrderParams]: { type: Type; params: ComplexOrderParams[Type] };
  }[keyof ComplexOrderParams];

/** Only the fields to change, also in `params`. */
export interface ComplexOrderAmendment {
  qty?: Decimal | undefined;
  price?: Decimal | undefined;
  expires_at?: TimeInput | undefined;
  params?: Record<string, unknown> | undefined;
}

/** Absent fields keep their value; null clears a limit; without `subaccount_id`, the account level. */
export type LimitsUpdate = { subaccount_id?: string } & {
  [Limit in keyof LimitValues]?: LimitValues[Limit] | undefined;
};

/** Without `subaccount_id`, the guard of all subaccounts of the key; `timeout_ms` 0 disarms it. */
export interface GuardUpdate {
  subaccount_id?: string | undefined;
  timeout_ms: number;
  /** Default: true. */
  block_after?: boolean | undefined;
  /** Default: `KEY`. */
  scope?: 'KEY' | 'SUBACCOUNT' | undefined;
}

interface QuoteInput {
  price: Decimal;
  /** That rests, in addition to what the quote has filled. */
  qty: Decimal;
}

/** `null` withdraws a side; one that is left out stays as it is. */
export interface QuotesUpdate {
  subaccount_id: string;
  /** Larger than that of every earlier call for the subaccount. */
  quote_seq: number;
  quotes: { instrument_id: InstrumentRef; bid?: QuoteInput | null; ask?: QuoteInput | null }[];
  /** A smaller move keeps the quote and its place in the book. */
  min_price_move?: Decimal | undefined;
  min_qty_change?: Decimal | undefined;
  /** Tag of the orders that this call places. */
  tag?: string | undefined;
}

export interface MakerProtectionUpdate {
  subaccount_id: string;
  /** Default: 15000. */
  window_ms?: number | undefined;
  max_filled_qty?: Decimal | null | undefined;
  max_net_qty?: Decimal | null | undefined;
  /** Default: 0, until it is reset. */
  frozen_ms?: number | undefined;
}

export interface NewWebhook {
  /** https, or http to the machine of the service. */
  url: string;
  events: NotificationType[];
  /** Only events of these; absent: of all that the key may use. */
  subaccount_ids?: string[] | undefined;
  description?: string | undefined;
}

/** A field that is left out stays as it is. */
export interface WebhookUpdate {
  url?: string | undefined;
  events?: NotificationType[] | undefined;
  /** Empty: of all that the key may use. */
  subaccount_ids?: string[] | undefined;
  description?: string | undefined;
  enabled?: boolean | undefined;
}

/** A price alert needs `instrument_id`, `price` and `direction`; a risk alert `subaccount_id` and `percent`. */
export interface NewAlert {
  when: {
    kind: AlertKind;
    subaccount_id?: string | undefined;
    instrument_id?: InstrumentRef | undefined;
    venue?: VenueName | undefined;
    price?: Decimal | undefined;
    direction?: 'UP' | 'DOWN' | undefined;
    percent?: number | undefined;
    min_edge?: Decimal | undefined;
  };
  /** `webhook:` and the id of a webhook. */
  to: string[];
  /** Default: 60 000. */
  cooldown_ms?: number | undefined;
  /** It is deleted when it fires. */
  once?: boolean | undefined;
  description?: string | undefined;
}
