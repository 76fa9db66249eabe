import { type FillId, getIdNumber, positionKey } from '../../domain/model/ids.ts';
import type { Price } from '../../domain/model/money.ts';
import type { Fill } from '../../domain/model/order.ts';
import type { TimestampMs } from '../../domain/model/time.ts';
import {
  addFillToPnl,
  type PnlKey,
  type PnlRow,
  replayPnl,
  toMinute,
  toPnlRow,
  toYesFillPrice,
} from '../../domain/positions/pnl-curve.ts';
import type { Journal } from '../../ports/journal.ts';
import type { MarketView } from '../../ports/market-view.ts';
import type { PnlChange, PnlStore } from '../../ports/pnl-store.ts';
import { readPositionFills } from '../trading-queries.ts';

export interface FillBatchDeps {
  readonly store: PnlStore;
  readonly journal: Journal;
  readonly market: MarketView;
  readonly now: TimestampMs;
  readonly openRows: ReadonlyMap<string, PnlRow>;
}

/** A run of fills, in the order of their numbers, as the changes of rows that they make. */
export class FillBatch {
  readonly changes: PnlChange[] = [];
  lastFillNumber = 0;
  readonly #deps: FillBatchDeps;
  /** The newest row of each holding concerned, after the changes. */
  readonly newestRows = new Map<string, PnlRow>();

  constructor(deps: FillBatchDeps) {
    this.#deps = deps;
  }

  async add(fill: Fill): Promise<void> {
    this.lastFillNumber = getIdNumber(fill.id);
    if (fill.voids !== null) return this.#restate(fill, fill.voids);
    if (fill.settlement === 'VOID') return; // it never counted, or will be taken back by a later record
    const before = await this.#newestOf(fill);
    const row = toPnlRow(addFillToPnl(before, fill), this.#markOf(fill));
    // One told late counts when it was traded: every row since then holds it too.
    this.#change({ kind: before !== null && row.t < before.t ? 'from' : 'minute', row });
  }

  /** From the fill that is taken back on, the rows become what the others alone make of them. */
  async #restate(compensation: Fill, voided: FillId): Promise<void> {
    await this.#newestOf(compensation);
    const history = await readPositionFills(this.#deps.journal, compensation);
    const known = history.filter(({ id }) => getIdNumber(id) <= this.lastFillNumber);
    for (const row of replayPnl(known, voided)) this.#change({ kind: 'from', row });
  }

  async #newestOf(key: PnlKey): Promise<PnlRow | null> {
    const { openRows, store } = this.#deps;
    const name = toPnlKey(key);
    const row = this.newestRows.get(name) ?? openRows.get(name) ?? (await store.newest(key));
    if (row !== null) this.newestRows.set(name, row);
    return row;
  }

  /** The market's mark when it is traded now; of what was traded earlier we know its own price alone. */
  #markOf(fill: Fill): Price | null {
    const { market, now } = this.#deps;
    const isNow = toMinute(fill.timestamp) === toMinute(now);
    return isNow ? market.mark(fill.instrumentId) : toYesFillPrice(fill);
  }

  #change(change: PnlChange): void {
    this.changes.push(change);
    const { kind, row } = change;
    const newest = this.newestRows.get(toPnlKey(row));
    // A change of the past leaves the newest row where it is, with its own mark.
    const isPast = kind === 'from' && newest !== undefined && newest.t >= row.t;
    this.newestRows.set(toPnlKey(row), isPast ? { ...row, t: newest.t, mark: newest.mark } : row);
  }
}

export const toPnlKey = ({ accountId, subaccountId, instrumentId }: PnlKey): string =>
  positionKey(accountId, subaccountId, instrumentId);
