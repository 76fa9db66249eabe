import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type Crossbook, type NewOrder, OutcomeUnknownError } from '../src/index.ts';
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
const limited: Scripted = {
  ...refuse(429, 'rate_limited', { bucket: 'read', retry_after_ms: 140 }),
  headers: { 'Retry-After': '1' },
};
const unavailable = refuse(503, 'venue_unavailable');

let service: FakeService;
describe('retries', () => {
  before(async () => {
    service = await FakeService.start();
  });
  after(() => service.close());
  beforeEach(() => service.reset());

  test('a read is repeated through faults and gateway answers until it succeeds', async () => {
    const runtime = new FakeRuntime();
    service.answer('cut', { status: 502, body: 'bad gateway' }, { status: 504 });
    assert.ok(await service.client({}, runtime).venues.list());
    assert.equal(service.seen.length, 4);
    assert.deepEqual(runtime.pauses, [75, 150, 300]);
  });

  test('a read is repeated at most maxRetries times', async () => {
    service.answer(unavailable, unavailable, unavailable);
    await assert.rejects(service.client({ maxRetries: 2 }).venues.list(), {
      name: 'ApiError',
      error: 'venue_unavailable',
    });
    assert.equal(service.seen.length, 3);
    service.answer(unavailable);
    await assert.rejects(service.client().venues.list({ maxRetries: 0 }), { status: 503 });
    assert.equal(service.seen.length, 4);
  });

  test('a call leaves no listener on the signal of its caller, whether it succeeds or fails', async () => {
    const { signal } = new AbortController();
    service.answer('cut');
    await service.client().venues.list({ signal });
    service.answer(unavailable);
    await assert.rejects(service.client().venues.list({ signal, maxRetries: 0 }), { status: 503 });
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
  });

  test('lookup is a read although it is a POST', async () => {
    service.answer('cut');
    assert.ok(await service.client().markets.lookup([1001]));
    assert.equal(service.seen.length, 2);
  });

  test('a refusal is not repeated', async () => {
    for (const [status, code] of [
      [401, 'signature'],
      [403, 'forbidden'],
      [404, 'not_found'],
      [422, 'validation'],
      [500, 'internal'],
    ] as const) {
      service.answer(refuse(status, code));
      await assert.rejects(service.client().venues.list(), { status, error: code });
    }
    assert.equal(service.seen.length, 5);
  });

  test('a 429 is retried after the delay in Retry-After', async () => {
    const runtime = new FakeRuntime();
    service.answer(limited, { ...refuse(429, 'rate_limited'), headers: { 'Retry-After': '2' } });
    await service.client({}, runtime).venues.list();
    assert.deepEqual(runtime.pauses, [190, 2050]);
  });

  test('a read without an answer in time ends as TimeoutError', async () => {
    service.answer('hang', 'hang');
    await assert.rejects(service.client({ timeoutMs: 300, maxRetries: 1 }).venues.list(), {
      name: 'TimeoutError',
      error: 'timeout',
      status: null,
    });
    assert.equal(service.seen.length, 2);
  });

  test('an order is sent again with the same key and body and a new signature until it is answered', async () => {
    service.answer('cut', unavailable, limited);
    const created = await service.client().orders.create(ORDER);
    assert.equal(created.client_order_id, 'sdk-00000000-0000-4000-8000-000000000001');
    assert.equal(service.seen.length, 4);
    assert.equal(new Set(service.seen.map((one) => one.body)).size, 1);
    assert.equal(new Set(service.seen.map((one) => one.headers['idempotency-key'])).size, 1);
    assert.equal(new Set(service.seen.map((one) => one.headers['x-signature'])).size, 4);
  });

  test('an order whose response was lost is found, not created twice', async () => {
    const before = service.market.orders.size;
    service.answer('lose');
    const created = await service.client().orders.create({ ...ORDER, client_order_id: 'lost-answer' });
    assert.equal(service.seen.length, 2);
    assert.equal(service.market.orders.size, before + 1);
    assert.equal(service.market.orders.get(created.id)?.client_order_id, 'lost-answer');
  });

  test('an order that never gets an answer is of unknown outcome, and the error names its key', async () => {
    service.answer('cut', 'cut', 'cut', 'cut');
    await assert.rejects(service.client().orders.create({ ...ORDER, client_order_id: 'desk-9' }), (error) => {
      assert.ok(error instanceof OutcomeUnknownError);
      assert.equal(error.error, 'outcome_unknown');
      assert.equal(error.clientOrderId, 'desk-9');
      assert.deepEqual(error.clientOrderIds, ['desk-9']);
      assert.match(error.message, /desk-9/);
      assert.equal((error.cause as Error).name, 'ConnectionError');
      return true;
    });
    assert.equal(service.seen.length, 4);
  });

  test('a refusal after a lost answer proves that no order exists, because the service checks the key first', async () => {
    service.answer('cut', refuse(403, 'kill_switch'));
    await assert.rejects(service.client().orders.create(ORDER), {
      name: 'ForbiddenError',
      error: 'kill_switch',
    });
  });

  test('a 429 after a lost answer proves nothing about the order', async () => {
    service.answer('cut', limited, limited, limited);
    await assert.rejects(service.client().orders.create(ORDER), { name: 'OutcomeUnknownError', status: 429 });
  });

  test('orders that only met 429 were never accepted', async () => {
    service.answer(limited, limited);
    await assert.rejects(service.client({ maxRetries: 1 }).orders.create(ORDER), {
      name: 'RateLimitedError',
      status: 429,
    });
  });

  test('a batch is repeated like an order with the same keys, and its outcome stays unknown', async () => {
    service.answer('cut');
    assert.equal((await service.client().orders.batch([ORDER, ORDER])).length, 2);
    assert.equal(service.seen.length, 2);
    assert.equal(service.seen[0]?.body, service.seen[1]?.body);
    service.answer('cut', refuse(403, 'kill_switch'));
    await assert.rejects(service.client().orders.batch([ORDER, ORDER]), (error) => {
      assert.ok(error instanceof OutcomeUnknownError);
      assert.equal(error.clientOrderId, null);
      assert.equal(error.clientOrderIds.length, 2);
      return true;
    });
  });

  const CANCELS: readonly [name: string, call: (client: Crossbook) => Promise<unknown>][] = [
    ['an order', (client) => client.orders.cancel('ord_1042')],
    ['a complex order', (client) => client.complexOrders.cancel('cpx_7')],
  ];
  for (const [name, call] of CANCELS) {
    test(`a cancel of ${name} is repeated while its outcome is open; a refusal of the repeat is final`, async () => {
      for (const scripted of ['cut', 'lose', unavailable, { body: '{"id":"ord_1' }] as const) {
        service.seen.splice(0);
        service.answer(scripted, refuse(409, 'order_not_open'));
        await assert.rejects(call(service.client()), { name: 'ConflictError', error: 'order_not_open' });
        assert.equal(service.seen.length, 2);
      }
      service.answer('cut', 'cut', 'cut', 'cut');
      await assert.rejects(call(service.client()), { name: 'OutcomeUnknownError', clientOrderId: null });
    });
  }

  test('switching the kill switch on is repeated while its outcome is open', async () => {
    for (const scripted of ['cut', 'lose', unavailable, refuse(401, 'replay'), { body: '{"enab' }] as const) {
      service.seen.splice(0);
      service.answer(scripted);
      assert.equal((await service.client().risk.killSwitch(true)).enabled, true);
      assert.deepEqual(
        service.seen.map(({ body }) => body),
        ['{"enabled":true}', '{"enabled":true}'],
      );
    }
    service.answer('cut', 'cut', 'cut', 'cut');
    await assert.rejects(service.client().risk.killSwitch(true), { name: 'OutcomeUnknownError' });
  });

  const WRITES: readonly [name: string, call: (client: Crossbook) => Promise<unknown>][] = [
    ['amend', (client) => client.orders.amend('ord_1042', { qty: '8' })],
    ['cancelAll', (client) => client.orders.cancelAll()],
    ['risk.cancelAll', (client) => client.risk.cancelAll({ subaccount_id: 'sa_1' })],
    ['risk.killSwitch(false)', (client) => client.risk.killSwitch(false)],
    ['risk.setLimits', (client) => client.risk.setLimits({ max_order_qty: '50' })],
  ];

  for (const [name, call] of WRITES) {
    test(`${name} has no key: it is sent once, and silence or a 5xx leaves it in doubt`, async () => {
      for (const scripted of ['cut', unavailable, refuse(500, 'internal'), refuse(401, 'replay')] as const) {
        service.seen.splice(0);
        service.answer(scripted);
        await assert.rejects(call(service.client()), { name: 'OutcomeUnknownError', clientOrderId: null });
        assert.equal(service.seen.length, 1);
      }
    });

    test(`${name} is repeated after a 429, which proves that nothing was done`, async () => {
      service.answer(limited);
      await call(service.client()).catch((error: Error) => assert.equal(error.name, 'NotFoundError'));
      assert.equal(service.seen.length, 2);
    });

    test(`${name} refused is not in doubt`, async () => {
      service.answer(refuse(422, 'validation'));
      await assert.rejects(call(service.client()), { name: 'ValidationError' });
      assert.equal(service.seen.length, 1);
    });
  }

  test('a success that cannot be read leaves a write in doubt, and is read again', async () => {
    service.answer({ body: '{"id":"ord_1' });
    await assert.rejects(service.client().orders.amend('ord_1042', { qty: '8' }), {
      name: 'OutcomeUnknownError',
    });
    service.answer({ body: '' });
    assert.ok(await service.client().venues.list());
  });

  test('a connection that was never made is repeated even for a write, and leaves no doubt', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    let calls = 0;
    const fetch = () => {
      calls++;
      return Promise.reject(new TypeError('fetch failed', { cause: refused }));
    };
    const client = service.client({ fetch, maxRetries: 2 });
    await assert.rejects(client.orders.cancel('ord_1042'), { name: 'ConnectionError' });
    assert.equal(calls, 3);
    await assert.rejects(client.orders.create(ORDER), { name: 'ConnectionError' });
  });

  test('a closed port is a ConnectionError', async () => {
    const gone = await FakeService.start();
    const client = gone.client({ maxRetries: 1 });
    await gone.close();
    await assert.rejects(client.orders.cancel('ord_1042'), { name: 'ConnectionError', error: 'connection' });
  });

  test('aborting a read gives the caller’s own reason', async () => {
    const controller = new AbortController();
    const reason = new Error('the user left');
    service.answer('hang');
    const call = service.client().venues.list({ signal: controller.signal });
    while (service.seen.length === 0) await new Promise(setImmediate);
    controller.abort(reason);
    await assert.rejects(call, reason);
  });

  test('aborting a write on its way leaves it in doubt; before it left, it is simply not sent', async () => {
    const controller = new AbortController();
    service.answer('hang');
    const call = service
      .client()
      .orders.create({ ...ORDER, client_order_id: 'desk-7' }, { signal: controller.signal });
    while (service.seen.length === 0) await new Promise(setImmediate);
    controller.abort(new Error('the user left'));
    await assert.rejects(call, { name: 'OutcomeUnknownError', clientOrderId: 'desk-7' });
    await assert.rejects(service.client().orders.create(ORDER, { signal: controller.signal }), {
      message: 'the user left',
    });
    assert.equal(service.seen.length, 1);
  });

  test('aborting the pause between attempts ends the call', async () => {
    const runtime = new FakeRuntime();
    const controller = new AbortController();
    runtime.random = () => {
      controller.abort(new Error('the user left'));
      return 0;
    };
    service.answer(limited);
    const { signal } = controller;
    await assert.rejects(service.client({}, runtime).orders.cancel('ord_1042', { signal }), {
      message: 'the user left',
    });
    service.answer('cut');
    const fresh = new AbortController();
    runtime.random = () => {
      fresh.abort(new Error('the user left'));
      return 0;
    };
    const create = service.client({}, runtime).orders.create(ORDER, { signal: fresh.signal });
    await assert.rejects(create, { name: 'OutcomeUnknownError' });
  });

  test('a wrong clock is corrected by the time of the service, and the call is sent again, also a write', async () => {
    service.auth.clockOffsetMs = 3_600_000;
    const client = service.client();
    assert.ok(await client.orders.create(ORDER));
    assert.equal(service.seen.length, 2);
    assert.ok(await client.venues.list());
    assert.equal(service.seen.length, 3);
    service.auth.clockOffsetMs = -3_600_000;
    await client.orders.cancelAll();
    assert.equal(service.seen.length, 5);
    service.auth.clockOffsetMs = 0;
  });

  test('a timestamp refused twice is thrown', async () => {
    const stale = refuse(401, 'stale_timestamp', { server_time: Date.now() });
    service.answer(stale, stale);
    await assert.rejects(service.client().venues.list(), {
      name: 'UnauthorizedError',
      error: 'stale_timestamp',
    });
    assert.equal(service.seen.length, 2);
  });

  test('equal writes in the same millisecond are not rejected as replays', async () => {
    const client = service.client();
    const calls = Array.from({ length: 20 }, () => client.orders.cancelAll({ subaccount_id: 'sa_1' }));
    assert.equal((await Promise.all(calls)).length, 20);
  });
});
