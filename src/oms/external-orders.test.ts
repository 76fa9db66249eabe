import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type {
  AccountId,
  SubaccountId,
  VenueClientId,
  VenueName,
  VenueOrderId,
} from '../contract/model/ids.ts';
import type { OpenOrder } from '../ports/venue.ts';
import { type OmsHarness, openOms, settle, submit, value } from './oms.fixture.ts';
import { price, qty, ScriptedVenue, toReport } from './scripted-venue.fixture.ts';

const DEMO = 'Demo' as VenueName;
const OWNER = { accountId: 'acc_1' as AccountId, subaccountId: 'sa_1' as SubaccountId };
const POLL_MS = 60_000;

const openOrder = (id: string, clientId: string | null): OpenOrder => ({
  venueOrderId: id as VenueOrderId,
  clientId: clientId as VenueClientId | null,
  venueInstrumentId: 'M-1001',
  side: 'BUY',
  outcome: 'YES',
  price: price('0.01'),
  qty: qty('3'),
  filledQty: qty('0'),
});

/** A venue at whose account other programs have orders. */
class SharedVenue extends ScriptedVenue {
  open: OpenOrder[] = [];
  readonly cancelledByHand: string[] = [];
  onCancelOpen: (order: OpenOrder) => string | null = () => null;

  override onPositions = () => [];
  openOrders(): readonly OpenOrder[] {
    return this.open;
  }
  async cancelOpenOrder(order: OpenOrder): Promise<string | null> {
    this.cancelledByHand.push(order.venueOrderId);
    const why = this.onCancelOpen(order);
    if (why === null) this.open = this.open.filter(({ venueOrderId }) => venueOrderId !== order.venueOrderId);
    return why;
  }
}

interface Shared extends OmsHarness {
  readonly shared: SharedVenue;
}

async function openShared(orders: readonly OpenOrder[], from: Partial<OmsHarness> = {}): Promise<Shared> {
  const shared = (from.venue as SharedVenue | undefined) ?? new SharedVenue();
  shared.open = [...orders];
  const harness = await openOms({ ...from, venue: shared });
  return Object.assign(harness, { shared });
}

const poll = async ({ clock }: OmsHarness): Promise<void> => {
  clock.advance(POLL_MS);
  await settle();
};

const adopt = async ({ oms }: OmsHarness, cancels = false) =>
  value(await oms.adoptPositions('Demo', OWNER, cancels)).orders.map(
    ({ order, isCancelled, why }) => `${order.venueOrderId} ${isCancelled ? 'cancelled' : (why ?? 'left')}`,
  );

describe('open orders that this service did not place', () => {
  test('are listed with their number in the venue health, block no order, and rest until they end', async () => {
    const harness = await openShared([openOrder('V-1', null), openOrder('V-2', 'not in the ledger')]);
    const note = '2 open orders of the account were not placed by this service and may still trade';
    assert.equal(harness.oms.findExternalOrders(DEMO), note);
    assert.deepEqual(await adopt(harness), ['V-1 left', 'V-2 left']);
    assert.equal(harness.oms.findVenueBlock(DEMO), null);
    assert.equal((await submit(harness)).status, 'OPEN');
    harness.shared.open = [openOrder('V-2', 'not in the ledger')];
    await poll(harness);
    assert.match(harness.oms.findExternalOrders(DEMO) ?? '', /^1 open order of the account was not placed/);
    harness.shared.open = [];
    await poll(harness);
    assert.equal(harness.oms.findExternalOrders(DEMO), null);
    assert.deepEqual([harness.errors, harness.shared.cancelledByHand], [[], []]);
  });

  test('do not include our orders, also after a restart', async () => {
    const harness = await openShared([]);
    const { legs } = await submit(harness);
    const orders = [openOrder('V-1', null), openOrder('D-1', String(legs[0]?.clientId))];
    harness.shared.open = orders;
    await poll(harness);
    assert.deepEqual(await adopt(harness), ['V-1 left']);
    const { clock, market, shared } = harness;
    const next = await openShared(orders, {
      storage: await harness.storage.restart(),
      clock,
      market,
      venue: shared,
    });
    assert.deepEqual(await adopt(next, true), ['V-1 cancelled']);
    assert.deepEqual(shared.cancelledByHand, ['V-1']);
  });

  test('are cancelled when the operator wants it, which is recorded; the others are named with the reason', async () => {
    const harness = await openShared([openOrder('V-1', null), openOrder('V-2', null)]);
    harness.shared.onCancelOpen = ({ venueOrderId }) => (venueOrderId === 'V-1' ? null : 'not found');
    assert.deepEqual(await adopt(harness, true), ['V-1 cancelled', 'V-2 not found']);
    assert.deepEqual(await adopt(harness), ['V-2 left']);
    const acts = harness.storage.database
      .prepare("SELECT events FROM entries WHERE cause = 'external_orders_cancelled'")
      .all()
      .map((row) => String(row['events']));
    assert.equal(acts.length, 1);
    assert.match(acts.join(), /Demo: V-1"/);
  });

  test('a report of one whose id could be ours is a warning while it rests and a note when it has ended, each once', async () => {
    const shared = new SharedVenue({ reportsExternalOrders: true });
    const harness = await openShared([], { venue: shared });
    await submit(harness);
    const [placed] = harness.venue.placed;
    assert.ok(placed !== undefined);
    for (const [id, status] of [
      ['0x1', 'OPEN'],
      ['0x2', 'CANCELLED'],
      ['0x1', 'OPEN'],
      ['0x1', 'CANCELLED'],
    ] as const) {
      harness.oms.onVenueReport(DEMO, toReport(placed, { status, clientId: id as VenueClientId }));
      await settle();
    }
    assert.deepEqual(harness.warnings, ['an order of another program rests at the venue; it is left there']);
    assert.deepEqual(
      harness.notes.filter((note) => /another program/.test(note)),
      ['an order of another program has ended at the venue'],
    );
    assert.deepEqual([harness.errors, harness.oms.findVenueBlock(DEMO)], [[], null]);
  });
});
