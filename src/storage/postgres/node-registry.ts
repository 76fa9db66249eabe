import type { Client } from 'pg';
import type { Clock, Timer } from '#ports';
import { connect, disconnect, LEASE_QUERY } from './postgres-connection.ts';

const ANNOUNCE_MS = 1_000;

/** What operators see of a node. */
export interface NodeState {
  readonly role: 'owner' | 'standby' | 'edge'; // `edge`: it never takes the journal
  readonly url: string; // of its HTTP API; empty before it listens
  readonly edgeUrl?: string | null; // where an owner takes requests of other nodes; absent or null: nowhere
  readonly forwardsTo?: string | null; // the owner that gets its requests; absent or null: none
}

interface RegistryOptions {
  readonly url: string;
  readonly node: string;
  readonly start: string;
  readonly pid: number;
  readonly clock: Clock;
}

/**
 * Writes the state of this node to the table `nodes` every second, for `crossbook cluster status`. Nothing depends on it: it
 * is written without the fence, and a failure is ignored.
 */
export class NodeRegistry {
  readonly #options: RegistryOptions;
  readonly #timer: Timer;
  #client: Client | null = null;
  #state: NodeState | null = null;
  #isWriting = false;
  #written: NodeState | null = null;

  constructor(options: RegistryOptions) {
    this.#options = options;
    this.#timer = options.clock.every(ANNOUNCE_MS, () => void this.#write());
  }

  announce(state: NodeState): void {
    this.#state = state;
    void this.#write();
  }

  /** Removes the node. */
  async close(): Promise<void> {
    this.#timer.cancel();
    const client = this.#client;
    this.#client = null;
    if (client === null) return;
    const { node, start } = this.#options;
    await client
      .query('DELETE FROM nodes WHERE node = $1 AND start = $2', [node, start])
      .catch(() => undefined);
    disconnect(client);
  }

  async #write(): Promise<void> {
    if (this.#isWriting || this.#state === null) return;
    this.#isWriting = true;
    const { url, node, start, pid } = this.#options;
    try {
      if (this.#client === null) {
        this.#client = await connect(url, LEASE_QUERY);
        await this.#client.query('SET synchronous_commit = off');
      }
      const state = this.#state;
      const { role, url: api, edgeUrl = null, forwardsTo = null } = state;
      await this.#client.query(UPSERT, [node, start, role, api, pid, edgeUrl, forwardsTo]);
      this.#written = state;
    } catch {
      if (this.#client !== null) disconnect(this.#client);
      this.#client = null;
    } finally {
      this.#isWriting = false;
    }
    if (this.#written !== this.#state && this.#client !== null) void this.#write(); // announced meanwhile
  }
}

const UPSERT = `INSERT INTO nodes (node, start, role, url, pid, edge_url, forwards_to, seen_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp())
  ON CONFLICT (node) DO UPDATE SET start = excluded.start, role = excluded.role, url = excluded.url,
    pid = excluded.pid, edge_url = excluded.edge_url, forwards_to = excluded.forwards_to, seen_at = excluded.seen_at`;
