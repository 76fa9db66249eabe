import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until, VALIDATION } from '../api-assertions.ts';
import type { Asset } from '../support/record-schemas.ts';
import { offerCheapYes } from '../support/service-exchanges.ts';
import { startService } from '../support/test-service.ts';
import { frameValidator } from './stream-frames.ts';
import { type Frame, open, refusedHandshake, socketUrl } from './test-stream.ts';

const service = await startService({ settings: { 'sandbox.exchanges': true } });
const api = service.api();
const assertFrame = await frameValidator(service);
const OPPORTUNITIES = '/v1/ws/opportunities';
const list = (query = '') =>
  api.ok<readonly { id: string; kind: string; qty: string }[]>('GET', `/v1/opportunities?limit=1000${query}`);
const ofFrame = (frame: Frame) => frame['opportunity'] as { id: string; kind: string; qty: string };
const cheap = await until('a generic asset with a market of Polymarket', async () => {
  const assets = await api.ok<readonly Asset[]>('GET', '/v1/generic-assets');
  const shared = assets.filter(({ venues }) => venues.length > 1).flatMap(({ members }) => members);
  return shared.find(({ venue }) => venue === 'Polymarket') ?? null;
});
await offerCheapYes(service, cheap.ticker);
await until(
  'there is an opportunity of a generic asset',
  async () => (await list('&kind=CROSS')).at(0) ?? null,
);

test('the stream starts with all open opportunities of GET, then follows them', async () => {
  const stream = await open(service, OPPORTUNITIES);
  const current = new Map<string, string>();
  const follow = (): void => {
    current.clear();
    for (const frame of stream.frames) {
      if (frame.type === 'closed') current.delete(String(frame['id']));
      if (frame.type !== 'opened' && frame.type !== 'changed') continue;
      assert.equal(frame.type === 'opened', !current.has(ofFrame(frame).id), 'opened comes first, and once');
      current.set(ofFrame(frame).id, ofFrame(frame).qty);
    }
  };
  await until('the stream has the same opportunities as a read', async () => {
    const listed = new Map((await list()).map(({ id, qty }) => [id, qty]));
    follow();
    const isSame = listed.size > 0 && listed.size === current.size;
    return isSame && [...listed].every(([id, qty]) => current.get(id) === qty) ? true : null;
  });
  for (const frame of stream.frames) assertFrame('opportunities', frame);
  await stream.close();
});

test('a filter selects, and cannot be changed on the connection', async () => {
  const stream = await open(service, `${OPPORTUNITIES}?kind=CROSS&min_qty=1`);
  await stream.next('opened');
  stream.send({ action: 'subscribe', id: 'a', kind: 'ALL_NO' });
  const refused = await stream.next('error');
  assert.deepEqual([refused['id'], refused['error']], ['a', 'validation']);
  for (const frame of stream.of('opened')) assert.equal(ofFrame(frame).kind, 'CROSS');
  await stream.close();
});

test('a handshake with an unknown kind or a negative edge is refused', async () => {
  for (const query of ['kind=BOTH', 'min_edge=-1', 'asset=x']) {
    const target = api.socketTarget(`${OPPORTUNITIES}?${query}`);
    const refusal = await refusedHandshake(`${socketUrl(service)}${target}`);
    assert.equal(refusal.status, VALIDATION[0], query);
  }
});
