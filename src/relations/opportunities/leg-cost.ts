import {
  assert,
  averagePrice,
  computeNotional,
  type FeeSchedule,
  type Level,
  type Notional,
  type Price,
  type Qty,
  requirePresent,
} from '#contract';
import {
  chargeFill,
  computeFeeRate,
  computeFeeScale,
  computeFillFee,
  computeOrderFees,
  NO_CHARGES,
  type OrderCharges,
} from '#domain';
import type { PricedLeg } from './opportunity-set.ts';

/** What a quantity costs at one leg. */
export interface LegFill {
  readonly avgPrice: Price;
  readonly worstPrice: Price;
  readonly fee: Notional; // with the rounding of cash
  readonly cost: Notional; // fee included
}

/** The state after all levels up to one. */
interface LevelEnd {
  readonly qty: bigint;
  readonly notional: bigint;
  readonly exact: bigint; // notional and fee without rounding, in 1e-16 divided by the scale
  readonly charges: OrderCharges;
}

const START: LevelEnd = { qty: 0n, notional: 0n, exact: 0n, charges: NO_CHARGES };

/**
 * The exact cost of buying from the levels of one leg, as a function of the quantity. Each level is one fill, and each
 * fill's fee and cash are rounded as the venue rounds them.
 */
export class LegCost {
  readonly #levels: readonly Level[];
  readonly #fees: FeeSchedule;
  readonly #scale: bigint;
  readonly #feeFactor: bigint;
  readonly #ends: LevelEnd[] = [START];

  /** @param scale  of exact costs: a multiple of the fee scale of every leg that they are added to */
  constructor({ levels, fees }: PricedLeg, scale: bigint) {
    this.#levels = levels;
    this.#fees = fees;
    this.#scale = scale;
    this.#feeFactor = scale / computeFeeScale(fees);
  }

  /** By how much rounding can reduce a cost at most. Half up, a fill may cost up to one step less than the formula. */
  get roundingGainMax(): bigint {
    const { fillRounding, fillStep } = this.#fees;
    return fillRounding === 'up' ? 0n : BigInt(this.#levels.length) * fillStep * this.#scale;
  }

  /** The cost with all rounding. The quantity must be in the book. */
  computeCost(qty: bigint): bigint {
    const { before, at, rest } = this.#locate(qty);
    return this.#charge(before.charges, at, rest).cost;
  }

  /** The cost without any rounding, in 1e-16 divided by the scale: a convex function. */
  computeExactCost(qty: bigint): bigint {
    const { before, at, rest } = this.#locate(qty);
    return before.exact + this.#computeExact(at, rest);
  }

  computeNotional(qty: bigint): bigint {
    const { before, at, rest } = this.#locate(qty);
    return before.notional + at * rest;
  }

  /** The quantity as an order that takes it. */
  computeFill(qty: Qty): LegFill {
    const { at } = this.#locate(qty);
    const notional = this.computeNotional(qty) as Notional;
    const cost = this.computeCost(qty) as Notional;
    return {
      avgPrice: requirePresent(averagePrice(notional, qty), 'the average price of a quantity'),
      worstPrice: at,
      fee: computeOrderFees('BUY', { ...NO_CHARGES, cost }, notional),
      cost,
    };
  }

  #locate(qty: bigint): { readonly before: LevelEnd; readonly at: Price; readonly rest: bigint } {
    let level = this.#ends.length - 1;
    while (level > 0 && this.#getEnd(level).qty >= qty) level -= 1;
    while (level + 1 < this.#levels.length && this.#getEnd(level + 1).qty < qty) level += 1;
    const before = this.#getEnd(level);
    const rest = qty - before.qty;
    assert(rest >= 0n && rest <= (this.#levels[level]?.qty ?? 0n), 'the quantity is in the book');
    return { before, at: requirePresent(this.#levels[level], 'a level of the leg').price, rest };
  }

  #getEnd(count: number): LevelEnd {
    for (let at = this.#ends.length; at <= count; at += 1) {
      const before = requirePresent(this.#ends[at - 1], 'the levels before');
      const { price, qty } = requirePresent(this.#levels[at - 1], 'a level of the leg');
      this.#ends.push({
        qty: before.qty + qty,
        notional: before.notional + price * qty,
        exact: before.exact + this.#computeExact(price, qty),
        charges: this.#charge(before.charges, price, qty),
      });
    }
    return requirePresent(this.#ends[count], 'the levels up to one');
  }

  #charge(charges: OrderCharges, price: Price, qty: bigint): OrderCharges {
    const fee = computeFillFee(this.#fees, price, qty as Qty);
    return chargeFill(this.#fees, 'BUY', charges, computeNotional(price, qty as Qty), fee);
  }

  #computeExact(price: Price, qty: bigint): bigint {
    const fee = computeFeeRate(this.#fees, this.#fees.takerRate, price) * this.#feeFactor;
    return (price * this.#scale + fee) * qty;
  }
}
