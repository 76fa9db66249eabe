import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../api-assertions.ts';
import { createIceberg, createRestingOrder } from '../support/order-bodies.ts';
import { startService, TestService } from '../support/test-service.ts';

const LAKE = join(import.meta.dirname, '..', 'data', 'lake');
const FROM = '2026-11-23T13:00:45.000Z';
const TO = '2026-11-23T13:01:40.000Z';
const options = (speed: string): readonly string[] =>
  `--profile replay --lake ${LAKE} --from ${FROM} --to ${TO} --speed ${speed}`.split(' ');

interface Replay {
  readonly state: string;
  readonly market_time: string;
  readonly updates: number;
}
interface Book {
  readonly bids: readonly { readonly price: string; readonly qty: string }[];
  readonly asks: readonly { readonly price: string; readonly qty: string }[];
}
interface Market {
  readonly instrument_id: number;
  readonly venue: string;
  readonly status: string;
}
interface Order {
  readonly id: string;
  readonly status: string;
  readonly filled_qty: string;
  readonly created_at: string;
}

const service = await startService({ startOptions: options('step') });
const api = () => service.api();
const move = (body: object): Promise<Replay> => api().ok('POST', '/v1/replay', body);
const bookOf = (id: number): Promise<Book> => api().ok('GET', `/v1/markets/${id}/book`);

/** An open instrument with both sides of its book. */
async function findQuoted(venue: string): Promise<number> {
  const markets = await api().ok<readonly Market[]>('GET', `/v1/markets?venue=${venue}`);
  for (const { instrument_id: id, status } of markets) {
    if (status !== 'OPEN') continue;
    const { bids, asks } = await bookOf(id);
    if (bids.length > 0 && asks.length > 0) return id;
  }
  return assert.fail(`${venue} has a quoted market`);
}

/** The same requests in every run. Returns the head of the ledger after them. */
async function trade(run: TestService): Promise<string> {
  const caller = run.api();
  const id = (await caller.ok<readonly Market[]>('GET', '/v1/markets?venue=Demo')).find(
    ({ status }) => status === 'OPEN',
  )?.instrument_id;
  const order = (fields: object): object => createRestingOrder({ instrument_id: id, ...fields });
  await caller.ok(
    'POST',
    '/v1/complex-orders',
    createIceberg({ instrument_id: id, price: '0.9', qty: '40' }),
  );
  for (let round = 0; round < 3; round += 1) {
    await caller.ok('POST', '/v1/orders', order({ type: 'MARKET', tif: 'IOC', price: undefined, qty: '3' }));
    const [bid] = (await caller.ok<Book>('GET', `/v1/markets/${id}/book`)).bids;
    await caller.ok('POST', '/v1/orders', order({ price: bid?.price, qty: '5' }));
    await caller.ok('POST', '/v1/replay', { op: 'step', until: `2026-11-23T13:01:${10 + round * 10}.000Z` });
  }
  await caller.ok('POST', '/v1/orders/cancel-all', { subaccount_id: 'sa_1' });
  await run.stop();
  const verified = await run.cliOk('audit', 'verify');
  return verified;
}

test('a replay has the recorded venues and instruments, and its time moves only on request', async () => {
  const venues = await api().ok<readonly { name: string; capabilities: { simulated: boolean } }[]>(
    'GET',
    '/v1/venues',
  );
  assert.deepEqual(venues.map(({ name }) => name).toSorted(), ['Demo', 'Kalshi', 'Polymarket']);
  assert.ok(venues.every(({ capabilities }) => capabilities.simulated));
  const response = await fetch(`${service.url}/v1/time`);
  const marketTime = Date.parse(FROM);
  assert.equal(((await response.json()) as { market_time: number }).market_time, marketTime);
  assert.equal(response.headers.get('x-market-time'), String(marketTime));
  const health = (await (await fetch(`${service.url}/health`)).json()) as { profile: string };
  assert.equal(health.profile, 'replay');
});

test('an order takes from the recorded book, and what it took is gone', async () => {
  const id = await findQuoted('Kalshi');
  const [best] = (await bookOf(id)).asks;
  const order = await api().ok<Order>('POST', '/v1/orders', {
    ...createRestingOrder({ instrument_id: id, price: best?.price, qty: '1' }),
  });
  assert.deepEqual([order.status, order.filled_qty, order.created_at], ['FILLED', '1', FROM]);
  const [after] = (await bookOf(id)).asks;
  assert.equal(Number(best?.qty) - 1, after?.price === best?.price ? Number(after?.qty) : 0);
});

test('a step applies the next update, or everything until a time, and time never moves back', async () => {
  const first = await move({ op: 'step' });
  assert.deepEqual([first.state, first.updates], ['PAUSED', 1]);
  const later = await move({ op: 'step', until: '2026-11-23T13:00:50.000Z' });
  assert.equal(later.market_time, '2026-11-23T13:00:50.000Z');
  assert.ok(later.updates > first.updates);
  await api().refused([422, 'validation'], 'POST', '/v1/replay', { op: 'seek', until: FROM });
  await api().refused([422, 'validation'], 'POST', '/v1/replay', { op: 'seek' });
  await api().refused([422, 'validation'], 'POST', '/v1/replay', { op: 'rewind' });
});

test('I-R2: the same recording, seed and requests give the same ledger', async () => {
  await service.stop();
  const heads: string[] = [];
  for (let run = 0; run < 2; run += 1) {
    await service.start();
    heads.push(await trade(service));
  }
  assert.match(heads[0] ?? '', /[0-9a-f]{64}/);
  assert.equal(heads[1], heads[0]);
});

test('at full speed a replay runs to its end by itself', async () => {
  const fast = new TestService({ startOptions: options('max') });
  await fast.start();
  try {
    const ended = await until('the replay ends', async () => {
      const replay = await fast.api().ok<Replay>('POST', '/v1/replay', { op: 'run' });
      return replay.state === 'ENDED' ? replay : null;
    });
    assert.equal(ended.market_time, TO);
    const prints = await fast.api().ok<readonly object[]>('GET', '/v1/tradeprints?limit=10');
    assert.ok(prints.length > 0);
  } finally {
    await fast.dispose();
  }
});

test('a start without a recording of the times, or on the ledger of another profile, is refused', async () => {
  const early = [
    '--profile',
    'replay',
    '--lake',
    LAKE,
    '--from',
    '2020-01-01T00:00:00Z',
    '--to',
    '2020-01-02T00:00:00Z',
  ];
  const missing = await service.cli('start', ...early);
  assert.match(missing.stderr, /has no recording of these times/);
  assert.notEqual(missing.code, 0);
  const sandbox = await startService();
  await sandbox.api().refused([404, 'not_found'], 'POST', '/v1/replay', { op: 'step' });
  await sandbox.stop();
  const refused = await sandbox.cli('start', ...options('step'));
  assert.match(refused.stderr, /holds the ledger of profile "sandbox"/);
  const alone = await sandbox.cli('start', '--lake', LAKE);
  assert.match(alone.stderr, /need --profile replay/);
});
