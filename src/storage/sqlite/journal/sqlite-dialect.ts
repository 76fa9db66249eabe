import type { SqlDialect } from '#storage/shared';

/** @param file  for messages */
export const sqliteDialect = (file: string): SqlDialect => ({
  place: file,
  from: (table, index) => `${table} INDEXED BY ${index}`,
  entriesOfAsset: ENTRIES_OF_ASSET,
  ordersByNumber: 'SELECT * FROM orders WHERE number IN (SELECT value FROM json_each(?))',
  demoFillsOfOrders: `SELECT * FROM demo_fills
    WHERE section = ? AND client_id IN (SELECT value FROM json_each(?)) ORDER BY rowid`,
});

/** Repeats the condition of the index entries_of_assets, so that SQLite can use it. */
const ENTRIES_OF_ASSET = `SELECT seq, at, cause, actor, events FROM entries INDEXED BY entries_of_assets
  WHERE cause IN ('asset_review', 'asset_suspend') AND EXISTS (
    SELECT 1 FROM json_each(events) AS event WHERE event.value ->> '$.review.generic_asset_id' = CAST(? AS INTEGER))
  ORDER BY seq LIMIT ?`;
