import { errorMessage, type VenueName } from '#contract';
import { type Coverage, CoverageTracker, encodeUpdate, mergeCoverage, type RecordedUpdate } from '#domain';
import type { Clock, Log, Metrics, Recorder, RecorderStatus, Timer } from '#ports';
import { listSpools, type PartName, toHour, toPartName } from './lake-files.ts';
import { type ClosedSpool, LakeThread } from './lake-thread.ts';
import { type OpenSpoolFile, SpoolQueue } from './spool-queue.ts';

const MIB = 1024 * 1024;
const WRITE_EVERY_MS = 200; // with the disk's own time, an update is durable within a second
const RETRY_MS = 5_000; // after a failure of the disk
const QUEUE_BYTES_MAX = 16 * MIB;
const PART_BYTES_MAX = 64 * MIB;
const STOP_MS_MAX = 10_000;
const CUT_OFF = 'the service ended without closing the recording';

export interface LakeRecorderDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly root: string;
  readonly bytesMax: number;
  readonly limits?: { readonly queueBytes?: number; readonly partBytes?: number };
  readonly openFile?: OpenSpoolFile;
}

interface Dropping {
  readonly sinceUs: number;
  readonly why: string;
  updates: number;
  retryAtMs: number;
}

/**
 * Records to a folder of Parquet files. `record` only appends to a bounded queue; the disk is reached in the background and
 * the encoding runs in a thread. While the queue is full or the disk fails, updates are dropped and a GAP row says so (I-R1).
 *
 * Source: docs/decisions/recording-and-replaying.md
 */
export class LakeRecorder implements Recorder {
  readonly #deps: LakeRecorderDeps;
  readonly #queueBytesMax: number;
  readonly #partBytesMax: number;
  readonly #queue: SpoolQueue;
  readonly #listeners: (() => void)[] = [];
  readonly #venues = new Set<VenueName>();
  #thread: LakeThread | null = null;
  #part: PartName | null = null;
  #isFirstPart = true;
  #partBytes = 0;
  #hour = 0;
  #tracker = new CoverageTracker();
  #lastUs = 0;
  #dropping: Dropping | null = null;
  #dropped = 0;
  #writing: Promise<void> | null = null;
  #encoding: Promise<void> = Promise.resolve();
  #encoded: { readonly bytes: number; readonly coverage: readonly Coverage[] } = { bytes: 0, coverage: [] };
  #closed: ClosedSpool[] = []; // to be encoded
  #timer: Timer | null = null;

  constructor(deps: LakeRecorderDeps) {
    this.#deps = deps;
    this.#queueBytesMax = deps.limits?.queueBytes ?? QUEUE_BYTES_MAX;
    this.#partBytesMax = deps.limits?.partBytes ?? PART_BYTES_MAX;
    this.#queue = new SpoolQueue(deps.root, deps.openFile);
  }

  /** Encodes what an earlier process left. Waits for nothing. */
  start(): void {
    for (const name of listSpools(this.#deps.root)) this.#closed.push({ name, endReason: CUT_OFF });
    this.#timer = this.#deps.clock.every(WRITE_EVERY_MS, () => void this.#onTimer());
    this.#encode();
  }

  /** Ends the recording with a GAP and encodes the open part; gives up after ten seconds, and the next start encodes it. */
  async stop(): Promise<void> {
    this.#timer?.cancel();
    await this.#writing;
    if (this.#dropping !== null) this.#resume(this.#dropping);
    for (const venue of this.#venues) this.record(toGap(venue, 'the service was stopped'));
    await this.#write();
    await this.#queue.closeOpen().catch((error: unknown) => this.#onFailure('close', error));
    this.#noteClosed();
    this.#encode();
    const late = Promise.withResolvers<void>();
    const timer = this.#deps.clock.after(STOP_MS_MAX, () => late.resolve());
    await Promise.race([this.#encoding, late.promise]);
    timer.cancel();
    this.#thread?.close();
  }

  record(update: RecordedUpdate): void {
    this.#venues.add(update.venue);
    const { clock } = this.#deps;
    this.#lastUs = Math.max(this.#lastUs + 1, clock.now() * 1_000);
    if (this.#dropping !== null) return this.#drop(1);
    if (this.#part === null || toHour(this.#lastUs) !== this.#hour || this.#partBytes >= this.#partBytesMax)
      this.#beginPart();
    this.#push(update, this.#lastUs);
    if (this.#queue.queuedBytes > this.#queueBytesMax) this.#startDropping('the disk is too slow', 0);
  }

  onPartBegun(listener: () => void): void {
    this.#listeners.push(listener);
  }

  status(): RecorderStatus {
    const { bytes, coverage } = this.#encoded;
    return {
      state: this.#dropping === null ? 'RECORDING' : 'DROPPING',
      bytes: bytes + this.#queue.openBytes,
      bytesMax: this.#deps.bytesMax,
      lagMs: this.#lagMs(),
      queuedBytes: this.#queue.queuedBytes,
      droppedUpdates: this.#dropped,
      coverage: mergeCoverage([...coverage, ...this.#tracker.coverage()]),
    };
  }

  #push(update: RecordedUpdate, atUs: number): void {
    const { clock } = this.#deps;
    const line = encodeUpdate(update, atUs);
    this.#partBytes += line.length;
    const status =
      update.table === 'status'
        ? { instrument_id: update.instrumentId, kind: update.kind, value: update.value }
        : null;
    this.#tracker.add({ recv_us: atUs, venue: update.venue }, status);
    if (this.#part !== null) this.#queue.push(this.#part, line, clock.monotonicMs());
  }

  /** The listeners record their state only after this call, so they may record themselves. */
  #beginPart(): void {
    const number = this.#part;
    this.#hour = toHour(this.#lastUs);
    this.#part = toPartName(this.#lastUs);
    // Two parts that begin in one millisecond would have the same name.
    if (number !== null && number.number >= this.#part.number && number.hour === this.#part.hour)
      this.#part = { ...this.#part, number: number.number + 1 };
    this.#partBytes = 0;
    this.#tracker = new CoverageTracker();
    if (!this.#isFirstPart)
      this.#deps.clock.after(0, () => {
        for (const listener of this.#listeners) listener();
      });
    this.#isFirstPart = false;
  }

  async #onTimer(): Promise<void> {
    const { clock, metrics } = this.#deps;
    if (this.#part !== null && toHour(clock.now() * 1_000) !== this.#hour) this.#part = null;
    if (this.#dropping !== null && clock.monotonicMs() >= this.#dropping.retryAtMs)
      this.#resume(this.#dropping);
    metrics.gauge('recorder_lag_ms', this.#lagMs());
    metrics.gauge('recorder_bytes', this.#encoded.bytes + this.#queue.openBytes);
    metrics.gauge('recorder_dropped_updates', this.#dropped);
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null;
    });
    await this.#writing;
  }

  async #write(): Promise<void> {
    try {
      await this.#queue.write();
      if (this.#part === null) await this.#queue.closeOpen();
    } catch (error) {
      this.#onFailure('write', error);
      await this.#queue.closeOpen().catch((again: unknown) => this.#onFailure('close', again));
      this.#startDropping('the disk failed', this.#queue.clear());
    }
    if (this.#noteClosed()) this.#encode();
  }

  #startDropping(why: string, updates: number): void {
    if (this.#dropping !== null) return this.#drop(updates);
    const retryAtMs = this.#deps.clock.monotonicMs() + RETRY_MS;
    this.#dropping = { sinceUs: this.#lastUs + 1, why, updates: 0, retryAtMs };
    this.#lastUs += 1;
    for (const venue of this.#venues)
      this.#tracker.add({ recv_us: this.#lastUs, venue }, { ...toGap(venue, why), instrument_id: null });
    this.#deps.log.warn('recording of market data has a gap', { why });
    this.#drop(updates);
  }

  #drop(updates: number): void {
    if (this.#dropping !== null) this.#dropping.updates += updates;
    this.#dropped += updates;
  }

  /** Begins a new part with the GAP; the listeners then record everything in full. */
  #resume({ sinceUs, why, updates }: Dropping): void {
    if (this.#queue.queuedBytes > this.#queueBytesMax / 2) return;
    this.#dropping = null;
    this.#lastUs += 1;
    this.#beginPart();
    for (const venue of this.#venues) this.#push(toGap(venue, `${why}: ${updates} updates`), sinceUs);
  }

  #noteClosed(): boolean {
    const names = this.#queue.takeClosed();
    this.#closed.push(...names.map((name) => ({ name, endReason: null })));
    return names.length > 0;
  }

  /** Encodes the closed spools, after the call before. */
  #encode(): void {
    const { root, bytesMax } = this.#deps;
    this.#encoding = this.#encoding.then(async () => {
      try {
        this.#thread ??= new LakeThread(root, bytesMax);
        const { failures, encoded, ...lake } = await this.#thread.encodeAndPrune({ closed: this.#closed });
        this.#encoded = lake;
        this.#closed = this.#closed.filter(({ name }) => !encoded.includes(name));
        for (const failure of failures) this.#onFailure('encode', failure);
      } catch (error) {
        this.#thread = null; // the next call opens another
        this.#onFailure('encode', error);
      }
    });
  }

  #lagMs(): number {
    const oldestMs = this.#queue.oldestMs;
    return oldestMs === null ? 0 : Math.max(0, Math.round(this.#deps.clock.monotonicMs() - oldestMs));
  }

  #onFailure(what: string, error: unknown): void {
    this.#deps.metrics.count('recorder_failures_total', { what });
    this.#deps.log.error('recording of market data failed; trading is not affected', {
      what,
      error: errorMessage(error),
    });
  }
}

const toGap = (venue: VenueName, value: string) =>
  ({ table: 'status', venue, instrumentId: null, kind: 'GAP', value }) as const;
