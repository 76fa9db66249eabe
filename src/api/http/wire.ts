import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { invalidField, type Refusal, refusal } from '../../core/kernel/refusal.ts';
import type { TimestampMs } from '../../core/kernel/time.ts';
import { httpErrorOf } from './errors.ts';

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
export function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  requestId: string,
  now: TimestampMs,
): void {
  if (error.code !== 'ECONNRESET' && socket.writable)
    socket.write(responseOf(refusalOf(error), requestId, now));
  socket.destroySoon();
}

function refusalOf({ code }: NodeJS.ErrnoException): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW')
    return refusal('payload_too_large', 'the request headers are too large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return invalidField('request', 'did not arrive in time');
  return invalidField('request', 'is not valid HTTP');
}

function responseOf(why: Refusal, requestId: string, now: TimestampMs): string {
  const { status, body } = httpErrorOf(why, requestId);
  const text = JSON.stringify(body);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    'cache-control: no-store',
    `content-length: ${Buffer.byteLength(text)}`,
    `x-request-id: ${requestId}`,
    `x-server-time: ${now}`,
    'connection: close',
    '',
    text,
  ].join('\r\n');
}
