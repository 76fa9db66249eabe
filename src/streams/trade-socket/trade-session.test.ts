import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { until } from '../../../test/api-assertions.ts';
import {
  FakeLog,
  FakeMetrics,
  FakeRates,
  fakeTrading,
  type TradingChanges,
} from '../../../test/support/http/http-fakes.ts';
import { COMPLEX_ORDER, FILL, ORDER } from '../../../test/support/http/http-records.ts';
import type { ReceivedFrame, StreamClient } from '../../../test/support/stream-client.ts';
import { type StreamHarness, startStreams } from '../../../test/support/stream-harness.ts';
import { type Config, DEFAULT_CONFIG } from '../../config/config.ts';
import type { ApiKey } from '../../contract/access/access.ts';
import type { AgentPolicy } from '../../contract/access/agent-policy.ts';
import type { RiskGuard } from '../../contract/model/guard.ts';
import type { AccountId, SessionId, SubaccountId } from '../../contract/model/ids.ts';
import { ok } from '../../contract/model/result.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import type { RateLimiter } from '../../http/auth/auth-rate-limiter.ts';
import type { HttpDeps } from '../../http/route.ts';
import type { CommandContext } from '../../orders/command-context.ts';
import type { AccessService, OrderService, RiskService, Submitted } from '../../orders/trading-service.ts';
import { TRADE_OPERATIONS } from './trade-operations.ts';
import { TradeStream } from './trade-stream.ts';

const CREATE = { subaccount_id: 'sa_1' };

interface Owner {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId;
}

interface Harness extends StreamHarness {
  readonly ended: SessionId[];
  readonly commands: CommandContext[]; // of the orders, in the order received
  /** Answers all orders received so far. */
  answer(): void;
  trade(query?: string): Promise<StreamClient>;
}

interface Limits extends Partial<Config['ws']> {
  readonly rates?: RateLimiter | 'real'; // default: without limits
}

/** The trade socket with orders that wait for `answer`; `changes` replaces methods of the trading service. */
async function startTrade(
  t: TestContext,
  changes: TradingChanges = {},
  { rates = new FakeRates(), ...limits }: Limits = {},
): Promise<Harness> {
  const ended: SessionId[] = [];
  const commands: CommandContext[] = [];
  let opened = 0;
  let waiting: (() => void)[] = [];
  const submit: OrderService['submit'] = (_caller, _body, _key, command) => {
    assert.ok(command !== undefined);
    const refused = command.check();
    if (refused !== null) return Promise.resolve({ ok: false, error: refused });
    commands.push(command);
    command.onDecided();
    return new Promise((resolve) => {
      waiting.push(() => resolve(ok({ order: ORDER, replayed: false } satisfies Submitted)));
    });
  };
  const harness = await startStreams(limits, (fakes) => {
    const { key, onKeyRevoked } = fakes.trading.access;
    const trading = fakeTrading({
      ...changes,
      access: { key, onKeyRevoked, ...changes.access },
      orders: { submit, ...changes.orders },
      sessions: {
        open: async () => `ses_${(opened += 1)}` as SessionId,
        end: async (id) => void ended.push(id),
        ...changes.sessions,
      },
    });
    const limiter = rates === 'real' ? fakes.rates : rates;
    const deps = {
      ...fakes,
      trading,
      rates: limiter,
      config: DEFAULT_CONFIG,
      log: new FakeLog(),
      metrics: new FakeMetrics(),
    };
    return new TradeStream(deps as unknown as HttpDeps);
  });
  t.after(() => harness.stop());
  return {
    ...harness,
    ended,
    commands,
    answer: () => {
      for (const each of waiting) each();
      waiting = [];
    },
    trade: async (query = '') => {
      const client = await harness.connect(`/v1/ws/trade${query}`);
      await client.take(1);
      return client;
    },
  };
}

const create = (client: StreamClient, id: number | string): void =>
  client.send({ id, op: 'order.create', args: CREATE });

async function settled(client: StreamClient): Promise<readonly ReceivedFrame[]> {
  const before: ReceivedFrame[] = [];
  client.send({ id: 'settled', op: 'ping' });
  for (;;) {
    const frame = await client.next();
    if (frame.type === 'pong') return before;
    before.push(frame);
  }
}

interface ErrorBody {
  readonly error: string;
  readonly details: { readonly bucket: string };
}

function readError(result: ReceivedFrame | undefined): ErrorBody {
  assert.ok(result !== undefined);
  return result['body'] as ErrorBody;
}

test('beyond 256 requests without a result one is refused and not executed, until a result is sent', async (t) => {
  const rates = new FakeRates();
  const harness = await startTrade(t, {}, { rates });
  const client = await harness.trade();
  const taken = rates.taken.length;
  for (let id = 1; id <= 257; id += 1) create(client, id);
  const [refused, ...others] = await settled(client);
  const tokens = rates.taken.slice(taken).map((each) => Number(each.split(' ').at(-1)));
  assert.deepEqual(tokens, [...Array(256).fill(1), 0], 'what is not executed takes no token');
  assert.deepEqual(others, []);
  assert.deepEqual([refused?.['id'], refused?.['status']], [257, 429]);
  assert.equal(readError(refused).error, 'too_many_in_flight');
  assert.equal(harness.commands.length, 256);
  harness.answer();
  await client.take(256);
  create(client, 257);
  await settled(client);
  assert.equal(harness.commands.length, 257);
});

test('an id in flight is refused as duplicate_id and not executed; after its result it may be used again', async (t) => {
  const harness = await startTrade(t);
  const client = await harness.trade();
  create(client, 1);
  create(client, 1);
  create(client, '1');
  const [error] = await settled(client);
  assert.deepEqual([error?.type, error?.['id'], error?.['error']], ['error', 1, 'duplicate_id']);
  assert.equal(harness.commands.length, 2, 'the number 1 and the text "1" differ');
  harness.answer();
  await client.take(2);
  create(client, 1);
  await settled(client);
  assert.equal(harness.commands.length, 3);
});

test('while the journal is behind, new orders are refused with a time to retry, and cancels are not', async (t) => {
  const harness = await startTrade(t, { calls: { delayMs: 101 } });
  const client = await harness.trade();
  create(client, 1);
  const refused = await client.next();
  assert.equal(refused['status'], 429);
  const { error, details } = refused['body'] as { error: string; details: { retry_after_ms: number } };
  assert.deepEqual([error, details.retry_after_ms], ['overloaded', 101]);
  assert.equal(harness.commands.length, 0);
  client.send({ id: 2, op: 'order.cancel', args: { id: ORDER.id } });
  assert.equal((await client.next())['status'], 200);
});

test('the operations of this table are refused while the journal is behind, and no others', async (t) => {
  const refusedOps = new Set(['order.create', 'order.batch', 'complex.create']);
  const harness = await startTrade(t, { calls: { delayMs: 101 } });
  const client = await harness.trade();
  for (const op of TRADE_OPERATIONS.keys()) client.send({ id: op, op, args: { id: ORDER.id } });
  const overloaded = new Set<unknown>();
  for (let count = 0; count < TRADE_OPERATIONS.size; count += 1) {
    const { id, body } = await client.next();
    if (readCode(body) === 'overloaded') overloaded.add(id);
  }
  assert.deepEqual(overloaded, refusedOps);
});

test('the renewal of a guard takes no token, and a call that arms, changes or disarms it takes one', async (t) => {
  const terms = { timeoutMs: 5_000, scope: 'KEY', blockAfter: true } as const;
  let isArmed = false;
  const guard: RiskService['guard'] = (_caller, subaccountId) => {
    const state = { guard: terms as RiskGuard, deadlineAt: 1 as TimestampMs };
    return ok({ subaccountId, venues: [], ...(isArmed ? state : { guard: null, deadlineAt: null }) });
  };
  const harness = await startTrade(t, { risk: { guard } }, { rates: 'real' });
  const client = await harness.trade();
  let left = DEFAULT_CONFIG.rate.risk.burst;
  const put = async (args: object): Promise<number> => {
    client.send({ id: 'g', op: 'guard.put', args });
    const { rate } = await client.next();
    const spent = left - (rate as { r: number }).r;
    left -= spent;
    return spent;
  };
  const renewal = { timeout_ms: 5_000 };
  assert.equal(await put(renewal), 1, 'it arms the guard');
  isArmed = true;
  assert.equal(await put(renewal), 0);
  assert.equal(await put({ ...renewal, scope: 'KEY', block_after: true }), 0, 'the defaults');
  for (const change of [
    { timeout_ms: 5_001 },
    { timeout_ms: 0 },
    { scope: 'SUBACCOUNT' },
    { block_after: false },
  ])
    assert.equal(await put({ ...renewal, ...change }), 1, JSON.stringify(change));
  assert.equal(await put({ timeout_ms: 'x' }), 1);
});

test('the write bucket limits orders as over HTTP, and not those of risk', async (t) => {
  const harness = await startTrade(t, {}, { rates: 'real' });
  const client = await harness.trade();
  const { burst } = DEFAULT_CONFIG.rate.write;
  for (let id = 0; id <= burst; id += 1) create(client, id);
  const [refused] = await settled(client);
  assert.deepEqual([refused?.['id'], refused?.['status']], [burst, 429]);
  const { details } = readError(refused);
  assert.equal(details.bucket, 'write');
  client.send({ id: 'g', op: 'guard.put', args: { timeout_ms: 5_000 } });
  const result = await client.next();
  assert.deepEqual(
    [result['status'], (result['rate'] as { r: number }).r],
    [200, DEFAULT_CONFIG.rate.risk.burst - 1],
  );
});

test('a connection is announced to expire a minute before its twelve hours end, and closes with 1001', async (t) => {
  const harness = await startTrade(t, {}, { heartbeatMs: 24 * 3_600_000 });
  const client = await harness.trade();
  harness.clock.advance(12 * 3_600_000 - 60_001);
  assert.deepEqual(await settled(client), []);
  harness.clock.advance(1);
  const [expiring] = await settled(client);
  assert.equal(expiring?.type, 'expiring');
  assert.equal(expiring?.['expires_at'], new Date(harness.clock.now() + 60_000).toISOString());
  harness.clock.advance(60_000);
  assert.equal((await client.closed).code, 1001);
});

/** A service whose feeds `publish` an order and a fill of each of two subaccounts of two accounts. */
async function startFed(t: TestContext) {
  const listeners: ((owner: Owner) => void)[] = [];
  const harness = await startTrade(t, {
    feeds: {
      onOrder: (listener) => {
        listeners.push((owner) => listener({ ...ORDER, ...owner }));
        return () => {};
      },
      onFill: (listener) => {
        listeners.push((owner) => listener({ ...FILL, ...owner }));
        return () => {};
      },
    },
    access: { checkSubaccount: (_, id) => ok(id as SubaccountId) },
  });
  const publish = (): void => {
    for (const accountId of ['acc_1', 'acc_2'] as AccountId[])
      for (const subaccountId of ['sa_1', 'sa_2'] as SubaccountId[])
        for (const listener of listeners) listener({ accountId, subaccountId });
  };
  return { harness, publish };
}

/** The kinds and subaccounts of what a connection got. */
const owners = async (client: StreamClient): Promise<readonly string[]> =>
  (await settled(client)).map(({ type, ...fields }) => {
    const { subaccount_id } = fields[type] as { readonly subaccount_id: string };
    return `${type} ${subaccount_id}`;
  });

test('each connection gets the orders and fills of its account and its subaccounts, and of no others', async (t) => {
  const { harness, publish } = await startFed(t);
  // Two sessions of one key: one for all subaccounts, one for a single one.
  const [all, one] = [await harness.trade(), await harness.trade('?subaccount_id=sa_2')];
  publish();
  assert.deepEqual(await owners(all), ['order sa_1', 'fill sa_1', 'order sa_2', 'fill sa_2']);
  assert.deepEqual(await owners(one), ['order sa_2', 'fill sa_2']);
});

test('a return to a session for one subaccount, which need not name it, gets that one only', async (t) => {
  const { harness, publish } = await startFed(t);
  const first = await harness.trade('?subaccount_id=sa_2');
  const again = await harness.trade(`?session=${String(first.frames[0]?.['session_id'])}`);
  assert.equal((await first.closed).code, 4409);
  publish();
  assert.deepEqual(await owners(again), ['order sa_2', 'fill sa_2']);
});

test('a connection that ends leaves no timer behind once its session has ended', async (t) => {
  const harness = await startTrade(t);
  const before = harness.clock.timersWaiting;
  const clients = [await harness.trade('?grace_ms=0'), await harness.trade('?grace_ms=5000')];
  for (const client of clients) client.terminate();
  await until('both are closed', () => (harness.streams.counts().trade === 0 ? true : null));
  harness.clock.advance(5_000);
  assert.equal(harness.ended.length, 2);
  assert.equal(harness.clock.timersWaiting, before);
});

const LIFE_MS = 12 * 3_600_000;

for (const [lifeMs, code] of [
  [10_000, 4401],
  [LIFE_MS - 60_000, 4401],
  [LIFE_MS - 1, 4401],
  [LIFE_MS, 1001],
] as const)
  test(`a connection whose key expires after ${lifeMs} ms is closed at that moment with ${code}`, async (t) => {
    const harness = await startTrade(t, {}, { heartbeatMs: 2 * LIFE_MS });
    const expiresAt = harness.clock.now() + lifeMs;
    const [keyId, key] = [...harness.trading.keys][0] ?? assert.fail('a key');
    harness.trading.keys.set(keyId, { ...key, expiresAt: expiresAt as never });
    const client = await harness.trade('?on_disconnect=SESSION&grace_ms=30000');
    harness.clock.advance(lifeMs - 1);
    await settled(client);
    harness.clock.advance(1);
    assert.equal((await client.closed).code, code);
    harness.clock.advance(0);
    assert.deepEqual(harness.ended, ['ses_1'], 'its key cannot return');
  });

test('I-41: a request of a connection that has closed is refused in the step that would decide it', async (t) => {
  const harness = await startTrade(t);
  const [client, other] = [await harness.trade('?grace_ms=0'), await harness.trade()];
  create(client, 1);
  create(other, 2);
  await Promise.all([settled(client), settled(other)]);
  const [mine, theirs] = harness.commands;
  assert.deepEqual([mine?.check(), theirs?.check()], [null, null]);
  client.close();
  await client.closed;
  while (mine?.check() === null) await new Promise(setImmediate);
  const refused = mine?.check();
  assert.equal(refused?.code, 'shutting_down');
  assert.equal(theirs?.check(), null, 'and not one of another connection');
});

describe('a request that waits in its lane', () => {
  const change = ({ trading }: Harness, fields: Partial<ApiKey>): void => {
    const [keyId, key] = [...trading.keys][0] ?? assert.fail('a key');
    trading.keys.set(keyId, { ...key, ...fields });
  };
  const ENDS: Readonly<Record<string, (harness: Harness) => void>> = {
    revoked: ({ trading }) => trading.revoke(),
    expired: (harness) => change(harness, { expiresAt: harness.clock.now() }),
    'without the permission': (harness) => change(harness, { permissions: ['read'] }),
    'without the subaccount': (harness) => change(harness, { subaccounts: ['sa_9'] as SubaccountId[] }),
  };
  for (const [ended, end] of Object.entries(ENDS))
    test(`is not decided once its key is ${ended}`, async (t) => {
      const held: CommandContext[] = [];
      const gate = Promise.withResolvers<void>();
      const submit: OrderService['submit'] = async (_caller, _body, _key, command) => {
        assert.ok(command !== undefined);
        held.push(command);
        await gate.promise;
        return { ok: false, error: command.check() ?? assert.fail('it would be decided') };
      };
      const harness = await startTrade(t, { orders: { submit } });
      const client = await harness.trade();
      create(client, 1);
      create(client, 2);
      client.send({ id: 3, op: 'guard.put', args: { timeout_ms: 5_000 } });
      await settled(client);
      assert.equal(held.length, 1, 'the second one waits for the first');
      end(harness);
      gate.resolve();
      await client.closed;
      while (held.length > 0 && held[0]?.check() === null) await new Promise(setImmediate);
      assert.equal(held.length, 1);
    });
});

describe('the lane of a request', () => {
  const OTHER_ORDER = 'ord_2';
  const OTHER_PARENT = 'cpx_2';
  const SUBACCOUNTS: Readonly<Record<string, string>> = {
    [ORDER.id]: 'sa_1',
    [COMPLEX_ORDER.parent.id]: 'sa_1',
    [OTHER_ORDER]: 'sa_2',
    [OTHER_PARENT]: 'sa_2',
  };
  const findSubaccount: AccessService['findSubaccount'] = (id) =>
    (SUBACCOUNTS[id] ?? null) as SubaccountId | null;

  // A command of sa_1 has not taken effect: what is of sa_1 waits, and so does what is of no known subaccount.
  for (const [op, args, waits] of [
    ['order.create', { subaccount_id: 'sa_1' }, true],
    ['order.create', { subaccount_id: 'sa_2' }, false],
    ['order.get', { id: ORDER.id }, true],
    ['order.get', { id: OTHER_ORDER }, false],
    ['order.cancel', { id: ORDER.id }, true],
    ['order.cancel', { id: OTHER_ORDER }, false],
    ['order.cancel', { id: 'ord_9' }, true],
    ['order.amend', { id: ORDER.id, qty: '1' }, true],
    ['order.amend', { id: OTHER_ORDER, qty: '1' }, false],
    ['complex.cancel', { id: COMPLEX_ORDER.parent.id }, true],
    ['complex.cancel', { id: OTHER_PARENT }, false],
    ['complex.cancel', { id: 'cpx_9' }, true],
    ['complex.amend', { id: COMPLEX_ORDER.parent.id, qty: '1' }, true],
    ['complex.amend', { id: OTHER_PARENT, qty: '1' }, false],
    ['complex.create', { subaccount_id: 'sa_1' }, true],
    ['complex.create', { subaccount_id: 'sa_2' }, false],
    ['quotes.get', { subaccount_id: 'sa_1' }, true],
    ['quotes.get', { subaccount_id: 'sa_2' }, false],
    ['order.cancel_all', { subaccount_id: 'sa_1' }, true],
    ['order.cancel_all', { subaccount_id: 'sa_2' }, false],
    ['order.cancel_all', {}, true],
    ['order.batch', { orders: [] }, true],
  ] as const)
    test(`${op} with ${JSON.stringify(args)} ${waits ? 'waits for' : 'overtakes'} a command of sa_1`, async (t) => {
      const gate = Promise.withResolvers<void>();
      let isHeld = false;
      const submit: OrderService['submit'] = async () => {
        if (!isHeld) {
          isHeld = true;
          await gate.promise;
        }
        return ok({ order: ORDER, replayed: false });
      };
      const harness = await startTrade(t, { orders: { submit }, access: { findSubaccount } });
      const client = await harness.trade();
      create(client, 1);
      client.send({ id: 2, op, args });
      const answered: unknown[] = [];
      for (let round = 0; round < 3; round += 1)
        answered.push(...(await settled(client)).map(({ id: of }) => of));
      assert.deepEqual([...answered], waits ? [] : [2]);
      gate.resolve();
      while (answered.length < 2) answered.push((await client.next())['id']);
      assert.deepEqual(new Set(answered), new Set([1, 2]));
    });
});

test('a request belongs to the trace that its frame names, and one that is not valid is refused', async (t) => {
  const traceIds: (string | undefined)[] = [];
  const cancelAll: OrderService['cancelAll'] = async (_caller, subaccountId, _reason, _command, trace) => {
    traceIds.push(trace?.traceId);
    return ok({ subaccountId, cancelled: [], pending: [], failed: [], cancelledComplexOrders: [] });
  };
  const harness = await startTrade(t, { orders: { cancelAll } });
  const client = await harness.trade();
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const send = (id: number, traceparent?: string): void =>
    client.send({ id, op: 'order.cancel_all', args: {}, ...(traceparent !== undefined && { traceparent }) });
  send(1, `00-${traceId}-00f067aa0ba902b7-01`);
  send(2);
  send(3, `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`);
  const frames = await settled(client);
  assert.deepEqual(traceIds, [traceId, undefined]);
  const refused = frames.find(({ id }) => id === 3);
  assert.equal(refused?.type, 'error');
  assert.match(JSON.stringify(refused), /traceparent.*W3C Trace Context/);
});

test('a request takes effect up to its valid_until, and not one millisecond later', async (t) => {
  const harness = await startTrade(t);
  const client = await harness.trade();
  const validUntil = harness.clock.now() + 5;
  client.send({ id: 1, op: 'order.create', args: CREATE, valid_until: validUntil });
  await settled(client);
  const [command] = harness.commands;
  for (const [ms, code] of [
    [5, undefined],
    [1, 'expired_request'],
  ] as const) {
    harness.clock.advance(ms);
    assert.equal(command?.check()?.code, code);
  }
});

test('an agent key may call the operations of this table, and no other', async (t) => {
  const AGENTS: Readonly<Record<string, boolean>> = {
    'order.create': true,
    'order.amend': true,
    'order.cancel': true,
    'order.batch': true,
    'order.cancel_all': true,
    'order.get': true,
    'complex.create': false,
    'complex.amend': false,
    'complex.cancel': true,
    'quotes.put': true,
    'quotes.get': true,
    'guard.put': true,
  };
  assert.deepEqual(Object.keys(AGENTS), [...TRADE_OPERATIONS.keys()]);
  const harness = await startTrade(t);
  const [keyId, key] = [...harness.trading.keys][0] ?? assert.fail('a key');
  harness.trading.keys.set(keyId, { ...key, agent: {} as AgentPolicy });
  const client = await harness.trade();
  for (const op of Object.keys(AGENTS)) client.send({ id: op, op, args: 'not an object' });
  const denied = Object.keys(AGENTS).filter((op) => AGENTS[op] === false);
  const refused: ReceivedFrame[] = [];
  // A pong may overtake results, which are decided later.
  for (let frame = await client.next(); ; frame = await client.next()) {
    if (readCode(frame['body']) === 'agent_policy') refused.push(frame);
    if (refused.length === denied.length) break;
  }
  refused.push(...(await settled(client)).filter(({ body }) => readCode(body) === 'agent_policy'));
  assert.deepEqual(new Set(refused.map(({ id }) => id)), new Set(denied));
});

const readCode = (body: unknown): unknown => Object(body).error;
