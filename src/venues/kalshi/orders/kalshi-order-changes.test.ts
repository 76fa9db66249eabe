import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordingListener } from '../../../../test/conformance/venue/recording-listener.ts';
import type { OrderReport, Venue, VenueOutcome } from '../../../ports/venue.ts';
import { KalshiHarness, TICKER } from '../kalshi-harness.fixture.ts';
import { expectReport, order, price, qty, testAdapter, toAmend } from '../kalshi-orders.fixture.ts';
import { KALSHI_DEFAULTS } from '../kalshi-settings.ts';

const AMEND = { method: 'POST', path: '/amend', times: 1 };
const CANCEL = { method: 'DELETE', path: '/portfolio/events/orders/', times: 1 };
/** As `CANCEL`, for every one of the adapter's repeats. */
const CANCELS = { ...CANCEL, times: null };

const wordsOf = (outcome: VenueOutcome): string => {
  if (outcome.kind === 'refused') return `refused ${outcome.code}`;
  return outcome.kind === 'report' ? outcome.report.status : outcome.kind;
};

/** What a query tells of an order's terms. */
async function termsOf(venue: Venue, { clientId }: OrderReport) {
  const found = await venue.order(clientId, TICKER);
  assert.ok(found.kind === 'found', found.kind);
  return [found.report.status, found.report.price, found.report.qty];
}

testAdapter(
  'an amend without an answer is unknown, and a query tells whether it holds',
  async ({ venue, fault }) => {
    const placed = expectReport(await venue.place(order()));
    fault({ name: 'lost_request', ...AMEND });
    assert.equal((await venue.amend(toAmend(placed, { qty: qty('3') }))).kind, 'unknown');
    assert.deepEqual(await termsOf(venue, placed), ['OPEN', price('0.4'), qty('2')]);
    fault({ name: 'drop_after_accept', ...AMEND });
    assert.equal(
      (await venue.amend(toAmend(placed, { price: price('0.41'), qty: qty('3') }))).kind,
      'unknown',
    );
    assert.deepEqual(await termsOf(venue, placed), ['OPEN', price('0.41'), qty('3')]);
  },
);

testAdapter(
  'an amend that the venue refuses leaves the order as it was, and full by its own total',
  async (scene) => {
    const { venue, fault, listener, harness } = scene;
    const placed = expectReport(await venue.place(order({ price: price('0.5') })));
    fault({
      name: 'status',
      status: 400,
      text: '{"error":{"code":"invalid_price","message":"no"}}',
      ...AMEND,
    });
    assert.equal(wordsOf(await venue.amend(toAmend(placed, { qty: qty('3') }))), 'refused invalid_price');
    fault({ name: 'status', status: 500, text: '{"error":{"code":"internal","message":"x"}}', ...AMEND });
    assert.equal(wordsOf(await venue.amend(toAmend(placed, { qty: qty('2.5') }))), 'unknown');
    fault({ name: 'status', status: 429, text: '{}', ...AMEND });
    assert.equal(wordsOf(await venue.amend(toAmend(placed, { qty: qty('3') }))), 'refused rate_limited');
    await harness.other(TICKER, 'SELL', price('0.5'), qty('2'));
    await harness.pass(1_000);
    assert.equal(listener.getReports(placed.clientId).at(-1)?.status, 'FILLED');
  },
);

testAdapter(
  'an amend that meets a filled order is refused, and the order is told as it ended',
  async (scene) => {
    const { venue, fault, harness } = scene;
    fault({ name: 'ws_silent' });
    const placed = expectReport(await venue.place(order({ price: price('0.5') })));
    await harness.other(TICKER, 'SELL', price('0.5'), qty('2'));
    fault({ name: 'status', status: 404, text: '{"error":{"code":"not_found","message":"gone"}}', ...AMEND });
    assert.equal(wordsOf(await venue.amend(toAmend(placed, { qty: qty('3') }))), 'refused order_not_open');
    assert.equal(wordsOf(await venue.cancel(placed.clientId, TICKER)), 'FILLED');
  },
);

testAdapter('an amend or a cancel of a name that is none of ours is refused as that', async ({ venue }) => {
  const placed = expectReport(await venue.place(order()));
  const stranger = { ...placed, clientId: order().clientId };
  assert.equal(wordsOf(await venue.amend(toAmend(stranger, { qty: qty('1') }))), 'refused unknown_order');
  assert.equal(wordsOf(await venue.cancel(stranger.clientId, TICKER)), 'refused unknown_order');
});

testAdapter(
  'an amend of an order that cannot be looked up is not sent',
  async ({ venue, fault, harness }) => {
    const placed = expectReport(await venue.place(order()));
    const next = harness.venue();
    await next.start(new RecordingListener());
    fault({ name: 'status', status: 503, path: '/portfolio/orders' });
    assert.equal(wordsOf(await next.amend(toAmend(placed, { qty: qty('1') }))), 'unsent');
    assert.equal(wordsOf(await next.cancel(placed.clientId, TICKER)), 'unknown');
  },
);

testAdapter(
  'a cancel without an answer, and one that only a gateway has answered, are unknown',
  async (scene) => {
    const { venue, fault, harness } = scene;
    for (const spoilt of [
      { name: 'lost_request', ...CANCELS },
      { name: 'status', status: 502, text: '<html>sorry</html>', ...CANCELS },
    ]) {
      const placed = expectReport(await venue.place(order()));
      fault(spoilt);
      assert.equal(wordsOf(await venue.cancel(placed.clientId, TICKER)), 'unknown', spoilt.name);
      harness.exchange.controls.faults.remove(null);
      assert.equal((await termsOf(venue, placed))[0], 'OPEN');
      assert.equal(wordsOf(await venue.cancel(placed.clientId, TICKER)), 'CANCELLED');
    }
  },
);

testAdapter('a 404 to a cancel of an order that still rests proves nothing', async ({ venue, fault }) => {
  const placed = expectReport(await venue.place(order()));
  fault({ name: 'status', status: 404, text: '{"error":{"code":"not_found","message":"x"}}', ...CANCELS });
  assert.equal(wordsOf(await venue.cancel(placed.clientId, TICKER)), 'unknown');
  assert.equal((await termsOf(venue, placed))[0], 'OPEN');
});

testAdapter(
  'a fill of an order of an earlier life is taken up, though the order itself is told late',
  async (scene) => {
    const { venue, harness, fault } = scene;
    const placed = expectReport(await venue.place(order({ price: price('0.5') })));
    await venue.stop();
    fault({ name: 'ws_delay', channel: 'user_orders', ms: 60_000 });
    const next = harness.venue();
    const heard = new RecordingListener();
    await next.start(heard);
    await harness.other(TICKER, 'SELL', price('0.5'), qty('1'));
    await harness.pass(5_000);
    const last = heard.getReports(placed.clientId).at(-1);
    assert.deepEqual([last?.status, last?.filledQty, last?.fills.length], ['OPEN', qty('1'), 1]);
  },
);

testAdapter('a book that is watched no more is told no more', async ({ venue, listener, harness }) => {
  venue.unwatch(TICKER);
  await harness.other(TICKER, 'BUY', price('0.41'), qty('1'), 'GTC');
  await harness.pass(10_000);
  assert.ok(listener.levels(TICKER, 'BUY').every((level) => level.price !== price('0.41')));
  assert.equal(
    wordsOf(await venue.place(order({ type: 'MARKET', tif: 'IOC', price: null }))),
    'refused no_book',
    'and is no price for MARKET',
  );
  venue.watch(TICKER);
  await harness.pass(1_000);
  assert.equal(listener.levels(TICKER, 'BUY')[2]?.price, price('0.41'));
});

test('what the engine and the router count on at this venue', () => {
  const { capabilities } = new KalshiHarness().createUndrivenVenue();
  const { notFoundPolicy, ...rest } = capabilities;
  assert.deepEqual(rest, {
    trading: true,
    simulated: true,
    amend: 'native',
    amendQtyIncrease: true,
    tif: ['GTC', 'IOC', 'FOK', 'GTD'],
    bookDelivery: 'on_subscribe',
    dustQty: 0n,
  });
  const underWayMs = KALSHI_DEFAULTS.writeWaitMsMax + KALSHI_DEFAULTS.writeMs;
  assert.ok(notFoundPolicy.settleMs > underWayMs, 'an order may be under way so long, and its lists lag');
  assert.ok(notFoundPolicy.confirmations >= 2 && notFoundPolicy.gapMs >= 1_000);
});
