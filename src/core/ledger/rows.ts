import { present } from '../kernel/assert.ts';
import type { LedgerState, Touched, TouchedSettings } from './state.ts';
import type { LedgerRows } from './tables.ts';

/** The rows that an entry changed, as they stand after it. */
export function rowsOf(state: LedgerState, touched: Touched): LedgerRows {
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
    ...present(state.bindings.get(instrumentId), 'a touched binding'),
  })),
  assetReviews: picked(touched.assetReviews, state.assetReviews),
  venueMarks: [...touched.venueMarks].map((venue) => ({
    venue,
    mark: present(state.venueMarks.get(venue), 'a touched mark'),
  })),
});

function picked<Key, Row>(keys: ReadonlySet<Key>, rows: ReadonlyMap<Key, Row>): Row[] {
  const found: Row[] = [];
  for (const key of keys) found.push(present(rows.get(key), 'a touched row'));
  return found;
}
