import { ANSWER_TEXT, LEDGER_WRITES, ORDER_COLUMNS } from '#storage/shared';
import { insertSql, toStatements } from '../row-statements.ts';

const answeredOrders = { name: 'orders', columns: ORDER_COLUMNS };
const orders = { name: 'orders', columns: ORDER_COLUMNS.slice(0, -1) };

// The owner of an order never changes. Setting those columns again would rewrite every index on them.
const onConflictUpdate = `ON CONFLICT (number) DO UPDATE SET
  instrument_id = excluded.instrument_id, status = excluded.status, state = excluded.state`;
const onConflictUpdateAnswer = `${onConflictUpdate}, answer = excluded.answer`;

/** Every statement of the ledger's writer. */
export const LEDGER_STATEMENTS: Readonly<Record<string, string>> = {
  ...toStatements(LEDGER_WRITES),
  // The answer stays unchanged while the state changes.
  orders: `${insertSql(orders)} ${onConflictUpdate}, answer = ${ANSWER_TEXT}`,
  orders_just_answered: `${insertSql(answeredOrders, ['?1', '?2', '?3', '?4', '?5', '?6', '?7', '?8', `''`])} ${onConflictUpdateAnswer}`,
  orders_answered: `${insertSql(answeredOrders)} ${onConflictUpdateAnswer}`,
  signatures_expired: 'DELETE FROM signatures WHERE expires_at < ?',
  installation: 'INSERT OR IGNORE INTO installation (only, id) VALUES (1, ?)',
  profile: 'INSERT OR IGNORE INTO ledger_profile (only, profile) VALUES (1, ?)',
  epoch: 'INSERT INTO epochs (epoch, opened_at, pid) VALUES (?, ?, ?)',
  // Only the newest writer finds the previous hash, and only directly after the last entry. So a gap, a
  // duplicate and an outdated writer are all rejected here.
  entry: `INSERT INTO entries (seq, epoch, at, cause, actor, events, hash)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, chain_hash(
      CASE WHEN ?2 < (SELECT max(epoch) FROM epochs) THEN NULL
           WHEN ?1 = 1 THEN ''
           ELSE (SELECT hash FROM entries WHERE seq = ?1 - 1) END,
      ?1, ?2, ?3, ?4, ?5, ?6))`,
};
