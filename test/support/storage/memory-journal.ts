import type { DatabaseSync } from 'node:sqlite';
import type { DemoStore } from '../../../src/ports/demo-store.ts';
import type { Clock } from '../../../src/ports/environment.ts';
import { SOLE_OWNER } from '../../../src/ports/journal-ownership.ts';
import { openDemoStore } from '../../../src/storage/shared/ledger-demo-store.ts';
import { LedgerJournal, readClientKeys } from '../../../src/storage/shared/ledger-journal.ts';
import { LedgerNotificationStore } from '../../../src/storage/shared/notification-tables.ts';
import { sqliteDialect } from '../../../src/storage/sqlite/journal/sqlite-dialect.ts';
import { ledgerSpec, type Store, takeEpoch } from '../../../src/storage/sqlite/sqlite-store.ts';
import { createMemoryFile, type MemoryFile, type SimulatedDisk } from './simulated-disk.ts';

const DIALECT = sqliteDialect(':memory:');

/** A ledger without a disk, with injectable crashes and disk failures. */
export interface MemoryStore extends Omit<Store, 'head' | 'demo'> {
  /** The durable state; `verifyLedger` reads it. */
  readonly database: DatabaseSync;
  /** The state of a built-in exchange, in the same transactions. */
  demo(section: string): Promise<DemoStore>;
  /** Simulates the end of the process: pending appends never settle, and only durable state remains. */
  crash(): void;
  /** The next process: a store over the durable state, with a new epoch. */
  restart(disk?: SimulatedDisk): Promise<MemoryStore>;
}

export async function createMemoryStore(clock: Clock, disk: SimulatedDisk = {}): Promise<MemoryStore> {
  const { file: _, ...spec } = ledgerSpec('');
  return openIn(await createMemoryFile(spec), clock, disk);
}

async function openIn(file: MemoryFile, clock: Clock, disk: SimulatedDisk): Promise<MemoryStore> {
  const reader = file.openReader();
  // The epoch is written without disk faults, because a process that cannot start is not simulated.
  const epoch = await takeEpoch(file.openWriter({}), reader, clock, 0);
  const writer = file.openWriter(disk);
  const keys = await readClientKeys(reader, DIALECT);
  const journal = new LedgerJournal({ writer, reader, keys, clock, epoch, dialect: DIALECT });
  return {
    journal,
    replay: journal,
    notifications: new LedgerNotificationStore(writer, reader),
    ownership: SOLE_OWNER,
    sharedIds: null,
    demo: (section) => openDemoStore(section, writer, reader, DIALECT),
    database: file.committer.database,
    close: () => journal.close(),
    crash: () => writer.crash(),
    restart: (next = {}) => {
      writer.crash();
      return openIn(file, clock, next);
    },
  };
}
