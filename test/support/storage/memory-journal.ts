import type { DatabaseSync } from 'node:sqlite';
import type { DemoStore } from '../../../src/ports/demo-store.ts';
import type { Clock } from '../../../src/ports/environment.ts';
import { openSqliteDemoStore } from '../../../src/storage/sqlite/demo/sqlite-demo-store.ts';
import { readClientKeys, SqliteJournal } from '../../../src/storage/sqlite/journal/sqlite-journal.ts';
import { ledgerSpec, type Store, takeEpoch } from '../../../src/storage/sqlite/sqlite-store.ts';
import { createMemoryFile, type MemoryFile, type SimulatedDisk } from './simulated-disk.ts';

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
  const keys = await readClientKeys(reader);
  const journal = new SqliteJournal({ writer, reader, keys, clock, epoch, file: ':memory:' });
  return {
    journal,
    replay: journal,
    demo: (section) => openSqliteDemoStore(section, writer, reader),
    database: file.committer.database,
    close: () => journal.close(),
    crash: () => writer.crash(),
    restart: (next = {}) => {
      writer.crash();
      return openIn(file, clock, next);
    },
  };
}
