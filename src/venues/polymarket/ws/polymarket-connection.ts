import type { Clock, Network, Random } from '#ports';
import { FrameReader, WsConnection } from '#venues/shared';

const HEARTBEAT_MS = 10_000;
const SILENCE_MS_MAX = 30_000; // the venue's PONGs included
const RECONNECT = { firstMs: 500, maxMs: 15_000 };
const BRACE_CODE = 0x7b;
const BRACKET_CODE = 0x5b;

export interface PolymarketConnectionDeps {
  readonly network: Network;
  readonly clock: Clock;
  readonly random: Random;
  readonly url: string;
  readonly onUp: () => void;
  /** Called for each object of a frame, which holds one or several. */
  readonly onEvent: (event: unknown) => void;
  /** Called when an open socket ended. */
  readonly onDown: (why: string) => void;
}

/** One of the venue's WebSockets. The venue answers the text `PING`, not ping frames. */
export class PolymarketConnection {
  readonly #ws: WsConnection;

  constructor({ network, clock, random, url, onUp, onEvent, onDown }: PolymarketConnectionDeps) {
    const frames = new FrameReader({
      clock,
      onEvent,
      onOverflow: () => this.reconnect('more frames wait than can be read'),
    });
    const jitter = (ms: number): number => Math.round(ms * (0.5 + random.next() / 2));
    this.#ws = new WsConnection(
      { network, clock },
      {
        url,
        heartbeatMs: HEARTBEAT_MS,
        silenceMsMax: SILENCE_MS_MAX,
        reconnect: { ...RECONNECT, jitter },
        resetBackoffOn: 'open',
      },
      {
        headers: () => ({}),
        ping: (socket) => socket.send('PING'),
        onOpen: onUp,
        onText: (text) => {
          if (isJson(text)) frames.add(text);
        },
        onDown: (why, wasOpen) => {
          frames.clear();
          if (wasOpen) onDown(why);
        },
      },
    );
  }

  get isUp(): boolean {
    return this.#ws.isOpen;
  }

  open(): void {
    this.#ws.open();
  }

  /** Dropped while the socket is down: subscribe again in `onUp`. */
  send(message: unknown): void {
    this.#ws.send(JSON.stringify(message));
  }

  /** Replaces the socket, because what it delivers cannot be trusted. */
  reconnect(why: string): void {
    this.#ws.reconnect(why);
  }

  stop(): void {
    this.#ws.stop();
  }
}

/** False for `PONG`, `NO NEW ASSETS` and other plain text. */
function isJson(text: string): boolean {
  const first = text.charCodeAt(0);
  return first === BRACE_CODE || first === BRACKET_CODE;
}

const TOKENS_PER_SOCKET = 200;

/** The market WebSockets that the watched tokens need. */
export class MarketWsPool {
  readonly #deps: MarketWsDeps;
  readonly #sockets: MarketWs[] = [];

  constructor(deps: MarketWsDeps) {
    this.#deps = deps;
  }

  /** False while a socket with watched tokens is not open. */
  get isUp(): boolean {
    return this.#sockets.every((socket) => socket.isUp || socket.size === 0);
  }

  getSocketWithRoom(): MarketWs {
    const free = this.#sockets.find((socket) => socket.size < TOKENS_PER_SOCKET);
    if (free !== undefined) return free;
    const socket = new MarketWs(this.#deps);
    this.#sockets.push(socket);
    return socket;
  }

  stop(): void {
    for (const socket of this.#sockets) socket.stop();
  }
}

interface MarketWsDeps extends Omit<PolymarketConnectionDeps, 'onUp' | 'onDown'> {
  readonly onUp: (tokens: Iterable<string>) => void;
  readonly onDown: (tokens: Iterable<string>, why: string) => void;
}

/** One market WebSocket and its tokens. With more than a few hundred tokens, snapshots were missing. */
export class MarketWs {
  readonly #connection: PolymarketConnection;
  readonly #tokens = new Set<string>();
  #isOpened = false;

  constructor(deps: MarketWsDeps) {
    this.#connection = new PolymarketConnection({
      ...deps,
      onUp: () => {
        this.#connection.send({
          assets_ids: [...this.#tokens],
          type: 'market',
          custom_feature_enabled: true,
        });
        deps.onUp(this.#tokens);
      },
      onDown: (why) => deps.onDown(this.#tokens, why),
    });
  }

  get size(): number {
    return this.#tokens.size;
  }

  get isUp(): boolean {
    return this.#connection.isUp;
  }

  /** The venue may close a socket without a subscription, so it is opened with its first token. */
  add(token: string): void {
    this.#tokens.add(token);
    if (this.#isOpened) return this.#subscribe(token);
    this.#isOpened = true;
    this.#connection.open();
  }

  remove(token: string): void {
    this.#tokens.delete(token);
    this.#connection.send({ operation: 'unsubscribe', assets_ids: [token] });
  }

  /** Unsubscribes and subscribes again: only a new subscription is answered by a snapshot. */
  requestSnapshot(token: string): void {
    this.#connection.send({ operation: 'unsubscribe', assets_ids: [token] });
    this.#subscribe(token);
  }

  reconnect(why: string): void {
    this.#connection.reconnect(why);
  }

  stop(): void {
    this.#connection.stop();
  }

  #subscribe(token: string): void {
    this.#connection.send({ operation: 'subscribe', assets_ids: [token], custom_feature_enabled: true });
  }
}
