// In these records no two fields of one type are equal, so a field rendered from another one shows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, get } from '../../../test/support/http/http-call.ts';
import type { TradingChanges } from '../../../test/support/http/http-fakes.ts';
import { at, notional, qty, SA_1 } from '../../../test/support/http/http-records.ts';
import {
  AGENT_LIMIT_LIST,
  type AgentPolicy,
  toAgentLimitFields,
} from '../../contract/access/agent-policy.ts';
import type { GenericAssetId, VenueName } from '../../contract/model/ids.ts';
import { ok } from '../../contract/model/result.ts';
import type { AgentUsed } from '../../orders/agent-guard.ts';
import type { ProtectionState } from '../../orders/quotes/quote-types.ts';
import type { GuardState } from '../../orders/trading-service.ts';
import { renderAgent } from './account-routes.ts';

test('the policy of an agent key and what it has used', () => {
  const policy: AgentPolicy = {
    simulatedOnly: true,
    orderCostMax: notional('10'),
    dayCostMax: notional('100'),
    dayLossMax: notional('50'),
    ordersPerHour: 60,
    venues: ['Demo' as VenueName],
    categories: ['Weather'],
    genericAssetIds: [501 as GenericAssetId],
    approvalAbove: notional('5'),
  };
  const used: AgentUsed = { dayCost: notional('42'), dayLoss: notional('7'), ordersLastHour: 3 };
  assert.deepEqual(renderAgent(policy, used), {
    simulated_only: true,
    order_cost_max: '10',
    day_cost_max: '100',
    day_loss_max: '50',
    orders_per_hour: 60,
    venues: ['Demo'],
    categories: ['Weather'],
    generic_asset_ids: [501],
    approval_above: '5',
    day_cost: '42',
    day_loss: '7',
    orders_last_hour: 3,
  });
  const unlimited = { simulatedOnly: false, ...toAgentLimitFields(() => null) };
  assert.deepEqual(renderAgent(unlimited, { ...used, dayLoss: notional('0') }), {
    simulated_only: false,
    ...Object.fromEntries(AGENT_LIMIT_LIST.map(({ name }) => [name, null])),
    day_cost: '42',
    day_loss: '0',
    orders_last_hour: 3,
  });
});

const GUARD = {
  subaccountId: SA_1,
  guard: {
    scope: 'SUBACCOUNT',
    timeoutMs: 7_000,
    blockAfter: false,
    latestAt: at('2026-07-01T12:00:20.000Z'),
    blocked: true,
    firedCount: 3,
    lastFiredAt: at('2026-07-01T11:00:00.000Z'),
    updatedAt: at('2026-07-01T12:00:01.000Z'),
  },
  deadlineAt: at('2026-07-01T12:00:08.000Z'),
  venues: [
    { venue: 'Kalshi' as VenueName, cancelsInMs: null, note: 'keeps them' },
    { venue: 'Polymarket' as VenueName, cancelsInMs: 10_000, note: 'cancels them' },
  ],
} as unknown as GuardState;
const GUARD_RECORD = {
  subaccount_id: 'sa_1',
  armed: true,
  timeout_ms: 7_000,
  scope: 'SUBACCOUNT',
  block_after: false,
  deadline_at: '2026-07-01T12:00:08.000Z',
  fires_latest_at: '2026-07-01T12:00:20.000Z',
  fired_count: 3,
  last_fired_at: '2026-07-01T11:00:00.000Z',
  blocked: true,
  venues: [
    { venue: 'Kalshi', dead_service: 'NONE', note: 'keeps them' },
    { venue: 'Polymarket', dead_service: 'HEARTBEAT', cancels_in_ms: 10_000, note: 'cancels them' },
  ],
};

test('a guard, and each term of a change of it', async () => {
  const set: unknown[] = [];
  const trading: TradingChanges = {
    risk: {
      guard: (_, subaccountId) => ok({ ...GUARD, subaccountId }),
      setGuard: async (_, terms) => {
        set.push(terms);
        return ok(GUARD);
      },
    },
  };
  assert.deepEqual((await get('/v1/risk/guard?subaccount_id=sa_1', { trading })).body, GUARD_RECORD);
  const ofKey = { ...GUARD_RECORD, subaccount_id: null };
  assert.deepEqual((await get('/v1/risk/guard', { trading })).body, ofKey);
  const change = { subaccount_id: 'sa_1', timeout_ms: 7_000, scope: 'SUBACCOUNT', block_after: false };
  assert.deepEqual((await call('PUT', '/v1/risk/guard', change, { trading })).body, GUARD_RECORD);
  await call('PUT', '/v1/risk/guard', { timeout_ms: 0 }, { trading });
  assert.deepEqual(set, [
    { subaccountId: 'sa_1', timeoutMs: 7_000, scope: 'SUBACCOUNT', blockAfter: false },
    { subaccountId: null, timeoutMs: 0, scope: 'KEY', blockAfter: true },
  ]);
});

test('a guard that has fired is not armed, and keeps its terms', async () => {
  const fired = { ...GUARD, guard: { ...GUARD.guard, latestAt: null }, deadlineAt: null } as GuardState;
  const { body } = await get('/v1/risk/guard', { trading: { risk: { guard: () => ok(fired) } } });
  assert.deepEqual(body, { ...GUARD_RECORD, armed: false, deadline_at: null, fires_latest_at: null });
});

test('a guard that was never set is not armed', async () => {
  const never: GuardState = { subaccountId: null, guard: null, deadlineAt: null, venues: [] };
  const { body } = await get('/v1/risk/guard', { trading: { risk: { guard: () => ok(never) } } });
  assert.deepEqual(body, {
    subaccount_id: null,
    armed: false,
    timeout_ms: 0,
    scope: 'KEY',
    block_after: true,
    deadline_at: null,
    fires_latest_at: null,
    fired_count: 0,
    last_fired_at: null,
    blocked: false,
    venues: [],
  });
});

const PROTECTION = {
  subaccountId: SA_1,
  protection: {
    windowMs: 2_000,
    filledQtyMax: qty('50'),
    netQtyMax: qty('40'),
    frozenMs: 3_000,
    frozenAt: at('2026-07-01T12:00:01.000Z'),
    frozenUntil: at('2026-07-01T12:00:04.000Z'),
    breaches: 6,
    updatedAt: at('2026-07-01T11:00:00.000Z'),
  },
  isFrozen: true,
  totals: { filledQty: qty('51'), netQty: qty('9') },
} as unknown as ProtectionState;
const PROTECTION_RECORD = {
  subaccount_id: 'sa_1',
  window_ms: 2_000,
  max_filled_qty: '50',
  max_net_qty: '40',
  frozen_ms: 3_000,
  filled_qty: '51',
  net_qty: '9',
  frozen: true,
  frozen_at: '2026-07-01T12:00:01.000Z',
  frozen_until: '2026-07-01T12:00:04.000Z',
  breaches: 6,
  updated_at: '2026-07-01T11:00:00.000Z',
};

test('the protection of quotes, and each term of a change of it', async () => {
  const called: unknown[] = [];
  const answer = (name: string) => async (_: unknown, subaccountId: string, terms?: unknown) => {
    called.push([name, subaccountId, terms]);
    return ok(PROTECTION);
  };
  const quotes = {
    protection: () => ok(PROTECTION),
    setProtection: answer('set'),
    resetProtection: answer('reset'),
  };
  const trading = { quotes } as unknown as TradingChanges;
  assert.deepEqual((await get('/v1/risk/mmp?subaccount_id=sa_1', { trading })).body, PROTECTION_RECORD);
  const change = {
    subaccount_id: 'sa_1',
    window_ms: 2_000,
    max_filled_qty: '50',
    max_net_qty: '40',
    frozen_ms: 3_000,
  };
  assert.deepEqual((await call('PUT', '/v1/risk/mmp', change, { trading })).body, PROTECTION_RECORD);
  await call('PUT', '/v1/risk/mmp', { subaccount_id: 'sa_1', max_net_qty: '40' }, { trading });
  await call('POST', '/v1/risk/mmp/reset', { subaccount_id: 'sa_1' }, { trading });
  const limits = { filledQtyMax: qty('50'), netQtyMax: qty('40') };
  assert.deepEqual(called, [
    ['set', 'sa_1', { windowMs: 2_000, frozenMs: 3_000, ...limits }],
    ['set', 'sa_1', { windowMs: 15_000, frozenMs: 0, ...limits, filledQtyMax: null }],
    ['reset', 'sa_1', undefined],
  ]);
});
