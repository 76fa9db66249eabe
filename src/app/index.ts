export {
  audit,
  backupLedger,
  checkStore,
  checkVenue,
  clusterAdmin,
  createApp,
  migrateLedger,
  openOperating,
  placeVenueTrial,
  restoreLedger,
  verify,
} from './create-app.ts';
export type { App, AppDependencies, AppModule, AuditReader, ClusterStatus, StandbyWait } from './types.ts';
