import { Buffer } from 'node:buffer';
import { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { DEFAULT_CONFIG } from '../../src/config/config.ts';
import type { Caller } from '../../src/contract/access/access.ts';
import type { QueryPair } from '../../src/contract/access/request-signing.ts';
import type { KeyId, SessionId } from '../../src/contract/model/ids.ts';
import type { Rejection, Result } from '../../src/contract/model/result.ts';
import { createRateLimiter } from '../../src/http/auth/auth-rate-limiter.ts';
import type { HttpDeps } from '../../src/http/route.ts';
import type { Oms } from '../../src/oms/oms.ts';
import type { CommandContext } from '../../src/orders/command-context.ts';
import type { QuotePut, QuoteService } from '../../src/orders/quotes/quote-types.ts';
import { Flusher } from '../../src/streams/send-queue.ts';
import { CLOSE, StreamConnection } from '../../src/streams/stream-connection.ts';
import { TradeStream } from '../../src/streams/trade-socket/trade-stream.ts';
import { DiceRandom } from '../seeded-choice.ts';
import type { Service } from './service-process.ts';

/** The result of one request, as its client receives it. */
export interface SocketResult {
  readonly id: number;
  readonly status: number;
  readonly body: unknown;
}

/** What observes the quotes of the socket in the steps that check and decide them. */
export type ObserveQuotes = (request: QuotePut) => Pick<CommandContext, 'check' | 'onDecided'> | null;

const OPEN = 1;
const CLOSING = 2;
const CLOSED = 3;

/** The trade socket of one process: the stream of the product and its connections, without TCP and handshake signatures. */
export class TradeSockets {
  readonly clients: SocketClient[] = [];
  readonly #engine: Oms;
  readonly service: Service;
  readonly #stream: TradeStream;
  readonly #flusher: Flusher;
  readonly #onDefect: (what: string) => void;
  #made = 0;

  constructor(service: Service, engine: Oms, observe: ObserveQuotes, onDefect: (what: string) => void) {
    const { clock, app } = service;
    this.#engine = engine;
    this.service = service;
    this.#onDefect = onDefect;
    this.#flusher = new Flusher(clock);
    const trading = withObservedQuotes(engine, observe);
    this.#stream = new TradeStream({
      trading,
      marketData: app?.market.data,
      clock,
      config: DEFAULT_CONFIG,
      log: this.#log,
      metrics: { count: () => {}, observe: () => {}, gauge: () => {} },
      rates: createRateLimiter(DEFAULT_CONFIG.rate, clock),
      random: new DiceRandom(service.number, 'trade sockets'),
    } as unknown as HttpDeps);
    engine.access.onKeyRevoked(({ keyId }) => this.#endKey(keyId));
  }

  /** Opens a connection, or returns to a session. Never resolves if the process ends first. */
  async connect(
    caller: Caller,
    query: Readonly<Record<string, string>>,
    onResult: (client: SocketClient, result: SocketResult) => void,
  ): Promise<Result<SocketClient, Rejection>> {
    const pairs = Object.entries(query).map(([key, value]): QueryPair => ({ key, value }));
    const admitted = await this.#stream.admit(caller, pairs);
    if (!admitted.ok) return admitted;
    this.#made += 1;
    const client = new SocketClient(this.#made, caller, onResult);
    const { clock } = this.service;
    const connection = new StreamConnection(
      client.socket as unknown as WebSocket,
      client.writable as unknown as Duplex,
      { id: `c_${this.#made}`, stream: 'trade', caller, permission: 'trade' },
      {
        trading: this.#engine,
        clock,
        log: this.#log,
        limits: DEFAULT_CONFIG.ws,
        flusher: this.#flusher,
        onCut: () => {},
        onClosed: () => {},
      },
    );
    client.connection = connection;
    this.clients.push(client);
    connection.open(admitted.value);
    return { ok: true, value: client };
  }

  #endKey(keyId: KeyId): void {
    for (const { caller, connection } of this.clients)
      if (caller.keyId === keyId) connection?.close(CLOSE.keyEnded, 'key revoked');
  }

  get #log(): HttpDeps['log'] {
    const report = (message: string, facts: unknown): void => {
      const text = `${message} ${JSON.stringify(facts)}`;
      const isOfDisk = text.includes('JournalFailedError');
      if (this.service.isAlive && !isOfDisk) this.#onDefect(text);
    };
    return { info: () => {}, warn: () => {}, error: report };
  }
}

/** Order management whose quotes over the socket are observed; everything else is passed on. */
function withObservedQuotes(engine: Oms, observe: ObserveQuotes): Oms {
  const put: QuoteService['put'] = (caller, request, command) => {
    const seen = observe(request);
    if (seen === null || command === undefined) return engine.quotes.put(caller, request, command);
    const observed: CommandContext = {
      ...command,
      check: () => {
        seen.check();
        return command.check();
      },
      onDecided: () => {
        seen.onDecided();
        command.onDecided();
      },
    };
    return engine.quotes.put(caller, request, observed);
  };
  const quotes = new Proxy(engine.quotes, {
    get: (target, name) => (name === 'put' ? put : readBound(target, name)),
  });
  return new Proxy(engine, {
    get: (target, name) => (name === 'quotes' ? quotes : readBound(target, name)),
  });
}

function readBound(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name, target);
  return typeof value === 'function' ? value.bind(target) : value;
}

/** The client's end of one connection. */
export class SocketClient {
  readonly number: number;
  readonly caller: Caller;
  readonly socket = new FakeSocket();
  readonly writable = { writableLength: 0, write: (bytes: Buffer): boolean => this.#read(bytes) };
  readonly pending = new Set<number>(); // requests without a result
  connection: StreamConnection | null = null;
  sessionId: SessionId | null = null;
  onDisconnect = '';
  doubled: number | null = null; // a request with a second result
  readonly #onResult: (client: SocketClient, result: SocketResult) => void;

  constructor(
    number: number,
    caller: Caller,
    onResult: (client: SocketClient, result: SocketResult) => void,
  ) {
    this.number = number;
    this.caller = caller;
    this.#onResult = onResult;
  }

  get isOpen(): boolean {
    return this.socket.readyState === OPEN;
  }

  request(id: number, op: string, args: unknown, ack: CommandContext['ack']): void {
    this.pending.add(id);
    this.socket.emit('message', Buffer.from(JSON.stringify({ id, op, ack, args })), false);
  }

  /** The client or its network ends the connection. */
  cut(): void {
    if (this.socket.readyState === CLOSED) return;
    this.socket.readyState = CLOSED;
    this.socket.emit('close');
  }

  #read(bytes: Buffer): boolean {
    for (let at = 0; at < bytes.length; ) {
      const short = bytes.readUInt8(at + 1);
      const head = short < 126 ? 2 : short === 126 ? 4 : 10;
      const length =
        short < 126
          ? short
          : short === 126
            ? bytes.readUInt16BE(at + 2)
            : Number(bytes.readBigUInt64BE(at + 2));
      this.#receive(JSON.parse(bytes.toString('utf8', at + head, at + head + length)));
      at += head + length;
    }
    return true;
  }

  #receive(frame: Readonly<Record<string, unknown>>): void {
    if (frame['type'] === 'connected') {
      this.sessionId = frame['session_id'] as SessionId;
      this.onDisconnect = String(frame['on_disconnect']);
    }
    if (frame['type'] !== 'result') return;
    const result = frame as unknown as SocketResult;
    if (!this.pending.delete(result.id)) this.doubled = result.id;
    this.#onResult(this, result);
  }
}

/** As much of a WebSocket as a connection uses. The answer to a close frame arrives when the client cuts it. */
class FakeSocket extends EventEmitter {
  readonly OPEN = OPEN;
  readyState = OPEN;

  ping(): void {
    this.emit('pong');
  }

  close(): void {
    if (this.readyState === OPEN) this.readyState = CLOSING;
  }

  terminate(): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.emit('close');
  }
}
