export { type ClusterStatus, readClusterStatus, requestResignation } from './cluster-status.ts';
export { importLedger } from './import-ledger.ts';
export { NodeRegistry } from './node-registry.ts';
export { OwnerDirectory, type OwnerEntry } from './owner-directory.ts';
export {
  checkPostgresStore,
  openPostgresStandby,
  openPostgresStore,
  type PostgresStore,
  type PostgresStoreOptions,
} from './postgres-store.ts';
export type { StandbyOptions } from './shard-watch.ts';
export { auditPostgres, auditPostgresLines, verifyPostgres } from './verify-postgres.ts';
