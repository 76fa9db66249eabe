-- Dump of a demo.db that version 1.1.0 wrote: one market, a resting order and one that took from it.
PRAGMA journal_mode = WAL;
BEGIN TRANSACTION;
CREATE TABLE counters (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    started_at INTEGER NOT NULL,
    history_told INTEGER NOT NULL,
    order_number INTEGER NOT NULL,
    change INTEGER NOT NULL,
    trade_number_max INTEGER NOT NULL
  ) STRICT;
INSERT INTO "counters" VALUES(1,1795251900000,1,2,5,100000);
CREATE TABLE fills (
    client_id TEXT NOT NULL,
    venue_trade_id TEXT NOT NULL,
    side TEXT NOT NULL,
    outcome TEXT NOT NULL,
    price TEXT NOT NULL,
    qty TEXT NOT NULL,
    fee TEXT NOT NULL,
    liquidity TEXT NOT NULL,
    at INTEGER NOT NULL
  , settlement TEXT NOT NULL DEFAULT 'FINAL') STRICT;
INSERT INTO "fills" VALUES('cb-1-1-1','T-1','BUY','YES','0.01','1','0','MAKER',1795251900000,'FINAL');
INSERT INTO "fills" VALUES('cb-2-1-1','T-1','SELL','YES','0.01','1','0','TAKER',1795251900000,'FINAL');
CREATE TABLE listings (
    venue_instrument_id TEXT PRIMARY KEY,
    number INTEGER NOT NULL UNIQUE,
    code TEXT NOT NULL,
    edition INTEGER NOT NULL,
    instrument TEXT NOT NULL,
    ahead TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
INSERT INTO "listings" VALUES('RAIN-LON-27JUL19',1,'RAIN-LON',0,'{"venue":"Demo","venue_instrument_id":"RAIN-LON-27JUL19","ticker":"RAIN-LON-27JUL19","slug":"will-it-rain-in-london-on-july-19-2027","title":"Will it rain in London on July 19, 2027?","description":"Resolves YES if the Met Office station at Heathrow records 0.2 mm of rain or more on July 19, 2027, local time.","category":"Weather","status":"OPEN","price_tick":"0.01","price_min":"0.01","price_max":"0.99","qty_step":"1","qty_min":"1","open_time":1793091900000,"close_time":1815987900000,"result":null,"updated_at":1793091900000,"event":{"venue_event_id":"RAIN-LON-27JUL19","title":null,"series":"RAIN-LON","exclusive":"NONE"}}','[{"at":1815987900000,"status":"CLOSED","result":null},{"at":1816074300000,"status":"SETTLED","result":"YES","settlement_price":"1"}]');
CREATE TABLE orders (
    client_id TEXT PRIMARY KEY,
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
    at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
INSERT INTO "orders" VALUES('cb-1-1-1','D-1','RAIN-LON-27JUL19','BUY','YES','LIMIT','GTC','0.01','5',NULL,'1','OPEN',NULL,1,3,1795251900000);
INSERT INTO "orders" VALUES('cb-2-1-1','D-2','RAIN-LON-27JUL19','SELL','YES','LIMIT','GTC','0.01','1',NULL,'1','FILLED',NULL,2,5,1795251900000);
CREATE UNIQUE INDEX orders_by_change ON orders (change);
CREATE INDEX orders_open ON orders (change) WHERE status = 'OPEN';
CREATE UNIQUE INDEX fills_once ON fills (client_id, venue_trade_id);
COMMIT;
PRAGMA user_version = 2;
