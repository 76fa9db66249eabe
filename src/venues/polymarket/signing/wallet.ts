import { assert, err, errorMessage, ok, type Result, requirePresent } from '#contract';
import type { DigestSigner, SigningRequest } from '#ports';
import { EXCHANGES, EXCHANGES_V3, type ExchangeName, type SignatureType } from '../polymarket-settings.ts';
import {
  authDigest,
  depositWalletDigest,
  depositWalletSignature,
  exchangeDomain,
  normalizeSignature,
  orderDigest,
  type SignedFields,
  sessionEnvelope,
  signDigest,
  toAddress,
  toChecksumAddress,
} from './eip712.ts';

const KEY = /^(?:0x)?[0-9a-fA-F]{64}$/;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const DEPOSIT_WALLET = 3;

export interface WalletSettings {
  readonly privateKeyHex: string; // unused with a signer
  readonly signer?: DigestSigner | null; // holds the key in place of this process
  readonly chainId: number;
  readonly signatureType: SignatureType;
  readonly funder: string | null;
  readonly isSessionKey?: boolean; // the key is a session key of the deposit wallet `funder`; absent: its owner's
}

/**
 * The signing key and the wallet whose funds it moves. A key that this process holds never leaves this object, and signs at
 * once. A signer outside gives a promise, which rejects when there is no signature of its key.
 */
export class Wallet {
  readonly address: string; // of the key; identifies us at the venue
  readonly maker: string; // holds the funds
  readonly signer: string; // the signer field of the order
  readonly signatureType: SignatureType;
  readonly isSessionKey: boolean;
  readonly #key: Uint8Array | null;
  readonly #outside: DigestSigner | null;
  readonly #chainId: number;
  readonly #domains: Readonly<Record<ExchangeName, string | null>>;

  /** Throws on an invalid key or funder; the message does not contain it. */
  constructor(settings: WalletSettings) {
    const { privateKeyHex, signer = null, chainId, signatureType, funder, isSessionKey = false } = settings;
    if (signer === null && !KEY.test(privateKeyHex)) throw new Error('the private key must be 64 hex digits');
    if (signer !== null && !ADDRESS.test(signer.address))
      throw new Error('the address of the signer must be an address');
    if (funder !== null && !ADDRESS.test(funder)) throw new Error('the funder must be an address');
    if (signatureType !== 0 && funder === null)
      throw new Error(`signature type ${signatureType} needs a funder`);
    if (isSessionKey && signatureType !== DEPOSIT_WALLET)
      throw new Error('a session key signs only for a deposit wallet (signature type 3)');
    this.#outside = signer;
    this.#key = signer === null ? Buffer.from(privateKeyHex.replace(/^0x/, ''), 'hex') : null;
    this.address = signer === null ? toAddress(this.#ownKey()) : toChecksumAddress(signer.address);
    this.maker = funder === null ? this.address : toChecksumAddress(funder);
    // A deposit wallet signs for itself; every other kind lets the key sign.
    this.signer = signatureType === DEPOSIT_WALLET ? this.maker : this.address;
    this.signatureType = signatureType;
    this.isSessionKey = isSessionKey;
    this.#chainId = chainId;
    const exchangeV3 = EXCHANGES_V3[chainId];
    this.#domains = {
      standard: exchangeDomain(chainId, EXCHANGES.standard, '2'),
      negRisk: exchangeDomain(chainId, EXCHANGES.negRisk, '2'),
      v3: exchangeV3 === undefined ? null : exchangeDomain(chainId, exchangeV3, '3'),
    };
  }

  /** Whether this chain has the exchange, so that orders for it can be signed. */
  canSignFor(exchange: ExchangeName): boolean {
    return this.#domains[exchange] !== null;
  }

  /** The order's id at the venue, known before it is sent. */
  computeOrderId(order: SignedFields, exchange: ExchangeName): string {
    return orderDigest(this.#domain(exchange), order);
  }

  /** Whether this process holds the key. Only then does the same digest get the same signature again. */
  get holdsKey(): boolean {
    return this.#key !== null;
  }

  /** Signs the order in the layout of the signature type. */
  signOrder(order: SignedFields, exchange: ExchangeName): string | Promise<string> {
    const domain = this.#domain(exchange);
    const isNested = this.signatureType === DEPOSIT_WALLET;
    const digest = isNested ? depositWalletDigest(domain, this.#chainId, order) : orderDigest(domain, order);
    const toLayout = (signature: string): string => {
      if (!isNested) return signature;
      const nested = depositWalletSignature(signature, domain, order);
      return this.isSessionKey ? sessionEnvelope(nested, this.address) : nested;
    };
    if (this.#outside === null) return toLayout(this.sign(digest));
    const details = Object.fromEntries(Object.entries(order).map(([name, value]) => [name, String(value)]));
    return this.#signOutside(this.#outside, { digest, purpose: 'order', details }).then(toLayout);
  }

  /** Signs the request for API credentials. */
  signForCredentials(timestamp: string): string | Promise<string> {
    const digest = authDigest(this.#chainId, this.address, timestamp, 0n);
    if (this.#outside === null) return this.sign(digest);
    return this.#signOutside(this.#outside, { digest, purpose: 'credentials', details: { timestamp } });
  }

  /** Only with a key that this process holds. */
  sign(digest: string): string {
    return signDigest(digest, this.#ownKey());
  }

  async #signOutside(signer: DigestSigner, request: SigningRequest): Promise<string> {
    const given = await signer.sign(request);
    const signature = normalizeSignature(request.digest, given, this.address);
    if (signature === null) throw new Error(`the signer gave no signature of ${this.address}`);
    return signature;
  }

  #ownKey(): Uint8Array {
    assert(this.#key !== null, 'this process holds the key');
    return this.#key;
  }

  #domain(exchange: ExchangeName): string {
    return requirePresent(this.#domains[exchange], `the domain of exchange ${exchange}`);
  }
}

/** The signature, or why there is none. */
export async function toSignature(signing: string | Promise<string>): Promise<Result<string, string>> {
  try {
    return ok(await signing);
  } catch (error) {
    return err(errorMessage(error));
  }
}
