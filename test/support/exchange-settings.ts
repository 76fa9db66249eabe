import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings, TestService } from './test-service.ts';

interface Address {
  readonly url: string;
  readonly origins: { readonly gamma: string; readonly data: string };
}

const readAddress = (exchanges: TestService, venue: string): Address =>
  JSON.parse(readFileSync(join(exchanges.dataDir, 'sandbox', venue, 'listening.json'), 'utf8')) as Address;

/** Settings that connect another service to the local exchanges of a sandbox as if they were the venues; without keys. */
export function toVenueSettings(exchanges: TestService): Settings {
  const { url: kalshi } = readAddress(exchanges, 'kalshi');
  const { url: clob, origins } = readAddress(exchanges, 'polymarket');
  const [kalshiWs, clobWs] = [kalshi, clob].map((url) => url.replace('http', 'ws'));
  return {
    'venues.kalshi.enabled': true,
    'venues.kalshi.rest_url': `${kalshi}/trade-api/v2`,
    'venues.kalshi.ws_url': `${kalshiWs}/trade-api/ws/v2`,
    'venues.polymarket.enabled': true,
    'venues.polymarket.clob_url': clob,
    'venues.polymarket.gamma_url': origins.gamma,
    'venues.polymarket.data_url': origins.data,
    'venues.polymarket.ws_market_url': `${clobWs}/ws/market`,
    'venues.polymarket.ws_user_url': `${clobWs}/ws/user`,
  };
}

/** The key of the sandbox at the local exchange of Kalshi, for a live service that uses it as the venue. */
export const toKalshiKeySettings = (exchanges: TestService): Settings => ({
  'venues.kalshi.key_id': 'crossbook-sandbox',
  'venues.kalshi.key_file': join(exchanges.dataDir, 'sandbox', 'kalshi', 'key.pem'),
});
