import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOT_FOUND, until, VALIDATION } from '../api-assertions.ts';
import { parseUnits } from '../support/decimal.ts';
import { createRestingOrder, submit } from '../support/order-bodies.ts';
import type { Asset, Balance, Instrument } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const service = await startService({ settings: { 'sandbox.exchanges': true } });
const api = service.api();

const getBalances = (subaccount: string): Promise<readonly Balance[]> =>
  api.ok('GET', `/v1/balances?subaccount_id=${subaccount}`);

async function balanceAt(venue: string, subaccount = 'sa_1'): Promise<Balance> {
  const found = (await getBalances(subaccount)).find((each) => each.venue === venue);
  return found ?? assert.fail(venue);
}

const readAt = (venue: string): Promise<Balance> =>
  until(`${venue} has reported its balance`, async () => {
    const balance = await balanceAt(venue);
    return balance.available === null ? null : balance;
  });

test('Demo has no cash account: only the reservations of the subaccount are amounts', async () => {
  const order = await submit(api, createRestingOrder({ price: '0.02', qty: '10' }));
  const { as_of: asOf, sheet: _, ...demo } = await balanceAt('Demo');
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

/** A purchase that rests, for more than the venues with a cash account can pay. */
async function unaffordable(): Promise<{ readonly price: string; readonly qty: string }> {
  const cash = [await readAt('Kalshi'), await readAt('Polymarket')];
  const most = cash.reduce((sum, { available }) => sum + Math.ceil(Number(available)), 0);
  return { price: '0.02', qty: String(100 * most) };
}

test('an order that the known cash cannot pay for is not sent: DIRECT is refused', async () => {
  for (const venue of ['Kalshi', 'Polymarket']) {
    const { items } = await api.ok<{ items: readonly Instrument[] }>(
      'GET',
      `/v1/markets/search?venue=${venue}&status=OPEN&limit=1`,
    );
    const order = createRestingOrder({ instrument_id: items[0]?.instrument_id, ...(await unaffordable()) });
    for (const path of ['/v1/orders/preview', '/v1/orders']) {
      const { details } = await api.refused([422, 'insufficient_balance'], 'POST', path, order);
      assert.equal(details?.['venue'], venue);
    }
  }
});

test('an order on an asset goes to a venue that can pay for it, or is refused', async () => {
  const asset = await until('an asset on three venues', async () => {
    const all = await api.ok<readonly Asset[]>('GET', '/v1/generic-assets');
    return all.find(({ venues }) => venues.length === 3) ?? null;
  });
  const { instrument_id: _, ...fields } = createRestingOrder(await unaffordable());
  for (const mode of ['BEST_PRICE', 'SPLIT']) {
    const order = { ...fields, generic_asset_id: asset.generic_asset_id };
    const preview = await until(`a ${mode} preview with all books`, async () => {
      const answer = await api.call('POST', '/v1/orders/preview', { ...order, routing: { mode } });
      return answer.status === 200
        ? (JSON.parse(answer.text) as { legs: readonly { venue: string }[] })
        : null;
    });
    assert.deepEqual(
      preview.legs.map(({ venue }) => venue),
      ['Demo'],
    );
    const elsewhere = { ...order, routing: { mode, venues: ['Kalshi', 'Polymarket'] } };
    await api.refused([422, 'insufficient_balance'], 'POST', '/v1/orders', elsewhere);
  }
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

/** The lines of a balance sheet by name, once there is one that the venue has figures for. */
const sheetAt = (venue: string, subaccount = 'sa_1') =>
  until(`${venue} is compared`, async () => {
    const { sheet } = await balanceAt(venue, subaccount);
    if (!sheet || sheet.venue_as_of === null) return null;
    return Object.fromEntries(sheet.lines.map((each) => [each.line, each]));
  });

test('the balance sheet is that of both local exchanges, after trades of two subaccounts and a restart', async () => {
  const first = new Map<string, bigint>();
  const filled = new Map<string, bigint>(); // by venue and subaccount
  for (const [venue, line] of [
    ['Kalshi', 'available'],
    ['Polymarket', 'cash'],
  ] as const) {
    const before = await sheetAt(venue);
    assert.equal(before[line]?.difference, '0', venue);
    const { items } = await api.ok<{ items: readonly Instrument[] }>(
      'GET',
      `/v1/markets/search?venue=${venue}&status=OPEN&limit=1`,
    );
    const id = items[0]?.instrument_id ?? assert.fail('a market');
    for (const [subaccount, side] of [
      ['sa_1', 'BUY'],
      ['sa_2', 'SELL'],
    ] as const)
      await until(`${venue} fills an order`, async () => {
        const order = { subaccount_id: subaccount, instrument_id: id, side, type: 'MARKET', qty: '10' };
        const placed = await api.ok<{ filled_qty: string }>('POST', '/v1/orders', order);
        const key = `${venue} ${subaccount}`;
        filled.set(key, (filled.get(key) ?? 0n) + parseUnits(placed.filled_qty));
        return placed.filled_qty === '0' ? null : placed;
      });
    first.set(venue, parseUnits(before['cash']?.recorded ?? '0'));
  }
  await service.stop();
  await service.start();
  for (const [venue, line] of [
    ['Kalshi', 'available'],
    ['Polymarket', 'cash'],
  ] as const) {
    const [own, other] = [await sheetAt(venue), await sheetAt(venue, 'sa_2')];
    const { difference, difference_min: min, difference_max: max, differs } = own[line] ?? assert.fail(line);
    assert.ok(
      parseUnits(difference ?? '') >= parseUnits(min ?? ''),
      `${venue} ${difference} is not below ${min}`,
    );
    assert.ok(
      parseUnits(difference ?? '') <= parseUnits(max ?? ''),
      `${venue} ${difference} is not above ${max}`,
    );
    assert.equal(differs, false);
    const cash = [own['cash'], other['cash']].map((each) => parseUnits(each?.subaccount ?? ''));
    assert.ok(
      cash.every((amount) => amount < 0n),
      'both have paid',
    );
    const parts = cash.reduce((sum, each) => sum + each, parseUnits(own['cash']?.unattributed ?? ''));
    assert.equal(parts, parseUnits(own['cash']?.recorded ?? ''), 'the parts add up');
    // Kalshi nets the two positions, so that the pair of them pays back 1 for each contract.
    const [long = 0n, short = 0n] = [filled.get(`${venue} sa_1`), filled.get(`${venue} sa_2`)];
    const netted = venue === 'Kalshi' ? (long < short ? long : short) : 0n;
    const rest = parseUnits(own['cash']?.unattributed ?? '');
    assert.equal(rest, (first.get(venue) ?? 0n) + netted, 'what was there before');
    assert.equal(own['rewards']?.subaccount, null);
  }
});
