export { AlertService, type AlertSources, type Alerts } from './alert-service.ts';
export { ChatCommands, type ChatCommandsDeps } from './chat-commands.ts';
export { ChatReports } from './chat-reports.ts';
export type { RecordRenderers } from './notification-reader.ts';
export { type WebhookChange, WebhookService, type Webhooks } from './webhook-service.ts';
