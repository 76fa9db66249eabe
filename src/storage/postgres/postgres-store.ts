import { randomUUID } from 'node:crypto';
import {
  type Clock,
  type DemoStore,
  type Journal,
  type JournalOwnership,
  type NotificationStore,
  type ReplayStore,
  type SharedIds,
  StoreOpenError,
  wait,
} from '#ports';
import {
  type ChainHead,
  type CommitStats,
  checkProfile,
  checkTail,
  LedgerJournal,
  LedgerNotificationStore,
  openDemoStore,
  readClientKeys,
  readHead,
  type SqlDialect,
  type SqlReader,
} from '#storage/shared';
import { OwnedReader } from './owned-reader.ts';
import { connectForReading, createReader, describePlace, migrate } from './postgres-connection.ts';
import { createSharedIds } from './postgres-shared-ids.ts';
import { openPostgresWriter, type PostgresWriter } from './postgres-writer.ts';
import type { ShardLease } from './shard-lease.ts';
import { awaitShard, type StandbyOptions, takeShard } from './shard-watch.ts';

const RETRY_MS = 500;

export interface PostgresStoreOptions {
  readonly url: string;
  readonly node: string; // name of this node, for operators
  /** The profile of this process; it must be the one that the ledger was created with. */
  readonly profile: string;
  readonly clock: Clock;
  /** Why a journal without entries must not be used; absent: it may be. */
  readonly emptyRefusal?: string;
  readonly onCommit?: (stats: CommitStats) => void;
  /** Called once this node has taken the journal, before it is opened. */
  readonly onTaken?: () => void;
}

export interface PostgresStore {
  readonly journal: Journal;
  readonly replay: ReplayStore;
  readonly notifications: NotificationStore;
  readonly ownership: JournalOwnership;
  readonly sharedIds: SharedIds;
  /** The state of the built-in exchange of one venue section, in the journal's transactions. */
  demo(section: string): Promise<DemoStore>;
  /** A durable entry with its hash, by default the newest one; null when there is no such entry. */
  head(seq?: number): Promise<ChainHead | null>;
  /** The process stops: it soon gives up waiting for a server that cannot be reached. */
  stopWaiting(): void;
  /** Commits waiting writes and gives the journal to the next owner. */
  close(): Promise<void>;
}

const postgresDialect = (url: string): SqlDialect => ({
  place: describePlace(url),
  from: (table) => table,
  entriesOfAsset: `SELECT seq, at, cause, actor, events FROM entries
    WHERE cause IN ('asset_review', 'asset_suspend') AND EXISTS (
      SELECT 1 FROM json_array_elements(events::json) AS event
      WHERE (event #>> '{review,generic_asset_id}')::bigint = ?)
    ORDER BY seq LIMIT ?`,
  ordersByNumber: 'SELECT * FROM orders WHERE number IN (SELECT json_array_elements_text(?::json)::bigint)',
  demoFillsOfOrders: `SELECT * FROM demo_fills
    WHERE section = ? AND client_id IN (SELECT json_array_elements_text(?::json)) ORDER BY number`,
});

/**
 * Opens the ledger in a PostgreSQL database (tables created if missing) as the only owner of its journal.
 *
 * Refuses  (StoreOpenError) a server that cannot be reached, a journal that another node owns, tables that are damaged
 *          or of a newer version, or a ledger of another profile.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  await migrate(options.url);
  return openOwned(options, await takeShard({ ...options, start: randomUUID() }));
}

/**
 * Like `openPostgresStore`, but waits as a standby while another node owns the journal.
 *
 * @returns  null when the signal ended the wait
 */
export async function openPostgresStandby(
  options: PostgresStoreOptions,
  standby: StandbyOptions,
): Promise<PostgresStore | null> {
  await migrateFor(options, standby);
  const lease = await awaitShard({ ...options, start: randomUUID() }, standby);
  return lease === null ? null : openOwned(options, lease);
}

/** A former owner that meets a server it cannot reach tries again: the server may be failing over. */
async function migrateFor(
  { url, clock }: PostgresStoreOptions,
  { hasOwned, signal }: StandbyOptions,
): Promise<void> {
  for (;;) {
    try {
      return await migrate(url);
    } catch (error) {
      if (!hasOwned || signal.aborted) throw error;
      await wait(clock, RETRY_MS);
    }
  }
}

async function openOwned(options: PostgresStoreOptions, lease: ShardLease): Promise<PostgresStore> {
  const { url, profile, clock, emptyRefusal, onCommit } = options;
  options.onTaken?.();
  const dialect = postgresDialect(url);
  // Closed in reverse order: the shard is given up after the last commit.
  const opened = new AsyncDisposableStack();
  try {
    opened.defer(() => lease.resign());
    const writer = opened.adopt(await openPostgresWriter({ url, lease, clock }), (one) => one.close());
    writer.onCommit = onCommit ?? null;
    const reader = opened.adopt(openReader(options, lease), (one) => one.close());
    await checkEnd(reader, lease, dialect.place);
    if (emptyRefusal !== undefined && lease.end.seq === 0) throw new StoreOpenError(emptyRefusal);
    const remedy = 'database with journal.url';
    await checkProfile({ profile, place: dialect.place, remedy, writer, reader });
    const keys = await readClientKeys(reader, dialect);
    const { epoch } = lease;
    const journal = new LedgerJournal({ writer, reader, keys, clock, epoch, dialect });
    return {
      journal,
      replay: journal,
      notifications: new LedgerNotificationStore(writer, reader),
      ownership: toOwnership(lease, writer),
      sharedIds: createSharedIds(writer, reader),
      demo: (section) => openDemoStore(section, writer, reader, dialect),
      head: (seq) => readHead(reader, seq),
      stopWaiting: () => writer.stopWaiting(),
      close: () => opened.disposeAsync(),
    };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

const openReader = ({ url, clock }: PostgresStoreOptions, lease: ShardLease): OwnedReader =>
  new OwnedReader({ reader: createReader(url), clock, lease, place: describePlace(url) });

const toOwnership = (lease: ShardLease, writer: PostgresWriter): JournalOwnership => ({
  mayCallVenues: () => lease.isHeld,
  isSuspended: () => lease.lost === null && (!lease.isHeld || writer.isOutcomeUnknown),
  onLost: (listener) => lease.onLost(listener),
  onResignRequested: (listener) => lease.onResignRequested(listener),
});

/** Checks the newest entries, also while a service uses them. Refuses (StoreOpenError) what cannot be read. */
export async function checkPostgresStore(url: string): Promise<void> {
  await (await connectForReading(url)).end();
  const reader = createReader(url);
  try {
    await checkTail(describePlace(url), reader);
  } finally {
    await reader.close();
  }
}

/** The row of the shard and the newest entries must agree: a restored or edited database may differ. */
async function checkEnd(reader: SqlReader, { end }: ShardLease, place: string): Promise<void> {
  await checkTail(place, reader);
  const head = await readHead(reader);
  if ((head?.seq ?? 0) === end.seq && (head?.hash ?? '') === end.hash) return;
  throw new StoreOpenError(
    `${place} is damaged: the journal does not end at entry ${end.seq}, as its shard says`,
  );
}
