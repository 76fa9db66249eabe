import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prediction } from 'ccxt';
import { Configuration, OrdersApi } from 'kalshi-typescript';
import type { VenueName } from '../src/contract/model/ids.ts';
import { KALSHI_DEFAULTS } from '../src/venues/kalshi/kalshi-settings.ts';
import { createKalshi } from '../src/venues/kalshi/kalshi-venue.ts';
import {
  adapterClient,
  createHex,
  type Exchange,
  MACHINE,
  type OrderClient,
  startExchange,
} from './simulator-host.ts';

export const TICKER = 'KXOPENAI-OPENAI-IPO';

interface KalshiKey {
  readonly keyId: string;
  readonly privateKey: string; // PEM
  readonly publicKey: string;
}

/** A local Kalshi and the keys that it knows. Each client signs with its own. */
export interface KalshiExchange extends Exchange {
  readonly keys: readonly KalshiKey[];
}

/** Starts a Kalshi simulator without a market maker, with a key for each client. */
export async function startKalshi(clients: readonly string[]): Promise<KalshiExchange> {
  const keys = clients.map(newKey);
  const exchange = await startExchange('kalshi', (dir) => {
    const files = keys.map(({ keyId, publicKey }) => {
      const file = join(dir, `${keyId}.json`);
      writeFileSync(file, JSON.stringify({ key_id: keyId, public_key: publicKey }));
      return ['--key-file', file];
    });
    return [...files.flat(), '--tier', 'prestige', '--quiet-house'];
  });
  return { ...exchange, keys };
}

const newKey = (keyId: string): KalshiKey => ({
  keyId,
  ...generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }),
});

/** Our adapter, called directly. */
export async function kalshiAdapter({ url }: Exchange, key: KalshiKey): Promise<OrderClient> {
  const venue = createKalshi(
    { name: 'Kalshi' as VenueName, ...MACHINE },
    {
      ...KALSHI_DEFAULTS,
      restUrl: `${url}/trade-api/v2`,
      wsUrl: `${url.replace('http', 'ws')}/trade-api/ws/v2`,
      keyId: key.keyId,
      privateKeyPem: key.privateKey,
      accountPrecision: '0.0001',
      simulated: true,
      clientIdSpace: createHex(16),
    },
  );
  return adapterClient(venue, TICKER);
}

/** The venue's own TypeScript client. */
export function officialKalshi({ url }: Exchange, { keyId, privateKey }: KalshiKey): OrderClient {
  const basePath = `${url}/trade-api/v2`;
  const client = new OrdersApi(new Configuration({ apiKey: keyId, privateKeyPem: privateKey, basePath }));
  return {
    place: async () => {
      const { data } = await client.createOrderV2({
        ticker: TICKER,
        client_order_id: randomUUID(),
        side: 'bid',
        count: '60.00',
        price: '0.0200',
        time_in_force: 'good_till_canceled',
        self_trade_prevention_type: 'taker_at_cross',
      });
      return () => client.cancelOrderV2(data.order_id);
    },
    stop: async () => undefined,
  };
}

/** CCXT's Kalshi class, without the pauses that it makes between requests. */
export async function ccxtKalshi({ url }: Exchange, { keyId, privateKey }: KalshiKey): Promise<OrderClient> {
  const client = new prediction.kalshi({ apiKey: keyId, privateKey, enableRateLimit: false });
  const { api } = client.urls as { api: Record<string, string> };
  api['kalshi'] = `${url}/trade-api/v2`;
  await client.loadMarkets();
  const outcomes = client.outcomes as Record<string, { outcome: string; info: { ticker: string } }>;
  const yes = Object.values(outcomes).find(
    ({ info, outcome }) => info.ticker === TICKER && outcome.endsWith(':YES'),
  );
  if (yes === undefined) throw new Error(`CCXT does not list ${TICKER}`);
  return {
    place: async () => {
      const { id } = await client.createOrder(yes.outcome, 'limit', 'buy', 60, 0.02);
      return () => client.cancelOrder(String(id));
    },
    stop: () => client.close(),
  };
}

/** The section of Crossbook's configuration that trades there. */
export function kalshiSection(dir: string, { url }: Exchange, { keyId, privateKey }: KalshiKey): string {
  const keyFile = join(dir, 'kalshi.pem');
  writeFileSync(keyFile, privateKey, { mode: 0o600 });
  return `
[venues.kalshi]
enabled = true
rest_url = "${url}/trade-api/v2"
ws_url = "${url.replace('http', 'ws')}/trade-api/ws/v2"
key_id = "${keyId}"
key_file = "${keyFile}"
account_precision = "0.0001"
`;
}
