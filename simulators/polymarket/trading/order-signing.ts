import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** Signature type of deposit wallets (ERC-1271): the owner's key signs, the order names the wallet. */
export const DEPOSIT_WALLET = 3;

const SIGNATURE = /^0x[0-9a-fA-F]{130}$/;
const NESTED_SIGNATURE = /^0x[0-9a-fA-F]{634}$/;
const INNER_HEX = 130;

/** The wallet that signed a credentials request, lower case; null for an invalid signature. */
export const recoverAuth = (
  address: string,
  timestamp: string,
  nonce: bigint,
  signature: string,
): string | null =>
  SIGNATURE.test(signature) ? recover(authDigest(address, timestamp, nonce), signature) : null;

/**
 * The key that signed an order, lower case. For a deposit wallet this is the owner's key. Null for a
 * malformed signature, or one wrapped for another exchange or order.
 */
export function recoverOrder(order: SignedFields, contract: string, signature: string): string | null {
  if (order.signatureType !== DEPOSIT_WALLET) {
    return SIGNATURE.test(signature) ? recover(orderDigest(order, contract), signature) : null;
  }
  if (!NESTED_SIGNATURE.test(signature)) return null;
  const tail = signature.slice(2 + INNER_HEX).toLowerCase();
  if (tail !== nestedTail(order, contract)) return null;
  return recover(nestedDigest(order, contract), signature.slice(0, 2 + INNER_HEX));
}

const ENVELOPE = /^0x0{24}([0-9a-f]{40})0{64}0{62}60([0-9a-f]{64})((?:[0-9a-f]{64})+)(?:6492){16}$/;

/**
 * The envelope in which a session key signs for a deposit wallet: its address, 32 zero bytes, the signature, and a mark.
 * Null for a signature without one.
 */
export function openSessionEnvelope(
  signature: string,
): { readonly sessionKey: string; readonly signature: string } | null {
  const [, address, length, data = ''] = ENVELOPE.exec(signature.toLowerCase()) ?? [];
  if (address === undefined) return null;
  const end = Number(BigInt(`0x${length}`)) * 2;
  const isPadded = end <= data.length && data.length - end < 64 && /^0*$/.test(data.slice(end));
  return isPadded ? { sessionKey: `0x${address}`, signature: `0x${data.slice(0, end)}` } : null;
}

/** The bytes after a deposit wallet's 65 signature bytes: domain, contents, type text and its length. */
function nestedTail(order: SignedFields, contract: string): string {
  const type = utf8ToBytes(ORDER_TYPE);
  const length = Uint8Array.of(type.length >> 8, type.length & 0xff);
  return bytesToHex(concatBytes(domainSeparator(contract), structHash(order), type, length));
}

/** The key that signed a digest, lower case; null for an invalid signature. */
export const recoverDigest = (digest: Uint8Array, signature: string): string | null =>
  SIGNATURE.test(signature) ? recover(digest, signature) : null;

function recover(digest: Uint8Array, signature: string): string | null {
  const bytes = hexToBytes(signature.slice(2));
  const recovery = (bytes[64] ?? 0) - 27;
  if (recovery !== 0 && recovery !== 1) return null;
  const recovered = concatBytes(Uint8Array.of(recovery), bytes.subarray(0, 64));
  try {
    return toAddress(secp256k1.recoverPublicKey(recovered, digest, { prehash: false }));
  } catch {
    return null; // r or s is not valid on the curve
  }
}

/** The address of a public key, lower case: the last 20 bytes of the hash of its coordinates. */
export function toAddress(publicKey: Uint8Array): string {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return `0x${bytesToHex(keccak_256(point.subarray(1)).subarray(12))}`;
}

/** The signed fields of an order: exchange version 2, `side` 0 is buy and 1 is sell. */
export interface SignedFields {
  readonly salt: bigint;
  readonly maker: string;
  readonly signer: string;
  readonly tokenId: bigint;
  readonly makerAmount: bigint; // 1e-6
  readonly takerAmount: bigint; // 1e-6
  readonly side: 0 | 1;
  readonly signatureType: number;
  readonly timestamp: bigint; // ms
  readonly metadata: string; // 32 bytes
  readonly builder: string; // 32 bytes
}

export const ORDER_TYPE =
  'Order(uint256 salt,address maker,address signer,uint256 tokenId,uint256 makerAmount,uint256 takerAmount,' +
  'uint8 side,uint8 signatureType,uint256 timestamp,bytes32 metadata,bytes32 builder)';

const NESTED_TYPE =
  'TypedDataSign(Order contents,string name,string version,uint256 chainId,address verifyingContract,bytes32 salt)';
const AUTH_TYPE = 'ClobAuth(address address,string timestamp,uint256 nonce,string message)';
const AUTH_MESSAGE = 'This message attests that I control the given wallet';
const DOMAIN_TYPE = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)';
const DOMAIN_TYPE_SHORT = 'EIP712Domain(string name,string version,uint256 chainId)';
const NO_SALT = new Uint8Array(32);

/** The digest of a credentials request; `timestamp` is the header's text. */
export function authDigest(address: string, timestamp: string, nonce: bigint): Uint8Array {
  const domain = keccak_256(
    concatBytes(hashText(DOMAIN_TYPE_SHORT), hashText('ClobAuthDomain'), hashText('1'), word(CHAIN_ID)),
  );
  const message = keccak_256(
    concatBytes(
      hashText(AUTH_TYPE),
      addressWord(address),
      hashText(timestamp),
      word(nonce),
      hashText(AUTH_MESSAGE),
    ),
  );
  return typedDigest(domain, message);
}

/** The digest of an order for the exchange at `contract`. It is also the order's id. */
export const orderDigest = (order: SignedFields, contract: string): Uint8Array =>
  typedDigest(domainSeparator(contract), structHash(order));

/** The digest that a deposit wallet's owner signs (ERC-7739): the order, wrapped with the wallet's domain. */
export function nestedDigest(order: SignedFields, contract: string): Uint8Array {
  const wrapped = keccak_256(
    concatBytes(
      hashText(NESTED_TYPE + ORDER_TYPE),
      structHash(order),
      hashText('DepositWallet'),
      hashText('1'),
      word(CHAIN_ID),
      addressWord(order.signer),
      NO_SALT,
    ),
  );
  return typedDigest(domainSeparator(contract), wrapped);
}

export function structHash(order: SignedFields): Uint8Array {
  return keccak_256(
    concatBytes(
      hashText(ORDER_TYPE),
      word(order.salt),
      addressWord(order.maker),
      addressWord(order.signer),
      word(order.tokenId),
      word(order.makerAmount),
      word(order.takerAmount),
      word(BigInt(order.side)),
      word(BigInt(order.signatureType)),
      word(order.timestamp),
      hexToBytes(order.metadata.slice(2)),
      hexToBytes(order.builder.slice(2)),
    ),
  );
}

export function domainSeparator(contract: string): Uint8Array {
  const known = separators.get(contract);
  if (known !== undefined) return known;
  const separator = keccak_256(
    concatBytes(
      hashText(DOMAIN_TYPE),
      hashText('Polymarket CTF Exchange'),
      hashText(contract === EXCHANGE_V3 ? '3' : '2'),
      word(CHAIN_ID),
      addressWord(contract),
    ),
  );
  separators.set(contract, separator);
  return separator;
}

export const toHex = (bytes: Uint8Array): string => `0x${bytesToHex(bytes)}`;

/** Cache with one entry per exchange contract. */
const separators = new Map<string, Uint8Array>();

const typedDigest = (domain: Uint8Array, message: Uint8Array): Uint8Array =>
  keccak_256(concatBytes(Uint8Array.of(0x19, 0x01), domain, message));

const hashText = (text: string): Uint8Array => keccak_256(utf8ToBytes(text));
const word = (value: bigint): Uint8Array => hexToBytes(value.toString(16).padStart(64, '0'));
const addressWord = (address: string): Uint8Array => hexToBytes(address.slice(2).padStart(64, '0'));

/** The venue's contracts on Polygon. The market decides which exchange an order is signed for. */
const CHAIN_ID = 137n;
export const EXCHANGE_STANDARD = '0xE111180000d2663C0091e4f400237545B87B996B';
export const EXCHANGE_NEG_RISK = '0xe2222d279d744050d28e00520010520000310F59';
/** Of all Protocol V2 markets, whether neg-risk or not. */
export const EXCHANGE_V3 = '0xe3333700cA9d93003F00f0F71f8515005F6c00Aa';
/** Settles trades of neg-risk markets, so that the CLOB asks for its allowance too. */
export const NEG_RISK_ADAPTER = '0xd91E80cF2E7be2e162c6513ceD06f1dD0dA35296';
/** Converts tokens of all other markets to pUSD and back. */
export const COLLATERAL_ADAPTER = '0xAdA100Db00Ca00073811820692005400218FcE1f';
/** Its successor for pUSD. */
export const NEG_RISK_COLLATERAL_ADAPTER = '0xadA2005600Dec949baf300f4C6120000bDB6eAab';

/** What decides where a market's orders settle. */
export interface Protocol {
  readonly negRisk: boolean;
  readonly version: 'v1' | 'v2';
}

/** The exchange that orders of a market are signed for. */
export function getExchangeContract({ negRisk, version }: Protocol): string {
  if (version === 'v2') return EXCHANGE_V3;
  return negRisk ? EXCHANGE_NEG_RISK : EXCHANGE_STANDARD;
}

/** The contracts that a wallet has to allow before it can trade in a market. */
export function getSpenders(protocol: Protocol): readonly string[] {
  const exchange = getExchangeContract(protocol);
  return exchange === EXCHANGE_NEG_RISK ? [exchange, NEG_RISK_ADAPTER] : [exchange];
}

/** All contracts that `/balance-allowance` lists. */
export const SPENDERS = [
  EXCHANGE_STANDARD,
  EXCHANGE_NEG_RISK,
  NEG_RISK_ADAPTER,
  NEG_RISK_COLLATERAL_ADAPTER,
  EXCHANGE_V3,
] as const;
