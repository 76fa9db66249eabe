import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { InstrumentId, VenueClientId } from '../contract/model/ids.ts';
import type { OrderReason } from '../contract/model/order.ts';
import {
  ORDER_REASONS,
  VENUE_CLOSE_REASONS,
  type VenueCloseReason,
} from '../contract/model/order-reasons.ts';
import type { TimestampMs } from '../contract/model/time.ts';
import { ANOMALIES_MAX } from '../ports/journal.ts';
import type { OrderReport, VenueFill, VenueOrderStatus } from '../ports/venue.ts';
import {
  getOrder,
  type OmsHarness,
  openOms,
  orderBody,
  resultCode,
  settle,
  submit,
  TRADER,
} from './oms.fixture.ts';
import { DEMO, price, qty, ReplacingVenue, toReport, venueFill } from './scripted-venue.fixture.ts';

const placedOf = (harness: OmsHarness) => harness.venue.placed.at(-1) ?? assert.fail('a placed order');

async function report(harness: OmsHarness, change: Partial<OrderReport>): Promise<void> {
  harness.oms.onVenueReport(DEMO, toReport(placedOf(harness), change));
  await settle();
}

const anomalies = (harness: OmsHarness): string[] =>
  harness.storage.database
    .prepare('SELECT events FROM entries ORDER BY seq')
    .all()
    .flatMap((row) => JSON.parse(String(row['events'])) as { type: string; kind: string; detail: string }[])
    .flatMap(({ type, kind, detail }) => (type === 'AnomalyRecorded' ? [`${kind} ${detail}`] : []));

describe('an order that its venue closes', () => {
  /** Reports that end an order otherwise than with the reason of the same name, and its first status. */
  const others: { readonly [Report in VenueCloseReason]?: readonly [VenueOrderStatus, OrderReason] } = {
    requested: ['CANCELLED', 'venue_cancelled'],
    rejected: ['REJECTED', 'venue_rejected'],
    market_paused: ['CANCELLED', 'market_closed'], // the order has no flag for a pause
    venue_rule: ['CANCELLED', 'venue_cancelled'],
  };
  const reports = new Set([...VENUE_CLOSE_REASONS, ...(Object.keys(others) as VenueCloseReason[])]);
  const reasons = [...reports].map((report) => {
    const reason = report as OrderReason;
    return [report, others[report] ?? [ORDER_REASONS[reason].statuses[0], reason]] as const;
  });
  for (const [reason, [status, expected]] of reasons)
    test(`for ${reason} is ${status} with the reason ${expected}`, async () => {
      const harness = await openOms();
      const { id } = await submit(harness);
      await report(harness, { status, reason });
      const order = getOrder(harness, id);
      assert.deepEqual([order.status, order.reason], [status, expected]);
    });

  for (const [reason, expected] of [
    ['ioc_remainder', 'self_trade'],
    ['fok_unfilled', 'self_trade'],
    ['no_liquidity', 'self_trade'],
    ['market_closed', 'market_closed'],
    ['venue_rule', 'venue_cancelled'],
  ] as const)
    test(`for ${reason}, with a limit below an own order in its way, has the reason ${expected}`, async () => {
      const harness = await openOms();
      await submit(harness, { side: 'SELL', price: '0.50' });
      const instrumentId = 1001 as InstrumentId;
      const asks = [
        { price: price('0.48'), qty: qty('4') },
        { price: price('0.50'), qty: qty('30') },
      ];
      harness.market.books.set(instrumentId, {
        instrumentId,
        bids: [],
        asks,
        timestamp: 0 as TimestampMs,
        sequence: 1,
      });
      harness.venue.onPlace = (order) => ({
        kind: 'report',
        report: toReport(order, { status: 'CANCELLED', reason }),
      });
      const order = await submit(harness, { price: '0.60', tif: 'IOC', self_trade: 'CANCEL_INCOMING' });
      assert.deepEqual([placedOf(harness).price, order.price], [price('0.49'), price('0.60')]);
      assert.deepEqual([order.status, order.reason], ['CANCELLED', expected]);
    });
});

describe('an anomaly of a venue', () => {
  const wrongFill = (harness: OmsHarness, change: Partial<VenueFill>): Promise<void> => {
    const fill = { ...venueFill(placedOf(harness), 't1', '10', '0.48'), ...change };
    return report(harness, { status: 'FILLED', fills: [fill], filledQty: fill.qty });
  };
  for (const [kind, change] of [
    ['over_fill', { qty: qty('10.5') }],
    ['worse_than_limit', { price: price('0.49') }],
    ['wrong_side', { side: 'SELL' }],
  ] as const)
    test(`about money, ${kind}, stops new orders to the venue`, async () => {
      const harness = await openOms();
      await submit(harness);
      await wrongFill(harness, change);
      assert.ok(
        anomalies(harness).some((text) => text.startsWith(`${kind} `)),
        anomalies(harness).join(),
      );
      const refused = resultCode(await harness.oms.orders.submit(TRADER, orderBody(), null));
      assert.equal(refused, 'venue_unavailable');
    });

  for (const kind of ['external_order', 'unknown_fill', 'settlement_reversed'] as const)
    test(`of the kind ${kind} stops none, and is recorded once for each detail`, async () => {
      const harness = await openOms();
      for (const detail of ['one', 'two', 'one']) harness.oms.onVenueAnomaly(DEMO, { kind, detail });
      await settle();
      assert.deepEqual(anomalies(harness), [`${kind} one`, `${kind} two`]);
      assert.equal(resultCode(await harness.oms.orders.submit(TRADER, orderBody(), null)), 'ok');
    });

  test(`is remembered among the latest ${ANOMALIES_MAX}, so the memory is bounded`, async () => {
    const harness = await openOms();
    const send = async (number: number): Promise<void> => {
      harness.oms.onVenueAnomaly(DEMO, { kind: 'settlement_reversed', detail: `order ${number}` });
      if (number % 500 === 0) await settle();
    };
    for (let number = 0; number <= ANOMALIES_MAX; number += 1) await send(number);
    await settle();
    const before = harness.errors.length;
    await send(0); // forgotten
    await send(ANOMALIES_MAX); // remembered
    await settle();
    assert.deepEqual([before, harness.errors.length - before], [ANOMALIES_MAX + 1, 1]);
  });
});

test('a report with our own client id of an order that its venue names itself is about no order', async () => {
  const harness = await openOms({ venue: new ReplacingVenue() });
  const order = await submit(harness);
  const { clientId } = placedOf(harness);
  assert.notEqual(clientId, 'cb-1-1-1');
  await report(harness, { clientId: 'cb-1-1-1' as VenueClientId, status: 'CANCELLED', reason: 'requested' });
  assert.equal(getOrder(harness, order.id).status, 'OPEN');
  assert.match(anomalies(harness).join(), /^unknown_order .*cb-1-1-1/);
});
