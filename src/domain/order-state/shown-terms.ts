import {
  type OrderType,
  type Outcome,
  type Price,
  type Qty,
  renderDecimal,
  type Side,
  type TimeInForce,
} from '#contract';

/** The terms of an order as it was placed, in the side and outcome that the venue received. */
export interface PlacedTerms {
  readonly venueInstrumentId: string;
  readonly side: Side;
  readonly outcome: Outcome;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  readonly price: Price | null; // null for MARKET
  readonly qty: Qty;
}

/** What a venue shows of them; null where it does not show a term as it was sent. */
export interface ShownTerms extends Pick<PlacedTerms, 'venueInstrumentId' | 'side' | 'outcome' | 'price'> {
  readonly type: OrderType | null;
  readonly tif: TimeInForce | null;
  readonly qty: Qty | null;
}

/**
 * The terms in which an order that was found by an id differs from the one that was sent with that id, in words; null
 * when it may be that order.
 *
 * @param dustQty  the tolerated difference between the quantities
 */
export function findOtherTerms(sent: PlacedTerms, shown: ShownTerms, dustQty: Qty): string | null {
  return findOtherMarket(sent, shown) ?? findOtherRequest(sent, shown, dustQty);
}

/** Like `findOtherTerms`, for an order whose type, time in force, price and quantity may have been amended. */
export function findOtherMarket(
  sent: Pick<PlacedTerms, 'venueInstrumentId' | 'side' | 'outcome'>,
  shown: ShownTerms,
): string | null {
  const isSame =
    sent.venueInstrumentId === shown.venueInstrumentId &&
    sent.side === shown.side &&
    sent.outcome === shown.outcome;
  const [theirs, ours] = [shown, sent].map(
    ({ side, outcome, venueInstrumentId }) => `${side} ${outcome} of ${venueInstrumentId}`,
  );
  return isSame ? null : `it is ${theirs}, and ${ours} was sent`;
}

function findOtherRequest(sent: PlacedTerms, shown: ShownTerms, dustQty: Qty): string | null {
  const { type, tif, price, qty } = shown;
  if (type !== null && type !== sent.type) return `it is ${type}, and ${sent.type} was sent`;
  if (tif !== null && tif !== sent.tif) return `it is ${tif}, and ${sent.tif} was sent`;
  if (price !== null && sent.price !== null && price !== sent.price)
    return `its price is ${renderDecimal(price)}, and ${renderDecimal(sent.price)} was sent`;
  const more = qty === null ? 0n : qty - sent.qty;
  if (qty === null || (more <= dustQty && 0n - more <= dustQty)) return null;
  return `its quantity is ${renderDecimal(qty)}, and ${renderDecimal(sent.qty)} was sent`;
}
