import {
  type Leg,
  type LegTarget,
  NOTIONAL_ZERO,
  type Notional,
  type OrderId,
  type PositionOperation,
  type TimestampMs,
  type VenueName,
} from '#contract';
import type { TouchedRecords } from '#domain';
import type { Clock, Log, Timer, Venue, VenueBalance } from '#ports';
import type { StateStore } from '../state-store.ts';
import type { VenueRegistry } from '../venue-registry.ts';
import {
  type CashAccount,
  type CashByAccount,
  type CashChanges,
  CashHolds,
  findCashAccount,
  splitCashAccount,
} from './cash-holds.ts';

export interface BalanceTrackerDeps {
  readonly store: StateStore;
  readonly venues: VenueRegistry;
  readonly clock: Clock;
  readonly log: Log;
}

/** A balance is read at least this often, and sooner after an order or a fill. */
const REFRESH_MS = 15_000;
const STEP_MS = 2_000; // shortest time between two reads of a venue
/** A venue may serve a balance from a copy that is this much older than its trading. */
const LAG_MS = 1_000;
/** An older balance is shown as stale and blocks no order. */
export const STALE_MS = 45_000;

/** The cash of the venue's account at the last successful read. */
export interface AccountCash {
  readonly currency: string;
  readonly total: Notional | null;
  readonly available: Notional;
  readonly pools?: ReadonlyMap<string, Notional>; // as in `VenueBalance`
  readonly asOf: TimestampMs;
  readonly isStale: boolean;
}

interface VenueCash extends Omit<AccountCash, 'isStale'> {
  readonly readAtMs: number; // monotonic, before the request
}

interface Tracked {
  readonly venue: Venue;
  cash: VenueCash | null;
  wasStale: boolean;
  isDue: boolean;
  isReading: boolean;
  startedAtMs: number;
  changedAtMs: number; // the last durable change of an order or a fill at the venue
  /** The last balance during whose read no order was on its way, so that it includes every earlier order. */
  base: VenueCash | null;
  readonly holds: Map<CashAccount, CashHolds>; // of orders sent after `base`
  sends: number;
  splitSince: bigint; // cash of splits that were confirmed after `base`
}

/**
 * Reads the cash of each venue that has a cash account: every 15 seconds, and within two seconds after an order or
 * a fill, once more if the first read may not include it. A failed read keeps the last balance, which becomes stale.
 *
 * Source  docs/api/balances.md
 */
export class BalanceTracker {
  readonly #deps: BalanceTrackerDeps;
  readonly #tracked = new Map<VenueName, Tracked>();
  #timer: Timer | null = null;
  #onChange: (venue: VenueName) => void = () => undefined;

  constructor(deps: BalanceTrackerDeps) {
    this.#deps = deps;
    for (const venue of deps.venues.all()) {
      if (venue.balance === undefined) continue;
      const times = { startedAtMs: Number.NEGATIVE_INFINITY, changedAtMs: Number.NEGATIVE_INFINITY };
      const state = { cash: null, base: null, wasStale: true, isDue: true, isReading: false, ...times };
      this.#tracked.set(venue.name, { venue, ...state, holds: new Map(), sends: 0, splitSince: 0n });
    }
    if (this.#tracked.size > 0) deps.store.onDurable((touched) => this.#markDue(touched));
  }

  /** Calls the listener when the figures of a venue, or whether they are stale, changed. */
  onChange(listener: (venue: VenueName) => void): void {
    this.#onChange = listener;
  }

  /** Resolves once each venue has answered, or failed, for the first time. */
  async start(): Promise<void> {
    if (this.#tracked.size === 0) return;
    this.#holdInDoubt();
    const first = [...this.#tracked.values()].map((tracked) => this.#read(tracked));
    this.#timer = this.#deps.clock.every(STEP_MS, () => this.#step());
    await Promise.all(first);
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = null;
  }

  /** False for a venue without a cash account: its orders need no cash. */
  hasAccount(venue: VenueName): boolean {
    return this.#tracked.has(venue);
  }

  /** Null before the first successful read, and for a venue without a cash account. */
  get(venue: VenueName): AccountCash | null {
    const tracked = this.#tracked.get(venue);
    const cash = tracked?.cash ?? null;
    if (tracked === undefined || cash === null) return null;
    const { currency, total, available, pools, asOf } = cash;
    return { currency, total, available, ...(pools && { pools }), asOf, isStale: this.#isStale(tracked) };
  }

  /** The last read, and the monotonic time from which entries may be missing in it; null if it is stale. */
  findFresh(venue: VenueName): { readonly cash: AccountCash; readonly completeToMs: number } | null {
    const cash = this.get(venue);
    const readAtMs = this.#tracked.get(venue)?.cash?.readAtMs;
    return cash === null || cash.isStale || readAtMs === undefined
      ? null
      : { cash, completeToMs: readAtMs - LAG_MS };
  }

  /**
   * The cash that a new order may spend: the venue's amount less what orders sent since then may spend. Null when it is
   * not known, or the amount is stale: the venue then decides. A pool that the venue does not list has no cash.
   */
  findSpendable(account: CashAccount): Notional | null {
    const { venue, pool } = splitCashAccount(account);
    const tracked = this.#tracked.get(venue);
    if (tracked === undefined || tracked.base === null || this.#isOld(tracked.base)) return null;
    const { available, pools } = tracked.base;
    if (pool !== null && pools !== undefined)
      return ((pools.get(pool) ?? 0n) - (tracked.holds.get(account)?.total ?? 0n)) as Notional;
    let held = this.#deps.store.state.exposure.tokens.splitCash(venue) + tracked.splitSince;
    for (const { total } of tracked.holds.values()) held += total;
    return (available - held) as Notional;
  }

  /** The account that pays for orders in a market: a pool only while the venue reports its cash by pool. */
  findAccount({ venue, venueInstrumentId }: Pick<Leg, 'venue' | 'venueInstrumentId'>): CashAccount {
    const tracked = this.#tracked.get(venue);
    return tracked?.base?.pools === undefined ? venue : findCashAccount(tracked.venue, venueInstrumentId);
  }

  /** Holds the cash of an accepted order, in the same step as its check, so that no other order counts it too. */
  hold(id: OrderId, cash: CashByAccount): void {
    for (const [account, amount] of cash) {
      const tracked = this.#tracked.get(splitCashAccount(account).venue);
      if (tracked === undefined) continue;
      tracked.sends += 1;
      getHolds(tracked, account).add(id, amount);
    }
  }

  /** Holds the cash that a requested amend may need in addition, in the same step as its check. */
  holdChanges(id: OrderId, changes: CashChanges, targets: readonly LegTarget[]): void {
    for (const [account, change] of changes) {
      const tracked = this.#tracked.get(splitCashAccount(account).venue);
      if (tracked === undefined) continue;
      tracked.sends += 1;
      // The end of the amend before may not be durable yet.
      const legs = this.#deps.store.state.orders.get(id)?.legs ?? [];
      const holds = getHolds(tracked, account);
      holds.endChange(id, legs);
      // A venue confirms only the terms of the legs that it has.
      const paid = legs.filter((each) => paysFor(tracked, account, each));
      const own = targets.filter(({ leg }) => paid.some((each) => each.leg === leg));
      holds.addChange(id, change, own);
    }
  }

  /** No balance is sure to include a request from before the start until its outcome is known. */
  #holdInDoubt(): void {
    for (const { id, legs, pendingAmend } of this.#deps.store.state.orders.values()) {
      const targets = pendingAmend?.legs ?? [];
      const isAmended = ({ leg }: Leg): boolean => targets.some((target) => target.leg === leg);
      const accountsOf = (found: readonly Leg[]) =>
        new Map(found.map((leg) => [this.findAccount(leg), NOTIONAL_ZERO] as const));
      this.hold(id, accountsOf(legs.filter(({ status }) => status === 'PENDING_SUBMISSION')));
      this.holdChanges(id, accountsOf(legs.filter(isAmended)), targets);
    }
  }

  #isOld({ readAtMs }: VenueCash): boolean {
    return this.#deps.clock.monotonicMs() - readAtMs > STALE_MS;
  }

  #isStale({ cash }: Tracked): boolean {
    return cash === null || this.#isOld(cash);
  }

  #step(): void {
    const now = this.#deps.clock.monotonicMs();
    for (const tracked of this.#tracked.values()) {
      this.#reportStale(tracked);
      const isDue = tracked.isDue || now - tracked.startedAtMs >= REFRESH_MS;
      if (isDue && !tracked.isReading) void this.#read(tracked);
    }
  }

  #reportStale(tracked: Tracked): void {
    const isStale = this.#isStale(tracked);
    if (isStale === tracked.wasStale) return;
    tracked.wasStale = isStale;
    this.#onChange(tracked.venue.name);
  }

  async #read(tracked: Tracked): Promise<void> {
    const { clock, log } = this.#deps;
    const { venue } = tracked;
    const readAtMs = clock.monotonicMs();
    const isDue = readAtMs - tracked.changedAtMs < LAG_MS;
    Object.assign(tracked, { isDue, isReading: true, startedAtMs: readAtMs });
    const sendsBefore = tracked.sends;
    const wasIdle = tracked.holds.values().every(({ isIdle }) => isIdle);
    try {
      const read = await venue.balance?.();
      if (read === null || read === undefined) return;
      const { cash: before, wasStale } = tracked;
      tracked.cash = { ...read, asOf: clock.now(), readAtMs };
      this.#rebase(tracked, tracked.cash, wasIdle && tracked.sends === sendsBefore);
      tracked.wasStale = false;
      if (wasStale || before === null || describeCash(before) !== describeCash(read))
        this.#onChange(venue.name);
    } catch (error) {
      log.warn('a balance could not be read', { venue: venue.name, why: String(error) });
    } finally {
      tracked.isReading = false;
    }
  }

  /** Orders on their way may be in the amount or not: it then replaces nothing, until the last base is old. */
  #rebase(tracked: Tracked, cash: VenueCash, isComplete: boolean): void {
    if (isComplete) {
      tracked.base = cash;
      tracked.splitSince = 0n;
      for (const holds of tracked.holds.values()) holds.clear();
    } else if (tracked.base === null || this.#isOld(tracked.base)) {
      tracked.base = null;
      for (const holds of tracked.holds.values()) holds.deleteAnswered();
    }
  }

  #markDue({ orders, fills, settings }: TouchedRecords): void {
    for (const id of settings?.operations ?? []) this.#onOperation(this.#deps.store.state.operations.get(id));
    for (const { venue } of fills.values()) {
      const tracked = this.#tracked.get(venue);
      if (tracked !== undefined) this.#setDue(tracked);
    }
    for (const id of orders) {
      const order = this.#deps.store.state.orders.get(id);
      if (order === undefined) continue;
      for (const [name, tracked] of this.#tracked) {
        const own = order.legs.filter(({ venue }) => venue === name);
        if (own.length === 0) continue;
        this.#setDue(tracked);
        for (const [account, holds] of tracked.holds) {
          const paid = own.filter((leg) => paysFor(tracked, account, leg));
          if (paid.length > 0) holds.update(id, paid, order.pendingAmend !== null);
        }
      }
    }
  }

  #onOperation(operation: PositionOperation | undefined): void {
    const tracked = operation === undefined ? undefined : this.#tracked.get(operation.venue);
    if (operation?.status !== 'CONFIRMED' || tracked === undefined) return;
    if (operation.kind === 'SPLIT') tracked.splitSince += operation.cash;
    this.#setDue(tracked);
  }

  #setDue(tracked: Tracked): void {
    tracked.isDue = true;
    tracked.changedAtMs = this.#deps.clock.monotonicMs();
  }
}

function getHolds({ holds }: Tracked, account: CashAccount): CashHolds {
  const found = holds.get(account) ?? new CashHolds();
  holds.set(account, found);
  return found;
}

/** Whether an account pays for a leg. The pool of a market may become known, or unknown, while an order is on its way. */
function paysFor({ venue }: Tracked, account: CashAccount, leg: Leg): boolean {
  if (leg.venue !== venue.name) return false;
  const own = findCashAccount(venue, leg.venueInstrumentId);
  return own === account || own === venue.name || account === venue.name;
}

const describeCash = ({ total, available, pools = new Map() }: VenueBalance): string =>
  `${total} ${available} ${[...pools].join(' ')}`;
