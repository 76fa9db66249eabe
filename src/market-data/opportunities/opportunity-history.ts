import type { TimestampMs } from '#contract';
import type { Clock, Log, Metrics, OpportunityStore } from '#ports';
import {
  EdgeTrack,
  isListed,
  type OpportunityRecord,
  type OpportunityRecordQuery,
  parseOpportunityNumber,
} from '#relations';
import { SaveQueue } from '../save-queue.ts';
import type { OpenOpportunity, OpportunityEngine } from './opportunity-engine.ts';
import type { OpportunityChange } from './opportunity-types.ts';

const DELAY_MS = 1_000;
const BATCH_MAX = 200; // copying a record to the writing thread takes about 10 µs
const UNSAVED_MAX = 20_000;
const STORED_POINTS_MAX = 60;

interface HistoryDeps {
  readonly engine: Pick<OpportunityEngine, 'find' | 'onChanged'>;
  readonly store: OpportunityStore;
  readonly recordsMax: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

interface Tracked {
  readonly opened: OpenOpportunity;
  readonly track: EdgeTrack;
}

/**
 * When opportunities opened and closed, and their edges. Open ones are in memory; closed ones are saved in the background,
 * and the newest of them may be lost in a crash.
 */
export class OpportunityHistory {
  readonly #deps: HistoryDeps;
  readonly #open = new Map<number, Tracked>();
  readonly #unsaved: SaveQueue<number, OpportunityRecord>;

  constructor(deps: HistoryDeps) {
    this.#deps = deps;
    this.#unsaved = new SaveQueue({
      clock: deps.clock,
      save: (records) => deps.store.append(records, deps.recordsMax),
      onFailure: (error) => {
        deps.metrics.count('market_save_failed', { what: 'opportunities' });
        deps.log.error('saving opportunities failed; retrying', { error: String(error) });
      },
      batchMax: BATCH_MAX,
      itemsMax: UNSAVED_MAX,
      delayMs: DELAY_MS,
    });
    deps.engine.onChanged((change) => this.#onChange(change));
  }

  /** Newest first, without their points. */
  async list(query: OpportunityRecordQuery): Promise<readonly OpportunityRecord[]> {
    // Read before the store, so that one that is saved meanwhile is not missed.
    const recent = [...this.#unsaved.items(), ...this.#openRecords()].filter((each) => isListed(each, query));
    const stored = await this.#deps.store.list(query);
    const byNumber = new Map([...recent, ...stored].map((each) => [each.number, { ...each, points: [] }]));
    return [...byNumber.values()].toSorted((a, b) => b.number - a.number).slice(0, query.limit);
  }

  async get(id: string): Promise<OpportunityRecord | null> {
    const number = parseOpportunityNumber(id);
    if (number === null) return null;
    const tracked = this.#open.get(number);
    if (tracked !== undefined) return this.#toRecord(number, tracked);
    return this.#unsaved.get(number) ?? this.#deps.store.get(number);
  }

  /** Ends the records of all that are open, because nothing follows them from now on. */
  closeAll(): void {
    for (const [number, tracked] of this.#open) {
      const { lastedMs } = this.#toRecord(number, tracked);
      this.#close(number, lastedMs);
    }
  }

  flush(): Promise<void> {
    return this.#unsaved.flush();
  }

  stop(): void {
    this.#unsaved.stop();
  }

  #onChange(change: OpportunityChange): void {
    const number = parseOpportunityNumber(change.id);
    if (number === null) return;
    if (change.type === 'closed') return this.#close(number, change.lastedMs);
    const opened = this.#deps.engine.find(change.id);
    if (opened === null) return;
    const now = this.#deps.clock.now();
    const tracked = this.#open.get(number);
    if (tracked === undefined) this.#open.set(number, { opened, track: new EdgeTrack(opened.edge, now) });
    else tracked.track.add(opened.edge, now);
  }

  #close(number: number, lastedMs: number): void {
    const tracked = this.#open.get(number);
    if (tracked === undefined) return;
    this.#open.delete(number);
    const closedAt = (tracked.opened.openedAt + lastedMs) as TimestampMs;
    const record = this.#toRecord(number, tracked, STORED_POINTS_MAX);
    this.#unsaved.push(number, { ...record, closedAt, lastedMs });
  }

  *#openRecords(): Generator<OpportunityRecord> {
    for (const [number, tracked] of this.#open) yield this.#toRecord(number, tracked);
  }

  #toRecord(number: number, { opened, track }: Tracked, pointsMax?: number): OpportunityRecord {
    const { set, openedAt, openedAtMs } = opened;
    return {
      number,
      kind: set.kind,
      genericAssetId: set.genericAssetId,
      eventId: set.eventId,
      openedAt,
      closedAt: null,
      lastedMs: Math.round(this.#deps.clock.monotonicMs() - openedAtMs),
      ...track.read(pointsMax),
    };
  }
}
