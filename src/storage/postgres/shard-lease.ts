import type { Client } from 'pg';
import { type Clock, JournalLostError, type Timer } from '#ports';
import type { JournalEnd } from './commit-statement.ts';
import { type Connect, connect, describePlace, disconnect, LEASE_QUERY } from './postgres-connection.ts';
import { giveShardUp, LEASE_TTL_MS, renewShard, type TakenShard, takeNextEpoch } from './shard-row.ts';

const RENEWAL_MS = 500;
/** The owner stops calling venues this long before another node may take the shard: a call is then at the venue. */
const MARGIN_MS = 500;

export interface LeaseOptions {
  readonly url: string;
  /** Name of this node, for operators. */
  readonly node: string;
  /** Distinguishes this start from every other one. */
  readonly start: string;
  readonly clock: Clock;
  readonly connect?: Connect; // absent: to the server of the URL
}

/** A shard that was taken, on the connection that renews it. */
export interface TakenLease {
  readonly client: Client;
  readonly owner: string;
  readonly shard: TakenShard;
  /** Monotonic time before the shard was requested. */
  readonly requestedAtMs: number;
}

/**
 * Ownership of a shard. The owner renews its row twice a second. Another node takes the shard once it has seen no renewal
 * for a whole TTL by its own monotonic clock, so no two clocks are compared: the owner counts the TTL from before it
 * requested the last renewal, and stops calling venues before the TTL is over. The fence of each commit is what keeps a
 * former owner from writing (docs/decisions/cluster-nodes.md).
 */
export class ShardLease {
  readonly owner: string;
  readonly end: JournalEnd; // of the journal when the shard was taken
  epoch: number;
  readonly #options: LeaseOptions;
  readonly #connect: Connect;
  readonly #timer: Timer;
  readonly #lostListeners: ((why: Error) => void)[] = [];
  readonly #resignListeners: (() => void)[] = [];
  #client: Client | null;
  #heldUntilMs = 0;
  #isRenewing = false;
  #isResigned = false;
  #lost: Error | null = null;

  constructor(options: LeaseOptions, { client, owner, shard, requestedAtMs }: TakenLease) {
    this.#options = options;
    this.#connect = options.connect ?? connect;
    this.#client = client;
    this.owner = owner;
    this.epoch = shard.epoch;
    this.end = shard.end;
    this.#extend(requestedAtMs);
    this.#timer = options.clock.every(RENEWAL_MS, () => void this.#renew());
  }

  /** True while no other node can have taken the shard. */
  get isHeld(): boolean {
    return this.#lost === null && this.#options.clock.monotonicMs() < this.#heldUntilMs;
  }

  /** Set once another node has taken the shard. */
  get lost(): Error | null {
    return this.#lost;
  }

  onLost(listener: (why: Error) => void): void {
    if (this.#lost === null) this.#lostListeners.push(listener);
    else listener(this.#lost);
  }

  onResignRequested(listener: () => void): void {
    this.#resignListeners.push(listener);
  }

  /**
   * Takes the next epoch on a new connection, so that nothing sent on an earlier one can commit any more. Its answer
   * also proves that everything before it is durable.
   *
   * @returns  the end of the journal; null when another node has taken the shard
   */
  async bumpEpoch(client: Client): Promise<JournalEnd | null> {
    const requestedAtMs = this.#options.clock.monotonicMs();
    const taken = await takeNextEpoch(client, this.owner);
    if (taken === null) {
      this.#lose();
      return null;
    }
    this.epoch = taken.epoch;
    this.#extend(requestedAtMs);
    return taken.end;
  }

  /** A commit in this epoch that was requested then has succeeded: it counts as a renewal. */
  noteCommitted(requestedAtMs: number): void {
    this.#extend(requestedAtMs);
  }

  /** Gives the shard up, so that the next owner takes it at once. Call it after the last commit. */
  async resign(): Promise<void> {
    this.#isResigned = true;
    this.#timer.cancel();
    this.#heldUntilMs = 0;
    const client = this.#client;
    this.#client = null;
    try {
      const usable = client ?? (await this.#connect(this.#options.url, LEASE_QUERY));
      await giveShardUp(usable, this.owner).finally(() => disconnect(usable));
    } catch {
      // Unreachable: the next owner waits for a TTL.
    }
  }

  /** A renewal that fails is tried again with the next one, on a new connection. */
  async #renew(): Promise<void> {
    if (this.#isRenewing || this.#lost !== null) return;
    this.#isRenewing = true;
    try {
      const client = this.#client ?? (await this.#connect(this.#options.url, LEASE_QUERY));
      if (this.#isResigned) {
        disconnect(client); // opened while the shard was given up: it would keep the process
        return;
      }
      this.#client = client;
      const requestedAtMs = this.#options.clock.monotonicMs();
      const renewed = await renewShard(client, this.owner);
      if (renewed === null) this.#lose();
      else this.#extend(requestedAtMs);
      if (renewed?.isResignRequested === true) for (const listener of this.#resignListeners) listener();
    } catch {
      if (this.#client !== null) disconnect(this.#client);
      this.#client = null;
    } finally {
      this.#isRenewing = false;
    }
  }

  #extend(requestedAtMs: number): void {
    this.#heldUntilMs = Math.max(this.#heldUntilMs, requestedAtMs + LEASE_TTL_MS - MARGIN_MS);
  }

  #lose(): void {
    if (this.#lost !== null) return;
    this.#timer.cancel();
    this.#lost = new JournalLostError(
      `${describePlace(this.#options.url)}: another node has taken this journal`,
    );
    for (const listener of this.#lostListeners) listener(this.#lost);
  }
}
