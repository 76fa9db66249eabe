import assert from 'node:assert/strict';
import type { ParentId } from '../../contract/model/ids.ts';
import type { Qty } from '../../contract/model/money.ts';
import type { Parent } from '../../contract/model/parent.ts';
import { findOverfilledQty } from '../../contract/model/parent-quantities.ts';
import { type OmsHarness, openOms, settle, TRADER, value } from '../../oms/oms.fixture.ts';
import { qty, restingReply, toReport, venueFill } from '../../oms/scripted-venue.fixture.ts';
import type { VenueFill, VenueOrder } from '../../ports/venue.ts';

/** `SELL 20 YES`, fires at a bid of 0.40 or below, on instrument 1001. */
export const stopBody = (change: object = {}, params: object = {}): object => ({
  subaccount_id: 'sa_1',
  type: 'STOP',
  instrument_id: 1001,
  side: 'SELL',
  qty: '20',
  params: { trigger_price: '0.4', max_slippage: '0.03', ...params },
  ...change,
});

/** `BUY 100 YES @ 0.44`, 30 shown at a time. */
export const icebergBody = (change: object = {}, params: object = {}): object => ({
  subaccount_id: 'sa_1',
  type: 'ICEBERG',
  instrument_id: 1001,
  side: 'BUY',
  qty: '100',
  price: '0.44',
  params: { display_qty: '30', ...params },
  ...change,
});

/** An OMS whose market 1001 has the best prices 0.47 and 0.49. */
export async function openParents(
  from: Parameters<typeof openOms>[0] = {},
  terminalInMemoryMax?: number,
): Promise<OmsHarness> {
  const harness = await openOms(from, terminalInMemoryMax);
  if (from.market === undefined) harness.market.setTouch(1001, '0.47', '0.49');
  return harness;
}

/** The next process, over the same disk, venue and market. */
export async function restart(harness: OmsHarness): Promise<OmsHarness> {
  const { venue, market, clock } = harness;
  harness.oms.stop();
  const storage = await harness.storage.restart();
  return openParents({ venue, market, clock, storage });
}

export async function place(harness: OmsHarness, body: object): Promise<Parent> {
  const { parent } = value(await harness.oms.complexOrders.submit(TRADER, body, null));
  await settle();
  return parent;
}

export function getParent({ oms }: OmsHarness, id: ParentId): Parent {
  const parent = oms.state.parents.get(id);
  assert.ok(parent !== undefined, `${id} is in memory`);
  return parent;
}

/** Moves the best prices and lets every decision run. */
export async function moveTo(harness: OmsHarness, bid: string | null, ask: string | null): Promise<void> {
  harness.market.setTouch(1001, bid, ask);
  await settle();
}

export async function pass(harness: OmsHarness, ms: number): Promise<void> {
  harness.clock.advance(ms);
  await settle();
}

/** Lets time pass in steps, so that what one step starts can end in a later one. */
export async function passSlowly(harness: OmsHarness, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) await pass(harness, 1_000);
}

/** The venue order of a child, as it was sent. */
export function sentTo({ venue }: OmsHarness, at = -1): VenueOrder {
  const order = venue.placed.at(at);
  assert.ok(order !== undefined, 'a child was sent');
  return order;
}

const fills = new WeakMap<VenueOrder, readonly VenueFill[]>();

/** The venue reports that a resting order has filled `total` in all; it stays open unless it is full. */
export async function fill(harness: OmsHarness, order: VenueOrder, total: string): Promise<void> {
  const earlier = fills.get(order) ?? [];
  const added = qty(total) - earlier.reduce((sum, each) => sum + each.qty, 0n);
  const trade = { ...venueFill(order, `t-${order.clientId}-${total}`, total, '0.44'), qty: added as Qty };
  const all = [...earlier, trade];
  fills.set(order, all);
  const status = qty(total) === order.qty ? 'FILLED' : 'OPEN';
  harness.oms.onVenueReport(harness.venue.name, toReport(order, { fills: all, status }));
  await settle();
}

/** The venue proves the end of an order that has filled `total`. */
export async function close(harness: OmsHarness, order: VenueOrder, total = '0', at = '0.44'): Promise<void> {
  const fills = total === '0' ? [] : [venueFill(order, `t-${order.clientId}-${total}`, total, at)];
  const status = qty(total) === order.qty ? 'FILLED' : 'CANCELLED';
  harness.oms.onVenueReport(harness.venue.name, toReport(order, { fills, status }));
  await settle();
}

export const ZERO = qty('0');

/** Status, filled, live and overfilled quantity of a parent. */
export function sums(harness: OmsHarness, id: ParentId) {
  const parent = getParent(harness, id);
  return [parent.status, parent.filledQty, parent.liveQty, findOverfilledQty(parent)];
}

/** The children of a parent, in their order, with the cause of a requested cancel. */
export const listCancelReasons = ({ oms }: OmsHarness, id: ParentId) =>
  getParentOrders(oms, id).map(({ status, cancelReason, reason }) => [status, cancelReason, reason]);

const getParentOrders = (oms: OmsHarness['oms'], id: ParentId) =>
  [...oms.state.orders.values()].filter(({ parentId }) => parentId === id);

/** The details of the decisions in the receipt. */
export async function listDetails({ oms }: OmsHarness, id: ParentId) {
  const { events } = value(await oms.complexOrders.receipt(TRADER, id));
  return events.flatMap(({ event }) =>
    event.type === 'ParentDecided' && event.detail !== null ? [[event.decision, event.detail]] : [],
  );
}

/** The venue answers each order at once: an IOC is filled by `size`, the rest is cancelled. */
export const iocReply = (order: VenueOrder, size: string) => {
  const fills = size === '0' ? [] : [venueFill(order, `t-${order.clientId}`, size, '0.38')];
  const isFull = fills[0] !== undefined && fills[0].qty === order.qty;
  return restingReply(order, {
    fills,
    status: isFull ? 'FILLED' : 'CANCELLED',
    reason: isFull ? null : 'ioc_remainder',
  });
};
