import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type ApiKeyCreds,
  AssetType,
  Chain,
  ClobClient,
  OrderType,
  Side,
  SignatureTypeV2,
} from '@polymarket/clob-client-v2';
import { createWalletClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { polygon } from 'viem/chains';
import { eventsAt } from '../catalogue/event-catalogue.ts';
import { MemoryExchangeStore } from '../shared/exchange-store.ts';
import { type Host, listen } from '../shared/http-host.ts';
import { systemClock, systemRandom } from '../shared/process-environment.ts';
import { PolymarketSimulator } from './polymarket-simulator.ts';
import { DEFAULT_SETTINGS } from './simulator-context.ts';

/** The venue's own client, unchanged, against the simulator. */
const simulator = new PolymarketSimulator(
  { clock: systemClock, random: systemRandom, store: new MemoryExchangeStore() },
  {
    ...DEFAULT_SETTINGS,
    marketMaker: { ...DEFAULT_SETTINGS.marketMaker, tradesPerStep: 0 },
    pace: { minedMs: 20, confirmedMs: 20, retryMs: 20 },
    visibleMs: 0,
  },
  eventsAt(systemClock.now()),
);
/**
 * A neg-risk market whose tick is one cent. With a finer tick the client's market orders have more decimals than the venue
 * accepts.
 */
const SLUG = 'largest-nvidia';
const wallet = createWalletClient({
  account: privateKeyToAccount(generatePrivateKey()),
  chain: polygon,
  transport: http('http://127.0.0.1:9'), // the client never calls the chain
});
let host: Host;
let creds: ApiKeyCreds;
let token: string;
let condition: string;

describe('the official Polymarket client', () => {
  before(async () => {
    host = await listen(simulator, 0);
    simulator.start();
  });
  after(async () => {
    simulator.stop();
    await host.stop();
  });

  const client = (more: Partial<ConstructorParameters<typeof ClobClient>[0]> = {}): ClobClient =>
    new ClobClient({ host: host.url, chain: Chain.POLYGON, signer: wallet, throwOnError: true, ...more });
  const trader = (): ClobClient => client({ creds });

  test('creates an API key and derives the same one again', async () => {
    creds = await client({ throwOnError: false }).createOrDeriveApiKey();
    assert.deepEqual(await client({ throwOnError: false }).createOrDeriveApiKey(), creds);
    assert.deepEqual(await trader().getApiKeys(), { apiKeys: [creds.key] });
  });

  test('lists markets and reads one', async () => {
    const page = await client().getMarkets();
    const listed = page.data as {
      condition_id: string;
      market_slug: string;
      tokens: { token_id: string }[];
    }[];
    const found = listed.find(({ market_slug }) => market_slug === SLUG);
    assert.ok(found?.tokens[0] !== undefined);
    condition = found.condition_id;
    token = found.tokens[0].token_id;
    const terms = await client().getClobMarketInfo(condition);
    assert.equal(terms.mts, 0.01);
    assert.equal((await client().getMarket(condition)).condition_id, condition);
  });

  test('reads a book and computes the same hash', async () => {
    const book = await client().getOrderBook(token);
    assert.ok(book.bids.length > 0 && book.asks.length > 0);
    const { hash } = book;
    assert.equal(await client().getOrderBookHash(book), hash);
    assert.equal(await client().getTickSize(token), '0.01');
    assert.equal(await client().getNegRisk(token), true);
    assert.ok(Number((await client().getMidpoint(token)).mid) > 0);
  });

  test('places a limit order, reads it back and cancels it', async () => {
    const placed = await trader().createAndPostOrder({
      tokenID: token,
      price: 0.02,
      size: 50,
      side: Side.BUY,
    });
    assert.equal(placed.status, 'live');
    const order = await trader().getOrder(placed.orderID);
    assert.equal(order.original_size, '50');
    assert.equal(order.price, '0.02');
    const open = await trader().getOpenOrders({ market: condition });
    assert.deepEqual(
      open.map(({ id }) => id),
      [placed.orderID],
    );
    const answer = await trader().cancelOrder({ orderID: placed.orderID });
    assert.deepEqual(answer, { canceled: [placed.orderID], not_canceled: {} });
    assert.deepEqual(await trader().getOpenOrders(), []);
  });

  test('buys at market for dollars, sees the trade mined, and sells the shares', async () => {
    const before = await balance();
    const bought = await trader().createAndPostMarketOrder(
      { tokenID: token, amount: 20, side: Side.BUY },
      undefined,
      OrderType.FAK,
    );
    assert.equal(bought.status, 'matched');
    const [trade] = await trader().getTrades({ id: bought.tradeIDs?.[0] ?? '' });
    assert.equal(trade?.trader_side, 'TAKER');
    assert.equal(trade?.taker_order_id, bought.orderID);
    assert.ok((await balance()) < before - 19_990_000n);
    const shares = await trader().getBalanceAllowance({ asset_type: AssetType.CONDITIONAL, token_id: token });
    assert.ok(BigInt(shares.balance) > 0n);
    const size = Math.floor(Number(shares.balance) / 10_000) / 100;
    const sold = await trader().createAndPostMarketOrder(
      { tokenID: token, amount: size, side: Side.SELL },
      undefined,
      OrderType.FOK,
    );
    assert.equal(sold.status, 'matched');
  });

  test('places a batch, cancels a market and cancels everything', async () => {
    const orders = await Promise.all(
      [0.01, 0.02, 0.03].map((price) =>
        trader().createOrder({ tokenID: token, price, size: 100, side: Side.BUY }),
      ),
    );
    const legs = await trader().postOrders(orders.map((order) => ({ order, orderType: OrderType.GTC })));
    assert.equal(legs.filter(({ orderID }: { orderID: string }) => orderID !== '').length, 3);
    const cancelled = await trader().cancelMarketOrders({ market: condition, asset_id: token });
    assert.equal(cancelled.canceled.length, 3);
    assert.deepEqual(await trader().cancelAll(), { canceled: [], not_canceled: {} });
  });

  test('signs an order for the standard exchange', async () => {
    const [tokenID] = findTokens('second-largest-nvidia');
    assert.equal(await client().getNegRisk(tokenID), false);
    const placed = await trader().createAndPostOrder({ tokenID, price: 0.02, size: 50, side: Side.BUY });
    assert.equal(placed.status, 'live');
  });

  test('signs an order for the exchange of a Protocol V2 market', async () => {
    const listed = { verb: 'list', slug: 'next', question: 'Is it next?', version: 'v2' };
    assert.equal(simulator.controls.act(listed), null);
    const [tokenID] = findTokens('next');
    const amounts = { tokenID, makerAmount: '2000000', takerAmount: '100000000', side: Side.BUY };
    const order = await trader().createExchangeV3OrderFromAmounts(amounts);
    const placed = await trader().postOrder(order, OrderType.GTC);
    assert.equal(placed.status, 'live');
    assert.equal((await trader().getOrder(placed.orderID)).asset_id, tokenID);
  });

  test("receives a rejection with the venue's text", async () => {
    const plain = client({ creds, throwOnError: false });
    const refused: unknown = await plain.createAndPostOrder({
      tokenID: token,
      price: 0.5,
      size: 1,
      side: Side.BUY,
    });
    const { status, error } = refused as { status: number; error: string };
    assert.equal(status, 400);
    assert.match(error, /^order 0x[0-9a-f]{64} is invalid\. Size \(1\) lower than the minimum: 5$/);
  });

  test("a deposit wallet trades with its owner's signature", async () => {
    const funder = privateKeyToAccount(generatePrivateKey()).address;
    const deposit = client({ creds, signatureType: SignatureTypeV2.POLY_1271, funderAddress: funder });
    const placed = await deposit.createAndPostOrder({
      tokenID: token,
      price: 0.02,
      size: 50,
      side: Side.BUY,
    });
    assert.equal(placed.status, 'live');
    assert.equal((await deposit.getOrder(placed.orderID)).maker_address, funder);
  });

  test('sends heartbeats', async () => {
    const first = await trader().postHeartbeat();
    const second = await trader().postHeartbeat(first.heartbeat_id);
    assert.notEqual(second.heartbeat_id, first.heartbeat_id);
  });

  function findTokens(slug: string): readonly [string, string] {
    const { markets } = simulator.controls.state() as {
      markets: { slug: string; tokens: [string, string] }[];
    };
    return markets.find((market) => market.slug === slug)?.tokens ?? ['', ''];
  }

  async function balance(): Promise<bigint> {
    const { balance } = await trader().getBalanceAllowance({ asset_type: AssetType.COLLATERAL });
    return BigInt(balance);
  }
});
