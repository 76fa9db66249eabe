import { Shard, type ShardDeps } from './shard.ts';

const TOKENS_PER_SOCKET = 200;

/** As many market sockets as the watched tokens need. */
export class Shards {
  readonly #deps: ShardDeps;
  readonly #shards: Shard[] = [];

  constructor(deps: ShardDeps) {
    this.#deps = deps;
  }

  /** Down while somebody watches through a socket that is not open. */
  get isUp(): boolean {
    return this.#shards.every((shard) => shard.isUp || shard.size === 0);
  }

  withRoom(): Shard {
    const free = this.#shards.find((shard) => shard.size < TOKENS_PER_SOCKET);
    if (free !== undefined) return free;
    const shard = new Shard(this.#deps);
    this.#shards.push(shard);
    return shard;
  }

  stop(): void {
    for (const shard of this.#shards) shard.stop();
  }
}
