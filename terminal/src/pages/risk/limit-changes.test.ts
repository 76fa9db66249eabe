import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LimitValues } from '../../../../sdk/src/index.ts';
import { LIMIT_LIST } from '../../../../src/contract/model/limits.ts';
import { diffLimits, toLimitsUpdate, toLimitTexts } from './limit-changes.ts';

const LIMITS = {
  ...(Object.fromEntries(LIMIT_LIST.map(({ name }) => [name, null])) as unknown as LimitValues),
  max_order_qty: '50',
  max_open_orders: 20,
  day_cost_max: '250.5',
};

test('only changed limits are sent, and an empty field clears its limit', () => {
  const changes = diffLimits(LIMITS, { ...toLimitTexts(LIMITS), max_order_qty: '', max_position_qty: '100' });
  assert.deepEqual(toLimitsUpdate('sa_1', changes), {
    subaccount_id: 'sa_1',
    max_order_qty: null,
    max_position_qty: '100',
  });
});

test('an account-level update names no subaccount', () => {
  const changes = diffLimits(LIMITS, { ...toLimitTexts(LIMITS), max_open_orders: '5' });
  assert.deepEqual(toLimitsUpdate(null, changes), { max_open_orders: 5 });
});

test('the limits by the day are sent as amounts, and that by the minute as a count', () => {
  const texts = {
    ...toLimitTexts(LIMITS),
    day_cost_max: '',
    day_loss_max: '40',
    orders_per_minute_max: '30',
  };
  assert.deepEqual(toLimitsUpdate(null, diffLimits(LIMITS, texts)), {
    day_cost_max: null,
    day_loss_max: '40',
    orders_per_minute_max: 30,
  });
});

test('an invalid count is sent as typed, so that the service rejects it', () => {
  const changes = diffLimits(LIMITS, { ...toLimitTexts(LIMITS), max_open_orders: 'many' });
  assert.deepEqual(toLimitsUpdate(null, changes), { max_open_orders: 'many' });
});

test('an unchanged form produces no changes', () => {
  assert.deepEqual(diffLimits(LIMITS, toLimitTexts(LIMITS)), []);
});
