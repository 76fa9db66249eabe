/** Words for the codes of the API. A code that is newer than these pages is shown as it is. */
const wordsFrom =
  (words: Readonly<Record<string, string>>) =>
  (code: string): string =>
    words[code] ?? code.replaceAll('_', ' ');

/** Why an order ended. */
export const reasonWords = wordsFrom({
  user_cancel: 'cancelled by you',
  cancel_all: 'cancelled with all',
  risk_cancel_all: 'cancelled by risk',
  ioc_remainder: 'the rest found no taker at once',
  fok_unfilled: 'could not fill whole at once',
  no_liquidity: 'nothing to trade against',
  expired: 'its time was over',
  market_closed: 'the market closed',
  venue_rejected: 'the venue refused it',
  venue_cancelled: 'the venue cancelled it',
  venue_unavailable: 'the venue did not answer',
  kill_switch: 'stopped by the kill switch',
  replace_interrupted: 'cancelled for an amend that did not come about',
  fill_voided: 'its venue took a fill back',
});

/** Why a venue carries no leg. */
export const dropWords = wordsFrom({
  venue_not_requested: 'not among the venues asked for',
  venue_disabled: 'switched off here',
  venue_unhealthy: 'the venue is not healthy',
  market_not_open: 'its market is not open',
  book_unusable: 'no usable book: missing, stale, gapped or crossed',
  fees_unknown: 'its fees are not known',
  tif_unsupported: 'does not know this time in force',
  price_out_of_range: 'has no price as good as the limit',
  qty_step: 'the quantity does not fit its steps',
  qty_below_min: 'the quantity is below its minimum',
  notional_below_min: 'worth less than its smallest order',
  not_chosen: 'not needed: others are cheaper',
});

/** What happened to an order. */
export const eventWords = wordsFrom({
  OrderAccepted: 'accepted and stored',
  OrderRouted: 'route decided',
  OrderAnswered: 'answered to the caller',
  LegAcknowledged: 'the venue took it',
  FillRecorded: 'filled',
  FillSettled: 'the fill is final',
  FillVoided: 'the venue took the fill back',
  LegClosed: 'over at the venue',
  LegAmended: 'changed at the venue',
  LegReplaced: 'replaced at the venue',
  OrderClosed: 'over',
  CancelRequested: 'cancel asked for',
  AmendRequested: 'amend asked for',
  AmendConfirmed: 'amend confirmed',
  AmendRefused: 'amend refused',
  AnomalyRecorded: 'something unexpected, kept for the operator',
});

/** What a limit holds. */
export const limitWords = wordsFrom({
  max_order_qty: 'Largest order',
  max_position_qty: 'Positions',
  max_open_orders: 'Open orders',
});
