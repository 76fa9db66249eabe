import type { VenueCloseReason } from '../../../ports/venue.ts';
import { type Fields, fieldsOf, jsonOf, textOf } from '../codec/polymarket-decoder.ts';

/**
 * What the words of an answer prove about a new order. `killed`: it was taken, found nothing to its taste
 * and is over. `unknown`: the words prove nothing, whatever the HTTP code beside them.
 */
export type Verdict =
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'killed'; readonly reason: VenueCloseReason }
  | { readonly kind: 'unknown'; readonly why: string };

/**
 * The verdict on an answer that does not acknowledge an order. The class by text beats the HTTP code,
 * because gateways rewrite codes; 425 and 429 alone are definitive whatever stands in the body.
 */
export function classifyAnswer(status: number, body: string): Verdict {
  if (status === 425) return refused('venue_restarting', 'the matching engine restarts');
  const text = errorText(body);
  const known = text === null ? undefined : TEXTS.find(({ says }) => says.test(text));
  if (known !== undefined && text !== null) return known.verdict(text.slice(0, 300));
  if (status === 429) return refused('rate_limited', text ?? 'Too Many Requests');
  return { kind: 'unknown', why: `HTTP ${status}: ${text?.slice(0, 200) ?? 'no readable reason'}` };
}

/**
 * The verdict on a 200 that does not acknowledge: words beside an empty order id, or `success` false, refuse
 * whatever they say; without words nothing is known.
 */
export function classifyRefusal(fields: Fields): Verdict {
  const text = textOf(fields['errorMsg']) ?? textOf(fields['error']);
  const isRefusal = fields['success'] === false || fields['orderID'] === '';
  if (text === null || !isRefusal) return { kind: 'unknown', why: 'HTTP 200 that neither takes nor refuses' };
  const known = TEXTS.find(({ says }) => says.test(text));
  return known?.verdict(text) ?? refused('venue_rejected', text.slice(0, 300));
}

/** The words of a refusal, from whichever field of the answer holds them. */
export function errorText(body: string): string | null {
  const fields = fieldsOf(jsonOf(body));
  if (fields === null) return null;
  return textOf(fields['error']) ?? textOf(fields['errorMsg']) ?? textOf(fields['error_msg']);
}

interface KnownText {
  readonly says: RegExp;
  readonly verdict: (text: string) => Verdict;
}

const refused = (code: string, message: string): Verdict => ({ kind: 'refused', code, message });
const means = (says: RegExp, code: string): KnownText => ({
  says,
  verdict: (text) => refused(code, text),
});
const kills = (says: RegExp, reason: VenueCloseReason): KnownText => ({
  says,
  verdict: () => ({ kind: 'killed', reason }),
});
const proves = (says: RegExp): KnownText => ({
  says,
  verdict: (text) => ({ kind: 'unknown', why: text }),
});

/** Earlier rows win: a text may hold the words of a later one. */
const TEXTS: readonly KnownText[] = [
  means(/is invalid\. Duplicated/i, 'duplicate_client_id'),
  // In doubt: the order may be in the book, or get there.
  proves(/match delayed due to market conditions/i),
  proves(/order timed out|could not insert order|rounding issues|discrepancy greater than allowed/i),
  proves(/internal server error/i),
  kills(/couldn't be fully filled|FOK orders are (?:fully )?filled or killed/i, 'fok_unfilled'),
  kills(/no orders found to match with FAK|no matching orders/i, 'no_liquidity'),
  means(/post-only mode/i, 'post_only'),
  means(/cancel-only/i, 'cancel_only'),
  means(/trading is currently disabled/i, 'trading_disabled'),
  means(/not enough balance/i, 'insufficient_balance'),
  means(/breaks minimum tick size/i, 'price_off_tick'),
  means(/lower than the minimum/i, 'qty_below_min'),
  means(/invalid amount for a marketable BUY/i, 'notional_below_min'),
  means(/invalid amounts/i, 'invalid_amounts'),
  means(/invalid expiration/i, 'invalid_expiration'),
  means(/invalid post-only order|crosses (?:the )?book/i, 'would_cross'),
  means(/closed only mode/i, 'closed_only'),
  means(/address banned/i, 'banned'),
  means(/order_version_mismatch/i, 'order_version_mismatch'),
  means(/invalid signature/i, 'invalid_signature'),
  means(/order owner has to be|order signer address has to be|maker address not allowed/i, 'wrong_account'),
  means(/Unauthorized|Invalid api key|Invalid L1 Request headers/i, 'unauthorized'),
  means(/canceled in the CTF exchange contract/i, 'cancelled_on_chain'),
  means(/market is not yet ready/i, 'market_not_open'),
  means(/market not found|No orderbook exists/i, 'market_not_open'),
  means(/Invalid order payload|Invalid orderID|Too many orders in payload/i, 'invalid_order'),
  means(/Too Many Requests/i, 'rate_limited'),
];
