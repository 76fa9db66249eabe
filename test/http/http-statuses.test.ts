import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../api-assertions.ts';
import { ONE, parseUnits, renderUnits } from '../support/decimal.ts';
import {
  createRestingOrder,
  createTakingOrder,
  type Fields,
  getBook,
  getFills,
  getOrder,
  getPositions,
  signedQty,
  submit,
} from '../support/order-bodies.ts';
import type { Fill, Instrument, Order } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const MINUTE_MS = 60_000;
const PERIOD_MS = 20 * MINUTE_MS;

// Demo lists a market that lives 20 minutes, and settles 2 minutes after its end. Minutes before each of the two moments
// the service starts with a shifted clock, for the orders and reads that precede it on a machine of any speed. Then it starts
// once more shortly before the moment, so that no test waits for the clock.
const endsAt = Math.ceil(Date.now() / PERIOD_MS) * PERIOD_MS;
const SHORTLY_MS = 5_000;
const service = await startService({ isProcess: true, clockShiftMs: endsAt - 5 * MINUTE_MS - Date.now() });
/** Starts the service again with a clock that shows this time. */
const restartAt = async (timestamp: number): Promise<void> => {
  await service.kill();
  await service.start(timestamp - Date.now());
};
const api = service.api();
const search = async (query: string) =>
  (await api.ok<{ items: readonly Instrument[] }>('GET', `/v1/markets/search?${query}`)).items;
const market = (await search('q=BTC-20MIN&status=OPEN'))[0] as Instrument;
const id = market.instrument_id;
const of = (fields: Fields) => ({ instrument_id: id, ...fields });
const held = { yes: '20', no: '5' };

test('only an open market accepts orders and amends', async () => {
  for (const status of ['UNOPENED', 'PAUSED', 'CLOSED', 'SETTLED']) {
    const [other] = await search(`status=${status}&limit=1`);
    for (const order of [createRestingOrder, createTakingOrder]) {
      const body = order({ instrument_id: other?.instrument_id, qty: '10' });
      await api.refused([422, 'market_not_open'], 'POST', '/v1/orders', body);
    }
  }
});

test('a market that closes cancels its resting orders and accepts no new ones', async () => {
  assert.equal(market.close_time, new Date(endsAt).toISOString());
  for (const [subaccount, outcome, qty] of [
    ['sa_1', 'YES', held.yes],
    ['sa_2', 'NO', held.no],
  ] as const) {
    const order = await submit(api, createTakingOrder(of({ subaccount_id: subaccount, outcome, qty })));
    assert.equal(order.status, 'FILLED');
  }
  const rests = await submit(api, createRestingOrder(of({ qty: '5' })));
  const expires = await submit(
    api,
    createRestingOrder(of({ qty: '5', tif: 'GTD', expires_at: endsAt + MINUTE_MS })),
  );
  await restartAt(endsAt - SHORTLY_MS);
  for (const { id: orderId } of [rests, expires]) {
    const done = await until('the market closes', async () => {
      const now = await getOrder(api, orderId);
      return now.status === 'OPEN' ? null : now;
    });
    assert.deepEqual([done.status, done.reason, done.remaining_qty], ['CANCELLED', 'market_closed', '0']);
    assert.ok(Date.parse(done.updated_at) >= endsAt);
    await api.refused([409, 'order_not_open'], 'PATCH', `/v1/orders/${orderId}`, { price: '0.03' });
  }
  const closed = await api.ok<Instrument>('GET', `/v1/markets/${id}`);
  assert.deepEqual([closed.status, closed.result], ['CLOSED', null]);
  const { bids, asks } = await getBook(api, id);
  assert.deepEqual([bids, asks], [[], []]);
  await api.refused([422, 'market_not_open'], 'POST', '/v1/orders', createRestingOrder(of({ qty: '5' })));
  assert.equal((await getPositions(api))[0]?.qty, held.yes, 'a position waits for the result');
});

test('a result settles every position at its settlement price, as a separate fill', async () => {
  await restartAt(endsAt + MINUTE_MS / 4);
  assert.equal((await getPositions(api)).length, 1, 'the position is still held after the restart');
  await restartAt(endsAt + 2 * MINUTE_MS - SHORTLY_MS);
  const settled = await until('the market settles', async () => {
    const now = await api.ok<Instrument>('GET', `/v1/markets/${id}`);
    return now.status === 'SETTLED' ? now : null;
  });
  const { result, settlement_price: settlementPrice } = settled;
  assert.ok(settlementPrice !== null);
  // Demo settles some markets at a price between 0 and 1.
  const yesPrice = parseUnits(settlementPrice);
  assert.equal(result, yesPrice === ONE ? 'YES' : yesPrice === 0n ? 'NO' : 'FRACTION');
  assert.ok(yesPrice >= 0n && yesPrice <= ONE);
  for (const subaccount of ['sa_1', 'sa_2']) {
    const fills = await until('the position is settled', async () => {
      const found = await getFills(api, subaccount, `&instrument_id=${id}`);
      return found.some(({ liquidity }) => liquidity === 'SETTLEMENT') ? found : null;
    });
    assert.deepEqual(await getPositions(api, subaccount), []);
    assertSettled(fills, yesPrice);
  }
});

function assertSettled(fills: readonly Fill[], yesPrice: bigint): void {
  const [settlement, ...trades] = fills as [Fill, ...Fill[]];
  assert.deepEqual(
    [settlement.liquidity, settlement.order_id, settlement.client_order_id, settlement.fee],
    ['SETTLEMENT', null, null, '0'],
  );
  const yesPriceOf = ({ price, outcome }: Fill) =>
    outcome === 'YES' ? parseUnits(price) : ONE - parseUnits(price);
  assert.equal(yesPriceOf(settlement), yesPrice);
  assert.equal(
    fills.reduce((sum, fill) => sum + signedQty(fill), 0n),
    0n,
    'the settlement closes the holding',
  );
  const gained = trades.reduce((sum, fill) => sum + signedQty(fill) * (yesPrice - yesPriceOf(fill)), 0n);
  assert.equal(settlement.realized_pnl, renderUnits(gained, 16));
}

test('a market that settles while the service is down settles its positions at the next start', async () => {
  const next = (await search('q=BTC-20MIN&status=OPEN'))[0] as Instrument;
  const order = await submit(api, createTakingOrder({ instrument_id: next.instrument_id, qty: '10' }));
  const rests = await submit(api, createRestingOrder({ instrument_id: next.instrument_id, qty: '5' }));
  await restartAt(endsAt + PERIOD_MS + 3 * MINUTE_MS);
  const fills = await until('the position is settled', async () => {
    const found = await getFills(api, 'sa_1', `&instrument_id=${next.instrument_id}`);
    return found.length > 1 ? found : null;
  });
  const { settlement_price: price } = await api.ok<Instrument>('GET', `/v1/markets/${next.instrument_id}`);
  assertSettled(fills, parseUnits(price ?? ''));
  assert.ok(fills.some(({ order_id: orderId }) => orderId === order.id));
  assert.deepEqual(await getPositions(api), []);
  const done = await api.ok<Order>('GET', `/v1/orders/${rests.id}`);
  assert.deepEqual([done.status, done.reason], ['CANCELLED', 'market_closed']);
  assert.equal((await service.cli('verify')).code, 0);
});
