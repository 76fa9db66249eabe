import {
  complement,
  computeNotional,
  floorToLot,
  type Notional,
  type Price,
  type Qty,
  type Side,
  type TokenSide,
} from '#contract';

/** What limits the parts of a leg at a venue that holds tokens. */
export interface TokenTerms {
  readonly side: Side; // of the order
  readonly qtyStep: Qty;
  readonly qtyMin: Qty;
  readonly saleQtyMin: Qty; // of the part that is sold
  /** The price at which the leg would buy the tokens that it cannot sell, in terms of the leg's outcome; null: not known. */
  readonly price: Price | null;
  /** Minimum notional of such a purchase; null: none applies. */
  readonly buyNotionalMin: Notional | null;
  readonly isWhole: boolean; // FOK: in one part or not at all
}

interface DividedQty {
  readonly tokenSide: Exclude<TokenSide, null>;
  readonly qty: Qty;
}

/**
 * Divides the quantity of a leg: tokens that are held are sold, what exceeds them buys the other tokens. Selling YES and
 * buying NO is the same act, so both are divided alike. A part that the venue would refuse as too small is not made: the other one
 * gets its quantity.
 *
 * @param free  tokens that the leg may sell
 */
export function divideByHolding(qty: Qty, free: Qty, terms: TokenTerms): readonly DividedQty[] {
  if (free >= qty) return [{ tokenSide: 'SELL', qty }];
  const whole = [{ tokenSide: 'BUY', qty }] as const;
  if (terms.isWhole) return whole;
  const { qtyStep, saleQtyMin } = terms;
  const most = floorToLot((qty - findPurchaseMin(terms)) as Qty, qtyStep);
  const covered = floorToLot(free < most ? free : most, qtyStep);
  if (covered < saleQtyMin || covered <= 0n) return whole;
  return [
    { tokenSide: 'SELL', qty: covered },
    { tokenSide: 'BUY', qty: (qty - covered) as Qty },
  ];
}

/** The least quantity that the venue accepts as a purchase. */
function findPurchaseMin({ side, qtyStep, qtyMin, price, buyNotionalMin }: TokenTerms): Qty {
  if (buyNotionalMin === null || price === null) return qtyMin;
  const unit = computeNotional(side === 'BUY' ? price : complement(price), qtyStep);
  if (unit <= 0n) return qtyMin;
  const lots = (buyNotionalMin + unit - 1n) / unit;
  const least = (lots * qtyStep) as Qty;
  return least > qtyMin ? least : qtyMin;
}
