import {
  type AccountId,
  type Book,
  complement,
  type InstrumentId,
  isLive,
  isYesBuy,
  type Level,
  type Order,
  type Outcome,
  type Price,
  type Qty,
  remainingQty,
} from '#contract';

/** Quantity of an account that may rest in a book, in YES terms. */
export interface OwnQty {
  readonly side: 'bids' | 'asks';
  readonly price: Price;
  readonly qty: Qty;
}

/**
 * What the live orders of an account may have in the book of an instrument. An order that is being amended may rest at
 * either price, so it counts at both; one that is not acknowledged yet counts too.
 */
export function listOwnQtys(
  orders: readonly Order[],
  accountId: AccountId,
  instrumentId: InstrumentId,
): readonly OwnQty[] {
  return orders
    .filter((order) => order.accountId === accountId)
    .flatMap(({ side, legs, pendingAmend }) =>
      legs
        .filter((leg) => leg.instrumentId === instrumentId && isLive(leg.status))
        .flatMap((leg) => {
          const target = pendingAmend?.legs.find((each) => each.leg === leg.leg) ?? null;
          const place = {
            side: isYesBuy(side, leg.outcome) ? 'bids' : 'asks',
            qty: remainingQty(leg),
          } as const;
          return [leg.price, target?.price ?? null]
            .filter((price) => price !== null)
            .map((price) => ({ ...place, price: toYesPrice(leg.outcome, price) }));
        }),
    );
}

/** The book without these quantities. */
export function removeOwnQtys(
  book: Pick<Book, 'bids' | 'asks'>,
  own: readonly OwnQty[],
): Pick<Book, 'bids' | 'asks'> {
  return own.length === 0
    ? book
    : { bids: removeFrom('bids', book.bids, own), asks: removeFrom('asks', book.asks, own) };
}

function removeFrom(
  side: OwnQty['side'],
  levels: readonly Level[],
  own: readonly OwnQty[],
): readonly Level[] {
  return levels.flatMap((level) => {
    const ours = own
      .filter((each) => each.side === side && each.price === level.price)
      .reduce((sum, { qty }) => sum + qty, 0n);
    const left = level.qty - ours;
    return left > 0n ? [{ price: level.price, qty: left as Qty }] : [];
  });
}

const toYesPrice = (outcome: Outcome, price: Price): Price => (outcome === 'YES' ? price : complement(price));
