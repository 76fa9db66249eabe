import type { SignedFields } from '../signing/typed-data.ts';
import type { OrderType } from './order-amounts.ts';

/** One order as it was posted: shapes checked, nothing else. */
export interface PostedOrder {
  readonly fields: SignedFields;
  readonly signature: string;
  readonly expiration: number; // seconds; 0 is none
  readonly owner: string;
  readonly type: OrderType;
  readonly isPostOnly: boolean;
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const BYTES32 = /^0x[0-9a-fA-F]{64}$/;
const WHOLE = /^(0|[1-9][0-9]{0,77})$/;
const UINT256_MAX = (1n << 256n) - 1n;
const TYPES: ReadonlySet<unknown> = new Set(['GTC', 'GTD', 'FOK', 'FAK']);

/** Reads an element of `POST /order` or `POST /orders`; null is the venue's `Invalid order payload`. */
export function parsePosted(input: unknown): PostedOrder | null {
  if (!isRecord(input) || !isRecord(input.order)) return null;
  const { owner, orderType, postOnly = false } = input;
  const { signature } = input.order;
  const fields = parseFields(input.order);
  const expiration = whole(input.order.expiration);
  if (fields === null || expiration === null || typeof signature !== 'string') return null;
  if (typeof owner !== 'string' || !TYPES.has(orderType) || typeof postOnly !== 'boolean') return null;
  return {
    fields,
    signature,
    expiration: Number(expiration),
    owner,
    type: orderType as OrderType,
    isPostOnly: postOnly,
  };
}

function parseFields(order: Record<string, unknown>): SignedFields | null {
  const { salt, maker, signer, side, signatureType, metadata, builder } = order;
  const [tokenId, makerAmount] = [whole(order.tokenId), whole(order.makerAmount)];
  const [takerAmount, timestamp] = [whole(order.takerAmount), whole(order.timestamp)];
  if (tokenId === null || makerAmount === null || takerAmount === null || timestamp === null) return null;
  if (!isText(ADDRESS, maker) || !isText(ADDRESS, signer)) return null;
  if (!isText(BYTES32, metadata) || !isText(BYTES32, builder)) return null;
  if (typeof salt !== 'number' || salt < 0 || !Number.isInteger(salt)) return null;
  if (side !== 'BUY' && side !== 'SELL') return null;
  if (typeof signatureType !== 'number' || ![0, 1, 2, 3].includes(signatureType)) return null;
  return {
    // A salt beyond 2^53 has lost digits on its way, so that its signature does not fit any more.
    salt: BigInt(salt),
    maker,
    signer,
    tokenId,
    makerAmount,
    takerAmount,
    side: side === 'BUY' ? 0 : 1,
    signatureType,
    timestamp,
    metadata,
    builder,
  };
}

function whole(value: unknown): bigint | null {
  if (typeof value !== 'string' || !WHOLE.test(value)) return null;
  const number = BigInt(value);
  return number > UINT256_MAX ? null : number;
}

const isText = (form: RegExp, value: unknown): value is string =>
  typeof value === 'string' && form.test(value);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
