import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VenueClientId, VenueOrderId } from '../../../domain/model/ids.ts';
import type { TimestampMs } from '../../../domain/model/time.ts';
import type { FillTruth, OrderTruth } from '../codec/kalshi-mapping.ts';
import { price, qty } from '../kalshi-orders.fixture.ts';
import type { OrderRead } from './kalshi-order-queries.ts';
import { OrderTracker } from './kalshi-order-tracker.ts';
import { Reconciliation, type ReconciliationDeps } from './kalshi-reconciliation.ts';

const NOW = 1_782_907_200_000;
const DAY_MS = 86_400_000;
const NAME = 'cb-1-1-1' as VenueClientId;
const ID = 'o1' as VenueOrderId;
const LAGGING = { ok: false, why: 'HTTP 503' } as const;

const truth = (change: Partial<OrderTruth> = {}): OrderTruth => ({
  orderId: ID,
  uuid: null,
  ticker: 'KXA',
  shard: 0,
  bookSide: 'bid',
  status: 'resting',
  yesPrice: price('0.4'),
  qty: qty('10'),
  filledQty: qty('0'),
  expiresAt: null,
  why: null,
  at: NOW as TimestampMs,
  ...change,
});

type Listed<Item> = { ok: true; items: readonly Item[] } | { ok: false; why: string };

/** What the venue's lists and single reads say; nothing unless told. */
interface Says {
  readonly open: Listed<OrderTruth>;
  readonly recent: Listed<OrderTruth>;
  readonly fills: Listed<FillTruth>;
  readonly read: (orderId: VenueOrderId) => OrderTruth | OrderRead;
  readonly foreign: readonly string[];
}

const NONE = { ok: true, items: [] } as const;

function open(first: Partial<Says> = {}) {
  const says: Says = {
    open: NONE,
    recent: NONE,
    fills: NONE,
    read: () => ({ kind: 'unlisted' }),
    foreign: [],
    ...first,
  };
  const venue = { says };
  const known = new OrderTracker();
  const queries: object[] = [];
  const take = (order: OrderTruth) =>
    known.merge(
      { clientId: NAME, terms: { outcome: 'YES', type: 'LIMIT', tif: 'GTC' } },
      order,
      'bid',
      NOW as TimestampMs,
    );
  const list = async (query: { readonly status?: string }) => {
    queries.push(query);
    const listed = query.status === 'resting' ? venue.says.open : venue.says.recent;
    if (listed.ok) for (const item of listed.items) take(item);
    return listed;
  };
  const reads = {
    list,
    fills: async () => venue.says.fills,
    read: async (orderId: VenueOrderId) => {
      const told = venue.says.read(orderId);
      return 'kind' in told ? told : { kind: 'known', known: take(told) };
    },
    isForeign: (orderId: VenueOrderId) => venue.says.foreign.includes(orderId),
    completeFills: async () => true,
  };
  const client = { time: { now: () => NOW } };
  const lookup = new Reconciliation({ client, known, reads } as unknown as ReconciliationDeps);
  const say = (change: Partial<Says>): void => {
    venue.says = { ...says, ...change };
  };
  return { lookup, known, queries, say, take };
}

const fillOf = (orderId: VenueOrderId): FillTruth => ({ orderId, tradeId: 't1' }) as FillTruth;
const statusOf = async ({ lookup }: ReturnType<typeof open>): Promise<string> => {
  const found = await lookup.order(NAME, 'KXA');
  return found.kind === 'found' ? found.report.status : found.kind;
};

test('an order is absent only when open orders, all orders and fills have been read and none knows it', async () => {
  assert.equal(await statusOf(open()), 'absent');
  for (const failing of [{ open: LAGGING }, { recent: LAGGING }, { fills: LAGGING }])
    assert.equal(await statusOf(open(failing)), 'failed', JSON.stringify(failing));
  assert.equal(await statusOf(open({ open: { ok: true, items: [truth()] } })), 'OPEN');
});

test('fills of an order that no list shows yet speak against its absence', async () => {
  const fills = { ok: true, items: [fillOf(ID)] } as const;
  assert.equal(await statusOf(open({ fills })), 'failed');
  assert.equal(await statusOf(open({ fills, read: () => ({ kind: 'failed', why: '503' }) })), 'failed');
  assert.equal(await statusOf(open({ fills, read: () => truth() })), 'OPEN');
  assert.equal(await statusOf(open({ fills, foreign: [ID] })), 'absent', 'somebody else’s');
});

test('an order that is known is read by its id, and in the lists where that finds nothing', async () => {
  const world = open();
  world.take(truth());
  world.say({ read: () => truth({ status: 'executed', filledQty: qty('10') }) });
  assert.equal(await statusOf(world), 'FILLED');
  assert.deepEqual(world.queries, []);
  const other = open();
  other.take(truth());
  assert.equal(await statusOf(other), 'OPEN', 'a 404 of one read is no verdict');
  assert.equal(other.queries.length, 2);
  other.say({ read: () => ({ kind: 'failed', why: '503' }) });
  assert.equal(await statusOf(other), 'failed');
});

test('after an absence longer than the lists reach back nothing is absent: a person must look', async () => {
  for (const [days, kind] of [
    [12, 'absent'],
    [14, 'failed'],
  ] as const) {
    const world = open();
    await world.lookup.reconcile(String(NOW - days * DAY_MS));
    assert.equal(await statusOf(world), kind, `${days} days`);
  }
});

test('the first reconciliation of a life reads all that is listed; later ones from a minute before the mark', async () => {
  const { lookup, queries } = open();
  const mark = String(NOW - 600_000);
  assert.equal((await lookup.reconcile(mark)).mark, String(NOW));
  await lookup.reconcile(mark);
  assert.deepEqual(queries, [
    { status: 'resting' },
    {},
    { status: 'resting' },
    { min_ts: (NOW - 660_000) / 1_000 },
  ]);
});

test('a reconciliation that could not read everything fails', async () => {
  for (const failing of [{ open: LAGGING }, { recent: LAGGING }, { fills: LAGGING }])
    await assert.rejects(open(failing).lookup.reconcile(null), /503/);
});

test('an order that rested and is in no list any more is read by itself, and told as it ended', async () => {
  const world = open({ open: { ok: true, items: [truth()] } });
  await world.lookup.reconcile(null);
  world.say({ open: NONE, read: () => truth({ status: 'canceled', why: 'CloseCancel' }) });
  const { reports } = await world.lookup.reconcile(String(NOW));
  assert.deepEqual(
    reports.map(({ status, reason }) => [status, reason]),
    [['CANCELLED', 'market_closed']],
  );
});

test('where that read fails, so does the reconciliation; where it finds nothing, nothing is told', async () => {
  const world = open({ open: { ok: true, items: [truth()] } });
  await world.lookup.reconcile(null);
  world.say({ open: NONE, read: () => ({ kind: 'failed', why: '503' }) });
  await assert.rejects(world.lookup.reconcile(String(NOW)), /503/);
  world.say({ open: NONE });
  assert.deepEqual((await world.lookup.reconcile(String(NOW))).reports, []);
});

test('a fill of an order that nobody has met yet brings the order, unless it is not ours', async () => {
  const fills = { ok: true, items: [fillOf(ID)] } as const;
  const told = async (says: Partial<Says>) => {
    const { reports } = await open({ fills, ...says }).lookup.reconcile(null);
    return reports.map(({ status }) => status);
  };
  assert.deepEqual(await told({ read: () => truth() }), ['OPEN']);
  assert.deepEqual(await told({ foreign: [ID], read: () => assert.fail('nobody asks') }), []);
  await assert.rejects(told({ read: () => ({ kind: 'failed', why: '503' }) }), /503/);
});
