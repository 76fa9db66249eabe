import { present } from '../kernel/assert.ts';
import type { LedgerState, Touched } from './state.ts';
import type { LedgerRows } from './tables.ts';

/** The rows that an entry changed, as they stand after it. */
export function rowsOf(state: LedgerState, touched: Touched): LedgerRows {
  return {
    accounts: [...touched.accounts],
    subaccounts: picked(touched.subaccounts, state.subaccounts),
    keys: picked(touched.keys, state.keys),
    limits: picked(touched.limits, state.limits),
    killSwitches: picked(touched.killSwitches, state.killSwitches),
    bindings: [...touched.bindings].map((instrumentId) => ({
      instrumentId,
      ...present(state.bindings.get(instrumentId), 'a touched binding'),
    })),
    orders: picked(touched.orders, state.orders),
    fills: [...touched.fills.values()],
    positions: [...touched.positions.values()],
    venueMarks: [...touched.venueMarks].map((venue) => ({
      venue,
      mark: present(state.venueMarks.get(venue), 'a touched mark'),
    })),
  };
}

function picked<Key, Row>(keys: ReadonlySet<Key>, rows: ReadonlyMap<Key, Row>): Row[] {
  return [...keys].map((key) => present(rows.get(key), 'a touched row'));
}
