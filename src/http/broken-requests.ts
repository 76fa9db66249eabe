import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { invalidField, type Rejection, rejection, type TimestampMs } from '#contract';
import { toHttpError } from './http-errors.ts';
import { BROWSER_HEADERS } from './page-style.ts';

/**
 * True for a request target that can match a route: it starts with `/`, has no fragment, and its
 * percent-encoding is valid.
 */
export function isRoutable(target: string): boolean {
  if (!target.startsWith('/') || target.includes('#')) return false;
  if (!target.includes('%')) return true;
  const mark = target.indexOf('?');
  try {
    decodeURIComponent(mark === -1 ? target : target.slice(0, mark));
    return true;
  } catch {
    return false;
  }
}

/**
 * Responds to input that is not a complete request: bytes that are not HTTP, oversize headers, and clients
 * that are too slow. The body has the usual error shape. Then closes the connection. One that has sent nothing is closed
 * without a response.
 */
export function respondToBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  requestId: string,
  now: TimestampMs,
): void {
  // Thousands of connections that never sent a byte can time out in one step of the event loop.
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0) return void socket.destroy();
  if (error.code !== 'ECONNRESET' && socket.writable)
    socket.write(renderResponse(toRejection(error), requestId, now));
  socket.destroySoon();
}

/** Responds to CONNECT. Without this, Node would close the connection without a response. */
export function rejectTunnel(socket: Duplex, requestId: string, now: TimestampMs): void {
  const why = rejection('method_not_allowed', 'CONNECT is not supported');
  socket.end(renderResponse(why, requestId, now));
}

/** Rejects a connection above the limit of its address: sends the response before any request, and closes it. */
export function rejectConnection(socket: Duplex, max: number, requestId: string, now: TimestampMs): void {
  const message = `too many connections from this address: at most ${max} may be open`;
  const why = rejection('rate_limited', message, { bucket: 'connections', retry_after_ms: 1_000 });
  socket.end(renderResponse(why, requestId, now));
}

/** Rejects every `Expect` header except `100-continue`, which Node handles itself. */
export function rejectExpectation(response: ServerResponse, requestId: string, now: TimestampMs): void {
  const why = invalidField('Expect', 'can only be 100-continue');
  const { status, text, headers } = rendered(why, requestId, now);
  response.writeHead(status, headers).end(text);
}

function toRejection({ code }: NodeJS.ErrnoException): Rejection {
  if (code === 'HPE_HEADER_OVERFLOW')
    return rejection('payload_too_large', 'the request headers are too large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return invalidField('request', 'was not received in time');
  return invalidField('request', 'is not valid HTTP');
}

/** A response as text, for a socket that no HTTP server answers. It is the last response on the connection. */
export function renderResponse(why: Rejection, requestId: string, now: TimestampMs): string {
  const { status, text, headers } = rendered(why, requestId, now);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', text].join('\r\n');
}

function rendered(why: Rejection, requestId: string, now: TimestampMs) {
  const { status, headers, body } = toHttpError(why, requestId);
  const text = JSON.stringify(body);
  return {
    status,
    text,
    headers: {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...BROWSER_HEADERS,
      'content-length': String(Buffer.byteLength(text)),
      'x-request-id': requestId,
      'x-server-time': String(now),
      connection: 'close',
    },
  };
}
