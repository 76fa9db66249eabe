import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  createPublicClient,
  createSecureClient,
  type EnvironmentConfig,
  forkEnvironmentConfig,
  OrderSide,
  OrderType,
  PriceHistoryInterval,
} from '@polymarket/client';
import { privateKey } from '@polymarket/client/viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { simulatePolymarket } from './simulated-polymarket.fixture.ts';

// The venue's unified client, unchanged, against the simulator on real ports. It checks each reply's shape.

const CHAIN = 'http://127.0.0.1:9'; // nothing of these tests is on the chain
const SLUG = 'second-largest-nvidia';
const venue = simulatePolymarket();
const key = generatePrivateKey();
const wallet = privateKeyToAccount(key).address;

before(() => venue.start());
after(() => venue.stop());

function environment(): EnvironmentConfig {
  const { clob, gamma, data } = venue.urls();
  const channels = { market: { ws: venue.socketUrl('market') }, user: { ws: venue.socketUrl('user') } };
  return forkEnvironmentConfig({
    name: 'simulator',
    rpc: CHAIN,
    relayer: { rest: CHAIN },
    clob: { rest: clob, ...channels },
    gamma: { rest: gamma },
    data: { rest: data },
  });
}

const open = () => createPublicClient({ environment: environment() });
const login = () => createSecureClient({ environment: environment(), signer: privateKey(key), wallet });

async function yesToken(slug = SLUG): Promise<string> {
  const { outcomes } = await open().fetchMarket({ slug });
  assert.ok(outcomes.yes.tokenId !== null);
  return outcomes.yes.tokenId;
}

test('discovery: lists, single records, tags and search', async () => {
  const client = open();
  const markets = await client.listMarkets({ closed: false, pageSize: 3 }).firstPage();
  const [first] = markets.items;
  assert.ok(first !== undefined && markets.hasMore);
  assert.equal((await client.fetchMarket({ id: first.id })).conditionId, first.conditionId);
  assert.equal((await client.fetchMarket({ slug: SLUG })).slug, SLUG);
  const events = await client.listEvents({ pageSize: 3 }).firstPage();
  const [event] = events.items;
  assert.ok(event !== undefined);
  assert.equal((await client.fetchEvent({ id: event.id })).slug, event.slug);
  const found = await client.search({ q: 'second largest nvidia' }).firstPage();
  assert.deepEqual(
    found.items.events?.map(({ slug }) => slug),
    [`event-${SLUG}`],
  );
  assert.ok((await client.listTags({}).firstPage()).items.length > 3);
  assert.equal((await client.fetchTag({ slug: 'weather' })).label, 'Weather');
});

test('market data: book, prices, history, open interest and prints', async () => {
  const [client, tokenId] = [open(), await yesToken()];
  const book = await client.fetchOrderBook({ tokenId });
  assert.ok(book.bids.length > 0 && book.asks.length > 0);
  assert.equal((await client.fetchOrderBooks([{ tokenId }])).length, 1);
  assert.equal(await client.fetchPrice({ tokenId, side: OrderSide.BUY }), book.bids.at(-1)?.price);
  assert.ok(Number(await client.fetchMidpoint({ tokenId })) > 0);
  assert.ok(Number(await client.fetchSpread({ tokenId })) > 0);
  assert.ok(
    (await client.fetchPriceHistory({ tokenId, interval: PriceHistoryInterval.ONE_DAY })).length > 10,
  );
  const { conditionId } = await client.fetchMarket({ slug: SLUG });
  assert.ok(conditionId !== null);
  const [interest] = await client.listOpenInterest({ market: [conditionId] });
  assert.equal(interest?.market, conditionId);
  assert.deepEqual((await client.listTrades({}).firstPage()).items, []);
});

test('streams: a subscription gets the book, and then the changes of an order', async () => {
  const [client, tokenId] = [open(), await yesToken()];
  const events = await client.subscribe([{ topic: 'market', tokenIds: [tokenId] }]);
  const next = events[Symbol.asyncIterator]();
  const { value: first } = await next.next();
  assert.equal(first?.type, 'book');
  const placed = await (await login()).placeLimitOrder({
    tokenId,
    side: OrderSide.BUY,
    price: 0.03,
    size: 50,
  });
  assert.ok(placed.ok);
  for (;;) {
    const { value: event, done } = await next.next();
    assert.ok(done !== true);
    if (event.type === 'price_change' && JSON.stringify(event).includes('"0.03"')) break;
  }
  await events.close();
});

test('streams: the owner gets its order and its cancellation', async () => {
  const [client, tokenId] = [await login(), await yesToken()];
  const events = await client.subscribe([{ topic: 'user' }]);
  const next = events[Symbol.asyncIterator]();
  await venue.userChannelOpened; // nothing acknowledges a subscription to it
  const placed = await client.placeLimitOrder({ tokenId, side: OrderSide.BUY, price: 0.04, size: 50 });
  assert.ok(placed.ok);
  await client.cancelOrder({ orderId: placed.orderId });
  for (const kind of ['PLACEMENT', 'CANCELLATION']) {
    const { value: event, done } = await next.next();
    assert.ok(done !== true && event.type === 'order');
    assert.deepEqual([event.payload.orderEventType, event.payload.id], [kind, placed.orderId]);
  }
  await events.close();
});

test('trading: places, reads, cancels, and trades at market; positions and activity follow', async () => {
  const [client, tokenId] = [await login(), await yesToken()];
  await client.cancelAll();
  const placed = await client.placeLimitOrder({ tokenId, side: OrderSide.BUY, price: 0.02, size: 50 });
  assert.ok(placed.ok);
  assert.equal(placed.status, 'live');
  const orders = await client.listOpenOrders({}).firstPage();
  assert.deepEqual(
    orders.items.map(({ id }) => id),
    [placed.orderId],
  );
  const bought = await client.placeMarketOrder({ tokenId, side: OrderSide.BUY, amount: 2 });
  assert.ok(bought.ok);
  assert.equal(bought.status, 'matched');
  assert.deepEqual((await client.cancelAll()).canceled, [placed.orderId]);
  const [trade] = (await client.listAccountTrades({}).firstPage()).items;
  assert.deepEqual([trade?.id, trade?.side], [bought.tradeIds[0], 'BUY']);
  await client.waitForOrderFillSettlement(bought);
  const [position] = (await client.listPositions({}).firstPage()).items;
  assert.deepEqual([position?.tokenId, position?.size], [tokenId, bought.takingAmount]);
  assert.equal(position?.avgPrice, trade?.price);
  assert.equal((await client.listActivity({}).firstPage()).items.length, 1);
  assert.deepEqual((await client.listClosedPositions({}).firstPage()).items, []);
  assert.equal((await client.fetchPortfolioValue({})).length, 1);
  assert.equal((await client.fetchTradedMarketCount({})).traded, 1);
  const [holders] = await client.listMarketHolders({ market: [position?.conditionId ?? ''] });
  assert.equal(holders?.holders?.[0]?.wallet?.toLowerCase(), wallet.toLowerCase());
});

test('a neg-risk order is signed for the neg-risk exchange, also at the prices of a fine tick', async () => {
  const listed = { verb: 'list', slug: 'reds', question: 'Do the Reds win?', event: 'cup', neg_risk: true };
  assert.equal(venue.simulator.controls.act({ ...listed, tick: '0.0025' }), null);
  const [client, tokenId] = [await login(), await yesToken('reds')];
  for (const price of [0.0025, 0.0975]) {
    const placed = await client.placeLimitOrder({ tokenId, side: OrderSide.BUY, price, size: 20 });
    assert.ok(placed.ok);
    assert.equal(placed.status, 'live');
  }
});

test('a FOK order that cannot be filled is rejected with its reason', async () => {
  const [client, tokenId] = [await login(), await yesToken()];
  const order = {
    tokenId,
    side: OrderSide.BUY,
    amount: 10,
    maxPrice: 0.05,
    orderType: OrderType.FOK,
  } as const;
  await assert.rejects(client.placeMarketOrder(order), /FOK orders are fully filled or killed/);
});
