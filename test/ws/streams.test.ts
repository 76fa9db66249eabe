import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../service.ts';
import { type Frame, Socket, signedUrl } from './socket.ts';

const service = await startService();
const POSITIONS = '/v1/ws/positions?subaccount_id=sa_1';
const PRINTS = '/v1/ws/tradeprints';

const buy = (qty: string): Promise<{ readonly filled_qty: string }> =>
  service.api().ok('POST', '/v1/orders', {
    subaccount_id: 'sa_1',
    instrument_id: 1001,
    side: 'BUY',
    type: 'MARKET',
    qty,
  });

test('positions: what is held comes first, then each change, and it is what GET answers', async () => {
  const socket = await Socket.open(service.url, POSITIONS, service.key);
  assert.equal((await socket.next('connected'))['stream'], 'positions');
  await socket.next('subscribed');
  assert.deepEqual((await socket.next('snapshot'))['positions'], []);
  await buy('3');
  const told = await socket.next('position', ({ qty }) => qty === '3');
  const [held] = await service.api().ok<readonly Frame[]>('GET', '/v1/positions?subaccount_id=sa_1');
  assert.deepEqual(
    [told['instrument_id'], told['side'], told['avg_price']],
    [1001, 'BUY', held?.['avg_price']],
  );
  socket.close();
  assert.equal(await socket.closed, 1005);
});

test('prints: one of our fills is a print with the id that GET lists', async () => {
  const socket = await Socket.open(service.url, `${PRINTS}?instrument_id=1001`, service.key);
  await socket.next('subscribed');
  await buy('7');
  const print = await socket.next('tradeprint', ({ qty }) => qty === '7');
  const listed = await service
    .api()
    .ok<readonly Frame[]>('GET', '/v1/tradeprints?instrument_id=1001&limit=1000');
  assert.ok(listed.some(({ id, price }) => id === print['id'] && price === print['price']));
  socket.close();
});

test('prints go on after a kill -9 from the last id seen, in order and each once', async () => {
  const before = await Socket.open(service.url, PRINTS, service.key);
  const first = await before.next('tradeprint');
  await service.kill();
  await before.closed;
  await service.start();
  await buy('2');
  const resumed = await Socket.open(service.url, `${PRINTS}?after_id=${String(first['id'])}`, service.key);
  let last = Number(first['id']);
  for (;;) {
    const print = await resumed.next('tradeprint');
    assert.ok(Number(print['id']) > last, 'ids grow strictly, also over a restart');
    last = Number(print['id']);
    if (print['instrument_id'] === 1001 && print['qty'] === '2') break;
  }
  resumed.close();
});

test('a refused handshake is an ordinary answer: 401, 404 and a signature that was used', async () => {
  const address = service.url.replace('http', 'ws');
  assert.deepEqual(await Socket.refused(`${address}${PRINTS}`), { status: 401, error: 'unauthorized' });
  const foreign = signedUrl(service.url, '/v1/ws/positions?subaccount_id=sa_9', service.key);
  assert.deepEqual(await Socket.refused(foreign), { status: 404, error: 'not_found' });
  const once = signedUrl(service.url, PRINTS, service.key);
  const wrong = once.replace(/sig=../, 'sig=AA');
  assert.deepEqual(await Socket.refused(wrong), { status: 401, error: 'signature' });
});

test('a revoked key loses its streams with 4401; a stopping service closes with 1001', async () => {
  const key = await service.newKey('--permissions', 'read');
  const cut = await Socket.open(service.url, PRINTS, key);
  const kept = await Socket.open(service.url, PRINTS, service.key);
  await service.cliOk('key', 'revoke', key.key_id, '--yes');
  assert.equal(await cut.closed, 4401);
  await service.stop();
  assert.equal(await kept.closed, 1001);
});
