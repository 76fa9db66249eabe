import {
  averagePrice,
  type FeeSchedule,
  type Fill,
  type Notional,
  ONE,
  type Order,
  type Price,
} from '#contract';
import { computeFeeRate, computeFeeScale, computeFillFee } from './fill-fees.ts';

/** The highest rates and the coarsest rounding that a supported venue publishes for a usual market. */
export const DEAREST_PUBLISHED: FeeSchedule = {
  takerRate: 7_000_000n, // 0.07
  makerRate: 1_750_000n, // 0.0175
  exponent: 1,
  fillStep: 10_000_000_000n as Notional, // 0.000001
  fillRounding: 'up',
  cashStep: 100_000_000_000_000n as Notional, // 0.01
};

/** The fee of a fill; where it is unknown, the highest one that a supported venue publishes. */
export const assumeFee = ({ fee, price, qty }: Pick<Fill, 'fee' | 'price' | 'qty'>): Notional =>
  fee ?? computeFillFee(DEAREST_PUBLISHED, price, qty);

/** The fees of an order; while one is not known, the highest published ones of what its legs have filled, at their averages. */
export function assumeFees({ fees, legs }: Pick<Order, 'fees' | 'legs'>): Notional {
  if (fees !== null) return fees;
  let sum = 0n;
  for (const { filledQty: qty, filledNotional } of legs) {
    const price = averagePrice(filledNotional, qty);
    if (price !== null) sum += assumeFee({ fee: null, price, qty });
  }
  return sum as Notional;
}

/** The schedule with the higher taker fee at a price of one half, where fees are highest. */
export const pickDearer = (a: FeeSchedule, b: FeeSchedule): FeeSchedule =>
  computeRateAtHalf(b) * computeFeeScale(a) > computeRateAtHalf(a) * computeFeeScale(b) ? b : a;

const computeRateAtHalf = (schedule: FeeSchedule): bigint =>
  computeFeeRate(schedule, schedule.takerRate, HALF);

const HALF = (ONE / 2n) as Price;
