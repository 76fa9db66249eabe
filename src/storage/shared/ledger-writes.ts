import { COUNTERS, DEMO_FILLS, inSection, LISTINGS, ORDERS } from './demo-tables.ts';
import { ALERTS, DELIVERIES, WEBHOOKS } from './notification-tables.ts';
import { ENTRY_TABLES, PARENT_ROW } from './row-mapping.ts';
import { inserted, type RowWrite, removable, upserted } from './row-writes.ts';
import { STATE_WRITES } from './state-tables.ts';
import { FILLS, LEG_NAMES } from './table-mapping.ts';

/** The rows that the ledger's writer writes, but for entries, orders and what only one of the databases has. */
export const LEDGER_WRITES: readonly RowWrite[] = [
  ...STATE_WRITES,
  // The owner, key and type of a complex order never change, so their indexes are not rewritten.
  upserted(PARENT_ROW, ['status', 'state']),
  upserted(FILLS, ['settlement']),
  inserted(LEG_NAMES),
  ...Object.values(ENTRY_TABLES).map(inserted),
  inserted({ name: 'signatures', columns: ['expires_at', 'signatures'] }),
  removable(upserted(ALERTS)),
  removable(upserted(WEBHOOKS)),
  removable(upserted(DELIVERIES)),
  upserted(inSection(COUNTERS)),
  removable(upserted(inSection(LISTINGS))),
  upserted(inSection(ORDERS)),
  inserted(inSection(DEMO_FILLS)),
];
