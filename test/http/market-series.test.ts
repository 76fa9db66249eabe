import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOT_FOUND, until, VALIDATION } from '../api-assertions.ts';
import { parseUnits, renderUnits, sumDecimals } from '../support/decimal.ts';
import { createRestingOrder, RAIN, submit } from '../support/order-bodies.ts';
import type { Instrument, Print } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

interface Candle {
  readonly t: number;
  readonly o: string;
  readonly h: string;
  readonly l: string;
  readonly c: string;
  readonly v: string;
}

interface Tick {
  readonly timestamp: number;
  readonly price: string;
}

const service = await startService({ settings: { 'venues.demo.history_days': 14 } });
const api = service.api();
const search = async (query: string) =>
  (await api.ok<{ items: readonly Instrument[] }>('GET', `/v1/markets/search?${query}`)).items;
// Paused two days ago: its history is long and does not change during the comparison.
const HALTED = (await search('q=GOLD-5K&status=PAUSED'))[0]?.instrument_id ?? 0;
const HOUR_MS = 3_600_000;
const MINUTES = { '1m': 1, '5m': 5, '15m': 15, '1h': 60, '4h': 240, '1d': 1_440 };
const trades = (query: string): Promise<readonly Print[]> =>
  api.ok('GET', `/v1/markets/${HALTED}/trades${query}`);
const candles = (query = ''): Promise<readonly Candle[]> =>
  api.ok('GET', `/v1/candles?instrument_id=${HALTED}${query}`);
const ticks = (query = ''): Promise<readonly Tick[]> =>
  api.ok('GET', `/v1/prices?instrument_id=${HALTED}${query}`);
const isGrowing = (values: readonly number[]) =>
  values.every((value, at) => at === 0 || value > (values[at - 1] ?? 0));

for (const [interval, minutes] of Object.entries(MINUTES)) {
  test(`candles of ${interval} begin on its multiples of UTC, ascending, and hold together`, async () => {
    const list = await candles(`&interval=${interval}&limit=1000`);
    assert.ok(list.length > 1);
    assert.ok(isGrowing(list.map(({ t }) => t)));
    for (const { t, o, h, l, c, v } of list) {
      assert.equal(t % (minutes * 60_000), 0);
      for (const price of [o, c, l]) assert.ok(parseUnits(h) >= parseUnits(price));
      for (const price of [o, c, h]) assert.ok(parseUnits(l) <= parseUnits(price));
      assert.ok(parseUnits(v) > 0n, 'a bucket without trades is left out');
    }
  });
}

test('a candle has the open, high, low, close and volume of its trades', async () => {
  const list = await trades('?limit=1000');
  const oldest = list.at(-1)?.timestamp ?? 0;
  const whole = (await candles('&interval=5m&limit=200')).filter(({ t }) => t > oldest);
  assert.ok(whole.length > 3);
  for (const { t, ...candle } of whole) {
    const within = list.filter(({ timestamp }) => timestamp >= t && timestamp < t + 300_000).reverse();
    const sorted = within.map(({ price }) => parseUnits(price)).sort((a, b) => Number(a - b));
    assert.deepEqual(candle, {
      o: within[0]?.price,
      h: renderUnits(sorted.at(-1) ?? 0n),
      l: renderUnits(sorted[0] ?? 0n),
      c: within.at(-1)?.price,
      v: renderUnits(sumDecimals(within.map(({ qty }) => qty))),
      source: 'TRADES',
    });
  }
});

test('candles are hourly by default, the newest ones, within start and end', async () => {
  const all = await candles('&limit=1000');
  assert.deepEqual(await candles(), all.slice(-500));
  assert.deepEqual(await candles('&limit=4'), all.slice(-4));
  const [from, to] = [all.at(-9)?.t ?? 0, all.at(-4)?.t ?? 0];
  const within = await candles(`&start=${from}&end=${to}`);
  assert.deepEqual(
    within.map(({ t }) => t),
    all.filter(({ t }) => t >= from && t < to).map(({ t }) => t),
  );
  assert.deepEqual(await candles(`&start=${new Date(from).toISOString()}&end=${to / 1_000}`), within);
  for (const bad of ['interval=2h', 'interval=1H', 'interval=', 'start=yesterday', 'end=-1']) {
    await api.refused(VALIDATION, 'GET', `/v1/candles?instrument_id=${RAIN}&${bad}`);
  }
});

test('prices are the last 100 trades, ascending, or the last price of each bucket', async () => {
  const list = await ticks();
  assert.equal(list.length, 100);
  assert.deepEqual(await ticks('&type=ticks&limit=5'), (await ticks()).slice(-5));
  const newest = (await trades('?limit=1000')).slice().reverse();
  const at = newest.findIndex(({ timestamp }) => timestamp === list[0]?.timestamp);
  const expected = newest.slice(at).map(({ timestamp, price }) => ({ timestamp, price, source: 'TRADES' }));
  assert.deepEqual(expected.slice(0, list.length), list);
  const hourly = await ticks('&type=aggregated');
  assert.deepEqual(
    hourly,
    (await candles('&limit=100')).map(({ t, c }) => ({ timestamp: t, price: c, source: 'TRADES' })),
  );
  assert.ok(hourly.every(({ timestamp }) => timestamp % HOUR_MS === 0));
  for (const bad of ['type=ohlc', 'type=TICKS', 'type=aggregated&interval=7m']) {
    await api.refused(VALIDATION, 'GET', `/v1/prices?instrument_id=${RAIN}&${bad}`);
  }
});

test('candles and prices need an instrument that exists, in either form', async () => {
  for (const path of ['/v1/candles', '/v1/prices']) {
    await api.refused(VALIDATION, 'GET', path);
    await api.refused(NOT_FOUND, 'GET', `${path}?instrument_id=999999`);
    const { venue_instrument_id: native } = await api.ok<Instrument>('GET', `/v1/markets/${RAIN}`);
    assert.ok((await api.ok<readonly unknown[]>('GET', `${path}?instrument_id=Demo:${native}`)).length > 0);
  }
  await api.refused(NOT_FOUND, 'GET', '/v1/tradeprints?instrument_id=999999');
  for (const what of ['trades', 'stats']) await api.refused(NOT_FOUND, 'GET', `/v1/markets/999999/${what}`);
});

test('statistics omit unknown fields and change with trades', async () => {
  interface Stats {
    readonly volume_24h?: string;
    readonly last_price?: string;
    readonly open_interest?: string;
  }
  const stats = (id: number): Promise<Stats> => api.ok('GET', `/v1/markets/${id}/stats`);
  const quiet = (await search('status=UNOPENED&q=BR-'))[0]?.instrument_id ?? 0;
  const none = await stats(quiet);
  assert.equal('last_price' in none, false);
  assert.ok(!Object.values(none).includes(null));
  const before = await stats(RAIN);
  const order = await submit(api, createRestingOrder({ price: '0.99', tif: 'IOC', qty: '5' }));
  assert.equal(order.status, 'FILLED');
  await until('the volume has grown by it', async () => {
    const { volume_24h: volume = '0', last_price: last } = await stats(RAIN);
    return last !== undefined && parseUnits(volume) >= parseUnits(before.volume_24h ?? '0') + parseUnits('5')
      ? true
      : null;
  });
});
