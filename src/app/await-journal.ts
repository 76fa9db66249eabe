import { lookup } from 'node:dns/promises';
import { usualUrl } from '../cli/access-commands.ts';
import type { Config } from '../config/config.ts';
import { createStandbyServer, type StandbyServer } from '../server/standby-server.ts';
import type { NodeRegistry } from '../storage/postgres/node-registry.ts';
import type { CommitStats } from '../storage/shared/sql-connections.ts';
import type { Store } from '../storage/sqlite/sqlite-store.ts';
import { noteJournalUrl } from './cluster-admin.ts';
import { awaitLedger, getNodeName, openLedger } from './ledger-stores.ts';
import type { AppDependencies, StandbyWait } from './types.ts';

export interface OwnedLedger {
  readonly ledger: Store;
  /** With the port that a standby was given by the system, so that callers find the owner there too. */
  readonly config: Config;
  readonly registry: NodeRegistry | null; // null: the journal is a file
}

/**
 * Opens the ledger as its owner. A journal in PostgreSQL that another node owns makes this process a standby, which
 * listens and answers 503 until it can take over. A journal in a file must be free.
 *
 * @returns  null when the signal ended the wait
 */
export async function awaitJournal(
  deps: AppDependencies,
  wait: StandbyWait,
  onCommit: (stats: CommitStats) => void,
): Promise<OwnedLedger | null> {
  const { config } = deps;
  if (config.journal.url === '')
    return { ledger: await openLedger({ ...deps, onCommit }), config, registry: null };
  noteJournalUrl(config);
  const registry = await openRegistry(deps);
  const port = new StandbyPort(deps, wait, registry);
  try {
    const ledger = await awaitLedger(
      { ...deps, onCommit },
      { ...wait, onOwner: (owner) => port.onOwner(owner) },
    );
    const used = await port.close();
    if (ledger !== null) return { ledger, config: { ...config, port: used }, registry };
    await registry.close();
    return null;
  } catch (error) {
    await port.close();
    await registry.close();
    throw error;
  }
}

/** Loaded only with a journal in PostgreSQL. */
async function openRegistry({ config, clock, random }: AppDependencies): Promise<NodeRegistry> {
  const { NodeRegistry: Registry } = await import('../storage/postgres/node-registry.ts');
  const { url } = config.journal;
  return new Registry({ url, node: getNodeName(config), start: random.hex(8), pid: process.pid, clock });
}

/** The port of a standby: opened once another node is seen as the owner, and closed for the server of the owner. */
class StandbyPort {
  readonly #deps: AppDependencies;
  readonly #wait: StandbyWait;
  readonly #registry: NodeRegistry;
  #owner: string | null = null;
  #server: StandbyServer | null = null;
  #listening: Promise<number> | null = null;

  constructor(deps: AppDependencies, wait: StandbyWait, registry: NodeRegistry) {
    this.#registry = registry;
    this.#deps = deps;
    this.#wait = wait;
  }

  onOwner(owner: string | null): void {
    this.#owner = owner?.split('/')[0] ?? null;
    if (this.#owner === null) return;
    this.#deps.log.info('standby', { owner: this.#owner });
    this.#listening ??= this.#listen();
    this.#listening.catch((error: unknown) =>
      this.#deps.log.error('the standby cannot listen', { why: String(error) }),
    );
  }

  /** Returns the port, for the server of the owner. */
  async close(): Promise<number> {
    const { port } = this.#deps.config;
    if (this.#server === null) return port;
    const used = await (this.#listening ?? port);
    await this.#server.close();
    return used;
  }

  async #listen(): Promise<number> {
    const { config } = this.#deps;
    this.#server = createStandbyServer({ ...this.#deps, owner: () => this.#owner });
    const { address: host } = await lookup(config.host);
    const port = await this.#server.listen({ host, port: config.port });
    const url = usualUrl({ host: config.host, port });
    this.#registry.announce({ role: 'standby', url });
    this.#wait.onStandby(url, this.#owner ?? '');
    return port;
  }
}
