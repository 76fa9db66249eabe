/** Ed25519 signatures of requests and WebSocket handshakes, with WebCrypto. */
import { base64OfBytes, bytesOfBase64, hexOfBytes, utf8 } from './encoding.ts';
import { canonicalQuery, type Query } from './query.ts';
import type { Runtime } from './runtime.ts';

/** A WebCrypto private key, declared structurally so that no DOM types are needed. */
export interface SigningKey {
  readonly type: string;
  readonly algorithm: { readonly name: string };
  readonly usages: readonly string[];
}

export interface SignerOptions {
  readonly keyId: string;
  /** The base64 seed of 32 bytes, or an Ed25519 CryptoKey that may sign. */
  readonly privateKey: string | SigningKey;
  /** Prefix of Key-Id, Timestamp and Signature; default `X-`. */
  readonly headerPrefix?: string | undefined;
}

export interface RequestToSign {
  readonly method: string;
  /** As sent, without query, starting at /v1. */
  readonly path: string;
  /** In canonical form. */
  readonly query: string;
  /** The exact bytes; null without a body. */
  readonly body: Uint8Array<ArrayBuffer> | null;
  /** True when the service accepts each signature only once. */
  readonly isOnce: boolean;
}

type WebCryptoKey = Parameters<typeof crypto.subtle.sign>[1];

const EMPTY_BODY_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const SEED_BYTES = 32;
// The fixed DER prefix of an Ed25519 private key (RFC 8410); the seed follows it.
const PKCS8_PREFIX = Uint8Array.of(48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32);

/** Signs with one key and a clock that can be set to the service's time. */
export class Signer {
  readonly #keyId: string;
  readonly #prefix: string;
  readonly #runtime: Runtime;
  readonly #importKey: () => Promise<WebCryptoKey>;
  #key: Promise<WebCryptoKey> | null = null;
  #clockOffsetMs = 0;
  #onceAt = 0;

  /** Throws TypeError, without showing the key, if it is neither a base64 seed nor a signing key. */
  constructor(options: SignerOptions, runtime: Runtime) {
    if (options.keyId === '') throw new TypeError('keyId is empty');
    this.#keyId = options.keyId;
    this.#prefix = options.headerPrefix ?? 'X-';
    this.#runtime = runtime;
    this.#importKey = keyImporter(options.privateKey);
  }

  /** The three headers of a request signed now. */
  async headers(request: RequestToSign): Promise<Record<string, string>> {
    const timestamp = String(request.isOnce ? this.#nextOnce() : this.#now());
    const hash = request.body === null ? EMPTY_BODY_HASH : await sha256Hex(request.body);
    const lines = [request.method, request.path, request.query, timestamp, hash];
    return {
      [`${this.#prefix}Key-Id`]: this.#keyId,
      [`${this.#prefix}Timestamp`]: timestamp,
      [`${this.#prefix}Signature`]: await this.#sign(lines),
    };
  }

  /** The query of a WebSocket handshake signed now: the given query with `key_id`, `ts` and `sig`. */
  async handshakeQuery(path: string, query: Query): Promise<string> {
    const ts = String(this.#nextOnce());
    const sig = await this.#sign(['WS', path, canonicalQuery(query), ts]);
    return canonicalQuery({ ...query, key_id: this.#keyId, ts, sig });
  }

  /** The time of the service, Unix milliseconds. */
  now(): number {
    return this.#now();
  }

  /** No request was signed with a later timestamp. */
  latestTimestamp(): number {
    return Math.max(this.#now(), this.#onceAt);
  }

  /** Sets the clock to the service's; `serverTime` is its time a moment ago, in Unix milliseconds. */
  setClock(serverTime: number): void {
    this.#clockOffsetMs = serverTime - this.#runtime.now();
    this.#onceAt = 0;
  }

  #now(): number {
    return Math.floor(this.#runtime.now() + this.#clockOffsetMs);
  }

  // Two equal writes in the same millisecond would have the same signature, and the service would refuse the
  // second one as a replay. So each signature uses a different millisecond.
  #nextOnce(): number {
    this.#onceAt = Math.max(this.#now(), this.#onceAt + 1);
    return this.#onceAt;
  }

  async #sign(lines: readonly string[]): Promise<string> {
    this.#key ??= this.#importKey();
    const signature = await crypto.subtle.sign('Ed25519', await this.#key, utf8(lines.join('\n')));
    return base64OfBytes(new Uint8Array(signature));
  }
}

function keyImporter(key: string | SigningKey): () => Promise<WebCryptoKey> {
  if (typeof key !== 'string') {
    const isUsable =
      key.type === 'private' && key.algorithm.name === 'Ed25519' && key.usages.includes('sign');
    if (!isUsable) throw new TypeError('privateKey must be an Ed25519 private CryptoKey that may sign');
    return () => Promise.resolve(key as WebCryptoKey);
  }
  const seed = bytesOfBase64(key);
  if (seed?.length !== SEED_BYTES) throw new TypeError('privateKey must be a base64 seed of 32 bytes');
  const pkcs8 = Uint8Array.of(...PKCS8_PREFIX, ...seed);
  return () => crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign']);
}

async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return hexOfBytes(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
