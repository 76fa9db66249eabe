import { err, isJsonObject, ONE, ok, type Price, type Result, renderDecimal, type Side } from '#contract';
import { costDown, type Micro, priceDecimals, renderMicro } from './micro-units.ts';
import type { SignedFields } from './order-signing.ts';

/** A posted order: shape checked, rules not yet checked. */
export interface PostedOrder {
  readonly fields: SignedFields;
  readonly signature: string;
  readonly expiration: number; // seconds; 0 means none
  readonly owner: string;
  readonly type: OrderType;
  readonly isPostOnly: boolean;
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const BYTES32 = /^0x[0-9a-fA-F]{64}$/;
const WHOLE = /^(0|[1-9][0-9]{0,77})$/;
const UINT256_MAX = (1n << 256n) - 1n;
const TYPES: ReadonlySet<unknown> = new Set(['GTC', 'GTD', 'FOK', 'FAK']);

/** Parses one order of `POST /order` or `POST /orders`. Null means the venue's `Invalid order payload`. */
export function parsePosted(input: unknown): PostedOrder | null {
  if (!isJsonObject(input) || !isJsonObject(input.order)) return null;
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
    // A salt above 2^53 loses digits in JSON, so its signature does not match.
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

export type OrderType = 'GTC' | 'GTD' | 'FOK' | 'FAK';

/** The terms implied by an order's two amounts. */
export interface Terms {
  readonly price: Price; // of the order's token, on the tick
  readonly shares: Micro;
  readonly usd: Micro;
}

export const isMarketStyle = (type: OrderType): boolean => type === 'FOK' || type === 'FAK';

/** A smaller difference from the exact amount counts as a rounding error, not as another price. */
const ROUNDING_SLIP_MAX = 10_000n; // one cent

/**
 * Computes price and size from the signed amounts.
 *
 * Orders that may rest must imply an exact price of the grid. Market-style orders have a fixed precision;
 * their price is the nearest grid price that is not worse for them.
 *
 * Rejects with the venue's text, without the words before `invalid` or `Price`.
 * Source: Polymarket's rules for order amounts as of 2026-10-07.
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

/** `order`: the text begins with the order's id. */
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
  if (countDecimals(makerAmount) <= makerMax && countDecimals(takerAmount) <= takerMax) return null;
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
  const lower = exact - (exact % tick);
  const price = (side === 'BUY' || isWhole ? lower : lower + tick) as Price;
  if (price < tick || price > ONE - tick) return err(breaksTick(exact, tick));
  return ok({ price, shares, usd });
}

const nearestTick = (exact: bigint, tick: Price): Price => (((exact + tick / 2n) / tick) * tick) as Price;

const breaksTick = (price: bigint, tick: Price): AmountsRefusal => ({
  kind: 'order',
  text: `Price (${renderDecimal(price)}) breaks minimum tick size rule: ${renderDecimal(tick)}`,
});

function countDecimals(amount: Micro): number {
  let decimals = 6;
  for (let rest: bigint = amount; decimals > 0 && rest % 10n === 0n; rest /= 10n) decimals -= 1;
  return decimals;
}
