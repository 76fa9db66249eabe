import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRestingOrder, submit } from '../support/order-bodies.ts';
import type { Balance } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';
import { frameValidator } from './stream-frames.ts';
import { open, refusedHandshake, socketUrl } from './test-stream.ts';

const service = await startService();
const api = service.api();
const assertFrame = await frameValidator(service);
const BALANCES = '/v1/ws/balances';
const amounts = ({ venue, total, available, reserved }: Balance) => [venue, total, available, reserved];

test('the balances stream starts with the balances of GET, then sends each change', async () => {
  const stream = await open(service, `${BALANCES}?subaccount_id=sa_1`);
  const snapshot = await stream.next('snapshot');
  assertFrame('balances', snapshot);
  const listed = await api.ok<readonly Balance[]>('GET', '/v1/balances?subaccount_id=sa_1');
  assert.deepEqual((snapshot['balances'] as readonly Balance[]).map(amounts), listed.map(amounts));
  const order = await submit(api, createRestingOrder({ price: '0.02', qty: '10' }));
  const blocked = await stream.next('balance');
  assertFrame('balances', blocked);
  assert.equal(blocked['subaccount_id'], 'sa_1');
  assert.deepEqual(amounts(blocked as unknown as Balance), ['Demo', null, null, '0.2']);
  await api.ok('DELETE', `/v1/orders/${order.id}`);
  const released = await stream.next('balance', (frame) => frame['reserved'] === '0');
  assert.equal(released['stale'], false);
});

test('a stream of one subaccount receives no balances of another', async () => {
  const stream = await open(service, `${BALANCES}?subaccount_id=sa_2`);
  await stream.next('snapshot');
  const foreign = await submit(api, createRestingOrder());
  const own = await submit(api, createRestingOrder({ subaccount_id: 'sa_2', price: '0.02', qty: '10' }));
  await stream.next('balance', (frame) => frame['reserved'] === '0.2');
  for (const frame of stream.of('balance')) assert.equal(frame['subaccount_id'], 'sa_2');
  for (const { id } of [foreign, own]) await api.ok('DELETE', `/v1/orders/${id}`);
});

test('a handshake for an unknown or foreign subaccount is refused', async () => {
  await service.cliOk('account', 'new', 'acc_2');
  await service.cliOk('subaccount', 'new', 'sb_1', '--account', 'acc_2');
  for (const name of ['sb_1', 'sx_1']) {
    const refusal = await refusedHandshake(
      `${socketUrl(service)}${api.socketTarget(`${BALANCES}?subaccount_id=${name}`)}`,
    );
    assert.equal(refusal.status, 404);
  }
});
