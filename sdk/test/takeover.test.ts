import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Addresses } from '../src/addresses.ts';
import type { Crossbook, NewOrder } from '../src/index.ts';
import { refuse } from './fake-routes.ts';
import { FakeRuntime, FakeService, type Scripted } from './fake-server.ts';

const ORDER: NewOrder = {
  subaccount_id: 'sa_1',
  instrument_id: 1001,
  side: 'BUY',
  type: 'LIMIT',
  price: '0.48',
  qty: '10',
};
const refused = (code: string, outcome: string): Scripted =>
  refuse(503, code, { owner: null, outcome, retry_after_ms: 1_000 });
const standby = refused('not_owner', 'not_stored');

const WRITES: readonly [name: string, call: (client: Crossbook) => Promise<unknown>][] = [
  ['an order', (client) => client.orders.create(ORDER)],
  ['a batch', (client) => client.orders.batch([ORDER])],
  ['a switch of the kill switch', (client) => client.risk.killSwitch(false)],
];

describe('a takeover costs a caller no error', () => {
  for (const [name, call] of WRITES) {
    for (const code of ['not_owner', 'journal_unavailable', 'shutting_down']) {
      test(`${name} is sent again, the same, while ${code} proves that nothing was stored`, async () => {
        await using service = await FakeService.start();
        const runtime = new FakeRuntime();
        service.answer(...Array.from({ length: 8 }, () => refused(code, 'not_stored')));
        await call(service.client({}, runtime));
        assert.equal(service.seen.length, 9);
        assert.equal(new Set(service.seen.map(({ body }) => body)).size, 1);
        assert.deepEqual(new Set(runtime.pauses), new Set([1_050]));
      });
    }

    test(`${name} is refused, not in doubt, when no node takes it for fifteen seconds`, async () => {
      await using service = await FakeService.start();
      service.answer(...Array.from({ length: 40 }, () => standby));
      await assert.rejects(call(service.client()), { name: 'ApiError', error: 'not_owner', status: 503 });
      await assert.rejects(call(service.client({ maxRetries: 0 })), { name: 'ApiError', error: 'not_owner' });
    });

    test(`${name} goes to the next address at once when this node is a standby or not reached`, async () => {
      await using owner = await FakeService.start();
      await using other = await FakeService.start();
      const gone = await FakeService.start();
      const goneUrl = gone.baseUrl;
      await gone.close();
      other.answer(standby);
      const runtime = new FakeRuntime();
      const client = owner.client({ baseUrl: [goneUrl, other.baseUrl, owner.baseUrl] }, runtime);
      await call(client);
      await call(client);
      assert.deepEqual([other.seen.length, owner.seen.length, runtime.pauses], [1, 2, []]);
    });
  }

  test('the owner that a standby names is called next, before the addresses between', async () => {
    await using first = await FakeService.start();
    await using between = await FakeService.start();
    await using owner = await FakeService.start();
    const baseUrl = [first.baseUrl, between.baseUrl, owner.baseUrl.replace('127.0.0.1', 'localhost')];
    first.answer(refuse(503, 'not_owner', { owner: 'localhost', outcome: 'not_stored' }));
    await first.client({ baseUrl }).orders.create(ORDER);
    assert.deepEqual([first.seen.length, between.seen.length, owner.seen.length], [1, 0, 1]);
  });

  test('after a pause every address is tried again before the next pause', async () => {
    await using one = await FakeService.start();
    await using other = await FakeService.start();
    const runtime = new FakeRuntime();
    for (const service of [one, other]) service.answer(standby, standby);
    await one.client({ baseUrl: [one.baseUrl, other.baseUrl] }, runtime).orders.create(ORDER);
    assert.deepEqual([one.seen.length + other.seen.length, runtime.pauses.length], [5, 2]);
  });

  test('a venue that is away is refused after the usual retries, and leaves no doubt', async () => {
    await using service = await FakeService.start();
    service.answer(
      ...Array.from({ length: 4 }, () => refuse(503, 'venue_unavailable', { outcome: 'not_stored' })),
    );
    await assert.rejects(service.client().orders.create(ORDER), {
      name: 'ApiError',
      error: 'venue_unavailable',
    });
    assert.equal(service.seen.length, 4);
  });

  test('an order whose answer was lost goes to the other address with the same key', async () => {
    await using first = await FakeService.start();
    await using second = await FakeService.start();
    first.answer('lose');
    await first.client({ baseUrl: [first.baseUrl, second.baseUrl] }).orders.create(ORDER);
    assert.deepEqual(
      [first, second].map(({ seen }) => seen[0]?.headers['idempotency-key']),
      ['sdk-00000000-0000-4000-8000-000000000001', 'sdk-00000000-0000-4000-8000-000000000001'],
    );
  });

  test('an amend whose answer was lost stays in doubt, and the next call goes to the other address', async () => {
    await using first = await FakeService.start();
    await using second = await FakeService.start();
    const client = first.client({ baseUrl: [first.baseUrl, second.baseUrl] });
    first.answer('lose');
    await assert.rejects(client.orders.amend('ord_1042', { qty: '8' }), { name: 'OutcomeUnknownError' });
    await client.venues.list();
    assert.deepEqual([first.seen.length, second.seen.length], [1, 1]);
  });

  test('a cancel of one order whose answer was lost goes to the other address', async () => {
    await using first = await FakeService.start();
    await using second = await FakeService.start();
    const client = first.client({ baseUrl: [first.baseUrl, second.baseUrl] });
    first.answer('lose');
    second.answer(refuse(409, 'order_not_open', { status: 'FILLED' }));
    await assert.rejects(client.orders.cancel('ord_1042'), { name: 'ConflictError' });
    assert.deepEqual([first.seen.length, second.seen.length], [1, 1]);
  });

  test('a stream moves on from an address that refuses its handshake', async () => {
    await using owner = await FakeService.start();
    await using other = await FakeService.start();
    other.handshakeRefusal = refuse(503, 'not_owner');
    other.answer(standby);
    const stream = owner.client({ baseUrl: [other.baseUrl, owner.baseUrl] }).streams.positions();
    await stream.open();
    stream.close();
    assert.deepEqual([other.handshakes.length, owner.handshakes.length], [1, 1]);
  });
});

describe('addresses', () => {
  const create = () => new Addresses(['https://a.hosts.example', 'https://b.hosts.example/x', 'https://c']);

  test('the next address follows one that is left, and the first follows the last', () => {
    const addresses = create();
    const used = [0, 1, 2, 3].map(() => {
      addresses.leave(addresses.current, null);
      return addresses.current;
    });
    assert.deepEqual(used, [
      'https://b.hosts.example/x',
      'https://c',
      'https://a.hosts.example',
      'https://b.hosts.example/x',
    ]);
  });

  test('the owner in a refusal is used when its host is in the list, and never an address outside it', () => {
    const owners = ['c', 'C', 'b', 'a', 'a.hosts.example', 'evil.example', ''];
    const used = owners.map((owner) => {
      const addresses = create();
      addresses.leave(addresses.current, owner);
      return addresses.current;
    });
    const [b, c] = ['https://b.hosts.example/x', 'https://c'];
    assert.deepEqual(used, [c, c, b, b, b, b, b]);
  });

  test('an address that another call has left is not left twice', () => {
    const addresses = create();
    const { current } = addresses;
    addresses.leave(current, null);
    addresses.leave(current, null);
    assert.equal(addresses.current, 'https://b.hosts.example/x');
  });
});
