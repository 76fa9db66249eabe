import { createHmac } from 'node:crypto';
import { type Decoder, object } from '#contract';
import type { HttpRequest } from '#ports';
import { text } from '../codec/polymarket-decoder.ts';
import type { ApiCredentials } from '../polymarket-settings.ts';
import type { Wallet } from '../signing/wallet.ts';

/** The answer to a wallet that requests its API credentials. */
export const CREDENTIALS: Decoder<ApiCredentials> = object({ apiKey: text, secret: text, passphrase: text });

/**
 * Headers of a private request. The signature covers the path without its query and the exact body, so the body
 * must be sent unchanged.
 *
 * @param seconds  Unix seconds by the venue's clock
 */
export function privateHeaders(
  credentials: ApiCredentials,
  address: string,
  seconds: number,
  { method, path, body }: Pick<HttpRequest, 'method' | 'path' | 'body'>,
): Record<string, string> {
  return {
    POLY_ADDRESS: address,
    POLY_SIGNATURE: hmac(credentials.secret, `${seconds}${method}${withoutQuery(path)}${body ?? ''}`),
    POLY_TIMESTAMP: String(seconds),
    POLY_API_KEY: credentials.apiKey,
    POLY_PASSPHRASE: credentials.passphrase,
  };
}

/** Headers with which a wallet requests its API credentials. */
export function walletHeaders(
  { address }: Pick<Wallet, 'address'>,
  seconds: number,
  signature: string,
): Record<string, string> {
  return {
    POLY_ADDRESS: address,
    POLY_SIGNATURE: signature,
    POLY_TIMESTAMP: String(seconds),
    POLY_NONCE: '0',
  };
}

/** HMAC-SHA256 in URL-safe base64 with padding, as the venue expects it. */
export function hmac(secret: string, text: string): string {
  const key = Buffer.from(secret, 'base64'); // accepts both alphabets
  const signature = createHmac('sha256', key).update(text).digest('base64');
  return signature.replaceAll('+', '-').replaceAll('/', '_');
}

const withoutQuery = (path: string): string => path.split('?', 1)[0] ?? path;
