import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ReceivedFrame, StreamClient } from '../../test/support/stream-client.ts';
import { type StreamHarness, startStreams } from '../../test/support/stream-harness.ts';
import type { Config } from '../config/config.ts';

const BOOKS = '/v1/ws/orderbooks';
const PACE_MS = 100;

test('each requested book is sent completely at once, and again after each change', async (t) => {
  const { harness, client, frames } = await connected(t, `${BOOKS}?instrument_id=1001,1002`, 2);
  assert.deepEqual(frames[1], {
    type: 'subscribed',
    seq: 2,
    id: null,
    instrument_ids: [1001, 1002],
    generic_asset_ids: [],
  });
  harness.clock.advance(5);
  assert.deepEqual((await client.take(2)).map(summary), ['unavailable 1001', 'unavailable 1002']);
  await change(harness, () => harness.market.quote(1002, 7));
  assert.deepEqual(summary(await client.next()), 'book 1002 #7');
});

test('a book that changes often is sent at the maximum rate, in its latest state', async (t) => {
  const { harness, client } = await connected(t, `${BOOKS}?instrument_id=1001`, 2, 1);
  await change(harness, () => {
    for (let sequence = 1; sequence <= 50; sequence += 1) harness.market.quote(1001, sequence);
  });
  await change(harness, () => harness.market.quote(1001, 51));
  assert.deepEqual((await client.take(2)).map(summary), ['book 1001 #50', 'book 1001 #51']);
});

test('an asset is shown when any of its members changes', async (t) => {
  const { harness, client } = await connected(t, `${BOOKS}?generic_asset_id=501`, 2);
  harness.clock.advance(5);
  assert.equal(summary(await client.next()), 'aggregated_book 501 #0');
  await change(harness, () => harness.market.quote(1002, 9));
  assert.equal(summary(await client.next()), 'aggregated_book 501 #9');
});

test('a lost book is reported as unavailable, once', async (t) => {
  const { harness, client } = await connected(t, `${BOOKS}?instrument_id=1001`, 2, 5);
  await change(harness, () => harness.market.quote(1001, null));
  await change(harness, () => harness.market.quote(1001, null));
  await change(harness, () => harness.market.quote(1001, 6));
  assert.deepEqual((await client.take(2)).map(summary), ['unavailable 1001', 'book 1001 #6']);
});

test('no frame follows an unsubscribe', async (t) => {
  const { harness, client } = await connected(t, `${BOOKS}?instrument_id=1001,1002`, 2, 1);
  client.send({ action: 'unsubscribe', id: 'u', instrument_ids: [1001] });
  const answer = await until(client, 'unsubscribed');
  assert.deepEqual([answer['id'], answer['instrument_ids']], ['u', [1002]]);
  await change(harness, () => harness.market.quote(1001, 2));
  await change(harness, () => harness.market.quote(1002, 3));
  assert.equal(summary(await until(client, 'book')), 'book 1002 #3');
});

test('no frame of an asset follows its unsubscribe, and the instruments remain', async (t) => {
  const { harness, client } = await connected(t, `${BOOKS}?instrument_id=1001&generic_asset_id=501`, 2, 1);
  client.send({ action: 'unsubscribe', id: 'u', generic_asset_ids: [501] });
  const answer = await until(client, 'unsubscribed');
  assert.deepEqual([answer['instrument_ids'], answer['generic_asset_ids']], [[1001], []]);
  const received = client.frames.length;
  await change(harness, () => harness.market.quote(1002, 2)); // a member of the asset
  await change(harness, () => harness.market.quote(1001, 3));
  assert.equal(summary(await until(client, 'book')), 'book 1001 #3');
  assert.deepEqual(
    client.frames.slice(received).map(({ type }) => type),
    ['book'],
  );
});

test('unknown ids are refused: the handshake as not found, a frame with those that are unknown', async (t) => {
  const harness = await startHarness(t);
  for (const query of ['instrument_id=9999', 'generic_asset_id=502', 'generic_asset_id=x'])
    await assert.rejects(harness.connect(`${BOOKS}?${query}`), /404/);
  const client = await harness.connect(BOOKS);
  await client.take(2);
  client.send({ action: 'subscribe', id: 1, instrument_ids: [9999, 1001], generic_asset_ids: [7] });
  const refused = await client.next();
  assert.deepEqual(
    [refused['error'], refused['details']],
    ['validation', { instrument_ids: [9999], generic_asset_ids: [7] }],
  );
  for (const fields of [
    {},
    { instrument_ids: 'all' },
    { instrument_ids: [-1] },
    { generic_asset_ids: ['501'] },
  ]) {
    client.send({ action: 'subscribe', id: 2, ...fields });
    assert.equal((await client.next())['error'], 'validation');
  }
});

test('the market data is not queried once there are no readers', async (t) => {
  const { harness, client } = await connected(t, `${BOOKS}?instrument_id=1001`, 2, 1);
  client.send({ action: 'unsubscribe', id: 1, instrument_ids: [1001] });
  await until(client, 'unsubscribed');
  const { book } = harness.market;
  let reads = 0;
  Object.assign(harness.market, {
    book: (instrument: Parameters<typeof book>[0]) => (reads++, book(instrument)),
  });
  await change(harness, () => harness.market.quote(1001, 2));
  assert.equal(reads, 0);
});

test('instruments and assets together count for the limit, and a subscription that exceeds it changes nothing', async (t) => {
  const harness = await startHarness(t, { idsMax: 3 });
  for (const query of ['instrument_id=1,2,3&generic_asset_id=501', 'instrument_id=1,2,3,4'])
    await assert.rejects(harness.connect(`${BOOKS}?${query}`), /422/);
  const client = await harness.connect(`${BOOKS}?instrument_id=1001,1002`);
  await client.take(2);
  harness.clock.advance(5);
  await client.take(2);
  const tooMany = [{ instrument_ids: [1003], generic_asset_ids: [501] }, { instrument_ids: [1003, 1004] }];
  for (const fields of tooMany) {
    client.send({ action: 'subscribe', id: 1, ...fields });
    const refused = await client.next();
    assert.deepEqual([refused.type, refused['error']], ['error', 'validation']);
  }
  client.send({ action: 'subscribe', id: 2, instrument_ids: [1001, 1003] });
  const answer = await client.next();
  assert.deepEqual([answer['instrument_ids'], answer['generic_asset_ids']], [[1001, 1002, 1003], []]);
  harness.clock.advance(5);
  assert.equal(
    summary(await client.next()),
    'unavailable 1003',
    'the refused frame has not subscribed to it',
  );
  client.send({ action: 'unsubscribe', id: 3, instrument_ids: [1001] });
  await until(client, 'unsubscribed');
  client.send({ action: 'subscribe', id: 4, generic_asset_ids: [501] });
  assert.deepEqual((await until(client, 'subscribed'))['generic_asset_ids'], [501]);
});

test('no book is read for a client that leaves while its subscription is checked', async (t) => {
  const { harness, client } = await connected(t, `${BOOKS}?instrument_id=1001`, 2, 1);
  const { asset } = harness.market;
  const [requested, checked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  Object.assign(harness.market, {
    asset: async (id: Parameters<typeof asset>[0]) => {
      requested.resolve();
      await checked.promise;
      return asset(id);
    },
  });
  client.send({ action: 'subscribe', id: 1, generic_asset_ids: [501] });
  await requested.promise;
  client.close();
  await client.closed;
  const { book, aggregatedBook } = harness.market;
  let reads = 0;
  Object.assign(harness.market, {
    book: (instrument: Parameters<typeof book>[0]) => (reads++, book(instrument)),
    aggregatedBook: (of: Parameters<typeof aggregatedBook>[0]) => (reads++, aggregatedBook(of)),
  });
  checked.resolve();
  await change(harness, () => harness.market.quote(1001, 2));
  await change(harness, () => harness.clock.advance(15_000));
  assert.equal(reads, 0);
});

async function startHarness(t: TestContext, limits: Partial<Config['ws']> = {}): Promise<StreamHarness> {
  const harness = await startStreams(limits);
  t.after(() => harness.stop());
  return harness;
}

/** @param quoted  the sequence of the first book of 1001, which is received before the test continues */
async function connected(t: TestContext, target: string, greeting: number, quoted?: number) {
  const harness = await startHarness(t);
  if (quoted !== undefined) harness.market.quote(1001, quoted);
  const client = await harness.connect(target);
  const frames = await client.take(greeting);
  if (quoted !== undefined) {
    harness.clock.advance(5);
    await until(client, 'book');
  }
  return { harness, client, frames };
}

/** A change, the moment until it is shown, and the moment until that is sent. */
async function change(harness: StreamHarness, act: () => void): Promise<void> {
  act();
  harness.clock.advance(PACE_MS);
  await new Promise((resolve) => setImmediate(resolve));
  harness.clock.advance(5);
}

async function until(client: StreamClient, type: string): Promise<ReceivedFrame> {
  for (;;) {
    const frame = await client.next();
    if (frame.type === type) return frame;
  }
}

const summary = (frame: ReceivedFrame): string => {
  const subject = Number(frame['instrument_id'] ?? frame['generic_asset_id']);
  const { sequence } = frame as { readonly sequence?: number };
  return `${frame.type} ${subject}${sequence === undefined ? '' : ` #${sequence}`}`;
};
