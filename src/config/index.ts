export { type Config, DEFAULT_CONFIG, usualUrl } from './config.ts';
export type { ConfigIssue } from './config-issues.ts';
export { credentialSettings, hasMasterKey, masterKey, readCredential, takeMasterKey } from './credentials.ts';
export { exampleFile } from './example-file.ts';
export { type ConfigRequest, changedSettings, HOME_DIR, loadConfig, PROJECT_DIR } from './load-config.ts';
export {
  type ChannelSettings,
  isGroupChat,
  type MailSettings,
  readChannelSettings,
  type TelegramSettings,
} from './notification-settings.ts';
export { findProxy, findUsedProxies, type ProxyVariables, type UsedProxy } from './outgoing-proxy.ts';
export { renderIssue } from './parse-config.ts';
export { programEnvironment } from './program-environment.ts';
export { sealText } from './sealed-secrets.ts';
export { SecretFileError } from './secret-files.ts';
export {
  DEMO_ID,
  DEMO_SCHEMA,
  type DemoConfig,
  KALSHI_SCHEMA,
  type KalshiConfig,
  POLYMARKET_SCHEMA,
  type PolymarketConfig,
  type VenueConfig,
  type VenueSchema,
} from './venue-schemas.ts';
export { findVenueId } from './venue-sections.ts';
