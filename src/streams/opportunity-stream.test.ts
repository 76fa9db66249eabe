import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CALLER } from '../../test/support/http/http-records.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { KeyId } from '../contract/model/ids.ts';
import type {
  FindOwnQtys,
  Opportunities,
  Opportunity,
  OpportunityChange,
} from '../market-data/opportunities/opportunity-types.ts';
import { OpportunitiesStream } from './opportunity-stream.ts';
import type { Frame } from './send-queue.ts';
import type { StreamOutput } from './stream-connection.ts';

const CHANGE_MS = 200;
const REFRESH_MS = 1_000;
const SHARE = 100_000_000n;
const OTHER_KEY = 'key_2' as KeyId;

/** The opportunities of a market, from which the orders of a caller may take some away. */
function openStream() {
  const clock = new ManualClock();
  const open = new Map<string, Opportunity>();
  const taken = new Map<string, KeyId>(); // by opportunity: the key whose own orders are all of it
  const listeners = new Set<(change: OpportunityChange) => void>();
  const observed = { reads: 0, demands: 0, hold: null as Promise<void> | null };
  const see = (id: string, own: FindOwnQtys): Opportunity | null => {
    const [key] = own(1 as never) as unknown as readonly KeyId[];
    return taken.get(id) === key ? null : (open.get(id) ?? null);
  };
  async function* list(own: FindOwnQtys): AsyncGenerator<readonly Opportunity[]> {
    observed.reads += 1;
    await observed.hold;
    for (const id of open.keys()) {
      const seen = see(id, own);
      if (seen !== null) yield [seen];
    }
  }
  const opportunities = {
    demand: () => void (observed.demands += 1),
    list,
    get: see,
    onChanged: (listener: (change: OpportunityChange) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Opportunities;
  const stream = new OpportunitiesStream({
    marketData: { opportunities },
    trading: { feeds: { ownQtys: ({ keyId }) => [keyId] as never } },
    clock,
  });
  /** @param qty  whole sets; null: it closes */
  const set = (id: string, qty: number | null, kind: Opportunity['kind'] = 'CROSS', isReported = true) => {
    const type = open.has(id) ? 'changed' : 'opened';
    if (qty === null) open.delete(id);
    else open.set(id, toOpportunity(id, kind, BigInt(qty) * SHARE, clock));
    if (!isReported) return;
    for (const listener of listeners)
      listener(qty === null ? { type: 'closed', id, lastedMs: 7 } : { type, id });
  };
  const connect = async (query: Readonly<Record<string, string>> = {}, keyId = CALLER.keyId) => {
    const pairs = Object.entries(query).map(([key, value]) => ({ key, value }));
    const caller = { ...CALLER, keyId };
    const admitted = await stream.admit(caller, pairs);
    assert.ok(admitted.ok);
    const sent: string[] = [];
    const session = admitted.value({
      caller,
      openedBy: null,
      isOpen: true,
      send: (frame: Frame) => void sent.push(describeFrame(frame)),
      fail: (error: unknown) => assert.fail(String(error)),
    } as unknown as StreamOutput);
    await settle();
    assert.equal(sent.shift(), 'subscribed');
    return { session, takeSent: () => sent.splice(0) };
  };
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await settle();
  };
  return { stream, clock, open, taken, listeners, observed, set, connect, pass };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function toOpportunity(id: string, kind: Opportunity['kind'], qty: bigint, clock: ManualClock): Opportunity {
  const figures = { edgePerSet: SHARE / 100n, returnRate: 1n, annualised: null, days: null };
  const settlement = { risk: 'NONE', differences: [], worstCase: 0n, approval: null };
  return {
    id,
    kind,
    genericAssetId: 501,
    eventId: null,
    legs: [],
    qty,
    edgeTotal: qty,
    capital: qty,
    figures,
    settlement,
    oldestBookMs: 0,
    openedAt: clock.now(),
    lastedMs: 0,
    blockedBy: [],
  } as unknown as Opportunity;
}

/** `opened a 4`, `closed a 7 ms`. */
function describeFrame({ head, tail }: Frame): string {
  const { type, opportunity, ...fields } = JSON.parse(`${head.toString()}0${tail.toString()}`);
  if (type === 'closed') return `closed ${fields.id} ${fields.lasted_ms} ms`;
  return opportunity === undefined ? type : `${type} ${opportunity.id} ${opportunity.qty}`;
}

describe('the stream of opportunities', () => {
  test('sends what is open, then each opening, change and closing once', async () => {
    const { set, connect, pass } = openStream();
    set('a', 4);
    set('b', 5);
    const client = await connect();
    assert.deepEqual(client.takeSent(), ['opened a 4', 'opened b 5']);
    set('c', 6);
    await pass(CHANGE_MS);
    set('a', 3);
    set('b', null);
    await pass(REFRESH_MS);
    assert.deepEqual(client.takeSent(), ['opened c 6', 'changed a 3', 'closed b 7 ms']);
    await pass(3 * REFRESH_MS);
    assert.deepEqual(client.takeSent(), [], 'nothing has changed');
  });

  test('sends one opportunity five times a second at most, and its last state with the next refresh', async () => {
    const { set, connect, pass } = openStream();
    set('a', 1);
    const client = await connect();
    await pass(CHANGE_MS - 1);
    set('a', 2);
    set('b', 1);
    await pass(1);
    set('a', 3);
    set('a', 4);
    assert.deepEqual(client.takeSent(), ['opened a 1', 'opened b 1', 'changed a 3']);
    await pass(REFRESH_MS);
    assert.deepEqual(client.takeSent(), ['changed a 4']);
  });

  for (const isReported of [true, false])
    test(`closes what no longer passes the filter, ${isReported ? 'at once' : 'or is gone, with the next refresh'}`, async () => {
      const { set, connect, pass } = openStream();
      for (const id of ['a', 'b']) set(id, 10);
      set('c', 10, 'INTERNAL');
      const client = await connect({ min_qty: '5', kind: 'CROSS' });
      const all = await connect();
      assert.deepEqual(client.takeSent(), ['opened a 10', 'opened b 10']);
      assert.deepEqual(all.takeSent(), ['opened a 10', 'opened b 10', 'opened c 10']);
      await pass(CHANGE_MS);
      set('a', 4, 'CROSS', isReported);
      set('c', 9, 'INTERNAL', isReported);
      if (!isReported) set('b', null, 'CROSS', false);
      await pass(REFRESH_MS - CHANGE_MS);
      const ms = isReported ? 0 : REFRESH_MS;
      const gone = isReported ? [] : [`closed b ${ms} ms`];
      const [[first, ...others], ofAll] = [client.takeSent(), all.takeSent()];
      assert.match(first ?? '', /^closed a \d+ ms$/);
      assert.deepEqual(others, gone);
      assert.deepEqual(ofAll, ['changed a 4', 'changed c 9', ...gone]);
    });

  test('leaves out what is only the own orders of each caller, from when they rest', async () => {
    const { set, connect, taken, pass } = openStream();
    set('a', 1);
    const [client, other] = [await connect(), await connect({}, OTHER_KEY)];
    for (const each of [client, other]) assert.deepEqual(each.takeSent(), ['opened a 1']);
    taken.set('a', OTHER_KEY);
    await pass(REFRESH_MS);
    assert.deepEqual([client.takeSent(), other.takeSent()], [[], [`closed a ${REFRESH_MS} ms`]]);
    taken.delete('a');
    await pass(REFRESH_MS);
    assert.deepEqual([client.takeSent(), other.takeSent()], [[], ['opened a 1']]);
  });

  test('reads once at a time, and keeps the demand for the books while it waits', async () => {
    const { set, connect, observed, pass } = openStream();
    set('a', 1);
    const held = Promise.withResolvers<void>();
    observed.hold = held.promise;
    const client = await connect();
    await pass(2 * REFRESH_MS);
    assert.deepEqual([observed.reads, observed.demands, client.takeSent()], [1, 3, []]);
    held.resolve();
    await settle();
    assert.deepEqual(client.takeSent(), ['opened a 1']);
    await pass(REFRESH_MS);
    assert.equal(observed.reads, 2);
  });

  test('ends with its connection or the service, and leaves no timer', async () => {
    const { stream, set, connect, clock, listeners } = openStream();
    const [gone, stays] = [await connect(), await connect()];
    gone.session.end();
    set('a', 1);
    assert.deepEqual([gone.takeSent(), stays.takeSent()], [[], ['opened a 1']]);
    stream.stop();
    assert.deepEqual([clock.timersWaiting, listeners.size], [0, 0]);
  });
});
