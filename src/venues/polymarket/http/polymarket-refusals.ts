import { getOwn } from '#contract';
import type { UnknownOutcome, VenueCloseReason } from '#ports';
import { type Fields, parseText, parseWireJson, toFields } from '../codec/polymarket-decoder.ts';

/**
 * The outcome of a new order that the error text of an answer proves. `killed`: it was accepted, found no
 * match and is closed. `unknown`: the text proves nothing, whatever the HTTP status.
 */
export type Verdict =
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'killed'; readonly reason: VenueCloseReason }
  | UnknownOutcome;

/**
 * Classifies an answer that does not acknowledge an order. A known error text takes precedence over the HTTP status,
 * because gateways rewrite statuses. Status 425 always means a restart. With an unknown text, 429 and the statuses of
 * `REFUSING` refuse: the request was rejected before it reached the book. An answer without a text proves nothing.
 */
export function classifyAnswer(status: number, body: string): Verdict {
  if (status === 425) return refused('venue_restarting', 'the matching engine restarts');
  const text = errorText(body);
  const known = text === null ? undefined : TEXTS.find(({ pattern }) => pattern.test(text));
  if (known !== undefined && text !== null) return known.verdict(text.slice(0, 300));
  if (status === 429) return refused('rate_limited', text ?? 'Too Many Requests');
  const code = getOwn(REFUSING, String(status));
  if (text !== null && code !== undefined && !MAY_BE_PLACED.test(text))
    return refused(code, text.slice(0, 300));
  return unknown(`HTTP ${status}: ${text?.slice(0, 200) ?? 'no readable reason'}`, status, body);
}

/**
 * Classifies a 200 that does not acknowledge the order. An error text with an empty order id, or with `success`
 * false, is a refusal even if unknown. Without a text the outcome is unknown.
 */
export function classifyRefusal(fields: Fields, body: string): Verdict {
  const text = parseText(fields['errorMsg']) ?? parseText(fields['error']);
  const isRefusal = fields['success'] === false || fields['orderID'] === '';
  if (text === null || !isRefusal)
    return unknown('HTTP 200 that neither accepts nor refuses the order', 200, body);
  const known = TEXTS.find(({ pattern }) => pattern.test(text));
  return known?.verdict(text) ?? refused('venue_rejected', text.slice(0, 300));
}

/** The error text of an answer, from any of the fields that the venue uses for it. */
export function errorText(body: string): string | null {
  const fields = toFields(parseWireJson(body));
  if (fields === null) return null;
  const texts = ['error', 'errorMsg', 'error_msg', 'message'].map((name) => parseText(fields[name]));
  return texts.find((text) => text !== null) ?? null;
}

/** Our codes of the statuses that reject the request itself. 408 and 409 may answer an order that was placed. */
const REFUSING: Readonly<Record<string, string>> = {
  400: 'venue_rejected',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'venue_rejected',
  405: 'venue_rejected',
  410: 'venue_rejected',
  413: 'venue_rejected',
  415: 'venue_rejected',
  422: 'venue_rejected',
  451: 'forbidden',
};

/** Words of an unknown text that do not exclude that the order exists, or will: the venue has sent such texts with 400. */
const MAY_BE_PLACED = /delay|time.?out|timed out|internal|could not|unavailable|duplicate|already|exists/i;

/** Keeps what the answer says: its error text, else its body, else its status. */
function unknown(why: string, status: number, body: string): Verdict {
  const venueMessage = errorText(body) ?? (body.trim() === '' ? `HTTP ${status}` : body.slice(0, 300));
  return { kind: 'unknown', why, venueAnswer: { venueMessage } };
}

interface KnownText {
  readonly pattern: RegExp;
  readonly verdict: (text: string) => Verdict;
}

const refused = (code: string, message: string): Verdict => ({ kind: 'refused', code, message });
const refuses = (pattern: RegExp, code: string): KnownText => ({
  pattern,
  verdict: (text) => refused(code, text),
});
const kills = (pattern: RegExp, reason: VenueCloseReason): KnownText => ({
  pattern,
  verdict: () => ({ kind: 'killed', reason }),
});
const leavesUnknown = (pattern: RegExp): KnownText => ({
  pattern,
  verdict: (text) => ({ kind: 'unknown', why: text, venueAnswer: { venueMessage: text } }),
});

/** The first match wins: a text may contain the words of a later row. */
const TEXTS: readonly KnownText[] = [
  refuses(/is invalid\. Duplicated/i, 'duplicate_client_id'),
  // Unknown: the order may be in the book, or reach it later.
  leavesUnknown(/match delayed due to market conditions/i),
  leavesUnknown(/order timed out|could not insert order|rounding issues|discrepancy greater than allowed/i),
  leavesUnknown(/internal server error/i),
  kills(/couldn't be fully filled|FOK orders are (?:fully )?filled or killed/i, 'fok_unfilled'),
  kills(/no orders found to match with FAK|no matching orders/i, 'no_liquidity'),
  refuses(/post-only mode/i, 'post_only'),
  refuses(/cancel-only/i, 'cancel_only'),
  refuses(/trading is currently disabled/i, 'trading_disabled'),
  refuses(/allowance is not enough/i, 'insufficient_allowance'), // its text names the spender
  refuses(/not enough balance|insufficient balance/i, 'insufficient_balance'),
  refuses(/breaks minimum tick size/i, 'price_off_tick'),
  refuses(/lower than the minimum/i, 'qty_below_min'),
  refuses(/invalid amount for a marketable BUY/i, 'notional_below_min'),
  refuses(/invalid amounts/i, 'invalid_amounts'),
  refuses(/invalid expiration/i, 'invalid_expiration'),
  refuses(/crosses (?:the )?book/i, 'would_cross'),
  refuses(/invalid post-only order/i, 'invalid_order'), // of a type that never rests
  refuses(/closed only mode/i, 'closed_only'),
  refuses(/address banned/i, 'banned'),
  refuses(/order_version_mismatch/i, 'order_version_mismatch'),
  refuses(/invalid signature/i, 'invalid_signature'),
  refuses(/order owner has to be|order signer address has to be|maker address not allowed/i, 'wrong_account'),
  refuses(/Unauthorized|Invalid api key|Invalid L1 Request headers/i, 'unauthorized'),
  refuses(/canceled in the CTF exchange contract/i, 'cancelled_on_chain'),
  refuses(/market is not yet ready/i, 'market_not_open'),
  refuses(/market not found|No orderbook exists/i, 'market_not_open'),
  refuses(/Invalid order payload|Invalid orderID|Too many orders in payload/i, 'invalid_order'),
  refuses(/Too Many Requests/i, 'rate_limited'),
];
