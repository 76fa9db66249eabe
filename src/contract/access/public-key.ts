import { Buffer } from 'node:buffer';
import { err, ok, type Result } from '../model/result.ts';

const PUBLIC_KEY_BYTES = 32;

/** Why a public key is rejected at registration. */
export type PublicKeyRejection =
  | 'not_base64' // not base64 of exactly 32 bytes
  | 'not_canonical' // a non-canonical encoding of a point
  | 'small_order' // some signatures are valid for every message
  | 'not_on_curve'; // no signature can be valid

// Ed25519: -x² + y² = 1 + d·x²·y² over the field of 2^255 - 19.
const FIELD = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;
const SIGN_BIT = 1n << 255n;

// The y coordinates of the eight points whose order divides 8. Signatures under these keys can be forged.
const SMALL_ORDER_Y: ReadonlySet<bigint> = new Set([
  0n,
  1n,
  FIELD - 1n,
  0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n,
  0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
]);

/**
 * Validates a public key at registration, independently of what the runtime's verifier accepts.
 *
 * @param text  base64 of 32 bytes, either alphabet
 * @returns     the key in standard base64, as it is stored and compared
 * Rejects      the cases of `PublicKeyRejection`
 */
export function parsePublicKey(text: string): Result<string, PublicKeyRejection> {
  const bytes = parseBase64(text, PUBLIC_KEY_BYTES);
  if (bytes === null) return err('not_base64');
  const fault = findKeyRejection(littleEndian(bytes));
  return fault === null ? ok(bytes.toString('base64')) : err(fault);
}

function findKeyRejection(encoded: bigint): PublicKeyRejection | null {
  const y = encoded % SIGN_BIT;
  if (y >= FIELD) return 'not_canonical';
  if (SMALL_ORDER_Y.has(y)) return 'small_order';
  return isOnCurve(y) ? null : 'not_on_curve';
}

/** True when x² = (y² - 1) / (d·y² + 1) has a root: Euler's criterion on numerator times denominator. */
function isOnCurve(y: bigint): boolean {
  const square = (y * y) % FIELD;
  const product = (square + FIELD - 1n) * ((D * square + 1n) % FIELD);
  return power(product % FIELD, (FIELD - 1n) / 2n) === 1n;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let factor = base, rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % FIELD;
    factor = (factor * factor) % FIELD;
  }
  return result;
}

const littleEndian = (bytes: Buffer): bigint => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);

/**
 * Parses base64 of exactly `length` bytes: standard or URL alphabet, padding optional. Null for any other
 * text, also when unused bits of the last character are set: each value has one encoding per alphabet.
 */
export function parseBase64(text: string, length: number): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== length) return null;
  const standard = bytes.toString('base64');
  return text === standard || isSpelling(text, standard) ? bytes : null;
}

/** Node's decoder skips unknown characters, so the text is compared with the allowed encodings. */
function isSpelling(text: string, standard: string): boolean {
  const bare = standard.replaceAll('=', '');
  if (text.length !== bare.length && text.length !== standard.length) return false;
  const padding = text.length === standard.length ? standard.slice(bare.length) : '';
  return text === bare + padding || text === bare.replaceAll('+', '-').replaceAll('/', '_') + padding;
}
