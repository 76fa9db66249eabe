import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { UNSENT_REASONS, type UnsentReason } from '../contract/model/order-reasons.ts';
import { encodeEvents } from '../domain/events/event-codec.ts';
import {
  getOrder,
  listGenericAsset,
  type OmsHarness,
  ON_ASSET,
  openOms,
  orderBody,
  resultCode,
  settle,
  submit,
  TRADER,
  value,
} from '../oms/oms.fixture.ts';
import { restingReply, toReport } from '../oms/scripted-venue.fixture.ts';
import type { VenueOutcome } from '../ports/venue.ts';

/** The answer before anything is stored: an error code, and the field that `validation` names. */
const ANSWERS: Readonly<Record<UnsentReason, string>> = {
  no_book: 'no_book',
  insufficient_balance: 'insufficient_balance',
  allowance_missing: 'allowance_missing',
  notional_below_min: 'notional_below_min',
  qty_below_min: 'validation qty',
  qty_off_lot: 'validation qty',
  price_out_of_range: 'validation price',
  price_off_tick: 'validation price',
  tif_unsupported: 'validation tif',
  expiry_too_soon: 'validation expires_at',
  invalid_order: 'validation body',
  unknown_instrument: 'market_not_open',
  market_closed: 'market_not_open',
  rate_limited: 'venue_unavailable',
  venue_paused: 'venue_unavailable',
  venue_unavailable: 'venue_unavailable',
};

describe('what an adapter knows before sending', () => {
  for (const reason of UNSENT_REASONS) {
    test(`${reason} is refused before anything is stored, in an order and in its preview`, async () => {
      const harness = await openOms();
      const { seq } = harness.oms.state;
      harness.venue.onFindObstacle = () => ({ kind: 'unsent', reason, why: 'because of that' });
      const { oms } = harness;
      for (const call of [
        () => oms.orders.submit(TRADER, orderBody(), null),
        () => oms.orders.preview(TRADER, orderBody()),
      ]) {
        const answer = await call();
        assert.ok(!answer.ok);
        const { code, message, details } = answer.error;
        const [field] = (details?.['fields'] ?? []) as readonly { readonly field: string }[];
        assert.equal([code, field?.field].filter(Boolean).join(' '), ANSWERS[reason]);
        assert.match(message, /Demo.*because of that/);
        assert.equal(details?.['outcome'], code === 'venue_unavailable' ? 'not_stored' : undefined);
      }
      assert.deepEqual([harness.oms.state.seq, harness.venue.placed.length], [seq, 0]);
    });

    test(`${reason} found when the order is sent is its reason, and no word of the venue`, async () => {
      const { order, closed, sent } = await place({ kind: 'unsent', reason, why: 'because of that' });
      assert.deepEqual([order.status, order.reason], ['REJECTED', reason]);
      assert.deepEqual([order.legs[0]?.venueCode, order.legs[0]?.venueMessage], [null, null]);
      assert.match(closed, /"detail":"because of that"/);
      assert.equal(sent, null, 'its receipt has no time of sending');
    });
  }

  test('the spender of a missing allowance is in the details', async () => {
    const harness = await openOms();
    const details = { spender: '0x4D97DCd97eC945f40cF65F87097ACe5EA0476045' };
    harness.venue.onFindObstacle = () => ({
      kind: 'unsent',
      reason: 'allowance_missing',
      why: 'no allowance for the exchange',
      details,
    });
    const answer = await harness.oms.orders.submit(TRADER, orderBody(), null);
    assert.ok(!answer.ok);
    assert.deepEqual(answer.error.details, { venue: 'Demo', instrument_id: 1001, ...details });
  });

  test('each leg of a routed order is checked', async () => {
    const harness = await openOms();
    listGenericAsset(harness.market, [1001, 1002], '5');
    harness.venue.onFindObstacle = ({ venueInstrumentId }) =>
      venueInstrumentId === 'M-1002' ? { kind: 'unsent', reason: 'insufficient_balance', why: 'no' } : null;
    const split = orderBody({ ...ON_ASSET, routing: { mode: 'SPLIT' } });
    assert.equal(resultCode(await harness.oms.orders.submit(TRADER, split, null)), 'insufficient_balance');
    assert.deepEqual(harness.venue.placed, []);
  });
});

describe('what a venue says', () => {
  test('a refusal keeps the code and the text of the venue on the leg', async () => {
    const message = 'not enough balance: 0.41 of 4.10';
    const { order, closed, sent } = await place({ kind: 'refused', code: 'insufficient_balance', message });
    const [leg] = order.legs;
    assert.deepEqual([order.status, order.reason], ['REJECTED', 'venue_rejected']);
    assert.deepEqual([leg?.venueCode, leg?.venueMessage], ['insufficient_balance', message]);
    assert.match(closed, /"venue_code":"insufficient_balance","venue_message":"not enough balance/);
    assert.notEqual(sent, null);
  });

  test('the own code of the venue takes precedence over the code of the adapter', async () => {
    const said = { code: 'market_not_open', venueCode: 'market_closed_17', message: 'closed' };
    const { order } = await place({ kind: 'refused', ...said });
    assert.deepEqual([order.reason, order.legs[0]?.venueCode], ['market_closed', 'market_closed_17']);
  });

  test('control characters, direction marks and long texts do not reach the record', async () => {
    const message = `\u001b[31mno\r\nbalance\u202e\u0000 ${'x'.repeat(2_000)}`;
    const { order } = await place({ kind: 'refused', code: 'c'.repeat(200), message });
    const [leg] = order.legs;
    assert.deepEqual([leg?.venueCode?.length, leg?.venueMessage?.length], [64, 500]);
    assert.match(leg?.venueMessage ?? '', /^\[31mno balance x+$/);
  });

  test("a report that closes an order stores the venue's code and message", async () => {
    const harness = await openOms();
    const { id } = await submit(harness);
    const [placed] = harness.venue.placed;
    assert.ok(placed);
    const venueAnswer = { venueCode: 'SelfTradeCancel', venueMessage: 'cut by self-trade prevention' };
    const report = toReport(placed, { status: 'CANCELLED', reason: 'venue_rule', venueAnswer });
    harness.oms.onVenueReport(harness.venue.name, report);
    await settle();
    const [leg] = getOrder(harness, id).legs;
    assert.deepEqual(
      [leg?.venueCode, leg?.venueMessage],
      ['SelfTradeCancel', 'cut by self-trade prevention'],
    );
  });

  test('a late acknowledgement removes the code and the text of the refusal', async () => {
    const harness = await openOms();
    harness.venue.onPlace = () => ({ kind: 'refused', code: 'no', message: 'no' });
    const { id } = await submit(harness);
    const [placed] = harness.venue.placed;
    assert.ok(placed);
    harness.oms.onVenueReport(harness.venue.name, toReport(placed));
    await settle();
    const order = getOrder(harness, id);
    assert.deepEqual([order.status, order.legs[0]?.venueMessage], ['OPEN', null]);
  });

  test('an order that the venue accepts carries no code and no text of the venue', async () => {
    const harness = await openOms();
    harness.venue.onPlace = (order) => restingReply(order);
    const { legs } = await submit(harness);
    assert.deepEqual([legs[0]?.venueCode, legs[0]?.venueMessage], [null, null]);
  });
});

/** Places one order whose venue answers with the outcome. */
async function place(outcome: VenueOutcome) {
  const harness: OmsHarness = await openOms();
  harness.venue.onPlace = () => outcome;
  const order = await submit(harness);
  const { events, phases } = value(await harness.oms.queries.receipt(TRADER, order.id));
  const closed = events.map(({ event }) => event).filter(({ type }) => type === 'LegClosed');
  return { order, closed: encodeEvents(closed), sent: phases.sentAt };
}
