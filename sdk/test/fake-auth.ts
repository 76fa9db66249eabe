/** The service's side of the signature, written from the contract with node:crypto, apart from the client. */
import { createHash, createPublicKey, verify } from 'node:crypto';

/** The key pair of the contract's test vectors. */
export const KEY_ID = 'key_demo_1';
export const PRIVATE_KEY = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

const PUBLIC_KEY = createPublicKey({
  key: Buffer.concat([
    Buffer.from('302a300506032b6570032100', 'hex'),
    Buffer.from('A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=', 'base64'),
  ]),
  format: 'der',
  type: 'spki',
});
const WINDOW_MS = 30_000;

export interface Signed {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: Buffer;
  readonly keyId: string | null;
  readonly timestamp: string | null;
  readonly signature: string | null;
  /** The handshake's own form has no body. */
  readonly isHandshake: boolean;
  readonly isOnce: boolean;
}

export interface AuthRefusal {
  readonly error: 'unauthorized' | 'stale_timestamp' | 'signature' | 'replay';
  readonly details: Record<string, unknown> | null;
}

export class FakeAuth {
  /** How far the service's clock is ahead of the client's, in ms. */
  clockOffsetMs = 0;
  readonly #used = new Set<string>();

  now(): number {
    return Date.now() + this.clockOffsetMs;
  }

  /** The checks in the contract's order; null when all pass. */
  check(signed: Signed): AuthRefusal | null {
    const { keyId, timestamp, signature } = signed;
    if (keyId !== KEY_ID || timestamp === null || signature === null) return refusal('unauthorized');
    const now = this.now();
    if (Math.abs(Number(timestamp) - now) > WINDOW_MS)
      return refusal('stale_timestamp', { server_time: now });
    const bytes = Buffer.from(signature, 'base64');
    if (!verify(null, Buffer.from(stringToSign(signed)), PUBLIC_KEY, bytes)) return refusal('signature');
    if (signed.isOnce && this.#used.has(signature)) return refusal('replay');
    this.#used.add(signature);
    return null;
  }
}

function refusal(error: AuthRefusal['error'], details: AuthRefusal['details'] = null): AuthRefusal {
  return { error, details };
}

function stringToSign({ method, path, query, body, timestamp, isHandshake }: Signed): string {
  const lines = [isHandshake ? 'WS' : method, path, sortedQuery(query, isHandshake), timestamp];
  if (!isHandshake) lines.push(createHash('sha256').update(body).digest('hex'));
  return lines.join('\n');
}

/** Pairs decoded, sorted by bytes and encoded again, without a handshake's own three parameters. */
function sortedQuery(query: string, isHandshake: boolean): string {
  return [...new URLSearchParams(query)]
    .filter(([key]) => !isHandshake || !['key_id', 'ts', 'sig'].includes(key))
    .map(([key, value]) => [Buffer.from(key), Buffer.from(value)] as const)
    .sort(([keyA, valueA], [keyB, valueB]) => Buffer.compare(keyA, keyB) || Buffer.compare(valueA, valueB))
    .map(([key, value]) => `${encodeBytes(key)}=${encodeBytes(value)}`)
    .join('&');
}

function encodeBytes(bytes: Buffer): string {
  return [...bytes]
    .map((byte) => {
      const char = String.fromCharCode(byte);
      return /[A-Za-z0-9\-._~]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}
