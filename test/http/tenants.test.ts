import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMIT_LIST } from '../../src/contract/model/limits.ts';
import { type Api, until } from '../api-assertions.ts';
import type { Answer } from '../support/api-client.ts';
import { createIceberg, createRestingOrder, submit } from '../support/order-bodies.ts';
import { startService } from '../support/test-service.ts';
import { open, refusedHandshake, Stream, socketUrl } from '../ws/test-stream.ts';
import { openTrade } from '../ws/trade-client.ts';

type Json = Readonly<Record<string, unknown>>;

/** The parts of a call in the OpenAPI document that can name something. */
interface Operation {
  readonly operationId: string;
  readonly security: readonly unknown[];
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Json } } };
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const service = await startService();
await service.cliOk('account', 'new', 'acc_2');
await service.cliOk('subaccount', 'new', 'sb_1', '--account', 'acc_2');
const RIGHTS = ['--permissions', 'read,trade,risk,alerts'];
const owner = service.api(await service.newKey('--account', 'acc_2', ...RIGHTS));
const callers: Readonly<Record<string, Api>> = {
  'a key for all of its account': service.api(await service.newKey('--account', 'acc_1', ...RIGHTS)),
  'a key for one subaccount': service.api(
    await service.newKey('--account', 'acc_1', ...RIGHTS, '--subaccounts', 'sa_1'),
  ),
};
const foreignOrder = await submit(
  owner,
  createRestingOrder({ subaccount_id: 'sb_1', client_order_id: 'theirs', tag: 'their-tag' }),
);
await submit(owner, createRestingOrder({ subaccount_id: 'sb_1' }));
const ownOrder = await submit(service.api(), createRestingOrder());
const COMPLEX = '/v1/complex-orders';
const createComplex = async (api: Api, subaccount: string): Promise<string> => {
  const iceberg = createIceberg({ subaccount_id: subaccount, qty: '4' });
  const { id } = await api.ok<{ id: string }>('POST', COMPLEX, iceberg);
  await until(`a live child of ${id}`, async () => {
    const { live_qty } = await api.ok<{ live_qty: string }>('GET', `${COMPLEX}/${id}`);
    return live_qty === '4' ? live_qty : null;
  });
  return id;
};
const foreignComplex = await createComplex(owner, 'sb_1');
const ownComplex = await createComplex(service.api(), 'sa_1');
const createHook = async (api: Api): Promise<string> => {
  const hook = { url: 'http://127.0.0.1:9/', events: ['guard.fired'], subaccount_ids: [] };
  return (await api.ok<{ id: string }>('POST', '/v1/webhooks', hook)).id;
};
const foreignHook = await createHook(owner);
const ownHook = await createHook(callers['a key for one subaccount'] ?? assert.fail('it exists'));
const { id: foreignAlert } = await owner.ok<{ id: string }>('POST', '/v1/alerts', {
  when: { kind: 'fill' },
  to: [`webhook:${foreignHook}`],
});
const page = await owner.call('GET', '/v1/orders?subaccount_id=sb_1&limit=1');
const foreignCursor = String(page.headers['x-next-cursor']);

/** An id of another account, and an unused id of the same shape. */
interface Owned {
  readonly foreign: string;
  readonly unknown: string;
  readonly status: number; // what both answer
}

const ORDER: Owned = { foreign: foreignOrder.id, unknown: 'ord_999999', status: 404 };
const COMPLEX_ORDER: Owned = { foreign: foreignComplex, unknown: 'cpx_999999', status: 404 };
const WEBHOOK: Owned = { foreign: foreignHook, unknown: 'wh_0000000000000000', status: 404 };
const DELIVERY: Owned = {
  foreign: `msg_${foreignHook.slice(3)}_1`,
  unknown: 'msg_0000000000000000_1',
  status: 404,
};
const ALERT: Owned = { foreign: foreignAlert, unknown: 'alr_0000000000000000', status: 404 };
const SUBACCOUNT: Owned = { foreign: 'sb_1', unknown: 'sx_1', status: 404 };
const CURSOR: Owned = {
  foreign: foreignCursor,
  unknown: foreignCursor.replaceAll(/[A-Za-z]/g, 'x'),
  status: 422,
};
const OWNED: Readonly<Record<string, Owned>> = {
  subaccount_id: SUBACCOUNT,
  order_id: ORDER,
  subaccount_ids: SUBACCOUNT,
  client_order_id: { foreign: 'theirs', unknown: 'nobodys', status: 200 },
  parent_id: { ...COMPLEX_ORDER, status: 200 }, // the list is empty
  tag: { foreign: 'their-tag', unknown: 'no-tag', status: 200 },
  attach_to: ORDER, // in `params`, so it has a separate test
  cursor: CURSOR,
};

/** Parameters that belong to no account, or that name only objects created by the request itself. */
const PUBLIC: ReadonlySet<string> = new Set(
  [
    'decision',
    'q venue status category limit ticker slug depth interval type start end after_id instrument_id',
    'instrument_ids generic_asset_id Idempotency-Key mode venues side outcome binary_outcome tif',
    'price qty routing expires_at idempotency_key orders enabled',
    'min_edge min_qty kind asset include spelling by verdict members inverted title why despite instrument_id',
    'values valid_until post_only self_trade event_id series reduce_only cancel_on_pause',
    'params trigger_price trigger_source confirm_ms max_slippage after_partial fire_if_met max_outage_ms',
    'display_qty displayed_qty reload_delay_ms reload_delay_s display_jitter timeout_ms block_after scope',
    'on_disconnect grace_ms',
    ...LIMIT_LIST.map(({ name }) => name),
    'entry take_profit stop_loss trail trail_percent activation_price legs allow_overfill duration_ms slices style',
    'catch_up finish op until since overlap_after_ms',
    'quote_seq quotes bid ask min_price_move min_qty_change window_ms max_filled_qty max_net_qty frozen_ms',
    'reference offset min_stay_ms peg_min_stay_time_s max_moves participation min_improvement',
    'min_edge unhedged_qty_max unhedged_ms_max on_leg_risk chase_price accept_settlement_risk',
    'url events description enabled when direction percent to cooldown_ms once',
  ].flatMap((line) => line.split(' ')),
);

const QUOTES = {
  subaccount_id: 'sa_1',
  quote_seq: 1,
  quotes: [{ instrument_id: 1001, bid: null }],
};

/** A body that the call takes, but for the name that is tried. */
const BODIES: Readonly<Record<string, Json>> = {
  submitOrder: createRestingOrder(),
  previewOrder: createRestingOrder(),
  closePosition: { subaccount_id: 'sa_1', instrument_id: 1001 },
  mergePositions: { subaccount_id: 'sa_1', instrument_id: 1001 },
  previewMerge: { subaccount_id: 'sa_1', instrument_id: 1001 },
  splitPositions: { subaccount_id: 'sa_1', instrument_id: 1001, qty: '1' },
  previewSplit: { subaccount_id: 'sa_1', instrument_id: 1001, qty: '1' },
  redeemPositions: { subaccount_id: 'sa_1', instrument_id: 1001 },
  previewRedeem: { subaccount_id: 'sa_1', instrument_id: 1001 },
  submitBatch: { orders: [createRestingOrder()] },
  amendOrder: { price: '0.03' },
  cancelAllOrders: { subaccount_id: 'sa_1' },
  setLimits: { subaccount_id: 'sa_1', max_order_qty: '9' },
  setKillSwitch: { enabled: false },
  riskCancelAll: { subaccount_id: 'sa_1' },
  approveMatch: { members: [{ instrument_id: 1001 }, { instrument_id: 1002 }], why: 'a trial' },
  rejectMatch: { members: [{ instrument_id: 1001 }, { instrument_id: 1002 }], why: 'a trial' },
  lookupMarkets: { instrument_ids: [1001] },
  lookupFees: { instrument_ids: [1001] },
  setFairValues: { subaccount_id: 'sa_1', values: [] },
  submitComplexOrder: createIceberg(),
  previewComplexOrder: createIceberg(),
  amendComplexOrder: { price: '0.03' },
  cancelAllComplexOrders: { subaccount_id: 'sa_1' },
  controlReplay: { op: 'pause' },
  createAlert: {
    when: { kind: 'fill', subaccount_id: 'sa_1' },
    to: [`webhook:${ownHook}`],
  },
  createWebhook: { url: 'http://127.0.0.1:9/', events: ['guard.fired'], subaccount_ids: ['sa_1'] },
  changeWebhook: { description: 'a trial', subaccount_ids: ['sa_1'] },
  decideApproval: { decision: 'approve' },
  setGuard: { subaccount_id: 'sa_1', timeout_ms: 600_000 },
  putQuotes: QUOTES,
  setMakerProtection: { subaccount_id: 'sa_1', max_filled_qty: '9' },
  resetMakerProtection: { subaccount_id: 'sa_1' },
};

const document = (await (await fetch(`${service.url}/v1/openapi.json`)).json()) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
};
const CALLS: readonly Call[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, { security }]) => security.length > 0)
    .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

/** Every property name that a schema has, at any depth. */
function namesIn(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(namesIn);
  if (typeof schema !== 'object' || schema === null) return [];
  const { $ref: reference, properties = {}, ...rest } = schema as Json;
  if (typeof reference === 'string')
    return namesIn(document.components.schemas[reference.split('/').at(-1) ?? '']);
  return [
    ...Object.keys(properties as Json),
    ...namesIn(Object.values(properties as Json)),
    ...namesIn(Object.values(rest)),
  ];
}

const namesInBody = ({ requestBody }: Operation): readonly string[] => [
  ...new Set(namesIn(requestBody?.content['application/json'].schema)),
];

test('every parameter and field of the OpenAPI document is listed as owned or public', () => {
  const named = CALLS.flatMap(({ operation }) => [
    ...operation.parameters.filter((each) => each.in !== 'path').map(({ name }) => name),
    ...namesInBody(operation),
  ]);
  const unjudged = [...new Set(named)].filter((name) => !(name in OWNED) && !PUBLIC.has(name));
  assert.deepEqual(unjudged, [], 'say whether it can name what belongs to an account');
  const bodiless = CALLS.filter(({ operation }) => namesInBody(operation).length > 0)
    .map(({ operation }) => operation.operationId)
    .filter((name) => !(name in BODIES));
  assert.deepEqual(bodiless, [], 'a call with a body needs one to try');
});

/** The same request, once with an id of another account and once with an unused id. */
interface Trial {
  readonly what: string;
  readonly owned: Owned;
  readonly ask: (api: Api, name: string) => Promise<Answer>;
}

/** The paths with the id of a record of an account. */
const RECORDS = [
  { prefix: '/v1/orders/{', own: ownOrder.id, owned: ORDER },
  { prefix: '/v1/webhooks/deliveries/{', own: `msg_${ownHook.slice(3)}_1`, owned: DELIVERY },
  { prefix: '/v1/alerts/{', own: 'alr_0000000000000001', owned: ALERT },
  { prefix: '/v1/webhooks/{', own: ownHook, owned: WEBHOOK },
  { prefix: '/v1/complex-orders/{', own: ownComplex, owned: COMPLEX_ORDER },
] as const;

function createTrials({ method, path, operation }: Call): readonly Trial[] {
  const body = BODIES[operation.operationId];
  const record = RECORDS.find(({ prefix }) => path.startsWith(prefix));
  const own = path.replace(/\{\w+\}/, record?.own ?? (path.includes('generic') ? '501' : '1001'));
  const inQuery = operation.parameters.filter((each) => each.in === 'query').map(({ name }) => name);
  const usual: Readonly<Record<string, string>> = { subaccount_id: 'sa_1', instrument_id: '1001' };
  const target = (name: string, value: string): string => {
    const query = new URLSearchParams(
      inQuery.filter((each) => each in usual && each !== name).map((each) => [each, usual[each] ?? '']),
    );
    query.set(name, value);
    return `${own}?${query.toString()}`;
  };
  const trials: Trial[] = inQuery
    .filter((name) => name in OWNED)
    .map((name) => ({
      what: `${method} ${path}, ${name} in the query`,
      owned: OWNED[name] ?? assert.fail(name),
      ask: (api, value) => api.call(method, target(name, value), withoutSubaccount(body, inQuery)),
    }));
  for (const name of namesInBody(operation).filter((each) => /^subaccount_ids?$/.test(each))) {
    trials.push({
      what: `${method} ${path}, ${name} in the body`,
      owned: OWNED[name] ?? assert.fail(name),
      ask: (api, value) => api.call(method, own, replaced(body, name, name.endsWith('s') ? [value] : value)),
    });
  }
  if (record !== undefined) {
    trials.push({
      what: `${method} ${path}, its id`,
      owned: record.owned,
      ask: (api, id) => api.call(method, path.replace(/\{\w+\}/, id), body),
    });
  }
  return trials;
}

/** A field of the query must not appear again in the body. */
const withoutSubaccount = (body: Json | undefined, inQuery: readonly string[]): Json | undefined =>
  body !== undefined && inQuery.includes('subaccount_id') ? { ...body, subaccount_id: undefined } : body;

function replaced(value: unknown, name: string, by: unknown): Json {
  return JSON.parse(JSON.stringify(value, (key, each: unknown) => (key === name ? by : each))) as Json;
}

/** The content of a response without the requested id, the request id and the clock. */
function reportedBy({ status, headers, text }: Answer, { foreign, unknown }: Owned): unknown {
  const plain = text
    .replaceAll(/"request_id":"[^"]*"/g, '')
    .replaceAll(/"timestamp":\d+/g, '')
    .replaceAll(foreign, 'NAME')
    .replaceAll(unknown, 'NAME');
  const named = Object.entries(headers).filter(([name]) => !VARYING.has(name));
  return { status, plain, headers: Object.fromEntries(named) };
}

const SIGNING: ReadonlySet<string> = new Set(['key_id', 'ts', 'sig']);

const VARYING: ReadonlySet<string> = new Set([
  'date',
  'x-request-id',
  'x-server-time',
  'ratelimit',
  'content-length',
]);

for (const call of CALLS) {
  for (const { what, owned, ask } of createTrials(call)) {
    test(`${what}: a record of another account is answered like an unknown one`, async () => {
      for (const [who, api] of Object.entries(callers)) {
        const foreign = await ask(api, owned.foreign);
        const unknown = await ask(api, owned.unknown);
        assert.deepEqual(reportedBy(foreign, owned), reportedBy(unknown, owned), who);
        const isBatch = call.operation.operationId === 'submitBatch'; // each entry is refused separately
        assert.equal(foreign.status, isBatch ? 200 : owned.status, foreign.text);
      }
    });
  }
}

test('a complex order attached to an order of another account is answered like one attached to an unknown one', async () => {
  for (const [who, api] of Object.entries(callers))
    for (const path of [COMPLEX, `${COMPLEX}/preview`])
      for (const terms of [{}, { instrument_id: 1001, side: 'SELL', outcome: 'YES', qty: '10' }]) {
        const attach = (id: string): Promise<Answer> =>
          api.call('POST', path, {
            subaccount_id: 'sa_1',
            type: 'TP_SL',
            ...terms,
            params: { attach_to: id, take_profit: { price: '0.99' } },
          });
        const [foreign, unknown] = [await attach(ORDER.foreign), await attach(ORDER.unknown)];
        assert.deepEqual(reportedBy(foreign, ORDER), reportedBy(unknown, ORDER), `${who}, ${path}`);
        assert.notEqual(foreign.status, 200, foreign.text);
      }
});

const streams = (await (await fetch(`${service.url}/v1/asyncapi.json`)).json()) as {
  readonly operations: Readonly<Record<string, { readonly messages: readonly { readonly $ref: string }[] }>>;
  readonly channels: Readonly<
    Record<
      string,
      { readonly address: string; readonly bindings?: { readonly ws?: { readonly query?: Json } } }
    >
  >;
};

const TRADE = '/v1/ws/trade';
const MULTIPLEX = '/v1/ws/multiplex';

for (const { address, bindings } of Object.values(streams.channels)) {
  if (address === MULTIPLEX) continue; // it has no parameters
  const names = namesIn(bindings?.ws?.query).filter((name) => !SIGNING.has(name));

  test(`${address}: its parameters are listed here, and ids of another account return the same as unused ids`, async () => {
    assert.ok(names.length > 0, 'the document lists the parameters of the stream');
    for (const name of names) assert.ok(name in OWNED || name === 'session' || PUBLIC.has(name), name);
    if (!names.includes('subaccount_id')) return;
    for (const [who, api] of Object.entries(callers)) {
      const refusal = async (id: string) =>
        refusedHandshake(`${socketUrl(service)}${api.socketTarget(`${address}?subaccount_id=${id}`)}`);
      const [foreign, unknown] = [await refusal(SUBACCOUNT.foreign), await refusal(SUBACCOUNT.unknown)];
      assert.equal(unknown.status, 404, who);
      assert.deepEqual(reportedBy(foreign, SUBACCOUNT), reportedBy(unknown, SUBACCOUNT), who);
      if (address === TRADE) continue; // its requests are tried below
      const stream = await open(service, `${address}?subaccount_id=sa_1`, api);
      const errors: unknown[] = [];
      for (const id of [SUBACCOUNT.foreign, SUBACCOUNT.unknown]) {
        stream.send({ action: 'subscribe', id: 7, subaccount_ids: [id] });
        const { seq: _, ...error } = await stream.next('error');
        errors.push(JSON.parse(JSON.stringify(error).replaceAll(id, 'NAME')));
      }
      assert.deepEqual(errors[0], errors[1], who);
      await stream.close();
    }
  });
}

test(`${MULTIPLEX}: a topic answers subaccounts of another account like unknown ones`, async () => {
  for (const [who, api] of Object.entries(callers)) {
    const stream = new Stream(`${socketUrl(service)}${api.socketTarget(MULTIPLEX)}`);
    await stream.next('connected');
    for (const topic of ['positions', 'orders', 'complex-orders', 'fills', 'balances', 'operations']) {
      const errors: unknown[] = [];
      for (const id of [SUBACCOUNT.foreign, SUBACCOUNT.unknown]) {
        stream.send({ action: 'subscribe', id: 7, sub: 's', topic, query: { subaccount_id: id } });
        const { seq: _, ...error } = await stream.next('error');
        assert.equal(error['error'], 'not_found', who);
        errors.push(JSON.parse(JSON.stringify(error).replaceAll(id, 'NAME')));
      }
      assert.deepEqual(errors[0], errors[1], `${who}, ${topic}`);
    }
    await stream.close();
  }
});

test(`${TRADE}: a session of another account is answered like an unknown one`, async () => {
  const theirs = await openTrade(service, '?grace_ms=0', owner);
  const session: Owned = {
    foreign: String(theirs.of('connected')[0]?.['session_id']),
    unknown: 's_unused',
    status: 404,
  };
  for (const [who, api] of Object.entries(callers)) {
    const refusal = (id: string) =>
      refusedHandshake(`${socketUrl(service)}${api.socketTarget(`${TRADE}?session=${id}`)}`);
    const [foreign, unknown] = [await refusal(session.foreign), await refusal(session.unknown)];
    assert.equal(foreign.status, session.status, who);
    assert.deepEqual(reportedBy(foreign, session), reportedBy(unknown, session), who);
  }
  await theirs.stream.close();
});

/** The arguments of each request of the trade socket that names a record, by the name that is tried. */
const REQUESTS: Readonly<Record<string, readonly [owned: Owned, args: (name: string) => Json]>> = {
  'order.create': [SUBACCOUNT, (name) => createRestingOrder({ subaccount_id: name })],
  'order.batch': [SUBACCOUNT, (name) => ({ orders: [createRestingOrder({ subaccount_id: name })] })],
  'order.amend': [ORDER, (id) => ({ id, price: '0.03' })],
  'order.cancel': [ORDER, (id) => ({ id })],
  'order.get': [ORDER, (id) => ({ id })],
  'order.cancel_all': [SUBACCOUNT, (name) => ({ subaccount_id: name })],
  'complex.create': [SUBACCOUNT, (name) => createIceberg({ subaccount_id: name })],
  'complex.amend': [COMPLEX_ORDER, (id) => ({ id, price: '0.03' })],
  'complex.cancel': [COMPLEX_ORDER, (id) => ({ id })],
  'quotes.put': [SUBACCOUNT, (name) => ({ ...QUOTES, subaccount_id: name })],
  'quotes.get': [SUBACCOUNT, (name) => ({ subaccount_id: name })],
  'guard.put': [SUBACCOUNT, (name) => ({ subaccount_id: name, timeout_ms: 600_000 })],
};

test(`${TRADE}: every request answers a record of another account like an unknown one`, async () => {
  const documented = streams.operations['tradeRequests']?.messages.map(({ $ref }) => $ref.split('/').at(-1));
  const named = documented?.filter((op) => op !== 'ping');
  assert.deepEqual(named?.toSorted(), Object.keys(REQUESTS).toSorted());
  for (const [who, api] of Object.entries(callers)) {
    const client = await openTrade(service, '', api);
    for (const [op, [owned, toArgs]] of Object.entries(REQUESTS)) {
      const answer = async (name: string) => {
        const { status, body } = await client.request(op, toArgs(name));
        return { status: status as number, headers: {}, text: JSON.stringify(body) };
      };
      const [foreign, unknown] = [await answer(owned.foreign), await answer(owned.unknown)];
      assert.deepEqual(reportedBy(foreign, owned), reportedBy(unknown, owned), `${op} by ${who}`);
      assert.equal(foreign.status, op === 'order.batch' ? 200 : owned.status, foreign.text);
    }
    await client.stream.close();
  }
});

test('no record of the other account has changed', async () => {
  const kept = await owner.ok<{ id: string; status: string; price: string }>(
    'GET',
    `/v1/orders/${foreignOrder.id}`,
  );
  assert.deepEqual([kept.status, kept.price], ['OPEN', foreignOrder.price]);
  const complex = await owner.ok<Json>('GET', `${COMPLEX}/${foreignComplex}`);
  assert.deepEqual([complex['status'], complex['live_qty'], complex['price']], ['WORKING', '4', '0.02']);
  const limits = await owner.ok<Json>('GET', '/v1/risk/limits?subaccount_id=sb_1');
  assert.equal(limits['updated_at'], null);
});
