/** What becomes of the requests of a trade session: at a result, a refusal, a lost connection and the end. */
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Addresses } from '../src/addresses.ts';
import { type NewOrder, OutcomeUnknownError, StreamError } from '../src/index.ts';
import type { Accounts } from '../src/resources/account.ts';
import { Signer } from '../src/signature.ts';
import { TradeSession } from '../src/streams/trade.ts';
import type { WebSocketLike } from '../src/streams/websocket.ts';
import { KEY_ID, PRIVATE_KEY } from './fake-auth.ts';
import { FakeRuntime } from './fake-server.ts';
import { order } from './records.ts';

const NEW_ORDER: NewOrder = {
  subaccount_id: 'sa_1',
  instrument_id: 1001,
  side: 'BUY',
  type: 'LIMIT',
  price: '0.4',
  qty: '10',
};

interface Sent {
  readonly id: number;
  readonly op: string;
}

/** The side of the service of one connection. */
class Socket implements WebSocketLike {
  readonly sent: Sent[] = [];
  readonly #listeners = new Map<string, (event: unknown) => void>();
  #seq = 0;

  addEventListener(type: string, listener: (event: unknown) => void): void {
    this.#listeners.set(type, listener);
  }

  send(data: string): void {
    this.sent.push(JSON.parse(data) as Sent);
  }

  close(code = 1000, reason = ''): void {
    this.#listeners.get('close')?.({ code, reason });
  }

  frame(fields: Record<string, unknown>): void {
    this.#seq += 1;
    this.#listeners.get('message')?.({ data: JSON.stringify({ seq: this.#seq, ...fields }) });
  }

  greet(inFlightMax: number): void {
    const ids = { session_id: 'ses_1', connection_id: 'c_1', stream: 'trade' };
    this.frame({ type: 'connected', ...ids, in_flight_max: inFlightMax, heartbeat_ms: 60_000, timestamp: 1 });
  }

  result(id: number, status: number, error?: string): void {
    const body = error === undefined ? order : { error, message: error, details: null, request_id: 'r' };
    this.frame({ type: 'result', id, status, body });
  }

  get ids(): readonly number[] {
    return this.sent.map(({ id }) => id);
  }
}

/** A session on connections that the test answers. */
function openSession(context: TestContext, inFlightMax: number) {
  const sockets: Socket[] = [];
  const runtime = new FakeRuntime();
  class NextSocket extends Socket {
    constructor() {
      super();
      sockets.push(this);
    }
  }
  const session = new TradeSession(
    {} as Accounts,
    {
      addresses: new Addresses(['http://127.0.0.1:1']),
      limits: () => Promise.reject(new Error('not read')),
      webSocket: NextSocket,
      timeoutMs: 60_000,
      signer: new Signer({ keyId: KEY_ID, privateKey: PRIVATE_KEY }, runtime),
      runtime,
      finder: () => () => Promise.resolve([]),
    },
    {},
  );
  context.after(() => session.close());
  /** The next connection of the session, accepted. */
  const connect = async (): Promise<Socket> => {
    const known = sockets.length;
    void session.open().catch(() => {});
    while (sockets.length === known) await yieldToEventLoop();
    const socket = sockets[known];
    assert.ok(socket !== undefined);
    socket.greet(inFlightMax);
    return socket;
  };
  return { session, connect };
}

/** How a request ended: `done`, `refused CODE`, or `unknown` with the ids of its orders. */
const outcome = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof OutcomeUnknownError) return `unknown ${error.clientOrderIds.join()}`.trim();
      return `refused ${(error as StreamError).error}`;
    },
  );

type Operation = (session: TradeSession) => Promise<unknown>;
const OPERATIONS: Readonly<Record<string, Operation>> = {
  create: (session) => session.create({ ...NEW_ORDER, client_order_id: 'a' }),
  batch: (session) => session.batch([{ ...NEW_ORDER, client_order_id: 'a' }]),
  amend: (session) => session.amend(1, { qty: '2' }),
  cancel: (session) => session.cancel(1),
  'cancel all': (session) => session.cancelAll(),
  quotes: (session) => session.putQuotes({ subaccount_id: 'sa_1', quote_seq: 1, quotes: [] }),
  guard: (session) => session.setGuard({ subaccount_id: 'sa_1', timeout_ms: 0 }),
  get: (session) => session.get(1),
};
const KEYED = new Set(['create', 'batch']);
const unknownOf = (name: string): string => (KEYED.has(name) ? 'unknown a' : 'unknown');

describe('a trade session', () => {
  test('has at most as many requests in flight as it may; results, refusals and error frames make room', async (context) => {
    const { session, connect } = openSession(context, 2);
    const opened = connect();
    const outcomes = Array.from({ length: 7 }, () => outcome(session.cancel(1)));
    const socket = await opened;
    assert.deepEqual(socket.ids, [1, 2]);
    socket.result(2, 200);
    assert.deepEqual(socket.ids, [1, 2, 3]);
    socket.result(1, 404, 'not_found');
    assert.deepEqual(socket.ids, [1, 2, 3, 4]);
    for (const id of [3, 4])
      socket.frame({ type: 'error', id, error: 'rate_limited', message: 'x', details: null });
    assert.deepEqual(socket.ids, [1, 2, 3, 4, 5, 6]);
    // What was in flight on a lost connection is in flight no more.
    const next = connect();
    socket.close(1006);
    const second = await next;
    assert.deepEqual(second.ids, [5, 6]);
    for (const id of [5, 6, 7]) second.result(id, 200);
    assert.deepEqual(second.ids, [5, 6, 7]);
    assert.deepEqual(await Promise.all(outcomes), [
      'refused not_found',
      'done',
      'refused rate_limited',
      'refused rate_limited',
      'done',
      'done',
      'done',
    ]);
  });

  for (const [name, operation] of Object.entries(OPERATIONS)) {
    const isRead = name === 'get';

    test(`at the end, ${name} that was sent is ${isRead ? 'closed' : 'unknown'}, and one that waited was not sent`, async (context) => {
      const { session, connect } = openSession(context, 1);
      const opened = connect();
      const outcomes = [outcome(operation(session)), outcome(operation(session))];
      await opened;
      session.close();
      const sent = isRead ? 'refused closed' : unknownOf(name);
      assert.deepEqual(await Promise.all(outcomes), [sent, 'refused closed']);
    });

    test(`${name} that was sent on a lost connection ${isRead ? 'is refused' : 'stays in doubt'} when the session ends with it`, async (context) => {
      const { session, connect } = openSession(context, 1);
      const opened = connect();
      const ended = outcome(operation(session));
      const socket = await opened;
      socket.close(4401, 'key ended');
      assert.equal(await ended, isRead ? 'refused unauthorized' : unknownOf(name));
    });
  }

  // A refusal of the repeat says nothing about the first attempt, unless the service looks for its order before.
  const REFUSALS = [
    { status: 429, error: 'rate_limited', proves: [] },
    { status: 403, error: 'forbidden', proves: [] },
    { status: 422, error: 'expired_request', proves: [] },
    { status: 503, error: 'shutting_down', proves: [] },
    { status: 422, error: 'validation', proves: ['create', 'cancel', 'guard'] },
    { status: 404, error: 'not_found', proves: ['create', 'cancel', 'guard'] },
  ];
  for (const { status, error, proves } of REFUSALS)
    test(`${error} of a repeat proves what it can: ${proves.join() || 'nothing'}`, async (context) => {
      for (const name of ['create', 'batch', 'cancel', 'guard', 'get']) {
        const { session, connect } = openSession(context, 1);
        const opened = connect();
        const ended = outcome((OPERATIONS[name] as Operation)(session));
        const first = await opened;
        const next = connect();
        first.close(1006);
        const second = await next;
        assert.deepEqual(second.ids, [1], name);
        second.result(1, status, error);
        const isProved = name === 'get' || proves.includes(name);
        assert.equal(await ended, isProved ? `refused ${error}` : unknownOf(name), name);
      }
    });
});
