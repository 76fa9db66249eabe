import type { Client } from 'pg';
import { errorMessage } from '../../domain/model/result.ts';
import { type Clock, type Timer, wait } from '../../ports/environment.ts';
import { StoreOpenError } from '../shared/sql-values.ts';
import type { JournalEnd } from './commit-statement.ts';
import { connect, describePlace } from './postgres-connection.ts';

/** The only shard so far. */
export const SHARD = 1;

export const LEASE_TTL_MS = 3_000;
const RENEWAL_MS = 1_000;
const LOOK_MS = 200;

export interface LeaseOptions {
  readonly url: string;
  /** Name of this node, for operators. */
  readonly node: string;
  /** Distinguishes this start from every other one. */
  readonly start: string;
  readonly clock: Clock;
}

/** A row of `shards` as another node sees it. */
interface SeenShard {
  readonly epoch: number;
  readonly renewals: number;
  readonly owner: string | null;
}

/**
 * Ownership of a shard. The owner renews its row; another node takes the shard once it has seen no renewal for a whole
 * TTL by its own monotonic clock, so no two clocks are compared. The fence of each commit is what keeps a former owner
 * from writing (docs/decisions/0154-fenced-journal.md).
 */
export class ShardLease {
  readonly owner: string;
  readonly end: JournalEnd; // of the journal when the shard was taken
  epoch: number;
  readonly #options: LeaseOptions;
  readonly #timer: Timer;
  #client: Client | null;
  #isRenewing = false;
  #isLost = false; // another node has taken the shard

  private constructor(options: LeaseOptions, client: Client, owner: string, taken: TakenShard) {
    this.#options = options;
    this.#client = client;
    this.owner = owner;
    this.epoch = taken.epoch;
    this.end = toEnd(taken);
    this.#timer = options.clock.every(RENEWAL_MS, () => void this.#renew());
  }

  /**
   * Takes the shard: at once when it has no owner, or after a TTL without a renewal.
   *
   * Refuses  (StoreOpenError) while another node renews it, naming the node.
   */
  static async take(options: LeaseOptions): Promise<ShardLease> {
    const { url, node, start, clock } = options;
    const owner = `${node}/${start}`;
    const client = await connect(url);
    try {
      let seen = await look(client);
      let seenAtMs = clock.monotonicMs();
      for (;;) {
        if (seen.owner === null || clock.monotonicMs() - seenAtMs >= LEASE_TTL_MS) {
          const taken = await tryTake(client, seen, owner, clock.now());
          if (taken !== null) return new ShardLease(options, client, owner, taken);
        } else await wait(clock, LOOK_MS);
        const now = await look(client);
        if (now.epoch === seen.epoch && now.renewals === seen.renewals) continue;
        if (now.owner !== null) throw inUseError(url, now.owner);
        [seen, seenAtMs] = [now, clock.monotonicMs()];
      }
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  /**
   * Takes the next epoch on a new connection, so that nothing sent on an earlier one can commit any more. Its answer
   * also proves that everything before it is durable.
   *
   * @returns  the end of the journal; null when another node has taken the shard
   */
  async bumpEpoch(client: Client): Promise<JournalEnd | null> {
    const { rows } = await client.query<TakenShard>(
      `UPDATE shards SET epoch = epoch + 1, renewals = renewals + 1 WHERE shard = $1 AND owner = $2
       RETURNING epoch, last_seq, last_hash, commits`,
      [SHARD, this.owner],
    );
    const [row] = rows;
    if (row === undefined) {
      this.#isLost = true;
      return null;
    }
    this.epoch = row.epoch;
    return toEnd(row);
  }

  /** Gives the shard up, so that the next owner takes it at once. Call it after the last commit. */
  async resign(): Promise<void> {
    this.#timer.cancel();
    const client = this.#client;
    this.#client = null;
    try {
      const sql = 'UPDATE shards SET owner = NULL, renewals = renewals + 1 WHERE shard = $1 AND owner = $2';
      await (client ?? (await connect(this.#options.url))).query(sql, [SHARD, this.owner]);
    } catch {
      // Unreachable: the next owner waits for a TTL.
    } finally {
      await client?.end().catch(() => undefined);
    }
  }

  /** A renewal that fails is tried again with the next one, on a new connection. */
  async #renew(): Promise<void> {
    if (this.#isRenewing || this.#isLost) return;
    this.#isRenewing = true;
    try {
      this.#client ??= await connect(this.#options.url);
      const sql = 'UPDATE shards SET renewals = renewals + 1 WHERE shard = $1 AND owner = $2';
      const { rowCount } = await this.#client.query(sql, [SHARD, this.owner]);
      this.#isLost = rowCount === 0;
    } catch {
      const broken = this.#client;
      this.#client = null;
      await broken?.end().catch(() => undefined);
    } finally {
      this.#isRenewing = false;
    }
  }
}

interface TakenShard {
  readonly epoch: number;
  readonly last_seq: number;
  readonly last_hash: string;
  readonly commits: number;
}

const toEnd = ({ last_seq: seq, last_hash: hash, commits }: TakenShard): JournalEnd => ({
  seq,
  hash,
  commits,
});

async function look(client: Client): Promise<SeenShard> {
  const sql = 'SELECT epoch, renewals, owner FROM shards WHERE shard = $1';
  const { rows } = await client.query<SeenShard>(sql, [SHARD]);
  const [row] = rows;
  if (row === undefined) throw new StoreOpenError(`the journal has no shard ${SHARD}`);
  return row;
}

/** Null when another node was faster. */
async function tryTake(
  client: Client,
  { epoch, renewals }: SeenShard,
  owner: string,
  now: number,
): Promise<TakenShard | null> {
  const { rows } = await client.query<TakenShard>(
    `WITH taken AS (UPDATE shards SET epoch = epoch + 1, renewals = renewals + 1, owner = $4
       WHERE shard = $1 AND epoch = $2 AND renewals = $3 RETURNING epoch, last_seq, last_hash, commits),
     noted AS (INSERT INTO epochs (epoch, opened_at, owner) SELECT epoch, $5::bigint, $4 FROM taken)
     SELECT * FROM taken`,
    [SHARD, epoch, renewals, owner, now],
  );
  return rows[0] ?? null;
}

const inUseError = (url: string, owner: string): StoreOpenError =>
  new StoreOpenError(
    `${describePlace(url)} is in use by node ${owner.split('/')[0]}; stop it first, or use its command line`,
  );

/** Opens the shard's lease; a server that cannot be reached is a StoreOpenError too. */
export async function takeShard(options: LeaseOptions): Promise<ShardLease> {
  try {
    return await ShardLease.take(options);
  } catch (error) {
    if (error instanceof StoreOpenError) throw error;
    throw new StoreOpenError(`${describePlace(options.url)} cannot be opened: ${errorMessage(error)}`);
  }
}
