import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../api-assertions.ts';
import {
  createRestingOrder,
  createTakingOrder,
  getPositions,
  RAIN,
  submit,
} from '../support/order-bodies.ts';
import type { Order, Position } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';
import { type Frame, getContent, open, type Stream } from './test-stream.ts';

const service = await startService({ isProcess: true });
const api = service.api();
const POSITIONS = '/v1/ws/positions';
const toPosition = (frame: Frame): Position => getContent(frame) as unknown as Position;
const toHolding = ({ instrument_id, side, qty, avg_price, realized_pnl }: Position) => ({
  instrument_id,
  side,
  qty,
  avg_price,
  realized_pnl,
});
const trade = (fields: object = {}): Promise<Order> =>
  submit(api, createTakingOrder({ qty: '3', ...fields }));

/** The holdings that a stream leads to: the last snapshot and the changes after it. */
function heldOn(stream: Stream, subaccount: string): ReadonlyMap<number, Position> {
  const held = new Map<number, Position>();
  for (const frame of stream.frames) {
    if (frame['subaccount_id'] !== subaccount) continue;
    if (frame.type === 'snapshot') {
      held.clear();
      for (const position of frame['positions'] as readonly Position[])
        held.set(position.instrument_id, position);
    }
    const { instrument_id: id, qty } = toPosition(frame);
    if (frame.type === 'position' && qty === '0') held.delete(id);
    else if (frame.type === 'position') held.set(id, toPosition(frame));
  }
  return held;
}

const assertLeadsToTheAnswer = (stream: Stream, subaccount: string) =>
  until(`the stream agrees with the answer for ${subaccount}`, async () => {
    const streamed = [...heldOn(stream, subaccount).values()]
      .map(toHolding)
      .sort((a, b) => a.instrument_id - b.instrument_id);
    const listed = (await getPositions(api, subaccount)).map(toHolding);
    return JSON.stringify(streamed) === JSON.stringify(listed) ? true : null;
  });

test('a snapshot per subaccount is sent first, then every fill changes a position', async () => {
  await trade();
  const stream = await open(service, POSITIONS);
  assert.equal(stream.frames[1]?.['subaccount_ids'], '*');
  const snapshots = [await stream.next('snapshot'), await stream.next('snapshot')];
  assert.deepEqual(
    snapshots.map((frame) => [frame.seq, frame['subaccount_id']]),
    [
      [3, 'sa_1'],
      [4, 'sa_2'],
    ],
  );
  const listed = (await getPositions(api)).map(toHolding);
  assert.deepEqual(((snapshots[0]?.['positions'] ?? []) as readonly Position[]).map(toHolding), listed);
  for (const fields of [
    {},
    { side: 'SELL', qty: '10' },
    { outcome: 'NO' },
    { instrument_id: 1002 },
    { subaccount_id: 'sa_2' },
  ]) {
    const order = await trade(fields);
    const frame = await stream.next(
      'position',
      (each) =>
        each['instrument_id'] === order.instrument_id && each['subaccount_id'] === order.subaccount_id,
    );
    service.contract.checkRecord('Position', toPosition(frame));
  }
  await assertLeadsToTheAnswer(stream, 'sa_1');
  await assertLeadsToTheAnswer(stream, 'sa_2');
  await stream.close();
});

test('a closed position is sent with quantity zero', async () => {
  await trade({ instrument_id: 1006, qty: '5' });
  const stream = await open(service, `${POSITIONS}?subaccount_id=sa_1`);
  await submit(
    api,
    createRestingOrder({ instrument_id: 1006, side: 'SELL', price: '0.01', qty: '5', tif: 'IOC' }),
  );
  const closed = await stream.next(
    'position',
    (frame) => frame['instrument_id'] === 1006 && frame['qty'] === '0',
  );
  assert.deepEqual([closed['unrealized_pnl'], closed['subaccount_id']], ['0', 'sa_1']);
  await assertLeadsToTheAnswer(stream, 'sa_1');
  await stream.close();
});

test('a stream of one subaccount receives no positions of another', async () => {
  const one = service.api(await service.newKey('--permissions', 'read', '--subaccounts', 'sa_2'));
  const streams = [
    await open(service, `${POSITIONS}?subaccount_id=sa_2`),
    await open(service, POSITIONS, one),
  ];
  await trade({ subaccount_id: 'sa_1' });
  await trade({ subaccount_id: 'sa_2' });
  for (const stream of streams) {
    await stream.next('position');
    const received = [...stream.of('snapshot'), ...stream.of('position')].map(
      (frame) => frame['subaccount_id'],
    );
    assert.deepEqual(new Set(received), new Set(['sa_2']));
    await stream.close();
  }
});

test('resting, amended and cancelled orders change no position', async () => {
  const stream = await open(service, `${POSITIONS}?subaccount_id=sa_1`);
  await stream.next('snapshot');
  const untouched = 1009;
  const { id } = await submit(api, createRestingOrder({ instrument_id: untouched }));
  await api.ok('PATCH', `/v1/orders/${id}`, { price: '0.03' });
  await api.ok('DELETE', `/v1/orders/${id}`);
  await api.ok('POST', '/v1/risk/kill-switch', { enabled: true });
  await api.ok('POST', '/v1/risk/kill-switch', { enabled: false });
  await trade();
  await stream.next('position', (frame) => frame['instrument_id'] === RAIN);
  assert.deepEqual(
    stream.of('position').filter((frame) => frame['instrument_id'] === untouched),
    [],
  );
  await stream.close();
});

test('a new subscription is followed by its snapshot; foreign names are refused by frame', async () => {
  const stream = await open(service, `${POSITIONS}?subaccount_id=sa_1`);
  await stream.next('snapshot');
  stream.send({ action: 'subscribe', id: 3, subaccount_ids: ['sa_2'] });
  assert.deepEqual((await stream.next('subscribed'))['subaccount_ids'], ['sa_1', 'sa_2']);
  assert.equal((await stream.next('snapshot'))['subaccount_id'], 'sa_2');
  stream.send({ action: 'unsubscribe', id: 4, subaccount_ids: ['sa_1'] });
  assert.deepEqual((await stream.next('unsubscribed'))['subaccount_ids'], ['sa_2']);
  stream.send({ action: 'subscribe', id: 5, subaccount_ids: ['sa_9'] });
  const error = await stream.next('error');
  assert.deepEqual([error['id'], typeof error['error']], [5, 'string']);
  stream.send({ action: 'ping', id: 6 });
  assert.equal((await stream.next('pong'))['id'], 6);
  await stream.close();
});

test('a changing mark price is sent at most once a second for each instrument', async () => {
  await trade({ qty: '9' });
  const stream = await open(service, `${POSITIONS}?subaccount_id=sa_1`);
  await stream.next('snapshot');
  const startedAt = performance.now();
  const mover = service.api();
  const { id } = await submit(mover, createRestingOrder({ subaccount_id: 'sa_2', price: '0.02' }));
  const [bid] = (await api.ok<{ bids: { price: string }[] }>('GET', `/v1/orderbooks/${RAIN}`)).bids;
  const endsAt = performance.now() + 2_500;
  while (performance.now() < endsAt) {
    for (const price of [bid?.price ?? '0.4', '0.02'])
      await mover.call('PATCH', `/v1/orders/${id}`, { price });
  }
  const marks = stream.of('position').filter((frame) => frame['instrument_id'] === RAIN);
  // Frames of one more second may have waited in the sockets; the loop may take longer than intended.
  const secondsMax = Math.ceil((performance.now() - startedAt) / 1_000) + 1;
  assert.ok(marks.length <= secondsMax, `${marks.length} marks in ${secondsMax} seconds`);
  await mover.call('DELETE', `/v1/orders/${id}`);
  await stream.close();
});

test('a hundred racing fills leave the stream and the answer equal, also after a crash', async () => {
  const stream = await open(service, POSITIONS);
  await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      trade({
        subaccount_id: at % 2 === 0 ? 'sa_1' : 'sa_2',
        instrument_id: at % 3 === 0 ? RAIN : 1002,
        side: at % 5 < 2 ? 'SELL' : 'BUY',
        qty: '1',
      }),
    ),
  );
  for (const subaccount of ['sa_1', 'sa_2']) await assertLeadsToTheAnswer(stream, subaccount);
  await service.kill();
  await service.start();
  const resumed = await open(service, POSITIONS);
  await resumed.next('snapshot', (frame) => frame['subaccount_id'] === 'sa_2');
  for (const subaccount of ['sa_1', 'sa_2']) await assertLeadsToTheAnswer(resumed, subaccount);
  await resumed.close();
});
