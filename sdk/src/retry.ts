/**
 * When a call may be repeated, and what a failed write leaves open. Pure: no clock, nothing sent.
 *
 * The rule: a write is repeated only if the service keys it (orders and batches by client_order_id) or has
 * proved that it did nothing (429, a connection never made). Everything else is sent once. A cancel would
 * bear repeating, a late cancel-all would take newer orders with it; so neither is repeated unasked.
 */
import type { Answer, Exchange } from './http.ts';
import { asObject } from './json.ts';

/**
 * `read` changes nothing, nor does `preview`, a POST whose signature is accepted only once; `order` and `batch` carry
 * idempotency keys; `write` has none.
 */
export type CallKind = 'read' | 'preview' | 'order' | 'batch' | 'write';

const GATEWAY_STATUSES = new Set([502, 503, 504]);
const BACKOFF_FIRST_MS = 100;
const BACKOFF_MAX_MS = 5_000;
/** A service that asks for a longer pause gets it from the caller, who sees the 429. */
const RETRY_AFTER_MAX_MS = 30_000;

/** True when sending the same call again cannot do its work twice. */
export function mayRepeat(kind: CallKind, exchange: Exchange): boolean {
  if (exchange.kind === 'aborted') return false;
  if (provesNothingDone(exchange)) return true;
  if (kind === 'write') return false;
  return exchange.kind === 'fault' || GATEWAY_STATUSES.has(exchange.status) || isReplay(kind, exchange);
}

/** True when a write may have happened although this exchange was no success. */
export function leavesDoubt(kind: CallKind, exchange: Exchange): boolean {
  if (kind === 'read' || kind === 'preview') return false;
  if (exchange.kind !== 'answer') return exchange.isSent;
  return exchange.status >= 500 || exchange.status === 408 || isReplay(kind, exchange);
}

/**
 * True when this refusal proves that no earlier attempt became an order. The service answers a known
 * order's exact repeat before it looks at the kill switch, the fields and the limits, so a refusal by one
 * of these speaks for the earlier attempts too; 401, 429 and a missing permission come before and do not.
 * A batch is refused as a whole even if some of its orders exist, so nothing settles it.
 */
export function settlesDoubt(kind: CallKind, exchange: Exchange): boolean {
  if (kind !== 'order' || exchange.kind !== 'answer') return false;
  if (codeOf(exchange) === 'kill_switch') return true;
  return codeOf(exchange) !== null && [400, 404, 409, 422].includes(exchange.status);
}

/**
 * Milliseconds to wait before the next attempt: the `Retry-After` of the service, else exponential with jitter;
 * null when `Retry-After` exceeds the maximum.
 *
 * @param retry   0 before the first repetition
 * @param random  0 ≤ x < 1
 */
export function retryDelayMs(retry: number, exchange: Exchange, random: number): number | null {
  const backoff = Math.min(BACKOFF_FIRST_MS * 2 ** retry, BACKOFF_MAX_MS);
  const requestedMs = exchange.kind === 'answer' ? readRetryAfterMs(exchange) : null;
  if (requestedMs === null) return Math.round(backoff * (0.5 + random / 2));
  // Never earlier than requested; the added jitter prevents many clients from retrying at the same instant.
  return requestedMs > RETRY_AFTER_MAX_MS ? null : Math.round(requestedMs + random * BACKOFF_FIRST_MS);
}

/** The server's clock when it refused ours, Unix milliseconds; null for every other exchange. */
export function staleClockTime(exchange: Exchange): number | null {
  if (exchange.kind !== 'answer' || exchange.status !== 401 || codeOf(exchange) !== 'stale_timestamp')
    return null;
  const time = detailsOf(exchange)?.['server_time'];
  return typeof time === 'number' && Number.isFinite(time) ? time : null;
}

function provesNothingDone(exchange: Exchange): boolean {
  return exchange.kind === 'fault' ? !exchange.isSent : exchange.kind === 'answer' && exchange.status === 429;
}

// We never send one signature twice, but a network stack may repeat a request on a fresh connection; the
// refusal of the second copy then says that the first one arrived.
function isReplay(kind: CallKind, exchange: Exchange): boolean {
  return kind !== 'read' && exchange.kind === 'answer' && codeOf(exchange) === 'replay';
}

/** The finer `details.retry_after_ms` goes before the header's whole seconds, which are rounded up from it. */
function readRetryAfterMs(answer: Answer): number | null {
  const ms = detailsOf(answer)?.['retry_after_ms'];
  if (typeof ms === 'number' && ms >= 0) return ms;
  const header = answer.headers.get('Retry-After');
  return header !== null && /^\d+$/.test(header) ? Number(header) * 1000 : null;
}

function codeOf(answer: Answer): string | null {
  const code = asObject(answer.body)?.['error'];
  return typeof code === 'string' ? code : null;
}

function detailsOf(answer: Answer): Record<string, unknown> | null {
  return asObject(asObject(answer.body)?.['details']);
}
