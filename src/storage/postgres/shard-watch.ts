import type { Client } from 'pg';
import { errorMessage } from '#contract';
import { StoreOpenError, wait } from '#ports';
import { connect, describePlace, disconnect, LEASE_QUERY } from './postgres-connection.ts';
import { type LeaseOptions, ShardLease } from './shard-lease.ts';
import {
  getNewestCommit,
  LEASE_TTL_MS,
  lookAtShard,
  noteCommit,
  type SeenShard,
  tryTakeShard,
} from './shard-row.ts';

const LOOK_MS = 100;

/** How a node waits for a shard that another one owns. */
export interface StandbyOptions {
  readonly signal: AbortSignal;
  /**
   * This process has owned the shard before: until it has seen another owner it takes a shard without an owner only after a
   * TTL, so that another node comes first. It waits for a server that cannot be reached.
   */
  readonly hasOwned: boolean;
  /** Called with the owner whenever it changes; null: the shard has none. */
  readonly onOwner: (owner: string | null) => void;
}

/**
 * Takes the shard: at once when it has no owner, or after a TTL without a renewal.
 *
 * Refuses  (StoreOpenError) a server that cannot be reached, and a shard that another node renews, naming the node
 */
export async function takeShard(options: LeaseOptions): Promise<ShardLease> {
  const watch = new ShardWatch(options, null);
  try {
    for (;;) {
      const lease = await watch.look();
      if (lease !== null) return lease;
      if (watch.changes > 1 && watch.owner !== null) throw inUseError(options.url, watch.owner);
      await wait(options.clock, LOOK_MS);
    }
  } catch (error) {
    watch.close();
    if (error instanceof StoreOpenError) throw error;
    throw new StoreOpenError(`${describePlace(options.url)} cannot be opened: ${errorMessage(error)}`);
  }
}

/**
 * Waits as a standby until the shard can be taken; null once the signal is aborted. Connects again after failures.
 *
 * Refuses  (StoreOpenError) a journal without a commit that this process has seen: entries were acknowledged and are missing
 */
export async function awaitShard(options: LeaseOptions, standby: StandbyOptions): Promise<ShardLease | null> {
  const watch = new ShardWatch(options, standby);
  while (!standby.signal.aborted) {
    try {
      const lease = await watch.look();
      if (lease !== null) return lease;
    } catch (error) {
      watch.close();
      if (error instanceof StoreOpenError) throw error;
      // The TTL is counted again on the next connection, so that the owner reaches the server first.
    }
    await wait(options.clock, LOOK_MS);
  }
  watch.close();
  return null;
}

/** Looks at the row of the shard and takes it when its owner has resigned or has not renewed it for a TTL. */
class ShardWatch {
  changes = 0; // of the row, the first look included
  readonly #options: LeaseOptions;
  readonly #standby: StandbyOptions | null;
  #client: Client | null = null;
  #seen: SeenShard | null = null;
  #hasSeenOther = false;
  #seenAtMs = 0; // monotonic, after the look: the owner requested its last renewal before

  constructor(options: LeaseOptions, standby: StandbyOptions | null) {
    this.#options = options;
    this.#standby = standby;
  }

  get owner(): string | null {
    return this.#seen?.owner ?? null;
  }

  async look(): Promise<ShardLease | null> {
    const { url, clock, connect: open = connect } = this.#options;
    const client = (this.#client ??= await open(url, LEASE_QUERY));
    const now = await lookAtShard(client);
    if (now.commits < getNewestCommit(url)) throw behindError(url, now.commits);
    noteCommit(url, now.commits);
    if (now.epoch !== this.#seen?.epoch || now.renewals !== this.#seen.renewals) this.#note(now);
    const isOver = clock.monotonicMs() - this.#seenAtMs >= LEASE_TTL_MS;
    const isFree = now.owner === null && (this.#standby?.hasOwned !== true || this.#hasSeenOther);
    return isFree || isOver ? this.#take(client, now) : null;
  }

  close(): void {
    if (this.#client !== null) disconnect(this.#client);
    this.#client = null;
    this.#seen = null;
  }

  #note(now: SeenShard): void {
    this.changes += 1;
    if (now.owner !== null) this.#hasSeenOther = true; // this process has given the shard up before it watches
    if (this.#seen === null || this.#seen.owner !== now.owner) this.#standby?.onOwner(now.owner);
    this.#seen = now;
    this.#seenAtMs = this.#options.clock.monotonicMs();
  }

  /** Null when a renewal or another node was faster. */
  async #take(client: Client, seen: SeenShard): Promise<ShardLease | null> {
    const { node, start, clock } = this.#options;
    const owner = `${node}/${start}`;
    const requestedAtMs = clock.monotonicMs();
    const shard = await tryTakeShard(client, seen, owner, clock.now());
    return shard === null ? null : new ShardLease(this.#options, { client, owner, shard, requestedAtMs });
  }
}

const inUseError = (url: string, owner: string): StoreOpenError =>
  new StoreOpenError(
    `${describePlace(url)} is in use by node ${owner.split('/')[0]}; stop it first, or use its command line`,
  );

/** What was seen was durable on a synchronous standby, so a server without it is one that was behind. */
const behindError = (url: string, commits: number): StoreOpenError =>
  new StoreOpenError(
    `${describePlace(url)} ends at commit ${commits}, but commit ${getNewestCommit(url)} was seen: durable entries are missing. A database server that was behind was promoted; restart this node only to accept the loss`,
  );
