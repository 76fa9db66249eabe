import { PolymarketConnection, type PolymarketConnectionDeps } from './polymarket-connection.ts';

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
