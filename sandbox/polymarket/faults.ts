/** The switches that this venue has beside the common ones. */
export const POLYMARKET_FAULTS = {
  delayed:
    'an order is answered `delayed`; after `ms` (3000) it ends as `how` says: match, rest, refuse, kill',
  trade_retrying: 'a trade is RETRYING before it is mined',
  events_first: 'stands: events of the user channel are sent before the answer that they belong to',
  balance_lag: 'stands: what a trade brings is usable only after /balance-allowance/update',
  stale_book: 'stands: GET /book and POST /books repeat what they said first',
  crossed_book: 'a book snapshot of the market channel shows its best bid above its best ask',
  restart: 'the engine restarts: 425 for `ms` (5000) on order routes, then two minutes of post-only mode',
  too_many:
    '429 Too Many Requests, with Retry-After of `ms` rounded up to seconds, without it when `ms` is 0',
  cancel_not_found: 'a cancel says that a live order cannot be found, and leaves it',
  refusal_as_success: 'a refused order is answered 200 with success true and an empty orderID',
  closed_order:
    'stands: a closed order is answered as `how` says: null, empty, object, served; without it 404',
  micro_sizes: 'stands: sizes of orders are told as whole numbers of 1e-6',
  status_words: 'stands: statuses of orders come as ORDER_STATUS_… with `text` behind them',
  version_mismatch: 'an order is refused because the protocol has another version',
  early_expiry: 'stands: GTD orders expire at once',
} as const satisfies Readonly<Record<string, string>>;
