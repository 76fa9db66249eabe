import type { Client } from 'pg';
import { StoreOpenError } from '#ports';
import type { JournalEnd } from './commit-statement.ts';

/** The only shard so far. */
export const SHARD = 1;

/** A shard without a renewal for this long, by the clock of a node that watches it, may be taken. */
export const LEASE_TTL_MS = 2_000;

/** A row of `shards` as another node sees it. */
export interface SeenShard {
  readonly epoch: number;
  readonly renewals: number;
  readonly owner: string | null; // `node/start`
  readonly commits: number;
}

/** The row of a shard that this node has just taken. */
export interface TakenShard {
  readonly epoch: number;
  readonly end: JournalEnd;
}

interface EndRow {
  readonly epoch: number;
  readonly last_seq: number;
  readonly last_hash: string;
  readonly commits: number;
}

/** Number of the newest commit of each journal that this process knows to be durable, as owner or as standby. */
const newestCommits = new Map<string, number>(); // by URL

export const noteCommit = (url: string, commits: number): void =>
  void newestCommits.set(url, Math.max(commits, getNewestCommit(url)));

export const getNewestCommit = (url: string): number => newestCommits.get(url) ?? 0;

export async function lookAtShard(client: Client): Promise<SeenShard> {
  const sql = 'SELECT epoch, renewals, owner, commits FROM shards WHERE shard = $1';
  const { rows } = await client.query<SeenShard>(sql, [SHARD]);
  const [row] = rows;
  if (row === undefined) throw new StoreOpenError(`the journal has no shard ${SHARD}`);
  return row;
}

/** Takes the shard if it is still as seen; null when another node or a renewal was faster. */
export async function tryTakeShard(
  client: Client,
  { epoch, renewals }: SeenShard,
  owner: string,
  now: number,
): Promise<TakenShard | null> {
  const { rows } = await client.query<EndRow>(
    `WITH taken AS (UPDATE shards SET epoch = epoch + 1, renewals = renewals + 1, owner = $4, resign_owner = NULL
       WHERE shard = $1 AND epoch = $2 AND renewals = $3 RETURNING epoch, last_seq, last_hash, commits),
     noted AS (INSERT INTO epochs (epoch, opened_at, owner) SELECT epoch, $5::bigint, $4 FROM taken)
     SELECT * FROM taken`,
    [SHARD, epoch, renewals, owner, now],
  );
  return rows[0] === undefined ? null : toTaken(rows[0]);
}

/** Takes the owner's next epoch; null when another node has taken the shard. */
export async function takeNextEpoch(client: Client, owner: string): Promise<TakenShard | null> {
  const { rows } = await client.query<EndRow>(
    `UPDATE shards SET epoch = epoch + 1, renewals = renewals + 1 WHERE shard = $1 AND owner = $2
     RETURNING epoch, last_seq, last_hash, commits`,
    [SHARD, owner],
  );
  return rows[0] === undefined ? null : toTaken(rows[0]);
}

/** Renews the lease of the owner; null when another node has taken the shard. */
export async function renewShard(
  client: Client,
  owner: string,
): Promise<{ readonly isResignRequested: boolean } | null> {
  const { rows } = await client.query<{ resign: boolean | null }>(
    `UPDATE shards SET renewals = renewals + 1 WHERE shard = $1 AND owner = $2
     RETURNING resign_owner = owner AS resign`,
    [SHARD, owner],
  );
  return rows[0] === undefined ? null : { isResignRequested: rows[0].resign === true };
}

/** Gives the shard up, so that another node takes it at once. */
export async function giveShardUp(client: Client, owner: string): Promise<void> {
  const sql = `UPDATE shards SET owner = NULL, resign_owner = NULL, renewals = renewals + 1
    WHERE shard = $1 AND owner = $2`;
  await client.query(sql, [SHARD, owner]);
}

const toTaken = ({ epoch, last_seq: seq, last_hash: hash, commits }: EndRow): TakenShard => ({
  epoch,
  end: { seq, hash, commits },
});
