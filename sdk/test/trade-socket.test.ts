/** What a trade session sends, repeats and leaves in doubt. Its socket is scripted. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  Crossbook,
  type NewOrder,
  OutcomeUnknownError,
  StreamError,
  type TradeSession,
} from '../src/index.ts';
import { KEY_ID, PRIVATE_KEY } from './fake-auth.ts';
import { FakeRuntime } from './fake-server.ts';
import { order } from './records.ts';

type Frame = Readonly<Record<string, unknown>>;

/** One connection; the test sends its frames. */
class ScriptedSocket {
  readonly sent: { readonly id: number; readonly op: string; readonly args: Frame }[] = [];
  readonly #listeners = new Map<string, (event: unknown) => void>();
  #seq = 0;

  addEventListener(type: string, listener: (event: unknown) => void): void {
    this.#listeners.set(type, listener);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(code = 1000, reason = ''): void {
    this.#listeners.get('close')?.({ code, reason });
  }

  receive(frame: Frame): void {
    this.#listeners.get('message')?.({ data: JSON.stringify({ seq: ++this.#seq, ...frame }) });
  }

  connected(session = 'ses_1', in_flight_max = 256): void {
    this.receive({ type: 'connected', session_id: session, in_flight_max, heartbeat_ms: 60_000 });
  }

  result(id: number, body: unknown, status = 200): void {
    this.receive({ type: 'result', id, status, body });
  }

  refuse(id: number, status: number, error: string): void {
    this.result(id, { error, message: error, details: null, request_id: 'r' }, status);
  }

  get ids(): readonly number[] {
    return this.sent.map(({ id }) => id);
  }

  get ops(): readonly string[] {
    return this.sent.map(({ op }) => op);
  }
}

const NEW_ORDER: NewOrder = {
  subaccount_id: 'sa_1',
  instrument_id: 1001,
  side: 'BUY',
  type: 'LIMIT',
  price: '0.4',
  qty: '10',
};
const QUOTES = { subaccount_id: 'sa_1', quote_seq: 1, quotes: [] };

interface Request {
  readonly send: (trade: TradeSession) => Promise<unknown>;
  readonly isRepeated: boolean;
  readonly isRead?: boolean;
}

const REQUESTS: Readonly<Record<string, Request>> = {
  'order.create': { send: (trade) => trade.create({ ...NEW_ORDER, client_order_id: 'a' }), isRepeated: true },
  'order.batch': { send: (trade) => trade.batch([NEW_ORDER]), isRepeated: true },
  'order.amend': { send: (trade) => trade.amend(7, { qty: '2' }), isRepeated: false },
  'order.cancel': { send: (trade) => trade.cancel(7), isRepeated: true },
  'order.cancel_all': { send: (trade) => trade.cancelAll({ subaccount_id: 'sa_1' }), isRepeated: false },
  'order.get': { send: (trade) => trade.get(7), isRepeated: true, isRead: true },
  'quotes.put': { send: (trade) => trade.putQuotes(QUOTES), isRepeated: false },
  'quotes.get': { send: (trade) => trade.quotes({ subaccount_id: 'sa_1' }), isRepeated: true, isRead: true },
  'guard.put': {
    send: (trade) => trade.setGuard({ subaccount_id: 'sa_1', timeout_ms: 5_000 }),
    isRepeated: true,
  },
};

/** A session with its sockets, in the order in which they were opened. */
class TradeHarness {
  readonly sockets: ScriptedSocket[] = [];
  readonly trade: TradeSession;

  constructor() {
    const { sockets } = this;
    const webSocket = class extends ScriptedSocket {
      constructor() {
        super();
        sockets.push(this);
      }
    };
    const options = { baseUrl: 'http://127.0.0.1:1', keyId: KEY_ID, privateKey: PRIVATE_KEY, webSocket };
    this.trade = new Crossbook(options, new FakeRuntime()).trade();
  }

  /** The socket of this number, once it was opened. */
  async socket(number: number): Promise<ScriptedSocket> {
    this.trade.open().catch(() => {});
    for (;;) {
      const socket = this.sockets[number];
      if (socket !== undefined) return socket;
      await new Promise(setImmediate);
    }
  }

  async connect(number = 0, session = 'ses_1', inFlightMax = 256): Promise<ScriptedSocket> {
    const socket = await this.socket(number);
    socket.connected(session, inFlightMax);
    return socket;
  }
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (value) => assert.fail(`no error: ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );

const ENDINGS: Readonly<Record<string, (harness: TradeHarness, socket: ScriptedSocket) => void>> = {
  'the caller closes it': ({ trade }) => trade.close(),
  'the key has ended': (_, socket) => socket.close(4401),
  'access is withdrawn': (_, socket) => socket.close(4403),
  'another connection has the session': (_, socket) => socket.close(4409),
  'the service does not read its frames': (_, socket) => socket.close(4400),
};

describe('the end of a session', () => {
  for (const [ending, end] of Object.entries(ENDINGS))
    for (const [op, { send, isRead = false }] of Object.entries(REQUESTS))
      test(`${ending}: ${op} is in doubt once it was sent, and only then`, async () => {
        const waiting = new TradeHarness();
        const first = await waiting.connect(0, 'ses_1', 1);
        const sent = failureOf(send(waiting.trade));
        const unsent = failureOf(send(waiting.trade));
        assert.deepEqual(first.ops, [op]);
        end(waiting, first);
        assert.equal((await sent) instanceof OutcomeUnknownError, !isRead);
        assert.equal((await unsent) instanceof OutcomeUnknownError, false);
        const later = await failureOf(send(waiting.trade));
        assert.ok(later instanceof StreamError && later.error === 'closed', 'no more requests');
      });

  for (const [op, { send, isRead = false, isRepeated }] of Object.entries(REQUESTS))
    test(`${op} was sent on a lost connection: in doubt when the session ends before the next one`, async () => {
      const harness = new TradeHarness();
      const first = await harness.connect();
      const failed = failureOf(send(harness.trade));
      first.close(1006);
      if (!isRepeated) {
        assert.ok((await failed) instanceof OutcomeUnknownError);
        harness.trade.close();
        return;
      }
      await harness.socket(1);
      harness.trade.close();
      const error = await failed;
      if (isRead) assert.equal((error as StreamError).error, 'closed');
      else assert.ok(error instanceof OutcomeUnknownError, String(error));
    });
});

describe('a lost connection', () => {
  test('what is safe is sent again in its order, the rest is in doubt, and what was not sent is sent', async () => {
    const harness = new TradeHarness();
    const first = await harness.connect(0, 'ses_1', Object.keys(REQUESTS).length);
    const failures = Object.values(REQUESTS).map(({ send }) => failureOf(send(harness.trade)));
    const unsent = failureOf(harness.trade.amend(8, { qty: '3' }));
    assert.deepEqual(first.ops, Object.keys(REQUESTS));
    first.close(1006);
    const second = await harness.connect(1);
    const repeated = first.sent.filter(({ op }) => REQUESTS[op]?.isRepeated);
    assert.deepEqual(second.sent.slice(0, -1), repeated, 'the same ids and keys');
    assert.deepEqual(second.sent.at(-1)?.args, { id: '8', qty: '3' });
    harness.trade.close();
    await Promise.all([...failures, unsent]);
  });

  test('a service that is away for several attempts is waited for, and the order is sent again', async () => {
    const harness = new TradeHarness();
    const first = await harness.connect();
    const created = harness.trade.create({ ...NEW_ORDER, client_order_id: 'a' });
    first.close(1006);
    for (const number of [1, 2, 3, 4]) (await harness.socket(number)).close(1006); // no handshake, and no answer over HTTP
    const last = await harness.connect(5, 'ses_2');
    assert.deepEqual(last.sent, first.sent);
    last.result(1, order);
    assert.equal((await created).id, order.id);
    harness.trade.close();
  });

  test('each live order of the session is read once, however often the connection is lost', async () => {
    const harness = new TradeHarness();
    const first = await harness.connect();
    const placed = ['ord_1', 'ord_2'].map((id, at) => {
      const created = harness.trade.create(NEW_ORDER);
      first.result(at + 1, { ...order, id });
      return created;
    });
    await Promise.all(placed);
    first.receive({ type: 'order', order: { ...order, id: 'ord_2', status: 'FILLED' } });
    first.close(1006);
    for (const number of [1, 2]) (await harness.connect(number)).close(1006);
    const last = await harness.connect(3);
    assert.deepEqual(
      last.sent.map(({ op, args }) => [op, args['id']]),
      [['order.get', 'ord_1']],
    );
    harness.trade.close();
  });
});

test('at most as many requests are in flight as may be; results, refusals and error frames make room', async () => {
  const harness = new TradeHarness();
  const socket = await harness.connect(0, 'ses_1', 2);
  const outcomes = Array.from({ length: 7 }, () => outcomeOf(harness.trade.cancel(1)));
  assert.deepEqual(socket.ids, [1, 2]);
  socket.result(2, order);
  assert.deepEqual(socket.ids, [1, 2, 3]);
  socket.refuse(1, 404, 'not_found');
  assert.deepEqual(socket.ids, [1, 2, 3, 4]);
  for (const id of [3, 4]) socket.receive({ type: 'error', id, error: 'duplicate_id', message: 'again' });
  assert.deepEqual(socket.ids, [1, 2, 3, 4, 5, 6]);
  socket.close(1006);
  // What was in flight on a lost connection is in flight no more.
  const second = await harness.connect(1, 'ses_1', 2);
  assert.deepEqual(second.ids, [5, 6]);
  for (const id of [5, 6, 7]) second.result(id, order);
  assert.deepEqual(second.ids, [5, 6, 7]);
  const refused = ['duplicate_id', 'duplicate_id'];
  assert.deepEqual(await Promise.all(outcomes), ['not_found', 'done', ...refused, 'done', 'done', 'done']);
  harness.trade.close();
});

/** `done`, or the code of the error. */
const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error as StreamError).error,
  );

describe('a refusal of a repeat says nothing about the first attempt, unless the service looks for its order before', () => {
  const REFUSALS: readonly (readonly [number, string, readonly string[]])[] = [
    [429, 'rate_limited', []],
    [403, 'forbidden', []],
    [422, 'expired_request', []],
    [503, 'shutting_down', []],
    [422, 'validation', ['order.create', 'order.cancel', 'guard.put']],
    [404, 'not_found', ['order.create', 'order.cancel', 'guard.put']],
  ];
  const repeated = Object.entries(REQUESTS).filter(([, { isRepeated }]) => isRepeated);
  for (const [status, code, proved] of REFUSALS)
    test(`${code} proves ${proved.join() || 'nothing'}`, async () => {
      for (const [op, { send, isRead = false }] of repeated) {
        const harness = new TradeHarness();
        const first = await harness.connect();
        const outcome = outcomeOf(send(harness.trade));
        first.close(1006);
        const second = await harness.connect(1);
        assert.deepEqual(second.ids, [1], op);
        second.refuse(1, status, code);
        assert.equal(await outcome, isRead || proved.includes(op) ? code : 'outcome_unknown', op);
        harness.trade.close();
      }
    });
});

test('a subaccount that is present but undefined is refused, for it would mean every subaccount', async () => {
  const harness = new TradeHarness();
  const socket = await harness.connect();
  const scope = { subaccount_id: undefined as unknown as string };
  await assert.rejects(harness.trade.cancelAll(scope), TypeError);
  await assert.rejects(harness.trade.setGuard({ ...scope, timeout_ms: 5_000 }), TypeError);
  assert.deepEqual(socket.sent, []);
  harness.trade.close();
});
