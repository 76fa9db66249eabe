import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLive, ORDER_STATUSES } from '../../contract/model/order.ts';
import { isParentOver, PARENT_STATUSES } from '../../contract/model/parent.ts';
import { isAllowedParentTransition } from '../complex-orders/parent-lifecycle.ts';
import {
  isAllowedTransition,
  isCorrection,
  LIFECYCLE,
  ORDER_TRANSITIONS,
  type ReportKind,
} from './lifecycle.ts';

const kinds = Object.keys(LIFECYCLE.OPEN) as ReportKind[];

test('I-18: every report leads only to an allowed transition', () => {
  for (const from of ORDER_STATUSES) {
    for (const kind of kinds) {
      const to = LIFECYCLE[from][kind];
      if (to === 'anomaly' || to === from) continue;
      assert.ok(isAllowedTransition(from, to), `${from} on ${kind} goes to ${to}`);
    }
  }
});

test('I-18: no status returns to PENDING_SUBMISSION, and REJECTED changes only by a correction', () => {
  for (const from of ORDER_STATUSES) {
    if (from !== 'PENDING_SUBMISSION') assert.equal(isAllowedTransition(from, 'PENDING_SUBMISSION'), false);
    if (from !== 'REJECTED' && ORDER_TRANSITIONS.REJECTED[from] !== ' ')
      assert.ok(isCorrection('REJECTED', from));
  }
});

test('I-19: a closed order reopens only by a correction', () => {
  const ended = ORDER_STATUSES.filter((status) => !isLive(status));
  const live = ORDER_STATUSES.filter(isLive);
  for (const from of ended) {
    for (const to of live)
      assert.ok(!isAllowedTransition(from, to) || isCorrection(from, to), `${from} → ${to}`);
  }
});

test('cancel and fill: the fill counts in either order, and a late acknowledgement does not reopen the leg', () => {
  assert.equal(LIFECYCLE.CANCELLED.filled, 'FILLED');
  assert.equal(LIFECYCLE.CANCELLED.partFilled, 'CANCELLED');
  assert.equal(LIFECYCLE.FILLED.cancelled, 'anomaly');
  assert.equal(LIFECYCLE.CANCELLED.accepted, 'CANCELLED');
});

test('a complex order is over in exactly the statuses that a cancel cannot follow', () => {
  for (const status of PARENT_STATUSES) {
    const canBeCancelled = status !== 'CANCELLED' && isAllowedParentTransition(status, 'CANCELLED');
    assert.equal(isParentOver(status), !canBeCancelled, status);
  }
});
