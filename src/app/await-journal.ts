import { lookup } from 'node:dns/promises';
import { type Config, usualUrl } from '#config';
import type { KnownOwner } from '#edge';
import type { NodeRegistry, OwnerDirectory, OwnerEntry } from '#storage/postgres';
import type { CommitStats } from '#storage/shared';
import type { Store } from '#storage/sqlite';
import { noteJournalUrl } from './cluster-admin.ts';
import { awaitLedger, getNodeName, openLedger } from './ledger-stores.ts';
import { createStandbyServer, type StandbyServer } from './standby-server.ts';
import type { AppDependencies, StandbyWait } from './types.ts';

export interface OwnedLedger {
  readonly ledger: Store;
  /** With the port that a standby was given by the system, so that callers find the owner there too. */
  readonly config: Config;
  readonly registry: NodeRegistry | null; // null: the journal is a file
  readonly standby: StandbyHandover;
}

/** How the server of a standby ends once this node serves as the owner. */
export interface StandbyHandover {
  /** Closes the port for the server of the owner. Requests go on to wait. */
  freePort(): Promise<void>;
  /** Sends what waits to the owner, which is this node, and closes the connections as they become idle. */
  finish(link: KnownOwner['link']): void;
  /** Refuses what waits, and closes everything. */
  close(): Promise<void>;
}

const NO_STANDBY: StandbyHandover = {
  freePort: async () => undefined,
  finish: () => undefined,
  close: async () => undefined,
};

interface JournalObserver {
  readonly onCommit: (stats: CommitStats) => void;
  /** The data folder belongs to this process: what does not need the journal can be opened during the wait. */
  readonly onFolderLocked: () => void;
  /** This node has taken a journal in PostgreSQL. */
  readonly onTaken: () => void;
}

/**
 * Opens the ledger as its owner. A journal in PostgreSQL that another node owns makes this process a standby, which
 * listens and answers 503, or forwards, until it can take over. A journal in a file must be free.
 *
 * @returns  null when the signal ended the wait
 */
export async function awaitJournal(
  deps: AppDependencies,
  wait: StandbyWait,
  observer: JournalObserver,
): Promise<OwnedLedger | null> {
  const { config } = deps;
  if (config.journal.url === '')
    return {
      ledger: await openLedger({ ...deps, ...observer }),
      config,
      registry: null,
      standby: NO_STANDBY,
    };
  noteJournalUrl(config);
  const registry = await openRegistry(deps);
  const port = new StandbyPort(deps, wait, registry);
  try {
    await port.startForwarding();
    const ledger = config.node.mayOwn
      ? await awaitLedger({ ...deps, ...observer }, { ...wait, onOwner: (owner) => port.onOwner(owner) })
      : await port.untilStopped();
    if (ledger !== null) {
      const used = await port.stopForwarding();
      return { ledger, config: { ...config, port: used }, registry, standby: port };
    }
    await port.close();
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
  const { NodeRegistry: Registry } = await import('#storage/postgres');
  const { url } = config.journal;
  return new Registry({ url, node: getNodeName(config), start: random.hex(8), pid: process.pid, clock });
}

/** The port of a standby: opened once another node is seen as the owner, and closed for the server of the owner. */
class StandbyPort implements StandbyHandover {
  readonly #deps: AppDependencies;
  readonly #wait: StandbyWait;
  readonly #registry: NodeRegistry;
  #directory: OwnerDirectory | null = null;
  #owner: string | null = null;
  #forwardsTo: string | null = null;
  #url: string | null = null; // once it listens
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
    this.#open();
  }

  /** As an edge: looks for the owner, and sends it the requests. */
  async startForwarding(): Promise<void> {
    const { config, clock } = this.#deps;
    if (!config.edge.enabled) return;
    const { OwnerDirectory: Directory } = await import('#storage/postgres');
    const onOwner = (owner: OwnerEntry | null): void => this.#forwardTo(owner);
    this.#directory = new Directory({ url: config.journal.url, clock, onOwner });
  }

  /** From now on this node is the owner: it forwards nothing. Returns the port, for the server of the owner. */
  async stopForwarding(): Promise<number> {
    this.#directory?.close();
    this.#owner = null;
    this.#server?.setOwner(null);
    return (await this.#listening) ?? this.#deps.config.port;
  }

  /** Serves as an edge until the signal. */
  async untilStopped(): Promise<null> {
    const { signal } = this.#wait;
    this.#open();
    if (!signal.aborted)
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    return null;
  }

  async freePort(): Promise<void> {
    await this.#server?.freePort();
  }

  finish(link: KnownOwner['link']): void {
    const server = this.#server;
    server?.setOwner({ name: getNodeName(this.#deps.config), link });
    server
      ?.finish()
      .catch((error: unknown) =>
        this.#deps.log.error('the server of the standby cannot be closed', { why: String(error) }),
      );
  }

  async close(): Promise<void> {
    const server = this.#server;
    await this.stopForwarding().catch(() => undefined);
    this.#server = null;
    await server?.close();
  }

  #forwardTo(owner: OwnerEntry | null): void {
    this.#owner = owner?.name ?? null;
    const link = owner?.link ?? null;
    const forwardsTo = link === null ? null : this.#owner;
    this.#server?.setOwner(owner);
    if (forwardsTo === this.#forwardsTo) return;
    this.#forwardsTo = forwardsTo;
    this.#announce();
  }

  #open(): void {
    this.#listening ??= this.#listen();
    this.#listening.catch((error: unknown) =>
      this.#deps.log.error('the standby cannot listen', { why: String(error) }),
    );
  }

  #announce(): void {
    const { mayOwn } = this.#deps.config.node;
    if (this.#url === null) return;
    const role = mayOwn ? 'standby' : 'edge';
    this.#registry.announce({ role, url: this.#url, forwardsTo: this.#forwardsTo });
  }

  async #listen(): Promise<number> {
    const { config } = this.#deps;
    this.#server = createStandbyServer({ ...this.#deps, owner: () => this.#owner });
    const { address: host } = await lookup(config.host);
    const port = await this.#server.listen({ host, port: config.port });
    this.#url = usualUrl({ host: config.host, port });
    this.#announce();
    this.#wait.onStandby(this.#url, this.#owner ?? '');
    return port;
  }
}
