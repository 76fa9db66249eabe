import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

/** The order as the venue's exchange contracts V2 and V3 hash it: eleven fields. */
export interface SignedFields {
  readonly salt: bigint; // sent as a JSON number, so at most 2^53 − 1
  readonly maker: string; // the wallet that holds the funds
  readonly signer: string;
  readonly tokenId: bigint;
  readonly makerAmount: bigint;
  readonly takerAmount: bigint;
  readonly side: 'BUY' | 'SELL';
  readonly signatureType: number;
  readonly timestamp: bigint; // milliseconds
  readonly metadata: string;
  readonly builder: string;
}

export const ZERO_32 = `0x${'00'.repeat(32)}`;
const ORDER_TYPE =
  'Order(uint256 salt,address maker,address signer,uint256 tokenId,uint256 makerAmount,' +
  'uint256 takerAmount,uint8 side,uint8 signatureType,uint256 timestamp,bytes32 metadata,bytes32 builder)';
export const CONTRACT_DOMAIN_TYPE =
  'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)';
const NESTED_TYPE =
  'TypedDataSign(Order contents,string name,string version,uint256 chainId,address verifyingContract,bytes32 salt)';
const AUTH_DOMAIN_TYPE = 'EIP712Domain(string name,string version,uint256 chainId)';
const AUTH_TYPE = 'ClobAuth(address address,string timestamp,uint256 nonce,string message)';
const AUTH_MESSAGE = 'This message attests that I control the given wallet';

/**
 * Domain separator of an exchange contract.
 *
 * @param version  2 for Exchange V2, 3 for Exchange V3; the order type is the same
 */
export function exchangeDomain(chainId: number, exchange: string, version: '2' | '3'): string {
  return keccakWords([
    keccakText(CONTRACT_DOMAIN_TYPE),
    keccakText('Polymarket CTF Exchange'),
    keccakText(version),
    number(BigInt(chainId)),
    word(exchange),
  ]);
}

/** The digest to sign, which is also the order's id at the venue. 0x and 64 hex digits. */
export const orderDigest = (domain: string, order: SignedFields): string =>
  digest(domain, orderStruct(order));

/** Hash of the order without the exchange domain. */
export function orderStruct(order: SignedFields): string {
  return keccakWords([
    ORDER_TYPEHASH,
    number(order.salt),
    word(order.maker),
    word(order.signer),
    number(order.tokenId),
    number(order.makerAmount),
    number(order.takerAmount),
    number(order.side === 'BUY' ? 0n : 1n),
    number(BigInt(order.signatureType)),
    number(order.timestamp),
    word(order.metadata),
    word(order.builder),
  ]);
}

/**
 * The digest that a deposit wallet's owner signs (ERC-7739): the order nested in the typed data of the
 * wallet, within the exchange's domain.
 */
export function depositWalletDigest(domain: string, chainId: number, order: SignedFields): string {
  const struct = keccakWords([
    keccakText(NESTED_TYPE + ORDER_TYPE),
    orderStruct(order),
    keccakText('DepositWallet'),
    keccakText('1'),
    number(BigInt(chainId)),
    word(order.maker),
    ZERO_32,
  ]);
  return digest(domain, struct);
}

/**
 * The parts from which the wallet contract rebuilds the digest: signature, domain, contents, type and type
 * length.
 */
export function depositWalletSignature(inner: string, domain: string, order: SignedFields): string {
  const type = Buffer.from(ORDER_TYPE, 'ascii');
  const length = type.length.toString(16).padStart(4, '0');
  return inner + bare(domain) + bare(orderStruct(order)) + type.toString('hex') + length;
}

const ENVELOPE_MARK = '6492'.repeat(16);

/**
 * A deposit wallet's signature by a session key: `abi.encode(bytes32 address, bytes32 0, bytes signature)` and the mark.
 *
 * Source  docs.polymarket.com/trading/session-keys (2026-09)
 */
export function sessionEnvelope(signature: string, sessionKey: string): string {
  const data = bare(signature);
  const offset = number(96n); // of the bytes, after three words
  const padding = '0'.repeat((64 - (data.length % 64)) % 64);
  const head = word(sessionKey).toLowerCase() + bare(ZERO_32) + offset;
  return `0x${head}${number(BigInt(data.length / 2))}${data}${padding}${ENVELOPE_MARK}`;
}

/** The digest that a wallet signs to request API credentials. */
export function authDigest(chainId: number, address: string, timestamp: string, nonce: bigint): string {
  const domain = keccakWords([
    keccakText(AUTH_DOMAIN_TYPE),
    keccakText('ClobAuthDomain'),
    keccakText('1'),
    number(BigInt(chainId)),
  ]);
  const struct = keccakWords([
    keccakText(AUTH_TYPE),
    word(address),
    keccakText(timestamp),
    number(nonce),
    keccakText(AUTH_MESSAGE),
  ]);
  return digest(domain, struct);
}

/** r ‖ s ‖ v over a digest, v being 27 or 28. Deterministic: the same digest gives the same bytes. */
export function signDigest(digestHex: string, key: Uint8Array): string {
  const signed = secp256k1.sign(bytes(digestHex), key, { prehash: false, format: 'recovered' });
  const recovery = 27 + (signed[0] ?? 0);
  return `0x${Buffer.from(signed.subarray(1)).toString('hex')}${recovery.toString(16)}`;
}

const SIGNATURE = /^0x(?:[0-9a-fA-F]{2}){64,65}$/;

/**
 * The signature in the form of `signDigest`, if the key of `address` made it. A signer outside may leave out v, count it from 0,
 * or give the higher of the two values of s, which the venue's contracts refuse.
 *
 * @param given  r ‖ s or r ‖ s ‖ v in hex
 * @returns      null if it is no signature of that key
 */
export function normalizeSignature(digestHex: string, given: string, address: string): string | null {
  if (!SIGNATURE.test(given)) return null;
  const hex = given.slice(2);
  const [r, s] = [BigInt(`0x${hex.slice(0, 64)}`), BigInt(`0x${hex.slice(64, 128)}`)];
  const order = secp256k1.Point.Fn.ORDER;
  if (r === 0n || r >= order || s === 0n || s >= order) return null;
  const low = s > order / 2n ? order - s : s;
  for (const recovery of [0, 1]) {
    const signature = new secp256k1.Signature(r, low, recovery);
    if (recoverAddress(signature, bytes(digestHex)) !== toChecksumAddress(address)) continue;
    return `0x${Buffer.from(signature.toBytes('compact')).toString('hex')}${(27 + recovery).toString(16)}`;
  }
  return null;
}

/** Null when no key can have made the signature. */
function recoverAddress(
  signature: InstanceType<typeof secp256k1.Signature>,
  digestBytes: Uint8Array,
): string | null {
  try {
    return addressOf(signature.recoverPublicKey(digestBytes).toBytes(false));
  } catch {
    return null;
  }
}

/** Computes the tables of the curve, for which the first address and signature of a process wait, some 0.1 s or more. */
export function prepareSigning(): void {
  const key = new Uint8Array(secp256k1.lengths.secretKey ?? 32).fill(1); // any key
  signDigest(keccakText(toAddress(key)), key);
}

/** The address of a private key, in the mixed case that carries its checksum. */
export function toAddress(key: Uint8Array): string {
  return addressOf(secp256k1.getPublicKey(key, false));
}

function addressOf(publicKey: Uint8Array): string {
  const hash = Buffer.from(keccak_256(publicKey.subarray(1))).toString('hex');
  return toChecksumAddress(hash.slice(24));
}

/** The same address in EIP-55 case. */
export function toChecksumAddress(address: string): string {
  const plain = bare(address).toLowerCase();
  const hash = Buffer.from(keccak_256(Buffer.from(plain, 'ascii'))).toString('hex');
  const isUpper = (at: number): boolean => Number.parseInt(hash.charAt(at), 16) > 7;
  return `0x${plain.replace(/[a-f]/g, (digit, at: number) => (isUpper(at) ? digit.toUpperCase() : digit))}`;
}

/** keccak256 of bytes as hex, with or without 0x. */
export const keccakHex = (hex: string): string => keccak(bytes(hex));

/** keccak256 of a text, 0x and 64 hex digits. */
export const keccakText = (text: string): string => keccak(Buffer.from(text, 'utf8'));

const ORDER_TYPEHASH = keccakText(ORDER_TYPE);

export const digest = (domain: string, struct: string): string =>
  keccak(bytes(`1901${bare(domain)}${bare(struct)}`));

export function keccakWords(words: readonly string[]): string {
  return keccak(bytes(words.map(bare).join('')));
}

function keccak(data: Uint8Array): string {
  return `0x${Buffer.from(keccak_256(data)).toString('hex')}`;
}

export const number = (value: bigint): string => value.toString(16).padStart(64, '0');
export const word = (hex: string): string => bare(hex).padStart(64, '0');
const bare = (hex: string): string => (hex.startsWith('0x') ? hex.slice(2) : hex);
const bytes = (hex: string): Uint8Array => Buffer.from(bare(hex), 'hex');
