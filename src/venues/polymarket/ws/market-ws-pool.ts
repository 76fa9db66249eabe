import { PolymarketConnection, type PolymarketConnectionDeps } from './polymarket-connection.ts';

const TOKENS_PER_SOCKET = 200;

/** As many market sockets as the watched tokens need. */
export class MarketWsPool {
  readonly #deps: ShardDeps;
  readonly #shards: MarketWs[] = [];

  constructor(deps: ShardDeps) {
    this.#deps = deps;
  }

  /** Down while somebody watches through a socket that is not open. */
  get isUp(): boolean {
    return this.#shards.every((shard) => shard.isUp || shard.size === 0);
  }

  getSocketWithRoom(): MarketWs {
    const free = this.#shards.find((shard) => shard.size < TOKENS_PER_SOCKET);
    if (free !== undefined) return free;
    const shard = new MarketWs(this.#deps);
    this.#shards.push(shard);
    return shard;
  }

  stop(): void {
    for (const shard of this.#shards) shard.stop();
  }
}

interface ShardDeps extends Omit<PolymarketConnectionDeps, 'onUp' | 'onDown'> {
  readonly onUp: (tokens: Iterable<string>) => void;
  readonly onDown: (tokens: Iterable<string>, why: string) => void;
}

/** One market socket and the tokens it tells of. Beyond a few hundred, snapshots went missing. */
export class MarketWs {
  readonly #line: PolymarketConnection;
  readonly #tokens = new Set<string>();
  #isOpened = false;

  constructor(deps: ShardDeps) {
    this.#line = new PolymarketConnection({
      ...deps,
      onUp: () => {
        this.#line.send({ assets_ids: [...this.#tokens], type: 'market', custom_feature_enabled: true });
        deps.onUp(this.#tokens);
      },
      onDown: (why) => deps.onDown(this.#tokens, why),
    });
  }

  get size(): number {
    return this.#tokens.size;
  }

  get isUp(): boolean {
    return this.#line.isUp;
  }

  /** A socket that never subscribes may be closed there, so it opens with its first token. */
  add(token: string): void {
    this.#tokens.add(token);
    if (this.#isOpened) return this.#subscribe(token);
    this.#isOpened = true;
    this.#line.open();
  }

  remove(token: string): void {
    this.#tokens.delete(token);
    this.#line.send({ operation: 'unsubscribe', assets_ids: [token] });
  }

  /** A subscription that is already there yields no snapshot; a fresh one does. */
  requestSnapshot(token: string): void {
    this.#line.send({ operation: 'unsubscribe', assets_ids: [token] });
    this.#subscribe(token);
  }

  reconnect(why: string): void {
    this.#line.reconnect(why);
  }

  stop(): void {
    this.#line.stop();
  }

  #subscribe(token: string): void {
    this.#line.send({ operation: 'subscribe', assets_ids: [token], custom_feature_enabled: true });
  }
}
