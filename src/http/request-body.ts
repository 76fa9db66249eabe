import type { IncomingMessage } from 'node:http';
import { err, invalidField, ok, type Rejection, type Result, rejection } from '#contract';

const DRAIN_FACTOR = 8; // up to this many times the limit is read and dropped before the socket is closed
// Each piece takes memory and time in addition to its bytes: a body of single bytes took 500 times as much.
const PIECES_ANY_SIZE = 1_024;
const PIECE_BYTES_MIN = 64; // on average, of a body of more pieces
const NOTHING = new Uint8Array(0);
const JSON_TYPE = /^\s*application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?;?\s*$/i;

/**
 * Reads the bytes of a body exactly as sent, because the signature covers them.
 *
 * Rejects with `payload_too_large` above `bytesMax`. The surplus is read and dropped up to a limit, because a
 * client that is still sending when the socket closes would not see the response. A body in thousands of tiny pieces
 * is rejected too, and not read to its end.
 *
 * @param isKept  false: the body is read and dropped, and the result is empty
 */
export function readBody(
  request: IncomingMessage,
  bytesMax: number,
  isKept = true,
): Promise<Result<Uint8Array, Rejection>> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let pieces = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      pieces += 1;
      if (pieces > PIECES_ANY_SIZE && length < pieces * PIECE_BYTES_MIN) {
        chunks.length = 0;
        request.pause();
        return resolve(err(TOO_SMALL_PIECES));
      }
      if (length > bytesMax) chunks.length = 0;
      else if (isKept) chunks.push(chunk);
      if (length > bytesMax * DRAIN_FACTOR) resolve(tooLarge(bytesMax));
    });
    request.on('end', () => resolve(length > bytesMax ? tooLarge(bytesMax) : ok(joined(chunks))));
    request.on('error', () => resolve(err(invalidField('body', 'was not received completely'))));
  });
}

const TOO_SMALL_PIECES = rejection('payload_too_large', 'the body arrives in too many small pieces');

const joined = (chunks: readonly Buffer[]): Uint8Array =>
  chunks.length === 1 ? (chunks[0] ?? NOTHING) : Buffer.concat(chunks);

export const EMPTY_BODY = NOTHING;

/** Null for an uncompressed JSON body or one without a type, else `unsupported_media_type`. */
export function checkMediaType({ headers }: IncomingMessage): Rejection | null {
  const type = headers['content-type'];
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    return rejection('unsupported_media_type', 'the body must not be compressed');
  }
  const isJson = type === undefined || JSON_TYPE.test(type);
  return isJson ? null : rejection('unsupported_media_type', 'the body must be application/json in UTF-8');
}

/** The same, and the type is required: a page of another origin can send a body without one unasked. */
export const checkJsonMediaType = (request: IncomingMessage): Rejection | null =>
  request.headers['content-type'] === undefined
    ? rejection('unsupported_media_type', 'the body must have Content-Type: application/json')
    : checkMediaType(request);

/**
 * The `Idempotency-Key` header, null when absent.
 *
 * Rejects with `validation` a repeated header, and a value that is not 1 to 128 visible ASCII characters.
 */
export function readIdempotencyKey({
  headers,
  rawHeaders,
}: IncomingMessage): Result<string | null, Rejection> {
  const key = headers['idempotency-key'];
  if (key === undefined) return ok(null);
  const given = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'idempotency-key');
  if (given.length > 1) return err(invalidField('Idempotency-Key', 'is given more than once'));
  return typeof key === 'string' && /^[\x21-\x7e]{1,128}$/.test(key)
    ? ok(key)
    : err(invalidField('Idempotency-Key', 'must be 1 to 128 visible ASCII characters'));
}

const tooLarge = (bytesMax: number): Result<never, Rejection> =>
  err(rejection('payload_too_large', `the body is larger than ${bytesMax} bytes`, { max_bytes: bytesMax }));
