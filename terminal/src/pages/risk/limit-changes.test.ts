import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf, textsOf, updateOf } from './limit-changes.ts';

const LIMITS = { max_order_qty: '50', max_position_qty: null, max_open_orders: 20 };

test('only what was changed is sent, and an emptied field clears its limit', () => {
  const changes = changesOf(LIMITS, { ...textsOf(LIMITS), max_order_qty: '', max_position_qty: '100' });
  assert.deepEqual(updateOf('sa_1', changes), {
    subaccount_id: 'sa_1',
    max_order_qty: null,
    max_position_qty: '100',
  });
});

test('the account level is named by naming no subaccount', () => {
  const changes = changesOf(LIMITS, { ...textsOf(LIMITS), max_open_orders: '5' });
  assert.deepEqual(updateOf(null, changes), { max_open_orders: 5 });
});

test('what is no count goes as it was typed, for the service to refuse', () => {
  const changes = changesOf(LIMITS, { ...textsOf(LIMITS), max_open_orders: 'many' });
  assert.deepEqual(updateOf(null, changes), { max_open_orders: 'many' });
});

test('a form that was not touched changes nothing', () => {
  assert.deepEqual(changesOf(LIMITS, textsOf(LIMITS)), []);
});
