import type { DatabaseSync } from 'node:sqlite';
import { errorMessage } from '../../../src/contract/model/result.ts';
import { JournalFailedError } from '../../../src/ports/journal.ts';
import type {
  CommitStats,
  SqlReader,
  SqlWriter,
  WriteOp,
} from '../../../src/storage/shared/sql-connections.ts';
import type { Row, SqlValue } from '../../../src/storage/shared/sql-values.ts';
import { Committer, loadSqlFunctions } from '../../../src/storage/sqlite/committer.ts';
import { openForWriting, StatementCache } from '../../../src/storage/sqlite/database.ts';
import { type PackedOps, pack, type WriterSpec } from '../../../src/storage/sqlite/writer-thread.ts';

/** Injected disk behaviour. Both functions are awaited once per transaction. */
export interface SimulatedDisk {
  /** Delays the transaction before it is durable. A rejection simulates a disk failure. */
  beforeSync?(): Promise<void>;
  /** Delays the acknowledgement after the transaction is durable. */
  afterSync?(): Promise<void>;
}

/**
 * A data file in memory with the schema, statements and look-ups of the real one, so that tests and the simulation
 * run the production SQL. It survives its writers: after a crash the next writer finds the durable state.
 */
export class MemoryFile {
  readonly committer: Committer;

  constructor(committer: Committer) {
    this.committer = committer;
  }

  openWriter(disk: SimulatedDisk): MemoryWriter {
    return new MemoryWriter(this.committer, disk);
  }

  openReader(): SqlReader {
    const statements = new StatementCache(this.committer.database);
    const all = (sql: string, params: readonly SqlValue[]): readonly Row[] =>
      statements.prepare(sql).all(...params);
    return {
      get: async (sql, ...params) => statements.prepare(sql).get(...params) ?? null,
      all: async (sql, params) => all(sql, params),
      close: async () => {},
    };
  }
}

export async function createMemoryFile(spec: Omit<WriterSpec, 'file'>): Promise<MemoryFile> {
  const functions = await loadSqlFunctions(spec);
  return new MemoryFile(new Committer(openInMemory(spec.schema), spec.statements, functions));
}

/** Empty databases by their schema: their migrations take far longer than most tests. */
const empty = new Map<readonly string[], Uint8Array>();

function openInMemory(schema: readonly string[]): DatabaseSync {
  const image = empty.get(schema);
  const database = openForWriting(':memory:', image === undefined ? schema : []);
  if (image === undefined) empty.set(schema, database.serialize());
  else database.deserialize(image);
  return database;
}

interface Batch {
  readonly ops: PackedOps;
  readonly done: PromiseWithResolvers<void>;
}

/** More promise callbacks than a request runs from its intent, through a local venue, to the report. */
const CALLBACKS = 50;

/** Collects the writes of one event loop iteration, without another iteration: simulated time must not pass. */
async function collect(): Promise<void> {
  for (let callback = 0; callback < CALLBACKS; callback += 1) await Promise.resolve();
}

/** Commits one batch at a time, as the threaded writer does, on the calling thread. */
export class MemoryWriter implements SqlWriter {
  onCommit: ((stats: CommitStats) => void) | null = null;
  readonly #additions: (() => readonly WriteOp[])[] = [];
  readonly #committer: Committer;
  readonly #disk: SimulatedDisk;
  #waiting: Batch | null = null;
  #running: Promise<void> | null = null;
  #failed: Error | null = null;
  #crashed = false;
  #closed = false;

  constructor(committer: Committer, disk: SimulatedDisk) {
    this.#committer = committer;
    this.#disk = disk;
  }

  get failed(): Error | null {
    return this.#failed;
  }

  beforeCommit(add: () => readonly WriteOp[]): void {
    this.#additions.push(add);
  }

  write(ops: readonly WriteOp[]): Promise<void> {
    if (this.#failed !== null) return Promise.reject(this.#failed);
    if (this.#closed) return Promise.reject(new JournalFailedError('the file is closed'));
    this.#waiting ??= { ops: [], done: Promise.withResolvers<void>() };
    const { promise } = this.#waiting.done;
    pack(this.#waiting.ops, ops);
    this.#running ??= this.#run();
    return promise;
  }

  /** Simulates the end of the process: pending writes are lost and their promises never settle. */
  crash(): void {
    this.#crashed = true;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    await collect();
    while (this.#waiting !== null && !this.#crashed) {
      const batch = this.#waiting;
      for (const add of this.#additions) pack(batch.ops, add());
      this.#waiting = null;
      await this.#commit(batch);
    }
    this.#running = null;
  }

  async #commit(batch: Batch): Promise<void> {
    let ops: number;
    try {
      await this.#disk.beforeSync?.();
      if (this.#crashed) return;
      ops = this.#committer.commit(batch.ops);
      await this.#disk.afterSync?.();
    } catch (error) {
      return this.#fail(batch, errorMessage(error));
    }
    if (this.#crashed) return;
    batch.done.resolve();
    this.onCommit?.({ ops, ms: 0 });
  }

  #fail(batch: Batch, message: string): void {
    if (this.#committer.database.isTransaction) this.#committer.database.exec('ROLLBACK');
    this.#failed = new JournalFailedError(`the file can no longer be written: ${message}`);
    batch.done.reject(this.#failed);
    this.#waiting?.done.reject(this.#failed);
    this.#waiting = null;
  }
}
