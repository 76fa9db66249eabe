import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../../src/ports/environment.ts';
import { readClientKeys, SqliteJournal } from '../../../src/storage/sqlite/journal/sqlite-journal.ts';
import { ledgerSpec, type Store, takeEpoch } from '../../../src/storage/sqlite/sqlite-store.ts';
import { createMemoryFile, type MemoryFile, type SimulatedDisk } from './simulated-disk.ts';

/** A ledger without a disk, which can crash and fail on command. */
export interface MemoryStore extends Store {
  /** Holds all that is durable; `verifyLedger` reads it. */
  readonly database: DatabaseSync;
  /** The process is gone: pending appends never settle, and only what is durable remains. */
  crash(): void;
  /** The next process: a store over what is durable, with an epoch of its own. */
  restart(disk?: SimulatedDisk): Promise<MemoryStore>;
}

export async function createMemoryStore(clock: Clock, disk: SimulatedDisk = {}): Promise<MemoryStore> {
  const { file: _, ...spec } = ledgerSpec('');
  return openIn(await createMemoryFile(spec), clock, disk);
}

async function openIn(file: MemoryFile, clock: Clock, disk: SimulatedDisk): Promise<MemoryStore> {
  const reader = file.openReader();
  // The epoch is taken on a disk that works, as a process that cannot start is no process at all.
  const epoch = await takeEpoch(file.openWriter({}), reader, clock, 0);
  const writer = file.openWriter(disk);
  const keys = await readClientKeys(reader);
  const journal = new SqliteJournal({ writer, reader, keys, clock, epoch, file: ':memory:' });
  return {
    journal,
    replay: journal,
    database: file.committer.database,
    close: () => journal.close(),
    crash: () => writer.crash(),
    restart: (next = {}) => {
      writer.crash();
      return openIn(file, clock, next);
    },
  };
}
