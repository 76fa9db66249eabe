import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Configuration, OrdersApi } from 'kalshi-typescript';
import type { VenueName } from '../src/domain/model/ids.ts';
import { KALSHI_DEFAULTS } from '../src/venues/kalshi/kalshi-settings.ts';
import { createKalshi } from '../src/venues/kalshi/kalshi-venue.ts';
import { hexOf, type LatencyContest, MACHINE, startExchange, timed, timerOf } from './simulator-host.ts';

const TICKER = 'KXOPENAI-OPENAI-IPO';

/** Each client has a separate RSA key; both sign and send the same order. */
export async function kalshiContest(): Promise<LatencyContest> {
  const [own, other] = [keyOf('adapter'), keyOf('official')];
  const exchange = await startExchange('kalshi', (dir) => {
    const files = [own, other].map(({ keyId, publicKey }) => {
      const file = join(dir, `${keyId}.json`);
      writeFileSync(file, JSON.stringify({ key_id: keyId, public_key: publicKey }));
      return ['--key-file', file];
    });
    return [...files.flat(), '--tier', 'prestige', '--quiet-house'];
  });
  const venue = createKalshi(
    { name: 'Kalshi' as VenueName, ...MACHINE },
    {
      ...KALSHI_DEFAULTS,
      restUrl: `${exchange.url}/trade-api/v2`,
      wsUrl: `${exchange.url.replace('http', 'ws')}/trade-api/ws/v2`,
      keyId: own.keyId,
      privateKeyPem: own.privateKey,
      accountPrecision: '0.0001',
      simulated: true,
      clientIdSpace: hexOf(16),
    },
  );
  const configuration = new Configuration({
    apiKey: other.keyId,
    privateKeyPem: other.privateKey,
    basePath: `${exchange.url}/trade-api/v2`,
  });
  const client = new OrdersApi(configuration);
  return {
    name: 'Kalshi',
    adapter: await timerOf(venue, TICKER),
    official: () =>
      timed(
        () => client.createOrderV2(order()),
        ({ data }) => client.cancelOrderV2(data.order_id),
      ),
    async stop() {
      await venue.stop();
      await exchange.stop();
    },
  };
}

const keyOf = (keyId: string) => ({
  keyId,
  ...generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }),
});

const order = () =>
  ({
    ticker: TICKER,
    client_order_id: randomUUID(),
    side: 'bid',
    count: '60.00',
    price: '0.0200',
    time_in_force: 'good_till_canceled',
    self_trade_prevention_type: 'taker_at_cross',
  }) as const;
