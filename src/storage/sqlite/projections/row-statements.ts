import {
  ACCOUNTS,
  ANSWER_TEXT,
  APPROVALS,
  ASSET_REVIEWS,
  BINDINGS,
  ENTRY_COLUMNS,
  FILLS,
  GUARDS,
  insert,
  KEYS,
  KILL_SWITCHES,
  LEG_NAMES,
  LIMITS,
  OPERATIONS,
  ORDER_COLUMNS,
  PARENT_ROW,
  POSITIONS,
  PROTECTIONS,
  SESSIONS,
  SUBACCOUNTS,
  TOKEN_CLAIMS,
  TOKEN_PAIRS,
  upsert,
  VENUE_MARKS,
} from '#storage/shared';

const answeredOrders = { name: 'orders', columns: ORDER_COLUMNS };
const orders = { name: 'orders', columns: ORDER_COLUMNS.slice(0, -1) };

// The owner of an order never changes. Setting those columns again would rewrite every index on them.
const onConflictUpdate = `ON CONFLICT (number) DO UPDATE SET
  instrument_id = excluded.instrument_id, status = excluded.status, state = excluded.state`;
const onConflictUpdateAnswer = `${onConflictUpdate}, answer = excluded.answer`;

/** The statements that `rowOps` and `entryOps` use. */
export const ROW_STATEMENTS: Readonly<Record<string, string>> = {
  accounts: insert(ACCOUNTS),
  subaccounts: upsert(SUBACCOUNTS),
  keys: upsert(KEYS),
  limits: upsert(LIMITS),
  kill_switches: upsert(KILL_SWITCHES),
  guards: upsert(GUARDS),
  maker_protections: upsert(PROTECTIONS),
  sessions: insert(SESSIONS),
  session_ended: 'DELETE FROM sessions WHERE session_id = ?',
  approvals: upsert(APPROVALS),
  approval_forgotten: 'DELETE FROM approvals WHERE approval_id = ?',
  position_operations: upsert(OPERATIONS),
  position_operation_forgotten: 'DELETE FROM position_operations WHERE operation_id = ?',
  // The contract of an id never changes, so a second binding is refused.
  bindings: insert(BINDINGS),
  asset_reviews: upsert(ASSET_REVIEWS),
  venue_marks: upsert(VENUE_MARKS),
  // The answer stays unchanged while the state changes.
  orders: `${insert(orders)} ${onConflictUpdate}, answer = ${ANSWER_TEXT}`,
  orders_just_answered: `${insert(answeredOrders, ['?1', '?2', '?3', '?4', '?5', '?6', '?7', '?8', `''`])} ${onConflictUpdateAnswer}`,
  orders_answered: `${insert(answeredOrders)} ${onConflictUpdateAnswer}`,
  // The owner, key and type of a complex order never change, so their indexes are not rewritten.
  parents: `${insert(PARENT_ROW)} ON CONFLICT (number) DO UPDATE SET
    status = excluded.status, state = excluded.state`,
  // Only the settlement of an existing fill may change.
  fills: `${insert(FILLS)} ON CONFLICT (number) DO UPDATE SET settlement = excluded.settlement`,
  leg_names: insert(LEG_NAMES),
  order_entries: insert({ name: 'order_entries', columns: ENTRY_COLUMNS.order_entries }),
  anomaly_entries: insert({ name: 'anomaly_entries', columns: ENTRY_COLUMNS.anomaly_entries }),
  parent_entries: insert({ name: 'parent_entries', columns: ENTRY_COLUMNS.parent_entries }),
  parent_orders: insert({ name: 'parent_orders', columns: ENTRY_COLUMNS.parent_orders }),
  positions: upsert(POSITIONS),
  position_closed: 'DELETE FROM positions WHERE account_id = ? AND subaccount_id = ? AND instrument_id = ?',
  token_pairs: upsert(TOKEN_PAIRS),
  token_claims: upsert(TOKEN_CLAIMS),
  token_claim_gone:
    'DELETE FROM token_claims WHERE account_id = ? AND subaccount_id = ? AND instrument_id = ?',
  token_pairs_gone:
    'DELETE FROM token_pairs WHERE account_id = ? AND subaccount_id = ? AND instrument_id = ?',
};
