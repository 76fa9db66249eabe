import { constants, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { TimestampMs } from '#contract';
import type { Clock } from '#ports';

/**
 * Creates Kalshi's three authentication headers. Each request gets a new signature. A key of this process signs at once; a
 * program gives a promise, which rejects when there is no signature.
 */
export interface Signer {
  /** @param path  from the host's root, `/trade-api/v2/…`; a query in it is not signed */
  headers(method: string, path: string, at: TimestampMs): AuthHeaders | Promise<AuthHeaders>;
  /** Ends the program that signs, if there is one. */
  close?(): void;
}

export type AuthHeaders = Readonly<Record<string, string>>;

/** A signer with a key of this process. */
export interface KeySigner extends Signer {
  headers(method: string, path: string, at: TimestampMs): AuthHeaders;
}

/** Of requests for public data. */
export const UNSIGNED: Signer = { headers: () => ({}) };

/**
 * Creates a signer for an RSA key (PSS, SHA-256, salt as long as the digest) or an Ed25519 key. The type is
 * read from the key.
 *
 * @param pem  PKCS#1 or PKCS#8
 * Throws      for a text that is not a private key, or a key of another type; the message never contains the key.
 */
export function createSigner(keyId: string, pem: string): KeySigner {
  const key = parseKey(pem, 'private');
  const signText = key.asymmetricKeyType === 'ed25519' ? signEd25519 : signPss;
  return {
    headers(method, path, at) {
      const signature = signText(key, Buffer.from(toSignedText(method, path, at)));
      return toAuthHeaders(keyId, at, signature.toString('base64'));
    },
  };
}

/** The text that a request's signature covers, without the query. */
export function toSignedText(method: string, path: string, at: TimestampMs): string {
  const query = path.indexOf('?');
  return `${at}${method.toUpperCase()}${query < 0 ? path : path.slice(0, query)}`;
}

export const toAuthHeaders = (keyId: string, at: TimestampMs, signature: string): AuthHeaders => ({
  'KALSHI-ACCESS-KEY': keyId,
  'KALSHI-ACCESS-TIMESTAMP': String(at),
  'KALSHI-ACCESS-SIGNATURE': signature,
});

/** Throws for a text that is no such key, or a key of another type; the message never contains the key. */
export function parseKey(pem: string, part: 'private' | 'public'): KeyObject {
  let key: KeyObject;
  try {
    key = part === 'private' ? createPrivateKey(pem) : createPublicKey(pem);
  } catch {
    throw new Error(`the ${part} key of Kalshi is not a readable PEM`);
  }
  if (key.asymmetricKeyType === 'rsa' || key.asymmetricKeyType === 'ed25519') return key;
  throw new Error(`the ${part} key of Kalshi is ${key.asymmetricKeyType}; it must be RSA or Ed25519`);
}

const signEd25519 = (key: KeyObject, text: Buffer): Buffer => sign(null, text, key);

const signPss = (key: KeyObject, text: Buffer): Buffer =>
  sign('sha256', text, {
    key,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
  });

const SECOND_MS = 1_000;

/**
 * Estimates the venue's time from the Date header of its answers. A header has whole seconds, so each one gives a
 * lower and an upper bound of the offset, and later ones narrow them. The offset is relative to the monotonic
 * clock, so that a change of the machine's wall clock does not affect signatures.
 */
export class ServerTime {
  readonly #clock: Clock;
  #low: number; // venue time minus monotonic time lies within these
  #high: number;
  #isMeasured = false;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#low = clock.now() - clock.monotonicMs();
    this.#high = this.#low;
  }

  now(): TimestampMs {
    const offset = this.#isMeasured
      ? (this.#low + this.#high) / 2
      : this.#clock.now() - this.#clock.monotonicMs();
    return Math.floor(this.#clock.monotonicMs() + offset) as TimestampMs;
  }

  /**
   * How far the machine's clock is behind the venue's, at least and at most, in ms; null before the first answer. A header has
   * whole seconds, so the difference is known no better than that.
   */
  get skew(): { readonly leastMs: number; readonly mostMs: number } | null {
    if (!this.#isMeasured) return null;
    const own = this.#clock.now() - this.#clock.monotonicMs();
    return { leastMs: Math.floor(this.#low - own), mostMs: Math.ceil(this.#high - own) };
  }

  /** @param date  the Date header of the answer to a request sent at `sentMs`, monotonic */
  learn(date: string | undefined, sentMs: number): void {
    const at = date === undefined ? Number.NaN : Date.parse(date);
    if (Number.isNaN(at)) return;
    const low = at - this.#clock.monotonicMs();
    const high = at + SECOND_MS - 1 - sentMs;
    const isWithin = this.#isMeasured && low <= this.#high && high >= this.#low;
    // Bounds that exclude the current estimate mean that a clock was set: the newest ones replace it.
    this.#low = isWithin ? Math.max(low, this.#low) : low;
    this.#high = isWithin ? Math.min(high, this.#high) : high;
    this.#isMeasured = true;
  }
}
