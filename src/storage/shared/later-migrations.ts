/**
 * Migrations of the ledger that are the same in SQLite and in PostgreSQL, after those of each. Written for SQLite. A
 * released migration is never edited.
 */
export const LATER_MIGRATIONS: readonly string[] = [
  `
  -- The key that a webhook or an alert belongs to; null for those of earlier versions.
  ALTER TABLE webhooks ADD COLUMN key_id TEXT;
  ALTER TABLE alerts ADD COLUMN key_id TEXT;
  `,
  `
  -- Merges, splits and redemptions at venues that hold tokens, and what the tokens of settled markets still pay.
  CREATE TABLE position_operations (
    operation_id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    subaccount_id TEXT NOT NULL,
    key_id TEXT,
    idempotency_key TEXT,
    fingerprint TEXT NOT NULL,
    kind TEXT NOT NULL,
    instrument_id INTEGER NOT NULL,
    venue TEXT NOT NULL,
    venue_instrument_id TEXT NOT NULL,
    qty TEXT,
    cash TEXT NOT NULL,
    redeems TEXT NOT NULL,
    status TEXT NOT NULL,
    seal TEXT,
    venue_operation_id TEXT,
    transaction_hash TEXT,
    failure TEXT,
    venue_message TEXT,
    created_at INTEGER NOT NULL,
    sent_at INTEGER,
    ended_at INTEGER,
    updated_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE token_claims (
    account_id TEXT NOT NULL,
    subaccount_id TEXT NOT NULL,
    instrument_id INTEGER NOT NULL,
    venue TEXT NOT NULL,
    payout TEXT NOT NULL,
    PRIMARY KEY (account_id, subaccount_id, instrument_id)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- The limits of the day and the minute; null: no limit.
  ALTER TABLE limits ADD COLUMN day_cost_max TEXT;
  ALTER TABLE limits ADD COLUMN day_loss_max TEXT;
  ALTER TABLE limits ADD COLUMN orders_per_minute_max INTEGER;
  ALTER TABLE keys ADD COLUMN limits TEXT;
  `,
];

/** A migration as PostgreSQL reads it. */
export const toPostgres = (migration: string): string =>
  migration
    .replaceAll('INTEGER', 'bigint')
    .replaceAll('TEXT', 'text')
    .replaceAll(/\) STRICT(, WITHOUT ROWID)?;/g, ');');
