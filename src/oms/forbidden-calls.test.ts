import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { KeyId } from '../contract/model/ids.ts';
import type { LedgerEvent } from '../domain/events/event-schema.ts';
import type { StateStore } from '../orders/state-store.ts';
import { ForbiddenCallCounter } from './forbidden-calls.ts';

const [ONE, TWO] = ['key_1' as KeyId, 'key_2' as KeyId];
const CANCEL = ['DELETE', '/v1/orders/{id}'] as const;
const ORDER = ['POST', '/v1/orders'] as const;

/** A store that only collects what is committed. */
function setUp() {
  const clock = new ManualClock();
  const committed: { cause: string; actor: string; events: readonly LedgerEvent[] }[] = [];
  const store = {
    now: () => clock.now(),
    commit: async (cause: string, actor: string, events: readonly LedgerEvent[]) => {
      committed.push({ cause, actor, events });
    },
  } as unknown as StateStore;
  return { clock, committed, counter: new ForbiddenCallCounter({ store, clock }) };
}

describe('calls without permission', () => {
  test('1,000 calls of a key within a minute are one record with their paths and counts', () => {
    const { clock, committed, counter } = setUp();
    const from = clock.now();
    for (let n = 0; n < 250; n += 1) counter.count(ONE, ...ORDER);
    for (let n = 0; n < 750; n += 1) counter.count(ONE, ...CANCEL);
    clock.advance(59_999);
    assert.deepEqual(committed, []);
    clock.advance(1);
    const paths = [
      { method: 'POST', path: '/v1/orders', count: 250 },
      { method: 'DELETE', path: '/v1/orders/{id}', count: 750 },
    ];
    const calls = { from, until: from, paths };
    assert.deepEqual(committed, [{ cause: 'call', actor: ONE, events: [{ type: 'CallsForbidden', calls }] }]);
  });

  test('each key has its own record, and the next minute starts from zero', () => {
    const { clock, committed, counter } = setUp();
    counter.count(ONE, ...CANCEL);
    counter.count(TWO, ...CANCEL);
    clock.advance(60_000);
    counter.count(TWO, ...ORDER);
    clock.advance(60_000);
    assert.deepEqual(
      committed.map(({ actor }) => actor),
      [ONE, TWO, TWO],
    );
    const [event] = committed[2]?.events ?? [];
    assert.deepEqual(event?.type === 'CallsForbidden' && event.calls.paths, [
      { method: 'POST', path: '/v1/orders', count: 1 },
    ]);
    clock.advance(600_000);
    assert.equal(committed.length, 3, 'a quiet minute is not recorded');
  });

  test('a stop records what is counted', () => {
    const { committed, counter } = setUp();
    counter.count(ONE, ...CANCEL);
    counter.stop();
    assert.equal(committed.length, 1);
    counter.stop();
    assert.equal(committed.length, 1);
  });
});
