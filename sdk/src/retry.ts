/**
 * Decides when a call may be retried, and what a failed write leaves open. Pure: no clock, no I/O.
 *
 * A write is retried only if it has an idempotency key (orders and batches: client_order_id), if it cancels one
 * order or switches the kill switch on, or if the service has proved that it did nothing (429, `details.outcome: not_stored`, or no connection was
 * made). Every other write is sent once: a late cancel-all would also cancel newer orders.
 */
import type { Answer, Exchange } from './http.ts';
import { asObject } from './json.ts';

/**
 * `read` changes nothing, nor does `preview`, a POST whose signature is accepted only once; `order` and
 * `batch` have idempotency keys; `stop` cancels one order or switches the kill switch on, and a repeat changes nothing
 * more; `write` has none.
 */
export type CallKind = 'read' | 'preview' | 'order' | 'batch' | 'stop' | 'write';

const GATEWAY_STATUSES = new Set([502, 503, 504]);
const BACKOFF_FIRST_MS = 100;
const BACKOFF_MAX_MS = 5_000;
/** A takeover by another node takes some seconds: pauses for it are counted by their sum, not by their number. */
export const TAKEOVER_MS_MAX = 15_000;
const TAKEOVER_PAUSE_MS_MAX = 1_000;
const TAKEOVER_CODES = new Set(['not_owner', 'journal_unavailable', 'shutting_down']);
/** If the service requests a longer pause, the refusal goes to the caller. */
const RETRY_AFTER_MAX_MS = 30_000;

/** True if sending the same call again cannot have an effect twice. */
export function mayRepeat(kind: CallKind, exchange: Exchange): boolean {
  if (exchange.kind === 'aborted') return false;
  if (provesNothingDone(exchange)) return true;
  if (kind === 'write') return false;
  return exchange.kind === 'fault' || GATEWAY_STATUSES.has(exchange.status) || isReplay(kind, exchange);
}

/** True if a write may have happened although this exchange did not succeed. */
export function leavesDoubt(kind: CallKind, exchange: Exchange): boolean {
  if (kind === 'read' || kind === 'preview') return false;
  if (exchange.kind !== 'answer') return exchange.isSent;
  if (isNotStored(exchange)) return false;
  return exchange.status >= 500 || exchange.status === 408 || isReplay(kind, exchange);
}

/**
 * True if this refusal proves that no earlier attempt became an order, or cancelled one. The service returns a known
 * order for an exact repeat before it checks the kill switch, the fields and the limits, and a cancelled order for
 * a repeated cancel, so a refusal by one of these also proves it for the earlier attempts. 401, 429 and a missing
 * permission are checked earlier and prove nothing. A batch is refused as a whole even if some of its orders exist,
 * so no refusal proves it.
 */
export function settlesDoubt(kind: CallKind, exchange: Exchange): boolean {
  if ((kind !== 'order' && kind !== 'stop') || exchange.kind !== 'answer') return false;
  if (readCode(exchange) === 'kill_switch') return true;
  return readCode(exchange) !== null && [400, 404, 409, 422].includes(exchange.status);
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

/** True if another node of the service may take this call, now or within seconds, and this exchange changed nothing. */
export function awaitsTakeover(exchange: Exchange, addresses: number): boolean {
  if (exchange.kind === 'fault') return !exchange.isSent && addresses > 1;
  return exchange.kind === 'answer' && isNotStored(exchange) && TAKEOVER_CODES.has(readCode(exchange) ?? '');
}

/** The pause of `retryDelayMs`, short enough to find the new owner soon where the service requests none. */
export function takeoverDelayMs(retry: number, exchange: Exchange, random: number): number | null {
  const delayMs = retryDelayMs(retry, exchange, random);
  return exchange.kind === 'fault' && delayMs !== null ? Math.min(delayMs, TAKEOVER_PAUSE_MS_MAX) : delayMs;
}

/** True if the node that was called does not serve: the next attempt goes to another address, if there is one. */
export function isNodeAway(exchange: Exchange): boolean {
  if (exchange.kind !== 'answer') return exchange.kind === 'fault';
  if (!GATEWAY_STATUSES.has(exchange.status)) return false;
  const code = readCode(exchange);
  return code === null || TAKEOVER_CODES.has(code);
}

/** The name of the node that owns the journal, in the refusal of another one; null if it is not known. */
export function readOwner(exchange: Exchange): string | null {
  const owner = exchange.kind === 'answer' ? readDetails(exchange)?.['owner'] : null;
  return typeof owner === 'string' ? owner : null;
}

/** The server's time when it refused our timestamp, Unix milliseconds; null for every other exchange. */
export function staleClockTime(exchange: Exchange): number | null {
  if (exchange.kind !== 'answer' || exchange.status !== 401 || readCode(exchange) !== 'stale_timestamp')
    return null;
  const time = readDetails(exchange)?.['server_time'];
  return typeof time === 'number' && Number.isFinite(time) ? time : null;
}

function provesNothingDone(exchange: Exchange): boolean {
  if (exchange.kind === 'fault') return !exchange.isSent;
  return exchange.kind === 'answer' && (exchange.status === 429 || isNotStored(exchange));
}

/** The service, or a node of its cluster, states that this request changed nothing. */
const isNotStored = (answer: Answer): boolean => readDetails(answer)?.['outcome'] === 'not_stored';

// We never send one signature twice, but a network stack may repeat a request on a new connection. The
// refusal of the second copy then shows that the first one arrived.
function isReplay(kind: CallKind, exchange: Exchange): boolean {
  return kind !== 'read' && exchange.kind === 'answer' && readCode(exchange) === 'replay';
}

/** `details.retry_after_ms` is more precise than the header, which is rounded up to whole seconds. */
function readRetryAfterMs(answer: Answer): number | null {
  const ms = readDetails(answer)?.['retry_after_ms'];
  if (typeof ms === 'number' && ms >= 0) return ms;
  const header = answer.headers.get('Retry-After');
  return header !== null && /^\d+$/.test(header) ? Number(header) * 1000 : null;
}

function readCode(answer: Answer): string | null {
  const code = asObject(answer.body)?.['error'];
  return typeof code === 'string' ? code : null;
}

function readDetails(answer: Answer): Record<string, unknown> | null {
  return asObject(asObject(answer.body)?.['details']);
}
