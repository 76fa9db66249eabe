export { COUNTERS, DEMO_FILLS, LISTINGS, ORDERS } from './demo-tables.ts';
export { chainHash, toChainedEntry } from './hash-chain.ts';
export {
  type AuditReport,
  audit,
  auditExport,
  ChainAudit,
  checkTail,
  renderLine,
  type StoredEntry,
  toStoredEntry,
} from './journal-audit.ts';
export {
  JournalReplay,
  type LedgerTables,
  ORDER_ROWS,
  PROBLEMS_MAX,
  type StoredTable,
  type VerifyReport,
} from './journal-replay.ts';
export { LATER_MIGRATIONS, toPostgres } from './later-migrations.ts';
export { openDemoStore } from './ledger-demo-store.ts';
export { LedgerJournal, readClientKeys } from './ledger-journal.ts';
export { checkProfile } from './ledger-profile.ts';
export { readHead } from './ledger-queries.ts';
export { LEDGER_WRITES } from './ledger-writes.ts';
export { LedgerNotificationStore } from './notification-tables.ts';
export { ANSWER_TEXT, ENTRY_TABLES, ORDER_COLUMNS, PARENT_ROW } from './row-mapping.ts';
export { inserted, type RowWrite, removal, upserted } from './row-writes.ts';
export {
  type ChainHead,
  HEADS_FILE,
  type HeadKey,
  readSignedHeads,
  signHead,
  toHeadKey,
} from './signed-heads.ts';
export type { CommitStats, SqlDialect, SqlReader, SqlWriter, WriteOp } from './sql-connections.ts';
export { type Problem, type Row, type SqlFunctions, type SqlValue } from './sql-values.ts';
export { STATE_TABLES } from './state-tables.ts';
export {
  decimalColumn,
  FILLS,
  integerColumn,
  jsonColumn,
  LEG_NAMES,
  nullableColumn,
  table,
  textColumn,
} from './table-mapping.ts';
