import type { InstrumentId, VenueName } from '../core/kernel/ids.ts';

/** Where we have something at stake: an order of ours may rest there, or we hold a position. */
export interface Holdings {
  has(id: InstrumentId): boolean;
  ids(venue: VenueName): Iterable<InstrumentId>;
}
