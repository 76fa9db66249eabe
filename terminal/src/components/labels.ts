import type { Leg } from '../../../sdk/src/index.ts';

/** Returns a lookup of labels for API codes. An unknown code is shown with spaces in place of underscores. */
export const labelsFrom =
  (words: Readonly<Record<string, string>>) =>
  (code: string): string =>
    words[code] ?? code.replaceAll('_', ' ');

/** Why an order ended. */
export const reasonLabel = labelsFrom({
  user_cancel: 'cancelled by you',
  cancel_all: 'cancelled by cancel all',
  risk_cancel_all: 'cancelled by risk',
  ioc_remainder: 'IOC: the remainder was not filled at once',
  fok_unfilled: 'FOK: could not be filled completely at once',
  no_liquidity: 'no liquidity to trade against',
  expired: 'expired',
  market_closed: 'the market closed',
  venue_rejected: 'rejected by the venue',
  venue_cancelled: 'cancelled by the venue',
  venue_unavailable: 'the order did not reach the venue',
  kill_switch: 'stopped by the kill switch',
  replace_interrupted: 'cancelled to be replaced, but the replacement failed',
  fill_voided: 'the venue reversed a fill',
  market_paused: 'the market paused',
  guard: 'a guard was not renewed in time',
  disconnect: 'its session ended',
  quote: 'its quote was withdrawn or replaced',
  mmp: 'market maker protection withdrew the quotes',
  complex_order: 'its complex order ended or was amended',
  unsettled_holding: 'not sent: the purchase of its tokens did not become final in time',
  key_ended: 'not sent: its key ended while the order waited',
  sibling_filled: 'another child of its complex order filled the quantity',
  self_trade: 'it would have traded with another order of the account',
  reduce_only: 'reduce-only: the position became smaller',
  post_only_cross: 'post-only: it would have traded at once',
  no_book: 'not sent: no current order book',
  id_in_use: 'the venue has another order with the same id',
  insufficient_balance: 'not sent: the balance at the venue is too low',
  allowance_missing: 'not sent: the wallet has not approved the venue contract',
  notional_below_min: 'not sent: the order value is below the minimum of the venue',
  qty_below_min: 'not sent: the quantity is below the minimum of the market',
  qty_off_lot: 'not sent: the quantity is not a multiple of the quantity step',
  price_out_of_range: 'not sent: the price is outside the price range of the market',
  price_off_tick: 'not sent: the price is not a multiple of the price step',
  tif_unsupported: 'not sent: the venue does not support this time in force',
  expiry_too_soon: 'not sent: the expiry is too close to now',
  invalid_order: 'not sent: the venue does not support such an order',
  unknown_instrument: 'not sent: the venue no longer lists the market',
  rate_limited: 'not sent: the request budget at the venue is used up',
  venue_paused: 'not sent: the venue accepts no new orders at the moment',
});

/** Why a venue gets no leg. */
export const skipReasonLabel = labelsFrom({
  venue_not_requested: 'not among the requested venues',
  venue_disabled: 'disabled in the configuration',
  venue_unhealthy: 'the venue is not healthy',
  market_not_open: 'its market is not open',
  book_unusable: 'no usable book: missing, stale, gapped or crossed',
  insufficient_balance: 'not enough cash at the venue',
  nothing_to_reduce: 'the position there is smaller than the order',
  fees_unknown: 'its fees are not known',
  post_only_unsupported: 'does not support post-only orders',
  tif_unsupported: 'does not support this time in force',
  price_out_of_range: 'no price as good as the limit',
  qty_step: 'the quantity is not a multiple of its quantity step',
  qty_below_min: 'the quantity is below its minimum order size',
  notional_below_min: 'the order value is below its minimum',
  not_chosen: 'not needed: other venues are cheaper',
});

/** Texts for the order events. */
export const eventLabel = labelsFrom({
  OrderAccepted: 'accepted and stored',
  OrderRouted: 'route decided',
  OrderAnswered: 'response sent to the caller',
  LegAcknowledged: 'acknowledged by the venue',
  FillRecorded: 'filled',
  FillSettled: 'the fill is final',
  FillVoided: 'fill reversed by the venue',
  LegClosed: 'leg closed',
  LegDoubted: 'answer of the venue that proves nothing',
  LegAmended: 'amended at the venue',
  LegReplaced: 'replaced at the venue',
  OrderClosed: 'closed',
  CancelRequested: 'cancel requested',
  AmendRequested: 'amend requested',
  AmendConfirmed: 'amend confirmed',
  AmendRefused: 'amend rejected',
  BookObserved: 'best prices of the live book',
  AnomalyRecorded: 'anomaly recorded for the operator',
});

/** The labels of the limits. */
export const limitLabel = labelsFrom({
  max_order_qty: 'Largest order',
  max_position_qty: 'Contracts held and resting',
  max_open_orders: 'Open orders',
  day_cost_max: 'Cost of the day',
  day_loss_max: 'Loss of the day',
  orders_per_minute_max: 'Orders in a minute',
});

/** What is sent to a venue where YES and NO are separate tokens; null for every other venue. */
export const describeSentAs = (sent: Leg['sent_as']): string | null =>
  sent === null ? null : `sent as ${sent.side} ${sent.outcome}`;
