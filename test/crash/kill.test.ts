import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../api.ts';
import { Chance } from '../chance.ts';
import type { Limits, RiskState } from '../records.ts';
import { startService } from '../service.ts';
import { type Account, assertFillsKept, assertKept, assertRestsAtVenue, auditedAccount } from './checks.ts';
import { Trader } from './trader.ts';

const SEED = 4_187;
const CYCLES = 20;
const SUBACCOUNTS = ['sa_1', 'sa_2'] as const;

const chance = new Chance(SEED);
const service = await startService();
const api = service.api();
const traders = ['a', 'b', 'c', 'd', 'e', 'f'].map(
  (name, at) => new Trader(name, SUBACCOUNTS[at % 2] ?? 'sa_1', api, new Chance(SEED + at)),
);
const accounts = new Map<string, Account>();
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Lets everybody trade, and takes the service away in the middle of it. */
async function crashUnderLoad(): Promise<void> {
  const trading = traders.map((trader) => trader.tradeUntilItDies());
  await wait(80 + chance.below(300));
  await service.kill();
  await Promise.all(trading);
}

/** Starts again, and in some cycles takes the service away while it is still finding its feet. */
async function recover(cycle: number): Promise<void> {
  for (let tries = cycle % 3; tries > 0; tries -= 1) {
    service.launch();
    await wait(chance.below(1_200));
    await service.kill();
  }
  await service.start();
}

async function assertNothingWasLost(): Promise<void> {
  for (const [at, subaccount] of SUBACCOUNTS.entries()) {
    const account = await auditedAccount(api, subaccount);
    for (const trader of traders.filter((_, index) => index % 2 === at)) assertKept(trader, account);
    const before = accounts.get(subaccount);
    if (before !== undefined) assertFillsKept(before, account);
    accounts.set(subaccount, account);
  }
}

async function assertSignaturesStayUsed(): Promise<void> {
  for (const { answered } of traders) {
    for (const { method, target, body, headers } of answered.splice(0).slice(-3)) {
      api.readRefusal([401, 'replay'], method, target, await api.send(method, target, body, headers));
    }
  }
}

for (let cycle = 1; cycle <= CYCLES; cycle += 1) {
  test(`crash ${cycle} of ${CYCLES} (seed ${SEED}): nothing acknowledged is lost, doubled or undone`, async () => {
    const limits = await api.ok<Limits>('PUT', '/v1/risk/limits', {
      subaccount_id: 'sa_2',
      max_order_qty: String(500 + cycle),
    });
    await crashUnderLoad();
    const verified = await service.cli('verify');
    assert.equal(verified.code, 0, verified.stdout + verified.stderr);
    await recover(cycle);
    await assertSignaturesStayUsed();
    await assertNothingWasLost();
    assert.deepEqual(await api.ok('GET', '/v1/risk/limits?subaccount_id=sa_2'), limits);
    for (const trader of traders) await trader.askAgain();
    await assertNothingWasLost();
  });
}

test('afterwards every order comes out of doubt, and the venue holds what we say it holds', async () => {
  const live = async () => [
    ...(await auditedAccount(api, 'sa_1')).orders.values(),
    ...(await auditedAccount(api, 'sa_2')).orders.values(),
  ];
  const orders = await until(
    'no order is in doubt',
    async () => {
      const all = await live();
      return all.some(
        ({ status, pending_action: pending }) => status === 'PENDING_SUBMISSION' || pending !== null,
      )
        ? null
        : all;
    },
    40_000,
  );
  assert.ok(orders.length > 200, `${orders.length} orders were made`);
  for (const instrument of [1001, 1002, 1006, 1009]) await assertRestsAtVenue(api, orders, instrument);
});

test('afterwards everything that rests can be cancelled', async () => {
  await api.ok('POST', '/v1/orders/cancel-all');
  for (const subaccount of SUBACCOUNTS) {
    const { open_orders: open } = await api.ok<RiskState>('GET', `/v1/risk?subaccount_id=${subaccount}`);
    assert.equal(open, 0);
  }
  await service.stop();
  const verified = await service.cli('verify');
  assert.equal(verified.code, 0, verified.stdout);
});
