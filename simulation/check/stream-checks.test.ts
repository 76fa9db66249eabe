import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLive, type Order } from '../../src/contract/model/order.ts';
import { ok } from '../../src/contract/model/result.ts';
import { accepted, TRADER } from '../../src/domain/order-state/order.fixture.ts';
import type { AccountSource } from '../../src/streams/account-streams.ts';
import { InvariantMonitor } from '../invariant-monitor.ts';
import { Subscriber } from './stream-checks.ts';

/** A service with one live order, and a subscriber. */
function createSubscribedService() {
  const listeners = new Set<(order: Order) => void>();
  let order = accepted();
  const source: AccountSource = {
    feeds: {
      liveOrders: () => ok(isLive(order.status) ? [order] : []),
      onOrder: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      recentFills: () => ok([]),
      onFill: () => () => undefined,
      onPosition: () => () => undefined,
    },
    queries: { positions: () => ok([]) },
    complexOrders: { open: () => ok([]), onChanged: () => () => undefined },
    balances: { list: () => ok([]), subscribe: () => () => undefined },
    operations: { list: () => ok([]), onOperation: () => () => undefined },
  };
  const subscriber = new Subscriber(source, [[TRADER, order.subaccountId]]);
  return {
    becomes: (status: Order['status'], isReported: boolean): void => {
      order = { ...order, status };
      if (isReported) for (const listener of listeners) listener(order);
    },
    wrong: (): string | undefined => {
      const monitor = new InvariantMonitor(null);
      subscriber.check(monitor);
      return monitor.violation?.invariant;
    },
  };
}

test('I-28: a snapshot plus every change since equals a new snapshot', () => {
  const { becomes, wrong } = createSubscribedService();
  assert.equal(wrong(), undefined);
  becomes('OPEN', true);
  assert.equal(wrong(), undefined);
  becomes('FILLED', true);
  assert.equal(wrong(), undefined);
});

test('I-28: a change that was not published is detected, and so is a close', () => {
  const changed = createSubscribedService();
  changed.becomes('OPEN', false);
  assert.equal(changed.wrong(), 'I-28');
  const ended = createSubscribedService();
  ended.becomes('CANCELLED', false);
  assert.equal(ended.wrong(), 'I-28');
});
