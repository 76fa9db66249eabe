import { ALERTS, DELIVERIES, upsert, WEBHOOKS } from '#storage/shared';
import { ROW_STATEMENTS } from '../projections/row-statements.ts';

const SIGNATURE_STATEMENTS: Readonly<Record<string, string>> = {
  signatures: 'INSERT INTO signatures (expires_at, signatures) VALUES (?, ?)',
  signatures_expired: 'DELETE FROM signatures WHERE expires_at < ?',
};

const WEBHOOK_STATEMENTS: Readonly<Record<string, string>> = {
  webhooks: upsert(WEBHOOKS),
  alerts: upsert(ALERTS),
  alert_removed: 'DELETE FROM alerts WHERE alert_id = ?',
  webhook_removed: 'DELETE FROM webhooks WHERE webhook_id = ?',
  webhook_deliveries: upsert(DELIVERIES),
  webhook_delivery_removed: 'DELETE FROM webhook_deliveries WHERE webhook_id = ? AND sequence = ?',
};

/** Every statement of the ledger's writer. */
export const LEDGER_STATEMENTS: Readonly<Record<string, string>> = {
  ...ROW_STATEMENTS,
  ...SIGNATURE_STATEMENTS,
  ...WEBHOOK_STATEMENTS,
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
