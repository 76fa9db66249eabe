import { Buffer } from 'node:buffer';
import { createPrivateKey, createPublicKey, hash, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The key file that a sandbox start writes. */
export interface KeyFile {
  readonly base_url: string;
  readonly key_id: string;
  readonly private_key: string; // base64 of the 32-byte seed
  readonly subaccounts: readonly string[];
}

export const readKeyFile = (path: string): KeyFile => JSON.parse(readFileSync(path, 'utf8'));

export interface Signer {
  readonly keyId: string;
  readonly publicKey: string; // base64
  /** Base64 signature of the API's string to sign. */
  sign(method: string, path: string, timestamp: string, body: string): string;
}

const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex'); // an Ed25519 seed follows
const SPKI_PREFIX_BYTES = 12;

/** Signs requests like an API client. A query must be sorted and percent-encoded. */
export function createSigner({ key_id, private_key }: Pick<KeyFile, 'key_id' | 'private_key'>): Signer {
  const seed = Buffer.from(private_key, 'base64');
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return {
    keyId: key_id,
    publicKey: spki.subarray(SPKI_PREFIX_BYTES).toString('base64'),
    sign(method, path, timestamp, body) {
      const [route, query = ''] = path.split('?');
      const text = [method, route, query, timestamp, hash('sha256', body, 'hex')].join('\n');
      return sign(null, Buffer.from(text), key).toString('base64');
    },
  };
}

/** A complete signed HTTP/1.1 request as bytes. */
export function signedRequest(signer: Signer, method: string, path: string, body: string): Buffer {
  const timestamp = String(Date.now());
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `X-Key-Id: ${signer.keyId}`,
    `X-Timestamp: ${timestamp}`,
    `X-Signature: ${signer.sign(method, path, timestamp, body)}`,
  ];
  const content =
    body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
  return Buffer.from(`${[...head, ...content].join('\r\n')}\r\n\r\n${body}`);
}
