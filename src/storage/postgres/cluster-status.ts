import type { Client } from 'pg';
import { connectForReading } from './postgres-connection.ts';

/** The state of a cluster as its database shows it. */
export interface ClusterStatus {
  readonly shards: readonly {
    readonly shard: number;
    readonly owner: string | null; // name of the node; null: none
    readonly epoch: number;
    readonly last_seq: number;
  }[];
  readonly nodes: readonly {
    readonly name: string;
    readonly role: string;
    readonly url: string;
    readonly pid: number;
    readonly edge_url: string | null; // where an owner takes requests of other nodes
    readonly forwards_to: string | null; // the owner that gets the requests of this node
    readonly seen_ms_ago: number; // by the clock of the database
  }[];
  readonly postgres: readonly {
    readonly role: 'primary' | 'standby';
    readonly name: string; // the application name of a standby
    readonly address: string | null;
    readonly port: number | null;
    readonly sync_state: string | null;
  }[];
}

/** Reads the status. Refuses (StoreOpenError) a server that cannot be reached, or without a ledger. */
export async function readClusterStatus(url: string): Promise<ClusterStatus> {
  const client = await connectForReading(url);
  try {
    return await readStatus(client);
  } finally {
    await client.end();
  }
}

/**
 * Asks the owner of each shard to give it up. It does so with its next renewal, after the requests in progress.
 *
 * @returns  the names of the owners
 */
export async function requestResignation(url: string): Promise<readonly string[]> {
  const client = await connectForReading(url);
  try {
    const sql = 'UPDATE shards SET resign_owner = owner WHERE owner IS NOT NULL RETURNING owner';
    return (await client.query<{ owner: string }>(sql)).rows.map(({ owner }) => toName(owner));
  } finally {
    await client.end();
  }
}

async function readStatus(client: Client): Promise<ClusterStatus> {
  const shards = await client.query<ClusterStatus['shards'][number]>(
    'SELECT shard, owner, epoch, last_seq FROM shards ORDER BY shard',
  );
  const nodes = await client.query<ClusterStatus['nodes'][number]>(
    `SELECT node AS name, role, url, pid, edge_url, forwards_to,
       (extract(epoch FROM clock_timestamp() - seen_at) * 1000)::bigint AS seen_ms_ago FROM nodes ORDER BY node`,
  );
  const own = await client.query<ClusterStatus['postgres'][number]>(
    `SELECT CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE 'primary' END AS role, '' AS name,
       host(inet_server_addr()) AS address, inet_server_port() AS port, NULL AS sync_state`,
  );
  const replicas = await client.query<ClusterStatus['postgres'][number]>(
    `SELECT 'standby' AS role, application_name AS name, host(client_addr) AS address, NULL::int AS port, sync_state
     FROM pg_stat_replication ORDER BY application_name`,
  );
  return {
    shards: shards.rows.map((row) => ({ ...row, owner: row.owner === null ? null : toName(row.owner) })),
    nodes: nodes.rows,
    postgres: [...own.rows, ...replicas.rows],
  };
}

const toName = (owner: string): string => owner.split('/')[0] ?? owner;
