/** Migrations of `market.db`, in order. Never edit one that was released: append another. */
export const MARKET_SCHEMA: readonly string[] = [
  `
  CREATE TABLE kept (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE instruments (
    instrument_id INTEGER PRIMARY KEY,
    venue TEXT NOT NULL,
    venue_instrument_id TEXT NOT NULL,
    ticker TEXT NOT NULL,
    slug TEXT NOT NULL,
    title TEXT NOT NULL,
    description TEXT,
    category TEXT NOT NULL,
    status TEXT NOT NULL,
    price_tick TEXT NOT NULL,
    price_min TEXT NOT NULL,
    price_max TEXT NOT NULL,
    qty_step TEXT NOT NULL,
    qty_min TEXT NOT NULL,
    open_time INTEGER,
    close_time INTEGER,
    result TEXT,
    updated_at INTEGER NOT NULL,
    generic_asset_id INTEGER,
    ticker_key TEXT NOT NULL, -- without case and spacing, for look-ups
    slug_key TEXT NOT NULL
  ) STRICT;
  CREATE INDEX instruments_by_ticker ON instruments (ticker_key);
  CREATE INDEX instruments_by_slug ON instruments (slug_key);

  -- The search index: for each term and each block of ids, which instruments have the term.
  CREATE TABLE postings (posting_id INTEGER PRIMARY KEY, ids BLOB NOT NULL) STRICT;

  CREATE TABLE assets (
    generic_asset_id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    description TEXT,
    category TEXT NOT NULL,
    members TEXT NOT NULL -- JSON
  ) STRICT;

  CREATE TABLE prints (
    id INTEGER PRIMARY KEY,
    instrument_id INTEGER NOT NULL,
    venue TEXT NOT NULL,
    venue_trade_id TEXT NOT NULL,
    price TEXT NOT NULL,
    qty TEXT NOT NULL,
    side TEXT NOT NULL,
    timestamp INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX prints_once ON prints (instrument_id, venue_trade_id);
  CREATE INDEX prints_by_instrument ON prints (instrument_id, id);
  CREATE INDEX prints_by_time ON prints (instrument_id, timestamp, id);

  CREATE TABLE last_trades (
    instrument_id INTEGER PRIMARY KEY,
    price TEXT NOT NULL,
    at INTEGER NOT NULL,
    id INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE candles (
    instrument_id INTEGER NOT NULL,
    interval TEXT NOT NULL,
    t INTEGER NOT NULL,
    open TEXT NOT NULL,
    high TEXT NOT NULL,
    low TEXT NOT NULL,
    close TEXT NOT NULL,
    volume TEXT NOT NULL,
    opened_at INTEGER NOT NULL,
    opened_id INTEGER NOT NULL,
    closed_at INTEGER NOT NULL,
    closed_id INTEGER NOT NULL,
    PRIMARY KEY (instrument_id, interval, t)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  ALTER TABLE instruments ADD COLUMN price_bands TEXT; -- JSON; null: one tick everywhere
  ALTER TABLE instruments ADD COLUMN fees TEXT; -- JSON; null: not known
  `,
  `
  -- How the trading of one instrument stood at the end of a minute in which something of it changed.
  CREATE TABLE pnl (
    account_id TEXT NOT NULL,
    subaccount_id TEXT NOT NULL,
    instrument_id INTEGER NOT NULL,
    t INTEGER NOT NULL,
    venue TEXT NOT NULL,
    net TEXT NOT NULL,
    cost TEXT NOT NULL,
    realized_pnl TEXT NOT NULL,
    fees TEXT NOT NULL,
    filled_at INTEGER NOT NULL,
    mark TEXT,
    PRIMARY KEY (account_id, subaccount_id, instrument_id, t)
  ) STRICT, WITHOUT ROWID;
  `,
];
