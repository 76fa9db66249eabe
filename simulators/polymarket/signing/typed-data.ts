import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** An order as the wallet signs it: version 2 of the exchange, eleven fields, `side` 0 buys and 1 sells. */
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

/** The digest that proves a wallet when it asks for credentials; `timestamp` is the header's own text. */
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

/** What the owner of a deposit wallet signs (ERC-7739): the order, wrapped with the wallet's own domain. */
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
      hashText('2'),
      word(CHAIN_ID),
      addressWord(contract),
    ),
  );
  separators.set(contract, separator);
  return separator;
}

export const toHex = (bytes: Uint8Array): string => `0x${bytesToHex(bytes)}`;

/** Two contracts exist, so this holds two entries. */
const separators = new Map<string, Uint8Array>();

const typedDigest = (domain: Uint8Array, message: Uint8Array): Uint8Array =>
  keccak_256(concatBytes(Uint8Array.of(0x19, 0x01), domain, message));

const hashText = (text: string): Uint8Array => keccak_256(utf8ToBytes(text));
const word = (value: bigint): Uint8Array => hexToBytes(value.toString(16).padStart(64, '0'));
const addressWord = (address: string): Uint8Array => hexToBytes(address.slice(2).padStart(64, '0'));

/** The venue's contracts on Polygon. The exchange that an order names depends on its market's `neg_risk`. */
const CHAIN_ID = 137n;
export const EXCHANGE_STANDARD = '0xE111180000d2663C0091e4f400237545B87B996B';
export const EXCHANGE_NEG_RISK = '0xe2222d279d744050d28e00520010520000310F59';

export const getExchangeContract = (negRisk: boolean): string =>
  negRisk ? EXCHANGE_NEG_RISK : EXCHANGE_STANDARD;
