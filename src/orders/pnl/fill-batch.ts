import { type Fill, type FillId, getIdNumber, type Price, positionKey, type TimestampMs } from '#contract';
import {
  addFillToPnl,
  type PnlKey,
  type PnlRow,
  replayPnl,
  toMinute,
  toPnlRow,
  toYesFillPrice,
} from '#domain';
import type { Journal, MarketView, PnlChange, PnlStore } from '#ports';
import { readPositionFills } from '../trading-queries.ts';

export interface FillBatchDeps {
  readonly store: PnlStore;
  readonly journal: Journal;
  readonly market: MarketView;
  readonly now: TimestampMs;
  readonly openRows: ReadonlyMap<string, PnlRow>;
}

/** Turns a sequence of fills, in the order of their numbers, into changes of PnL rows. */
export class FillBatch {
  readonly changes: PnlChange[] = [];
  lastFillNumber = 0;
  readonly #deps: FillBatchDeps;
  /** The newest row of each changed position, after the changes. */
  readonly newestRows = new Map<string, PnlRow>();

  constructor(deps: FillBatchDeps) {
    this.#deps = deps;
  }

  async add(fill: Fill): Promise<void> {
    this.lastFillNumber = getIdNumber(fill.id);
    if (fill.voids !== null) return this.#recompute(fill, fill.voids);
    if (fill.settlement === 'VOID') return; // it was never counted, or a later compensation removes it
    const before = await this.#findNewestRow(fill);
    const row = toPnlRow(addFillToPnl(before, fill), this.#findMark(fill));
    // A late fill counts at the time of its trade, so it also changes every later row.
    this.#addChange({ kind: before !== null && row.t < before.t ? 'from' : 'minute', row });
  }

  /** Recomputes the rows from the voided fill on, from all other fills. */
  async #recompute(compensation: Fill, voided: FillId): Promise<void> {
    await this.#findNewestRow(compensation);
    const history = await readPositionFills(this.#deps.journal, compensation);
    const known = history.filter(({ id }) => getIdNumber(id) <= this.lastFillNumber);
    for (const row of replayPnl(known, voided)) this.#addChange({ kind: 'from', row });
  }

  async #findNewestRow(key: PnlKey): Promise<PnlRow | null> {
    const { openRows, store } = this.#deps;
    const name = toPnlKey(key);
    const row = this.newestRows.get(name) ?? openRows.get(name) ?? (await store.newest(key));
    if (row !== null) this.newestRows.set(name, row);
    return row;
  }

  /** The present mark for a trade of this minute; for an earlier trade its own price, as no other price is known. */
  #findMark(fill: Fill): Price | null {
    const { market, now } = this.#deps;
    const isNow = toMinute(fill.timestamp) === toMinute(now);
    return isNow ? market.mark(fill.instrumentId) : toYesFillPrice(fill);
  }

  #addChange(change: PnlChange): void {
    this.changes.push(change);
    const { kind, row } = change;
    const newest = this.newestRows.get(toPnlKey(row));
    // A change in the past keeps the time and the mark of the newest row.
    const isPast = kind === 'from' && newest !== undefined && newest.t >= row.t;
    this.newestRows.set(toPnlKey(row), isPast ? { ...row, t: newest.t, mark: newest.mark } : row);
  }
}

export const toPnlKey = ({ accountId, subaccountId, instrumentId }: PnlKey): string =>
  positionKey(accountId, subaccountId, instrumentId);
