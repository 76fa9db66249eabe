import {
  type AccountId,
  type ApiKey,
  type Approval,
  type ApprovalId,
  type Fill,
  type FillId,
  type GenericAssetId,
  type InstrumentId,
  type KeyId,
  type KillSwitch,
  type Limits,
  type OperationId,
  type Order,
  type OrderId,
  type Parent,
  type ParentId,
  type Position,
  type PositionOperation,
  type RiskGuard,
  requirePresent,
  type ScopeKey,
  type SessionId,
  type Subaccount,
  type TokenClaim,
  type TokenPairs,
  type TradeSessionRecord,
  type VenueName,
} from '#contract';
import type { InstrumentBinding, LedgerEvent, LedgerRows, LegName } from '../events/event-schema.ts';
import type { AssetReview } from '../instruments/asset-review.ts';
import type { MakerProtection } from '../quotes/maker-protection.ts';
import type { Exposure } from '../risk/exposure.ts';
import type { TradingUsage } from '../risk/trading-usage.ts';

/** The state rebuilt from the journal. The records are immutable; only the maps and counters change. */
export interface LedgerState {
  seq: number; // number of the last entry applied
  orderNumber: number; // highest number assigned
  fillNumber: number;
  parentNumber: number;
  instrumentIdSkipped: number; // ids up to this one may have been assigned after a backup; 0: never restored
  assetIdSkipped: number; // the same of approved assets
  readonly accounts: Set<AccountId>;
  readonly subaccounts: Map<ScopeKey, Subaccount>;
  readonly keys: Map<KeyId, ApiKey>;
  readonly limits: Map<ScopeKey, Limits>;
  readonly killSwitches: Map<ScopeKey, KillSwitch>;
  readonly guards: Map<string, RiskGuard>; // by guardKey
  readonly protections: Map<ScopeKey, MakerProtection>;
  readonly sessions: Map<SessionId, TradeSessionRecord>; // whose orders are cancelled when they end
  readonly approvals: Map<ApprovalId, Approval>; // waiting, and decided in the last day
  readonly operations: Map<OperationId, PositionOperation>; // open, and ended in the last 90 days
  readonly claims: Map<string, TokenClaim>; // by positionKey; never zero
  readonly bindings: Map<InstrumentId, { readonly venue: VenueName; readonly venueInstrumentId: string }>;
  readonly assetReviews: Map<GenericAssetId, AssetReview>;
  readonly orders: Map<OrderId, Order>; // live orders and, for a while, closed ones
  readonly parents: Map<ParentId, Parent>; // complex orders: all that are not over, and those of any order in `orders`
  readonly positions: Map<string, Position>; // by positionKey; never with zero net
  readonly tokenPairs: Map<string, TokenPairs>; // by positionKey; never zero
  readonly pendingFills: Map<FillId, Fill>; // fills that their venue may still void
  readonly venueMarks: Map<VenueName, string>;
  readonly exposure: Exposure; // derived from orders, positions and pending fills, never stored
  readonly usage: TradingUsage; // derived from orders and fills, never stored
}

/** The records that one entry changed; exactly these rows are stored. */
export interface TouchedRecords {
  readonly orders: Set<OrderId>;
  readonly parents: Set<ParentId>;
  readonly fills: Map<FillId, Fill>; // new and settled fills
  readonly legNames: LegName[];
  readonly positions: Map<string, Position>; // including closed positions, with net 0
  readonly tokenPairs: TokenPairs[]; // including those that are gone, with 0
  settings: TouchedSettings | null; // null for most entries, which change orders only
}

export interface TouchedSettings {
  readonly accounts: Set<AccountId>;
  readonly subaccounts: Set<ScopeKey>;
  readonly keys: Set<KeyId>;
  readonly limits: Set<ScopeKey>;
  readonly killSwitches: Set<ScopeKey>;
  readonly guards: Set<string>;
  readonly protections: Set<ScopeKey>;
  readonly sessions: Set<SessionId>; // opened or ended
  readonly approvals: Set<ApprovalId>; // set or forgotten
  readonly operations: Set<OperationId>; // set or forgotten
  readonly claims: TokenClaim[]; // including those that are gone, with 0
  readonly bindings: Set<InstrumentId>;
  readonly assetReviews: Set<GenericAssetId>;
  readonly venueMarks: Set<VenueName>;
}

/** Binds each instrument id to its venue contract, permanently, with the first order or approval that uses the id. */
export const bindInstruments = (
  { bindings }: LedgerState,
  instruments: readonly InstrumentBinding[],
): LedgerEvent[] =>
  instruments
    .filter(({ instrumentId }) => !bindings.has(instrumentId))
    .map(({ instrumentId, venue, venueInstrumentId }) => ({
      type: 'InstrumentBound',
      instrumentId,
      venue,
      venueInstrumentId,
    }));

/** The changed rows in their state after the entry. */
export function toLedgerRows(state: LedgerState, touched: TouchedRecords): LedgerRows {
  return {
    ...(touched.settings === null ? NO_SETTINGS : toSettingsRows(state, touched.settings)),
    orders: pickRows(touched.orders, state.orders),
    parents: pickRows(touched.parents, state.parents),
    fills: [...touched.fills.values()],
    legNames: touched.legNames,
    positions: [...touched.positions.values()],
    tokenPairs: touched.tokenPairs,
  };
}

type SettingsRows = Omit<
  LedgerRows,
  'orders' | 'parents' | 'fills' | 'legNames' | 'positions' | 'tokenPairs'
>;

const NO_SETTINGS: SettingsRows = {
  accounts: [],
  subaccounts: [],
  keys: [],
  limits: [],
  killSwitches: [],
  guards: [],
  protections: [],
  sessions: [],
  endedSessions: [],
  approvals: [],
  forgottenApprovals: [],
  operations: [],
  forgottenOperations: [],
  claims: [],
  bindings: [],
  assetReviews: [],
  venueMarks: [],
};

const toSettingsRows = (state: LedgerState, touched: TouchedSettings): SettingsRows => ({
  accounts: [...touched.accounts],
  subaccounts: pickRows(touched.subaccounts, state.subaccounts),
  keys: pickRows(touched.keys, state.keys),
  limits: pickRows(touched.limits, state.limits),
  killSwitches: pickRows(touched.killSwitches, state.killSwitches),
  guards: pickRows(touched.guards, state.guards),
  protections: pickRows(touched.protections, state.protections),
  sessions: [...touched.sessions].flatMap((id) => state.sessions.get(id) ?? []),
  endedSessions: [...touched.sessions].filter((id) => !state.sessions.has(id)),
  approvals: [...touched.approvals].flatMap((id) => state.approvals.get(id) ?? []),
  forgottenApprovals: [...touched.approvals].filter((id) => !state.approvals.has(id)),
  operations: [...touched.operations].flatMap((id) => state.operations.get(id) ?? []),
  forgottenOperations: [...touched.operations].filter((id) => !state.operations.has(id)),
  claims: touched.claims,
  bindings: [...touched.bindings].map((instrumentId) => ({
    instrumentId,
    ...requirePresent(state.bindings.get(instrumentId), 'a touched binding'),
  })),
  assetReviews: pickRows(touched.assetReviews, state.assetReviews),
  venueMarks: [...touched.venueMarks].map((venue) => ({
    venue,
    mark: requirePresent(state.venueMarks.get(venue), 'a touched mark'),
  })),
});

function pickRows<Key, Row>(keys: ReadonlySet<Key>, rows: ReadonlyMap<Key, Row>): Row[] {
  const found: Row[] = [];
  for (const key of keys) found.push(requirePresent(rows.get(key), 'a touched row'));
  return found;
}
