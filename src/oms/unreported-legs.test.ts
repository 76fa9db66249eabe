import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { SubaccountId, VenueClientId, VenueName } from '../contract/model/ids.ts';
import type { OrderReport, VenueOutcome, VenueQuery } from '../ports/venue.ts';
import {
  getOrder,
  type OmsHarness,
  openInstrument,
  openOms,
  settle,
  submit,
  TRADER,
  value,
} from './oms.fixture.ts';
import {
  price,
  qty,
  ReplacingVenue,
  restingReply,
  ScriptedVenue,
  toReport,
} from './scripted-venue.fixture.ts';
import { LOOK_UPS_MAX, SLICE_SIZE, UnreportedLegs, type UnreportedLegsDeps } from './unreported-legs.ts';

const VENUE = 'Demo' as VenueName;
const MINUTE_MS = 60_000;
const AFTER_ROUND_MS = 500; // the queries of a round follow its list

/** A venue whose lists leave out some of its orders, and whose stream publishes nothing. */
class IncompleteVenue extends ReplacingVenue {
  readonly unlisted = new Set<VenueClientId>();
  readonly queried: VenueClientId[] = [];
  onList: () => Promise<void> = async () => {};

  override async order(clientId: VenueClientId): Promise<VenueQuery> {
    this.queried.push(clientId);
    return super.order(clientId);
  }

  override async reconcile(mark: string | null) {
    await this.onList();
    const reports = [...this.orders.values()].filter(({ clientId }) => !this.unlisted.has(clientId));
    return { reports, mark: mark ?? 'm1' };
  }
}

type Harness = OmsHarness & { readonly venue: IncompleteVenue };

async function open(): Promise<Harness> {
  const venue = new IncompleteVenue();
  const harness = await openOms({ venue });
  harness.clock.advance(AFTER_ROUND_MS);
  return { ...harness, venue };
}

/** Places an order that no list has. */
async function placeUnlisted(harness: Harness, change: object = {}) {
  const { id } = await submit(harness, change);
  const placed = harness.venue.placed.at(-1);
  assert.ok(placed);
  harness.venue.unlisted.add(placed.clientId);
  return { id, clientId: placed.clientId };
}

async function pass({ clock }: OmsHarness, ms: number, step = 500): Promise<void> {
  for (let left = ms; left > 0; left -= step) {
    clock.advance(Math.min(step, left));
    await settle();
  }
}

/** Until shortly after the next list, and the queries that follow it. */
async function passRound(harness: OmsHarness): Promise<void> {
  const steps = 2;
  await pass(harness, MINUTE_MS - AFTER_ROUND_MS, (MINUTE_MS - AFTER_ROUND_MS) / steps);
  await pass(harness, AFTER_ROUND_MS, AFTER_ROUND_MS / steps);
}

async function passRounds(harness: OmsHarness, count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) await passRound(harness);
}

/** What happened to an order at its venue without a report, and what the order is once it was looked up. */
interface LostUpdate {
  readonly name: string;
  readonly happen: (venue: IncompleteVenue, id: VenueClientId) => void;
  readonly shown: readonly [status: string, filled: string, reason: string | null];
}

const LOST_UPDATES: readonly LostUpdate[] = [
  { name: 'nothing', happen: () => {}, shown: ['OPEN', '0', null] },
  { name: 'a fill', happen: (venue, id) => venue.fill(id, 't1', '4'), shown: ['PARTIAL', '4', null] },
  { name: 'a cancel by the venue', happen: cancelAtVenue, shown: ['CANCELLED', '0', 'venue_cancelled'] },
  {
    name: 'a fill and a cancel',
    happen: (venue, id) => {
      venue.fill(id, 't1', '4');
      cancelAtVenue(venue, id);
    },
    shown: ['CANCELLED', '4', 'venue_cancelled'],
  },
  {
    name: 'fills of all',
    happen: (venue, id) => {
      venue.fill(id, 't1', '4');
      venue.fill(id, 't2', '6');
    },
    shown: ['FILLED', '10', null],
  },
  {
    name: 'a fill that was voided',
    happen: (venue, id) => {
      const { fills, ...report } = venue.fill(id, 't1', '10', 'VOID');
      venue.keep({ ...report, fills, status: 'CANCELLED', reason: 'venue_rule' });
    },
    shown: ['CANCELLED', '0', 'fill_voided'],
  },
];

function cancelAtVenue(venue: IncompleteVenue, id: VenueClientId): OrderReport {
  return venue.keep({ ...(venue.orders.get(id) as OrderReport), status: 'CANCELLED', reason: 'venue_rule' });
}

const show = (harness: OmsHarness, id: Parameters<typeof getOrder>[1]) => {
  const { status, reason, legs } = getOrder(harness, id);
  return [status, legs[0]?.filledQty, reason];
};

const netOf = ({ oms }: OmsHarness, subaccount: string) =>
  value(oms.queries.positions(TRADER, subaccount as SubaccountId)).map(({ position }) => position.net);

describe('an open order that the list of its venue leaves out (I-55)', () => {
  for (const side of ['BUY', 'SELL'] as const)
    for (const outcome of ['YES', 'NO'] as const)
      test(`${side} ${outcome} is looked up within a minute, whatever happened to it unseen`, async () => {
        for (const { name, happen, shown } of LOST_UPDATES) {
          const harness = await open();
          const { id, clientId } = await placeUnlisted(harness, { side, outcome });
          const other = await submit(harness, { side, outcome, subaccount_id: 'sa_2' });
          happen(harness.venue, clientId);
          await passRound(harness);
          const [status, filled, reason] = shown;
          assert.deepEqual(show(harness, id), [status, qty(filled), reason], name);
          assert.deepEqual(show(harness, other.id), ['OPEN', 0n, null], name);
          const net = qty(filled) * ((side === 'BUY') === (outcome === 'YES') ? 1n : -1n);
          assert.deepEqual(
            netOf(harness, 'sa_1').filter((each) => each !== 0n),
            net === 0n ? [] : [net],
          );
          assert.deepEqual(netOf(harness, 'sa_2'), []);
          assert.deepEqual(harness.venue.queried, [clientId], `${name}: one query, of this order`);
          assert.equal(harness.oms.ordersInDoubt, 0);
        }
      });

  test('it closes without a report only once its absence is proven, with its fills', async () => {
    const harness = await open();
    const { venue } = harness;
    const { id, clientId } = await placeUnlisted(harness);
    harness.oms.onVenueReport(venue.name, venue.fill(clientId, 't1', '4'));
    await settle();
    venue.orders.delete(clientId);
    const { settleMs, gapMs } = venue.capabilities.notFoundPolicy;
    await passRound(harness);
    await pass(harness, settleMs + gapMs - AFTER_ROUND_MS);
    assert.deepEqual(show(harness, id), ['PARTIAL', qty('4'), null]);
    await pass(harness, 2_000);
    assert.deepEqual(show(harness, id), ['CANCELLED', qty('4'), 'venue_cancelled']);
  });

  test('it stays as it is while the venue cannot be read for it: one query in a round, and a warning', async () => {
    const harness = await open();
    const { venue, warnings } = harness;
    const { id, clientId } = await placeUnlisted(harness);
    cancelAtVenue(venue, clientId);
    const { onQuery } = venue;
    venue.onQuery = () => ({ kind: 'failed', why: 'HTTP 500' });
    await passRounds(harness, 3);
    assert.deepEqual([show(harness, id), venue.queried.length], [['OPEN', 0n, null], 3]);
    const unread = warnings.filter((text) => text.includes('could not be read; it stays as it is'));
    assert.deepEqual([unread.length, harness.oms.ordersInDoubt], [3, 0]);
    venue.onQuery = onQuery;
    await passRound(harness);
    assert.equal(getOrder(harness, id).status, 'CANCELLED');
  });

  test('a failed query during its proof of absence leaves it open', async () => {
    const harness = await open();
    const { venue } = harness;
    const { id } = await placeUnlisted(harness);
    let queries = 0;
    venue.onQuery = () => (++queries % 5 === 0 ? { kind: 'failed', why: 'HTTP 500' } : { kind: 'absent' });
    await pass(harness, 5 * MINUTE_MS);
    assert.deepEqual(show(harness, id), ['OPEN', 0n, null]);
  });

  test('a round looks up a bounded number, and the next rounds the others before it repeats any', async () => {
    const harness = await open();
    const count = 2 * LOOK_UPS_MAX + 5;
    const ids = new Set<VenueClientId>();
    for (let order = 0; order < count; order += 1)
      ids.add((await placeUnlisted(harness, { qty: '1' })).clientId);
    const { queried } = harness.venue;
    for (const expected of [LOOK_UPS_MAX, 2 * LOOK_UPS_MAX, 3 * LOOK_UPS_MAX]) {
      await passRound(harness);
      assert.equal(queried.length, expected);
    }
    assert.deepEqual(new Set(queried.slice(0, count)), ids);
  });

  test('orders that were placed or changed while the list was read are not looked up in that round', async () => {
    const harness = await open();
    const { venue, oms } = harness;
    const filled = await placeUnlisted(harness);
    const list = Promise.withResolvers<void>();
    venue.onList = () => list.promise;
    await passRound(harness);
    const placed = await placeUnlisted(harness, { subaccount_id: 'sa_2' });
    oms.onVenueReport(venue.name, venue.fill(filled.clientId, 't1', '4'));
    await settle();
    list.resolve();
    await pass(harness, 5_000);
    assert.deepEqual(venue.queried, []);
    assert.deepEqual([show(harness, placed.id)[0], show(harness, filled.id)[0]], ['OPEN', 'PARTIAL']);
    await pass(harness, MINUTE_MS, 5_000);
    assert.deepEqual(new Set(venue.queried), new Set([placed.clientId, filled.clientId]));
  });

  test('nothing is looked up after a list that could not be read', async () => {
    const harness = await open();
    const { id } = await placeUnlisted(harness);
    harness.venue.onList = () => Promise.reject(new Error('HTTP 503'));
    await passRounds(harness, 3);
    assert.deepEqual([show(harness, id)[0], harness.venue.queried], ['OPEN', []]);
  });

  test('the list of a venue says nothing of another one, whose list cannot be read', async () => {
    const sick = Object.assign(new IncompleteVenue(), { name: 'Kalshi' as VenueName });
    const venue = new IncompleteVenue();
    const harness: Harness = { ...(await openOms({ venue, others: [sick] })), venue };
    harness.market.set(openInstrument(1002, { venue: sick.name }));
    harness.clock.advance(AFTER_ROUND_MS);
    const { clientId } = await placeUnlisted(harness);
    await submit(harness, { instrument_id: 1002 });
    assert.equal(sick.placed.length, 1);
    sick.onList = () => Promise.reject(new Error('HTTP 503'));
    await passRound(harness);
    assert.deepEqual([venue.queried, sick.queried], [[clientId], []]);
  });
});

test('very many open orders are read in slices, and one that changes meanwhile is not looked up', async () => {
  const count = 3 * SLICE_SIZE;
  const ids = Array.from({ length: count }, (_, index) => `cb-${index}-1-1` as VenueClientId);
  const createOrder = (clientId: VenueClientId) => {
    const leg = { leg: 1, generation: 1, clientId, venue: VENUE, status: 'OPEN', venueOrderId: clientId };
    return { id: clientId, pendingAction: null, legs: [leg] };
  };
  const orders = new Map(ids.map((id) => [id, createOrder(id)]));
  let readInSlice = 0;
  const values = function* () {
    for (const order of orders.values()) {
      readInSlice += 1;
      yield order;
    }
  };
  const state = { orders: { values, get: (id: VenueClientId) => orders.get(id) } };
  const clock = new ManualClock(0);
  const lookedUp: string[] = [];
  const resolver = { lookUp: (orderId: string) => lookedUp.push(orderId) };
  const legs = new UnreportedLegs({ store: { state }, resolver, clock } as unknown as UnreportedLegsDeps);
  /** Ends when the work does. @reslices the number of slices */
  const run = async <Value>(work: Promise<Value>): Promise<readonly [value: Value, slices: number]> => {
    const running = { isDone: false };
    const done = work.finally(() => {
      running.isDone = true;
    });
    let slices = 1;
    for (await settle(); !running.isDone; slices += 1) {
      assert.ok(readInSlice <= SLICE_SIZE + 1, `${readInSlice} orders`);
      readInSlice = 0;
      clock.advance(1);
      await settle();
    }
    return [await done, slices];
  };
  const [open, slices] = await run(legs.findOpen(VENUE));
  assert.deepEqual([open.length, slices], [count, 3]);
  const [changed, last] = [ids[0], ids.at(-1)] as [VenueClientId, VenueClientId];
  const reported = new Set(ids.filter((id) => id !== changed && id !== last));
  const looking = legs.lookUp(VENUE, open, reported);
  orders.set(changed, createOrder(changed));
  assert.deepEqual([(await run(looking))[1], lookedUp], [3, [last]]);
});

describe('an amend that begins during a look-up', () => {
  /** An order that is being looked up; `answer` is the answer of the query. */
  async function openLookedUp(disk: { beforeSync: () => Promise<void> } = { beforeSync: async () => {} }) {
    const venue = new ScriptedVenue();
    const answer = Promise.withResolvers<VenueQuery>();
    const harness = await openOms({ venue, disk });
    const { id } = await submit(harness);
    const [order] = venue.placed;
    assert.ok(order);
    venue.toReconcile = [];
    venue.order = () => answer.promise;
    harness.clock.advance(AFTER_ROUND_MS);
    await passRound(harness);
    assert.equal(harness.oms.ordersInDoubt, 1);
    venue.onAmend = () => restingReply({ ...order, price: price('0.47') });
    const amend = () => harness.oms.orders.amend(TRADER, id, { price: '0.47' });
    return { harness, venue, id, order, answer, amend };
  }

  test('is sent, although the query shows the old terms before the request is durable', async () => {
    let synced = Promise.resolve();
    const { harness, id, order, answer, amend } = await openLookedUp({ beforeSync: () => synced });
    const sync = Promise.withResolvers<void>();
    synced = sync.promise;
    const amended = amend();
    await settle();
    answer.resolve({ kind: 'found', report: toReport(order) });
    await settle();
    assert.equal(getOrder(harness, id).pendingAction, 'amend');
    sync.resolve();
    assert.equal(value(await amended).price, price('0.47'));
  });

  test('stays in doubt without an answer, although the query of the look-up fails', async () => {
    const { harness, venue, id, order, answer, amend } = await openLookedUp();
    venue.onAmend = (): VenueOutcome => ({ kind: 'unknown', why: 'timeout' });
    void amend();
    await settle();
    answer.resolve({ kind: 'failed', why: 'HTTP 500' });
    await pass(harness, 5_000);
    assert.deepEqual([getOrder(harness, id).pendingAction, harness.oms.ordersInDoubt], ['amend', 1]);
    venue.order = async () => ({ kind: 'found', report: toReport({ ...order, price: price('0.47') }) });
    await pass(harness, 20_000);
    assert.deepEqual([getOrder(harness, id).price, harness.oms.ordersInDoubt], [price('0.47'), 0]);
  });
});
