import { type Fill, getIdNumber, type TimestampMs } from '#contract';
import { type PnlRow, toMinute } from '#domain';
import type { Clock, Journal, Log, MarketView, PnlChange, PnlStore, Timer } from '#ports';
import { FillBatch, toPnlKey } from './fill-batch.ts';

export interface PnlProjectorDeps {
  readonly store: PnlStore;
  readonly journal: Journal;
  readonly market: MarketView;
  readonly clock: Clock;
  readonly log: Log;
}

const FILLS_PAGE = 500;
const BATCH_WAIT_MS = 250; // how long a fill waits for others, to save them together
const SAMPLE_EVERY_MS = 60_000;
const THIN_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
const MINUTES_KEPT_DAYS = 7;
const HOURS_KEPT_DAYS = 90;

/**
 * Projects the fills of the journal into PnL rows per subaccount and minute. It reads the fills by their number, so
 * start, catch-up and normal operation use the same code, and no order waits for it. docs/decisions/positions-and-pnl.md
 */
export class PnlProjector {
  readonly #deps: PnlProjectorDeps;
  readonly #openRows = new Map<string, PnlRow>(); // the newest saved row of each open position
  #lastProjected = 0; // number of the newest fill in the rows
  #lastDurable = 0; // number of the newest durable fill
  #saves = 0;
  #queueTail: Promise<void> = Promise.resolve(); // tasks run one after another
  #batchTimer: Timer | null = null;
  #timers: readonly Timer[] = [];
  #isStopped = false;

  constructor(deps: PnlProjectorDeps) {
    this.#deps = deps;
  }

  /**
   * Continues after the last projected fill and catches up with the later fills in the background.
   *
   * @param newestFill  number of the newest fill in the journal: rows of a later fill belong to another journal
   */
  async start(newestFill: number): Promise<void> {
    const { store, clock, log } = this.#deps;
    this.#lastDurable = newestFill;
    if ((await store.lastFillNumber()) > newestFill) {
      log.warn('the stored PnL has fills that the journal does not have; it is rebuilt');
      await store.clear();
    }
    this.#lastProjected = await store.lastFillNumber();
    for (const row of await store.openRows()) this.#openRows.set(toPnlKey(row), row);
    this.#timers = [
      clock.every(SAMPLE_EVERY_MS, () => this.#runInBackground(() => this.#sample())),
      clock.every(THIN_EVERY_MS, () => this.#runInBackground(() => this.#thin())),
    ];
    this.#runInBackground(() => this.#projectAll());
  }

  /** Must be called for each fill once durable. */
  onDurableFill({ id }: Fill): void {
    this.#lastDurable = Math.max(this.#lastDurable, getIdNumber(id));
    this.#batchTimer ??= this.#deps.clock.after(BATCH_WAIT_MS, () => {
      this.#batchTimer = null;
      this.#runInBackground(() => this.#projectAll());
    });
  }

  /** Resolves once every durable fill is in the rows. Rejects if they cannot be saved. */
  whenCaughtUp(): Promise<void> {
    return this.#enqueue(() => this.#projectAll());
  }

  /** The number of fills, and how many of them are in the rows. */
  get progress(): { readonly taken: number; readonly fills: number } {
    return { taken: this.#lastProjected, fills: this.#lastDurable };
  }

  /** Increases with each save: reads between two equal values are consistent. */
  get saveCount(): number {
    return this.#saves;
  }

  /** The newest row of each open position of all accounts. */
  openRows(): readonly PnlRow[] {
    return [...this.#openRows.values()];
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#batchTimer?.cancel();
    for (const timer of this.#timers) timer.cancel();
    await this.#queueTail;
  }

  async #projectAll(): Promise<void> {
    const { journal, store, market, clock } = this.#deps;
    while (!this.#isStopped) {
      const fills = await journal.fillsAfter(this.#lastProjected, FILLS_PAGE);
      if (fills.length === 0) return;
      const page = new FillBatch({ journal, store, market, now: clock.now(), openRows: this.#openRows });
      for (const fill of fills) await page.add(fill);
      await this.#save(page.changes, page.newestRows, page.lastFillNumber);
    }
  }

  /** Adds a row of this minute for each open position whose mark has changed since its newest row. */
  async #sample(): Promise<void> {
    const { market, clock } = this.#deps;
    await this.#projectAll();
    const now = toMinute(clock.now());
    const moved = new Map<string, PnlRow>();
    for (const [key, row] of this.#openRows) {
      const mark = market.mark(row.instrumentId);
      const t = row.t > now ? row.t : now; // the wall clock may have been set back
      if (mark !== null && mark !== row.mark) moved.set(key, { ...row, t, mark });
    }
    const changes = Array.from(moved.values(), (row): PnlChange => ({ kind: 'minute', row }));
    if (changes.length > 0) await this.#save(changes, moved, this.#lastProjected);
  }

  async #thin(): Promise<void> {
    const { store, clock } = this.#deps;
    const before = (days: number) => (clock.now() - days * DAY_MS) as TimestampMs;
    await store.downsample(before(MINUTES_KEPT_DAYS), before(HOURS_KEPT_DAYS));
  }

  async #save(
    changes: readonly PnlChange[],
    newest: Iterable<readonly [string, PnlRow]>,
    through: number,
  ): Promise<void> {
    await this.#deps.store.save(changes, through);
    this.#saves += 1;
    this.#lastProjected = through;
    for (const [key, row] of newest) {
      if (row.net === 0n) this.#openRows.delete(key);
      else this.#openRows.set(key, row);
    }
  }

  /** Runs a task in the background. The next task retries a failure. */
  #runInBackground(work: () => Promise<void>): void {
    this.#enqueue(work).catch((error: unknown) =>
      this.#deps.log.error('the PnL rows could not be saved; the save is retried', {
        why: String(error),
      }),
    );
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    const done = this.#queueTail.then(() => (this.#isStopped ? undefined : work()));
    this.#queueTail = done.catch(() => undefined);
    return done;
  }
}
