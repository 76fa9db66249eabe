import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SimulatorRequest } from '../shared/simulator-types.ts';
import { recoverAuth } from './trading/order-signing.ts';
import type { Caller } from './trading/trading-rules.ts';

/** API credentials of a wallet. */
export interface Credentials {
  readonly apiKey: string;
  readonly secret: string; // base64
  readonly passphrase: string;
}

interface Holder extends Credentials {
  readonly address: string; // lower case
  readonly nonce: string;
  readonly replacements: number; // keys of this nonce that were replaced before
}

const WHOLE = /^[0-9]{1,20}$/;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/**
 * API keys: one per wallet and nonce. They are derived from the exchange's seed, so that deriving returns
 * what creating returned. Only which keys exist is stored.
 */
export class ApiKeys {
  readonly #seed: string;
  readonly #skewMaxMs: number;
  readonly #byKey = new Map<string, Holder>();
  readonly #successors = new Map<string, string>();
  readonly #touched = new Set<string>();

  constructor(seed: string, skewMaxMs: number) {
    this.#seed = seed;
    this.#skewMaxMs = skewMaxMs;
  }

  /** Returns wallet and nonce of a request signed by that wallet; null if the signature is invalid. */
  checkL1(request: SimulatorRequest, nowMs: number): { address: string; nonce: string } | null {
    const address = request.headers.poly_address ?? '';
    const nonce = request.headers.poly_nonce ?? '0';
    const timestamp = request.headers.poly_timestamp ?? '';
    if (!ADDRESS.test(address) || !WHOLE.test(nonce) || !this.#isTimely(timestamp, nowMs)) return null;
    const signer = recoverAuth(address, timestamp, BigInt(nonce), request.headers.poly_signature ?? '');
    return signer === address.toLowerCase() ? { address: signer, nonce } : null;
  }

  /** Returns the caller of a signed request; null if the signature is invalid. The query is not signed. */
  checkL2(request: SimulatorRequest, nowMs: number): Caller | null {
    const { headers } = request;
    const holder = this.#byKey.get(headers.poly_api_key ?? '');
    const timestamp = headers.poly_timestamp ?? '';
    if (holder === undefined || !this.#isTimely(timestamp, nowMs)) return null;
    if (headers.poly_address?.toLowerCase() !== holder.address) return null;
    if (!isEqualConstantTime(headers.poly_passphrase ?? '', holder.passphrase)) return null;
    const mac = computeHmac(holder.secret, timestamp, request.method, request.path, request.body);
    return isEqualConstantTime(headers.poly_signature ?? '', mac) ? toCaller(holder) : null;
  }

  /** Returns the caller of a request that is signed with a builder key: the same signature, in other headers. */
  checkBuilder(request: SimulatorRequest, nowMs: number): Caller | null {
    const { headers } = request;
    const holder = this.#byKey.get(headers['poly_builder_api_key'] ?? '');
    const timestamp = headers['poly_builder_timestamp'] ?? '';
    if (holder === undefined || !this.#isTimely(timestamp, nowMs)) return null;
    if (!isEqualConstantTime(headers['poly_builder_passphrase'] ?? '', holder.passphrase)) return null;
    const mac = computeHmac(holder.secret, timestamp, request.method, request.path, request.body);
    return isEqualConstantTime(headers['poly_builder_signature'] ?? '', mac) ? toCaller(holder) : null;
  }

  /** Returns the caller that opens a user channel with these credentials; null if they are invalid. */
  checkChannel(auth: Partial<Record<string, unknown>>): Caller | null {
    const holder = this.#byKey.get(String(auth.apiKey));
    if (holder === undefined || !isEqualConstantTime(String(auth.secret), holder.secret)) return null;
    return isEqualConstantTime(String(auth.passphrase), holder.passphrase) ? toCaller(holder) : null;
  }

  /** Returns null when the wallet already has a key for this nonce. */
  create(address: string, nonce: string): Credentials | null {
    if (this.derive(address, nonce) !== null) return null;
    const holder = this.#make(address, nonce, 0);
    this.#byKey.set(holder.apiKey, holder);
    this.#touched.add(holder.apiKey);
    return holder;
  }

  /** Returns null when no key exists for this nonce. */
  derive(address: string, nonce: string): Credentials | null {
    return this.#byKey.get(this.findCurrentKey(this.#make(address, nonce, 0).apiKey)) ?? null;
  }

  /** Replaces the key of a wallet. Its orders and trades keep the old one. False for a wallet without a key. */
  replace(address: string): boolean {
    const [apiKey = ''] = this.listKeys(address);
    const before = this.#byKey.get(apiKey);
    if (before === undefined) return false;
    this.remove(apiKey);
    this.restore(address, before.nonce, before.replacements + 1);
    this.#touched.add(this.findCurrentKey(apiKey));
    return true;
  }

  /** The key that replaced this one, or the same. */
  findCurrentKey(apiKey: string): string {
    return this.#successors.get(apiKey) ?? apiKey;
  }

  remove(apiKey: string): void {
    this.#byKey.delete(apiKey);
    this.#touched.add(apiKey);
  }

  listKeys(address: string): readonly string[] {
    return [...this.#byKey.values()].filter((each) => each.address === address).map(({ apiKey }) => apiKey);
  }

  takeTouched(): readonly (readonly [string, StoredKey | null])[] {
    const touched = [...this.#touched].map((key) => [key, this.#byKey.get(key) ?? null] as const);
    this.#touched.clear();
    return touched.map(([key, holder]) => [key, holder && toStoredKey(holder)]);
  }

  restore(address: string, nonce: string, replacements: number): void {
    const holder = this.#make(address, nonce, replacements);
    this.#byKey.set(holder.apiKey, holder);
    for (let before = 0; before < replacements; before += 1)
      this.#successors.set(this.#make(address, nonce, before).apiKey, holder.apiKey);
  }

  #make(address: string, nonce: string, replacements: number): Holder {
    const suffix = replacements === 0 ? '' : `/${replacements}`;
    const hex = (what: string): string =>
      createHmac('sha256', this.#seed).update(`${what}/${address}/${nonce}${suffix}`).digest('hex');
    const id = hex('key');
    const parts = [id.slice(0, 8), id.slice(8, 12), `4${id.slice(13, 16)}`, `a${id.slice(17, 20)}`];
    return {
      address,
      nonce,
      replacements,
      apiKey: [...parts, id.slice(20, 32)].join('-'),
      secret: Buffer.from(hex('secret'), 'hex').toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
      passphrase: hex('passphrase'),
    };
  }

  #isTimely(timestamp: string, nowMs: number): boolean {
    return WHOLE.test(timestamp) && Math.abs(Number(timestamp) * 1000 - nowMs) <= this.#skewMaxMs;
  }
}

/** A key as it is stored. */
export interface StoredKey {
  readonly address: string;
  readonly nonce: string;
  readonly replacements?: number; // absent in rows of versions before keys could be replaced
}

const toStoredKey = ({ address, nonce, replacements }: Holder): StoredKey => ({
  address,
  nonce,
  replacements,
});

const toCaller = ({ apiKey, address }: Holder): Caller => ({ apiKey, address });

/**
 * The signature of a private request: HMAC-SHA256 over time, method, path and body, without separators and
 * without the query. The body is signed as sent, byte for byte.
 *
 * @param secret  base64 in either alphabet
 * @returns       base64 in the URL alphabet with padding
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

/** Compares two texts in constant time. */
export function isEqualConstantTime(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
