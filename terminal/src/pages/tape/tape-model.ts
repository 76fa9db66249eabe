import type { TradePrint } from '../../../../sdk/src/index.ts';
import { type Notional, parseDecimal, renderNotional } from '../../../../src/contract/model/money.ts';

/** A trade print with its money: price of YES × quantity, in units of 1e-16. */
export interface TapePrint extends TradePrint {
  readonly money: bigint;
}

/** Which prints are shown. Null means all. */
export interface TapeFilter {
  readonly venue: string | null;
  readonly category: string | null;
  readonly watched: ReadonlySet<number> | null; // instruments of a watchlist
  readonly moneyMin: bigint;
}

/** What was traded in the latest minutes. */
export interface TapeVolume {
  readonly minutes: number;
  readonly money: string;
  readonly prints: number;
  readonly boughtShare: number | null; // of the money, by aggressors that bought; null without prints
  readonly isWhole: boolean; // false if the tape started, or lost prints, within these minutes
}

export const EVERY_PRINT: TapeFilter = { venue: null, category: null, watched: null, moneyMin: 0n };
export const KEPT_MAX = 20_000;
export const SHOWN_MAX = 2_000;
const MINUTES = [1, 5, 60] as const;
const HOUR_S = 3_600;

interface Second {
  bought: bigint;
  sold: bigint;
  prints: number;
}

/**
 * The latest prints of all venues, and the volume of those that pass the filter. It keeps at most `KEPT_MAX` prints and an
 * hour of volumes by second, however fast prints arrive.
 */
export class TapeModel {
  readonly #findCategory: (instrumentId: number) => string | undefined;
  readonly #instrumentIds = new Set<number>();
  #kept: TapePrint[] = []; // oldest first
  #shown: TapePrint[] = []; // of those the ones that pass the filter
  #seconds = new Map<number, Second>();
  #filter = EVERY_PRINT;
  #wholeSince = Number.NEGATIVE_INFINITY; // every print from this time on is counted
  #passed = 0;
  #newestAt = 0;
  #isTrimmed = false;
  #lastId = 0;
  #isKnown = false;

  /** @param findCategory  the category of an instrument; undefined while it is not loaded */
  constructor(findCategory: (instrumentId: number) => string | undefined) {
    this.#findCategory = findCategory;
  }

  /** Adds prints, oldest first. One that is known already is left out. */
  add(prints: readonly TradePrint[]): void {
    this.#isKnown = true;
    for (const print of prints) {
      if (print.id <= this.#lastId) continue;
      this.#lastId = print.id;
      const money = (parseDecimal(print.price) ?? 0n) * (parseDecimal(print.qty) ?? 0n);
      const kept = { ...print, money };
      this.#instrumentIds.add(print.instrument_id);
      this.#kept.push(kept);
      this.#take(kept);
    }
    this.#bound();
  }

  /** Filters the kept prints again. The volumes then reach back as far as these. */
  setFilter(filter: TapeFilter): void {
    this.#filter = filter;
    const [oldest] = this.#kept;
    if (this.#isTrimmed && oldest !== undefined) this.setMissingBefore(oldest.timestamp);
    this.#shown = [];
    this.#seconds = new Map();
    this.#passed = 0;
    for (const print of this.#kept) this.#take(print);
    this.#bound();
  }

  /** States that prints before this time are missing. */
  setMissingBefore(at: number): void {
    this.#wholeSince = Math.max(this.#wholeSince, at);
  }

  /** The instruments of all prints so far. */
  get instrumentIds(): readonly number[] {
    return [...this.#instrumentIds];
  }

  /** True once prints were added, even none. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** How many prints have passed the filter since it was set. */
  get passed(): number {
    return this.#passed;
  }

  /** The newest prints that pass the filter, by the time of the trade, newest first. Venues report some of them later. */
  latest(): readonly TapePrint[] {
    return this.#shown
      .slice(-SHOWN_MAX)
      .reverse()
      .sort((a, b) => b.timestamp - a.timestamp);
  }

  /** @param now  the service's time; prints may be newer than this computer knows */
  volumes(now: number): readonly TapeVolume[] {
    const end = Math.max(now, this.#newestAt);
    return MINUTES.map((minutes) => {
      const start = end - minutes * 60_000;
      const total: Second = { bought: 0n, sold: 0n, prints: 0 };
      for (const [second, { bought, sold, prints }] of this.#seconds) {
        if (second * 1_000 <= start) continue;
        total.bought += bought;
        total.sold += sold;
        total.prints += prints;
      }
      const money = total.bought + total.sold;
      return {
        minutes,
        money: renderNotional(money as Notional),
        prints: total.prints,
        boughtShare: money === 0n ? null : Number((total.bought * 1_000n) / money) / 1_000,
        isWhole: this.#wholeSince <= start,
      };
    });
  }

  #take(print: TapePrint): void {
    this.#newestAt = Math.max(this.#newestAt, print.timestamp);
    if (!this.#passes(print)) return;
    this.#passed += 1;
    this.#shown.push(print);
    const at = Math.floor(print.timestamp / 1_000);
    const second = this.#seconds.get(at) ?? { bought: 0n, sold: 0n, prints: 0 };
    if (print.side === 'BUY') second.bought += print.money;
    else second.sold += print.money;
    second.prints += 1;
    this.#seconds.set(at, second);
  }

  #passes({ venue, instrument_id: id, money }: TapePrint): boolean {
    const wanted = this.#filter;
    if (money < wanted.moneyMin) return false;
    if (wanted.venue !== null && venue !== wanted.venue) return false;
    if (wanted.watched !== null && !wanted.watched.has(id)) return false;
    return wanted.category === null || this.#findCategory(id) === wanted.category;
  }

  /** Half as many again may wait for removal, so that not every print moves all others. */
  #bound(): void {
    if (this.#shown.length > SHOWN_MAX * 1.5) this.#shown = this.#shown.slice(-SHOWN_MAX);
    if (this.#kept.length > KEPT_MAX * 1.5) {
      this.#kept = this.#kept.slice(-KEPT_MAX);
      this.#isTrimmed = true;
    }
    if (this.#seconds.size <= HOUR_S * 1.5) return;
    const oldest = Math.floor(this.#newestAt / 1_000) - HOUR_S;
    for (const second of this.#seconds.keys()) if (second < oldest) this.#seconds.delete(second);
  }
}
