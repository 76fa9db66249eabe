import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { prediction } from 'ccxt';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { simulatePolymarket } from './simulated-polymarket.fixture.ts';

// CCXT's Polymarket class, unchanged, against the simulator on real ports.

const SLUG = 'event-second-largest-nvidia';
const YES = 'EVENT_SECOND_LARGEST_NVIDIA_SECOND_LARGEST_NVIDIA:YES';
const venue = simulatePolymarket();
const key = generatePrivateKey();
let client: InstanceType<typeof prediction.polymarket>;
let ask: number;

before(async () => {
  await venue.start();
  const { clob, gamma, data } = venue.urls();
  client = new prediction.polymarket({
    privateKey: key,
    walletAddress: privateKeyToAccount(key).address,
    options: { signatureType: 0 },
  });
  const sockets = { ws: venue.socketUrl('market'), wsUser: venue.socketUrl('user') };
  Object.assign(client.urls.api as object, { clob, gamma, data, ...sockets });
  await client.loadHttpProxyAgent(); // it needs this for ws:// instead of wss://
});
after(async () => {
  await client.close();
  await venue.stop();
});

test('discovery: markets, and events by query, tag and slug', async () => {
  const markets = await client.fetchMarkets();
  assert.equal(markets.length, new Set(markets.map((market) => market?.['id'])).size);
  assert.ok(markets.length > 50);
  const slugs = async (params: object): Promise<readonly unknown[]> =>
    (await client.fetchEvents(params)).map((event) => event.slug);
  assert.deepEqual(await slugs({ query: 'Nvidia' }), [SLUG]);
  assert.ok((await slugs({ tags: ['Weather'] })).length > 3);
  assert.deepEqual(await slugs({ slug: SLUG }), [SLUG]);
  assert.equal((await client.fetchEvent(SLUG)).slug, SLUG);
  assert.equal((await client.fetchStatus())['status'], 'ok');
});

test('market data: an outcome by its token, book, ticker, candles, open interest', async () => {
  const book = await client.fetchOrderBook(YES);
  const [best] = book.asks;
  ask = Number(best?.[0]);
  assert.ok(ask > Number(book.bids[0]?.[0]));
  const { outcomeId } = client.outcome(YES);
  const fresh = new prediction.polymarket({ urls: client.urls });
  assert.equal((await fresh.fetchOrderBook(String(outcomeId))).asks[0]?.[0], ask);
  await fresh.close();
  assert.equal((await client.fetchTicker(YES)).ask, ask);
  assert.ok((await client.fetchOHLCV(YES, '1h')).length > 10);
  assert.ok(Number((await client.fetchOpenInterest(YES)).openInterestValue) > 0);
});

test('trading: place, read, cancel, batch and cancel all', async () => {
  const order = await client.createOrder(YES, 'limit', 'buy', 50, 0.02);
  const id = String(order.id);
  assert.equal((await client.fetchOrder(id)).status, 'open');
  assert.deepEqual(
    (await client.fetchOpenOrders(YES)).map((each) => each.id),
    [id],
  );
  assert.equal((await client.cancelOrder(id)).status, 'canceled');
  const leg = { outcome: YES, type: 'limit', side: 'buy', amount: 50 };
  const batch = [0.02, 0.03].map((price) => ({ ...leg, price }));
  const placed = await client.createOrders(batch);
  await client.createOrder(YES, 'limit', 'buy', 50, 0.04, { postOnly: true });
  assert.equal(placed.length, 2);
  await client.cancelAllOrders(YES);
  assert.deepEqual(await client.fetchOpenOrders(YES), []);
  const unfilled = client.createOrder(YES, 'limit', 'buy', 50, 0.02, { timeInForce: 'FOK' });
  await assert.rejects(unfilled, /FOK orders are fully filled or killed/);
});

test('a neg-risk order is signed for the neg-risk exchange', async () => {
  const [market] = (await client.fetchEvent('event-largest')).markets ?? [];
  const yes = String(market?.outcomes?.[0]?.outcome);
  const order = await client.createOrder(yes, 'limit', 'buy', 50, 0.02);
  assert.equal((await client.cancelOrder(String(order.id))).status, 'canceled');
});

test('fills and balance: a market order by cost', async () => {
  const before = (await client.fetchBalance())['USDC']?.total;
  // Without a price it sends the mid price, at which nothing is offered.
  const bought = await client.createOrder(YES, 'market', 'buy', 2, ask, { cost: 2 });
  const [trade] = await client.fetchMyTrades(YES);
  assert.deepEqual([trade?.order, trade?.side, trade?.price], [bought.id, 'buy', ask]);
  assert.ok(Number((await client.fetchBalance())['USDC']?.total) < Number(before) - 1.99);
  assert.equal((await client.fetchTrades(YES)).length, 1);
  // It reads `data` of the reply, but the venue replies with a plain list.
  assert.deepEqual(await client.fetchPositions(), []);
});

test('streams: book, own orders and own trades', async () => {
  const book = await client.watchOrderBook(YES);
  assert.ok(book.bids.length > 0);
  const orders = client.watchOrders();
  const trades = client.watchMyTrades();
  await venue.userChannelOpened; // nothing acknowledges a subscription to it
  const resting = await client.createOrder(YES, 'limit', 'buy', 50, 0.05);
  const [seen] = await orders;
  assert.deepEqual([seen?.id, seen?.status], [resting.id, 'open']);
  const bought = await client.createOrder(YES, 'market', 'buy', 2, ask, { cost: 2 });
  const [trade] = await trades;
  assert.equal(trade?.order, bought.id);
  await client.cancelAllOrders(YES);
});
