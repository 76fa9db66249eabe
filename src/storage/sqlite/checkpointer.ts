import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CheckpointThreadMethods } from './checkpoint.worker.ts';
import { WorkerClient } from './worker-calls.ts';

const PAGES_BEFORE_CHECKPOINT = 500; // in the log and not yet in the data file
const PAGES_BEFORE_REUSE = 2_000; // the log has become this long without being written from its start again
const PAGES_AT_ONCE_MAX = 64; // that the writing connection copies itself
const PAGES_MAX = 16_000; // then a commit waits for a whole checkpoint

/** Pages of the write-ahead log since it was last written from its start, and how many are in the data file. */
interface LogPages {
  readonly log: number;
  readonly checkpointed: number;
}

/**
 * Copies the pages of the write-ahead log into the data file in a separate thread, so that commits do not wait for
 * it: 1,000 pages take about 10 ms. Used by the thread that writes.
 *
 * SQLite writes the log from its start again once all of it is in the data file. Under load the last pages are always
 * newer than the checkpoint, so the writing connection copies these few itself, between two commits. If even that
 * does not happen, the automatic checkpoint of the writing connection bounds the log.
 *
 * Source: docs/decisions/processor-time.md
 */
export class Checkpointer {
  readonly #thread: WorkerClient<CheckpointThreadMethods>;
  readonly #fail: (error: unknown) => void;
  readonly #count: StatementSync;
  readonly #checkpoint: StatementSync;
  #reusableTo = 0; // length of the log at the writing connection's last own checkpoint
  #isRunning = false;
  #isClosed = false;

  /** @param fail  is called when pages could not be copied: the file must not be written any more */
  constructor(file: string, database: DatabaseSync, fail: (error: unknown) => void) {
    this.#thread = new WorkerClient(file, new URL('./checkpoint.worker.ts', import.meta.url), file);
    this.#fail = fail;
    database.exec(`PRAGMA wal_autocheckpoint = ${PAGES_MAX}`);
    this.#count = database.prepare('PRAGMA wal_checkpoint(NOOP)');
    this.#checkpoint = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');
  }

  /** Is called after each commit. */
  afterCommit(): void {
    if (this.#isRunning) return;
    const { log, checkpointed } = this.#count.get() as unknown as LogPages;
    const waiting = log - checkpointed;
    if (log < this.#reusableTo) this.#reusableTo = 0; // it was written from its start again
    const isLong = log - this.#reusableTo >= PAGES_BEFORE_REUSE && waiting > 0;
    if (isLong && waiting <= PAGES_AT_ONCE_MAX) {
      this.#checkpoint.get();
      this.#reusableTo = log; // a reader of older pages can prevent the reuse: not again at each commit
    } else if (isLong || waiting >= PAGES_BEFORE_CHECKPOINT) void this.#run();
  }

  /** Waits for a running checkpoint, then closes its connection. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread.close();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      await this.#thread.call('checkpoint');
      this.#isRunning = false;
      if (!this.#isClosed) this.afterCommit();
    } catch (error) {
      if (!this.#isClosed) this.#fail(error);
    }
  }
}
