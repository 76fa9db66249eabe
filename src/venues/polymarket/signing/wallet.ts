import { requirePresent } from '../../../domain/model/assert.ts';
import { EXCHANGES, EXCHANGES_V3, type ExchangeName, type SignatureType } from '../polymarket-settings.ts';
import {
  depositWalletDigest,
  depositWalletSignature,
  exchangeDomain,
  orderDigest,
  type SignedFields,
  signDigest,
  toAddress,
  toChecksumAddress,
} from './eip712.ts';

const KEY = /^(?:0x)?[0-9a-fA-F]{64}$/;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const DEPOSIT_WALLET = 3;

export interface WalletSettings {
  readonly privateKeyHex: string;
  readonly chainId: number;
  readonly signatureType: SignatureType;
  readonly funder: string | null;
}

/** The signing key and the wallet whose funds it moves. The key never leaves this object. */
export class Wallet {
  readonly address: string; // of the key; identifies us at the venue
  readonly maker: string; // holds the funds
  readonly signer: string; // the signer field of the order
  readonly signatureType: SignatureType;
  readonly #key: Uint8Array;
  readonly #chainId: number;
  readonly #domains: Readonly<Record<ExchangeName, string | null>>;

  /** Throws on an invalid key or funder; the message does not contain it. */
  constructor({ privateKeyHex, chainId, signatureType, funder }: WalletSettings) {
    if (!KEY.test(privateKeyHex)) throw new Error('the private key must be 64 hex digits');
    if (funder !== null && !ADDRESS.test(funder)) throw new Error('the funder must be an address');
    if (signatureType !== 0 && funder === null)
      throw new Error(`signature type ${signatureType} needs a funder`);
    this.#key = Buffer.from(privateKeyHex.replace(/^0x/, ''), 'hex');
    this.address = toAddress(this.#key);
    this.maker = funder === null ? this.address : toChecksumAddress(funder);
    // A deposit wallet signs for itself; every other kind lets the key sign.
    this.signer = signatureType === DEPOSIT_WALLET ? this.maker : this.address;
    this.signatureType = signatureType;
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

  /** Signs the order in the layout of the signature type. */
  signOrder(order: SignedFields, exchange: ExchangeName): string {
    const domain = this.#domain(exchange);
    if (this.signatureType !== DEPOSIT_WALLET) return this.sign(orderDigest(domain, order));
    const inner = this.sign(depositWalletDigest(domain, this.#chainId, order));
    return depositWalletSignature(inner, domain, order);
  }

  sign(digest: string): string {
    return signDigest(digest, this.#key);
  }

  #domain(exchange: ExchangeName): string {
    return requirePresent(this.#domains[exchange], `the domain of exchange ${exchange}`);
  }
}
