import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLive, type Order } from '../../src/domain/model/order.ts';
import { ok } from '../../src/domain/model/result.ts';
import { accepted, TRADER } from '../../src/domain/order-state/order.fixture.ts';
import type { AccountSource } from '../../src/server/websocket/account-streams.ts';
import { InvariantMonitor } from '../invariant-monitor.ts';
import { Subscriber } from './stream-checks.ts';

/** A service with one living order, and somebody who follows it. */
function followed() {
  const told = new Set<(order: Order) => void>();
  let order = accepted();
  const source: AccountSource = {
    liveOrders: () => ok(isLive(order.status) ? [order] : []),
    onOrder: (listener) => {
      told.add(listener);
      return () => told.delete(listener);
    },
    recentFills: () => ok([]),
    onFill: () => () => undefined,
    positions: () => ok([]),
    onPosition: () => () => undefined,
  };
  const subscriber = new Subscriber(source, [[TRADER, order.subaccountId]]);
  return {
    becomes: (status: Order['status'], isTold: boolean): void => {
      order = { ...order, status };
      if (isTold) for (const listener of told) listener(order);
    },
    wrong: (): string | undefined => {
      const witness = new InvariantMonitor(null);
      subscriber.holdsWhatIs(witness);
      return witness.violation?.invariant;
    },
  };
}

test('I-28: a snapshot and every change since are what a new snapshot says', () => {
  const { becomes, wrong } = followed();
  assert.equal(wrong(), undefined);
  becomes('OPEN', true);
  assert.equal(wrong(), undefined);
  becomes('FILLED', true);
  assert.equal(wrong(), undefined);
});

test('I-28: a change that was not told is noticed, and so is an end', () => {
  const changed = followed();
  changed.becomes('OPEN', false);
  assert.equal(changed.wrong(), 'I-28');
  const ended = followed();
  ended.becomes('CANCELLED', false);
  assert.equal(ended.wrong(), 'I-28');
});
