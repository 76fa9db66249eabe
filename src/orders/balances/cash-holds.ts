import {
  assert,
  type Brand,
  isLive,
  type Leg,
  type LegTarget,
  NOTIONAL_ZERO,
  type Notional,
  type OrderId,
  type VenueName,
} from '#contract';
import type { Venue } from '#ports';

/** Cash by venue, whatever its pools. */
export type CashByVenue = ReadonlyMap<VenueName, Notional>;

/** All cash at a venue, or one pool of it: `Kalshi/shard 3`. */
export type CashAccount = VenueName | Brand<string, 'CashPool'>;

/** The cash that an order may spend, by account. */
export type CashByAccount = ReadonlyMap<CashAccount, Notional>;

/** The amounts by which an amend changes what its order may spend; negative where it needs less. */
export type CashChanges = ReadonlyMap<CashAccount, bigint>;

/** The account that pays for orders in a market. */
export function findCashAccount(
  venue: Pick<Venue, 'name' | 'findCashPool'>,
  venueInstrumentId: string,
): CashAccount {
  const pool = venue.findCashPool?.(venueInstrumentId) ?? null;
  return pool === null ? venue.name : (`${venue.name}/${pool}` as CashAccount);
}

/** @returns the pool is null for all cash at the venue */
export function splitCashAccount(account: CashAccount): {
  readonly venue: VenueName;
  readonly pool: string | null;
} {
  const [venue = account, pool = null] = account.split('/');
  return { venue: venue as VenueName, pool };
}

interface PendingChange {
  readonly change: bigint;
  readonly targets: readonly LegTarget[];
}

interface Hold {
  readonly amount: Notional;
  isAnswered: boolean; // the venue has replied to every leg
}

/** What the orders sent to one account may still spend. The total is kept, so that an order costs no sum over others. */
export class CashHolds {
  readonly #holds = new Map<OrderId, Hold>();
  readonly #changes = new Map<OrderId, PendingChange>(); // of amends without an outcome
  #total = NOTIONAL_ZERO;
  #unanswered = 0;

  get total(): Notional {
    return this.#total;
  }

  /** True when no order and no amend is on its way to the venue. */
  get isIdle(): boolean {
    return this.#unanswered === 0 && this.#changes.size === 0;
  }

  add(id: OrderId, amount: Notional): void {
    assert(!this.#holds.has(id), 'an order holds its cash once');
    this.#holds.set(id, { amount, isAnswered: false });
    this.#total = (this.#total + amount) as Notional;
    this.#unanswered += 1;
  }

  /** Holds what an amend may need in addition. What it frees counts once the venue has confirmed it. */
  addChange(id: OrderId, change: bigint, targets: readonly LegTarget[]): void {
    assert(!this.#changes.has(id), 'an order has one pending amend');
    this.#changes.set(id, { change, targets });
    this.#total = (this.#total + increase(change)) as Notional;
  }

  /**
   * Takes the present state of an order. Legs that closed without a fill spend nothing.
   *
   * @param legs        all legs of the order that this account pays for
   * @param isAmending  an amend of the order has no outcome yet
   */
  update(id: OrderId, legs: readonly Leg[], isAmending = false): void {
    if (!isAmending) this.endChange(id, legs);
    const hold = this.#holds.get(id);
    if (hold === undefined) return;
    if (legs.every(({ status, filledQty }) => !isLive(status) && filledQty === 0n))
      return this.#delete(id, hold);
    const isAnswered = legs.every(({ status }) => status !== 'PENDING_SUBMISSION');
    if (isAnswered === hold.isAnswered) return;
    hold.isAnswered = isAnswered;
    this.#unanswered += isAnswered ? -1 : 1;
  }

  clear(): void {
    assert(this.#changes.size === 0, 'a balance read during an amend replaces no holds');
    this.#holds.clear();
    this.#total = NOTIONAL_ZERO;
    this.#unanswered = 0;
  }

  deleteAnswered(): void {
    for (const [id, hold] of this.#holds) if (hold.isAnswered) this.#delete(id, hold);
  }

  /**
   * A confirmed amend becomes part of what its order holds; a refused one changes nothing. Where the venue took it for some legs
   * only, more is held until the next balance rather than less.
   */
  endChange(id: OrderId, legs: readonly Leg[]): void {
    const pending = this.#changes.get(id);
    if (pending === undefined) return;
    const { change, targets } = pending;
    this.#changes.delete(id);
    this.#total = (this.#total - increase(change)) as Notional;
    const isTaken = (target: LegTarget): boolean => legs.some((leg) => hasTerms(leg, target));
    if (change > 0n ? targets.some(isTaken) : targets.every(isTaken)) this.#adjust(id, change);
  }

  #adjust(id: OrderId, change: bigint): void {
    const { amount: before = NOTIONAL_ZERO, isAnswered = true } = this.#holds.get(id) ?? {};
    const amount = increase(before + change) as Notional;
    if (amount === before) return;
    this.#holds.set(id, { amount, isAnswered });
    this.#total = (this.#total - before + amount) as Notional;
  }

  #delete(id: OrderId, { amount, isAnswered }: Hold): void {
    this.#holds.delete(id);
    this.#total = (this.#total - amount) as Notional;
    if (!isAnswered) this.#unanswered -= 1;
    assert(this.#total >= 0n && this.#unanswered >= 0, 'held cash is released once');
    if (this.#holds.size + this.#changes.size === 0) assert(this.#total === 0n, 'no hold holds no cash');
  }
}

const increase = (change: bigint): bigint => (change > 0n ? change : 0n);

const hasTerms = (leg: Leg, target: LegTarget): boolean =>
  leg.leg === target.leg && leg.price === target.price && leg.qty === target.qty;
