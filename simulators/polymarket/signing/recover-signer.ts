import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  authDigest,
  domainSeparator,
  getExchangeContract,
  nestedDigest,
  ORDER_TYPE,
  orderDigest,
  type SignedFields,
  structHash,
} from './typed-data.ts';

/** Deposit wallets sign as ERC-1271 contracts do: the owner's key signs, the order names the wallet. */
export const DEPOSIT_WALLET = 3;

const SIGNATURE = /^0x[0-9a-fA-F]{130}$/;
const NESTED_SIGNATURE = /^0x[0-9a-fA-F]{634}$/;
const INNER_HEX = 130;

/** The wallet that signed a request for credentials, lower case; null when the signature is none. */
export const recoverAuth = (
  address: string,
  timestamp: string,
  nonce: bigint,
  signature: string,
): string | null =>
  SIGNATURE.test(signature) ? recover(authDigest(address, timestamp, nonce), signature) : null;

/**
 * The key that signed an order, lower case: the owner's own, also where a deposit wallet is the signer.
 * Null when the signature is malformed, or its wrapping speaks of another exchange or another order.
 */
export function recoverOrder(order: SignedFields, negRisk: boolean, signature: string): string | null {
  const contract = getExchangeContract(negRisk);
  if (order.signatureType !== DEPOSIT_WALLET) {
    return SIGNATURE.test(signature) ? recover(orderDigest(order, contract), signature) : null;
  }
  if (!NESTED_SIGNATURE.test(signature)) return null;
  const tail = signature.slice(2 + INNER_HEX).toLowerCase();
  if (tail !== nestedTail(order, contract)) return null;
  return recover(nestedDigest(order, contract), signature.slice(0, 2 + INNER_HEX));
}

/** What follows the 65 signed bytes of a deposit wallet: domain, contents, type text and its length. */
function nestedTail(order: SignedFields, contract: string): string {
  const type = utf8ToBytes(ORDER_TYPE);
  const length = Uint8Array.of(type.length >> 8, type.length & 0xff);
  return bytesToHex(concatBytes(domainSeparator(contract), structHash(order), type, length));
}

function recover(digest: Uint8Array, signature: string): string | null {
  const bytes = hexToBytes(signature.slice(2));
  const recovery = (bytes[64] ?? 0) - 27;
  if (recovery !== 0 && recovery !== 1) return null;
  const recovered = concatBytes(Uint8Array.of(recovery), bytes.subarray(0, 64));
  try {
    return toAddress(secp256k1.recoverPublicKey(recovered, digest, { prehash: false }));
  } catch {
    return null; // r or s is not a point or scalar of the curve
  }
}

/** The account of a public key, lower case: the last 20 bytes of the hash of its coordinates. */
export function toAddress(publicKey: Uint8Array): string {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return `0x${bytesToHex(keccak_256(point.subarray(1)).subarray(12))}`;
}
