export { copyDatabase, readEntryHead, readHighestInstrumentId, skipPrintIds } from './copy-database.ts';
export { auditFile, auditLines } from './journal/ledger-audit.ts';
export { openLedgerRows } from './journal/ledger-rows.ts';
export { verifyLedgerFile } from './journal/verify-ledger.ts';
export { MARKET_SCHEMA } from './market/market-tables.ts';
export { type OpenedMarketStore, openSqliteMarketStore } from './market/sqlite-market-store.ts';
export { LEDGER_SCHEMA } from './projections/ledger-schema.ts';
export { checkStore, LEDGER_FILE, lockDataDir, openStore, type Store } from './sqlite-store.ts';
