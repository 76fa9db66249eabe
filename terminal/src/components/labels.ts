import { type Leg, ORDER_REASON_LABELS } from '../../../sdk/src/index.ts';
import { LIMIT_LIST } from '../../../src/contract/model/limits.ts';

/** Returns a lookup of labels for API codes. An unknown code is shown with spaces in place of underscores. */
export const labelsFrom =
  (words: Readonly<Record<string, string>>) =>
  (code: string): string =>
    words[code] ?? code.replaceAll('_', ' ');

/** Why an order ended. */
export const reasonLabel = labelsFrom(ORDER_REASON_LABELS);

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
export const limitLabel = labelsFrom(Object.fromEntries(LIMIT_LIST.map(({ name, label }) => [name, label])));

/** What is sent to a venue where YES and NO are separate tokens; null where it is the order itself. */
export const describeSentAs = ({
  outcome,
  sent_as: sent,
}: Pick<Leg, 'outcome' | 'sent_as'>): string | null =>
  sent === null || sent.outcome === outcome ? null : `sent as ${sent.side} ${sent.outcome}`;
