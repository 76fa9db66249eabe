import { type Client, DatabaseError } from 'pg';
import { errorMessage, requirePresent } from '#contract';
import { type Clock, JournalFailedError, JournalLostError, wait } from '#ports';
import { type CommitStats, chainHash, type SqlWriter, toChainedEntry, type WriteOp } from '#storage/shared';
import { CommitBatch, type CommitStatement, type JournalEnd } from './commit-statement.ts';
import { type Connect, connect, describePlace, disconnect } from './postgres-connection.ts';
import type { ShardLease } from './shard-lease.ts';
import { noteCommit, SHARD } from './shard-row.ts';

const OPS_MAX = 2_000; // of one commit: a longer batch would only delay its first callers
const RETRY_MS = 200;
/** A commit without an answer for this long: its connection is given up, and its outcome is learnt on another one. */
const COMMIT_MS_MAX = 5_000;
/** More time for each row: a cancel of 30,000 orders is one commit, and giving it up would only repeat it. */
const COMMIT_MS_MAX_PER_OP = 0.2;
/** A process that stops waits this long for a server that cannot be reached. */
const STOP_MS_MAX = 5_000;

interface WriterParts {
  readonly url: string;
  readonly lease: ShardLease;
  readonly clock: Clock;
  readonly connect?: Connect; // absent: to the server of the URL
}

interface Batch {
  readonly ops: WriteOp[];
  readonly done: PromiseWithResolvers<void>;
  isFull: boolean;
}

/** A commit that was sent, and where the journal is before and after it. */
interface SentCommit {
  readonly statement: CommitStatement;
  readonly msMax: number; // for its answer
  readonly from: JournalEnd;
  readonly to: JournalEnd;
}

/** Opens the connection of the shard's only writer. */
export async function openPostgresWriter(parts: WriterParts): Promise<PostgresWriter> {
  const { url, connect: open = connect } = parts;
  return new PostgresWriter(parts, await open(url, COMMIT_QUERY));
}

const COMMIT_QUERY = { query_timeout: COMMIT_MS_MAX };

/**
 * Commits to PostgreSQL, one batch at a time: while one is being synced, the next one collects. A batch is one prepared
 * statement, whose fence requires that this node owns the shard and that the journal ends where this writer knows.
 *
 * When the connection breaks, the outcome of the batch is learnt before anything else is written
 * (docs/decisions/cluster-nodes.md); callers wait. A refused statement, a lost shard and an unexpected end of the
 * journal are final: every waiting and every later write rejects with JournalFailedError.
 */
export class PostgresWriter implements SqlWriter {
  onCommit: ((stats: CommitStats) => void) | null = null;
  readonly #url: string;
  readonly #lease: ShardLease;
  readonly #clock: Clock;
  readonly #connect: Connect;
  readonly #additions: (() => readonly WriteOp[])[] = [];
  readonly #queue: Batch[] = [];
  #client: Client;
  #end: JournalEnd;
  #running: Promise<void> | null = null;
  #failed: Error | null = null;
  #isOutcomeUnknown = false;
  #isClosed = false;
  #stopAtMs = Number.POSITIVE_INFINITY; // monotonic

  constructor({ url, lease, clock, connect: open = connect }: WriterParts, client: Client) {
    this.#url = url;
    this.#lease = lease;
    this.#clock = clock;
    this.#connect = open;
    this.#client = client;
    this.#end = lease.end;
    lease.onLost((why) => this.#fail(why));
  }

  /** True from the failure of a connection until the outcome of its commit is known. */
  get isOutcomeUnknown(): boolean {
    return this.#isOutcomeUnknown;
  }

  get failed(): Error | null {
    return this.#failed;
  }

  beforeCommit(add: () => readonly WriteOp[]): void {
    this.#additions.push(add);
  }

  write(ops: readonly WriteOp[]): Promise<void> {
    if (this.#failed !== null) return Promise.reject(this.#failed);
    if (this.#isClosed) return Promise.reject(new JournalFailedError(`${this.#place} is closed`));
    let batch = this.#queue.at(-1);
    if (batch === undefined || batch.isFull) {
      batch = { ops: [], done: Promise.withResolvers<void>(), isFull: false };
      this.#queue.push(batch);
    }
    batch.ops.push(...ops);
    if (batch.ops.length > OPS_MAX) this.#endWithThisStep(batch);
    this.#running ??= this.#run();
    return batch.done.promise;
  }

  /** What one step writes is one commit (`DemoStore.commitsWithJournal`), so its later writes still belong to a full batch. */
  #endWithThisStep(batch: Batch): void {
    queueMicrotask(() => {
      batch.isFull = true;
    });
  }

  /**
   * The process stops: a commit whose outcome cannot be learnt soon is left to the next start, as after a kill. Its callers
   * have no confirmation of it.
   */
  stopWaiting(): void {
    this.#stopAtMs = Math.min(this.#stopAtMs, this.#clock.monotonicMs() + STOP_MS_MAX);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.stopWaiting();
    await this.#running;
    disconnect(this.#client);
  }

  get #place(): string {
    return describePlace(this.#url);
  }

  async #run(): Promise<void> {
    // The writes of one event loop iteration go together.
    await new Promise((resolve) => void setImmediate(resolve));
    for (let batch = this.#queue.shift(); batch !== undefined; batch = this.#queue.shift()) {
      for (const add of this.#additions) batch.ops.push(...add());
      try {
        const startedMs = this.#clock.monotonicMs();
        await this.#commit(this.#prepare(batch.ops));
        noteCommit(this.#url, this.#end.commits);
        if (this.#failed !== null) throw this.#failed; // the shard was lost after the commit: nothing may be sent
        batch.done.resolve();
        this.onCommit?.({ ops: batch.ops.length, ms: this.#clock.monotonicMs() - startedMs });
      } catch (error) {
        this.#fail(error);
        batch.done.reject(this.#failed);
      }
    }
    this.#running = null;
  }

  #prepare(ops: readonly WriteOp[]): SentCommit {
    const batch = new CommitBatch();
    let to: JournalEnd = { ...this.#end, commits: this.#end.commits + 1 };
    for (const op of ops) {
      if (op[0] !== 'entry') {
        batch.add(op);
        continue;
      }
      const entry = toChainedEntry(op.slice(1));
      if (entry.seq <= to.seq) throw new Error(`entry ${entry.seq} repeats a number of the journal`);
      if (entry.seq !== to.seq + 1) throw new Error(`entry ${entry.seq} has no previous entry`);
      to = { ...to, seq: entry.seq, hash: chainHash(to.hash, entry) };
      batch.add(['entry', ...Object.values(entry), to.hash]);
    }
    const msMax = COMMIT_MS_MAX + COMMIT_MS_MAX_PER_OP * ops.length;
    return { statement: batch.toStatement(), msMax, from: this.#end, to };
  }

  /** Resolves once the commit is durable, however often the connection breaks. */
  async #commit(commit: SentCommit): Promise<void> {
    for (;;) {
      try {
        if (await this.#send(commit)) {
          this.#end = commit.to;
          return;
        }
        // The fence refused it: another owner, or an epoch that this writer requested and whose answer was lost.
      } catch (error) {
        if (isFinal(error)) throw error;
      }
      const end = await this.#learnEnd();
      if (isSame(end, commit.to)) {
        this.#end = commit.to;
        return;
      }
      if (!isSame(end, commit.from))
        throw new JournalFailedError(
          `${this.#place} ends at entry ${end.seq} (commit ${end.commits}), neither where commit ${commit.to.commits} began nor where it ends: durable entries are missing`,
        );
    }
  }

  /** False when the fence refused it. */
  async #send({ statement, msMax, from, to }: SentCommit): Promise<boolean> {
    const { name, text, params } = statement;
    const fence = [SHARD, this.#lease.epoch, from.seq, to.seq, from.hash, to.hash, from.commits];
    const requestedAtMs = this.#clock.monotonicMs();
    const query = { name, text, values: [...fence, ...params], query_timeout: msMax };
    const { rows } = await this.#client.query<{ count: number }>(query);
    if (rows[0]?.count !== 1) return false;
    this.#lease.noteCommitted(requestedAtMs);
    return true;
  }

  /** Connects again, first makes sure that nothing of the old connection can commit, and returns the journal's end. */
  async #learnEnd(): Promise<JournalEnd> {
    this.#isOutcomeUnknown = true;
    try {
      for (;;) {
        disconnect(this.#client);
        const end = await this.#tryLearnEnd();
        if (end !== null) return end;
        if (this.#clock.monotonicMs() >= this.#stopAtMs)
          throw new JournalFailedError('stopped while the server cannot be reached');
        await wait(this.#clock, RETRY_MS);
      }
    } finally {
      this.#isOutcomeUnknown = false;
    }
  }

  /** Null when the server cannot be reached. */
  async #tryLearnEnd(): Promise<JournalEnd | null> {
    const { lost } = this.#lease;
    if (lost !== null) throw lost;
    try {
      this.#client = await this.#connect(this.#url, COMMIT_QUERY);
      const end = await this.#lease.bumpEpoch(this.#client);
      if (end !== null) return end;
    } catch {
      return null;
    }
    throw requirePresent(this.#lease.lost, 'the loss of a shard whose owner has changed');
  }

  #fail(error: unknown): void {
    this.#failed ??= toFailure(error, this.#place);
    for (const waiting of this.#queue) waiting.done.reject(this.#failed);
    this.#queue.length = 0;
  }
}

const toFailure = (error: unknown, place: string): Error =>
  error instanceof JournalLostError
    ? error
    : new JournalFailedError(`${place} can no longer be written: ${errorMessage(error)}`, { cause: error });

/** Classes of SQLSTATE that the statement itself causes: the same statement would fail again. */
const FINAL_CLASSES: ReadonlySet<string> = new Set(['21', '22', '23', '42']);

const isFinal = (error: unknown): boolean =>
  error instanceof JournalFailedError ||
  (error instanceof DatabaseError && FINAL_CLASSES.has(error.code?.slice(0, 2) ?? ''));

const isSame = (a: JournalEnd, b: JournalEnd): boolean =>
  a.seq === b.seq && a.hash === b.hash && a.commits === b.commits;
