import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { requirePresent } from '../../../contract/model/assert.ts';
import type { VenueClientId, VenueOrderId } from '../../../contract/model/ids.ts';
import type { OrderReport, VenueAnomaly } from '../../../ports/venue.ts';
import { qty } from '../kalshi-orders.fixture.ts';
import type { OrderRead } from './kalshi-order-queries.ts';
import { OrderTracker, type TrackedOrder } from './kalshi-order-tracker.ts';
import { NOW, ORDER, toIdentity, toState } from './kalshi-sender.fixture.ts';
import { UserStream, type UserStreamDeps } from './kalshi-user-stream.ts';

const [FIRST, SECOND] = ['cb-1-1-1', 'cb-2-1-1'].map((clientId) => ({
  ...ORDER,
  clientId: clientId as VenueClientId,
})) as [typeof ORDER, typeof ORDER];
const ADOPTION_MS = 60_000; // longer than all reads of an adoption

/** A stream with two orders; `read` answers the reads of orders, and fills are confirmed unless stated. */
function createStream(read: (orderId: VenueOrderId) => OrderRead = () => ({ kind: 'unlisted' })) {
  const clock = new ManualClock();
  const tracker = new OrderTracker();
  const reports: OrderReport[] = [];
  const anomalies: VenueAnomaly[] = [];
  const reads: VenueOrderId[] = [];
  const fills = { areConfirmed: true, end: 'confirmed' as 'confirmed' | 'unconfirmed' | 'unread' };
  const dropped: VenueOrderId[] = [];
  const queries = {
    mergeFill: ({ orderId }: { readonly orderId: VenueOrderId }) => tracker.byId(orderId),
    isExternal: () => false,
    hasConfirmedFills: () => fills.areConfirmed,
    hasUnconfirmedFills: () => !fills.areConfirmed && dropped.length === 0,
    awaitConfirmedFills: async () => fills.end,
    dropUnconfirmedFills: (orderId: VenueOrderId) => dropped.push(orderId),
    read: async (orderId: VenueOrderId) => {
      reads.push(orderId);
      return read(orderId);
    },
  };
  const stream = new UserStream({
    queries,
    clock,
    listener: {
      onReport: (report: OrderReport) => reports.push(report),
      onAnomaly: (anomaly: VenueAnomaly) => anomalies.push(anomaly),
    },
    note: () => undefined,
  } as unknown as UserStreamDeps);
  const add = (order: typeof ORDER, orderId: string): TrackedOrder =>
    tracker.merge(toIdentity(order), toState({ orderId: orderId as VenueOrderId }), 'bid', NOW);
  /** A fill message of an order. */
  const onFill = (orderId: string): void =>
    stream.onFrame({
      type: 'fill',
      msg: {
        trade_id: `t-${orderId}`,
        order_id: orderId,
        market_ticker: 'KXA',
        is_taker: false,
        book_side: 'bid',
        yes_price_dollars: '0.4000',
        count_fp: '1.00',
        fee_cost: '0.00',
        ts_ms: NOW,
      },
    } as unknown as Parameters<UserStream['onFrame']>[0]);
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 100) {
      clock.advance(100);
      await new Promise(setImmediate);
    }
  };
  const statuses = () => reports.map(({ clientId, filledQty }) => [clientId, filledQty]);
  return { stream, add, onFill, pass, reports, anomalies, reads, fills, dropped, statuses };
}

test('updates of an order wait for the last of its requests in flight, those of another order do not', async () => {
  const { stream, add, onFill, statuses } = createStream();
  const [first, second] = [add(FIRST, 'o1'), add(SECOND, 'o2')];
  const requests = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ends = requests.map(({ promise }) =>
    stream.holdUpdatesDuring(
      FIRST.clientId,
      () => first,
      () => promise,
    ),
  );
  first.filledQty = second.filledQty = qty('1');
  onFill('o1');
  onFill('o2');
  assert.deepEqual(statuses(), [[SECOND.clientId, qty('1')]]);
  requests[0]?.resolve();
  await ends[0];
  onFill('o1');
  assert.equal(statuses().length, 1, 'one request is still in flight');
  requests[1]?.resolve();
  await ends[1];
  assert.deepEqual(statuses()[1], [FIRST.clientId, qty('1')], 'what arrived meanwhile');
  first.filledQty = qty('2');
  onFill('o1');
  assert.deepEqual(statuses()[2], [FIRST.clientId, qty('2')], 'and later updates at once');
});

test('a request that fails ends its hold, too', async () => {
  const { stream, add, onFill, statuses } = createStream();
  const order = add(FIRST, 'o1');
  await assert.rejects(
    stream.holdUpdatesDuring(
      FIRST.clientId,
      () => order,
      () => Promise.reject(new Error('the request')),
    ),
    /the request/,
  );
  order.filledQty = qty('1');
  onFill('o1');
  assert.deepEqual(statuses().at(-1), [FIRST.clientId, qty('1')]);
});

test('nothing is published after the stop: no message, no end of a request, no fill that was awaited', async () => {
  const { stream, add, onFill, pass, reports, reads, fills } = createStream();
  add(FIRST, 'o1');
  const second = add(SECOND, 'o2');
  const request = Promise.withResolvers<void>();
  const held = stream.holdUpdatesDuring(
    SECOND.clientId,
    () => second,
    () => request.promise,
  );
  fills.areConfirmed = false;
  onFill('o1'); // waits for its list of fills
  onFill('o9'); // waits for its order
  fills.areConfirmed = true;
  stream.stop();
  request.resolve();
  await held;
  onFill('o2');
  await pass(ADOPTION_MS);
  assert.deepEqual([reports, reads], [[], []]);
});

test('the order of a fill that arrives first is read until it is found, and for a later fill again', async () => {
  let isListed = false;
  const harness = createStream(() =>
    isListed ? { kind: 'found', order: harness.add(FIRST, 'o1') } : { kind: 'unlisted' },
  );
  const { onFill, pass, reads, anomalies, reports } = harness;
  onFill('o1');
  onFill('o1'); // is read once for both
  await pass(ADOPTION_MS);
  assert.deepEqual([reads.length, anomalies.length], [5, 1]);
  isListed = true;
  onFill('o1');
  await pass(ADOPTION_MS);
  assert.deepEqual([reads.length, anomalies.length, reports.length], [6, 1, 1]);
});

for (const kind of ['external', 'found'] as const)
  test(`after an order was ${kind} its next untracked fill is read again`, async () => {
    const harness = createStream(() =>
      kind === 'external' ? { kind } : { kind, order: harness.add(SECOND, 'o2') },
    );
    const { onFill, pass, reads, anomalies } = harness;
    for (const expected of [1, 2]) {
      onFill('o1');
      await pass(ADOPTION_MS);
      assert.equal(reads.length, expected);
    }
    assert.deepEqual(anomalies, []);
  });

test('an order whose status the stream calls unknown is read, and what the read shows is reported', async () => {
  const order: { value: TrackedOrder | null } = { value: null };
  const { stream, add, pass, reports, reads } = createStream(() => {
    const found = requirePresent(order.value, 'the order');
    found.status = 'CANCELLED';
    return { kind: 'found', order: found };
  });
  order.value = add(FIRST, 'o1');
  const msg = {
    order_id: 'o1',
    ticker: 'KXA',
    book_side: 'bid',
    status: 'unknown',
    yes_price_dollars: '0.4000',
    initial_count_fp: '2.00',
    fill_count_fp: '0.00',
    remaining_count_fp: '0.00',
  };
  stream.onFrame({ type: 'user_order', msg } as unknown as Parameters<UserStream['onFrame']>[0]);
  assert.deepEqual([reads, reports], [[], []], 'reads lag behind the stream');
  await pass(5_000);
  assert.deepEqual(reads, ['o1']);
  assert.deepEqual(
    reports.map(({ clientId, status }) => [clientId, status]),
    [[FIRST.clientId, 'CANCELLED']],
  );
});

for (const [end, title, isDropped] of [
  ['confirmed', 'confirms the fill', false],
  ['unconfirmed', 'does not have the fill', true],
  ['unread', 'cannot be read', false],
] as const)
  test(`after a fill of the stream the list ${title}: it is ${isDropped ? 'dropped' : 'kept'}, and the order reported`, async () => {
    const { stream, add, onFill, pass, fills, dropped, reports } = createStream();
    const order = add(FIRST, 'o1');
    order.filledQty = qty('1');
    Object.assign(fills, { areConfirmed: false, end });
    onFill('o1');
    assert.deepEqual(reports, [], 'not before the list was read');
    await pass(5_000);
    assert.deepEqual([reports.length, dropped], [1, []], 'lists lag behind the stream');
    await pass(10_000);
    assert.deepEqual(dropped, isDropped ? ['o1'] : []);
    stream.stop();
  });
