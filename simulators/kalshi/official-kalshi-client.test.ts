import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import {
  AccountApi,
  ApiKeysApi,
  Configuration,
  type CreateOrderV2Request,
  EventsApi,
  ExchangeApi,
  MarketApi,
  OrdersApi,
  PortfolioApi,
} from 'kalshi-typescript';
import { eventsAt } from '../catalogue/event-catalogue.ts';
import { MemoryExchangeStore } from '../shared/exchange-store.ts';
import { type Host, listen } from '../shared/http-host.ts';
import { DEFAULT_MARKET_MAKER } from '../shared/market-maker.ts';
import { systemClock, systemRandom } from '../shared/process-environment.ts';
import { createSigner, toText } from './kalshi-simulator.fixture.ts';
import { KalshiSimulator } from './kalshi-simulator.ts';
import { TIERS } from './request-costs.ts';

// The venue's own client, unchanged, against the simulator on a real port.

const QUESTIONS = eventsAt(systemClock.now());
const TICKER = 'KXOPENAI-OPENAI-IPO'; // prices in cents, half the fee
const signer = createSigner(randomUUID(), 'official');
const tier = TIERS[3];
let exchange: KalshiSimulator;
let host: Host;
let clients: ReturnType<typeof connect>;

function connect(basePath: string) {
  const configuration = new Configuration({
    apiKey: signer.key.keyId,
    privateKeyPem: toText(signer.privateKey.export({ type: 'pkcs1', format: 'pem' })),
    basePath,
  });
  return {
    account: new AccountApi(configuration),
    apiKeys: new ApiKeysApi(configuration),
    events: new EventsApi(configuration),
    exchange: new ExchangeApi(configuration),
    market: new MarketApi(configuration),
    orders: new OrdersApi(configuration),
    portfolio: new PortfolioApi(configuration),
  };
}

describe('the official Kalshi client', () => {
  before(async () => {
    assert.ok(tier !== undefined);
    exchange = new KalshiSimulator({
      clock: systemClock,
      random: systemRandom,
      store: new MemoryExchangeStore(),
      events: QUESTIONS,
      keys: [signer.key],
      tier,
      precision: 'direct',
      readLagMs: 0, // a test must see its own changes at once
      seed: DEFAULT_MARKET_MAKER.seed,
      marketMaker: { ...DEFAULT_MARKET_MAKER, stepMs: 3_600_000 }, // quotes once, then does nothing
      funds: { 0: '1000', 2: '1000', 3: '1000' },
    });
    exchange.start();
    host = await listen(exchange, 0);
    clients = connect(`${host.url}/trade-api/v2`);
  });

  after(async () => {
    exchange.stop();
    await host.stop();
  });

  const createRequest = (more: Partial<CreateOrderV2Request>): CreateOrderV2Request => ({
    ticker: TICKER,
    client_order_id: randomUUID(),
    side: 'bid',
    count: '5.00',
    price: '0.0100',
    time_in_force: 'good_till_canceled',
    self_trade_prevention_type: 'taker_at_cross',
    ...more,
  });

  /** Returns the venue's error from the client's axios error. */
  async function refusal(call: Promise<unknown>): Promise<{ status: number; data: unknown }> {
    try {
      await call;
    } catch (error) {
      const { response } = error as { response: { status: number; data: unknown } };
      return { status: response.status, data: response.data };
    }
    throw new Error('it was not refused');
  }

  test('lists status, series, events and all markets, page by page', async () => {
    const { data: status } = await clients.exchange.getExchangeStatus();
    assert.equal(status.trading_active, true);
    const { data: limits } = await clients.account.getAccountApiLimits();
    assert.equal(limits.usage_tier, 'premier');
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { data } = await clients.market.getMarkets(3, cursor);
      seen.push(...data.markets.map(({ ticker }) => ticker));
      cursor = data.cursor === '' ? undefined : data.cursor;
    } while (cursor !== undefined);
    const listed = QUESTIONS.flatMap(({ kalshi }) => kalshi?.ticker ?? []);
    assert.deepEqual(seen.toSorted(), listed.toSorted());
    const { data: market } = await clients.market.getMarket(TICKER);
    const { data: event } = await clients.events.getEvent(market.market.event_ticker, true);
    const { data: series } = await clients.market.getSeries(event.event.series_ticker);
    assert.equal(series.series.fee_multiplier, 0.5);
  });

  test('reads an uncrossed book with bids on both legs', async () => {
    const { data } = await clients.market.getMarketOrderbook(TICKER, 10);
    const best = (side: string[][]): number => Math.max(...side.map(([price]) => Number(price)));
    const { yes_dollars: yes, no_dollars: no } = data.orderbook_fp;
    assert.ok(yes.length > 0 && no.length > 0);
    assert.ok(best(yes) + best(no) < 1);
  });

  test('places, amends, decreases and cancels a resting order, and reads it back', async () => {
    const request = createRequest({ post_only: true });
    const { status, data: placed } = await clients.orders.createOrderV2(request);
    assert.equal(status, 201);
    assert.equal(placed.remaining_count, '5.00');
    const amendment = { ticker: request.ticker, side: request.side, price: '0.0200', count: '8.00' };
    await clients.orders.amendOrderV2(placed.order_id, amendment);
    await clients.orders.decreaseOrderV2(placed.order_id, { reduce_by: '2.00' });
    const { data: read } = await clients.orders.getOrder(placed.order_id);
    assert.equal(read.order.yes_price_dollars, '0.0200');
    assert.equal(read.order.remaining_count_fp, '6.00');
    assert.equal(read.order.client_order_id, request.client_order_id);
    const { data: cancelled } = await clients.orders.cancelOrderV2(placed.order_id);
    assert.equal(cancelled.reduced_by, '6.00');
    const { data: list } = await clients.orders.getOrders(request.ticker);
    assert.equal(list.orders[0]?.status, 'canceled');
    const again = await refusal(clients.orders.cancelOrderV2(placed.order_id));
    assert.deepEqual(again, { status: 404, data: { error: { code: 'not_found', message: 'not found' } } });
  });

  test('takes from the market maker and reads fill, position and balance', async () => {
    const before = await clients.portfolio.getBalance();
    const { data: placed } = await clients.orders.createOrderV2(
      createRequest({ price: '0.9000', time_in_force: 'immediate_or_cancel', count: '3.00' }),
    );
    assert.equal(placed.fill_count, '3.00');
    const { data: fills } = await clients.portfolio.getFills(undefined, placed.order_id);
    assert.equal(fills.fills[0]?.order_id, placed.order_id);
    assert.equal(fills.fills[0]?.is_taker, true);
    const { data: positions } = await clients.portfolio.getPositions();
    const held = positions.market_positions.find(({ ticker }) => ticker === TICKER);
    assert.equal(held?.position_fp, '3.00');
    const { data: after } = await clients.portfolio.getBalance();
    assert.ok(after.balance < before.data.balance);
  });

  test('reads its keys, its way to the next tier, and an event in detail', async () => {
    const { data: keys } = await clients.apiKeys.getApiKeys();
    assert.deepEqual(
      keys.api_keys.map(({ api_key_id }) => api_key_id),
      [signer.key.keyId],
    );
    const { data: progress } = await clients.account.getAccountApiUsageLevelVolumeProgress();
    assert.equal(progress.volume_progress[0]?.trailing_30d_volume_fp, '0.00');
    const { data: found } = await clients.market.getMarket(TICKER);
    const { event_ticker: event } = found.market;
    const { data: metadata } = await clients.events.getEventMetadata(event);
    assert.ok(metadata.market_details.some(({ market_ticker }) => market_ticker === TICKER));
    const { data: parent } = await clients.events.getEvent(event);
    const until = Math.floor(systemClock.now() / 1000);
    const series = parent.event.series_ticker;
    const { data: candles } = await clients.events.getMarketCandlesticksByEvent(
      event,
      series,
      until - 86_400,
      until,
      60,
    );
    const at = candles.market_tickers.indexOf(TICKER);
    const { data: alone } = await clients.market.getMarketCandlesticks(
      series,
      TICKER,
      until - 86_400,
      until,
      60,
    );
    assert.deepEqual(candles.market_candlesticks[at], alone.candlesticks);
  });

  test('the queue position of an order is what is matched before it', async () => {
    const place = async (price: string, count: string): Promise<string> =>
      (await clients.orders.createOrderV2(createRequest({ price, count, post_only: true }))).data.order_id;
    const [worse, first, second] = [
      await place('0.0100', '5.00'),
      await place('0.0300', '4.00'),
      await place('0.0300', '2.00'),
    ];
    const { data } = await clients.orders.getOrderQueuePositions(TICKER);
    const ahead = new Map(
      data.queue_positions.map(({ order_id, queue_position_fp }) => [order_id, Number(queue_position_fp)]),
    );
    const base = ahead.get(first) ?? Number.NaN;
    assert.equal(ahead.get(second), base + 4);
    assert.ok((ahead.get(worse) ?? 0) >= base + 6);
    const { data: one } = await clients.orders.getOrderQueuePosition(second);
    assert.equal(Number(one.queue_position_fp), base + 4);
    for (const id of [worse, first, second]) await clients.orders.cancelOrderV2(id);
  });

  test('batch creates and batch cancels return one result per entry', async () => {
    const good = createRequest({});
    const { data } = await clients.orders.batchCreateOrdersV2({
      orders: [good, createRequest({ price: '0.0155' })],
    });
    assert.equal(data.orders[0]?.client_order_id, good.client_order_id);
    assert.equal(data.orders[1]?.error?.code, 'invalid_price');
    const { data: cancelled } = await clients.orders.batchCancelOrdersV2({
      orders: [{ order_id: data.orders[0]?.order_id ?? '' }],
    });
    assert.equal(cancelled.orders[0]?.reduced_by, '5.00');
  });

  test('a repeated client id and an unfillable FOK are rejected', async () => {
    const request = createRequest({});
    await clients.orders.createOrderV2(request);
    const twice = await refusal(clients.orders.createOrderV2(request));
    assert.equal(twice.status, 409);
    const killed = await refusal(
      clients.orders.createOrderV2(
        createRequest({ count: '900000', price: '0.0100', time_in_force: 'fill_or_kill' }),
      ),
    );
    assert.equal(killed.status, 400); // the balance is checked first
    const small = await refusal(
      clients.orders.createOrderV2(createRequest({ price: '0.0100', time_in_force: 'fill_or_kill' })),
    );
    assert.equal(small.status, 409);
  });
});
