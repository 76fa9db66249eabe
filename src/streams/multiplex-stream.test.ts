import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { until } from '../../test/api-assertions.ts';
import type { ReceivedFrame, StreamClient } from '../../test/support/stream-client.ts';
import { type StreamHarness, startStreams } from '../../test/support/stream-harness.ts';
import { VECTOR_KEY } from '../../test/support/test-signer.ts';
import type { Config } from '../config/config.ts';
import type { SubaccountId } from '../contract/model/ids.ts';

const MULTIPLEX = '/v1/ws/multiplex';
const SA_1 = 'sa_1' as SubaccountId;
const KEY = VECTOR_KEY.keyId;

/** Each topic with a query, and the types of its first frames. */
const TOPICS: readonly (readonly [string, Record<string, unknown>, readonly string[]])[] = [
  ['tradeprints', { instrument_id: [1001, '1002'] }, ['subscribed']],
  ['positions', { subaccount_id: 'sa_1' }, ['subscribed', 'snapshot']],
  ['orders', { subaccount_id: ['sa_1', 'sa_2'] }, ['subscribed', 'snapshot', 'snapshot']],
  ['complex-orders', { subaccount_id: 'sa_1,sa_2' }, ['subscribed', 'snapshot', 'snapshot']],
  ['fills', {}, ['subscribed', 'snapshot', 'snapshot']],
  ['balances', { subaccount_id: 'sa_2' }, ['subscribed', 'snapshot']],
  ['operations', { subaccount_id: 'sa_1' }, ['subscribed', 'snapshot']],
  [
    'orderbooks',
    { instrument_id: 1001, generic_asset_id: 501 },
    ['subscribed', 'unavailable', 'aggregated_book'],
  ],
  ['opportunities', { kind: 'CROSS' }, ['subscribed']],
];

const FIRST_FRAMES = TOPICS.flatMap(([, , types]) => types).length;

describe('subscriptions', () => {
  test('every topic on one connection begins as its own path does, under the name of its subscription', async (t) => {
    const { client, harness } = await connected(t);
    for (const [topic, query] of TOPICS) {
      client.send({ action: 'subscribe', id: topic, sub: `s-${topic}`, topic, query });
    }
    const frames = await takeSent(harness, client, FIRST_FRAMES);
    for (const [topic, query, types] of TOPICS) {
      const own = sorted(frames.filter(({ sub }) => sub === `s-${topic}`).map(withoutNames));
      assert.deepEqual(sorted(own.map(({ type }) => type)), sorted(types), topic);
      const path = `/v1/ws/${topic}?${new URLSearchParams(toTexts(query)).toString()}`;
      const single = await harness.connect(path);
      const [, ...others] = await takeSent(harness, single, 1 + types.length);
      assert.deepEqual(own, sorted(others.map(withoutNames)), path);
    }
    const opened = frames.filter(({ type }) => type === 'subscribed').map(({ id }) => id);
    assert.deepEqual(new Set(opened), new Set(TOPICS.map(([topic]) => topic)));
  });

  test('a change goes to each subscription that covers it, also to two of one topic', async (t) => {
    const { client, harness } = await connected(t);
    client.send({ action: 'subscribe', sub: 'one', topic: 'positions', query: { subaccount_id: 'sa_1' } });
    client.send({ action: 'subscribe', sub: 'all', topic: 'positions' });
    client.send({ action: 'subscribe', sub: 'prints', topic: 'tradeprints' });
    await client.take(6);
    harness.trading.hold('acc_1/sa_1', 1001, '4');
    harness.trading.hold('acc_1/sa_2', 1001, '5');
    harness.trading.hold('acc_2/sa_9', 1001, '6');
    harness.market.print();
    harness.clock.advance(5);
    const frames = await client.take(4);
    assert.deepEqual(sorted(frames.map(({ sub, type, qty }) => [sub, type, qty])), [
      ['all', 'position', '4'],
      ['all', 'position', '5'],
      ['one', 'position', '4'],
      ['prints', 'tradeprint', '4'],
    ]);
  });

  test('a subscription is changed by ids as on its own path, and a widened one gets the new snapshots', async (t) => {
    const { client, harness } = await connected(t);
    client.send({ action: 'subscribe', sub: 'p', topic: 'positions' });
    client.send({ action: 'subscribe', sub: 'b', topic: 'orderbooks', query: { instrument_id: 1001 } });
    await takeSent(harness, client, 5);
    client.send({ action: 'subscribe', id: 1, sub: 'p', subaccount_ids: ['sa_2'] }); // narrowed from everything
    client.send({ action: 'unsubscribe', id: 2, sub: 'p', subaccount_ids: ['sa_2'] });
    client.send({ action: 'subscribe', id: 3, sub: 'p', subaccount_ids: ['sa_2'] });
    client.send({ action: 'unsubscribe', id: 4, sub: 'b', instrument_ids: [1001] });
    const frames = await client.take(6);
    const own = frames
      .filter(({ sub }) => sub === 'p')
      .map(({ type, id, subaccount_id: of }) => [type, id ?? of]);
    assert.deepEqual(own, [
      ['subscribed', 1],
      ['snapshot', 'sa_2'],
      ['unsubscribed', 2],
      ['subscribed', 3],
      ['snapshot', 'sa_2'],
    ]);
    assert.deepEqual(
      frames.filter(({ sub }) => sub === 'b').map(({ type, id, instrument_ids: ids }) => [type, id, ids]),
      [['unsubscribed', 4, []]],
    );
    harness.trading.hold('acc_1/sa_1', 1001, '1');
    harness.trading.hold('acc_1/sa_2', 1001, '2');
    harness.clock.advance(5);
    assert.equal((await client.next())['qty'], '2');
  });

  test('an ended subscription sends nothing more, and its name can be used again', async (t) => {
    const { client, harness } = await connected(t);
    const listeners = harness.trading.listeners;
    client.send({ action: 'subscribe', sub: 'p', topic: 'positions', query: { subaccount_id: 'sa_1' } });
    client.send({ action: 'subscribe', sub: 'q', topic: 'tradeprints' });
    await client.take(3);
    client.send({ action: 'unsubscribe', id: 9, sub: 'p' });
    assert.deepEqual(withoutSeq(await client.next()), {
      type: 'ended',
      sub: 'p',
      id: 9,
      error: null,
      message: null,
      details: null,
    });
    assert.equal(harness.trading.listeners, listeners);
    harness.trading.hold('acc_1/sa_1', 1001, '4');
    harness.market.print();
    harness.clock.advance(5);
    assert.equal((await client.next()).type, 'tradeprint');
    client.send({ action: 'subscribe', sub: 'p', topic: 'tradeprints' });
    assert.deepEqual(withoutSeq(await client.next()), {
      type: 'subscribed',
      sub: 'p',
      id: null,
      instrument_ids: '*',
    });
  });

  test('a subscription that is ended while its admission waits never begins', async (t) => {
    const { client, harness } = await connected(t);
    const resume = holdLookups(harness);
    let reads = 0;
    Object.assign(harness.market, {
      instrument: async () => {
        reads += 1;
        return null;
      },
    });
    client.send({
      action: 'subscribe',
      id: 1,
      sub: 'b',
      topic: 'orderbooks',
      query: { instrument_id: 1001 },
    });
    client.send({ action: 'unsubscribe', id: 2, sub: 'b' });
    assert.deepEqual(pick(await client.next()), ['ended', 'b', 2]);
    client.send({ action: 'subscribe', id: 3, sub: 'b', topic: 'tradeprints' });
    assert.deepEqual(pick(await client.next()), ['subscribed', 'b', 3]);
    resume();
    await client.settled();
    assert.equal(client.frames.filter(({ type }) => type === 'subscribed').length, 1);
    assert.equal(reads, 0);
  });

  test('a change that waits when its subscription ends is not confirmed', async (t) => {
    const { client, harness } = await connected(t);
    client.send({ action: 'subscribe', sub: 'p', topic: 'tradeprints' });
    await client.next();
    const resume = holdLookups(harness);
    client.send({ action: 'subscribe', id: 1, sub: 'p', instrument_ids: [1001] });
    await client.settled(); // the change is under way
    client.send({ action: 'unsubscribe', id: 2, sub: 'p' });
    assert.deepEqual(pick(await client.next()), ['ended', 'p', 2]);
    resume();
    await client.settled();
    assert.equal(client.frames.filter(({ type }) => type === 'subscribed').length, 1);
  });

  test('missed prints are replayed before live ones, also while another subscription continues', async (t) => {
    const { client, harness } = await connected(t);
    for (let count = 0; count < 3; count += 1) harness.market.print();
    client.send({ action: 'subscribe', sub: 'live', topic: 'tradeprints' });
    client.send({ action: 'subscribe', sub: 'again', topic: 'tradeprints', query: { after_id: 1 } });
    await client.take(4);
    harness.market.print();
    harness.clock.advance(5);
    await client.take(2);
    const ids = (name: string) =>
      client.frames.filter(({ sub, type }) => sub === name && type === 'tradeprint');
    assert.deepEqual(
      ids('again').map(({ id }) => id),
      [2, 3, 4],
    );
    assert.deepEqual(
      ids('live').map(({ id }) => id),
      [4],
    );
  });

  test('after a reconnect every topic begins with its current state again', async (t) => {
    const { client, harness } = await connected(t);
    const subscribe = async (each: StreamClient) => {
      for (const [topic, query] of TOPICS) each.send({ action: 'subscribe', sub: topic, topic, query });
      const frames = await takeSent(harness, each, FIRST_FRAMES);
      return sorted(frames.map(withoutSeq));
    };
    harness.trading.hold('acc_1/sa_1', 1001, '4');
    const first = await subscribe(client);
    client.terminate();
    const again = await harness.connect(MULTIPLEX);
    await again.next();
    assert.deepEqual(await subscribe(again), first);
  });
});

describe('refusals', () => {
  test('a refused topic leaves the others as they are', async (t) => {
    const { client, harness } = await connected(t);
    harness.trading.keys.set(KEY, { ...VECTOR_KEY, subaccounts: [SA_1] });
    client.send({
      action: 'subscribe',
      id: 1,
      sub: 'a',
      topic: 'positions',
      query: { subaccount_id: 'sa_1' },
    });
    client.send({
      action: 'subscribe',
      id: 2,
      sub: 'b',
      topic: 'positions',
      query: { subaccount_id: 'sa_2' },
    });
    client.send({
      action: 'subscribe',
      id: 3,
      sub: 'c',
      topic: 'positions',
      query: { subaccount_id: 'sa_9' },
    });
    client.send({
      action: 'subscribe',
      id: 4,
      sub: 'd',
      topic: 'orderbooks',
      query: { instrument_id: 9_999 },
    });
    const frames = await client.take(5);
    assert.deepEqual(sorted(frames.filter(({ type }) => type === 'error').map(toRefusal)), [
      ['b', 2, 'forbidden'],
      ['c', 3, 'not_found'],
      ['d', 4, 'not_found'],
    ]);
    client.send({ action: 'subscribe', id: 5, sub: 'b', subaccount_ids: ['sa_1'] });
    assert.deepEqual(toRefusal(await client.next()), ['b', 5, 'not_found']);
    harness.trading.hold('acc_1/sa_1', 1001, '4');
    harness.clock.advance(5);
    assert.deepEqual(pick(await client.next()), ['position', 'a', undefined]);
  });

  const OPEN = { action: 'subscribe', sub: 'new', topic: 'positions' };
  for (const [what, frame, fields] of [
    ['an unknown topic', { ...OPEN, topic: 'weather' }, ['topic']],
    ['the trade socket as a topic', { ...OPEN, topic: 'trade' }, ['topic']],
    ['itself as a topic', { ...OPEN, topic: 'multiplex' }, ['topic']],
    ['a topic that is a number', { ...OPEN, topic: 7 }, ['topic']],
    ['a topic of the prototype', { ...OPEN, topic: '__proto__' }, ['topic']],
    ['no topic', { ...OPEN, topic: null }, ['topic']],
    ['no name', { ...OPEN, sub: undefined }, ['sub']],
    ['an empty name', { ...OPEN, sub: '' }, ['sub']],
    ['a name of 65 characters', { ...OPEN, sub: 'x'.repeat(65) }, ['sub']],
    ['a name that is a number', { ...OPEN, sub: 1 }, ['sub']],
    ['a name that is in use', { ...OPEN, sub: 'held' }, ['sub']],
    ['filters outside the query', { ...OPEN, subaccount_ids: ['sa_1'] }, ['subaccount_ids']],
    ['a query that is a text', { ...OPEN, query: 'subaccount_id=sa_1' }, ['query']],
    ['a query that is a list', { ...OPEN, query: [] }, ['query']],
    ['an unknown parameter', { ...OPEN, query: { subaccount_ids: 'sa_1' } }, ['query.subaccount_ids']],
    ['a parameter of another topic', { ...OPEN, query: { instrument_id: 1 } }, ['query.instrument_id']],
    ['an object as a value', { ...OPEN, query: { subaccount_id: { a: 1 } } }, ['query.subaccount_id']],
    ['null as a value', { ...OPEN, query: { subaccount_id: null } }, ['query.subaccount_id']],
    ['an empty list', { ...OPEN, query: { subaccount_id: [] } }, ['query.subaccount_id']],
    ['a list with an object', { ...OPEN, query: { subaccount_id: ['sa_1', {}] } }, ['query.subaccount_id']],
    ['a wrong value', { ...OPEN, topic: 'tradeprints', query: { after_id: 'x' } }, ['after_id']],
    [
      'a change with a wrong type',
      { action: 'subscribe', sub: 'held', subaccount_ids: 7 },
      ['subaccount_ids'],
    ],
    ['an end with an unknown field', { action: 'unsubscribe', sub: 'held', ids: [] }, ['subaccount_ids']],
  ] as const)
    test(`${what} is refused by name and changes nothing`, async (t) => {
      const { client, harness } = await connected(t);
      client.send({ action: 'subscribe', sub: 'held', topic: 'positions', query: { subaccount_id: 'sa_1' } });
      await client.take(2);
      client.send({ ...frame, id: 7 });
      const refused = await client.next();
      assert.deepEqual([refused.type, refused['id'], refused['error']], ['error', 7, 'validation']);
      const named = (refused['details'] as { fields: readonly { field: string }[] }).fields;
      assert.deepEqual(
        named.map(({ field }) => field),
        fields,
      );
      harness.trading.hold('acc_1/sa_1', 1001, '4');
      harness.trading.hold('acc_1/sa_2', 1001, '5');
      harness.clock.advance(5);
      await client.settled();
      assert.deepEqual(
        client.frames.filter(({ type }) => type === 'position').map(({ sub, qty }) => [sub, qty]),
        [['held', '4']],
      );
    });

  test('frames for a subscription that does not exist are refused', async (t) => {
    const { client } = await connected(t);
    client.send({ action: 'subscribe', id: 1, sub: 'x', subaccount_ids: ['sa_1'] });
    client.send({ action: 'unsubscribe', id: 2, sub: 'x' });
    assert.deepEqual((await client.take(2)).map(toRefusal), [
      ['x', 1, 'not_found'],
      ['x', 2, 'not_found'],
    ]);
  });

  test('the third malformed frame closes the connection', async (t) => {
    const { client } = await connected(t);
    for (const text of ['{', '[]', '{"action":"order"}']) client.send(text);
    assert.equal((await client.closed).code, 4400);
  });
});

describe('limits', () => {
  test('a key has five subscriptions for each connection that it may have, over all its connections', async (t) => {
    const { client, harness } = await connected(t, { maxConnectionsPerKey: 2 });
    const other = await harness.connect(MULTIPLEX);
    await other.next();
    for (let count = 0; count < 10; count += 1)
      client.send({ action: 'subscribe', sub: `s${count}`, topic: 'tradeprints' });
    await client.take(10);
    other.send({ action: 'subscribe', id: 1, sub: 'a', topic: 'tradeprints' });
    const refused = await other.next();
    assert.deepEqual(
      [refused['error'], refused['message'], refused['details']],
      ['rate_limited', '10 of 10 subscriptions of this key are open', { bucket: 'subscriptions', max: 10 }],
    );
    client.send({ action: 'unsubscribe', sub: 's3' });
    await client.next();
    other.send({ action: 'subscribe', sub: 'a', topic: 'tradeprints' });
    assert.equal((await other.next()).type, 'subscribed');
    client.terminate();
    await until('the first connection is closed', async () =>
      harness.streams.counts().multiplex === 1 ? true : null,
    );
    for (let count = 0; count < 9; count += 1)
      other.send({ action: 'subscribe', sub: `s${count}`, topic: 'tradeprints' });
    assert.ok((await other.take(9)).every(({ type }) => type === 'subscribed'));
  });

  test('six tabs of eight topics each fit the limits of a key, as six connections', async (t) => {
    const harness = await startHarness(t);
    for (let tab = 0; tab < 6; tab += 1) {
      const client = await harness.connect(MULTIPLEX);
      await client.next();
      for (const [topic, query] of TOPICS) client.send({ action: 'subscribe', sub: topic, topic, query });
      const frames = await takeSent(harness, client, FIRST_FRAMES);
      assert.equal(frames.filter(({ type }) => type === 'subscribed').length, TOPICS.length);
    }
    assert.equal(harness.streams.counts().multiplex, 6);
  });

  test('a new subscription costs a read token in place of a frame, and is refused without one', async (t) => {
    const { client, harness } = await connected(t);
    for (let count = 0; count < 60; count += 1)
      client.send({ action: 'subscribe', sub: `s${count}`, topic: 'tradeprints' });
    await client.take(60);
    for (let count = 0; count < 60; count += 1) client.send({ action: 'unsubscribe', sub: `s${count}` });
    await client.take(60);
    harness.rates.take(KEY, 'read', harness.rates.take(KEY, 'read', 0).remaining);
    client.send({ action: 'subscribe', id: 1, sub: 'a', topic: 'tradeprints' });
    const refused = await client.next();
    assert.deepEqual(toRefusal(refused), ['a', 1, 'rate_limited']);
    assert.ok(((refused['details'] as Record<string, number>)['retry_after_ms'] ?? 0) > 0);
  });

  test('a subscription that is refused for want of a read token takes no place of another one', async (t) => {
    const { client, harness } = await connected(t, { maxConnectionsPerKey: 1 });
    harness.rates.take(KEY, 'read', harness.rates.take(KEY, 'read', 0).remaining);
    for (let id = 0; id < 6; id += 1)
      client.send({ action: 'subscribe', id, sub: `s${id}`, topic: 'tradeprints' });
    for (const refused of await client.take(6)) assert.equal(refused['error'], 'rate_limited');
    harness.clock.advance(1_000);
    for (let id = 0; id < 6; id += 1)
      client.send({ action: 'subscribe', id, sub: `s${id}`, topic: 'tradeprints' });
    const types = sorted((await client.take(6)).map(({ type }) => type));
    assert.deepEqual(types, ['error', ...Array(5).fill('subscribed')]);
  });

  test('a subscription that its topic refuses leaves its name and its place to others', async (t) => {
    const { client } = await connected(t, { maxConnectionsPerKey: 1 });
    for (const [topic, query] of [
      ['positions', { subaccount_id: 'sa_9' }],
      ['orderbooks', { instrument_id: 9_999 }],
      ['tradeprints', { instrument_id: 9_999 }],
    ] as const)
      for (let count = 0; count < 3; count += 1) {
        client.send({ action: 'subscribe', sub: 'a', topic, query });
        assert.deepEqual(toRefusal(await client.next()), ['a', null, 'not_found'], topic);
      }
    for (const sub of ['a', 'b', 'c', 'd', 'e']) {
      client.send({ action: 'subscribe', sub, topic: 'tradeprints' });
      assert.deepEqual(pick(await client.next()), ['subscribed', sub, null]);
    }
  });

  for (const [what, frame] of [
    ['refused subscriptions', { action: 'subscribe', sub: 'a', topic: 'none' }],
    ['frames for unknown subscriptions', { action: 'unsubscribe', sub: 'a' }],
    ['pings', { action: 'ping' }],
    ['changes', { action: 'subscribe', sub: 'held', subaccount_ids: ['sa_1'] }],
  ] as const)
    test(`more ${what} than frames in a second end the connection with 4429`, async (t) => {
      const { client } = await connected(t);
      client.send({ action: 'subscribe', sub: 'held', topic: 'positions', query: { subaccount_id: 'sa_1' } });
      for (let count = 0; count < 21; count += 1) client.send(frame);
      assert.equal((await client.closed).code, 4429);
    });

  test('a subscription that waits for read tokens delays no other one', async (t) => {
    const { client, harness } = await connected(t);
    client.send({ action: 'subscribe', sub: 'p', topic: 'positions', query: { subaccount_id: 'sa_1' } });
    client.send({ action: 'subscribe', sub: 'b', topic: 'orderbooks', query: { instrument_id: 1001 } });
    await takeSent(harness, client, 4);
    harness.rates.take(KEY, 'read', harness.rates.take(KEY, 'read', 0).remaining);
    client.send({ action: 'subscribe', id: 1, sub: 'p', subaccount_ids: ['sa_2'] });
    client.send({ action: 'unsubscribe', id: 2, sub: 'p', subaccount_ids: ['sa_2'] });
    client.send({ action: 'unsubscribe', id: 3, sub: 'b', instrument_ids: [1001] });
    assert.deepEqual((await client.take(2)).map(pick), [
      ['subscribed', 'p', 1],
      ['unsubscribed', 'b', 3],
    ]);
    client.send({ action: 'unsubscribe', id: 4, sub: 'p' });
    assert.deepEqual((await client.take(1)).map(pick), [['ended', 'p', 4]]);
    harness.clock.advance(1_000);
    assert.deepEqual(toRefusal(await client.next()), ['p', 2, 'not_found']);
  });

  test('a connection has as many waiting frames as it may send in a second, over all its subscriptions', async (t) => {
    const { client, harness } = await connected(t, { framesPerSecondMax: 3 });
    const resume = holdLookups(harness);
    for (const sub of ['a', 'b'])
      client.send({ action: 'subscribe', sub, topic: 'orderbooks', query: { instrument_id: 1001 } });
    for (const [id, sub] of ['a', 'a', 'b'].entries())
      client.send({ action: 'unsubscribe', id, sub, instrument_ids: [1001] });
    client.send({ action: 'subscribe', sub: 'c', topic: 'tradeprints' });
    assert.deepEqual(pick(await client.next()), ['subscribed', 'c', null]);
    harness.clock.advance(1_000);
    client.send({ action: 'unsubscribe', id: 3, sub: 'b', instrument_ids: [1001] });
    assert.deepEqual(toRefusal(await client.next()), ['b', 3, 'rate_limited']);
    resume();
    await until('the waiting frames are answered', async () => {
      const answers = client.frames.filter(({ type }) => type === 'unsubscribed');
      return answers.length === 3 ? true : null;
    });
  });

  test('frames that waited for a subscription that has ended make room for others', async (t) => {
    const { client, harness } = await connected(t, { framesPerSecondMax: 3 });
    for (let round = 0; round < 3; round += 1) {
      const resume = holdLookups(harness);
      client.send({ action: 'subscribe', sub: 'a', topic: 'orderbooks', query: { instrument_id: 1001 } });
      for (let id = 0; id < 3; id += 1)
        client.send({ action: 'unsubscribe', id, sub: 'a', instrument_ids: [1001] });
      client.send({ action: 'unsubscribe', id: 9, sub: 'a' });
      assert.deepEqual(pick(await client.next()), ['ended', 'a', 9]);
      resume();
      const refused = (await takeSent(harness, client, 3)).map(toRefusal);
      assert.deepEqual(
        refused,
        [0, 1, 2].map((id) => ['a', id, 'not_found']),
      );
      harness.clock.advance(1_000);
    }
  });

  test('a client that does not read is closed with 1013, whatever its subscriptions', async (t) => {
    const { client, harness } = await connected(t, { bufferFramesMax: 50, bufferBytesMax: 64 * 1024 });
    client.send({ action: 'subscribe', sub: 'a', topic: 'tradeprints' });
    client.send({ action: 'subscribe', sub: 'b', topic: 'positions' });
    await client.take(4);
    const other = await harness.connect('/v1/ws/tradeprints');
    await other.take(2);
    client.stopReading();
    const batch = 2_000;
    let printed = 0;
    while (!harness.counted.includes('ws_cut_total multiplex 1013')) {
      for (let count = 0; count < batch; count += 1) harness.market.print();
      printed += batch;
      harness.clock.advance(5);
      await other.take(batch);
    }
    client.resumeReading();
    assert.equal((await client.closed).code, 1013);
    assert.equal(client.frames.at(-1)?.['error'], 'slow_consumer');
    assert.equal(other.frames.length, 2 + printed);
  });
});

describe('ends', () => {
  test('a revoked key ends the connection with all its subscriptions', async (t) => {
    const { client, harness } = await connected(t);
    const listeners = harness.trading.listeners;
    client.send({ action: 'subscribe', sub: 'a', topic: 'positions' });
    client.send({ action: 'subscribe', sub: 'b', topic: 'tradeprints' });
    await client.take(4);
    harness.trading.revoke();
    assert.equal((await client.closed).code, 4401);
    assert.equal(harness.trading.listeners, listeners);
  });

  test('a withdrawn subaccount ends the subscriptions that name it, and the others continue', async (t) => {
    const { client, harness } = await connected(t);
    client.send({ action: 'subscribe', sub: 'a', topic: 'positions', query: { subaccount_id: 'sa_1' } });
    client.send({ action: 'subscribe', sub: 'b', topic: 'positions', query: { subaccount_id: 'sa_2' } });
    await client.take(4);
    harness.trading.keys.set(KEY, { ...VECTOR_KEY, subaccounts: [SA_1] });
    harness.clock.advance(15_000);
    const ended = await client.next();
    assert.deepEqual([ended.type, ended['sub'], ended['error']], ['ended', 'b', 'forbidden']);
    harness.trading.hold('acc_1/sa_2', 1001, '5');
    harness.trading.hold('acc_1/sa_1', 1001, '4');
    harness.clock.advance(5);
    assert.equal((await client.next())['qty'], '4');
  });

  test('a key that may no longer read loses the connection', async (t) => {
    const { client, harness } = await connected(t);
    harness.trading.keys.set(KEY, { ...VECTOR_KEY, permissions: ['trade'] });
    client.send({ action: 'subscribe', sub: 'a', topic: 'positions' });
    assert.equal((await client.closed).code, 4403);
    assert.equal(
      client.frames.some(({ sub }) => sub === 'a'),
      false,
    );
  });

  test('a defect in one topic ends that subscription only', async (t) => {
    const { client, harness } = await connected(t);
    Object.assign(harness.trading.feeds, {
      liveOrders: () => {
        throw new Error('a defect');
      },
    });
    client.send({ action: 'subscribe', sub: 'a', topic: 'positions', query: { subaccount_id: 'sa_1' } });
    await client.take(2);
    client.send({ action: 'subscribe', id: 1, sub: 'o', topic: 'orders' });
    const frames = await client.take(2);
    assert.deepEqual(frames.map(pick), [
      ['subscribed', 'o', 1],
      ['ended', 'o', null],
    ]);
    assert.equal(frames[1]?.['error'], 'internal');
    harness.trading.hold('acc_1/sa_1', 1001, '4');
    harness.clock.advance(5);
    assert.deepEqual(pick(await client.next()), ['position', 'a', undefined]);
  });
});

/** Without what differs between two moments. */
const withoutSeq = (frame: ReceivedFrame): Record<string, unknown> =>
  Object.fromEntries(Object.entries(frame).filter(([name]) => name !== 'seq' && name !== 'timestamp'));

/** A frame as its own path sends it: without the names that the client chose, and with `id` null. */
const withoutNames = (frame: ReceivedFrame): Record<string, unknown> => {
  const { sub: _, ...fields } = withoutSeq(frame);
  return 'id' in fields ? { ...fields, id: null } : fields;
};

/** Two books may come in either order. */
const sorted = <Item>(frames: readonly Item[]): readonly Item[] =>
  frames.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));

const pick = (frame: ReceivedFrame): readonly unknown[] => [frame.type, frame['sub'], frame['id']];
const toRefusal = (frame: ReceivedFrame): readonly unknown[] => [frame['sub'], frame['id'], frame['error']];

const toTexts = (query: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));

/** Lookups of instruments wait until the returned function is called. */
function holdLookups({ market }: StreamHarness): () => void {
  const waiting = Promise.withResolvers<void>();
  const { lookup } = market;
  Object.assign(market, { lookup: (ids: never) => waiting.promise.then(() => lookup(ids)) });
  return waiting.resolve;
}

/** The next frames; those of books are read first, and sent a few milliseconds later. */
async function takeSent(
  harness: StreamHarness,
  client: StreamClient,
  count: number,
): Promise<readonly ReceivedFrame[]> {
  const before = client.taken;
  await until('the frames have arrived', async () => {
    harness.clock.advance(5);
    return client.frames.length >= before + count ? true : null;
  });
  return client.take(count);
}

async function startHarness(t: TestContext, limits: Partial<Config['ws']> = {}): Promise<StreamHarness> {
  const harness = await startStreams(limits);
  t.after(() => harness.stop());
  return harness;
}

async function connected(t: TestContext, limits: Partial<Config['ws']> = {}) {
  const harness = await startHarness(t, limits);
  const client = await harness.connect(MULTIPLEX);
  assert.equal((await client.next())['stream'], 'multiplex');
  return { harness, client };
}
