import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as clob from '@polymarket/bindings/clob';
import * as data from '@polymarket/bindings/data';
import * as gamma from '@polymarket/bindings/gamma';
import * as subscriptions from '@polymarket/bindings/subscriptions';
import {
  createEvent,
  PolymarketSimulatorHarness,
  read,
  type Trader,
  toReply,
} from './polymarket-simulator.fixture.ts';

// The venue's own decoders of its answers, in the version that the registry has.

interface Decoder {
  safeParse(value: unknown): { readonly success: boolean; readonly error?: { readonly message: string } };
}

function assertDecoded(name: string, decoder: Decoder, value: unknown): void {
  const { success, error } = decoder.safeParse(value);
  assert.equal(decoder.safeParse('nothing').success, false, name);
  assert.ok(success, `${name}: ${error?.message} in ${JSON.stringify(value)}`);
}

/** A market with a maker and a taker: one trade, one open order of each, and a pair in one wallet. */
async function openTraded() {
  const harness = new PolymarketSimulatorHarness([createEvent('rain', { feeRate: '0.05' })]);
  const [maker, taker] = [await harness.trader('maker'), await harness.trader('taker')];
  const [yes, no] = await harness.tokens();
  const market = harness.socket('/ws/market');
  market.say({ type: 'market', assets_ids: [yes, no], custom_feature_enabled: true });
  const user = harness.socket('/ws/user');
  user.say({ type: 'user', auth: { ...taker.creds }, markets: [] });
  await maker.placed({ token: yes, side: 'BUY', maker: '8', taker: '20' });
  await maker.placed({ token: no, side: 'BUY', maker: '8', taker: '20' });
  const placed = await taker.placed({ token: no, side: 'BUY', maker: '6', taker: '10', type: 'FAK' });
  await taker.placed({ token: yes, side: 'BUY', maker: '3', taker: '10' });
  harness.clock.advance(60_000);
  await new Promise((resolve) => void setImmediate(resolve));
  return { harness, maker, taker, yes, no, market, user, placed };
}

type Traded = Awaited<ReturnType<typeof openTraded>>;
type Origin = 'clob' | 'gamma' | 'data' | 'private';

/** Each answer, and the decoder of the venue's client for it. */
const ANSWERS: readonly (readonly [origin: Origin, path: (of: Traded) => string, decoder: Decoder])[] = [
  ['clob', ({ yes }) => `/book?token_id=${yes}`, clob.FetchOrderBookResponseSchema],
  ['clob', ({ yes }) => `/tick-size?token_id=${yes}`, clob.FetchTickSizeResponseSchema],
  ['clob', ({ yes }) => `/neg-risk?token_id=${yes}`, clob.FetchNegRiskResponseSchema],
  ['clob', ({ yes }) => `/midpoint?token_id=${yes}`, clob.MidpointSchema],
  ['clob', ({ yes }) => `/price?token_id=${yes}&side=BUY`, clob.PriceSchema],
  ['clob', ({ yes }) => `/spread?token_id=${yes}`, clob.SpreadSchema],
  ['clob', ({ yes }) => `/last-trade-price?token_id=${yes}`, clob.LastTradePriceSchema],
  ['clob', ({ yes }) => `/prices-history?market=${yes}&interval=1d`, clob.PriceHistorySchema],
  ['private', () => '/data/orders', clob.OpenOrdersPageSchema],
  ['private', () => '/data/trades', clob.ClobTradesPageSchema],
  ['private', () => '/auth/api-keys', clob.ApiKeysResponseSchema],
  ['private', () => '/auth/ban-status/closed-only', clob.ClosedOnlyModeSchema],
  [
    'private',
    () => '/balance-allowance?asset_type=COLLATERAL&signature_type=0',
    clob.BalanceAllowanceResponseSchema,
  ],
  ['gamma', () => '/markets/slug/rain', gamma.GammaMarketSchema],
  ['gamma', () => '/events/slug/event', gamma.GammaEventSchema],
  ['gamma', () => '/markets/keyset', gamma.ListMarketsKeysetResponseSchema],
  ['gamma', () => '/events/keyset', gamma.ListEventsKeysetResponseSchema],
  ['data', ({ taker }) => `/positions?user=${taker.address}`, data.ListPositionsResponseSchema],
  ['data', ({ taker }) => `/closed-positions?user=${taker.address}`, data.ListClosedPositionsResponseSchema],
  ['data', ({ taker }) => `/activity?user=${taker.address}`, data.ListActivityResponseSchema],
  ['data', ({ taker }) => `/value?user=${taker.address}`, data.FetchPortfolioValueResponseSchema],
  ['data', ({ taker }) => `/traded?user=${taker.address}`, data.TradedSchema],
  ['data', () => '/trades', data.ListTradesResponseSchema],
  ['data', () => '/oi', data.ListOpenInterestResponseSchema],
  ['data', () => '/holders', data.ListMarketHoldersResponseSchema],
];

const ask = async ({ harness, taker }: Traded, origin: Origin, path: string) => {
  if (origin === 'gamma') return harness.gamma(path);
  if (origin === 'data') return harness.data(path);
  return origin === 'clob' ? harness.get(path) : toReply(await send(taker, path));
};
const send = (trader: Trader, path: string) => trader.send('GET', path);

test("the venue's own decoders read every answer that they know", async () => {
  const traded = await openTraded();
  for (const [origin, toPath, decoder] of ANSWERS) {
    const path = toPath(traded);
    const { status, body } = await ask(traded, origin, path);
    assert.equal(status, 200, `${path}: ${body}`);
    assertDecoded(path, decoder, JSON.parse(body));
  }
});

test("the venue's own decoders read the answers to orders and cancels, also to refused ones", async () => {
  const { taker, yes, placed } = await openTraded();
  assertDecoded('accepted', clob.OrderResponseSchema, placed);
  const resting = await taker.placed({ token: yes, side: 'BUY', maker: '2', taker: '10' });
  assertDecoded('resting', clob.OrderResponseSchema, resting);
  const refused = await taker.call('POST', '/orders', [
    taker.signed({ token: yes, side: 'SELL', maker: '1000', taker: '500' }),
  ]);
  assertDecoded('batch', clob.OrderResponsesSchema, JSON.parse(refused.body));
  const cancelled = await taker.call('DELETE', '/order', { orderID: resting['orderID'] });
  assertDecoded('cancel', clob.CancelOrdersResponseSchema, read(cancelled));
});

test("the venue's own decoders read every event of the channels", async () => {
  const { market, user } = await openTraded();
  assert.ok(market.events.length > 3);
  for (const event of market.events)
    assertDecoded(`market ${String(event['event_type'])}`, subscriptions.MarketEventSchema, event);
  assert.ok(user.events.length > 2);
  for (const event of user.events)
    assertDecoded(`user ${String(event['event_type'])}`, subscriptions.UserEventSchema, event);
});
