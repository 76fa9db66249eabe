import { positionKey, scopeKey } from '../core/ledger/keys.ts';
import type { LedgerState } from '../core/ledger/state.ts';
import type { LedgerSnapshot } from '../ports/journal.ts';

/** Makes an empty state what the stored rows say. Nothing is replayed and nothing is sent. */
export function restoreState(state: LedgerState, snapshot: LedgerSnapshot): void {
  const { seq, orderNumber, fillNumber } = snapshot;
  Object.assign(state, { seq, orderNumber, fillNumber });
  restoreSettings(state, snapshot);
  restoreTrading(state, snapshot);
}

function restoreSettings(state: LedgerState, snapshot: LedgerSnapshot): void {
  for (const account of snapshot.accounts) state.accounts.add(account);
  for (const row of snapshot.subaccounts)
    state.subaccounts.set(scopeKey(row.accountId, row.subaccountId), row);
  for (const key of snapshot.keys) state.keys.set(key.keyId, key);
  for (const row of snapshot.limits) state.limits.set(scopeKey(row.accountId, row.subaccountId), row);
  for (const row of snapshot.killSwitches)
    state.killSwitches.set(scopeKey(row.accountId, row.subaccountId), row);
  for (const { instrumentId, ...binding } of snapshot.bindings) state.bindings.set(instrumentId, binding);
  for (const review of snapshot.assetReviews) state.assetReviews.set(review.genericAssetId, review);
  for (const { venue, mark } of snapshot.venueMarks) state.venueMarks.set(venue, mark);
}

/** Exposure is not stored: it follows from live orders, positions and fills that could still be undone. */
function restoreTrading(state: LedgerState, snapshot: LedgerSnapshot): void {
  for (const fill of snapshot.pendingFills) {
    state.pendingFills.set(fill.id, fill);
    state.exposure.addPending(fill, 1n);
  }
  for (const order of snapshot.orders) {
    state.orders.set(order.id, order);
    state.exposure.replaceOrder(null, order);
  }
  for (const row of snapshot.positions) {
    state.positions.set(positionKey(row.accountId, row.subaccountId, row.instrumentId), row);
    state.exposure.replacePosition(null, row);
  }
}
