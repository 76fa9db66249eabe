import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { VenueOrderId } from '../contract/model/ids.ts';
import { absolute, type Notional, renderDecimal, renderNotional } from '../contract/model/money.ts';
import type { OrderReport } from '../ports/venue.ts';
import { getOrder, openOms, settle, submit, TRADER, value } from './oms.fixture.ts';
import { qty, ReplacingVenue } from './scripted-venue.fixture.ts';

const MINUTE_MS = 60_000;
const FEE = 100_000_000_000_000n as Notional; // 0.01

/** An order that the venue reported as cancelled, and that it shows as open ever since. */
async function openReopened(change: Partial<OrderReport> = {}, body: object = {}) {
  const venue = new ReplacingVenue();
  const harness = await openOms({ venue });
  const { id } = await submit(harness, body);
  const [placed] = venue.placed;
  const report = placed === undefined ? undefined : venue.orders.get(placed.clientId);
  assert.ok(report !== undefined);
  harness.oms.onVenueReport(venue.name, { ...report, status: 'CANCELLED', reason: 'venue_rule', ...change });
  await settle();
  const passRound = async (): Promise<void> => {
    harness.clock.advance(MINUTE_MS);
    await settle();
  };
  const show = () => {
    const { status, legs } = getOrder(harness, id);
    return [status, legs[0]?.filledQty, venue.cancelled.length];
  };
  return { ...harness, id, venue, report, passRound, show };
}

describe('an order that is closed here and open at its venue (I-56)', () => {
  for (const status of ['CANCELLED', 'EXPIRED'] as const)
    test(`is cancelled there once two answers have shown it: ${status}`, async () => {
      const { venue, report, passRound, show, errors } = await openReopened({ status });
      await passRound();
      assert.deepEqual(show(), [status, 0n, 0]);
      venue.fill(report.clientId, 't1', '4');
      await passRound();
      assert.deepEqual(show(), [status, qty('4'), 1]);
      assert.equal(venue.orders.get(report.clientId)?.status, 'CANCELLED');
      assert.equal(errors.filter((text) => text.includes('recorded as closed')).length, 1);
      await passRound();
      assert.deepEqual(show(), [status, qty('4'), 1]);
    });

  test('two that reappear one round apart are each cancelled when two answers have shown them', async () => {
    const first = await openReopened();
    const { venue, passRound } = first;
    await passRound();
    await submit(first);
    const [, second] = [...venue.orders.values()];
    assert.ok(second !== undefined);
    first.oms.onVenueReport(venue.name, { ...second, status: 'EXPIRED', reason: 'expired' });
    await settle();
    await passRound();
    assert.deepEqual(venue.cancelled, [first.report.clientId]);
    await passRound();
    assert.deepEqual(venue.cancelled, [first.report.clientId, second.clientId]);
  });

  test('is left if only one answer shows it, if its query does not, or if it is another order', async () => {
    const once = await openReopened();
    await once.passRound();
    once.venue.toReconcile = [];
    await once.passRound();
    once.venue.toReconcile = null;
    await once.passRound();
    assert.deepEqual(once.venue.cancelled, []);
    const lagging = await openReopened();
    lagging.venue.onQuery = () => ({ kind: 'found', report: { ...lagging.report, status: 'CANCELLED' } });
    const other = await openReopened();
    other.venue.keep({ ...other.report, venueOrderId: 'D-other' as VenueOrderId });
    for (const { venue, passRound } of [lagging, other]) {
      for (let round = 0; round < 3; round += 1) await passRound();
      assert.deepEqual(venue.cancelled, []);
    }
  });

  test('is cancelled again after a cancel that failed', async () => {
    const { venue, passRound, show } = await openReopened();
    const { onCancel } = venue;
    venue.onCancel = () => ({ kind: 'unknown', why: 'timeout' });
    await passRound();
    await passRound();
    venue.onCancel = onCancel;
    await passRound();
    await passRound();
    assert.deepEqual(show(), ['CANCELLED', 0n, 2]);
  });

  for (const [side, outcome, net, cost] of [
    ['BUY', 'YES', '6', '2.88'],
    ['SELL', 'YES', '-6', '2.88'],
    ['BUY', 'NO', '-6', '3.12'], // of YES, at 0.52
    ['SELL', 'NO', '6', '3.12'],
  ] as const)
    test(`has every late fill in position, fees and receipt: ${side} ${outcome}`, async () => {
      const harness = await openReopened({}, { side, outcome });
      const { oms, venue, report, id, passRound } = harness;
      const fill = (trade: string, size: string): OrderReport => {
        const filled = venue.fill(report.clientId, trade, size);
        return venue.keep({ ...filled, fills: filled.fills.map((each) => ({ ...each, fee: FEE })) });
      };
      const isFilled = async (size: string): Promise<void> => {
        await settle();
        assert.equal(getOrder(harness, id).legs[0]?.filledQty, qty(size));
      };
      oms.onVenueReport(venue.name, fill('before-any-answer', '1'));
      await isFilled('1');
      fill('before-the-cancel', '2');
      await passRound();
      await isFilled('3');
      const { onCancel } = venue;
      venue.onCancel = (clientId) => {
        fill('crosses-the-cancel', '2');
        return onCancel(clientId);
      };
      await passRound();
      await isFilled('5');
      const last = fill('after-the-cancel', '1');
      for (let repeat = 0; repeat < 2; repeat += 1) oms.onVenueReport(venue.name, last);
      await isFilled('6');
      const position = [...oms.state.positions.values()][0];
      assert.ok(position !== undefined);
      assert.deepEqual(
        [renderDecimal(absolute(position.net)), position.net < 0n, renderNotional(position.cost)],
        [net.replace('-', ''), net.startsWith('-'), cost],
      );
      const { order, events } = value(await oms.queries.receipt(TRADER, id));
      const trades = events.flatMap(({ event }) => (event.type === 'FillRecorded' ? [event.fill] : []));
      assert.deepEqual(
        [order.status, order.fees, trades.map(({ venueTradeId }) => venueTradeId)],
        [
          'CANCELLED',
          4n * FEE,
          ['before-any-answer', 'before-the-cancel', 'crosses-the-cancel', 'after-the-cancel'],
        ],
      );
    });
});
