import { ONE, type Price, renderDecimal } from '../../../src/domain/model/money.ts';
import type { Side } from '../../../src/domain/model/order.ts';
import { err, ok, type Result } from '../../../src/domain/model/result.ts';
import { costDown, type Micro, priceDecimals, renderMicro } from './micro-units.ts';

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
export type AmountsRefusal = { readonly kind: 'text' | 'order'; readonly text: string };

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
