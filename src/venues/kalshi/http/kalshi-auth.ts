import { constants, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { TimestampMs } from '../../../domain/model/time.ts';
import type { Clock } from '../../../ports/environment.ts';

/** Makes the three headers that Kalshi asks for. Signs afresh each time: a signature is never sent twice. */
export interface Signer {
  /** @param path  from the host's root, `/trade-api/v2/…`; a query in it is not signed */
  headers(method: string, path: string, at: TimestampMs): Readonly<Record<string, string>>;
}

/**
 * A signer for an RSA key (PSS, SHA-256, salt as long as the digest) or an Ed25519 key, told apart by the
 * key itself.
 *
 * @param pem  PKCS#1 or PKCS#8
 * Throws      for a text that is no private key, or one of another kind; the message never holds the key.
 */
export function createSigner(keyId: string, pem: string): Signer {
  const key = parseKey(pem);
  const signText = key.asymmetricKeyType === 'ed25519' ? signEd25519 : signPss;
  return {
    headers(method, path, at) {
      const query = path.indexOf('?');
      const signed = `${at}${method.toUpperCase()}${query < 0 ? path : path.slice(0, query)}`;
      return {
        'KALSHI-ACCESS-KEY': keyId,
        'KALSHI-ACCESS-TIMESTAMP': String(at),
        'KALSHI-ACCESS-SIGNATURE': signText(key, Buffer.from(signed)).toString('base64'),
      };
    },
  };
}

function parseKey(pem: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw new Error('the private key of Kalshi is not a readable PEM');
  }
  if (key.asymmetricKeyType === 'rsa' || key.asymmetricKeyType === 'ed25519') return key;
  throw new Error(`the private key of Kalshi is ${key.asymmetricKeyType}; it must be RSA or Ed25519`);
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
 * The venue's time, learned from the Date header of its answers. A header tells whole seconds, so each one
 * bounds the difference from two sides, and many together narrow it. It is kept against the monotonic
 * clock: somebody setting the machine's clock changes no signature.
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

  /** How far the machine's own clock is behind the venue's; null before the first answer. */
  get skewMs(): number | null {
    return this.#isMeasured ? this.now() - this.#clock.now() : null;
  }

  /** @param date  the header of an answer to what was sent at `sentMs`, monotonic */
  learn(date: string | undefined, sentMs: number): void {
    const at = date === undefined ? Number.NaN : Date.parse(date);
    if (Number.isNaN(at)) return;
    const low = at - this.#clock.monotonicMs();
    const high = at + SECOND_MS - 1 - sentMs;
    const isWithin = this.#isMeasured && low <= this.#high && high >= this.#low;
    // Bounds that exclude what we believed mean that a clock was set: believe the newest.
    this.#low = isWithin ? Math.max(low, this.#low) : low;
    this.#high = isWithin ? Math.min(high, this.#high) : high;
    this.#isMeasured = true;
  }
}
