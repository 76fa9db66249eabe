import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The proof that a private call carries: HMAC-SHA256 over time, method, path and body, without anything
 * between them and without the query. The body counts byte for byte as it was sent.
 *
 * @param secret  base64, either alphabet
 * @returns       base64 of the URL alphabet, padding kept
 */
export function computeHmac(
  secret: string,
  timestamp: string,
  method: string,
  path: string,
  body: Uint8Array | string,
): string {
  const key = Buffer.from(secret, 'base64'); // Node reads both alphabets
  const mac = createHmac('sha256', key)
    .update(timestamp + method + path)
    .update(body);
  return mac.digest('base64').replaceAll('+', '-').replaceAll('/', '_');
}

/** Compares without telling how much was right. */
export function isEqualConstantTime(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
