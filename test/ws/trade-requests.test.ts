import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Api } from '../api-assertions.ts';
import { createRestingOrder, createTakingOrder } from '../support/order-bodies.ts';
import type { Fill, Order } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';
import { frameValidator } from './stream-frames.ts';
import { refusedHandshake, socketUrl } from './test-stream.ts';
import { openTrade, type TradeClient } from './trade-client.ts';

const service = await startService({ settings: { 'orders.journal_delay_ms_max': 60_000 } });
const api = service.api();
const assertFrame = await frameValidator(service);

interface Outcome {
  readonly status: number;
  readonly body: unknown;
}

/** One way to call the service: an HTTP request, or a request of the trade socket. */
interface Access {
  readonly name: string;
  run(op: string, args: Readonly<Record<string, unknown>>): Promise<Outcome>;
}

const HTTP: Readonly<Record<string, readonly [method: string, path: string]>> = {
  'order.create': ['POST', '/v1/orders'],
  'order.amend': ['PATCH', '/v1/orders/{id}'],
  'order.cancel': ['DELETE', '/v1/orders/{id}'],
  'order.batch': ['POST', '/v1/orders/batch'],
  'order.cancel_all': ['POST', '/v1/orders/cancel-all'],
  'order.get': ['GET', '/v1/orders/{id}'],
  'quotes.put': ['PUT', '/v1/quotes'],
  'quotes.get': ['GET', '/v1/quotes'],
  'guard.put': ['PUT', '/v1/risk/guard'],
  'complex.create': ['POST', '/v1/complex-orders'],
  'complex.amend': ['PATCH', '/v1/complex-orders/{id}'],
  'complex.cancel': ['DELETE', '/v1/complex-orders/{id}'],
};

let quoteSeq = 0;
function nextQuoteSeq(): number {
  quoteSeq += 1;
  return quoteSeq;
}

const overHttp = (caller: Api): Access => ({
  name: 'HTTP',
  run: async (op, args) => {
    const [method = '', path = ''] = HTTP[op] ?? [];
    const { id, ...rest } = args;
    const isNamed = path.includes('{id}');
    const body = method === 'GET' ? undefined : isNamed ? rest : args;
    const query =
      method === 'GET' && !isNamed
        ? `?${new URLSearchParams(args as Record<string, string>).toString()}`
        : '';
    const target = `${path.replace('{id}', String(id))}${query}`;
    const { status, text } = await caller.call(method, target, body);
    return { status, body: JSON.parse(text) as unknown };
  },
});

const overSocket = (client: TradeClient): Access => ({
  name: 'socket',
  run: async (op, args) => {
    const result = await client.request(op, args);
    assertFrame('trade', result);
    return { status: result['status'] as number, body: result['body'] };
  },
});

const trade = await openTrade(service);
const ACCESSES = [overHttp(api), overSocket(trade)];

/** What differs between two equal calls: ids, times, the session, and the order of cancelled orders. */
function withoutIdentity(value: unknown): unknown {
  const text = JSON.stringify(value, (key, field: unknown) =>
    /^(request_id|session_id|created_at|updated_at|client_order_id|server_time)$/.test(key)
      ? undefined
      : field,
  );
  const known = new Map<string, string>();
  return JSON.parse(
    text.replaceAll(/"(ord_|D-)\w+"/g, (id) => {
      known.set(id, known.get(id) ?? `"id ${known.size}"`);
      return known.get(id) ?? id;
    }),
  );
}

type Case = (access: Access) => Promise<readonly Outcome[]>;

const place = async (access: Access, fields: object = {}): Promise<string> => {
  const { status, body } = await access.run('order.create', { ...createRestingOrder(), ...fields });
  assert.equal(status, 200, JSON.stringify(body));
  return (body as Order).id;
};

const CASES: Readonly<Record<string, Case>> = {
  'a resting order, amended, read and cancelled': async (access) => {
    const created = await access.run('order.create', { ...createRestingOrder() });
    const { id } = created.body as Order;
    return [
      created,
      await access.run('order.amend', { id, qty: '12' }),
      await access.run('order.get', { id }),
      await access.run('order.cancel', { id }),
      await access.run('order.cancel', { id }),
      await access.run('order.amend', { id, qty: '13' }),
    ];
  },
  'an order with invalid fields': async (access) => [
    await access.run('order.create', { ...createRestingOrder(), side: 'HOLD', qty: -1, colour: 'red' }),
    await access.run('order.create', {}),
  ],
  'an order of another subaccount': async (access) => [
    await access.run('order.create', { ...createRestingOrder(), subaccount_id: 'sa_9' }),
  ],
  'an order decided after its valid_until': async (access) => [
    await access
      .run('order.create', { ...createRestingOrder(), valid_until: '2020-01-01T00:00:00.000Z' })
      .then(({ status, body }) => ({ status, body: (body as { error: string }).error })),
  ],
  'a reused client_order_id': async (access) => {
    const named = { ...createRestingOrder(), client_order_id: `same-${access.name}` };
    const first = await access.run('order.create', named);
    const again = await access.run('order.create', named);
    assert.deepEqual(again, first);
    return [first, await access.run('order.create', { ...named, qty: '3' })];
  },
  'an unknown order and a malformed id': async (access) => [
    await access.run('order.get', { id: 'ord_99999' }),
    await access.run('order.cancel', { id: 'nothing' }),
    await access.run('order.amend', { id: 'ord_99999', qty: '1' }),
  ],
  'an amend with an unknown field and a cancel with a body': async (access) => {
    const id = await place(access);
    return [
      await access.run('order.amend', { id, colour: 'red' }),
      await access.run('order.cancel', { id, now: true }),
      await access.run('order.cancel', { id }),
    ];
  },
  'a complex order, amended and cancelled': async (access) => {
    const stop = {
      subaccount_id: 'sa_1',
      type: 'STOP',
      instrument_id: 1001,
      side: 'SELL',
      qty: '5',
      params: { trigger_price: '0.01' },
    };
    const { status, body } = await access.run('complex.create', stop);
    const { id } = body as Order;
    const amended = await access.run('complex.amend', { id, qty: '4' });
    const cancelled = await access.run('complex.cancel', { id });
    const states = [body, amended.body, cancelled.body].map((each) => (each as Order).status);
    assert.deepEqual([status, states], [200, ['WAITING', 'WAITING', 'CANCELLED']]);
    return [
      await access.run('complex.create', { ...stop, colour: 'red' }),
      await access.run('complex.amend', { id: 'cpx_99999', qty: '1' }),
    ];
  },
  'a batch with one refused order': async (access) => [
    await access.run('order.batch', {
      orders: [createRestingOrder(), { ...createRestingOrder(), qty: 'x' }],
    }),
    await access.run('order.batch', { orders: [] }),
    await access.run('order.batch', { order: [] }),
  ],
  'quotes that are put, kept, shown, withdrawn and refused': async (access) => {
    const at = (side: object | null, more: object = {}) => ({
      subaccount_id: 'sa_1',
      quote_seq: nextQuoteSeq(),
      quotes: [{ instrument_id: 1001, bid: side }],
      ...more,
    });
    const bid = { price: '0.02', qty: '5' };
    const outcomes = [];
    for (const args of [at(bid), at(bid), at({ ...bid, qty: '3' }), at({ ...bid, price: '0.03' })])
      outcomes.push(await access.run('quotes.put', args));
    outcomes.push(await access.run('quotes.get', { subaccount_id: 'sa_1' }));
    outcomes.push(await access.run('quotes.put', at(null)));
    return [
      ...outcomes.map(({ status, body }) => ({ status, body: { ...(body as object), quote_seq: 0 } })),
      await access
        .run('quotes.put', at({ ...bid, price: '0.025' }))
        .then(({ status }) => ({ status, body: null })),
      await access.run('quotes.put', at({ price: '1.5', qty: '0' })),
      await access.run('quotes.put', at(bid, { subaccount_id: 'sa_9' })),
      await access.run('quotes.get', { subaccount_id: 'sa_9' }),
      await access.run('quotes.get', {}),
    ];
  },
  'a guard that is disarmed, and guards that are refused': async (access) => [
    await access.run('guard.put', { subaccount_id: 'sa_1', timeout_ms: 0 }),
    await access.run('guard.put', { subaccount_id: 'sa_9', timeout_ms: 5_000 }),
    await access.run('guard.put', { timeout_ms: 4_999, scope: 'ALL' }),
    await access.run('guard.put', {}),
  ],
  'cancel-all of a subaccount, of none, and of an unknown one': async (access) => {
    await place(access);
    return [
      await access.run('order.cancel_all', { subaccount_id: 'sa_1' }),
      await access.run('order.cancel_all', {}),
      await access.run('order.cancel_all', { subaccount_id: 'sa_9' }),
      await access.run('order.cancel_all', { all: true }),
    ];
  },
};

for (const [title, run] of Object.entries(CASES)) {
  test(`HTTP and socket have the same statuses and bodies: ${title}`, async () => {
    const outcomes = [];
    for (const access of ACCESSES) {
      await api.ok('POST', '/v1/orders/cancel-all', { subaccount_id: 'sa_1' });
      outcomes.push(await run(access));
    }
    const [first, second] = outcomes.map(withoutIdentity);
    assert.deepEqual(second, first);
  });
}

test('a client_order_id is known to both accesses, and the second result is marked as a repeat', async () => {
  const named = createRestingOrder({ client_order_id: 'two-accesses' });
  const placed = await api.ok<Order>('POST', '/v1/orders', named);
  const repeated = await trade.request('order.create', { ...named });
  assert.equal(repeated['replayed'], true);
  assert.equal((repeated['body'] as Order).id, placed.id);
});

test('a result has the bucket of its request', async () => {
  const { rate } = (await trade.request('order.get', { id: 'ord_1' })) as unknown as {
    rate: Readonly<Record<string, unknown>>;
  };
  assert.equal(rate['bucket'], 'read');
  assert.ok(Number.isInteger(rate['r']) && Number.isInteger(rate['t']));
});

test('with ack DURABLE the result is the stored order; its fill and its end follow as frames', async () => {
  const client = await openTrade(service);
  const result = await client.request(
    'order.create',
    { ...createTakingOrder({ qty: '2' }) },
    { ack: 'DURABLE' },
  );
  const { id, status } = result['body'] as Order;
  assert.equal(status, 'FILLED', 'Demo has answered when the request is stored');
  const fill = await client.find('fill', (frame) => (frame['fill'] as Fill).order_id === id);
  assertFrame('trade', fill);
  const ended = await client.find('order', (frame) => (frame['order'] as Order).status === 'FILLED');
  assertFrame('trade', ended);
  assert.equal((ended['order'] as Order).id, id);
});

test('requests of a connection take effect in the order sent', async () => {
  const client = await openTrade(service);
  const creates = Array.from({ length: 40 }, (_, index) =>
    client.request(
      'order.create',
      { ...createRestingOrder({ client_order_id: `in-order-${index}` }) },
      { ack: 'DURABLE' },
    ),
  );
  const swept = client.request('order.cancel_all', { subaccount_id: 'sa_1' });
  const later = client.request('order.create', { ...createRestingOrder({ client_order_id: 'after-sweep' }) });
  const ids = (await Promise.all(creates)).map(({ body }) => (body as Order).id);
  const numbers = ids.map((id) => Number(id.replace(/\D/g, '')));
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => a - b),
  );
  const { cancelled_order_ids: cancelled, pending_order_ids: pending } = (await swept)['body'] as {
    cancelled_order_ids: readonly string[];
    pending_order_ids: readonly string[];
  };
  const ended = new Set([...cancelled, ...pending]);
  assert.deepEqual(
    ids.filter((id) => !ended.has(id)),
    [],
  );
  const last = await later;
  assert.equal((last['body'] as Order).status, 'OPEN', JSON.stringify(last));
});

test('a session of one subaccount neither trades nor gets frames of another', async () => {
  const narrow = await openTrade(service, '?subaccount_id=sa_1');
  const refused = await narrow.request('order.create', { ...createRestingOrder({ subaccount_id: 'sa_2' }) });
  assert.equal(refused['status'], 403);
  const elsewhere = await api.ok<Order>('POST', '/v1/orders', createRestingOrder({ subaccount_id: 'sa_2' }));
  assert.equal((await narrow.request('order.cancel', { id: elsewhere.id }))['status'], 404);
  const here = await api.ok<Order>('POST', '/v1/orders', createRestingOrder());
  await narrow.find('order', (frame) => (frame['order'] as Order).id === here.id);
  assert.deepEqual(
    narrow.of('order').filter((frame) => (frame['order'] as Order).subaccount_id !== 'sa_1'),
    [],
  );
});

const BAD_FRAMES: readonly (readonly [frame: object | string, field: string])[] = [
  ['not json', 'body'],
  ['[]', 'frame'],
  [{ op: 'order.get' }, 'id'],
  [{ id: '', op: 'order.get' }, 'id'],
  [{ id: 1.5, op: 'order.get' }, 'id'],
  [{ id: 1, op: 'order.steal' }, 'op'],
  [{ id: 1, op: 'order.get', ack: 'SOON' }, 'ack'],
  [{ id: 1, op: 'order.get', valid_until: 'noon' }, 'valid_until'],
  [{ id: 1, op: 'order.get', extra: 1 }, 'extra'],
];

test('a frame that is no request gets an error that names the field', async () => {
  const client = await openTrade(service);
  for (const [frame, field] of BAD_FRAMES) {
    client.stream.send(frame);
    const error = await client.stream.next('error');
    assertFrame('trade', error);
    const { fields } = error['details'] as { fields: readonly { field: string; issue: string }[] };
    assert.equal(fields[0]?.field, field, JSON.stringify(frame));
  }
  assert.equal((await client.request('order.get', { id: 'ord_1' }))['status'] !== undefined, true);
});

test('a request that is decided after the valid_until of its frame has no effect', async () => {
  const late = await trade.request('order.create', { ...createRestingOrder() }, { valid_until: 1 });
  assert.equal(late['status'], 422);
  assert.equal((late['body'] as { error: string }).error, 'expired_request');
});

test('ping is answered with its id', async () => {
  trade.stream.send({ id: 'p', op: 'ping' });
  const pong = await trade.stream.next('pong');
  assertFrame('trade', pong);
  assert.equal(pong['id'], 'p');
});

test('a key without the permission trade, and an unknown parameter, are refused at the handshake', async () => {
  const reader = service.api(await service.newKey('--permissions', 'read'));
  const url = (client: Api, target: string): string => `${socketUrl(service)}${client.socketTarget(target)}`;
  assert.equal((await refusedHandshake(url(reader, '/v1/ws/trade'))).status, 403);
  assert.equal((await refusedHandshake(url(api, '/v1/ws/trade?subaccount=sa_1'))).status, 422);
  assert.equal((await refusedHandshake(url(api, '/v1/ws/trade?subaccount_id=sa_9'))).status, 404);
});

test('revoking the key closes its connections at once with 4401', async () => {
  const key = await service.newKey('--permissions', 'read,trade');
  const client = await openTrade(service, '', service.api(key));
  await service.cliOk('key', 'revoke', key.key_id);
  assert.equal((await client.stream.closed).code, 4401);
});
