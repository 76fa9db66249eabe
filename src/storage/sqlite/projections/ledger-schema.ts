import { LATER_MIGRATIONS } from '#storage/shared';

/**
 * Migrations of the ledger file (`user_version` counts them). A released migration is never edited.
 *
 * `entries` is the journal; every other table is state derived from it. Both change in one transaction.
 * Quantities, prices and money are exact decimal text; times are Unix milliseconds.
 */
export const LEDGER_SCHEMA: readonly string[] = [
  `
  -- One row per journal entry. hash = sha256 over the previous hash and this row, see hash-chain.ts.
  CREATE TABLE entries (
    seq INTEGER PRIMARY KEY,
    epoch INTEGER NOT NULL,
    at INTEGER NOT NULL,
    cause TEXT NOT NULL,
    actor TEXT NOT NULL,
    events TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;

  -- One row per start of a writer; only the newest may append.
  CREATE TABLE epochs (epoch INTEGER PRIMARY KEY, opened_at INTEGER NOT NULL, pid INTEGER NOT NULL) STRICT;

  CREATE TABLE accounts (account_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

  CREATE TABLE subaccounts (
    account_id TEXT NOT NULL,
    subaccount_id TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (account_id, subaccount_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE keys (
    key_id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    public_key TEXT NOT NULL,
    permissions TEXT NOT NULL,
    subaccounts TEXT NOT NULL,
    status TEXT NOT NULL,
    expires_at INTEGER,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- An empty subaccount_id means the account itself, here and in kill_switches.
  CREATE TABLE limits (
    account_id TEXT NOT NULL,
    subaccount_id TEXT NOT NULL,
    max_order_qty TEXT,
    max_order_qty_text TEXT,
    max_position_qty TEXT,
    max_position_qty_text TEXT,
    max_open_orders INTEGER,
    updated_at INTEGER,
    PRIMARY KEY (account_id, subaccount_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE kill_switches (
    account_id TEXT NOT NULL,
    subaccount_id TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, subaccount_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE bindings (
    instrument_id INTEGER PRIMARY KEY,
    venue TEXT NOT NULL,
    venue_instrument_id TEXT NOT NULL
  ) STRICT;

  CREATE TABLE venue_marks (venue TEXT PRIMARY KEY, mark TEXT NOT NULL) STRICT, WITHOUT ROWID;

  -- The columns before state repeat what look-ups need of it. answer is the order as first answered,
  -- empty while state says the same.
  CREATE TABLE orders (
    number INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL,
    subaccount_id TEXT NOT NULL,
    client_order_id TEXT,
    instrument_id INTEGER,
    status TEXT NOT NULL,
    state TEXT NOT NULL,
    answer TEXT
  ) STRICT;
  CREATE UNIQUE INDEX orders_once ON orders (account_id, client_order_id) WHERE client_order_id IS NOT NULL;
  -- An index ends in the row's number, so each of these also yields newest first.
  CREATE INDEX orders_of_subaccount ON orders (account_id, subaccount_id);
  -- Live orders alone: a start reads these, however long the history is.
  CREATE INDEX orders_live ON orders (account_id, subaccount_id)
    WHERE status IN ('PENDING_SUBMISSION', 'OPEN', 'PARTIAL');

  CREATE TABLE fills (
    number INTEGER PRIMARY KEY,
    order_number INTEGER,
    leg INTEGER,
    client_order_id TEXT,
    account_id TEXT NOT NULL,
    subaccount_id TEXT NOT NULL,
    instrument_id INTEGER NOT NULL,
    venue TEXT NOT NULL,
    venue_trade_id TEXT NOT NULL,
    side TEXT NOT NULL,
    outcome TEXT NOT NULL,
    price TEXT NOT NULL,
    qty TEXT NOT NULL,
    fee TEXT NOT NULL,
    liquidity TEXT NOT NULL,
    realized_pnl TEXT NOT NULL,
    timestamp INTEGER NOT NULL
  ) STRICT;
  -- I-11: a venue trade counts once for its leg. Order first, so that an order's fills lie together.
  CREATE UNIQUE INDEX fills_once ON fills (order_number, leg, venue, venue_trade_id)
    WHERE order_number IS NOT NULL;
  CREATE UNIQUE INDEX settlements_once ON fills (account_id, subaccount_id, instrument_id, venue_trade_id)
    WHERE order_number IS NULL;
  CREATE INDEX fills_of_subaccount ON fills (account_id, subaccount_id);

  -- Open positions; one that is closed leaves the table.
  CREATE TABLE positions (
    account_id TEXT NOT NULL,
    subaccount_id TEXT NOT NULL,
    instrument_id INTEGER NOT NULL,
    venue TEXT NOT NULL,
    net TEXT NOT NULL,
    cost TEXT NOT NULL,
    realized_pnl TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, subaccount_id, instrument_id)
  ) STRICT, WITHOUT ROWID;

  -- Request signatures already used, one row per commit, base64 joined by spaces, until they expire.
  CREATE TABLE signatures (
    number INTEGER PRIMARY KEY,
    expires_at INTEGER NOT NULL,
    signatures TEXT NOT NULL
  ) STRICT;
  CREATE INDEX signatures_by_expiry ON signatures (expires_at);
  `,
  `
  -- What people decided of instruments that may be one contract; members with the texts they saw, as JSON.
  CREATE TABLE asset_reviews (
    generic_asset_id INTEGER PRIMARY KEY,
    status TEXT NOT NULL,
    simulated INTEGER NOT NULL,
    title TEXT NOT NULL,
    description TEXT,
    category TEXT NOT NULL,
    members TEXT NOT NULL,
    reviewed_by TEXT NOT NULL,
    why TEXT NOT NULL,
    reviewed_at INTEGER NOT NULL
  ) STRICT;
  `,
  `
  -- What a venue could still undo is PENDING; generation is that of the leg; voids names the fill that a
  -- row takes back.
  ALTER TABLE fills ADD COLUMN generation INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE fills ADD COLUMN settlement TEXT NOT NULL DEFAULT 'FINAL';
  ALTER TABLE fills ADD COLUMN voids INTEGER;
  CREATE INDEX fills_pending ON fills (number) WHERE settlement = 'PENDING';

  -- Legs by venue-assigned client ids. Ids that we create are not stored: they contain the order.
  CREATE TABLE leg_names (
    venue TEXT NOT NULL,
    client_id TEXT NOT NULL,
    order_number INTEGER NOT NULL,
    leg INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    PRIMARY KEY (venue, client_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE installation (only INTEGER PRIMARY KEY CHECK (only = 1), id TEXT NOT NULL) STRICT;
  `,
  `
  -- Entries by order, so that an order's history is read without scanning the journal.
  CREATE TABLE order_entries (
    order_number INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (order_number, seq)
  ) STRICT, WITHOUT ROWID;
  INSERT OR IGNORE INTO order_entries (order_number, seq)
    SELECT CAST(substr(id, 5) AS INTEGER), seq FROM (
      SELECT seq, coalesce(event.value ->> 'order_id', event.value ->> '$.order.id',
        event.value ->> '$.fill.order_id') AS id FROM entries, json_each(events) AS event
    ) WHERE id LIKE 'ord_%';
  `,
  `
  -- Decisions on generic assets are few among many entries; this finds their history.
  CREATE INDEX entries_of_assets ON entries (seq) WHERE cause IN ('asset_review', 'asset_suspend');
  `,
  `
  -- Entries that record an anomaly, so that a start restores anomalies without scanning the journal.
  CREATE TABLE anomaly_entries (seq INTEGER PRIMARY KEY) STRICT;
  INSERT INTO anomaly_entries (seq) SELECT seq FROM entries WHERE instr(events, '{"type":"AnomalyRecorded"') > 0;
  `,
  `
  -- The profile that created this ledger. An older ledger that ever ran under the sandbox is one of the sandbox.
  CREATE TABLE ledger_profile (only INTEGER PRIMARY KEY CHECK (only = 1), profile TEXT NOT NULL) STRICT;
  INSERT INTO ledger_profile (only, profile)
    SELECT 1, event.value ->> 'profile' FROM entries, json_each(events) AS event
    WHERE cause = 'start' AND event.value ->> 'type' = 'ServiceStarted'
    ORDER BY event.value ->> 'profile' = 'sandbox' DESC, seq LIMIT 1;
  `,
  `
  -- The state of the built-in exchanges, one section of the settings each. It is not derived from entries, and is
  -- here so that a commit holds an order, its execution and its report. Orders and fills are kept permanently, so a
  -- client id is never reusable.
  CREATE TABLE demo_counters (
    section TEXT PRIMARY KEY,
    started_at INTEGER NOT NULL,
    history_told INTEGER NOT NULL,
    order_number INTEGER NOT NULL,
    change INTEGER NOT NULL,
    trade_number_max INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE demo_listings (
    section TEXT NOT NULL,
    venue_instrument_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    code TEXT NOT NULL,
    edition INTEGER NOT NULL,
    instrument TEXT NOT NULL,
    ahead TEXT NOT NULL,
    PRIMARY KEY (section, venue_instrument_id),
    UNIQUE (section, number)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE demo_orders (
    section TEXT NOT NULL,
    client_id TEXT NOT NULL,
    venue_order_id TEXT NOT NULL,
    venue_instrument_id TEXT NOT NULL,
    side TEXT NOT NULL,
    outcome TEXT NOT NULL,
    type TEXT NOT NULL,
    tif TEXT NOT NULL,
    price TEXT,
    qty TEXT NOT NULL,
    expires_at INTEGER,
    filled_qty TEXT NOT NULL,
    status TEXT NOT NULL,
    reason TEXT,
    priority INTEGER NOT NULL,
    change INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (section, client_id)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX demo_orders_by_change ON demo_orders (section, change);
  CREATE INDEX demo_orders_open ON demo_orders (section, change) WHERE status = 'OPEN';

  -- The rowid keeps the order in which fills happened.
  CREATE TABLE demo_fills (
    section TEXT NOT NULL,
    client_id TEXT NOT NULL,
    venue_trade_id TEXT NOT NULL,
    side TEXT NOT NULL,
    outcome TEXT NOT NULL,
    price TEXT NOT NULL,
    qty TEXT NOT NULL,
    fee TEXT NOT NULL,
    liquidity TEXT NOT NULL,
    settlement TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX demo_fills_once ON demo_fills (section, client_id, venue_trade_id);
  `,
  `
  -- Guards that cancel orders when their key does not renew them, and the open sessions whose orders are cancelled
  -- when they end. An empty subaccount_id means all subaccounts of the key.
  CREATE TABLE guards (
    key_id TEXT NOT NULL,
    subaccount_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    scope TEXT NOT NULL,
    timeout_ms INTEGER NOT NULL,
    block_after INTEGER NOT NULL,
    latest_at INTEGER,
    blocked INTEGER NOT NULL,
    fired_count INTEGER NOT NULL,
    last_fired_at INTEGER,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (key_id, subaccount_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE sessions (
    session_id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    key_id TEXT NOT NULL,
    subaccount_id TEXT NOT NULL,
    on_disconnect TEXT NOT NULL,
    opened_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Complex orders. The columns before state repeat what look-ups need of it.
  CREATE TABLE parents (
    number INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL,
    subaccount_id TEXT NOT NULL,
    idempotency_key TEXT,
    type TEXT NOT NULL,
    instrument_id INTEGER,
    status TEXT NOT NULL,
    state TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX parents_once ON parents (account_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE INDEX parents_of_subaccount ON parents (account_id, subaccount_id);
  -- Those that are not over: a start reads these.
  CREATE INDEX parents_live ON parents (account_id, subaccount_id)
    WHERE status IN ('WAITING', 'WORKING', 'PAUSED', 'CANCELLING');

  -- Entries by complex order, and its children.
  CREATE TABLE parent_entries (
    parent_number INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (parent_number, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE parent_orders (
    parent_number INTEGER NOT NULL,
    order_number INTEGER NOT NULL,
    PRIMARY KEY (parent_number, order_number)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- The entries that a restored ledger begins with; a start reads the newest one.
  CREATE INDEX entries_of_restores ON entries (seq) WHERE cause = 'restore';
  `,
  `
  -- The policy of an agent's key as JSON; null for every other key.
  ALTER TABLE keys ADD COLUMN agent TEXT;
  `,
  `
  -- Webhooks and their messages. They are not derived from entries: through_seq is the entry up to which the messages
  -- of a webhook exist, and changes in one transaction with them.
  CREATE TABLE webhooks (
    webhook_id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    url TEXT NOT NULL,
    events TEXT NOT NULL,
    subaccounts TEXT NOT NULL,
    description TEXT,
    secret TEXT NOT NULL,
    previous_secret TEXT,
    previous_until INTEGER,
    status TEXT NOT NULL,
    disabled_reason TEXT,
    failing_since INTEGER,
    through_seq INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE webhook_deliveries (
    webhook_id TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    type TEXT NOT NULL,
    body TEXT NOT NULL,
    status TEXT NOT NULL,
    next_at INTEGER,
    attempts TEXT NOT NULL,
    attempts_before INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (webhook_id, sequence)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (webhook_id, next_at, sequence)
    WHERE status = 'PENDING';
  CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at);
  `,
  `
  -- Orders of agents that wait for the approval of a person, and those decided in the last day.
  CREATE TABLE approvals (
    approval_id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    key_id TEXT NOT NULL,
    subaccount_id TEXT NOT NULL,
    client_order_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    body TEXT NOT NULL,
    cost TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    decided_at INTEGER,
    decided_by TEXT,
    order_number INTEGER
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Conditions of callers, and the webhooks that get a message when they are met.
  CREATE TABLE alerts (
    alert_id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    subaccounts TEXT NOT NULL,
    condition TEXT NOT NULL,
    targets TEXT NOT NULL,
    cooldown_ms INTEGER NOT NULL,
    once INTEGER NOT NULL,
    description TEXT,
    fired_count INTEGER NOT NULL,
    last_fired_at INTEGER,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Market maker protection of subaccounts.
  CREATE TABLE maker_protections (
    account_id TEXT NOT NULL,
    subaccount_id TEXT NOT NULL,
    window_ms INTEGER NOT NULL,
    filled_qty_max TEXT,
    net_qty_max TEXT,
    frozen_ms INTEGER NOT NULL,
    frozen_at INTEGER,
    frozen_until INTEGER,
    breaches INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, subaccount_id)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- The tag of an order, a complex order or a fill. The indexes have only rows with a tag.
  ALTER TABLE orders ADD COLUMN tag TEXT;
  ALTER TABLE fills ADD COLUMN tag TEXT;
  ALTER TABLE parents ADD COLUMN tag TEXT;
  CREATE INDEX orders_of_tag ON orders (account_id, subaccount_id, tag) WHERE tag IS NOT NULL;
  CREATE INDEX fills_of_tag ON fills (account_id, subaccount_id, tag) WHERE tag IS NOT NULL;
  CREATE INDEX parents_of_tag ON parents (account_id, subaccount_id, tag) WHERE tag IS NOT NULL;
  `,
  `
  -- What is done with tokens at a venue where YES and NO are separate holdings, and what is held there of both.
  ALTER TABLE fills ADD COLUMN token_side TEXT;
  CREATE TABLE token_pairs (
    account_id TEXT NOT NULL,
    subaccount_id TEXT NOT NULL,
    instrument_id INTEGER NOT NULL,
    venue TEXT NOT NULL,
    pairs TEXT NOT NULL,
    PRIMARY KEY (account_id, subaccount_id, instrument_id)
  ) STRICT, WITHOUT ROWID;
  `,
  ...LATER_MIGRATIONS,
];
