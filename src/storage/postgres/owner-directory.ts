import type { Client } from 'pg';
import type { Clock, Timer } from '#ports';
import { connect, disconnect, LEASE_QUERY } from './postgres-connection.ts';
import { SHARD } from './shard-row.ts';

/** The owner of the journal as the database shows it. */
export interface OwnerEntry {
  readonly name: string;
  /** Where it takes requests of other nodes, and the key of the cluster; null: it does not. */
  readonly link: { readonly url: string; readonly key: string } | null;
}

interface DirectoryOptions {
  readonly url: string;
  readonly clock: Clock;
  /** Called after each look that the database answers; null: the journal has no owner. */
  readonly onOwner: (owner: OwnerEntry | null) => void;
}

const LOOK_MS = 200;

/** The shared value that nodes prove to each other; the first owner creates it (`create-app.ts`). */
const CLUSTER_KEY = 'cluster_key';

/** Looks for the owner of the journal five times a second. While the database does not answer, the last owner stays known. */
export class OwnerDirectory {
  readonly #options: DirectoryOptions;
  readonly #timer: Timer;
  #client: Client | null = null;
  #isLooking = false;
  #isClosed = false;

  constructor(options: DirectoryOptions) {
    this.#options = options;
    this.#timer = options.clock.every(LOOK_MS, () => void this.#look());
    void this.#look();
  }

  close(): void {
    this.#isClosed = true;
    this.#timer.cancel();
    if (this.#client !== null) disconnect(this.#client);
    this.#client = null;
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      this.#client ??= await connect(this.#options.url, LEASE_QUERY);
      const { rows } = await this.#client.query<OwnerRow>(OWNER, [SHARD, CLUSTER_KEY]);
      if (!this.#isClosed) this.#options.onOwner(toEntry(rows[0]));
    } catch {
      if (this.#client !== null) disconnect(this.#client);
      this.#client = null;
    } finally {
      this.#isLooking = false;
      if (this.#isClosed) this.close();
    }
  }
}

interface OwnerRow {
  readonly owner: string | null;
  readonly edge_url: string | null;
  readonly key: string | null;
}

const OWNER = `SELECT split_part(shards.owner, '/', 1) AS owner, nodes.edge_url, shared_values.value AS key FROM shards
  LEFT JOIN nodes ON nodes.node = split_part(shards.owner, '/', 1) AND nodes.role = 'owner'
  LEFT JOIN shared_values ON shared_values.name = $2 WHERE shard = $1`;

function toEntry(row: OwnerRow | undefined): OwnerEntry | null {
  if (row?.owner === undefined || row.owner === null) return null;
  const { owner: name, edge_url: url, key } = row;
  return { name, link: url === null || key === null ? null : { url, key } };
}
