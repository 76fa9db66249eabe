import { getIdNumber } from '../../domain/model/ids.ts';
import type { Fill } from '../../domain/model/order.ts';
import type { TimestampMs } from '../../domain/model/time.ts';
import { type PnlRow, toMinute } from '../../domain/positions/pnl-curve.ts';
import type { Clock, Timer } from '../../ports/environment.ts';
import type { Journal } from '../../ports/journal.ts';
import type { MarketView } from '../../ports/market-view.ts';
import type { PnlChange, PnlStore } from '../../ports/pnl-store.ts';
import type { Log } from '../../ports/telemetry.ts';
import { FillBatch, toPnlKey } from './fill-batch.ts';

export interface PnlProjectorDeps {
  readonly store: PnlStore;
  readonly journal: Journal;
  readonly market: MarketView;
  readonly clock: Clock;
  readonly log: Log;
}

const FILLS_PAGE = 500;
const GATHER_MS = 250; // how long a fill waits for others to share a save
const SAMPLE_EVERY_MS = 60_000;
const THIN_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
const MINUTES_KEPT_DAYS = 7;
const HOURS_KEPT_DAYS = 90;

/**
 * Keeps how each subaccount's trading stood, minute by minute. It follows the journal's fills by their
 * number, so a start, a time of catching up and an ordinary day take one road, and no order waits for it.
 * docs/decisions/0080-pnl.md
 */
export class PnlProjector {
  readonly #deps: PnlProjectorDeps;
  readonly #open = new Map<string, PnlRow>(); // the newest row of each open holding, as saved
  #through = 0; // the newest fill in the rows
  #newest = 0; // the newest fill in the store
  #saves = 0;
  #last: Promise<void> = Promise.resolve(); // one piece of work at a time
  #gathering: Timer | null = null;
  #timers: readonly Timer[] = [];
  #isStopped = false;

  constructor(deps: PnlProjectorDeps) {
    this.#deps = deps;
  }

  /**
   * Goes on where the rows end; what was traded meanwhile is caught up with afterwards.
   *
   * @param newestFill  number of the newest fill in the store: rows of a later one are of another history
   */
  async start(newestFill: number): Promise<void> {
    const { store, clock, log } = this.#deps;
    this.#newest = newestFill;
    if ((await store.lastFillNumber()) > newestFill) {
      log.warn('the PnL of the past has fills that the store does not have; it is made again');
      await store.clear();
    }
    this.#through = await store.lastFillNumber();
    for (const row of await store.openRows()) this.#open.set(toPnlKey(row), row);
    this.#timers = [
      clock.every(SAMPLE_EVERY_MS, () => this.#try(() => this.#sample())),
      clock.every(THIN_EVERY_MS, () => this.#try(() => this.#thin())),
    ];
    this.#try(() => this.#takeAll());
  }

  /** A fill has become durable. */
  onDurableFill({ id }: Fill): void {
    this.#newest = Math.max(this.#newest, getIdNumber(id));
    this.#gathering ??= this.#deps.clock.after(GATHER_MS, () => {
      this.#gathering = null;
      this.#try(() => this.#takeAll());
    });
  }

  /** Resolves when every fill that was durable before is in the rows. Rejects when they cannot be saved. */
  whenCaughtUp(): Promise<void> {
    return this.#inTurn(() => this.#takeAll());
  }

  /** How many fills there are, and how many of them are in the rows. */
  get progress(): { readonly taken: number; readonly fills: number } {
    return { taken: this.#through, fills: this.#newest };
  }

  /** Grows with each save: what was read between two equal values belongs together. */
  get saveCount(): number {
    return this.#saves;
  }

  /** The newest row of each open holding of all accounts. */
  openRows(): readonly PnlRow[] {
    return [...this.#open.values()];
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#gathering?.cancel();
    for (const timer of this.#timers) timer.cancel();
    await this.#last;
  }

  async #takeAll(): Promise<void> {
    const { journal, store, market, clock } = this.#deps;
    while (!this.#isStopped) {
      const fills = await journal.fillsAfter(this.#through, FILLS_PAGE);
      if (fills.length === 0) return;
      const page = new FillBatch({ journal, store, market, now: clock.now(), openRows: this.#open });
      for (const fill of fills) await page.add(fill);
      await this.#save(page.changes, page.newestRows, page.lastFillNumber);
    }
  }

  /** What is held is worth something else than in its newest row: a row of this minute says so. */
  async #sample(): Promise<void> {
    const { market, clock } = this.#deps;
    await this.#takeAll();
    const now = toMinute(clock.now());
    const moved = new Map<string, PnlRow>();
    for (const [key, row] of this.#open) {
      const mark = market.mark(row.instrumentId);
      const t = row.t > now ? row.t : now; // the wall clock may have been set back
      if (mark !== null && mark !== row.mark) moved.set(key, { ...row, t, mark });
    }
    const changes = Array.from(moved.values(), (row): PnlChange => ({ kind: 'minute', row }));
    if (changes.length > 0) await this.#save(changes, moved, this.#through);
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
    this.#through = through;
    for (const [key, row] of newest) {
      if (row.net === 0n) this.#open.delete(key);
      else this.#open.set(key, row);
    }
  }

  /** Work that nobody waits for. What fails is tried again by the next. */
  #try(work: () => Promise<void>): void {
    this.#inTurn(work).catch((error: unknown) =>
      this.#deps.log.error('the PnL of the past could not be saved and will be tried again', {
        why: String(error),
      }),
    );
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(() => (this.#isStopped ? undefined : work()));
    this.#last = done.catch(() => undefined);
    return done;
  }
}
