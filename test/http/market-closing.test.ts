import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../api-assertions.ts';
import { parseUnits } from '../support/decimal.ts';
import { getFills, getOrder, getPositions, submit } from '../support/order-bodies.ts';
import type { Instrument } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const DAY_MS = 86_400_000;
const CLOSES_IN_DAYS = 12; // the temperature of a day, at both local exchanges

test('positions at a local exchange settle when its market closes by time while the service is down', async () => {
  const service = await startService({ isProcess: true, settings: { 'sandbox.exchanges': true } });
  const api = service.api();
  const instruments = await Promise.all(
    [
      ['Kalshi', 'NYC'],
      ['Polymarket', 'New York City'],
    ].map(([venue, city]) =>
      until(`${venue} lists the day`, async () => {
        const words = encodeURIComponent(`highest temperature ${city} 53`);
        const { items } = await api.ok<{ items: Instrument[] }>(
          'GET',
          `/v1/markets/search?venue=${venue}&q=${words}&status=OPEN`,
        );
        return items[0] ?? null;
      }),
    ),
  );
  const held: number[] = instruments.map(({ instrument_id: id }) => id);
  for (const instrument_id of held) {
    // GTC, because the market maker may not have quoted yet: an IOC would end without a fill.
    const terms = { side: 'BUY', outcome: 'YES', type: 'LIMIT', tif: 'GTC', price: '0.97', qty: '20' };
    const { id } = await submit(api, { subaccount_id: 'sa_1', instrument_id, ...terms });
    await until('it fills', async () => ((await getOrder(api, id)).status === 'FILLED' ? true : null));
  }
  assert.deepEqual(new Set((await getPositions(api)).map((each) => each.instrument_id)), new Set(held));
  await service.stop();
  await service.start((CLOSES_IN_DAYS + 1) * DAY_MS);
  await until('nothing is held', async () => ((await getPositions(api)).length === 0 ? true : null));
  const endings = (await getFills(api)).filter(({ liquidity }) => liquidity === 'SETTLEMENT');
  assert.deepEqual(new Set(endings.map((each) => each.instrument_id)), new Set(held));
  const [one, other] = endings;
  assert.ok(one !== undefined && [0n, parseUnits('1')].includes(parseUnits(one.price)));
  assert.equal(one.price, other?.price, 'both exchanges give the question one result');
  await service.stop();
});
