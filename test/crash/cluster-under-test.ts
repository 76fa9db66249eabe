import assert from 'node:assert/strict';
import { Api, until } from '../api-assertions.ts';
import { readHealth, untilRole } from '../cluster/cluster.fixture.ts';
import { PostgresCluster } from '../support/postgres/postgres-cluster.ts';
import { TcpProxy } from '../support/postgres/tcp-proxy.ts';
import { TestService } from '../support/test-service.ts';
import { ClusterExchanges } from './cluster-exchanges.ts';

const START_MS_MAX = 90_000;
/** A request that finds no owner has an unknown outcome and is repeated later, so there should not be thousands. */
const NO_OWNER_PAUSE_MS = 200;

/** A node, with a proxy towards the database and one towards its callers. */
export interface ClusterNode {
  readonly name: string;
  readonly service: TestService;
  readonly journal: TcpProxy;
  readonly callers: TcpProxy;
}

/** Where callers reach a node: not at all while its proxy refuses them. */
const urlOf = ({ callers }: ClusterNode) => ({ url: `http://127.0.0.1:${callers.port}` });

/** An owner of the journal, from the moment at which it took it. */
interface Ownership {
  readonly node: string;
  readonly sinceMs: number;
}

/** Two nodes, three database servers and the simulators of two venues, each in separate processes of this machine. */
export class ClusterUnderTest {
  readonly database: PostgresCluster;
  readonly exchanges: ClusterExchanges;
  readonly nodes: readonly ClusterNode[];
  readonly #databaseName: string;
  readonly #close: AsyncDisposableStack;

  private constructor(
    parts: Pick<ClusterUnderTest, 'database' | 'exchanges' | 'nodes'>,
    databaseName: string,
    close: AsyncDisposableStack,
  ) {
    this.database = parts.database;
    this.exchanges = parts.exchanges;
    this.nodes = parts.nodes;
    this.#databaseName = databaseName;
    this.#close = close;
  }

  static async start(): Promise<ClusterUnderTest> {
    await using opened = new AsyncDisposableStack();
    const database = opened.adopt(await PostgresCluster.create(), (one) => one.stop());
    const exchanges = opened.adopt(await ClusterExchanges.start(), (one) => one.stop());
    const journal = new URL(await database.primary.createDatabase());
    const nodes: ClusterNode[] = [];
    for (const name of ['a', 'b']) {
      const proxy = opened.adopt(await TcpProxy.listen(database.primary.port), (one) => one.close());
      const journalUrl = Object.assign(new URL(journal), { port: String(proxy.port) }).href;
      const settings = {
        'sandbox.exchanges': true,
        'sandbox.dir': await exchanges.createFolder(name),
        'node.name': name,
      };
      const service = opened.adopt(new TestService({ journalUrl, settings }), (one) => one.dispose());
      const callers = opened.adopt(await TcpProxy.listen(0), (one) => one.close());
      nodes.push({ name, service, journal: proxy, callers });
    }
    const cluster = new ClusterUnderTest(
      { database, exchanges, nodes },
      journal.pathname.slice(1),
      opened.move(),
    );
    for (const node of nodes) await cluster.startNode(node);
    return cluster;
  }

  async startNode({ service, callers }: ClusterNode): Promise<void> {
    await service.start();
    callers.redirect(Number(new URL(service.url).port));
  }

  /** The node that owns the journal and accepts requests, once there is one. */
  async owner(): Promise<ClusterNode> {
    return until(
      'a node owns the journal',
      async () => {
        for (const node of this.nodes) {
          const health = await readHealth(urlOf(node));
          if (health?.role === 'owner' && health.status === 'ok') return node;
        }
        return null;
      },
      START_MS_MAX,
    );
  }

  async untilOwner(node: ClusterNode): Promise<void> {
    const isOwner = async () => ((await this.owner()) === node ? true : null);
    await until(`node ${node.name} owns the journal`, isOwner, START_MS_MAX);
  }

  other(node: ClusterNode): ClusterNode {
    return this.nodes.find((each) => each !== node) ?? assert.fail('there are two nodes');
  }

  /** Waits until one node owns the journal and the other one is its standby. */
  async untilWhole(): Promise<ClusterNode> {
    const owner = await this.owner();
    await untilRole(urlOf(this.other(owner)), 'standby', START_MS_MAX);
    return owner;
  }

  /** A caller that goes on at the other node when a node is not the owner. */
  createCaller(): { readonly api: Api; readonly onNoOwner: () => Promise<void> } {
    const [first] = this.nodes;
    assert.ok(first !== undefined);
    let at = first;
    const { contract, key } = first.service;
    return {
      api: new Api(contract, () => urlOf(at).url, key),
      onNoOwner: async () => {
        at = this.other(at);
        await new Promise((resolve) => setTimeout(resolve, NO_OWNER_PAUSE_MS));
      },
    };
  }

  /** Requests that a node sent to a venue while the other one certainly owned the journal. */
  async findSendsOfFormerOwners(): Promise<readonly string[]> {
    const owners = await this.#readOwners();
    return this.exchanges.sends
      .filter(({ node, afterMs, recordedAtMs }) =>
        owners.every(({ node: owner, sinceMs }, at) => {
          const untilMs = owners[at + 1]?.sinceMs ?? Number.POSITIVE_INFINITY;
          return owner !== node || recordedAtMs < sinceMs || afterMs > untilMs;
        }),
      )
      .map(({ node, line, afterMs }) => `${line} of node ${node} after ${new Date(afterMs).toISOString()}`);
  }

  /** Rows of the journal's database. */
  query(sql: string): ReturnType<PostgresCluster['primary']['run']> {
    return this.database.primary.run(sql, this.#databaseName);
  }

  async #readOwners(): Promise<readonly Ownership[]> {
    const rows = await this.query('SELECT owner, opened_at::text FROM epochs ORDER BY epoch');
    return rows.map(({ owner, opened_at }) => ({
      node: String(owner).split('/')[0] ?? '',
      sinceMs: Number(opened_at),
    }));
  }

  stop(): Promise<void> {
    return this.#close.disposeAsync();
  }
}
