/** Returns a lookup of labels for API codes. An unknown code is shown with spaces in place of underscores. */
const labelsFrom =
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
  venue_unavailable: 'the venue did not answer',
  kill_switch: 'stopped by the kill switch',
  replace_interrupted: 'cancelled to be replaced, but the replacement failed',
  fill_voided: 'the venue reversed a fill',
});

/** Why a venue gets no leg. */
export const skipReasonLabel = labelsFrom({
  venue_not_requested: 'not among the requested venues',
  venue_disabled: 'disabled in the configuration',
  venue_unhealthy: 'the venue is not healthy',
  market_not_open: 'its market is not open',
  book_unusable: 'no usable book: missing, stale, gapped or crossed',
  fees_unknown: 'its fees are not known',
  tif_unsupported: 'does not support this time in force',
  price_out_of_range: 'no price as good as the limit',
  qty_step: 'the quantity is not a multiple of its quantity step',
  qty_below_min: 'the quantity is below its minimum order size',
  notional_below_min: 'the order value is below its minimum',
  not_chosen: 'not needed: other venues are cheaper',
});

/** What an order event means. */
export const eventLabel = labelsFrom({
  OrderAccepted: 'accepted and stored',
  OrderRouted: 'route decided',
  OrderAnswered: 'response sent to the caller',
  LegAcknowledged: 'acknowledged by the venue',
  FillRecorded: 'filled',
  FillSettled: 'the fill is final',
  FillVoided: 'fill reversed by the venue',
  LegClosed: 'closed at the venue',
  LegAmended: 'amended at the venue',
  LegReplaced: 'replaced at the venue',
  OrderClosed: 'closed',
  CancelRequested: 'cancel requested',
  AmendRequested: 'amend requested',
  AmendConfirmed: 'amend confirmed',
  AmendRefused: 'amend rejected',
  AnomalyRecorded: 'anomaly recorded for the operator',
});

/** What a limit restricts. */
export const limitLabel = labelsFrom({
  max_order_qty: 'Largest order',
  max_position_qty: 'Contracts held and resting',
  max_open_orders: 'Open orders',
});
