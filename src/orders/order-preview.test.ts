import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
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
import { qty, toReport, venueFill } from '../oms/scripted-venue.fixture.ts';

const preview = async ({ oms }: OmsHarness, change: object = {}) =>
  value(await oms.orders.preview(TRADER, orderBody(change)));
const previewResult = async ({ oms }: OmsHarness, change: object = {}): Promise<string> =>
  resultCode(await oms.orders.preview(TRADER, orderBody(change)));

test('a preview shows the result of a submission and places nothing', async () => {
  const harness = await openOms();
  listGenericAsset(harness.market, [1001, 1002], '5');
  const { seq } = harness.oms.state;
  const order = { ...ON_ASSET, routing: { mode: 'SPLIT' }, client_order_id: 'k' };
  const { legs, unroutable, decision } = await preview(harness, order);
  assert.deepEqual([harness.oms.state.seq, harness.venue.placed.length, unroutable], [seq, 0, null]);
  const placed = await submit(harness, order);
  assert.deepEqual(
    placed.legs.map((leg) => [leg.instrumentId, leg.price, leg.qty]),
    legs.map((leg) => [leg.instrumentId, leg.price, leg.qty]),
  );
  assert.deepEqual(
    decision.legs?.map(({ takes }) => takes),
    [qty('5'), qty('5')],
  );
});

test('a preview runs the checks of a submission, in the same order', async () => {
  const harness = await openOms();
  assert.equal(await previewResult(harness, { qty: '0' }), 'validation');
  assert.equal(await previewResult(harness, { subaccount_id: 'other' }), 'not_found');
  assert.equal(await previewResult(harness, { tif: 'GTD', expires_at: harness.clock.now() }), 'validation');
  value(await harness.oms.risk.setLimits(TRADER, { max_order_qty: '9' }));
  assert.equal(await previewResult(harness), 'risk_limit');
  value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: true }));
  assert.equal(await previewResult(harness, { qty: '0' }), 'kill_switch');
});

test('a preview shows the usage of each limit of the subaccount and of the account', async () => {
  const harness = await openOms();
  await submit(harness, { subaccount_id: 'sa_2', qty: '3' });
  await submit(harness, { qty: '4' });
  value(await harness.oms.risk.setLimits(TRADER, { max_position_qty: '50', max_order_qty: '20' }));
  value(await harness.oms.risk.setLimits(TRADER, { subaccount_id: 'sa_1', max_open_orders: 2 }));
  const { headroom } = await preview(harness);
  assert.deepEqual(headroom, [
    {
      scope: 'subaccount',
      orderQty: { max: null, value: 0n, after: qty('10') },
      positionQty: { max: null, value: qty('4'), after: qty('14') },
      openOrders: { max: 2, value: 1, after: 2 },
    },
    {
      scope: 'account',
      orderQty: { max: qty('20'), value: 0n, after: qty('10') },
      positionQty: { max: qty('50'), value: qty('7'), after: qty('17') },
      openOrders: { max: null, value: 2, after: 3 },
    },
  ]);
  const immediate = await preview(harness, { tif: 'IOC' });
  assert.equal(immediate.headroom[0]?.openOrders.after, 1, 'an order that cannot rest adds no open order');
});

test('a receipt has the time of each phase of an order, and its routing decision', async () => {
  const harness = await openOms();
  listGenericAsset(harness.market, [1001], '20');
  const acceptedAt = harness.clock.now();
  const order = await submit(harness, ON_ASSET);
  await submit(harness);
  const [placed] = harness.venue.placed;
  assert.ok(placed);
  harness.clock.advance(1_000);
  harness.oms.onVenueReport(
    harness.venue.name,
    toReport(placed, { fills: [venueFill(placed, 't1', '4', '0.47')] }),
  );
  await settle();
  const receipt = async () => value(await harness.oms.queries.receipt(TRADER, order.id));
  const { phases, decision, events } = await receipt();
  assert.deepEqual(
    [phases.acceptedAt, phases.sentAt, phases.acknowledgedAt, phases.firstFillAt, phases.doneAt],
    [acceptedAt, acceptedAt, acceptedAt, acceptedAt + 1_000, null],
  );
  assert.deepEqual(
    decision?.candidates.map(({ instrumentId }) => instrumentId),
    [1001],
  );
  assert.deepEqual(
    events.map(({ event }) => event.type),
    ['OrderAccepted', 'OrderRouted', 'LegAcknowledged', 'OrderAnswered', 'FillRecorded'],
  );
  harness.clock.advance(1_000);
  harness.oms.onVenueReport(
    harness.venue.name,
    toReport(placed, {
      status: 'CANCELLED',
      reason: 'market_closed',
      fills: [venueFill(placed, 't1', '4', '0.47')],
    }),
  );
  await settle();
  assert.equal((await receipt()).phases.doneAt, acceptedAt + 2_000);
});
