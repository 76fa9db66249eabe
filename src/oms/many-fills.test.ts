import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FillSettlement, type Order, sumFilledQty } from '../domain/model/order.ts';
import type { OrderReport, VenueOrder } from '../ports/venue.ts';
import {
  fill,
  type OmsHarness,
  openOms,
  qty,
  reportOf,
  settle,
  submit,
  TRADER,
  value,
} from './oms.fixture.ts';
import { RECEIPT_ENTRIES_MAX } from './order-receipt.ts';

/** More than one read of the journal brings. */
const MANY = 1_001;

/** The order filled whole, a contract a trade. The first trade may still be undone. */
function crumbs(placed: VenueOrder, first: FillSettlement = 'PENDING'): OrderReport {
  const fills = Array.from({ length: MANY }, (_, index) => {
    const settlement = index === 0 ? first : ('FINAL' as const);
    return { ...fill(placed, `t-${index + 1}`, '1', '0.48'), settlement };
  });
  return reportOf(placed, { status: 'FILLED', fills });
}

/** A desk with an order that was filled by so many trades and has left memory. */
async function crumbed(): Promise<{
  readonly desk: OmsHarness;
  readonly order: Order;
  readonly placed: VenueOrder;
}> {
  const desk = await openOms({}, 0);
  const order = await submit(desk, { qty: String(MANY) });
  const [placed] = desk.venue.placed;
  assert.ok(placed);
  desk.engine.report(desk.venue.name, crumbs(placed));
  await settle();
  assert.equal(desk.engine.state.orders.size, 0, 'none in memory');
  return { desk, order, placed };
}

const held = (desk: OmsHarness): readonly bigint[] =>
  value(desk.engine.positions(TRADER, 'sa_1' as never)).map(({ position }) => position.net);

test('an order comes back to memory with all its trades, however many: the oldest, told again, counts once', async () => {
  const { desk, order, placed } = await crumbed();
  const { fillNumber } = desk.engine.state;
  desk.engine.report(desk.venue.name, crumbs(placed, 'FINAL'));
  await settle();
  assert.deepEqual([desk.errors, desk.engine.state.fillNumber], [[], fillNumber]);
  assert.equal(sumFilledQty(value(await desk.engine.order(TRADER, order.id))), qty(String(MANY)));
  assert.equal(desk.engine.state.pendingFills.size, 0, 'its word was taken');
});

test('a void leaves what all other fills of the holding make, the oldest among them too', async () => {
  const { desk } = await crumbed();
  await submit(desk);
  const placed = desk.venue.placed.at(-1);
  assert.ok(placed);
  for (const settlement of ['PENDING', 'VOID'] as const) {
    const trade = { ...fill(placed, 'undone', '10', '0.60'), settlement };
    desk.engine.report(desk.venue.name, reportOf(placed, { filledQty: qty('10'), fills: [trade] }));
    await settle();
  }
  assert.deepEqual(held(desk), [qty(String(MANY))]);
});

test('a receipt tells as many entries as it has room for, and beyond them that there are more', async () => {
  const desk = await openOms();
  const order = await submit(desk, { qty: String(MANY) });
  const [placed] = desk.venue.placed;
  assert.ok(placed);
  const entries = async () => {
    const { events, isTruncated } = value(await desk.engine.receipt(TRADER, order.id));
    return { told: new Set(events.map(({ seq }) => seq)).size, isTruncated };
  };
  const { fills } = crumbs(placed);
  const report = async (first: number, last: number): Promise<void> => {
    for (const trade of fills.slice(first, last)) {
      desk.engine.report(desk.venue.name, reportOf(placed, { filledQty: qty('0'), fills: [trade] }));
    }
    await settle();
  };
  const room = RECEIPT_ENTRIES_MAX - (await entries()).told;
  await report(0, room);
  assert.deepEqual(await entries(), { told: RECEIPT_ENTRIES_MAX, isTruncated: false });
  await report(room, room + 1);
  assert.deepEqual(await entries(), { told: RECEIPT_ENTRIES_MAX, isTruncated: true });
});
