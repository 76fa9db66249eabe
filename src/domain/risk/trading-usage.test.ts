import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiKey } from '../../contract/access/access.ts';
import type { AccountId, FillId, KeyId, SubaccountId } from '../../contract/model/ids.ts';
import {
  NOTIONAL_ZERO,
  type Notional,
  type Price,
  parsePrice,
  parseQty,
  type Qty,
  renderNotional,
} from '../../contract/model/money.ts';
import type { Fill, Outcome, Side } from '../../contract/model/order.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import { accepted, newOrder } from '../order-state/order.fixture.ts';
import { computeSpent, TradingUsage } from './trading-usage.ts';

const NOW = 1_782_907_200_000 as TimestampMs; // noon
const DAY_MS = 86_400_000;
const KEY = 'key_1' as KeyId;
const ACCOUNT = 'acc_1' as AccountId;
const SUBACCOUNT = 'sa_1' as SubaccountId;
const ACCOUNT_SCOPE = { accountId: ACCOUNT, subaccountId: null, key: null };
const KEY_SCOPE = {
  ...ACCOUNT_SCOPE,
  key: { keyId: KEY, accountId: ACCOUNT, subaccounts: '*', createdAt: 0, agent: null } as unknown as ApiKey,
};
const PRICE = parsePrice('0.4') as Price;
const QTY = parseQty('10') as Qty;

const createFill = (side: Side, change: Partial<Fill> = {}): Fill =>
  ({
    id: 'fill_1' as FillId,
    accountId: ACCOUNT,
    subaccountId: SUBACCOUNT,
    side,
    outcome: 'YES',
    price: PRICE,
    qty: QTY,
    fee: null,
    realizedPnl: NOTIONAL_ZERO,
    timestamp: NOW,
    settlement: 'FINAL',
    voids: null,
    ...change,
  }) as Fill;

const render = (amount: bigint): string => renderNotional(amount as Notional);

test('a fill with an unknown fee counts with the highest published one, in the cost and the loss of the day', () => {
  for (const [side, isReduceOnly, cost] of [
    ['BUY', false, '4.168'], // 4, and 0.07 · 10 · 0.4 · 0.6
    ['SELL', false, '6.168'],
    ['BUY', true, '0.168'],
    ['SELL', true, '0.168'],
  ] as const) {
    const usage = new TradingUsage();
    usage.addFill(createFill(side), { keyId: KEY, reduceOnly: isReduceOnly }, 0n);
    for (const scope of [ACCOUNT_SCOPE, KEY_SCOPE]) {
      const day = usage.dayTotals(scope, NOW);
      assert.deepEqual([day.cost, day.grossCost, day.pnl].map(render), [cost, cost, '-0.168']);
    }
  }
});

test('a fill costs what it opens, and for the cap of agents as if all of it opened', () => {
  const four = 400_000_000n;
  for (const [side, outcome, net, cost, gross] of [
    ['SELL', 'YES', four, '3.6', '6'],
    ['SELL', 'YES', -four, '6', '6'],
    ['SELL', 'YES', 2n * QTY, '0', '6'],
    ['BUY', 'YES', -four, '2.4', '4'],
    ['BUY', 'YES', four, '4', '4'],
    ['SELL', 'NO', -four, '3.6', '6'],
    ['SELL', 'NO', four, '6', '6'],
    ['BUY', 'NO', four, '2.4', '4'],
    ['BUY', 'NO', -four, '4', '4'],
  ] as const satisfies readonly (readonly [Side, Outcome, bigint, string, string])[]) {
    const usage = new TradingUsage();
    const fill = createFill(side, { outcome, fee: NOTIONAL_ZERO });
    usage.addFill(fill, { keyId: KEY, reduceOnly: false }, net);
    const day = usage.dayTotals(ACCOUNT_SCOPE, NOW);
    assert.deepEqual([day.cost, day.grossCost].map(render), [cost, gross], `${side} ${outcome} at ${net}`);
  }
});

test('a fill counts in the UTC day of its venue time, whatever the order in which fills arrive', () => {
  const usage = new TradingUsage();
  const add = (id: string, at: number, settlement: Fill['settlement']): void =>
    usage.addFill(
      createFill('BUY', { id: id as FillId, timestamp: at as TimestampMs, fee: NOTIONAL_ZERO, settlement }),
      { keyId: KEY, reduceOnly: false },
      0n,
    );
  const costs = (at: number): string => render(usage.dayTotals(ACCOUNT_SCOPE, at as TimestampMs).cost);
  add('fill_1', NOW, 'FINAL');
  add('fill_2', NOW + DAY_MS, 'PENDING'); // the clock of the venue is ahead
  assert.equal(costs(NOW), '8', 'a later day counts too');
  add('fill_3', NOW, 'PENDING');
  assert.equal(costs(NOW), '12');
  assert.equal(costs(NOW + DAY_MS), '4');
  assert.equal(costs(NOW + 2 * DAY_MS), '0');
  usage.removeFill(createFill('BUY', { id: 'fill_3' as FillId }));
  assert.equal(costs(NOW), '8', 'a voided fill cost nothing');
});

test('a fill of a year ahead, by the clock of its venue, forgets nothing of today; an order of a later day does', () => {
  const usage = new TradingUsage();
  const order = { ...accepted(newOrder()), accountId: ACCOUNT, subaccountId: SUBACCOUNT, keyId: KEY };
  for (const [id, at, settlement] of [
    ['fill_1', NOW, 'FINAL'],
    ['fill_2', NOW, 'PENDING'],
    ['fill_3', NOW + 365 * DAY_MS, 'FINAL'],
    ['fill_4', NOW, 'FINAL'],
  ] as const)
    usage.addFill(
      createFill('BUY', { id: id as FillId, timestamp: at as TimestampMs, fee: NOTIONAL_ZERO, settlement }),
      { keyId: KEY, reduceOnly: false },
      0n,
    );
  const costOf = (at: number): string => render(usage.dayTotals(ACCOUNT_SCOPE, at as TimestampMs).cost);
  assert.equal(costOf(NOW), '16');
  usage.addOrder({ ...order, createdAt: (NOW + DAY_MS) as TimestampMs });
  assert.equal(costOf(NOW), '16', 'yesterday may still get late fills');
  usage.addOrder({ ...order, createdAt: (NOW + 2 * DAY_MS) as TimestampMs });
  assert.equal(costOf(NOW), '4', 'only the one ahead is left');
});

test('a fill that was voided before it is counted does not count', () => {
  const usage = new TradingUsage();
  const fill = createFill('BUY', { settlement: 'PENDING' });
  usage.removeFill(fill);
  usage.addFill(fill, { keyId: KEY, reduceOnly: false }, 0n);
  assert.equal(usage.dayTotals(ACCOUNT_SCOPE, NOW).cost, 0n);
});

test('an order counts for a minute, and one of an agent for an hour', () => {
  const agent = 'key_2' as KeyId;
  const agentKey = { ...KEY_SCOPE.key, keyId: agent, agent: {} } as unknown as ApiKey;
  const usage = new TradingUsage();
  usage.addKey(agentKey);
  const counts = (at: number) =>
    [ACCOUNT_SCOPE, KEY_SCOPE, { ...ACCOUNT_SCOPE, key: agentKey }].map(
      (scope) => usage.orderTimes(scope, scope.key?.agent ? 3_600_000 : 60_000, at as TimestampMs).length,
    );
  for (const [keyId, afterMs] of [
    [KEY, 0],
    [agent, 0],
    [KEY, 30_000],
    [agent, 61_000],
  ] as const)
    usage.addOrder({
      ...accepted(newOrder()),
      accountId: ACCOUNT,
      subaccountId: SUBACCOUNT,
      keyId,
      createdAt: (NOW + afterMs) as TimestampMs,
    });
  assert.deepEqual(counts(NOW + 61_000), [2, 1, 2]);
  assert.deepEqual(counts(NOW + 90_000), [1, 0, 2]);
});

test('an order with an unknown fee has spent the highest published one', () => {
  for (const [side, spent] of [
    ['BUY', '4.168'],
    ['SELL', '6.168'],
  ] as const) {
    const order = accepted(newOrder({ side }));
    const filledNotional = (PRICE * QTY) as Notional;
    const legs = order.legs.map((leg) => ({ ...leg, filledQty: QTY, filledNotional }));
    assert.equal(renderNotional(computeSpent({ ...order, legs, fees: null })), spent);
  }
});
