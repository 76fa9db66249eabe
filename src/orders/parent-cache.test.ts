import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AccountId, ClientOrderId, OrderId, ParentId } from '../contract/model/ids.ts';
import type { Order } from '../contract/model/order.ts';
import type { Parent } from '../contract/model/parent.ts';
import type { LedgerState, TouchedRecords } from '../domain/projections/ledger-state.ts';
import { ParentCache } from './parent-cache.ts';

const ACCOUNT = 'acc_1' as AccountId;

const parentOf = (id: string, status: Parent['status'] = 'FILLED'): Parent =>
  ({ id, status, accountId: ACCOUNT, idempotencyKey: `key of ${id}` }) as never;
const childOf = (parentId: string): Order => ({ id: `ord of ${parentId}` as OrderId, parentId }) as never;

/** A cache that keeps one complex order that is over, over a journal with all that were ever changed. */
function openCache() {
  const stored = new Map<string, Parent>();
  const reads: string[] = [];
  const state = { parents: new Map<ParentId, Parent>() } as LedgerState;
  const journal = {
    parent: async (id: ParentId) => {
      reads.push(id);
      return stored.get(id) ?? null;
    },
    parentByKey: async () => null,
  };
  const cache = new ParentCache(state, journal, 1);
  let seq = 0;
  /** One commit, which is durable unless the test says otherwise. */
  const commit = (parent: Parent, isDurable = true): number => {
    seq += 1;
    state.parents.set(parent.id, parent);
    stored.set(parent.id, parent);
    const touched = { parents: new Set([parent.id]) } as unknown as TouchedRecords;
    cache.onCommitted(touched, seq);
    if (isDurable) cache.onDurable(touched, seq);
    return seq;
  };
  return { cache, state, reads, commit, inMemory: () => [...state.parents.keys()] };
}

describe('complex orders in memory', () => {
  test('are those that are not over, and the newest that are', () => {
    const { commit, inMemory } = openCache();
    commit(parentOf('cpx_1', 'WORKING'));
    for (const id of ['cpx_2', 'cpx_3', 'cpx_4']) commit(parentOf(id));
    assert.deepEqual(inMemory(), ['cpx_1', 'cpx_4']);
  });

  test('keep the parent of each child in memory, until the child has left', () => {
    const { cache, commit, inMemory } = openCache();
    cache.addChild(childOf('cpx_2'));
    for (const id of ['cpx_2', 'cpx_3', 'cpx_4']) commit(parentOf(id));
    assert.ok(inMemory().includes('cpx_2' as ParentId));
    cache.removeChild(childOf('cpx_2'));
    for (const id of ['cpx_5', 'cpx_6', 'cpx_7']) commit(parentOf(id));
    assert.ok(!inMemory().includes('cpx_2' as ParentId));
  });

  test('keep what is not durable yet', () => {
    const { cache, commit, inMemory } = openCache();
    const seq = commit(parentOf('cpx_1'), false);
    for (const id of ['cpx_2', 'cpx_3']) commit(parentOf(id));
    assert.deepEqual([inMemory(), cache.isDurable('cpx_1' as ParentId)], [['cpx_1', 'cpx_3'], false]);
    cache.onDurable({ parents: new Set(['cpx_1']) } as never, seq);
    assert.equal(cache.isDurable('cpx_1' as ParentId), true);
  });

  test('are read from the journal once, however many wait for one', async () => {
    const { cache, commit, reads, inMemory } = openCache();
    for (const id of ['cpx_1', 'cpx_2']) commit(parentOf(id));
    assert.deepEqual(inMemory(), ['cpx_2']);
    const [first, second] = await Promise.all([1, 2].map(() => cache.load('cpx_1' as ParentId)));
    assert.deepEqual([first?.id, second, reads], ['cpx_1', first, ['cpx_1']]);
  });

  test('are found by their key in memory only', () => {
    const { cache, commit } = openCache();
    for (const id of ['cpx_1', 'cpx_2']) commit(parentOf(id));
    const find = (id: string) => cache.findByKey(ACCOUNT, `key of ${id}` as ClientOrderId)?.id ?? null;
    assert.deepEqual([find('cpx_1'), find('cpx_2')], [null, 'cpx_2']);
    assert.equal(cache.findByKey('acc_2' as AccountId, 'key of cpx_2' as ClientOrderId), null);
  });
});
