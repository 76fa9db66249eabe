import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FillSettlement, type Order, sumFilledQty } from '../contract/model/order.ts';
import { RECEIPT_ENTRIES_MAX } from '../orders/order-receipt.ts';
import type { OrderReport, VenueOrder } from '../ports/venue.ts';
import { type OmsHarness, openOms, settle, submit, TRADER, value } from './oms.fixture.ts';
import { qty, toReport, venueFill } from './scripted-venue.fixture.ts';

/** More than one page of a journal read. */
const MANY = 1_001;

/** The order filled completely, one contract per trade. The first trade may still be voided. */
function reportManyFills(placed: VenueOrder, first: FillSettlement = 'PENDING'): OrderReport {
  const fills = Array.from({ length: MANY }, (_, index) => {
    const settlement = index === 0 ? first : ('FINAL' as const);
    return { ...venueFill(placed, `t-${index + 1}`, '1', '0.48'), settlement };
  });
  return toReport(placed, { status: 'FILLED', fills });
}

/** A harness with an order that was filled by `MANY` trades and has left memory. */
async function openManyFills(): Promise<{
  readonly harness: OmsHarness;
  readonly order: Order;
  readonly placed: VenueOrder;
}> {
  const harness = await openOms({}, 0);
  const order = await submit(harness, { qty: String(MANY) });
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  harness.oms.onVenueReport(harness.venue.name, reportManyFills(placed));
  await settle();
  assert.equal(harness.oms.state.orders.size, 0, 'none in memory');
  return { harness, order, placed };
}

const heldQtys = (harness: OmsHarness): readonly bigint[] =>
  value(harness.oms.queries.positions(TRADER, 'sa_1' as never)).map(({ position }) => position.net);

test('an order is loaded with all its trades: the oldest, reported again, counts once', async () => {
  const { harness, order, placed } = await openManyFills();
  const { fillNumber } = harness.oms.state;
  harness.oms.onVenueReport(harness.venue.name, reportManyFills(placed, 'FINAL'));
  await settle();
  assert.deepEqual([harness.errors, harness.oms.state.fillNumber], [[], fillNumber]);
  assert.equal(sumFilledQty(value(await harness.oms.queries.order(TRADER, order.id))), qty(String(MANY)));
  assert.equal(harness.oms.state.pendingFills.size, 0, 'its settlement was applied');
});

test('a void leaves the position of all other fills, including the oldest', async () => {
  const { harness } = await openManyFills();
  await submit(harness);
  const placed = harness.venue.placed.at(-1);
  assert.ok(placed);
  for (const settlement of ['PENDING', 'VOID'] as const) {
    const trade = { ...venueFill(placed, 'undone', '10', '0.60'), settlement };
    harness.oms.onVenueReport(harness.venue.name, toReport(placed, { filledQty: qty('10'), fills: [trade] }));
    await settle();
  }
  assert.deepEqual(heldQtys(harness), [qty(String(MANY))]);
});

test('a receipt has at most its maximum of entries, and says that there are more', async () => {
  const harness = await openOms();
  const order = await submit(harness, { qty: String(MANY) });
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  const entries = async () => {
    const { events, isTruncated } = value(await harness.oms.queries.receipt(TRADER, order.id));
    return { entryCount: new Set(events.map(({ seq }) => seq)).size, isTruncated };
  };
  const { fills } = reportManyFills(placed);
  const report = async (first: number, last: number): Promise<void> => {
    for (const trade of fills.slice(first, last)) {
      harness.oms.onVenueReport(
        harness.venue.name,
        toReport(placed, { filledQty: qty('0'), fills: [trade] }),
      );
    }
    await settle();
  };
  const room = RECEIPT_ENTRIES_MAX - (await entries()).entryCount;
  await report(0, room);
  assert.deepEqual(await entries(), { entryCount: RECEIPT_ENTRIES_MAX, isTruncated: false });
  await report(room, room + 1);
  assert.deepEqual(await entries(), { entryCount: RECEIPT_ENTRIES_MAX, isTruncated: true });
});
