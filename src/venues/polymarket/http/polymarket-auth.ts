import { createHmac } from 'node:crypto';
import type { HttpRequest } from '../../../ports/network.ts';
import type { ApiCredentials } from '../polymarket-settings.ts';
import { authDigest } from '../signing/eip712.ts';
import type { Wallet } from '../signing/wallet.ts';

/**
 * Headers of a private call. The signature covers the path without its query and the very bytes of the
 * body, so whoever sends must send this text and no other.
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

/** Headers by which a wallet asks for its API credentials. */
export function walletHeaders(wallet: Wallet, chainId: number, seconds: number): Record<string, string> {
  const timestamp = String(seconds);
  return {
    POLY_ADDRESS: wallet.address,
    POLY_SIGNATURE: wallet.sign(authDigest(chainId, wallet.address, timestamp, 0n)),
    POLY_TIMESTAMP: timestamp,
    POLY_NONCE: '0',
  };
}

/** HMAC-SHA256 in URL-safe base64 with its padding kept, as the venue compares it. */
export function hmac(secret: string, text: string): string {
  const key = Buffer.from(secret, 'base64'); // reads both alphabets
  const signature = createHmac('sha256', key).update(text).digest('base64');
  return signature.replaceAll('+', '-').replaceAll('/', '_');
}

const withoutQuery = (path: string): string => path.split('?', 1)[0] ?? path;
