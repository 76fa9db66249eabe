import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { invalidField, type Rejection, rejection } from '../../domain/model/result.ts';
import type { TimestampMs } from '../../domain/model/time.ts';
import { toHttpError } from './http-errors.ts';

/**
 * True for a request target that can name a path of ours: one that starts at the root, has no fragment, and
 * whose percent-encoding can be read.
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
 * Answers, in the shape of every other error, what never became a request: bytes that are not HTTP, headers
 * without end, and callers too slow to finish. Then cuts the connection.
 */
export function respondToBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  requestId: string,
  now: TimestampMs,
): void {
  if (error.code !== 'ECONNRESET' && socket.writable)
    socket.write(responseOf(refusalOf(error), requestId, now));
  socket.destroySoon();
}

/** No path of ours is a tunnel, and HTTP alone would hang up without a word. */
export function rejectTunnel(socket: Duplex, requestId: string, now: TimestampMs): void {
  const why = rejection('method_not_allowed', 'there are no tunnels here');
  socket.end(responseOf(why, requestId, now));
}

/** A connection beyond its caller's share: answered before it asks anything, and closed. */
export function rejectConnection(socket: Duplex, share: number, requestId: string, now: TimestampMs): void {
  const why = rejection('rate_limited', `too many connections from this address: ${share} may be open`, {
    bucket: 'connections',
    retry_after_ms: 1_000,
  });
  socket.end(responseOf(why, requestId, now));
}

/** `Expect: 100-continue` is met before this; any other expectation is one that we cannot know to meet. */
export function rejectExpectation(response: ServerResponse, requestId: string, now: TimestampMs): void {
  const why = invalidField('Expect', 'can only be 100-continue');
  const { status, text, headers } = rendered(why, requestId, now);
  response.writeHead(status, headers).end(text);
}

function refusalOf({ code }: NodeJS.ErrnoException): Rejection {
  if (code === 'HPE_HEADER_OVERFLOW')
    return rejection('payload_too_large', 'the request headers are too large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return invalidField('request', 'did not arrive in time');
  return invalidField('request', 'is not valid HTTP');
}

function responseOf(why: Rejection, requestId: string, now: TimestampMs): string {
  const { status, text, headers } = rendered(why, requestId, now);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', text].join('\r\n');
}

/** What is left on a connection after any of these cannot be trusted, so it is the last answer there. */
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
      'content-length': String(Buffer.byteLength(text)),
      'x-request-id': requestId,
      'x-server-time': String(now),
      connection: 'close',
    },
  };
}
