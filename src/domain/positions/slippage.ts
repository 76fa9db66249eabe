import { absolute, type Fill, type LegArrival, type Notional } from '#contract';

/** What fills cost beyond their references. Money; positive when the execution was worse. */
export interface Slippage {
  readonly mid: Notional; // against the mid in the moment of acceptance
  readonly midFills: number; // fills for which that mid is stored
  readonly expected: Notional; // of what was taken, against the average that the book then offered
  readonly expectedFills: number;
}

/** Sums up the slippage of fills. Callers leave out settlements and reversed fills. */
export class SlippageTotals {
  #midDoubled = 0n;
  #midFills = 0;
  #expected = 0n;
  #expectedFills = 0;

  /** `arrival` of the fill's leg; without one the fill has no reference and does not count. */
  add({ side, price, qty, liquidity }: Fill, arrival: LegArrival | null): void {
    if (arrival === null) return;
    const { bid, ask, takes, takesNotional } = arrival;
    const worse = side === 'BUY' ? 1n : -1n;
    if (bid !== null && ask !== null) {
      this.#midDoubled += worse * (2n * price - bid - ask) * qty;
      this.#midFills += 1;
    }
    if (takes > 0n && liquidity === 'TAKER') {
      this.#expected += worse * divideHalfUp(price * qty * takes - takesNotional * qty, takes);
      this.#expectedFills += 1;
    }
  }

  total(): Slippage {
    return {
      mid: divideHalfUp(this.#midDoubled, 2n) as Notional,
      midFills: this.#midFills,
      expected: this.#expected as Notional,
      expectedFills: this.#expectedFills,
    };
  }
}

/** Rounds halves away from zero. */
function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const rounded = (2n * absolute(dividend) + divisor) / (2n * divisor);
  return dividend < 0n ? -rounded : rounded;
}
