export { sendAdminCommand } from './admin-client.ts';
export {
  type AdoptionLines,
  type CommandName,
  createAdminHandler,
  runCommand,
  type ServiceStatus,
} from './admin-commands.ts';
export { getAdminSocketPath } from './admin-protocol.ts';
export { type AdminServer, AdminSocketInUseError, startAdminServer } from './admin-server.ts';
export {
  type InstrumentLine,
  type MatchLine,
  type ReviewCommandName,
  type ReviewLine,
  runReviewCommand,
} from './review-commands.ts';
