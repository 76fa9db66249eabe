import { Buffer } from 'node:buffer';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Refusal } from '../../core/kernel/refusal.ts';
import type { TimestampMs } from '../../core/kernel/time.ts';
import { httpErrorOf } from '../http/errors.ts';

/** Refuses a handshake with an ordinary HTTP answer, the same that any other request would get, and hangs up. */
export function answerRefusal(socket: Duplex, refusal: Refusal, requestId: string, now: TimestampMs): void {
  const { status, headers, body } = httpErrorOf(refusal, requestId);
  const json = JSON.stringify(body);
  const fields = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(json)),
    'cache-control': 'no-store',
    'x-request-id': requestId,
    'x-server-time': String(now),
    connection: 'close',
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${json}`;
  socket.end(text, () => socket.destroy());
}
