import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chain, ClobClient, Side } from '@polymarket/clob-client-v2';
import { prediction } from 'ccxt';
import { createWalletClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { polygon } from 'viem/chains';
import type { VenueName } from '../src/contract/model/ids.ts';
import { createPolymarket } from '../src/venues/polymarket/polymarket-venue.ts';
import {
  adapterClient,
  createHex,
  type Exchange,
  MACHINE,
  type OrderClient,
  startExchange,
} from './simulator-host.ts';

export const SLUG = 'largest-nvidia';
const CCXT_EVENT = 'event-largest';

/** Starts a Polymarket simulator. A wallet needs no registration. */
export const startPolymarket = (): Promise<Exchange> => startExchange('polymarket', () => []);

interface Urls {
  readonly clob: string;
  readonly gamma: string;
  readonly data: string;
  readonly socket: string;
}

const toUrls = ({ url, origins }: Exchange): Urls => ({
  clob: url,
  gamma: origins['gamma'] ?? url,
  data: origins['data'] ?? url,
  socket: url.replace('http', 'ws'),
});

/** Our adapter, called directly, with a new wallet: rate limits apply per signer. */
export async function polymarketAdapter(exchange: Exchange): Promise<OrderClient> {
  const { clob, gamma, data, socket } = toUrls(exchange);
  const venue = createPolymarket(
    { name: 'Polymarket' as VenueName, ...MACHINE },
    {
      clobUrl: clob,
      gammaUrl: gamma,
      dataUrl: data,
      wsMarketUrl: `${socket}/ws/market`,
      wsUserUrl: `${socket}/ws/user`,
      privateKeyHex: createHex(32),
      space: createHex(16),
      simulated: true,
    },
  );
  return adapterClient(venue, SLUG);
}

/** The venue's own TypeScript client, with a new wallet. */
export async function officialPolymarket({ url: host }: Exchange): Promise<OrderClient> {
  const signer = createWalletClient({
    account: privateKeyToAccount(`0x${createHex(32)}`),
    chain: polygon,
    transport: http('http://127.0.0.1:9'), // the chain is never queried
  });
  const creds = await new ClobClient({ host, chain: Chain.POLYGON, signer }).createOrDeriveApiKey();
  const client = new ClobClient({ host, chain: Chain.POLYGON, signer, creds, throwOnError: true });
  const tokenID = await findToken(client);
  return {
    place: async () => {
      const { orderID } = await client.createAndPostOrder({ tokenID, price: 0.02, size: 60, side: Side.BUY });
      return () => client.cancelOrder({ orderID });
    },
    stop: async () => undefined,
  };
}

async function findToken(client: ClobClient): Promise<string> {
  const { data } = await client.getMarkets();
  const listed = data as readonly { market_slug: string; tokens: readonly { token_id: string }[] }[];
  const token = listed.find(({ market_slug }) => market_slug === SLUG)?.tokens[0]?.token_id;
  if (token === undefined) throw new Error(`${SLUG} is not listed`);
  return token;
}

/** CCXT's Polymarket class with a new wallet, without the pauses that it makes between requests. */
export async function ccxtPolymarket(exchange: Exchange): Promise<OrderClient> {
  const { clob, gamma, data } = toUrls(exchange);
  const privateKey = `0x${createHex(32)}` as const;
  const client = new prediction.polymarket({
    privateKey,
    walletAddress: privateKeyToAccount(privateKey).address,
    enableRateLimit: false,
    options: { signatureType: 0 },
  });
  Object.assign(client.urls.api as object, { clob, gamma, data });
  const { markets } = await client.fetchEvent(CCXT_EVENT);
  const yes = String(markets[0]?.outcomes?.[0]?.outcome);
  return {
    place: async () => {
      const { id } = await client.createOrder(yes, 'limit', 'buy', 60, 0.02);
      return () => client.cancelOrder(String(id));
    },
    stop: () => client.close(),
  };
}

/** The section of Crossbook's configuration that trades there with a new wallet. */
export function polymarketSection(dir: string, exchange: Exchange): string {
  const { clob, gamma, data, socket } = toUrls(exchange);
  const keyFile = join(dir, 'polymarket.key');
  writeFileSync(keyFile, createHex(32), { mode: 0o600 });
  return `
[venues.polymarket]
enabled = true
clob_url = "${clob}"
gamma_url = "${gamma}"
data_url = "${data}"
ws_market_url = "${socket}/ws/market"
ws_user_url = "${socket}/ws/user"
private_key_file = "${keyFile}"
`;
}
