import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { prediction } from 'ccxt';
import { eventsAt } from '../../simulators/catalogue/event-catalogue.ts';
import { createSigner, toText } from '../../simulators/kalshi/kalshi-simulator.fixture.ts';
import { KalshiSimulator } from '../../simulators/kalshi/kalshi-simulator.ts';
import { TIERS } from '../../simulators/kalshi/request-costs.ts';
import { MemoryExchangeStore } from '../../simulators/shared/exchange-store.ts';
import { type Host, listen } from '../../simulators/shared/http-host.ts';
import { DEFAULT_MARKET_MAKER } from '../../simulators/shared/market-maker.ts';
import { systemClock, systemRandom } from '../../simulators/shared/process-environment.ts';

// CCXT's Kalshi class, unchanged, against the simulator on a real port.

const events = eventsAt(systemClock.now());
const listing = events.find(({ key }) => key === 'openai-ipo')?.kalshi;
const signer = createSigner(randomUUID(), 'ccxt');
let simulator: KalshiSimulator;
let host: Host;
let client: InstanceType<typeof prediction.kalshi>;
let yes: string;

before(async () => {
  const [, , , tier] = TIERS;
  assert.ok(tier !== undefined && listing !== undefined);
  simulator = new KalshiSimulator({
    clock: systemClock,
    random: systemRandom,
    store: new MemoryExchangeStore(),
    events,
    keys: [signer.key],
    tier,
    precision: 'direct',
    readLagMs: 0,
    seed: DEFAULT_MARKET_MAKER.seed,
    marketMaker: { ...DEFAULT_MARKET_MAKER, stepMs: 3_600_000 }, // quotes once, then does nothing
    funds: { 0: '1000', 2: '1000', 3: '1000' },
  });
  simulator.start();
  host = await listen(simulator, 0);
  client = new prediction.kalshi({
    apiKey: signer.key.keyId,
    privateKey: toText(signer.privateKey.export({ type: 'pkcs1', format: 'pem' })),
  });
  const { api } = client.urls as { api: Record<string, string> };
  api['kalshi'] = `${host.url}/trade-api/v2`;
});
after(async () => {
  await client.close();
  simulator.stop();
  await host.stop();
});

test('discovery: status, markets and an event', async () => {
  assert.equal((await client.fetchStatus())['status'], 'ok');
  const markets = await client.loadMarkets();
  const found = Object.values(
    client.outcomes as Record<string, { outcome: string; info: { ticker: string } }>,
  );
  yes =
    found.find(({ info, outcome }) => info.ticker === listing?.ticker && outcome.endsWith(':YES'))?.outcome ??
    '';
  assert.notEqual(yes, '');
  assert.ok(Object.keys(markets).length > 50);
  const event = await client.fetchEvent(listing?.eventTicker ?? '');
  assert.equal(event.markets?.length, 1);
});

test('market data: both sides of a book, ticker and open interest', async () => {
  const book = await client.fetchOrderBook(yes);
  const no = await client.fetchOrderBook(yes.replace(/:YES$/, ':NO'));
  assert.ok(book.bids.length > 0 && book.asks.length > 0);
  assert.equal(Number(no.asks[0]?.[0]).toFixed(4), (1 - Number(book.bids[0]?.[0])).toFixed(4));
  assert.equal((await client.fetchTicker(yes)).bid, book.bids[0]?.[0]);
  assert.ok(Number((await client.fetchOpenInterest(yes)).openInterestAmount) >= 0);
});

test('trading: place, amend, cancel, cancel all, and a killed FOK order', async () => {
  const placed = await client.createOrder(yes, 'limit', 'buy', 10, 0.02);
  assert.equal((await client.fetchOrder(String(placed.id))).status, 'open');
  const edited = await client.editOrder(String(placed.id), yes, 'limit', 'buy', 12, 0.03);
  assert.equal(edited.price, 0.03);
  const open = await client.fetchOpenOrders(yes);
  assert.deepEqual(
    open.map(({ price, amount }) => [price, amount]),
    [[0.03, 12]],
  );
  const second = await client.createOrder(yes, 'limit', 'buy', 10, 0.02);
  await client.cancelOrder(String(second.id));
  await client.cancelAllOrders(yes);
  assert.deepEqual(await client.fetchOpenOrders(yes), []);
  const killed = client.createOrder(yes, 'limit', 'buy', 10, 0.02, { timeInForce: 'FOK' });
  await assert.rejects(killed, /fill_or_kill/);
});

test('fills: an IOC order, own trades, positions and balance', async () => {
  const before = (await client.fetchBalance())['USD']?.total;
  const [best] = (await client.fetchOrderBook(yes)).asks;
  const price = Number(best?.[0]);
  const bought = await client.createOrder(yes, 'limit', 'buy', 3, price, { timeInForce: 'IOC' });
  const [fill] = await client.fetchMyTrades(yes);
  assert.deepEqual([fill?.order, fill?.amount, fill?.price], [bought.id, 3, price]);
  const [position] = await client.fetchPositions([yes]);
  // It reads the retired field `position`, so its own `contracts` are undefined.
  const info = position?.info as { position_fp: string } | undefined;
  assert.equal(info?.position_fp, '3.00');
  assert.ok(Number((await client.fetchBalance())['USD']?.total) < Number(before));
});
