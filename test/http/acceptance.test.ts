import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Api, FORBIDDEN, NOT_FOUND, type Refusal, VALIDATION } from '../api-assertions.ts';
import { createRestingOrder, submit } from '../support/order-bodies.ts';
import type { Instrument } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const service = await startService({
  rates: 'default',
  settings: { 'rate.write.per_second': 0.01, 'rate.write.burst': 60 },
});
const { items } = await service
  .api()
  .ok<{ items: readonly Instrument[] }>('GET', '/v1/markets/search?status=PAUSED');
const paused = items[0]?.instrument_id ?? 0;
const all = service.api();
const reader = service.api(await service.newKey('--permissions', 'read,risk'));
const one = service.api(await service.newKey('--permissions', 'read,trade', '--subaccounts', 'sa_1'));
const known = createRestingOrder({ client_order_id: 'known' });
const order = await submit(all, known);

/** From the last check to the first: each order fails one check and all later ones. */
const overLimit = { qty: '1000', price: '0.03' };
const onPaused = { ...overLimit, instrument_id: paused };
const inNobodys = { ...onPaused, subaccount_id: 'sa_9' };
const badField = { ...inNobodys, side: 'HOLD' };
const otherBody = { ...badField, client_order_id: 'known' };
const PRICE_LEVELS: readonly (readonly [what: string, refusal: Refusal, fields: object])[] = [
  ['risk limits', [422, 'risk_limit'], overLimit],
  ['the market status', [422, 'market_not_open'], onPaused],
  ['the subaccount', NOT_FOUND, inNobodys],
  ['the fields', VALIDATION, badField],
  ['a known id with another body', [409, 'idempotency_conflict'], otherBody],
];

const submitRefused = (api: Api, refusal: Refusal, fields: object) =>
  api.refused(refusal, 'POST', '/v1/orders', { ...createRestingOrder(), ...fields });

for (const [what, refusal, fields] of PRICE_LEVELS) {
  test(`${what}: checked before the rules above it`, async () => {
    await all.ok('PUT', '/v1/risk/limits', { max_order_qty: '100' });
    await submitRefused(all, refusal, fields);
  });
}

test('the kill switch is checked before a conflict and after an exact repeat', async () => {
  await all.ok('POST', '/v1/risk/kill-switch', { enabled: true });
  for (const [, , fields] of PRICE_LEVELS) await submitRefused(all, [403, 'kill_switch'], fields);
  await all.refused([403, 'kill_switch'], 'POST', '/v1/orders', {});
  await all.refused(
    [403, 'kill_switch'],
    'POST',
    '/v1/orders',
    createRestingOrder({ client_order_id: 'new' }),
  );
  assert.deepEqual(await submit(all, known), order);
  await all.ok('POST', '/v1/risk/kill-switch', { enabled: false });
});

test('the permission is checked before the kill switch and the repeat', async () => {
  await all.ok('POST', '/v1/risk/kill-switch', { enabled: true });
  await submitRefused(reader, FORBIDDEN, known);
  await submitRefused(reader, FORBIDDEN, otherBody);
  await all.ok('POST', '/v1/risk/kill-switch', { enabled: false });
});

test('a subaccount outside the grant returns 403 for a valid order', async () => {
  await submitRefused(one, FORBIDDEN, { subaccount_id: 'sa_2' });
});

test('the rate limit is checked before the permission', async () => {
  let status = 0;
  for (let left = 80; left > 0 && status !== 429; left -= 1) {
    ({ status } = await reader.call('POST', '/v1/orders', {}));
  }
  assert.equal(status, 429, 'a key without the permission runs out too');
});

test('the signature is checked before the rate limit', async () => {
  const headers = { ...reader.headers('POST', '/v1/orders', {}), 'X-Timestamp': String(Date.now() - 1_000) };
  const answer = await reader.send('POST', '/v1/orders', {}, headers);
  reader.readRefusal([401, 'signature'], 'POST', '/v1/orders', answer);
});
