import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordingListener } from '../../../../test/conformance/venue/recording-listener.ts';
import type { OrderReport, Venue, VenueOutcome } from '../../../ports/venue.ts';
import { KalshiHarness, TICKER } from '../kalshi-harness.fixture.ts';
import { expectReport, order, price, qty, testAdapter, toAmend } from '../kalshi-orders.fixture.ts';
import { KALSHI_DEFAULTS } from '../kalshi-settings.ts';

const AMEND = { method: 'POST', path: '/amend', times: 1 };
const CANCEL = { method: 'DELETE', path: '/portfolio/events/orders/', times: 1 };
/** Like `CANCEL`, for all of the adapter's retries. */
const CANCELS = { ...CANCEL, times: null };

const describe = (outcome: VenueOutcome): string => {
  if (outcome.kind === 'refused') return `refused ${outcome.code}`;
  if (outcome.kind === 'unsent') return `unsent ${outcome.reason ?? ''}`.trim();
  return outcome.kind === 'report' ? outcome.report.status : outcome.kind;
};

/** The order's status, price and quantity in a query. */
async function queryTerms(venue: Venue, { clientId }: OrderReport) {
  const found = await venue.order(clientId, TICKER);
  assert.ok(found.kind === 'found', found.kind);
  return [found.report.status, found.report.price, found.report.qty];
}

testAdapter(
  'an unanswered amend is unknown, and a query shows whether it took effect',
  async ({ venue, fault }) => {
    const placed = expectReport(await venue.place(order()));
    fault({ name: 'lost_request', ...AMEND });
    assert.equal((await venue.amend(toAmend(placed, { qty: qty('3') }))).kind, 'unknown');
    assert.deepEqual(await queryTerms(venue, placed), ['OPEN', price('0.4'), qty('2')]);
    fault({ name: 'drop_after_accept', ...AMEND });
    assert.equal(
      (await venue.amend(toAmend(placed, { price: price('0.41'), qty: qty('3') }))).kind,
      'unknown',
    );
    assert.deepEqual(await queryTerms(venue, placed), ['OPEN', price('0.41'), qty('3')]);
  },
);

for (const [side, outcome, from, to] of [
  ['BUY', 'YES', '0.4', '0.43'],
  ['SELL', 'YES', '0.9', '0.87'],
  ['BUY', 'NO', '0.1', '0.13'],
  ['SELL', 'NO', '0.9', '0.87'],
] as const)
  testAdapter(
    `an amend of ${side} ${outcome} has the prices of its outcome, and keeps what it does not name`,
    async ({ venue, harness }) => {
      const placed = expectReport(await venue.place(order({ side, outcome, price: price(from) })));
      const amend = async (change: Parameters<typeof toAmend>[1]) => {
        const report = expectReport(await venue.amend(toAmend(placed, change)));
        return [report.status, report.price, report.qty];
      };
      assert.deepEqual(await amend({ price: price(to) }), ['OPEN', price(to), qty('2')]);
      assert.deepEqual(await amend({ qty: qty('3') }), ['OPEN', price(to), qty('3')]);
      assert.deepEqual(await queryTerms(venue, placed), ['OPEN', price(to), qty('3')]);
      const next = harness.venue(); // knows only what the venue stores
      await next.start(new RecordingListener());
      assert.deepEqual(await queryTerms(next, placed), ['OPEN', price(to), qty('3')]);
    },
  );

testAdapter('a refused amend leaves the order unchanged, and it fills at its old total', async (scene) => {
  const { venue, fault, listener, harness } = scene;
  const placed = expectReport(await venue.place(order({ price: price('0.5') })));
  fault({
    name: 'status',
    status: 400,
    text: '{"error":{"code":"invalid_price","message":"no"}}',
    ...AMEND,
  });
  assert.equal(describe(await venue.amend(toAmend(placed, { qty: qty('3') }))), 'refused invalid_price');
  fault({ name: 'status', status: 500, text: '{"error":{"code":"internal","message":"x"}}', ...AMEND });
  assert.equal(describe(await venue.amend(toAmend(placed, { qty: qty('2.5') }))), 'unknown');
  fault({ name: 'status', status: 429, text: '{}', ...AMEND });
  assert.equal(describe(await venue.amend(toAmend(placed, { qty: qty('3') }))), 'refused rate_limited');
  await harness.other(TICKER, 'SELL', price('0.5'), qty('2'));
  await harness.pass(1_000);
  assert.equal(listener.getReports(placed.clientId).at(-1)?.status, 'FILLED');
});

testAdapter(
  'after a refused raise a fill of the old total completes the order, after an unanswered one it may not',
  async ({ venue, fault, listener, harness }) => {
    const rejected = {
      name: 'status',
      status: 400,
      text: '{"error":{"code":"invalid_price","message":"no"}}',
    };
    for (const [answer, outcome, status] of [
      [rejected, 'refused invalid_price', 'FILLED'],
      [{ name: 'drop_after_accept' }, 'unknown', 'OPEN'],
    ] as const) {
      const placed = expectReport(await venue.place(order({ price: price('0.5') })));
      fault({ name: 'ws_delay', channel: 'user_orders', ms: 60_000 }); // so that only the fill is known
      fault({ ...answer, ...AMEND });
      assert.equal(describe(await venue.amend(toAmend(placed, { qty: qty('3') }))), outcome);
      await harness.other(TICKER, 'SELL', price('0.5'), qty('2'));
      await harness.pass(1_000);
      const last = listener.getReports(placed.clientId).at(-1);
      assert.deepEqual([last?.status, last?.filledQty], [status, qty('2')]);
      harness.exchange.controls.faults.remove(null);
    }
  },
);

testAdapter('an amend of a filled order is refused, and a cancel reports it as filled', async (scene) => {
  const { venue, fault, harness } = scene;
  fault({ name: 'ws_silent' });
  const placed = expectReport(await venue.place(order({ price: price('0.5') })));
  await harness.other(TICKER, 'SELL', price('0.5'), qty('2'));
  fault({ name: 'status', status: 404, text: '{"error":{"code":"not_found","message":"gone"}}', ...AMEND });
  assert.equal(describe(await venue.amend(toAmend(placed, { qty: qty('3') }))), 'refused order_not_open');
  assert.equal(describe(await venue.cancel(placed.clientId, TICKER)), 'FILLED');
});

testAdapter('an amend or a cancel of an unknown client id is refused as unknown_order', async ({ venue }) => {
  const placed = expectReport(await venue.place(order()));
  const unknown = { ...placed, clientId: order().clientId };
  assert.equal(describe(await venue.amend(toAmend(unknown, { qty: qty('1') }))), 'refused unknown_order');
  assert.equal(describe(await venue.cancel(unknown.clientId, TICKER)), 'refused unknown_order');
});

testAdapter('an amend of an order that cannot be read is not sent', async ({ venue, fault, harness }) => {
  const placed = expectReport(await venue.place(order()));
  const next = harness.venue();
  await next.start(new RecordingListener());
  fault({ name: 'status', status: 503, path: '/portfolio/orders' });
  assert.equal(describe(await next.amend(toAmend(placed, { qty: qty('1') }))), 'unsent');
  assert.equal(describe(await next.cancel(placed.clientId, TICKER)), 'unknown');
});

testAdapter('a cancel without an answer, or answered by a gateway only, is unknown', async (scene) => {
  const { venue, fault, harness } = scene;
  for (const fields of [
    { name: 'lost_request', ...CANCELS },
    { name: 'status', status: 502, text: '<html>sorry</html>', ...CANCELS },
  ]) {
    const placed = expectReport(await venue.place(order()));
    fault(fields);
    assert.equal(describe(await venue.cancel(placed.clientId, TICKER)), 'unknown', fields.name);
    harness.exchange.controls.faults.remove(null);
    assert.equal((await queryTerms(venue, placed))[0], 'OPEN');
    assert.equal(describe(await venue.cancel(placed.clientId, TICKER)), 'CANCELLED');
  }
});

testAdapter('a 404 to a cancel of a resting order proves nothing', async ({ venue, fault }) => {
  const placed = expectReport(await venue.place(order()));
  fault({ name: 'status', status: 404, text: '{"error":{"code":"not_found","message":"x"}}', ...CANCELS });
  assert.equal(describe(await venue.cancel(placed.clientId, TICKER)), 'unknown');
  assert.equal((await queryTerms(venue, placed))[0], 'OPEN');
});

testAdapter(
  'a fill of an order of the previous process is applied, although the order message is late',
  async (scene) => {
    const { venue, harness, fault } = scene;
    const placed = expectReport(await venue.place(order({ price: price('0.5') })));
    await venue.stop();
    fault({ name: 'ws_delay', channel: 'user_orders', ms: 60_000 });
    const next = harness.venue();
    const listener = new RecordingListener();
    await next.start(listener);
    await harness.other(TICKER, 'SELL', price('0.5'), qty('1'));
    await harness.pass(5_000);
    const last = listener.getReports(placed.clientId).at(-1);
    assert.deepEqual([last?.status, last?.filledQty, last?.fills.length], ['OPEN', qty('1'), 1]);
  },
);

testAdapter(
  'a book that is no longer watched is no longer published',
  async ({ venue, listener, harness }) => {
    venue.unwatch(TICKER);
    await harness.other(TICKER, 'BUY', price('0.41'), qty('1'), 'GTC');
    await harness.pass(10_000);
    assert.ok(listener.levels(TICKER, 'BUY').every((level) => level.price !== price('0.41')));
    assert.equal(
      describe(await venue.place(order({ type: 'MARKET', tif: 'IOC', price: null }))),
      'unsent no_book',
      'and gives no price for MARKET',
    );
    venue.watch(TICKER);
    await harness.pass(1_000);
    assert.equal(listener.levels(TICKER, 'BUY')[2]?.price, price('0.41'));
  },
);

test('the capabilities that the OMS and the router rely on', () => {
  const { capabilities } = new KalshiHarness().createUndrivenVenue();
  const { notFoundPolicy, ...rest } = capabilities;
  assert.deepEqual(rest, {
    trading: true,
    simulated: true,
    amend: 'native',
    amendQtyIncrease: true,
    postOnly: true,
    selfTrade: 'native',
    tif: ['GTC', 'IOC', 'FOK', 'GTD'],
    deadServiceNote:
      'Kalshi keeps resting orders while the service is down: its REST API has no cancel on disconnect.',
    bookDelivery: 'on_subscribe',
    dustQty: 0n,
  });
  const underWayMs = KALSHI_DEFAULTS.writeWaitMsMax + KALSHI_DEFAULTS.writeMs;
  assert.ok(notFoundPolicy.settleMs > underWayMs, 'an order may be in flight so long, and the lists lag');
  assert.ok(notFoundPolicy.confirmations >= 2 && notFoundPolicy.gapMs >= 1_000);
});
