import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VenueClientId } from '../contract/model/ids.ts';
import type { FillSettlement } from '../contract/model/order.ts';
import { verifyLedger } from '../storage/sqlite/journal/verify-ledger.ts';
import { getOrder, type OmsHarness, openOms, settle, submit, TRADER, value } from './oms.fixture.ts';
import { ReplacingVenue } from './scripted-venue.fixture.ts';

interface TwoProcesses {
  readonly before: OmsHarness;
  readonly venue: ReplacingVenue; // of the next process, with the same orders
  readonly queried: VenueClientId[]; // the orders that the next process queries
}

/** An order filled by a PENDING trade: completely, or partially and then amended. Then its process ends. */
async function endWithPendingFill(
  change: object | null,
): Promise<TwoProcesses & { readonly first: VenueClientId }> {
  const venue = new ReplacingVenue();
  const harness = await openOms({ venue });
  const order = await submit(harness);
  const first = getOrder(harness, order.id).legs[0]?.clientId as VenueClientId;
  harness.oms.onVenueReport(venue.name, venue.fill(first, 't1', change === null ? '10' : '4', 'PENDING'));
  await settle();
  if (change !== null) value(await harness.oms.orders.amend(TRADER, order.id, change));
  const next = new ReplacingVenue();
  for (const report of venue.orders.values()) next.keep(report);
  const queried: VenueClientId[] = [];
  const { onQuery } = next;
  next.onQuery = (clientId) => {
    queried.push(clientId);
    return onQuery(clientId);
  };
  return { before: harness, venue: next, queried, first };
}

/** The venue settles the trade without a report. */
function settleSilently({ venue }: TwoProcesses, first: VenueClientId, settlement: FillSettlement): void {
  const report = venue.orders.get(first);
  assert.ok(report !== undefined);
  venue.keep({ ...report, fills: report.fills.map((each) => ({ ...each, settlement })) });
}

async function startNext({ before, venue }: TwoProcesses): Promise<OmsHarness> {
  const { market, clock } = before;
  const harness = await openOms({ storage: await before.storage.restart(), market, clock, venue });
  clock.advance(0);
  await settle();
  return harness;
}

for (const settlement of ['FINAL', 'VOID'] as const) {
  for (const [subject, change] of [
    ['a closed order', null],
    ['an earlier generation', { price: '0.47' }],
  ] as const) {
    test(`a fill of ${subject} that became ${settlement} while the service was down is settled at the start`, async () => {
      const processes = await endWithPendingFill(change);
      settleSilently(processes, processes.first, settlement);
      const next = await startNext(processes);
      assert.ok(processes.queried.includes(processes.first));
      assert.equal(next.oms.state.pendingFills.size, 0);
      const held = value(next.oms.queries.positions(TRADER, 'sa_1' as never)).length;
      assert.equal(held, settlement === 'FINAL' ? 1 : 0);
      assert.deepEqual(verifyLedger(next.storage.database).problems, []);
    });
  }
}

const POLL_MS = 60_000;

async function poll({ clock }: OmsHarness, ms = POLL_MS): Promise<void> {
  clock.advance(ms);
  await settle();
  clock.advance(0);
  await settle();
}

for (const hours of [0, -1, 1]) {
  test(`a PENDING fill is queried a poll after it was seen, with the wall clock moved by ${hours} h`, async () => {
    const processes = await endWithPendingFill(null);
    const next = await startNext(processes);
    processes.queried.length = 0;
    settleSilently(processes, processes.first, 'FINAL');
    next.clock.jumpWall(hours * 3_600_000);
    await poll(next);
    assert.deepEqual([processes.queried, next.oms.state.pendingFills.size], [[processes.first], 0]);
  });
}

test('a fill that is newer than the last poll is not queried yet: its update is still expected', async () => {
  const venue = new ReplacingVenue();
  const harness = await openOms({ venue });
  const { legs } = getOrder(harness, (await submit(harness)).id);
  const [clientId] = legs.map((leg) => leg.clientId);
  assert.ok(clientId);
  await poll(harness);
  const queried: VenueClientId[] = [];
  const { onQuery } = venue;
  venue.onQuery = (id) => {
    queried.push(id);
    return onQuery(id);
  };
  harness.oms.onVenueReport(venue.name, venue.fill(clientId, 't1', '10', 'PENDING'));
  await poll(harness);
  assert.deepEqual(queried, []);
  await poll(harness);
  assert.deepEqual(queried, [clientId]);
});
