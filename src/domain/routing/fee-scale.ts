import type { FeeSchedule, Price, Qty } from '#contract';
import { computeFillFee } from '../fees/fill-fees.ts';
import { greatestCommonDivisor, type PlanUnits } from './book-depth.ts';

const PRICE_UNITS_OF_ONE = 100_000_000; // a price of 1
const DIVIDEND_MAX = Number.MAX_SAFE_INTEGER / 4; // so that twice it and a divisor are safe too

/**
 * A venue's taker fee in the units of a plan. The fee of a fill is (rate × quantity) ÷ divisor steps, rounded.
 * When that product is not a safe integer, `computeFillFee` is used; both give exactly the same fee.
 */
export class TakerFeeCalculator {
  readonly step: number; // all fees are multiples of this; 0 without a fee
  readonly #schedule: FeeSchedule;
  readonly #units: PlanUnits;
  readonly #one: number; // a price of 1
  readonly #exponent: number;
  readonly #rounding: FeeSchedule['fillRounding'];
  readonly #factor: number;
  readonly #divisor: number;

  constructor(schedule: FeeSchedule, units: PlanUnits) {
    this.#schedule = schedule;
    this.#units = units;
    this.#one = PRICE_UNITS_OF_ONE / units.price;
    this.#exponent = schedule.exponent;
    this.#rounding = schedule.fillRounding;
    const rate = Number(schedule.takerRate);
    const fillStep = Number(schedule.fillStep);
    this.step = rate === 0 ? 0 : fillStep / units.money;
    const scale = this.#one ** (2 * schedule.exponent);
    const common = greatestCommonDivisor(units.qty, fillStep);
    const shared = greatestCommonDivisor(rate, scale);
    this.#factor = (rate / shared) * (units.qty / common);
    this.#divisor = (scale / shared) * (fillStep / common);
  }

  /** Fee of one unit of quantity at this price, without rounding. */
  computeUnitFee(price: number): number {
    return this.step === 0 ? 0 : (this.#rateAt(price) / this.#divisor) * this.step;
  }

  /** Fee of one fill, rounded as the venue rounds it. Price and quantity in units. */
  computeFee(price: number, qty: number): number {
    const dividend = this.#rateAt(price) * qty;
    const divisor = this.#divisor;
    if (dividend > DIVIDEND_MAX || divisor > DIVIDEND_MAX) return this.#wideFeeOf(price, qty);
    if (this.#rounding === 'up') return Math.ceil(dividend / divisor) * this.step;
    if (this.#rounding === 'down') return Math.floor(dividend / divisor) * this.step;
    if (dividend < divisor) return 0;
    return Math.floor((2 * dividend + divisor) / (2 * divisor)) * this.step;
  }

  #rateAt(price: number): number {
    const product = price * (this.#one - price);
    let rate = this.#factor;
    for (let times = 0; times < this.#exponent; times += 1) rate *= product;
    return rate;
  }

  #wideFeeOf(price: number, qty: number): number {
    const { price: tick, qty: part, money } = this.#units;
    const at = BigInt(price) * BigInt(tick);
    const fee = computeFillFee(this.#schedule, at as Price, (BigInt(qty) * BigInt(part)) as Qty);
    return Number(fee / BigInt(money));
  }
}
