import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { VenueClientId, VenueOrderId } from '../../../contract/model/ids.ts';
import type { TimestampMs } from '../../../contract/model/time.ts';
import type { OrderReport } from '../../../ports/venue.ts';
import type { FillRecord, OrderState } from '../codec/kalshi-mapping.ts';
import { price, qty } from '../kalshi-orders.fixture.ts';
import type { OrderRead } from './kalshi-order-queries.ts';
import { hasMissingFills, OrderTracker, type TrackedOrder } from './kalshi-order-tracker.ts';
import { Reconciliation, type ReconciliationDeps } from './kalshi-reconciliation.ts';

const NOW = 1_782_907_200_000;
const DAY_MS = 86_400_000;
const CLIENT_ID = 'cb-1-1-1' as VenueClientId;
const ID = 'o1' as VenueOrderId;
const LAGGING = { ok: false, why: 'HTTP 503' } as const;

const state = (change: Partial<OrderState> = {}): OrderState => ({
  orderId: ID,
  uuid: null,
  ticker: 'KXA',
  shard: 0,
  bookSide: 'bid',
  status: 'resting',
  yesPrice: price('0.4'),
  qty: qty('10'),
  qtyPlaced: qty('10'),
  filledQty: qty('0'),
  expiresAt: null,
  why: null,
  at: NOW as TimestampMs,
  ...change,
});

type Listed<Item> = { ok: true; items: readonly Item[] } | { ok: false; why: string };

/** The answers of the venue's lists and single reads; empty by default. */
interface VenueAnswers {
  readonly open: Listed<OrderState>;
  readonly recent: Listed<OrderState>;
  readonly fills: Listed<FillRecord>;
  readonly archive: Listed<OrderState>;
  readonly read: (orderId: VenueOrderId) => OrderState | OrderRead;
  readonly external: readonly string[];
}

const NONE = { ok: true, items: [] } as const;

function createReconciliation(first: Partial<VenueAnswers> = {}) {
  const answers: VenueAnswers = {
    open: NONE,
    recent: NONE,
    fills: NONE,
    archive: NONE,
    read: () => ({ kind: 'unlisted' }),
    external: [],
    ...first,
  };
  const venue = { answers };
  const tracker = new OrderTracker();
  const sentQueries: object[] = [];
  const mergeOrder = (order: OrderState) =>
    tracker.merge(
      {
        clientId: (order.uuid ?? CLIENT_ID) as VenueClientId,
        terms: { outcome: 'YES', type: 'LIMIT', tif: 'GTC' },
      },
      order,
      'bid',
      NOW as TimestampMs,
    );
  const merge = (listed: Listed<OrderState>) => {
    if (listed.ok) for (const item of listed.items) mergeOrder(item);
    return listed;
  };
  const list = async (query: { readonly status?: string }) => {
    sentQueries.push(query);
    return merge(query.status === 'resting' ? venue.answers.open : venue.answers.recent);
  };
  const queries = {
    list,
    fills: async () => {
      const { fills } = venue.answers;
      for (const fill of fills.ok ? fills.items : []) {
        const order = tracker.byId(fill.orderId);
        if (order !== null) tracker.addFill(order, fill, NOW as TimestampMs);
      }
      return fills;
    },
    read: async (orderId: VenueOrderId) => {
      const answer = venue.answers.read(orderId);
      return 'kind' in answer ? answer : { kind: 'found', order: mergeOrder(answer) };
    },
    readArchive: async () => {
      sentQueries.push({ archive: true });
      return merge(venue.answers.archive);
    },
    isExternal: (orderId: VenueOrderId) => venue.answers.external.includes(orderId),
    awaitFills: async () => true,
    hasConfirmedFills: (order: TrackedOrder) => !hasMissingFills(order),
  };
  const settledSince: number[] = [];
  const client = { time: { now: () => NOW } };
  const reconciliation = new Reconciliation({
    client,
    tracker,
    queries,
    rereadSettled: async (since: number) => {
      settledSince.push(since);
      return settledSince.length > 1;
    },
  } as unknown as ReconciliationDeps);
  const setAnswers = (change: Partial<VenueAnswers>): void => {
    venue.answers = { ...answers, ...change };
  };
  return { reconciliation, tracker, sentQueries, setAnswers, mergeOrder, settledSince };
}

const createFill = (orderId: VenueOrderId, filled = '1'): FillRecord => ({
  orderId,
  tradeId: 't1',
  bookSide: 'bid',
  yesPrice: price('0.4'),
  qty: qty(filled),
  fee: null,
  isTaker: false,
  at: NOW as TimestampMs,
});
const queryStatus = async ({ reconciliation }: ReturnType<typeof createReconciliation>): Promise<string> => {
  const found = await reconciliation.order(CLIENT_ID, 'KXA');
  return found.kind === 'found' ? found.report.status : found.kind;
};

test('an order is absent only when open orders, all orders and fills have been read and none knows it', async () => {
  assert.equal(await queryStatus(createReconciliation()), 'absent');
  for (const failing of [{ open: LAGGING }, { recent: LAGGING }, { fills: LAGGING }])
    assert.equal(await queryStatus(createReconciliation(failing)), 'failed', JSON.stringify(failing));
  assert.equal(await queryStatus(createReconciliation({ open: { ok: true, items: [state()] } })), 'OPEN');
});

test('an order with fills is not absent, although no list shows it yet', async () => {
  const fills = { ok: true, items: [createFill(ID)] } as const;
  assert.equal(await queryStatus(createReconciliation({ fills })), 'failed');
  assert.equal(
    await queryStatus(createReconciliation({ fills, read: () => ({ kind: 'failed', why: '503' }) })),
    'failed',
  );
  assert.equal(await queryStatus(createReconciliation({ fills, read: () => state() })), 'OPEN');
  assert.equal(
    await queryStatus(createReconciliation({ fills, external: [ID] })),
    'absent',
    'the order of another client',
  );
});

test('a tracked order is read by its id, and in the lists if that read finds nothing', async () => {
  const harness = createReconciliation();
  harness.mergeOrder(state());
  harness.setAnswers({ read: () => state({ status: 'executed', filledQty: qty('10') }) });
  assert.equal(await queryStatus(harness), 'FILLED');
  assert.deepEqual(harness.sentQueries, []);
  const listed = createReconciliation({ recent: { ok: true, items: [state()] } });
  listed.mergeOrder(state());
  for (let query = 0; query < 2; query += 1)
    assert.equal(await queryStatus(listed), 'OPEN', 'a 404 of one read proves nothing');
  assert.equal(listed.sentQueries.length, 4);
  listed.setAnswers({ read: () => ({ kind: 'failed', why: '503' }) });
  assert.equal(await queryStatus(listed), 'failed');
});

describe('an order that is open in memory, and that the venue no longer knows,', () => {
  /** An order whose open state has been reported, and of which no read and no list says anything. */
  async function openForgotten(order: Partial<OrderState> = {}) {
    const harness = createReconciliation();
    harness.setAnswers({ open: { ok: true, items: [state(order)] } });
    await harness.reconciliation.reconcile(null);
    harness.setAnswers({});
    return harness;
  }

  test('is absent once everything has been read', async () => {
    const harness = await openForgotten();
    assert.equal(await queryStatus(harness), 'absent');
    for (const failing of [{ open: LAGGING }, { recent: LAGGING }, { fills: LAGGING }]) {
      harness.setAnswers(failing);
      assert.equal(await queryStatus(harness), 'failed', JSON.stringify(failing));
    }
  });

  test('is first reported with the fill that only the list of fills shows', async () => {
    const harness = await openForgotten();
    harness.setAnswers({ fills: { ok: true, items: [createFill(ID, '4')] } });
    const found = await harness.reconciliation.order(CLIENT_ID, 'KXA');
    assert.ok(found.kind === 'found');
    assert.deepEqual(
      [found.report.status, found.report.filledQty, found.report.fills.length],
      ['OPEN', qty('4'), 1],
    );
    assert.equal(await queryStatus(harness), 'absent');
  });

  test('is not absent while the venue has counted a fill that it does not list', async () => {
    const harness = await openForgotten({ filledQty: qty('4') });
    assert.equal(await queryStatus(harness), 'failed');
    harness.setAnswers({ fills: { ok: true, items: [createFill(ID, '4')] } });
    assert.deepEqual([await queryStatus(harness), await queryStatus(harness)], ['OPEN', 'absent']);
  });

  test('keeps the end that a message has shown meanwhile', async () => {
    const harness = await openForgotten();
    harness.mergeOrder(state({ status: 'canceled' }));
    for (let query = 0; query < 2; query += 1) assert.equal(await queryStatus(harness), 'CANCELLED');
  });
});

test('the archive is searched only after being offline for longer than the lists reach back', async () => {
  const ended = state({ status: 'executed', filledQty: qty('10') });
  for (const [days, archive, status] of [
    [12, { ok: true, items: [ended] }, 'absent'],
    [14, { ok: true, items: [ended] }, 'FILLED'],
    [14, NONE, 'absent'],
    [14, LAGGING, 'failed'],
  ] as const) {
    const harness = createReconciliation({ archive });
    await harness.reconciliation.reconcile(String(NOW - days * DAY_MS));
    assert.equal(await queryStatus(harness), status, `${days} days`);
    assert.equal(
      harness.sentQueries.some((query) => 'archive' in query),
      days > 13,
    );
  }
});

test('a fill of an order that ended before the lists begin says nothing of the order that is searched for', async () => {
  const fillOf = (days: number) => ({ ...createFill(ID), at: (NOW - days * DAY_MS) as TimestampMs });
  for (const [days, offlineDays, status] of [
    [12, 1, 'failed'],
    [14, 1, 'absent'],
    [14, 14, 'failed'], // it may be of that order, which the archive should have
  ] as const) {
    const harness = createReconciliation();
    await harness.reconciliation.reconcile(String(NOW - offlineDays * DAY_MS));
    harness.setAnswers({ fills: { ok: true, items: [fillOf(days)] } });
    assert.equal(await queryStatus(harness), status, `${days} days ago, offline for ${offlineDays}`);
  }
});

test('the first reconciliation of a process reads the whole lists; later ones start a minute before the mark', async () => {
  const { reconciliation, sentQueries } = createReconciliation();
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

test('a reconciliation that could not read every list fails', async () => {
  for (const failing of [{ open: LAGGING }, { recent: LAGGING }, { fills: LAGGING }])
    await assert.rejects(createReconciliation(failing).reconciliation.reconcile(null), /503/);
});

test('an open order that no list shows any more is read by its id, and its final state is reported', async () => {
  const harness = createReconciliation({ open: { ok: true, items: [state()] } });
  await harness.reconciliation.reconcile(null);
  harness.setAnswers({ open: NONE, read: () => state({ status: 'canceled', why: 'CloseCancel' }) });
  const { reports } = await harness.reconciliation.reconcile(String(NOW));
  assert.deepEqual(
    reports.map(({ status, reason }) => [status, reason]),
    [['CANCELLED', 'market_closed']],
  );
});

const OTHER = { orderId: 'o2' as VenueOrderId, uuid: 'cb-2-1-1' };
const ALL = [state(), state(OTHER)];
const CHANGES: Readonly<
  Record<string, { readonly order?: Partial<OrderState>; readonly fill?: FillRecord }>
> = {
  'is cancelled': { order: { status: 'canceled' } },
  'is executed': { order: { status: 'executed', filledQty: qty('10') }, fill: createFill(ID, '10') },
  'has another fill': { order: { filledQty: qty('4') }, fill: createFill(ID, '4') },
};
for (const [what, { order, fill }] of Object.entries(CHANGES))
  for (const how of ['reconciliation', 'catch-up'] as const)
    test(`an order of which the search for another shows that it ${what} is reported by the next ${how}`, async () => {
      const harness = createReconciliation({ open: { ok: true, items: ALL } });
      const { reconciliation } = harness;
      const readNext = async (): Promise<readonly OrderReport[]> =>
        how === 'catch-up'
          ? reconciliation.catchUp(NOW as TimestampMs)
          : (await reconciliation.reconcile(String(NOW))).reports;
      await reconciliation.reconcile(null);
      const changed = state({ ...order, at: (NOW - DAY_MS) as TimestampMs });
      const fills = { ok: true, items: fill === undefined ? [] : [fill] } as const;
      harness.setAnswers({ recent: { ok: true, items: [changed] }, fills });
      assert.deepEqual(await reconciliation.order('cb-3-1-1' as VenueClientId, 'KXA'), { kind: 'absent' });
      const isOpen = changed.status === 'resting';
      harness.setAnswers({ open: { ok: true, items: isOpen ? [changed, state(OTHER)] : [state(OTHER)] } });
      const report = (await readNext()).find(({ venueOrderId }) => venueOrderId === ID);
      const { status = null, filledQty = null, fills: reported = [] } = report ?? {};
      assert.deepEqual(
        [status, filledQty, reported.length],
        [
          { resting: 'OPEN', canceled: 'CANCELLED', executed: 'FILLED' }[changed.status],
          changed.filledQty,
          fills.items.length,
        ],
      );
    });

test('what a first reconciliation that failed has read is reported by the next one', async () => {
  const cancelled = state({ status: 'canceled' });
  const fills = { ok: true, items: [createFill(OTHER.orderId)] } as const;
  const harness = createReconciliation({
    recent: { ok: true, items: [cancelled] },
    fills,
    read: () => ({ kind: 'failed', why: '503' }),
  });
  await assert.rejects(harness.reconciliation.reconcile(String(NOW)), /503/);
  harness.setAnswers({ recent: { ok: true, items: [cancelled] }, fills: NONE });
  const { reports } = await harness.reconciliation.reconcile(String(NOW));
  assert.deepEqual(
    reports.map(({ status }) => status),
    ['CANCELLED'],
  );
  assert.deepEqual(harness.sentQueries.at(-1), {}, 'the whole list again');
});

test('if that read fails, the reconciliation fails; if it finds nothing, nothing is reported', async () => {
  const harness = createReconciliation({ open: { ok: true, items: [state()] } });
  await harness.reconciliation.reconcile(null);
  harness.setAnswers({ open: NONE, read: () => ({ kind: 'failed', why: '503' }) });
  await assert.rejects(harness.reconciliation.reconcile(String(NOW)), /503/);
  harness.setAnswers({ open: NONE });
  assert.deepEqual((await harness.reconciliation.reconcile(String(NOW))).reports, []);
});

test('a fill of an untracked order makes the order read and reported, unless it is external', async () => {
  const fills = { ok: true, items: [createFill(ID)] } as const;
  const readStatuses = async (answers: Partial<VenueAnswers>) => {
    const { reports } = await createReconciliation({ fills, ...answers }).reconciliation.reconcile(null);
    return reports.map(({ status }) => status);
  };
  assert.deepEqual(await readStatuses({ read: () => state() }), ['OPEN']);
  assert.deepEqual(
    await readStatuses({ external: [ID], read: () => assert.fail('an external order is not read') }),
    [],
  );
  await assert.rejects(readStatuses({ read: () => ({ kind: 'failed', why: '503' }) }), /503/);
});

test('settlements since the mark are read once in a process, and again after a failure', async () => {
  const { reconciliation, settledSince } = createReconciliation();
  await reconciliation.reconcile(null);
  assert.deepEqual(settledSince, [], 'nothing can have settled before the first start');
  for (let call = 0; call < 3; call += 1) await reconciliation.reconcile(String(NOW - DAY_MS));
  const since = NOW - DAY_MS - 60_000;
  assert.deepEqual(settledSince, [since, since]); // the first read failed
});

for (const [title, at, isReported] of [
  ['before the mark less a minute', NOW - 60_001, false],
  ['at the mark less a minute', NOW - 60_000, true],
  ['after it', NOW - 59_999, true],
  ['at a time that the venue does not give', null, true],
] as const)
  test(`an order that changed ${title} is ${isReported ? 'reported' : 'not reported'}`, async () => {
    const executed = state({ status: 'executed', filledQty: qty('10'), at: at as TimestampMs | null });
    const harness = createReconciliation({ recent: { ok: true, items: [executed] } });
    const { reports } = await harness.reconciliation.reconcile(String(NOW));
    assert.equal(reports.length, isReported ? 1 : 0);
  });

test('a catch-up starts a minute before its time and reports only what is new, after the first reconciliation', async () => {
  const { reconciliation, sentQueries, setAnswers } = createReconciliation();
  setAnswers({ open: { ok: true, items: [state()] } });
  assert.deepEqual(await reconciliation.catchUp(NOW as TimestampMs), []);
  assert.deepEqual(sentQueries, [], 'the first reconciliation reads everything');
  assert.equal((await reconciliation.reconcile(null)).reports.length, 1);
  const changed = state({ filledQty: qty('4'), at: (NOW + 1) as TimestampMs });
  setAnswers({ open: { ok: true, items: [changed] } });
  const statuses: string[][] = [];
  for (let call = 0; call < 2; call += 1) {
    const reports = await reconciliation.catchUp(NOW as TimestampMs);
    statuses.push(reports.map(({ filledQty }) => String(filledQty)));
  }
  assert.deepEqual(statuses, [[String(qty('4'))], []]);
  assert.deepEqual(sentQueries.at(-1), { min_ts: (NOW - 60_000) / 1_000 });
});
