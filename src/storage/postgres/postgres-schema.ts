import { LATER_MIGRATIONS, toPostgres } from '#storage/shared';

/**
 * Migrations of the ledger in PostgreSQL (`crossbook_schema` counts them). A released migration is never edited.
 *
 * The tables are those of the SQLite ledger, and `shards`. Quantities, prices and money are exact decimal text; times are
 * Unix milliseconds; a boolean is 0 or 1, so that both databases store the same values.
 */
export const POSTGRES_SCHEMA: readonly string[] = [
  `
  -- One row per shard: its owner, and the end of its journal. Every commit of a shard requires and changes this row.
  CREATE TABLE shards (
    shard integer PRIMARY KEY,
    epoch bigint NOT NULL,
    owner text,
    renewals bigint NOT NULL,
    last_seq bigint NOT NULL,
    last_hash text NOT NULL,
    commits bigint NOT NULL -- also counts commits without an entry
  ) WITH (fillfactor = 50);
  INSERT INTO shards VALUES (1, 0, NULL, 0, 0, '', 0);

  -- One row per change of the owner.
  CREATE TABLE epochs (epoch bigint PRIMARY KEY, opened_at bigint NOT NULL, owner text NOT NULL);

  CREATE TABLE entries (
    seq bigint PRIMARY KEY,
    epoch bigint NOT NULL,
    at bigint NOT NULL,
    cause text NOT NULL,
    actor text NOT NULL,
    events text NOT NULL,
    hash text NOT NULL
  );
  CREATE INDEX entries_of_assets ON entries (seq) WHERE cause IN ('asset_review', 'asset_suspend');

  CREATE TABLE order_entries (order_number bigint, seq bigint, PRIMARY KEY (order_number, seq));
  CREATE TABLE anomaly_entries (seq bigint PRIMARY KEY);

  CREATE TABLE accounts (account_id text PRIMARY KEY);

  CREATE TABLE subaccounts (
    account_id text,
    subaccount_id text,
    name text NOT NULL,
    PRIMARY KEY (account_id, subaccount_id)
  );

  CREATE TABLE keys (
    key_id text PRIMARY KEY,
    account_id text NOT NULL,
    public_key text NOT NULL,
    permissions text NOT NULL,
    subaccounts text NOT NULL,
    status text NOT NULL,
    expires_at bigint,
    created_at bigint NOT NULL
  );

  -- An empty subaccount_id means the account itself, here and in kill_switches.
  CREATE TABLE limits (
    account_id text,
    subaccount_id text,
    max_order_qty text,
    max_order_qty_text text,
    max_position_qty text,
    max_position_qty_text text,
    max_open_orders bigint,
    updated_at bigint,
    PRIMARY KEY (account_id, subaccount_id)
  );

  CREATE TABLE kill_switches (
    account_id text,
    subaccount_id text,
    enabled smallint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (account_id, subaccount_id)
  );

  CREATE TABLE bindings (
    instrument_id bigint PRIMARY KEY,
    venue text NOT NULL,
    venue_instrument_id text NOT NULL
  );

  CREATE TABLE asset_reviews (
    generic_asset_id bigint PRIMARY KEY,
    status text NOT NULL,
    simulated smallint NOT NULL,
    title text NOT NULL,
    description text,
    category text NOT NULL,
    members text NOT NULL,
    reviewed_by text NOT NULL,
    why text NOT NULL,
    reviewed_at bigint NOT NULL
  );

  CREATE TABLE venue_marks (venue text PRIMARY KEY, mark text NOT NULL);

  -- The columns before state repeat what look-ups need of it. answer is the order as first answered,
  -- empty while state says the same.
  CREATE TABLE orders (
    number bigint PRIMARY KEY,
    account_id text NOT NULL,
    subaccount_id text NOT NULL,
    client_order_id text,
    instrument_id bigint,
    status text NOT NULL,
    state text NOT NULL,
    answer text
  ) WITH (fillfactor = 80);
  CREATE UNIQUE INDEX orders_once ON orders (account_id, client_order_id) WHERE client_order_id IS NOT NULL;
  CREATE INDEX orders_of_subaccount ON orders (account_id, subaccount_id, number);
  CREATE INDEX orders_live ON orders (account_id, subaccount_id, number)
    WHERE status IN ('PENDING_SUBMISSION', 'OPEN', 'PARTIAL');

  CREATE TABLE fills (
    number bigint PRIMARY KEY,
    order_number bigint,
    leg bigint,
    generation bigint NOT NULL,
    client_order_id text,
    account_id text NOT NULL,
    subaccount_id text NOT NULL,
    instrument_id bigint NOT NULL,
    venue text NOT NULL,
    venue_trade_id text NOT NULL,
    side text NOT NULL,
    outcome text NOT NULL,
    price text NOT NULL,
    qty text NOT NULL,
    fee text NOT NULL,
    liquidity text NOT NULL,
    realized_pnl text NOT NULL,
    timestamp bigint NOT NULL,
    settlement text NOT NULL,
    voids bigint
  );
  -- I-11: a venue trade counts once for its leg.
  CREATE UNIQUE INDEX fills_once ON fills (order_number, leg, venue, venue_trade_id)
    WHERE order_number IS NOT NULL;
  CREATE UNIQUE INDEX settlements_once ON fills (account_id, subaccount_id, instrument_id, venue_trade_id)
    WHERE order_number IS NULL;
  CREATE INDEX fills_of_subaccount ON fills (account_id, subaccount_id, number);
  CREATE INDEX fills_pending ON fills (number) WHERE settlement = 'PENDING';

  CREATE TABLE leg_names (
    venue text,
    client_id text,
    order_number bigint NOT NULL,
    leg bigint NOT NULL,
    generation bigint NOT NULL,
    PRIMARY KEY (venue, client_id)
  );
  CREATE INDEX leg_names_of_order ON leg_names (order_number);

  -- Open positions; one that is closed leaves the table.
  CREATE TABLE positions (
    account_id text,
    subaccount_id text,
    instrument_id bigint,
    venue text NOT NULL,
    net text NOT NULL,
    cost text NOT NULL,
    realized_pnl text NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (account_id, subaccount_id, instrument_id)
  );

  -- Request signatures already used, one row per commit, base64 joined by spaces, until they expire.
  CREATE TABLE signatures (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    expires_at bigint NOT NULL,
    signatures text NOT NULL
  );
  CREATE INDEX signatures_by_expiry ON signatures (expires_at);

  CREATE TABLE installation (only_row smallint PRIMARY KEY DEFAULT 1 CHECK (only_row = 1), id text NOT NULL);
  CREATE TABLE ledger_profile (
    only_row smallint PRIMARY KEY DEFAULT 1 CHECK (only_row = 1),
    profile text NOT NULL
  );

  -- The state of the built-in exchanges, one section of the settings each. It is not derived from entries.
  CREATE TABLE demo_counters (
    section text PRIMARY KEY,
    started_at bigint NOT NULL,
    history_told smallint NOT NULL,
    order_number bigint NOT NULL,
    change bigint NOT NULL,
    trade_number_max bigint NOT NULL
  );

  CREATE TABLE demo_listings (
    section text,
    venue_instrument_id text,
    number bigint NOT NULL,
    code text NOT NULL,
    edition bigint NOT NULL,
    instrument text NOT NULL,
    ahead text NOT NULL,
    PRIMARY KEY (section, venue_instrument_id),
    UNIQUE (section, number)
  );

  CREATE TABLE demo_orders (
    section text,
    client_id text,
    venue_order_id text NOT NULL,
    venue_instrument_id text NOT NULL,
    side text NOT NULL,
    outcome text NOT NULL,
    type text NOT NULL,
    tif text NOT NULL,
    price text,
    qty text NOT NULL,
    expires_at bigint,
    filled_qty text NOT NULL,
    status text NOT NULL,
    reason text,
    priority bigint NOT NULL,
    change bigint NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (section, client_id)
  );
  CREATE UNIQUE INDEX demo_orders_by_change ON demo_orders (section, change);
  CREATE INDEX demo_orders_open ON demo_orders (section, change) WHERE status = 'OPEN';

  -- The number keeps the order in which fills happened.
  CREATE TABLE demo_fills (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    section text NOT NULL,
    client_id text NOT NULL,
    venue_trade_id text NOT NULL,
    side text NOT NULL,
    outcome text NOT NULL,
    price text NOT NULL,
    qty text NOT NULL,
    fee text NOT NULL,
    liquidity text NOT NULL,
    settlement text NOT NULL,
    at bigint NOT NULL
  );
  CREATE UNIQUE INDEX demo_fills_once ON demo_fills (section, client_id, venue_trade_id);
  `,
  `
  -- The owner that an operator asks to resign; another owner ignores it.
  ALTER TABLE shards ADD COLUMN resign_owner text;
  `,
  `
  -- Ids of market data that every node of this journal shows. The record of an instrument is in each node's market.db.
  CREATE TABLE instrument_ids (
    venue text,
    venue_instrument_id text,
    instrument_id bigint NOT NULL UNIQUE,
    PRIMARY KEY (venue, venue_instrument_id)
  );
  INSERT INTO instrument_ids SELECT venue, venue_instrument_id, instrument_id FROM bindings;
  CREATE TABLE venue_assets (key text PRIMARY KEY, asset text NOT NULL);
  CREATE TABLE shared_values (name text PRIMARY KEY, value text NOT NULL);

  -- The nodes, for operators: written without the fence, so nothing may depend on it.
  CREATE TABLE nodes (
    node text PRIMARY KEY,
    start text NOT NULL,
    role text NOT NULL,
    url text NOT NULL,
    pid bigint NOT NULL,
    seen_at timestamptz NOT NULL
  );
  `,
  `
  -- Guards that cancel orders when their key does not renew them, and the open sessions whose orders are cancelled
  -- when they end. An empty subaccount_id means all subaccounts of the key.
  CREATE TABLE guards (
    key_id text,
    subaccount_id text,
    account_id text NOT NULL,
    scope text NOT NULL,
    timeout_ms bigint NOT NULL,
    block_after smallint NOT NULL,
    latest_at bigint,
    blocked smallint NOT NULL,
    fired_count bigint NOT NULL,
    last_fired_at bigint,
    updated_at bigint NOT NULL,
    PRIMARY KEY (key_id, subaccount_id)
  );

  CREATE TABLE sessions (
    session_id text PRIMARY KEY,
    account_id text NOT NULL,
    key_id text NOT NULL,
    subaccount_id text NOT NULL,
    on_disconnect text NOT NULL,
    opened_at bigint NOT NULL
  );
  `,
  `
  -- Complex orders. The columns before state repeat what look-ups need of it.
  CREATE TABLE parents (
    number bigint PRIMARY KEY,
    account_id text NOT NULL,
    subaccount_id text NOT NULL,
    idempotency_key text,
    type text NOT NULL,
    instrument_id bigint,
    status text NOT NULL,
    state text NOT NULL
  ) WITH (fillfactor = 80);
  CREATE UNIQUE INDEX parents_once ON parents (account_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE INDEX parents_of_subaccount ON parents (account_id, subaccount_id, number);
  CREATE INDEX parents_live ON parents (account_id, subaccount_id, number)
    WHERE status IN ('WAITING', 'WORKING', 'PAUSED', 'CANCELLING');
  CREATE TABLE parent_entries (parent_number bigint, seq bigint, PRIMARY KEY (parent_number, seq));
  CREATE TABLE parent_orders (
    parent_number bigint,
    order_number bigint,
    PRIMARY KEY (parent_number, order_number)
  );
  `,
  `
  CREATE INDEX entries_of_restores ON entries (seq) WHERE cause = 'restore';
  `,
  `
  -- The policy of an agent's key as JSON; null for every other key.
  ALTER TABLE keys ADD COLUMN agent text;
  `,
  `
  -- Webhooks and their messages. They are not derived from entries: through_seq is the entry up to which the messages
  -- of a webhook exist, and changes in one transaction with them.
  CREATE TABLE webhooks (
    webhook_id text PRIMARY KEY,
    account_id text NOT NULL,
    url text NOT NULL,
    events text NOT NULL,
    subaccounts text NOT NULL,
    description text,
    secret text NOT NULL,
    previous_secret text,
    previous_until bigint,
    status text NOT NULL,
    disabled_reason text,
    failing_since bigint,
    through_seq bigint NOT NULL,
    sequence bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
  );
  CREATE TABLE webhook_deliveries (
    webhook_id text,
    sequence bigint,
    type text NOT NULL,
    body text NOT NULL,
    status text NOT NULL,
    next_at bigint,
    attempts text NOT NULL,
    attempts_before bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (webhook_id, sequence)
  );
  CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (webhook_id, next_at, sequence)
    WHERE status = 'PENDING';
  CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at);
  `,
  `
  -- Orders of agents that wait for the approval of a person, and those decided in the last day.
  CREATE TABLE approvals (
    approval_id text PRIMARY KEY,
    account_id text NOT NULL,
    key_id text NOT NULL,
    subaccount_id text NOT NULL,
    client_order_id text NOT NULL,
    fingerprint text NOT NULL,
    body text NOT NULL,
    cost text NOT NULL,
    status text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    decided_at bigint,
    decided_by text,
    order_number bigint
  );
  `,
  `
  -- Conditions of callers, and the webhooks that get a message when they are met.
  CREATE TABLE alerts (
    alert_id text PRIMARY KEY,
    account_id text NOT NULL,
    subaccounts text NOT NULL,
    condition text NOT NULL,
    targets text NOT NULL,
    cooldown_ms bigint NOT NULL,
    once smallint NOT NULL,
    description text,
    fired_count bigint NOT NULL,
    last_fired_at bigint,
    created_at bigint NOT NULL
  );
  `,
  `
  -- Where an owner takes requests of other nodes, and which owner gets those of a standby.
  ALTER TABLE nodes ADD COLUMN edge_url text, ADD COLUMN forwards_to text;
  `,
  `
  -- Market maker protection of subaccounts.
  CREATE TABLE maker_protections (
    account_id text,
    subaccount_id text,
    window_ms bigint NOT NULL,
    filled_qty_max text,
    net_qty_max text,
    frozen_ms bigint NOT NULL,
    frozen_at bigint,
    frozen_until bigint,
    breaches bigint NOT NULL,
    updated_at bigint NOT NULL,
    PRIMARY KEY (account_id, subaccount_id)
  );
  `,
  `
  -- The tag of an order, a complex order or a fill. The indexes have only rows with a tag.
  ALTER TABLE orders ADD COLUMN tag text;
  ALTER TABLE fills ADD COLUMN tag text;
  ALTER TABLE parents ADD COLUMN tag text;
  CREATE INDEX orders_of_tag ON orders (account_id, subaccount_id, tag, number) WHERE tag IS NOT NULL;
  CREATE INDEX fills_of_tag ON fills (account_id, subaccount_id, tag, number) WHERE tag IS NOT NULL;
  CREATE INDEX parents_of_tag ON parents (account_id, subaccount_id, tag, number) WHERE tag IS NOT NULL;
  `,
  `
  -- What is done with tokens at a venue where YES and NO are separate holdings, and what is held there of both.
  ALTER TABLE fills ADD COLUMN token_side text;
  CREATE TABLE token_pairs (
    account_id text,
    subaccount_id text,
    instrument_id bigint,
    venue text NOT NULL,
    pairs text NOT NULL,
    PRIMARY KEY (account_id, subaccount_id, instrument_id)
  );
  `,
  ...LATER_MIGRATIONS.map(toPostgres),
];
