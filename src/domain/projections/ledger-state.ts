import type { ApiKey, Subaccount } from '../access/access.ts';
import type { LedgerRows, LegName } from '../events/event-schema.ts';
import type { AssetReview } from '../instruments/asset-review.ts';
import { requirePresent } from '../model/assert.ts';
import type {
  AccountId,
  FillId,
  GenericAssetId,
  InstrumentId,
  KeyId,
  OrderId,
  ScopeKey,
  VenueName,
} from '../model/ids.ts';
import type { KillSwitch, Limits } from '../model/limits.ts';
import type { Fill, Order } from '../model/order.ts';
import type { Position } from '../model/position.ts';
import type { Exposure } from '../risk/exposure.ts';

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
export interface TouchedRecords {
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

/** The rows that an entry changed, as they stand after it. */
export function toLedgerRows(state: LedgerState, touched: TouchedRecords): LedgerRows {
  return {
    ...(touched.settings === null ? NO_SETTINGS : settingsOf(state, touched.settings)),
    orders: picked(touched.orders, state.orders),
    fills: [...touched.fills.values()],
    legNames: touched.legNames,
    positions: [...touched.positions.values()],
  };
}

type SettingsRows = Omit<LedgerRows, 'orders' | 'fills' | 'legNames' | 'positions'>;

const NO_SETTINGS: SettingsRows = {
  accounts: [],
  subaccounts: [],
  keys: [],
  limits: [],
  killSwitches: [],
  bindings: [],
  assetReviews: [],
  venueMarks: [],
};

const settingsOf = (state: LedgerState, touched: TouchedSettings): SettingsRows => ({
  accounts: [...touched.accounts],
  subaccounts: picked(touched.subaccounts, state.subaccounts),
  keys: picked(touched.keys, state.keys),
  limits: picked(touched.limits, state.limits),
  killSwitches: picked(touched.killSwitches, state.killSwitches),
  bindings: [...touched.bindings].map((instrumentId) => ({
    instrumentId,
    ...requirePresent(state.bindings.get(instrumentId), 'a touched binding'),
  })),
  assetReviews: picked(touched.assetReviews, state.assetReviews),
  venueMarks: [...touched.venueMarks].map((venue) => ({
    venue,
    mark: requirePresent(state.venueMarks.get(venue), 'a touched mark'),
  })),
});

function picked<Key, Row>(keys: ReadonlySet<Key>, rows: ReadonlyMap<Key, Row>): Row[] {
  const found: Row[] = [];
  for (const key of keys) found.push(requirePresent(rows.get(key), 'a touched row'));
  return found;
}
