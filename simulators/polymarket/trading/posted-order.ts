import { ONE, type Price, renderDecimal } from '../../../src/domain/model/money.ts';
import type { Side } from '../../../src/domain/model/order.ts';
import { err, ok, type Result } from '../../../src/domain/model/result.ts';
import { costDown, type Micro, priceDecimals, renderMicro } from './micro-units.ts';
import type { SignedFields } from './order-signing.ts';

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

export type OrderType = 'GTC' | 'GTD' | 'FOK' | 'FAK';

/** What an order's two amounts say: so many shares, at this price or better. */
export interface Terms {
  readonly price: Price; // of its own token, on the tick
  readonly shares: Micro;
  readonly usd: Micro;
}

export const isMarketStyle = (type: OrderType): boolean => type === 'FOK' || type === 'FAK';

/** An amount that differs less than this from the exact one is a rounding mistake, not another price. */
const ROUNDING_SLIP_MAX = 10_000n; // one cent

/**
 * Reads price and size out of the amounts that were signed.
 *
 * Orders that may rest must say a price of the grid exactly. Market-style orders are checked against a
 * flat precision, and their price is the grid price that is never worse for them.
 *
 * Refuses with the venue's own sentence, without the words before `invalid`/`Price`.
 * Source   venue facts, section 5.
 */
export function readAmounts(
  side: Side,
  type: OrderType,
  makerAmount: Micro,
  takerAmount: Micro,
  tick: Price,
): Result<Terms, AmountsRefusal> {
  const usd = side === 'BUY' ? makerAmount : takerAmount;
  const shares = side === 'BUY' ? takerAmount : makerAmount;
  if (usd <= 0n || shares <= 0n) return err({ kind: 'text', text: 'invalid amounts' });
  const precise = checkPrecision(side, type, makerAmount, takerAmount, tick);
  if (precise !== null) return err({ kind: 'text', text: precise });
  return isMarketStyle(type) ? marketTerms(side, usd, shares, tick) : limitTerms(usd, shares, tick);
}

/** `order`: the sentence begins with the order's id. */
type AmountsRefusal = { readonly kind: 'text' | 'order'; readonly text: string };

function checkPrecision(
  side: Side,
  type: OrderType,
  makerAmount: Micro,
  takerAmount: Micro,
  tick: Price,
): string | null {
  const usdDecimals = Math.min(priceDecimals(tick) + 2, 6);
  const [makerMax, takerMax] = isMarketStyle(type)
    ? [2, 4]
    : side === 'BUY'
      ? [usdDecimals, 2]
      : [2, usdDecimals];
  if (decimalsOf(makerAmount) <= makerMax && decimalsOf(takerAmount) <= takerMax) return null;
  const name = `${isMarketStyle(type) ? 'market ' : ''}${side === 'BUY' ? 'buy' : 'sell'}`;
  return (
    `invalid amounts, the ${name} orders maker amount supports a max accuracy of ${makerMax} decimals, ` +
    `taker amount a max of ${takerMax} decimals`
  );
}

function limitTerms(usd: Micro, shares: Micro, tick: Price): Result<Terms, AmountsRefusal> {
  const nearest = nearestTick((usd * ONE) / shares, tick);
  const due = costDown(shares, nearest);
  const isOnGrid = nearest >= tick && nearest <= ONE - tick;
  if (isOnGrid && due === usd && (shares * nearest) % ONE === 0n) return ok({ price: nearest, shares, usd });
  const slip = due > usd ? due - usd : usd - due;
  if (isOnGrid && slip < ROUNDING_SLIP_MAX && slip > 0n) {
    const price = renderDecimal(nearest);
    return err({
      kind: 'text',
      text:
        `invalid amounts, the taker amount for a $${price} order of size ${renderMicro(shares)} ` +
        `should be '${renderMicro(due)}' but the value submited is '${renderMicro(usd)}'`,
    });
  }
  return err(breaksTick((usd * ONE) / shares, tick));
}

function marketTerms(side: Side, usd: Micro, shares: Micro, tick: Price): Result<Terms, AmountsRefusal> {
  const exact = (usd * ONE) / shares;
  const isWhole = (usd * ONE) % shares === 0n && exact % tick === 0n;
  const floor = exact - (exact % tick);
  const price = (side === 'BUY' || isWhole ? floor : floor + tick) as Price;
  if (price < tick || price > ONE - tick) return err(breaksTick(exact, tick));
  return ok({ price, shares, usd });
}

const nearestTick = (exact: bigint, tick: Price): Price => (((exact + tick / 2n) / tick) * tick) as Price;

const breaksTick = (price: bigint, tick: Price): AmountsRefusal => ({
  kind: 'order',
  text: `Price (${renderDecimal(price)}) breaks minimum tick size rule: ${renderDecimal(tick)}`,
});

function decimalsOf(amount: Micro): number {
  let decimals = 6;
  for (let rest: bigint = amount; decimals > 0 && rest % 10n === 0n; rest /= 10n) decimals -= 1;
  return decimals;
}
