import assert from 'node:assert/strict';
import { until } from '../../api-assertions.ts';
import { PostgresServer, type ServerSettings } from './postgres-server.ts';
import { TcpProxy } from './tcp-proxy.ts';

const NAMES = ['a', 'b', 'c'] as const;
type Name = (typeof NAMES)[number];

/** A restart after kill -9 recovers first, and a copy replays its log, on a machine that may be busy. */
const FOLLOWS_MS_MAX = 60_000;

/**
 * A real primary with two synchronous standbys, of which one must confirm each commit (`ANY 1`). The standbys reach the
 * primary through a proxy, so that they follow another server after a promotion.
 */
export class PostgresCluster {
  readonly #replication: TcpProxy;
  readonly #servers = new Map<Name, PostgresServer>();
  #primary: Name = 'a';

  private constructor(replication: TcpProxy) {
    this.#replication = replication;
  }

  static async create(): Promise<PostgresCluster> {
    const cluster = new PostgresCluster(await TcpProxy.listen(0));
    cluster.#servers.set('a', await PostgresServer.create(cluster.#settings('a')));
    cluster.#replication.redirect(cluster.primary.port);
    for (const name of NAMES.slice(1)) await cluster.#addStandby(name);
    await cluster.untilFollowed(2);
    return cluster;
  }

  get primary(): PostgresServer {
    return this.#get(this.#primary);
  }

  get standbys(): readonly PostgresServer[] {
    return this.#standbyNames.map((name) => this.#get(name));
  }

  /** Waits until so many standbys receive the log. */
  async untilFollowed(count: number): Promise<void> {
    const sql = `SELECT application_name FROM pg_stat_replication WHERE state = 'streaming'`;
    const isFollowed = async () => ((await this.primary.run(sql)).length >= count ? true : null);
    await until(`${count} standbys follow the primary`, isFollowed, FOLLOWS_MS_MAX);
  }

  /** Makes the standby that has received most of the log the primary, as an operator does; the other one follows it. */
  async promote(): Promise<void> {
    const received = await Promise.all(
      this.#standbyNames.map(async (name) => {
        const sql = `SELECT (pg_last_wal_receive_lsn() - '0/0')::text AS bytes`;
        const [row] = (await this.#get(name).run(sql)) as readonly { readonly bytes: string | null }[];
        return { name, bytes: BigInt(row?.bytes ?? 0) };
      }),
    );
    const [newest] = received.toSorted((a, b) => (a.bytes > b.bytes ? -1 : 1));
    assert.ok(newest !== undefined);
    await this.#get(newest.name).run('SELECT pg_promote(true, 60)');
    this.#primary = newest.name;
    this.#replication.redirect(this.primary.port);
    await this.untilFollowed(1);
  }

  /** Replaces a server that is no longer part of the cluster by a copy of the primary. */
  async replace(former: PostgresServer): Promise<void> {
    const name = NAMES.find((each) => this.#servers.get(each) === former);
    assert.ok(name !== undefined && name !== this.#primary);
    await former.discard();
    await this.#addStandby(name);
    await this.untilFollowed(2);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#servers.values()].map((server) => server.discard()));
    this.#replication.close();
  }

  get #standbyNames(): readonly Name[] {
    return NAMES.filter((name) => name !== this.#primary);
  }

  #get(name: Name): PostgresServer {
    return this.#servers.get(name) ?? assert.fail(`server ${name}`);
  }

  async #addStandby(name: Name): Promise<void> {
    this.#servers.set(name, await PostgresServer.copy(this.primary, this.#settings(name)));
  }

  /** The same for each server: which one is the primary depends on its signal file. */
  #settings(name: Name): ServerSettings {
    const others = NAMES.filter((each) => each !== name).join(', ');
    return {
      synchronous_standby_names: `ANY 1 (${others})`,
      primary_conninfo: `host=127.0.0.1 port=${this.#replication.port} user=crossbook application_name=${name}`,
      wal_keep_size: '256MB',
      wal_retrieve_retry_interval: '200ms',
    };
  }
}
