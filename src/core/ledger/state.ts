import type { ApiKey, Subaccount } from '../access/access.ts';
import type { AssetReview } from '../instruments/review.ts';
import type {
  AccountId,
  FillId,
  GenericAssetId,
  InstrumentId,
  KeyId,
  OrderId,
  VenueName,
} from '../kernel/ids.ts';
import type { Fill, Order } from '../orders/order.ts';
import type { Position } from '../positions/position.ts';
import type { Exposure } from '../risk/exposure.ts';
import type { KillSwitch, Limits } from '../risk/limits.ts';
import type { ScopeKey } from './keys.ts';
import type { LegName } from './tables.ts';

/** What the journal proves. The records are immutable; the maps are the one place that changes. */
export interface LedgerState {
  seq: number; // of the last entry applied
  orderNumber: number; // highest given
  fillNumber: number;
  readonly accounts: Set<AccountId>;
  readonly subaccounts: Map<ScopeKey, Subaccount>;
  readonly keys: Map<KeyId, ApiKey>;
  readonly limits: Map<ScopeKey, Limits>;
  readonly killSwitches: Map<ScopeKey, KillSwitch>;
  readonly bindings: Map<InstrumentId, { readonly venue: VenueName; readonly venueInstrumentId: string }>;
  readonly assetReviews: Map<GenericAssetId, AssetReview>;
  readonly orders: Map<OrderId, Order>; // live ones and, for a while, those that ended
  readonly positions: Map<string, Position>; // by positionKey; never zero net
  readonly pendingFills: Map<FillId, Fill>; // those that their venue could still undo
  readonly venueMarks: Map<VenueName, string>;
  readonly exposure: Exposure; // derived from orders, positions and pending fills, never stored
}

/** What one entry touched, so that the rows to store are exactly those. */
export interface Touched {
  readonly orders: Set<OrderId>;
  readonly fills: Map<FillId, Fill>; // new ones, and those that settled
  readonly legNames: LegName[];
  readonly positions: Map<string, Position>; // closed ones too, with net 0
  settings: TouchedSettings | null; // nearly every entry is about orders alone
}

export interface TouchedSettings {
  readonly accounts: Set<AccountId>;
  readonly subaccounts: Set<ScopeKey>;
  readonly keys: Set<KeyId>;
  readonly limits: Set<ScopeKey>;
  readonly killSwitches: Set<ScopeKey>;
  readonly bindings: Set<InstrumentId>;
  readonly assetReviews: Set<GenericAssetId>;
  readonly venueMarks: Set<VenueName>;
}
