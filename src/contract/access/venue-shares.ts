import { assert } from '../model/assert.ts';

/** What new orders may spend at a venue, counted in orders. */
export interface OrderBudget {
  readonly left: number;
  readonly burst: number;
  readonly perSecond: number;
  readonly waitMsMax: number; // how long the adapter keeps an order that has no token yet
}

/** The budget of a venue as one key sees it, in orders. */
export interface ShareView {
  readonly activeKeys: number; // with this one
  readonly left: number;
  readonly shareLeft: number;
  readonly shareBurst: number;
  readonly sharePerSecond: number;
  readonly usedLastMinute: number;
}

interface KeyShare {
  level: number; // orders that the key may send whatever others do
  sends: { atMs: number; count: number }[]; // of the last minute, by the second
}

/** A key that sent an order within this time has a share. An idle share costs the others no rate, only burst. */
const ACTIVE_MS = 60_000;
const SECOND_MS = 1_000;
const ROUNDING = 1e-9;

/**
 * Shares the order budget of one venue among the keys that use it. All active keys have equal shares; what the others
 * leave may be borrowed, down to the shares that they hold. Times are of the monotonic clock, in milliseconds.
 *
 * I-46: the sum of the shares never exceeds what is left, so an order within its share always finds its token.
 * Source  docs/decisions/access-and-rates.md
 */
export class VenueShares {
  readonly #keys = new Map<string, KeyShare>();
  #budget: OrderBudget;
  #level: number; // what is left; negative while accepted orders wait for tokens
  #atMs: number;

  constructor(budget: OrderBudget, nowMs: number) {
    this.#budget = budget;
    this.#level = budget.left;
    this.#atMs = nowMs;
  }

  /** Applies the time since the last call, and the budget that the adapter reports: cancels and amends spend it too. */
  refresh(budget: OrderBudget, nowMs: number): void {
    const seconds = Math.max(0, nowMs - this.#atMs) / SECOND_MS;
    const earned = seconds * this.#budget.perSecond;
    const perKey = earned / Math.max(1, this.#keys.size);
    this.#budget = budget;
    this.#atMs = Math.max(this.#atMs, nowMs);
    this.#level = Math.min(this.#level + earned, budget.burst, Math.max(0, budget.left));
    for (const [key, share] of this.#keys) {
      share.level += perKey;
      share.sends = share.sends.filter(({ atMs }) => atMs > nowMs - ACTIVE_MS);
      if (share.sends.length === 0) this.#keys.delete(key);
    }
    this.#fit();
  }

  /** @returns milliseconds until so many orders of the key may pass; 0: now */
  findWaitMs(key: string, count: number): number {
    const { burst, perSecond } = this.#budget;
    const own = this.#keys.get(key);
    const held = sumLevels(this.#keys) - (own?.level ?? 0);
    const isAlone = this.#keys.size - (own === undefined ? 0 : 1) === 0;
    // A key alone may queue for half the wait, so that the first order of the next key is sent in time.
    const kept = own === undefined ? -this.#queueMax() : isAlone ? -this.#queueMax() / 2 : held;
    const needed = Math.min(burst, count + kept);
    if (own !== undefined && own.level + ROUNDING >= count) {
      assert(this.#level + 2 * ROUNDING >= count, 'I-46: an order within its share finds its token');
      return 0;
    }
    if (this.#level + ROUNDING >= needed) return 0;
    if (own === undefined || isAlone) return toWaitMs(needed - this.#level, perSecond);
    const missing = Math.max(0, -this.#level) + (count - own.level) * this.#keys.size;
    return toWaitMs(missing, perSecond);
  }

  /** Counts orders that were accepted. */
  spend(key: string, count: number): void {
    const share = this.#join(key);
    share.level = Math.max(0, share.level - count);
    this.#level = Math.max(-this.#queueMax(), this.#level - count);
    const last = share.sends.at(-1);
    if (last !== undefined && this.#atMs - last.atMs < SECOND_MS) last.count += count;
    else share.sends.push({ atMs: this.#atMs, count });
    this.#fit();
  }

  /** Takes back orders that were counted and never sent. The key is idle again when it sent nothing else. */
  restore(key: string, count: number): void {
    const share = this.#keys.get(key);
    const last = share?.sends.findLast((sent) => sent.count >= count);
    if (share === undefined || last === undefined) return; // counted more than a minute ago
    last.count -= count;
    share.sends = share.sends.filter((sent) => sent.count > 0);
    share.level += count;
    this.#level = Math.min(this.#level + count, this.#budget.burst, Math.max(0, this.#budget.left));
    const isIdle = share.sends.length === 0;
    if (isIdle) this.#keys.delete(key);
    this.#fit();
  }

  view(key: string): ShareView {
    const own = this.#keys.get(key);
    const activeKeys = this.#keys.size + (own === undefined ? 1 : 0);
    const shareBurst = Math.max(1, this.#budget.burst / activeKeys);
    const left = Math.max(0, this.#level);
    return {
      activeKeys,
      left,
      shareLeft: own?.level ?? Math.min(shareBurst, left),
      shareBurst,
      sharePerSecond: this.#budget.perSecond / activeKeys,
      usedLastMinute: (own?.sends ?? []).reduce((sum, { count }) => sum + count, 0),
    };
  }

  /** The share of the key; a new one starts with what the others, cut to their smaller shares, do not hold. */
  #join(key: string): KeyShare {
    const known = this.#keys.get(key);
    if (known !== undefined) return known;
    const share: KeyShare = { level: 0, sends: [] };
    this.#keys.set(key, share);
    this.#fit();
    share.level = Math.min(this.#shareMax(), Math.max(0, this.#level - sumLevels(this.#keys)));
    return share;
  }

  /** Cuts each share to its maximum, and all of them in proportion to what is left. */
  #fit(): void {
    const max = this.#shareMax();
    for (const share of this.#keys.values()) share.level = Math.min(max, share.level);
    const sum = sumLevels(this.#keys);
    const left = Math.max(0, this.#level);
    if (sum <= left) return;
    for (const share of this.#keys.values()) share.level *= left / sum;
  }

  /** At least one order: a smaller share could never be used. */
  #shareMax(): number {
    return Math.max(1, this.#budget.burst / Math.max(1, this.#keys.size));
  }

  #queueMax(): number {
    return (this.#budget.perSecond * this.#budget.waitMsMax) / SECOND_MS;
  }
}

function sumLevels(keys: ReadonlyMap<string, KeyShare>): number {
  let sum = 0;
  for (const { level } of keys.values()) sum += level;
  return sum;
}

const toWaitMs = (orders: number, perSecond: number): number =>
  Math.max(1, Math.ceil((orders * SECOND_MS) / perSecond));
