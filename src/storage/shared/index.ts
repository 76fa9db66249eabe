export { COUNTERS, DEMO_FILLS, DEMO_STATEMENTS, LISTINGS, ORDERS } from './demo-tables.ts';
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
  ENTRY_ROWS,
  JournalReplay,
  type LedgerTables,
  ORDER_ROWS,
  PROBLEMS_MAX,
  STATE_TABLES,
  type StoredTable,
  type VerifyReport,
} from './journal-replay.ts';
export { openDemoStore } from './ledger-demo-store.ts';
export { LedgerJournal, readClientKeys } from './ledger-journal.ts';
export { checkProfile } from './ledger-profile.ts';
export { readHead } from './ledger-queries.ts';
export { ALERTS, DELIVERIES, LedgerNotificationStore, WEBHOOKS } from './notification-tables.ts';
export { ANSWER_TEXT, ENTRY_COLUMNS, ORDER_COLUMNS, PARENT_ROW } from './row-mapping.ts';
export {
  type ChainHead,
  HEADS_FILE,
  type HeadKey,
  readSignedHeads,
  signHead,
  toHeadKey,
} from './signed-heads.ts';
export type { CommitStats, SqlDialect, SqlReader, SqlWriter, WriteOp } from './sql-connections.ts';
export { type Problem, type Row, type SqlFunctions, type SqlValue, StoreOpenError } from './sql-values.ts';
export {
  ACCOUNTS,
  APPROVALS,
  ASSET_REVIEWS,
  BINDINGS,
  decimalColumn,
  FILLS,
  GUARDS,
  insert,
  integerColumn,
  jsonColumn,
  KEYS,
  KILL_SWITCHES,
  LEG_NAMES,
  LIMITS,
  nullableColumn,
  OPERATIONS,
  POSITIONS,
  PROTECTIONS,
  SESSIONS,
  SUBACCOUNTS,
  type Table,
  TOKEN_CLAIMS,
  TOKEN_PAIRS,
  table,
  textColumn,
  upsert,
  VENUE_MARKS,
} from './table-mapping.ts';
