import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  body,
  codeOf,
  fill,
  listAsset,
  type OmsHarness,
  ON_ASSET,
  openOms,
  qty,
  reportOf,
  settle,
  submit,
  TRADER,
  value,
} from './oms.fixture.ts';

const preview = async ({ engine }: OmsHarness, change: object = {}) =>
  value(await engine.preview(TRADER, body(change)));
const refusalOf = async ({ engine }: OmsHarness, change: object = {}): Promise<string> =>
  codeOf(await engine.preview(TRADER, body(change)));

test('a preview tells what a submission does, and does none of it', async () => {
  const desk = await openOms();
  listAsset(desk.market, [1001, 1002], '5');
  const { seq } = desk.engine.state;
  const order = { ...ON_ASSET, routing: { mode: 'SPLIT' }, client_order_id: 'k' };
  const { legs, unroutable, decision } = await preview(desk, order);
  assert.deepEqual([desk.engine.state.seq, desk.venue.placed.length, unroutable], [seq, 0, null]);
  const placed = await submit(desk, order);
  assert.deepEqual(
    placed.legs.map((leg) => [leg.instrumentId, leg.price, leg.qty]),
    legs.map((leg) => [leg.instrumentId, leg.price, leg.qty]),
  );
  assert.deepEqual(
    decision.legs?.map(({ takes }) => takes),
    [qty('5'), qty('5')],
  );
});

test('a preview refuses what a submission refuses, in the same order', async () => {
  const desk = await openOms();
  assert.equal(await refusalOf(desk, { qty: '0' }), 'validation');
  assert.equal(await refusalOf(desk, { subaccount_id: 'other' }), 'not_found');
  assert.equal(await refusalOf(desk, { tif: 'GTD', expires_at: desk.clock.now() }), 'validation');
  value(await desk.engine.setLimits(TRADER, { max_order_qty: '9' }));
  assert.equal(await refusalOf(desk), 'risk_limit');
  value(await desk.engine.setKillSwitch(TRADER, { enabled: true }));
  assert.equal(await refusalOf(desk, { qty: '0' }), 'kill_switch');
});

test('a preview tells how far each limit would be used, of the subaccount and of the account', async () => {
  const desk = await openOms();
  await submit(desk, { subaccount_id: 'sa_2', qty: '3' });
  await submit(desk, { qty: '4' });
  value(await desk.engine.setLimits(TRADER, { max_position_qty: '50', max_order_qty: '20' }));
  value(await desk.engine.setLimits(TRADER, { subaccount_id: 'sa_1', max_open_orders: 2 }));
  const { headroom } = await preview(desk);
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
  const immediate = await preview(desk, { tif: 'IOC' });
  assert.equal(immediate.headroom[0]?.openOrders.after, 1, 'one that cannot rest adds none');
});

test('a receipt tells each phase of an order with its own time, and what it was decided on', async () => {
  const desk = await openOms();
  listAsset(desk.market, [1001], '20');
  const acceptedAt = desk.clock.now();
  const order = await submit(desk, ON_ASSET);
  await submit(desk);
  const [placed] = desk.venue.placed;
  assert.ok(placed);
  desk.clock.advance(1_000);
  desk.engine.report(desk.venue.name, reportOf(placed, { fills: [fill(placed, 't1', '4', '0.47')] }));
  await settle();
  const receipt = async () => value(await desk.engine.receipt(TRADER, order.id));
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
  desk.clock.advance(1_000);
  desk.engine.report(
    desk.venue.name,
    reportOf(placed, {
      status: 'CANCELLED',
      reason: 'market_closed',
      fills: [fill(placed, 't1', '4', '0.47')],
    }),
  );
  await settle();
  assert.equal((await receipt()).phases.doneAt, acceptedAt + 2_000);
});
