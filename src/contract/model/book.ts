import type { InstrumentId } from './ids.ts';
import type { Price, Qty } from './money.ts';
import type { TimestampMs } from './time.ts';

/** Total resting quantity at one price, in YES terms. */
export interface Level {
  readonly price: Price;
  readonly qty: Qty;
}

/** One instrument's book in YES terms, best level first on both sides. */
export interface Book {
  readonly instrumentId: InstrumentId;
  readonly bids: readonly Level[]; // descending price
  readonly asks: readonly Level[]; // ascending price
  readonly timestamp: TimestampMs;
  readonly sequence: number; // increases with every change
}

/** The best prices of a live book in terms of one outcome; null for an empty side. */
export interface Touch {
  readonly bid: Price | null;
  readonly ask: Price | null;
}

/** From when the time of an observation counts: the acceptance of the order, or the first fill of its leg. */
export const OBSERVATION_ANCHORS = ['ORDER', 'FILL'] as const;
export type ObservationAnchor = (typeof OBSERVATION_ANCHORS)[number];

/** How long after its anchor the book is observed. */
export const OBSERVED_AFTER_MS = [0, 1_000, 10_000, 60_000] as const;
