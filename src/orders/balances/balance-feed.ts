import {
  type AccountId,
  type Caller,
  mapResult,
  NOTIONAL_ZERO,
  type Notional,
  type Rejection,
  type Result,
  type SubaccountId,
  scopeKey,
  type TimestampMs,
  type VenueName,
} from '#contract';
import { type TouchedRecords, toPairCash } from '#domain';
import { type Clock, type MarketView, type Timer, wait } from '#ports';
import type { Ownership } from '../order-ownership.ts';
import type { StateStore } from '../state-store.ts';
import type { VenueRegistry } from '../venue-registry.ts';
import type { BalanceSheets, SheetView } from './balance-sheets.ts';
import type { BalanceTracker } from './balance-tracker.ts';
import type { CashByVenue } from './cash-holds.ts';
import { sumReservedAtOnce, sumReservedInSlices } from './reserved-cash.ts';

/** The cash of one venue as one subaccount sees it. */
export interface Balance {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId;
  readonly venue: VenueName;
  readonly currency: string;
  readonly total: Notional | null; // null: the venue reports none, or is not limited by cash
  readonly available: Notional | null;
  readonly pools?: ReadonlyMap<string, Notional>; // parts of `available`; only where the venue divides its cash
  readonly reserved: Notional; // by the live orders of the subaccount, fees included
  /** What its tokens pay on a merge or a redemption; absent where the venue holds none. */
  readonly tokens?: { readonly lockedInPairs: Notional; readonly redeemable: Notional };
  readonly scope: 'VENUE_ACCOUNT' | 'SUBACCOUNT';
  readonly asOf: TimestampMs | null; // null: not read yet
  readonly isStale: boolean;
  readonly sheet?: SheetView | null; // at the last comparison, null before the first; absent in the stream
}

export interface BalanceFeedDeps {
  readonly store: StateStore;
  readonly venues: VenueRegistry;
  readonly market: MarketView;
  readonly ownership: Ownership;
  readonly balanceTracker: BalanceTracker;
  readonly balanceSheets: BalanceSheets;
  readonly clock: Clock;
}

type Listener = (balance: Balance) => void;

const PUBLISH_MS = 1_000;
const SLICE_SIZE = 500; // orders summed before the event loop may run other work
const DEFAULT_CURRENCY = 'USD';

/** Lists balances, and publishes each changed one at most once a second. */
export class BalanceFeed {
  readonly #deps: BalanceFeedDeps;
  readonly #listeners = new Set<Listener>();
  readonly #changed = new Map<string, { accountId: AccountId; subaccountId: SubaccountId }>();
  readonly #published = new Map<string, string>(); // by subaccount and venue
  #timer: Timer | null = null;
  #isPublishing = false;

  constructor(deps: BalanceFeedDeps) {
    this.#deps = deps;
    deps.store.onDurable((touched) => this.#onDurable(touched));
    deps.balanceTracker.onChange(() => this.#changeAll());
  }

  start(): void {
    this.#timer = this.#deps.clock.every(PUBLISH_MS, () => void this.#publish());
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = null;
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** One balance for each venue that can be traded, in the configured order. */
  list(caller: Caller, subaccountId: SubaccountId): Result<readonly Balance[], Rejection> {
    return mapResult(this.#deps.ownership.check(caller, subaccountId), (id) =>
      this.#balancesOf(caller.accountId, id, sumReservedAtOnce(caller.accountId, id, this.#deps)).map(
        (balance) => ({ ...balance, sheet: this.#findSheet(balance) }),
      ),
    );
  }

  #findSheet({ venue, accountId, subaccountId }: Balance): SheetView | null {
    return this.#deps.balanceSheets.view(venue, accountId, scopeKey(accountId, subaccountId));
  }

  #balancesOf(accountId: AccountId, subaccountId: SubaccountId, reserved: CashByVenue): readonly Balance[] {
    const { venues, balanceTracker, store } = this.#deps;
    return venues.all().map(({ name: venue, capabilities }): Balance => {
      const sum = reserved.get(venue) ?? NOTIONAL_ZERO;
      const tokens = capabilities.holdsTokens ? this.#sumTokens(accountId, subaccountId, venue) : null;
      const own = { accountId, subaccountId, venue, reserved: sum, ...(tokens && { tokens }) };
      const none = { currency: DEFAULT_CURRENCY, total: null, available: null };
      if (!balanceTracker.hasAccount(venue))
        return { ...own, ...none, scope: 'SUBACCOUNT', asOf: store.now(), isStale: false };
      const cash = balanceTracker.get(venue);
      const read = cash ?? { ...none, asOf: null, isStale: true };
      return { ...own, ...read, scope: 'VENUE_ACCOUNT' };
    });
  }

  #sumTokens(
    accountId: AccountId,
    subaccountId: SubaccountId,
    venue: VenueName,
  ): NonNullable<Balance['tokens']> {
    const { tokenPairs, claims } = this.#deps.store.state;
    const isOwn = (row: { accountId: AccountId; subaccountId: SubaccountId; venue: VenueName }): boolean =>
      row.venue === venue && row.subaccountId === subaccountId && row.accountId === accountId;
    let [lockedInPairs, redeemable] = [NOTIONAL_ZERO, NOTIONAL_ZERO];
    for (const row of tokenPairs.values())
      if (isOwn(row)) lockedInPairs = (lockedInPairs + toPairCash(row.pairs)) as Notional;
    for (const row of claims.values()) if (isOwn(row)) redeemable = (redeemable + row.payout) as Notional;
    return { lockedInPairs, redeemable };
  }

  #onDurable({ orders, positions, tokenPairs, settings }: TouchedRecords): void {
    if (this.#listeners.size === 0) return;
    const { state } = this.#deps.store;
    for (const row of [...tokenPairs, ...(settings?.claims ?? [])]) this.#change(row);
    for (const id of orders) this.#change(state.orders.get(id));
    for (const position of positions.values()) this.#change(position);
    for (const key of settings?.subaccounts ?? []) this.#change(state.subaccounts.get(key));
  }

  #changeAll(): void {
    if (this.#listeners.size === 0) return;
    for (const subaccount of this.#deps.store.state.subaccounts.values()) this.#change(subaccount);
  }

  #change(owner: { readonly accountId: AccountId; readonly subaccountId: SubaccountId } | undefined): void {
    if (owner === undefined) return;
    const { accountId, subaccountId } = owner;
    this.#changed.set(scopeKey(accountId, subaccountId), { accountId, subaccountId });
  }

  async #publish(): Promise<void> {
    if (this.#listeners.size === 0) this.#published.clear();
    if (this.#isPublishing) return;
    this.#isPublishing = true;
    try {
      await this.#publishInSlices();
    } finally {
      this.#isPublishing = false;
    }
  }

  async #publishInSlices(): Promise<void> {
    const changed = [...this.#changed];
    this.#changed.clear();
    let summed = 0;
    for (const [key, { accountId, subaccountId }] of changed) {
      if (summed >= SLICE_SIZE) {
        await wait(this.#deps.clock, 0);
        summed = 0;
      }
      summed += this.#deps.store.state.exposure.bySubaccount.size(key) % SLICE_SIZE;
      const reserved = await sumReservedInSlices(accountId, subaccountId, this.#deps);
      if (this.#timer === null) return;
      this.#publishChanges(key, this.#balancesOf(accountId, subaccountId, reserved));
    }
  }

  #publishChanges(key: string, balances: readonly Balance[]): void {
    for (const balance of balances) {
      const { total, available, pools = new Map(), reserved, tokens, isStale } = balance;
      const held = `${tokens?.lockedInPairs} ${tokens?.redeemable}`;
      const figures = `${total} ${available} ${[...pools].join(' ')} ${reserved} ${held} ${isStale}`;
      if (this.#published.get(`${key} ${balance.venue}`) === figures) continue;
      this.#published.set(`${key} ${balance.venue}`, figures);
      for (const listener of this.#listeners) listener(balance);
    }
  }
}
