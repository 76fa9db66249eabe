import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { positionKey } from '../contract/model/ids.ts';
import type { ShownTerms } from '../domain/order-state/shown-terms.ts';
import type { OrderReport, VenueOrder } from '../ports/venue.ts';
import { getOrder, type OmsHarness, openOms, settle, submit, TRADER } from './oms.fixture.ts';
import { price, qty, ScriptedVenue, toReport, venueFill } from './scripted-venue.fixture.ts';

const toTerms = (order: VenueOrder, change: Partial<ShownTerms> = {}): ShownTerms => {
  const { venueInstrumentId, side, outcome, type, tif, price: limit, qty: size } = order;
  return { venueInstrumentId, side, outcome, type, tif, price: limit, qty: size, ...change };
};

/** Another order at the venue with the id of the placed one: open, and filled in part. */
const toOther = (order: VenueOrder, change: Partial<ShownTerms>): OrderReport =>
  toReport(order, { terms: toTerms(order, change), fills: [venueFill(order, 'other', '4', '0.47')] });

const OTHERS: readonly (readonly [string, Partial<ShownTerms>])[] = [
  ['side', { side: 'SELL' }],
  ['outcome', { outcome: 'NO' }],
  ['price', { price: price('0.02') }],
  ['quantity', { qty: qty('50') }],
  ['instrument', { venueInstrumentId: 'another' }],
];

function describeResult(harness: OmsHarness, id: Parameters<typeof getOrder>[1]) {
  const { status, reason, legs } = getOrder(harness, id);
  return { status, reason, venueOrderId: legs[0]?.venueOrderId, filledQty: legs[0]?.filledQty };
}

const NOT_ADOPTED = { status: 'REJECTED', reason: 'id_in_use', venueOrderId: null, filledQty: 0n };

describe('an order of the venue with the id and other terms is not adopted', () => {
  for (const [term, change] of OTHERS) {
    test(`another ${term}: found by the query after the refusal of the id`, async () => {
      const harness = await openOms();
      const { venue, clock } = harness;
      venue.onPlace = () => ({ kind: 'refused', code: 'duplicate_client_id', message: 'exists' });
      venue.onQuery = () => ({ kind: 'found', report: toOther(venue.placed[0] as VenueOrder, change) });
      const answered = submit(harness);
      await settle();
      clock.advance(250);
      const { id } = await answered;
      await settle();
      assert.deepEqual(describeResult(harness, id), NOT_ADOPTED);
      assert.equal(getOrder(harness, id).legs[0]?.venueCode, 'duplicate_client_id');
      assert.deepEqual([venue.placed.length, venue.cancelled.length, harness.oms.ordersInDoubt], [1, 0, 0]);
    });

    test(`another ${term}: in the answer, and in every later report`, async () => {
      const harness = await openOms();
      const { venue } = harness;
      venue.onPlace = (order) => ({ kind: 'report', report: toOther(order, change) });
      const { id } = await submit(harness);
      assert.deepEqual(describeResult(harness, id), NOT_ADOPTED);
      const [placed] = venue.placed;
      assert.ok(placed);
      const later = [toOther(placed, change), toReport(placed), toReport(placed, { status: 'CANCELLED' })];
      for (const report of later) harness.oms.onVenueReport(venue.name, report);
      await settle();
      assert.deepEqual(describeResult(harness, id), NOT_ADOPTED);
      const { instrumentId } = getOrder(harness, id).legs[0] ?? {};
      assert.ok(instrumentId !== undefined);
      const key = positionKey(TRADER.accountId, getOrder(harness, id).subaccountId, instrumentId);
      assert.equal(harness.oms.state.positions.get(key), undefined);
      assert.deepEqual(harness.counts.filter((count) => count.includes('anomalies')).length, 1);
    });
  }
});

test('an order with the sent terms is adopted, and its amended price and quantity are no difference', async () => {
  const harness = await openOms();
  const { venue, oms } = harness;
  venue.onPlace = (order) => ({ kind: 'report', report: toReport(order, { terms: toTerms(order) }) });
  const { id } = await submit(harness);
  const [placed] = venue.placed;
  assert.ok(placed);
  const terms = toTerms(placed, { price: price('0.4'), qty: qty('8') });
  const fills = [venueFill(placed, 't1', '4', '0.47')];
  oms.onVenueReport(venue.name, toReport(placed, { terms, fills }));
  await settle();
  assert.equal(getOrder(harness, id).status, 'PARTIAL');
});

test('an order whose id the adapter knows to be in use is refused, whatever its terms', async () => {
  const harness = await openOms();
  const { venue } = harness;
  venue.onPlace = () => ({ kind: 'unsent', reason: 'id_in_use', why: 'order V-1 has it' });
  const { id } = await submit(harness);
  assert.deepEqual(describeResult(harness, id), NOT_ADOPTED);
  const [placed] = venue.placed;
  assert.ok(placed);
  harness.oms.onVenueReport(venue.name, toReport(placed, { terms: toTerms(placed) }));
  await settle();
  assert.deepEqual(describeResult(harness, id), NOT_ADOPTED);
  assert.equal(harness.errors.length, 1);
});

test('a sale of tokens is compared in the terms in which it was sent', async () => {
  const venue = new ScriptedVenue({ holdsTokens: true });
  const harness = await openOms({ venue });
  venue.onPlace = (order) => ({ kind: 'report', report: toReport(order, { terms: toTerms(order) }) });
  for (const side of ['BUY', 'SELL'])
    for (const outcome of ['YES', 'NO']) {
      const { id, status } = await submit(harness, { side, outcome });
      assert.equal(status, 'OPEN', `${side} ${outcome} ${id}`);
    }
  assert.equal(
    venue.placed.every(({ side }) => side === 'BUY'),
    true,
    'nothing is held',
  );
});
