import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VenueClientId, VenueOrderId } from '../../../domain/model/ids.ts';
import type { TimestampMs } from '../../../domain/model/time.ts';
import type { FillRecord, OrderState } from '../codec/kalshi-mapping.ts';
import { price, qty } from '../kalshi-orders.fixture.ts';
import type { OrderRead } from './kalshi-order-queries.ts';
import { OrderTracker } from './kalshi-order-tracker.ts';
import { Reconciliation, type ReconciliationDeps } from './kalshi-reconciliation.ts';

const NOW = 1_782_907_200_000;
const DAY_MS = 86_400_000;
const NAME = 'cb-1-1-1' as VenueClientId;
const ID = 'o1' as VenueOrderId;
const LAGGING = { ok: false, why: 'HTTP 503' } as const;

const truth = (change: Partial<OrderState> = {}): OrderState => ({
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

/** What the venue's lists and single queries say; nothing unless told. */
interface Says {
  readonly open: Listed<OrderState>;
  readonly recent: Listed<OrderState>;
  readonly fills: Listed<FillRecord>;
  readonly read: (orderId: VenueOrderId) => OrderState | OrderRead;
  readonly external: readonly string[];
}

const NONE = { ok: true, items: [] } as const;

function open(first: Partial<Says> = {}) {
  const says: Says = {
    open: NONE,
    recent: NONE,
    fills: NONE,
    read: () => ({ kind: 'unlisted' }),
    external: [],
    ...first,
  };
  const venue = { says };
  const tracker = new OrderTracker();
  const sentQueries: object[] = [];
  const take = (order: OrderState) =>
    tracker.merge(
      { clientId: NAME, terms: { outcome: 'YES', type: 'LIMIT', tif: 'GTC' } },
      order,
      'bid',
      NOW as TimestampMs,
    );
  const list = async (query: { readonly status?: string }) => {
    sentQueries.push(query);
    const listed = query.status === 'resting' ? venue.says.open : venue.says.recent;
    if (listed.ok) for (const item of listed.items) take(item);
    return listed;
  };
  const queries = {
    list,
    fills: async () => venue.says.fills,
    read: async (orderId: VenueOrderId) => {
      const told = venue.says.read(orderId);
      return 'kind' in told ? told : { kind: 'found', order: take(told) };
    },
    isExternal: (orderId: VenueOrderId) => venue.says.external.includes(orderId),
    awaitFills: async () => true,
  };
  const client = { time: { now: () => NOW } };
  const reconciliation = new Reconciliation({ client, tracker, queries } as unknown as ReconciliationDeps);
  const say = (change: Partial<Says>): void => {
    venue.says = { ...says, ...change };
  };
  return { reconciliation, tracker, sentQueries, say, take };
}

const fillOf = (orderId: VenueOrderId): FillRecord => ({ orderId, tradeId: 't1' }) as FillRecord;
const statusOf = async ({ reconciliation }: ReturnType<typeof open>): Promise<string> => {
  const found = await reconciliation.order(NAME, 'KXA');
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
  assert.equal(await statusOf(open({ fills, external: [ID] })), 'absent', 'somebody else’s');
});

test('an order that is known is read by its id, and in the lists where that finds nothing', async () => {
  const harness = open();
  harness.take(truth());
  harness.say({ read: () => truth({ status: 'executed', filledQty: qty('10') }) });
  assert.equal(await statusOf(harness), 'FILLED');
  assert.deepEqual(harness.sentQueries, []);
  const other = open();
  other.take(truth());
  assert.equal(await statusOf(other), 'OPEN', 'a 404 of one read is no verdict');
  assert.equal(other.sentQueries.length, 2);
  other.say({ read: () => ({ kind: 'failed', why: '503' }) });
  assert.equal(await statusOf(other), 'failed');
});

test('after an absence longer than the lists reach back nothing is absent: a person must look', async () => {
  for (const [days, kind] of [
    [12, 'absent'],
    [14, 'failed'],
  ] as const) {
    const harness = open();
    await harness.reconciliation.reconcile(String(NOW - days * DAY_MS));
    assert.equal(await statusOf(harness), kind, `${days} days`);
  }
});

test('the first reconciliation of a life queries all that is listed; later ones from a minute before the mark', async () => {
  const { reconciliation, sentQueries } = open();
  const mark = String(NOW - 600_000);
  assert.equal((await reconciliation.reconcile(mark)).mark, String(NOW));
  await reconciliation.reconcile(mark);
  assert.deepEqual(sentQueries, [
    { status: 'resting' },
    {},
    { status: 'resting' },
    { min_ts: (NOW - 660_000) / 1_000 },
  ]);
});

test('a reconciliation that could not read everything fails', async () => {
  for (const failing of [{ open: LAGGING }, { recent: LAGGING }, { fills: LAGGING }])
    await assert.rejects(open(failing).reconciliation.reconcile(null), /503/);
});

test('an order that rested and is in no list any more is read by itself, and told as it ended', async () => {
  const harness = open({ open: { ok: true, items: [truth()] } });
  await harness.reconciliation.reconcile(null);
  harness.say({ open: NONE, read: () => truth({ status: 'canceled', why: 'CloseCancel' }) });
  const { reports } = await harness.reconciliation.reconcile(String(NOW));
  assert.deepEqual(
    reports.map(({ status, reason }) => [status, reason]),
    [['CANCELLED', 'market_closed']],
  );
});

test('where that read fails, so does the reconciliation; where it finds nothing, nothing is told', async () => {
  const harness = open({ open: { ok: true, items: [truth()] } });
  await harness.reconciliation.reconcile(null);
  harness.say({ open: NONE, read: () => ({ kind: 'failed', why: '503' }) });
  await assert.rejects(harness.reconciliation.reconcile(String(NOW)), /503/);
  harness.say({ open: NONE });
  assert.deepEqual((await harness.reconciliation.reconcile(String(NOW))).reports, []);
});

test('a fill of an order that nobody has met yet brings the order, unless it is not ours', async () => {
  const fills = { ok: true, items: [fillOf(ID)] } as const;
  const told = async (says: Partial<Says>) => {
    const { reports } = await open({ fills, ...says }).reconciliation.reconcile(null);
    return reports.map(({ status }) => status);
  };
  assert.deepEqual(await told({ read: () => truth() }), ['OPEN']);
  assert.deepEqual(await told({ external: [ID], read: () => assert.fail('nobody asks') }), []);
  await assert.rejects(told({ read: () => ({ kind: 'failed', why: '503' }) }), /503/);
});
