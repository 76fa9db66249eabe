import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOT_FOUND, until, VALIDATION } from '../api-assertions.ts';
import { parseUnits } from '../support/decimal.ts';
import { createRestingOrder, submit } from '../support/order-bodies.ts';
import type { Balance, Instrument } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const service = await startService({ settings: { 'sandbox.exchanges': true } });
const api = service.api();

const balancesOf = (subaccount: string): Promise<readonly Balance[]> =>
  api.ok('GET', `/v1/balances?subaccount_id=${subaccount}`);

async function balanceAt(venue: string, subaccount = 'sa_1'): Promise<Balance> {
  const found = (await balancesOf(subaccount)).find((each) => each.venue === venue);
  return found ?? assert.fail(venue);
}

const readAt = (venue: string): Promise<Balance> =>
  until(`${venue} has reported its balance`, async () => {
    const balance = await balanceAt(venue);
    return balance.available === null ? null : balance;
  });

test('Demo has no cash account: only the reservations of the subaccount are amounts', async () => {
  const order = await submit(api, createRestingOrder({ price: '0.02', qty: '10' }));
  const { as_of: asOf, ...demo } = await balanceAt('Demo');
  assert.deepEqual(demo, {
    venue: 'Demo',
    currency: 'USD',
    total: null,
    available: null,
    reserved: '0.2',
    scope: 'SUBACCOUNT',
    stale: false,
  });
  assert.ok(asOf !== null);
  assert.equal((await balanceAt('Demo', 'sa_2')).reserved, '0');
  await api.ok('DELETE', `/v1/orders/${order.id}`);
  assert.equal((await balanceAt('Demo')).reserved, '0');
});

for (const [venue, currency] of [
  ['Kalshi', 'USD'],
  ['Polymarket', 'pUSD'],
] as const)
  test(`${venue}: one amount for all subaccounts, and less of it after a resting purchase`, async () => {
    const before = await readAt(venue);
    assert.deepEqual([before.currency, before.scope, before.stale], [currency, 'VENUE_ACCOUNT', false]);
    assert.equal((await balanceAt(venue, 'sa_2')).available, before.available);
    const [market] = await until(`${venue} lists open markets`, async () => {
      const page = await api.ok<{ items: readonly Instrument[] }>(
        'GET',
        `/v1/markets/search?venue=${venue}&status=OPEN&limit=1`,
      );
      return page.items.length > 0 ? page.items : null;
    });
    const id = market?.instrument_id ?? assert.fail('a market');
    const order = await submit(api, createRestingOrder({ instrument_id: id, price: '0.02', qty: '100' }));
    const after = await until('the venue blocks the cash', async () => {
      const balance = await balanceAt(venue);
      const isLess = parseUnits(balance.available ?? '0') < parseUnits(before.available ?? '0');
      return isLess ? balance : null;
    });
    assert.ok(parseUnits(after.reserved) >= parseUnits('2'), after.reserved);
    assert.equal((await balanceAt(venue, 'sa_2')).reserved, '0');
    await api.ok('DELETE', `/v1/orders/${order.id}`);
  });

test('balances need a subaccount of the key', async () => {
  await api.refused(VALIDATION, 'GET', '/v1/balances');
  await api.refused(NOT_FOUND, 'GET', '/v1/balances?subaccount_id=sa_9');
});

test('a key of another account sees only the balances of its subaccounts', async () => {
  await service.cliOk('account', 'new', 'acc_2');
  await service.cliOk('subaccount', 'new', 'sb_1', '--account', 'acc_2');
  const other = service.api(await service.newKey('--account', 'acc_2', '--permissions', 'read'));
  await submit(api, createRestingOrder({ price: '0.02', qty: '10' }));
  const theirs = await other.ok<readonly Balance[]>('GET', '/v1/balances?subaccount_id=sb_1');
  assert.deepEqual(new Set(theirs.map(({ reserved }) => reserved)), new Set(['0']));
  await other.refused(NOT_FOUND, 'GET', '/v1/balances?subaccount_id=sa_1');
  await api.refused(NOT_FOUND, 'GET', '/v1/balances?subaccount_id=sb_1');
});
