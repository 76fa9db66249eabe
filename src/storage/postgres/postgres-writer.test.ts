import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { until } from '../../../test/api-assertions.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import {
  PostgresServer,
  sharedPostgres,
  whyNoPostgres,
} from '../../../test/support/postgres/postgres-server.ts';
import { TcpProxy } from '../../../test/support/postgres/tcp-proxy.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import { systemClock } from '../../platform/system-environment.ts';
import { JournalLostError, JournalUnavailableError } from '../../ports/journal.ts';
import { FixedClock, LedgerBuilder } from '../ledger.fixture.ts';
import { LEDGER_WRITES } from '../shared/ledger-writes.ts';
import { CommitBatch } from './commit-statement.ts';
import { connect, migrate } from './postgres-connection.ts';
import { openPostgresStore } from './postgres-store.ts';
import { openPostgresWriter } from './postgres-writer.ts';
import { LEASE_TTL_MS } from './shard-row.ts';
import { awaitShard, takeShard } from './shard-watch.ts';
import { verifyPostgres } from './verify-postgres.ts';

const skip = whyNoPostgres() ?? false;

/** A store whose connections pass a proxy, and a builder of its ledger. */
async function openThroughProxy(t: TestContext) {
  const server = await sharedPostgres();
  const url = await server.createDatabase();
  const proxy = await TcpProxy.listen(server.port);
  t.after(() => proxy.close());
  const proxied = url.replace(`:${server.port}/`, `:${proxy.port}/`);
  const store = await openPostgresStore({ url: proxied, node: 'a', profile: 'sandbox', clock: systemClock });
  t.after(() => store.close());
  return { url, proxied, proxy, store, ledger: new LedgerBuilder(store.journal) };
}

async function rows(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = await connect(url);
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const countEntries = async (url: string): Promise<unknown> =>
  (await rows(url, 'SELECT count(*) FROM entries'))[0]?.['count'];

test('J-02: a commit whose answer is lost is durable once', { skip }, async (t) => {
  const { url, proxy, ledger } = await openThroughProxy(t);
  await ledger.openAccount();
  proxy.holdAnswers();
  const accepted = ledger.accept();
  await until('the server has committed', async () => ((await countEntries(url)) === 2 ? true : null));
  proxy.cut();
  await accepted;
  await ledger.acknowledge();
  assert.equal(await countEntries(url), 3);
  assert.deepEqual((await verifyPostgres(url)).problems, []);
  assert.deepEqual(await rows(url, 'SELECT DISTINCT epoch FROM shards'), [{ epoch: 2 }]);
});

test('J-02: a commit of many rows gets more time for its answer', { skip }, async (t) => {
  const url = await (await sharedPostgres()).createDatabase();
  await (await openPostgresStore({ url, node: 'a', profile: 'sandbox', clock: systemClock })).close();
  const lease = await takeShard({ url, node: 'a', start: '1', clock: systemClock });
  t.after(() => lease.resign());
  const limits: number[] = [];
  const writer = await openPostgresWriter({
    url,
    lease,
    clock: systemClock,
    connect: async (...given) => {
      const client = await connect(...given);
      const query = client.query.bind(client) as (config: { query_timeout: number }) => unknown;
      const noted = (config: { query_timeout: number }) => {
        limits.push(config.query_timeout);
        return query(config);
      };
      return Object.assign<typeof client, object>(client, { query: noted });
    },
  });
  t.after(() => writer.close());
  await writer.write([['shared_values', 'a', '1']]);
  await writer.write(Array.from({ length: 50_000 }, (_, at) => ['shared_values', `b${at}`, '1'] as const));
  assert.deepEqual(limits, [5_000.2, 15_000]);
});

test('the writes of one step are one commit, however many they are; those of the next step begin another', {
  skip,
}, async (t) => {
  const url = await (await sharedPostgres()).createDatabase();
  await (await openPostgresStore({ url, node: 'a', profile: 'sandbox', clock: systemClock })).close();
  const lease = await takeShard({ url, node: 'a', start: '1', clock: systemClock });
  t.after(() => lease.resign());
  const writer = await openPostgresWriter({ url, lease, clock: systemClock });
  t.after(() => writer.close());
  const ops = (count: number, name: string) =>
    Array.from({ length: count }, (_, at) => ['shared_values', `${name}${at}`, '1'] as const);
  const commits: number[] = [];
  writer.onCommit = ({ ops: count }) => void commits.push(count);
  const step = [writer.write(ops(3_000, 'a')), writer.write(ops(2, 'b'))];
  await Promise.resolve();
  await Promise.all([...step, writer.write(ops(1, 'c'))]);
  assert.deepEqual(commits, [3_002, 1]);
});

test('J-02: a commit that never reached the server is sent again', { skip }, async (t) => {
  const { url, proxy, ledger } = await openThroughProxy(t);
  await ledger.openAccount();
  proxy.holdRequests();
  const accepted = ledger.accept();
  await new Promise((resolve) => void setImmediate(resolve));
  proxy.cut();
  await accepted;
  assert.equal(await countEntries(url), 2);
  assert.deepEqual((await verifyPostgres(url)).problems, []);
});

test('J-02: a commit without an entry is durable once, whether its request or its answer is lost', {
  skip,
}, async (t) => {
  const { url, proxy, store, ledger } = await openThroughProxy(t);
  await ledger.openAccount();
  const stored = async () =>
    (await rows(url, 'SELECT signatures FROM signatures ORDER BY 1')).map((row) => row['signatures']);
  proxy.holdRequests();
  const first = store.replay.rememberSignature('first', 1 as TimestampMs, 2 as TimestampMs);
  await new Promise((resolve) => void setImmediate(resolve));
  proxy.cut();
  await first;
  assert.deepEqual(await stored(), ['first']);

  proxy.holdAnswers();
  const second = store.replay.rememberSignature('second', 1 as TimestampMs, 2 as TimestampMs);
  await until('the server has committed', async () => ((await stored()).length === 2 ? true : null));
  proxy.cut();
  await second;
  assert.deepEqual(await stored(), ['first', 'second']);
});

test('J-02: a journal without an entry that was acknowledged is refused', { skip }, async (t) => {
  const { url, proxy, ledger } = await openThroughProxy(t);
  await ledger.openAccount();
  await ledger.accept();
  proxy.holdRequests();
  const acknowledged = ledger.acknowledge();
  await rows(url, `UPDATE shards SET last_seq = 1, last_hash = (SELECT hash FROM entries WHERE seq = 1)`);
  proxy.cut();
  await assert.rejects(acknowledged, /JournalFailedError.*ends at entry 1 .*durable entries are missing/);
  await assert.rejects(ledger.accept(), { name: 'JournalFailedError' });
});

test('J-01: a former owner writes nothing, with or without its old connection', { skip }, async (t) => {
  for (const isCut of [false, true]) {
    const { url, proxy, ledger } = await openThroughProxy(t);
    await ledger.openAccount();
    await rows(url, `UPDATE shards SET epoch = epoch + 1, owner = 'b/1'`);
    if (isCut) proxy.cut();
    await assert.rejects(ledger.accept(), /JournalFailedError.*another node has taken this journal/);
    assert.equal(await countEntries(url), 1);
    assert.deepEqual(await rows(url, 'SELECT count(*) FROM orders'), [{ count: 0 }]);
  }
});

test('J-02: entries survive kill -9 of the server under load, each once', { skip }, async (t) => {
  const server = await PostgresServer.create();
  t.after(() => server.stop());
  const url = await server.createDatabase();
  const store = await openPostgresStore({ url, node: 'a', profile: 'sandbox', clock: systemClock });
  t.after(() => store.close());
  const ledger = new LedgerBuilder(store.journal);
  await ledger.openAccount();
  const waiting: Promise<void>[] = [];
  let durable = 0;
  const placeSome = async (): Promise<void> => {
    for (let order = 0; order < 20; order += 1) waiting.push(ledger.accept().then(() => void (durable += 1)));
    await new Promise((resolve) => void setImmediate(resolve));
  };
  for (let round = 0; round < 10; round += 1) await placeSome();
  await until('some orders are durable', () => (durable > 0 ? true : null));
  const killed = server.kill();
  for (let round = 0; round < 10; round += 1) await placeSome();
  await killed;
  await server.start();
  await Promise.all(waiting);
  assert.equal(await countEntries(url), 401);
  assert.deepEqual(await verifyPostgres(url), { entries: 401, ok: true, problems: [] });
});

test('J-04: a batch of many writes leaves the rows that single writes leave', { skip }, async (t) => {
  const server = await sharedPostgres();
  const [together, single] = [await server.createDatabase(), await server.createDatabase()];
  for (const url of [together, single]) {
    const store = await openPostgresStore({ url, node: 'a', profile: 'sandbox', clock: new FixedClock() });
    t.after(() => store.close());
    const waiting: Promise<void>[] = [];
    const journal = Object.assign(Object.create(store.journal) as typeof store.journal, {
      append: (...write: Parameters<typeof store.journal.append>) => {
        const done = store.journal.append(...write);
        waiting.push(done);
        return url === together ? Promise.resolve() : done;
      },
    });
    await new LedgerBuilder(journal).recordSampleTrading();
    await Promise.all(waiting);
    assert.deepEqual((await verifyPostgres(url)).problems, []);
  }
  const [one, other] = await Promise.all(
    [together, single].map((url) => rows(url, 'SELECT * FROM orders ORDER BY number')),
  );
  assert.equal(one?.length, 7);
  assert.deepEqual(one, other);
});

test('text that PostgreSQL cannot store is kept: NUL and lone surrogates', { skip }, async (t) => {
  const { store, ledger, url } = await openThroughProxy(t);
  const binding = (instrumentId: number, venueInstrumentId: string) =>
    ({
      type: 'InstrumentBound',
      instrumentId: instrumentId as never,
      venue: 'Demo' as never,
      venueInstrumentId,
    }) as const;
  const texts = ['a\0b', 'a\ud800', '\u0001marked', 'plain “text”'];
  await ledger.record(
    'bind',
    texts.map((text, index) => binding(index + 1, text)),
  );
  const { bindings } = await store.journal.load();
  assert.deepEqual(
    bindings.map(({ venueInstrumentId }) => venueInstrumentId),
    texts,
  );
  assert.deepEqual((await verifyPostgres(url)).problems, []);
});

test('J-03: a shard is taken after a TTL without a renewal, and not while it is renewed', {
  skip,
}, async (t) => {
  const url = await (await sharedPostgres()).createDatabase();
  const first = await openPostgresStore({ url, node: 'a', profile: 'sandbox', clock: new FixedClock() });
  t.after(() => first.close());
  const clock = new ManualClock();
  const attempt = { url, node: 'b', start: '2', clock };
  const renewal = new AbortController();
  const renewing = (async () => {
    while (!renewal.signal.aborted) await rows(url, 'UPDATE shards SET renewals = renewals + 1');
  })();
  const refused = takeShard(attempt);
  const waiting = setInterval(() => clock.advance(20), 10);
  t.after(() => clearInterval(waiting));
  await assert.rejects(refused, /StoreOpenError.*is in use by node a/);
  renewal.abort();
  await renewing;
  const before = clock.monotonicMs();
  const lease = await takeShard(attempt);
  t.after(() => lease.resign());
  assert.ok(clock.monotonicMs() - before >= LEASE_TTL_MS);
  assert.equal(lease.epoch, 2);
});

test('J-03: a former owner takes a free shard after a TTL, and at once when another node has owned it since', {
  skip,
}, async (t) => {
  const url = await (await sharedPostgres()).createDatabase();
  const first = await openPostgresStore({ url, node: 'a', profile: 'sandbox', clock: new FixedClock() });
  await first.close();
  for (const [name, isOwnedByOther] of [
    ['b', false],
    ['c', true],
  ] as const) {
    const clock = new ManualClock();
    const seen = Promise.withResolvers<void>();
    const standby = { signal: new AbortController().signal, hasOwned: true, onOwner: () => seen.resolve() };
    if (isOwnedByOther) await rows(url, "UPDATE shards SET owner = 'other/1'");
    const waiting = awaitShard({ url, node: name, start: '2', clock }, standby);
    await seen.promise;
    if (isOwnedByOther) await rows(url, 'UPDATE shards SET owner = NULL');
    const ticking = setInterval(() => clock.advance(isOwnedByOther ? 10 : 20), isOwnedByOther ? 50 : 10);
    t.after(() => clearInterval(ticking));
    const lease = await waiting;
    clearInterval(ticking);
    await lease?.resign();
    assert.equal(clock.monotonicMs() < LEASE_TTL_MS, isOwnedByOther, name);
  }
});

test('J-02: a standby does not take a journal without a commit that it has seen', { skip }, async (t) => {
  const { url, proxy, store, ledger } = await openThroughProxy(t);
  await ledger.openAccount();
  await ledger.accept();
  const clock = new ManualClock();
  const watching = new AbortController();
  t.after(() => watching.abort());
  const seen = Promise.withResolvers<void>();
  const standby = { signal: watching.signal, hasOwned: false, onOwner: () => seen.resolve() };
  const waiting = awaitShard({ url, node: 'b', start: '2', clock }, standby);
  const ticking = setInterval(() => clock.advance(20), 10);
  t.after(() => clearInterval(ticking));
  await seen.promise;
  proxy.refuse(); // the owner is lost with its server
  const refused = assert.rejects(waiting, /StoreOpenError.*was seen: durable entries are missing/);
  await rows(url, `UPDATE shards SET owner = NULL, commits = commits - 1`);
  await refused;
  proxy.cut();
  await assert.rejects(Promise.all([ledger.accept(), store.close()]), /JournalFailedError/);
});

test('J-02: a former owner does not take a journal without a commit that it has made', {
  skip,
}, async (t) => {
  const { url, proxied, ledger } = await openThroughProxy(t);
  await ledger.openAccount();
  await ledger.accept();
  await rows(url, `UPDATE shards SET epoch = epoch + 1, owner = 'b/1', commits = commits - 1`);
  await assert.rejects(ledger.accept(), /another node has taken this journal/);
  const again = takeShard({ url: proxied, node: 'a', start: '2', clock: systemClock });
  await assert.rejects(again, /StoreOpenError.*was seen: durable entries are missing/);
});

test('J-06: the lease ends before its TTL, counted from before the last renewal was requested', {
  skip,
}, async (t) => {
  const server = await sharedPostgres();
  const url = await server.createDatabase();
  const proxy = await TcpProxy.listen(server.port);
  t.after(() => proxy.close());
  const clock = new ManualClock();
  const proxied = url.replace(`:${server.port}/`, `:${proxy.port}/`);
  const store = await openPostgresStore({ url: proxied, node: 'a', profile: 'sandbox', clock });
  t.after(() => store.close());
  const { ownership } = store;
  const renewals = async (): Promise<unknown> =>
    (await rows(url, 'SELECT renewals FROM shards'))[0]?.['renewals'];
  const renew = async (): Promise<void> => {
    const before = await renewals();
    clock.advance(500);
    await until('the lease is renewed', async () => ((await renewals()) === before ? null : true));
  };
  const renewAnswered = async (): Promise<void> => {
    const { answers } = proxy;
    await renew();
    await until('the answer has passed the proxy', () => (proxy.answers > answers ? true : null));
    await rows(proxied, 'SELECT 1'); // by now the answer before it has been read: no tick is skipped for it
  };
  await renewAnswered();
  await renewAnswered();
  assert.equal(ownership.mayCallVenues(), true);
  proxy.holdAnswers();
  await renew(); // at the server, but its answer does not arrive: the deadline is that of the renewal before
  clock.advance(999);
  assert.equal(ownership.mayCallVenues(), true);
  clock.advance(1);
  assert.deepEqual([ownership.mayCallVenues(), ownership.isSuspended()], [false, true]);
  proxy.cut();
  await until('the lease is held again', () => {
    clock.advance(20); // slowly, so that a renewal is answered before its lease is over
    return ownership.mayCallVenues() ? true : null;
  });
});

test('J-06: a commit counts as a renewal, for the owner and for a node that watches the shard', {
  skip,
}, async (t) => {
  const url = await (await sharedPostgres()).createDatabase();
  const clock = new ManualClock();
  const store = await openPostgresStore({ url, node: 'a', profile: 'sandbox', clock });
  t.after(() => store.close());
  const ledger = new LedgerBuilder(store.journal);
  const seen = async () => (await rows(url, 'SELECT renewals, commits FROM shards'))[0];
  const before = await seen();
  await rows(url, 'ALTER TABLE shards RENAME resign_owner TO resign_owner_away'); // renewals fail
  clock.advance(1_400);
  await ledger.openAccount();
  assert.deepEqual(await seen(), {
    renewals: Number(before?.['renewals']) + 1,
    commits: Number(before?.['commits']) + 1,
  });
  clock.advance(1_400);
  assert.equal(store.ownership.mayCallVenues(), true);
  clock.advance(100);
  assert.equal(store.ownership.mayCallVenues(), false);
  await rows(url, 'ALTER TABLE shards RENAME resign_owner_away TO resign_owner');
});

test('J-06: a node that has lost the shard reports it, and never calls a venue again', {
  skip,
}, async (t) => {
  const url = await (await sharedPostgres()).createDatabase();
  const clock = new ManualClock();
  const store = await openPostgresStore({ url, node: 'a', profile: 'sandbox', clock });
  t.after(() => store.close());
  const lost: Error[] = [];
  store.ownership.onLost((why) => lost.push(why));
  await rows(url, `UPDATE shards SET epoch = epoch + 1, owner = 'b/1'`);
  clock.advance(1_000);
  await until('the loss is reported', () => lost[0] ?? null);
  assert.equal(store.ownership.mayCallVenues(), false);
  await assert.rejects(new LedgerBuilder(store.journal).openAccount(), JournalLostError);
});

test('J-06: an operator can ask the owner to resign, and only that owner', { skip }, async (t) => {
  const url = await (await sharedPostgres()).createDatabase();
  const clock = new ManualClock();
  const store = await openPostgresStore({ url, node: 'a', profile: 'sandbox', clock });
  t.after(() => store.close());
  let requests = 0;
  store.ownership.onResignRequested(() => void (requests += 1));
  const renewed = async (): Promise<void> => {
    const count = async () => (await rows(url, 'SELECT renewals FROM shards'))[0]?.['renewals'];
    const before = await count();
    await until('the lease is renewed', async () => {
      clock.advance(100); // a tick is skipped while an answer is on its way
      return (await count()) === before ? null : true;
    });
  };
  await rows(url, `UPDATE shards SET resign_owner = 'a/other'`);
  await renewed();
  await renewed();
  assert.equal(requests, 0);
  await rows(url, 'UPDATE shards SET resign_owner = owner');
  await renewed();
  await until('the request has arrived', () => (requests === 1 ? true : null));
});

for (const hold of ['holdRequests', 'holdAnswers'] as const)
  test(`J-09: a look-up without an answer is given up once the ownership is in doubt (${hold})`, {
    skip,
  }, async (t) => {
    const { store, proxy, ledger } = await openThroughProxy(t);
    await ledger.openAccount();
    assert.equal((await store.head())?.seq, 1);
    proxy[hold]();
    await assert.rejects(store.head(), JournalUnavailableError);
    proxy.cut();
    const head = await until('the server is read again', () => store.head().catch(() => null));
    assert.equal(head.seq, 1);
  });

test('J-05: the lists of a commit have the types of their columns', { skip }, async () => {
  const server = await sharedPostgres();
  const url = await server.createDatabase();
  await migrate(url);
  const batch = new CommitBatch();
  for (const name of WRITTEN) batch.add([name]);
  const { text } = batch.toStatement();
  const sent = Array.from(text.matchAll(/INSERT INTO (\w+) \(([^)]*)\)[^]*?unnest\(([^)]*)\)/g)).flatMap(
    ([, table = '', columns = '', lists = '']) => {
      const types = Array.from(lists.matchAll(/::(\w+)\[\]/g), ([, type]) => type);
      return columns.split(', ').map((column, at) => [`${table}.${column}`, types[at]] as const);
    },
  );
  const stored = await rows(
    url,
    `SELECT table_name || '.' || column_name AS name, data_type AS type FROM information_schema.columns`,
  );
  const types = new Map(stored.map(({ name, type }) => [name, type === 'text' ? 'text' : 'bigint']));
  assert.ok(sent.length > WRITTEN.length);
  for (const [column, type] of sent) assert.equal(type, types.get(column), column);
});

const WRITTEN = [
  'entry',
  'orders',
  ...LEDGER_WRITES.map(({ name }) => name),
  'installation',
  'profile',
  'instrument_ids',
  'shared_values',
  'venue_assets',
];
