import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../api-assertions.ts';
import { isBehindEdge } from '../support/edge-process.ts';
import { createTakingOrder, getBook, RAIN, submit } from '../support/order-bodies.ts';
import type { Print } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';
import { type Frame, getContent, open, type Stream } from './test-stream.ts';

const service = await startService({ isProcess: true, settings: { 'venues.demo.history_days': 14 } });
const api = service.api();
const PRINTS = '/v1/ws/tradeprints';
const trade = (instrument: number) => submit(api, createTakingOrder({ instrument_id: instrument, qty: '1' }));
const printsAfter = (id: number): Promise<readonly Print[]> =>
  api.ok('GET', `/v1/tradeprints?after_id=${id}&limit=1000`);
const toPrint = (frame: Frame): Print => getContent(frame) as unknown as Print;
const printsOn = (stream: Stream): readonly Print[] => stream.of('tradeprint').map(toPrint);
const idsOn = (stream: Stream) => printsOn(stream).map(({ id }) => id);

/** Trades until the stream has sent the given number of prints. */
async function traded(stream: Stream, count: number, instrument = RAIN): Promise<void> {
  while (stream.of('tradeprint').length < count) {
    await trade(instrument);
    await getBook(api, instrument);
  }
}

test('every trade is printed once, in order, as the REST feed has it', async () => {
  const [newest] = await api.ok<readonly Print[]>('GET', '/v1/tradeprints?limit=1');
  const stream = await open(service, PRINTS);
  assert.equal(stream.frames[1]?.['instrument_ids'], '*');
  await traded(stream, 20);
  const received = printsOn(stream);
  const last = received.at(-1)?.id ?? 0;
  const rest = (await printsAfter(newest?.id ?? 0)).filter(
    ({ id }) => id >= (received[0]?.id ?? 0) && id <= last,
  );
  assert.deepEqual(received.slice(0, rest.length), rest);
  for (const print of received.slice(0, 5)) service.contract.checkRecord('Trade', print);
  await stream.close();
});

test('instrument_id filters the stream, as repeated parameters or as a list', async () => {
  for (const query of [`instrument_id=${RAIN}&instrument_id=1002`, `instrument_id=${RAIN},1002`]) {
    const stream = await open(service, `${PRINTS}?${query}`);
    assert.deepEqual(stream.frames[1]?.['instrument_ids'], [RAIN, 1002]);
    await trade(1006);
    await traded(stream, 3);
    await trade(1002);
    await stream.next('tradeprint', (frame) => frame['instrument_id'] === 1002);
    assert.deepEqual(new Set(printsOn(stream).map((print) => print.instrument_id)), new Set([RAIN, 1002]));
    await stream.close();
  }
});

test('subscribe and unsubscribe answer with the whole present set', async () => {
  const stream = await open(service, PRINTS);
  const ask = async (frame: object, type: string) => (await stream.next(type, send(frame)))['instrument_ids'];
  const send = (frame: object) => {
    stream.send(frame);
    const { id } = frame as { id: unknown };
    return (answer: Frame) => answer['id'] === id;
  };
  assert.deepEqual(
    await ask({ action: 'subscribe', id: 1, instrument_ids: [RAIN] }, 'subscribed'),
    [RAIN],
    'the first explicit one replaces all',
  );
  assert.deepEqual(
    await ask({ action: 'subscribe', id: 'two', instrument_ids: [1002, RAIN] }, 'subscribed'),
    [RAIN, 1002],
  );
  assert.deepEqual(
    await ask({ action: 'unsubscribe', id: 3, instrument_ids: [RAIN] }, 'unsubscribed'),
    [1002],
  );
  const before = stream.of('tradeprint').length;
  await trade(RAIN);
  await trade(1002);
  await stream.next('tradeprint', (frame) => frame['instrument_id'] === 1002);
  assert.ok(
    printsOn(stream)
      .slice(before)
      .every((print) => print.instrument_id === 1002),
  );
  assert.equal(await ask({ action: 'subscribe', id: 4, instrument_ids: '*' }, 'subscribed'), '*');
  assert.deepEqual(
    (await stream.next('error', send({ action: 'subscribe', id: 7, instrument_ids: [99] })))['details'],
    { instrument_ids: [99] },
  );
  stream.send({ action: 'ping', id: 8 });
  const pong = await stream.next('pong');
  assert.equal(pong['id'], 8);
  assert.ok(Math.abs((pong['timestamp'] as number) - Date.now()) < 5_000);
  await stream.close();
});

test('after_id resumes after the last received print without loss or repetition', async () => {
  const first = await open(service, PRINTS);
  await traded(first, 5);
  await first.close();
  const last = idsOn(first).at(-1) ?? 0;
  for (let at = 0; at < 20; at += 1) await trade(1002);
  const second = await open(service, `${PRINTS}?after_id=${last}`);
  await traded(second, 30);
  const expected = (await printsAfter(last)).map(({ id }) => id);
  const received = idsOn(second);
  assert.deepEqual(received.slice(0, 30), expected.slice(0, 30));
  assert.equal(new Set(received).size, received.length);
  await second.close();
});

test('after_id resumes across a crash: every print that the feed has, once', async () => {
  const first = await open(service, PRINTS);
  await traded(first, 5);
  const seen = idsOn(first);
  for (let at = 0; at < 10; at += 1) await trade(1002);
  await service.kill();
  assert.equal((await first.closed).code, isBehindEdge ? 1012 : 1006);
  await service.start();
  const last = seen.at(-1) ?? 0;
  const second = await open(service, `${PRINTS}?after_id=${last}`);
  await traded(second, 15);
  const received = idsOn(second);
  const expected = (await printsAfter(last)).map(({ id }) => id);
  assert.deepEqual(received.slice(0, 15), expected.slice(0, 15));
  assert.ok(
    received.every((id, at) => at === 0 || id > (received[at - 1] ?? 0)),
    'ids grow across the crash',
  );
  assert.deepEqual(second.of('error'), []);
  await second.close();
});

test('a resume beyond the replay buffer returns resume_gap, then sends live prints', async () => {
  const stream = await open(service, `${PRINTS}?after_id=1`);
  const gap = await stream.next('error');
  assert.deepEqual([gap['error'], gap['id']], ['resume_gap', null]);
  await trade(RAIN);
  await stream.next('tradeprint');
  await stream.close();
});

test('an id from the future resumes live without a replay', async () => {
  const stream = await open(service, `${PRINTS}?after_id=${Number.MAX_SAFE_INTEGER}`);
  await trade(RAIN);
  await stream.next('tradeprint');
  assert.deepEqual(stream.of('error'), []);
  await stream.close();
});

test('twenty streams receive the same frames', async () => {
  const key = await service.newKey('--permissions', 'read');
  const [api1, api2] = [service.api(key), service.api(await service.newKey('--permissions', 'read'))];
  const streams = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      open(service, `${PRINTS}?instrument_id=${RAIN}`, at % 2 === 0 ? api1 : api2),
    ),
  );
  for (let at = 0; at < 30; at += 1) await trade(RAIN);
  await until('every stream has received all prints', () =>
    streams.every((stream) => stream.of('tradeprint').length >= 30) ? true : null,
  );
  const received = streams.map(idsOn);
  const from = Math.max(...received.map((ids) => ids[0] ?? 0));
  const to = Math.min(...received.map((ids) => ids.at(-1) ?? 0));
  const shared = received.map((ids) => ids.filter((id) => id >= from && id <= to));
  assert.ok((shared[0] ?? []).length >= 25);
  for (const ids of shared) assert.deepEqual(ids, shared[0]);
});
