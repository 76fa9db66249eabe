import {
  complement,
  divideHalfEven,
  type Outcome,
  type Price,
  type Side,
  type Touch,
  type TriggerSource,
} from '#contract';

/** Converts the best YES prices of a book to an outcome: a bid for NO is an ask for YES. */
export function toTouch(outcome: Outcome, bid: Price | null, ask: Price | null): Touch {
  if (outcome === 'YES') return { bid, ask };
  return { bid: ask === null ? null : complement(ask), ask: bid === null ? null : complement(bid) };
}

/**
 * The price that a trigger watches, in terms of the outcome. `TOUCH` is the side that the order would take, so that a
 * trade at an old price fires nothing. Null when the source has no price now.
 *
 * @param last  price of the last trade, in terms of the outcome
 */
export function findWatchedPrice(
  source: TriggerSource,
  side: Side,
  touch: Touch,
  last: Price | null,
): Price | null {
  const { bid, ask } = touch;
  switch (source) {
    case 'TOUCH':
      return side === 'BUY' ? ask : bid;
    case 'MID':
      return bid === null || ask === null ? null : (divideHalfEven(bid + ask, 2n) as Price);
    case 'LAST':
      return last;
  }
}

/** A BUY fires at or above its trigger price, a SELL at or below it. */
export function isTriggerMet(triggerPrice: Price, side: Side, watched: Price | null): boolean {
  if (watched === null) return false;
  return side === 'BUY' ? watched >= triggerPrice : watched <= triggerPrice;
}
