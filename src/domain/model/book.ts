import type { InstrumentId } from './ids.ts';
import type { Price, Qty } from './money.ts';
import type { TimestampMs } from './time.ts';

/** Resting interest at one price, YES terms. */
export interface Level {
  readonly price: Price;
  readonly qty: Qty;
}

/** One instrument's book in YES terms, best level first on both sides. */
export interface Book {
  readonly instrumentId: InstrumentId;
  readonly bids: readonly Level[]; // price falling
  readonly asks: readonly Level[]; // price rising
  readonly timestamp: TimestampMs;
  readonly sequence: number; // grows with every change
}
