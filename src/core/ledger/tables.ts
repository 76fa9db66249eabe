import type { ApiKey, Subaccount } from '../access/access.ts';
import type { AssetReview } from '../instruments/review.ts';
import type { AccountId, InstrumentId, OrderId, VenueClientId, VenueName } from '../kernel/ids.ts';
import type { Fill, Order } from '../orders/order.ts';
import type { Position } from '../positions/position.ts';
import type { KillSwitch, Limits } from '../risk/limits.ts';

export interface InstrumentBinding {
  readonly instrumentId: InstrumentId;
  readonly venue: VenueName;
  readonly venueInstrumentId: string;
}

export interface VenueMark {
  readonly venue: VenueName;
  readonly mark: string; // opaque to us; the venue's adapter understands it
}

/** A name that a venue gave, and whose it is: names of our own making tell that by themselves. */
export interface LegName {
  readonly venue: VenueName;
  readonly clientId: VenueClientId;
  readonly orderId: OrderId;
  readonly leg: number;
  readonly generation: number;
}

/** The rows that one entry changes, each as it stands after the entry. */
export interface LedgerRows {
  readonly accounts: readonly AccountId[];
  readonly subaccounts: readonly Subaccount[];
  readonly keys: readonly ApiKey[];
  readonly limits: readonly Limits[];
  readonly killSwitches: readonly KillSwitch[];
  readonly bindings: readonly InstrumentBinding[];
  readonly assetReviews: readonly AssetReview[];
  readonly orders: readonly Order[];
  readonly fills: readonly Fill[];
  readonly legNames: readonly LegName[]; // new ones
  readonly positions: readonly Position[];
  readonly venueMarks: readonly VenueMark[];
}
