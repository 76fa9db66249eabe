import { decodeEvents } from '../../../domain/events/event-codec.ts';
import type { AnomalyRecorded } from '../../../domain/events/event-schema.ts';
import { UnreadableRecordError } from '../../../domain/events/record-format.ts';
import { ANOMALIES_MAX, type LedgerSnapshot } from '../../../ports/journal.ts';
import { StoreOpenError } from '../database.ts';
import { LIVE_ORDERS, NEWEST_ANOMALIES, PENDING_FILLS } from './ledger-queries.ts';
import type { SqliteReader } from './ledger-reader.ts';
import { orderOf } from './row-mapping.ts';
import {
  ACCOUNTS,
  ASSET_REVIEWS,
  BINDINGS,
  FILLS,
  KEYS,
  KILL_SWITCHES,
  LIMITS,
  POSITIONS,
  SUBACCOUNTS,
  type Table,
  VENUE_MARKS,
} from './table-mapping.ts';

/**
 * What a start needs, through indexes alone: ended orders and old fills are not looked at.
 *
 * Refuses  (StoreOpenError) rows that were never written like this, naming file and row.
 */
export async function loadSnapshot(reader: SqliteReader, file: string): Promise<LedgerSnapshot> {
  try {
    return await readSnapshot(reader);
  } catch (error) {
    if (!(error instanceof UnreadableRecordError)) throw error;
    throw new StoreOpenError(`${file} is damaged: ${error.message}`, { cause: error });
  }
}

async function readSnapshot(reader: SqliteReader): Promise<LedgerSnapshot> {
  const accounts = await recordsOf(reader, ACCOUNTS);
  return {
    accounts: accounts.map(({ accountId }) => accountId),
    subaccounts: await recordsOf(reader, SUBACCOUNTS),
    keys: await recordsOf(reader, KEYS),
    limits: await recordsOf(reader, LIMITS),
    killSwitches: await recordsOf(reader, KILL_SWITCHES),
    bindings: await recordsOf(reader, BINDINGS),
    assetReviews: await recordsOf(reader, ASSET_REVIEWS),
    venueMarks: await recordsOf(reader, VENUE_MARKS),
    positions: await recordsOf(reader, POSITIONS),
    orders: (await reader.all(LIVE_ORDERS, [])).map(orderOf),
    pendingFills: (await reader.all(PENDING_FILLS, [])).map(FILLS.recordOf),
    anomalies: await newestAnomalies(reader),
    seq: await highest(reader, 'seq', 'entries'),
    orderNumber: await highest(reader, 'number', 'orders'),
    fillNumber: await highest(reader, 'number', 'fills'),
  };
}

async function newestAnomalies(reader: SqliteReader): Promise<readonly AnomalyRecorded[]> {
  const rows = await reader.all(NEWEST_ANOMALIES, [ANOMALIES_MAX]);
  return rows
    .toReversed()
    .flatMap(({ events }) => decodeEvents(String(events)))
    .filter((event) => event.type === 'AnomalyRecorded');
}

async function recordsOf<Shape>(reader: SqliteReader, table: Table<Shape>): Promise<readonly Shape[]> {
  return (await reader.all(`SELECT * FROM ${table.name}`, [])).map(table.recordOf);
}

async function highest(reader: SqliteReader, column: string, table: string): Promise<number> {
  const row = await reader.get(`SELECT max(${column}) AS highest FROM ${table}`);
  return Number(row?.['highest'] ?? 0);
}
