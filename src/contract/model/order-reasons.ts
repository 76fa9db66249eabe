import type { RejectionCode } from './result.ts';

/** What a reason of a closed order says. */
interface ReasonWords {
  readonly statuses: readonly ('CANCELLED' | 'REJECTED' | 'EXPIRED')[]; // of the orders that have it
  readonly label: string; // for a cell of a table
  readonly meaning: string; // and what to do
  readonly report?: string; // what a venue reports that closes an order with it; absent: no venue does
}

/** The answer to an order for which the reason is known before it is stored: an error code, or the field that is wrong. */
export type UnsentAnswer = { readonly code: RejectionCode } | { readonly field: string };

/** Why Crossbook did not send an order to its venue. */
const UNSENT = {
  no_book: {
    statuses: ['REJECTED'],
    answer: { code: 'no_book' },
    label: 'not sent: no current order book',
    meaning: 'Not sent: a market order needs a current order book, and none was available. Send it again.',
  },
  insufficient_balance: {
    statuses: ['REJECTED'],
    answer: { code: 'insufficient_balance' },
    label: 'not sent: the balance at the venue is too low',
    meaning: 'Not sent: the account at the venue has too little cash or too few contracts for it.',
  },
  allowance_missing: {
    statuses: ['REJECTED'],
    answer: { code: 'allowance_missing' },
    label: 'not sent: the wallet has not approved the venue contract',
    meaning: 'Not sent: the wallet has not approved the contract that moves its funds at the venue.',
  },
  notional_below_min: {
    statuses: ['REJECTED'],
    answer: { code: 'notional_below_min' },
    label: 'not sent: the order value is below the minimum of the venue',
    meaning: 'Not sent: it would trade immediately, and its value is below the minimum of the venue.',
  },
  qty_below_min: {
    statuses: ['REJECTED'],
    answer: { field: 'qty' },
    label: 'not sent: the quantity is below the minimum of the market',
    meaning: 'Not sent: its quantity is below the minimum of the market.',
  },
  qty_off_lot: {
    statuses: ['REJECTED'],
    answer: { field: 'qty' },
    label: 'not sent: the quantity is not a multiple of the quantity step',
    meaning: 'Not sent: its quantity is not a multiple of the quantity step of the market.',
  },
  price_out_of_range: {
    statuses: ['REJECTED'],
    answer: { field: 'price' },
    label: 'not sent: the price is outside the price range of the market',
    meaning: 'Not sent: its price is outside the price range of the market.',
  },
  price_off_tick: {
    statuses: ['REJECTED'],
    answer: { field: 'price' },
    label: 'not sent: the price is not a multiple of the price step',
    meaning: 'Not sent: its price is not a multiple of the price step of the market.',
  },
  tif_unsupported: {
    statuses: ['REJECTED'],
    answer: { field: 'tif' },
    label: 'not sent: the venue does not support this time in force',
    meaning: 'Not sent: the venue does not support this time in force.',
  },
  expiry_too_soon: {
    statuses: ['REJECTED'],
    answer: { field: 'expires_at' },
    label: 'not sent: the expiry is too close to now',
    meaning: 'Not sent: the venue accepts no expiry so close to now.',
  },
  invalid_order: {
    statuses: ['REJECTED'],
    answer: { field: 'body' },
    label: 'not sent: the venue does not support such an order',
    meaning: 'Not sent: the venue does not support this kind of order. `crossbook order trace ID` shows why.',
  },
  unknown_instrument: {
    statuses: ['REJECTED'],
    answer: { code: 'market_not_open' },
    label: 'not sent: the venue no longer lists the market',
    meaning: 'Not sent: the venue no longer lists the market.',
  },
  rate_limited: {
    statuses: ['REJECTED'],
    answer: { code: 'venue_unavailable' },
    label: 'not sent: the request budget at the venue is used up',
    meaning:
      'Not sent: the request budget of the account at the venue was used up. Wait and place a new one.',
  },
  venue_paused: {
    statuses: ['REJECTED'],
    answer: { code: 'venue_unavailable' },
    label: 'not sent: the venue accepts no new orders at the moment',
    meaning: 'Not sent: the venue accepts no new orders at the moment. `crossbook order trace ID` shows why.',
  },
  venue_unavailable: {
    statuses: ['REJECTED'],
    answer: { code: 'venue_unavailable' },
    label: 'the order did not reach the venue',
    meaning:
      'It did not reach the venue: the venue could not be reached, or has proven that it has no such order. It is safe to place a new one. `crossbook order trace ID` shows why.',
  },
  market_closed: {
    statuses: ['CANCELLED', 'REJECTED'],
    report: 'market_closed',
    answer: { code: 'market_not_open' },
    label: 'the market closed',
    meaning: 'The market stopped trading while it rested, or before it was sent.',
  },
} as const satisfies Readonly<Record<string, ReasonWords & { readonly answer: UnsentAnswer }>>;

/** Every reason why an order closed without being filled. Clients and documents take their words from here. */
export const ORDER_REASONS = {
  user_cancel: {
    statuses: ['CANCELLED'],
    label: 'cancelled by you',
    meaning: 'A cancel request for this order cancelled it.',
  },
  cancel_all: {
    statuses: ['CANCELLED'],
    label: 'cancelled by cancel all',
    meaning: 'A cancel-all request cancelled it.',
  },
  risk_cancel_all: {
    statuses: ['CANCELLED'],
    label: 'cancelled by risk',
    meaning: 'A cancel-all request of the risk layer cancelled it.',
  },
  ioc_remainder: {
    statuses: ['CANCELLED'],
    report: 'ioc_remainder',
    label: 'IOC: the remainder was not filled at once',
    meaning:
      'IOC and market orders never rest: the quantity not filled immediately was cancelled. `filled_qty` of the order is what was filled.',
  },
  fok_unfilled: {
    statuses: ['CANCELLED'],
    report: 'fok_unfilled',
    label: 'FOK: could not be filled completely at once',
    meaning: 'FOK fills completely or not at all, and the liquidity at its price was too small.',
  },
  no_liquidity: {
    statuses: ['CANCELLED'],
    report: 'no_liquidity',
    label: 'no liquidity to trade against',
    meaning: 'The book had no liquidity at its price.',
  },
  expired: {
    statuses: ['EXPIRED'],
    report: 'expired',
    label: 'expired',
    meaning: 'Its `expires_at` passed.',
  },
  venue_rejected: {
    statuses: ['REJECTED'],
    report: 'rejected',
    label: 'rejected by the venue',
    meaning:
      'The venue rejected the order. `venue_code` and `venue_message` of the order hold the text of the venue: `crossbook order show ID`.',
  },
  venue_cancelled: {
    statuses: ['CANCELLED'],
    report: 'venue_rule',
    label: 'cancelled by the venue',
    meaning: 'The venue cancelled it by itself.',
  },
  kill_switch: {
    statuses: ['REJECTED'],
    label: 'stopped by the kill switch',
    meaning: 'The kill switch was activated after it was accepted and before it was sent.',
  },
  replace_interrupted: {
    statuses: ['CANCELLED'],
    label: 'cancelled to be replaced, but the replacement failed',
    meaning: 'An amend cancels and replaces at this venue, and the replacement order could not be placed.',
  },
  fill_voided: {
    statuses: ['CANCELLED'],
    label: 'the venue reversed a fill',
    meaning: 'The venue reversed one of its fills. The quantity does not rest again.',
  },
  post_only_cross: {
    statuses: ['REJECTED', 'CANCELLED'],
    report: 'post_only_cross',
    label: 'post-only: it would have traded at once',
    meaning:
      'It is post-only and would have traded immediately. Choose a price further from the other side. CANCELLED where a part was filled before.',
  },
  reduce_only: {
    statuses: ['CANCELLED'],
    label: 'reduce-only: the position became smaller',
    meaning: 'It was reduce-only, and the position that it could reduce became smaller.',
  },
  market_paused: {
    statuses: ['CANCELLED', 'REJECTED'],
    report: 'market_paused',
    label: 'the market paused',
    meaning:
      'Its market is paused: it takes no new orders, and an order with `cancel_on_pause` is cancelled.',
  },
  self_trade: {
    statuses: ['CANCELLED', 'REJECTED'],
    report: 'self_trade',
    label: 'it would have traded with another order of the account',
    meaning:
      '`self_trade` of this order, or of another order of the account, prevented a trade between them.',
  },
  guard: {
    statuses: ['CANCELLED'],
    label: 'a guard was not renewed in time',
    meaning: 'A guard of its key or subaccount was not renewed in time.',
  },
  disconnect: {
    statuses: ['CANCELLED'],
    label: 'its session ended',
    meaning: 'The session of the trade socket that it depended on ended; of a quote, the service restarted.',
  },
  quote: {
    statuses: ['CANCELLED'],
    label: 'its quote was withdrawn or replaced',
    meaning: 'It was a quote that was withdrawn or replaced.',
  },
  mmp: {
    statuses: ['CANCELLED'],
    label: 'market maker protection withdrew the quotes',
    meaning: 'It was a quote, and market maker protection withdrew the quotes of its subaccount.',
  },
  complex_order: {
    statuses: ['CANCELLED'],
    label: 'its complex order ended or was amended',
    meaning: 'Its complex order ended or was amended, and cancelled it.',
  },
  sibling_filled: {
    statuses: ['CANCELLED'],
    label: 'another child of its complex order filled the quantity',
    meaning:
      'Another child of its complex order, such as the other leg of an OCO, filled the quantity, so it was cancelled.',
  },
  unsettled_holding: {
    statuses: ['REJECTED'],
    label: 'not sent: the purchase of its tokens did not become final in time',
    meaning:
      'The tokens that it sells were bought moments before, and their purchase did not become final within 30 seconds, so it was not sent.',
  },
  key_ended: {
    statuses: ['REJECTED'],
    label: 'not sent: its key ended while the order waited',
    meaning:
      'Its key was revoked, expired or may no longer trade in the subaccount while the order waited for its tokens or for the end of own orders, so it was not sent.',
  },
  id_in_use: {
    statuses: ['REJECTED'],
    label: 'the venue has another order with the same id',
    meaning:
      'The venue has another order with the same id, so it was refused, and that order was not touched. The data folder may have been put back to an older copy; the log names that order.',
  },
  ...UNSENT,
} as const satisfies Readonly<Record<string, ReasonWords>>;

export type UnsentReason = keyof typeof UNSENT;
export type OrderReason = keyof typeof ORDER_REASONS;

const namesOf = <Name extends string>(table: Readonly<Record<Name, ReasonWords>>): readonly Name[] =>
  Object.keys(table) as Name[];

/** What a venue reports of an order that it closed. `requested`: the cancel that this service sent. */
export type VenueCloseReason = 'requested' | ReportOf<(typeof ORDER_REASONS)[OrderReason]>;
type ReportOf<Entry> = Entry extends { readonly report: infer Report extends string } ? Report : never;

/** The reason of an order by what its venue reports; null: that of the cancel. */
export const REASONS_OF_VENUES = {
  requested: null,
  ...Object.fromEntries(
    Object.entries<ReasonWords>(ORDER_REASONS).flatMap(([reason, { report }]) =>
      report === undefined ? [] : [[report, reason]],
    ),
  ),
} as Readonly<Record<VenueCloseReason, OrderReason | null>>;

export const VENUE_CLOSE_REASONS = Object.keys(REASONS_OF_VENUES) as readonly VenueCloseReason[];

export const unsentAnswer = (reason: UnsentReason): UnsentAnswer => UNSENT[reason].answer;

export const UNSENT_REASONS = namesOf<UnsentReason>(UNSENT);
export const ORDER_REASON_NAMES = namesOf<OrderReason>(ORDER_REASONS);
