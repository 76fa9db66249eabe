import { Chain, ClobClient, Side } from '@polymarket/clob-client-v2';
import { createWalletClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { polygon } from 'viem/chains';
import type { VenueName } from '../src/domain/model/ids.ts';
import { createPolymarket } from '../src/venues/polymarket/polymarket-venue.ts';
import { hexOf, type LatencyContest, MACHINE, startExchange, timed, timerOf } from './simulator-host.ts';

const SLUG = 'largest-nvidia';

/** Each client has a separate wallet, because rate limits apply per signer; both sign and send the same order. */
export async function polymarketContest(): Promise<LatencyContest> {
  const exchange = await startExchange('polymarket', () => []);
  const socketUrl = exchange.url.replace('http', 'ws');
  const venue = createPolymarket(
    { name: 'Polymarket' as VenueName, ...MACHINE },
    {
      clobUrl: exchange.url,
      gammaUrl: exchange.origins['gamma'] ?? exchange.url,
      dataUrl: exchange.origins['data'] ?? exchange.url,
      wsMarketUrl: `${socketUrl}/ws/market`,
      wsUserUrl: `${socketUrl}/ws/user`,
      privateKeyHex: hexOf(32),
      space: hexOf(16),
      simulated: true,
    },
  );
  const client = await officialClient(exchange.url);
  const token = await tokenOf(client);
  return {
    name: 'Polymarket',
    adapter: await timerOf(venue, SLUG),
    official: () =>
      timed(
        () => client.createAndPostOrder({ tokenID: token, price: 0.02, size: 60, side: Side.BUY }),
        ({ orderID }) => client.cancelOrder({ orderID }),
      ),
    async stop() {
      await venue.stop();
      await exchange.stop();
    },
  };
}

async function officialClient(host: string): Promise<ClobClient> {
  const signer = createWalletClient({
    account: privateKeyToAccount(`0x${hexOf(32)}`),
    chain: polygon,
    transport: http('http://127.0.0.1:9'), // the chain is never queried
  });
  const creds = await new ClobClient({ host, chain: Chain.POLYGON, signer }).createOrDeriveApiKey();
  return new ClobClient({ host, chain: Chain.POLYGON, signer, creds, throwOnError: true });
}

async function tokenOf(client: ClobClient): Promise<string> {
  const { data } = await client.getMarkets();
  const listed = data as readonly { market_slug: string; tokens: readonly { token_id: string }[] }[];
  const token = listed.find(({ market_slug }) => market_slug === SLUG)?.tokens[0]?.token_id;
  if (token === undefined) throw new Error(`${SLUG} is not listed`);
  return token;
}
