import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until, VALIDATION } from '../api-assertions.ts';
import { parseUnits } from '../support/decimal.ts';
import { createTakingOrder, getFills, RAIN, submit } from '../support/order-bodies.ts';
import type { Print } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const service = await startService({ settings: { 'venues.demo.history_days': 14 } });
const api = service.api();
const trades = (query = '', id = RAIN): Promise<readonly Print[]> =>
  api.ok('GET', `/v1/markets/${id}/trades${query}`);
const prints = (query = ''): Promise<readonly Print[]> => api.ok('GET', `/v1/tradeprints${query}`);
const isGrowing = (values: readonly number[]) =>
  values.every((value, at) => at === 0 || value > (values[at - 1] ?? 0));

test('trades and prints are newest first, 100 by default', async () => {
  for (const list of [await trades(), await prints(), await prints(`?instrument_id=${RAIN}`)]) {
    assert.equal(list.length, 100);
    assert.ok(isGrowing(list.map(({ id }) => id).reverse()));
  }
  assert.equal((await trades('?limit=1000')).length, 1_000);
  assert.equal((await prints('?limit=3')).length, 3);
  assert.deepEqual(new Set((await trades()).map((each) => each.instrument_id)), new Set([RAIN]));
  assert.ok(new Set((await prints('?limit=1000')).map((each) => each.instrument_id)).size > 1);
});

test('every limit parameter accepts 1 to 1000, that of candles to 5000', async () => {
  for (const target of [
    `/v1/markets/${RAIN}/trades?`,
    '/v1/tradeprints?',
    `/v1/candles?instrument_id=${RAIN}&`,
    `/v1/prices?instrument_id=${RAIN}&`,
  ]) {
    const beyond = target.startsWith('/v1/candles') ? '5001' : '1001';
    for (const limit of ['0', beyond, '-5', '2.5', 'many', '', '0x10', '1e2']) {
      await api.refused(VALIDATION, 'GET', `${target}limit=${limit}`);
    }
  }
});

test('a fill of the caller appears as a trade, a print and the last price, in YES terms of the taker', async () => {
  const order = await submit(api, createTakingOrder({ side: 'BUY', outcome: 'NO', qty: '3' }));
  const fills = await getFills(api, 'sa_1', `&order_id=${order.id}`);
  assert.ok(fills.length > 0);
  const printed = await until('its trades are printed', async () => {
    const found = (await trades('?limit=50')).filter((print) =>
      fills.some((fill) => fill.timestamp === print.timestamp && print.qty === fill.qty),
    );
    return found.length >= fills.length ? found : null;
  });
  for (const { price, qty } of fills) {
    const same = printed.find(
      (print) => print.qty === qty && parseUnits(print.price) === 100_000_000n - parseUnits(price),
    );
    assert.equal(same?.side, 'SELL', 'buying NO sells YES');
    assert.deepEqual(
      (await prints(`?instrument_id=${RAIN}&limit=50`)).find(({ id }) => id === same?.id),
      same,
    );
  }
});

test('after_id returns all later prints, oldest first', async () => {
  const [newest] = await prints('?limit=1');
  const from = (newest?.id ?? 0) - 40;
  const all = (await prints('?limit=200')).filter(({ id }) => id > from).reverse();
  assert.deepEqual(
    (await prints(`?after_id=${from}&limit=40`)).map(({ id }) => id),
    all.slice(0, 40).map(({ id }) => id),
  );
  const paged: Print[] = [];
  for (let after = from; paged.length < 40; after = paged.at(-1)?.id ?? 0)
    paged.push(...(await prints(`?after_id=${after}&limit=7`)));
  assert.deepEqual(paged.slice(0, 40), all.slice(0, 40));
  assert.deepEqual(await prints(`?after_id=${Number.MAX_SAFE_INTEGER}`), []);
  for (const bad of ['-1', 'x', '1.5'])
    await api.refused(VALIDATION, 'GET', `/v1/tradeprints?after_id=${bad}`);
});
