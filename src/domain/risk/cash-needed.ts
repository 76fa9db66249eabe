import {
  complement,
  computeNotional,
  type FeeSchedule,
  isYesBuy,
  NOTIONAL_ZERO,
  type Notional,
  type Outcome,
  type Price,
  type Qty,
  type Side,
  type TokenSide,
} from '#contract';
import { computeFillFee } from '../fees/fill-fees.ts';

/** An order, or the remaining part of one, at one venue. */
export interface CashClaim {
  readonly side: Side;
  readonly outcome: Outcome; // the instrument's
  readonly price: Price; // in terms of the outcome
  readonly qty: Qty;
}

/**
 * The cash that a venue blocks for an order: `qty` × price of a BUY, `qty` × (1 − price) of a SELL that opens a
 * short position, plus the taker fee. The part that closes a position needs none.
 *
 * @param closable  quantity of the position that the order would close; 1e-8 contracts
 */
export function computeCashNeeded(
  { side, price, qty }: CashClaim,
  fees: FeeSchedule,
  closable: bigint,
): Notional {
  const opening = qty - (closable > 0n ? closable : 0n);
  if (opening <= 0n) return NOTIONAL_ZERO;
  const unit = side === 'BUY' ? price : complement(price);
  const fee = computeFillFee(fees, price, opening as Qty);
  return (computeNotional(unit, opening as Qty) + fee) as Notional;
}

/**
 * The quantity of a position that an order would close. At a venue that holds tokens a leg either sells tokens or buys them.
 *
 * @param net  1e-8 contracts, YES positive
 */
export function computeClosableQty(
  { side, outcome, qty, tokenSide }: Pick<CashClaim, 'side' | 'outcome' | 'qty'> & { tokenSide: TokenSide },
  net: bigint,
): bigint {
  if (tokenSide !== null) return tokenSide === 'SELL' ? qty : 0n;
  const open = isYesBuy(side, outcome) ? -net : net;
  return open > 0n ? open : 0n;
}

/**
 * The least and the most cash that a venue may block for the live orders of its account on one side of a market. Venues differ
 * in which order they count as closing the position, and in whether they block fees.
 *
 * @param claims    all on one side of the market in YES terms
 * @param closable  quantity of the position that this side closes; 1e-8 contracts
 */
export function boundReservedCash(
  claims: readonly CashClaim[],
  fees: FeeSchedule,
  closable: bigint,
): { readonly least: bigint; readonly most: bigint } {
  const dearestFirst = claims.toSorted((a, b) => Number(toUnitCost(b) - toUnitCost(a)));
  return {
    least: sumOpening(dearestFirst, closable, (claim, qty) => computeNotional(toUnitCost(claim), qty)),
    most: sumOpening(dearestFirst.toReversed(), closable, (claim, qty) =>
      computeCashNeeded({ ...claim, qty }, fees, 0n),
    ),
  };
}

const toUnitCost = ({ side, price }: CashClaim): Price => (side === 'BUY' ? price : complement(price));

function sumOpening(
  claims: readonly CashClaim[],
  closable: bigint,
  toCost: (claim: CashClaim, qty: Qty) => bigint,
): bigint {
  let [left, sum] = [closable > 0n ? closable : 0n, 0n];
  for (const claim of claims) {
    const closing = claim.qty < left ? claim.qty : left;
    left -= closing;
    sum += toCost(claim, (claim.qty - closing) as Qty);
  }
  return sum;
}
