import {
  type Caller,
  type Fill,
  ok,
  type Rejection,
  type Result,
  type ScopeKey,
  type SubaccountId,
  scopeKey,
} from '#contract';
import {
  FillWindow,
  freeze,
  isBreached,
  isFrozen,
  type MakerProtection,
  type ProtectionTerms,
  toSignedQty,
} from '#domain';
import type { Log, Metrics } from '#ports';
import type { Ownership } from '../order-ownership.ts';
import type { StateStore } from '../state-store.ts';
import type { QuoteBook } from './quote-book.ts';
import type { ProtectionState } from './quote-types.ts';

interface MakerProtectorDeps {
  readonly store: StateStore;
  readonly ownership: Ownership;
  readonly quoteBook: QuoteBook;
  readonly log: Log;
  readonly metrics: Metrics;
}

/**
 * Withdraws the quotes of a subaccount that fill more than its protection allows, and refuses new ones. The freeze and the
 * cancels are one journal entry (I-Q4), so a crash loses neither. The window of fills begins empty at a start, as the
 * quotes do.
 */
export class MakerProtector {
  readonly #deps: MakerProtectorDeps;
  readonly #windows = new Map<ScopeKey, FillWindow>();
  readonly #counted = new Map<ScopeKey, Set<Fill['id']>>(); // a fill is stored again when it is settled

  constructor(deps: MakerProtectorDeps) {
    this.#deps = deps;
    deps.store.onDurable(({ fills }) => {
      for (const fill of fills.values()) this.#onFill(fill);
    });
  }

  get(caller: Caller, subaccountId: SubaccountId): Result<ProtectionState, Rejection> {
    const owned = this.#deps.ownership.check(caller, subaccountId);
    return owned.ok ? ok(this.#toState(caller, subaccountId)) : owned;
  }

  /** Does not end a freeze. */
  set(
    caller: Caller,
    subaccountId: SubaccountId,
    terms: ProtectionTerms,
  ): Promise<Result<ProtectionState, Rejection>> {
    return this.#change(caller, subaccountId, (before) => ({ ...before, ...terms }));
  }

  reset(caller: Caller, subaccountId: SubaccountId): Promise<Result<ProtectionState, Rejection>> {
    return this.#change(caller, subaccountId, (before) => {
      this.#windows.get(scopeKey(caller.accountId, subaccountId))?.clear();
      return { ...before, frozenAt: null, frozenUntil: null };
    });
  }

  async #change(
    caller: Caller,
    subaccountId: SubaccountId,
    change: (before: MakerProtection) => MakerProtection,
  ): Promise<Result<ProtectionState, Rejection>> {
    const { store, ownership } = this.#deps;
    const owned = ownership.check(caller, subaccountId);
    if (!owned.ok) return owned;
    const { accountId, keyId } = caller;
    const before = store.state.protections.get(scopeKey(accountId, subaccountId));
    const updatedAt = store.now();
    const protection = { ...change(before ?? toUnset(caller, subaccountId, updatedAt)), updatedAt };
    await store.commit('mmp', keyId, [{ type: 'ProtectionSet', protection }]);
    return ok(this.#toState(caller, subaccountId));
  }

  #onFill({
    id,
    orderId,
    accountId,
    subaccountId,
    instrumentId,
    side,
    outcome,
    qty,
    settlement,
  }: Fill): void {
    const { store, quoteBook } = this.#deps;
    if (orderId === null || settlement === 'VOID' || !quoteBook.isQuote(orderId)) return;
    const key = scopeKey(accountId, subaccountId);
    if (!this.#isNew(key, id)) return;
    const window = this.#windows.get(key) ?? new FillWindow();
    this.#windows.set(key, window);
    window.add({ instrumentId, signedQty: toSignedQty(side, outcome, qty), at: store.now() });
    const protection = store.state.protections.get(key);
    // Read also without a protection, since that is what forgets older fills.
    const totals = window.totals(protection?.windowMs ?? WINDOW_MS, store.now());
    if (protection === undefined || store.failure !== null || isFrozen(protection, store.now())) return;
    if (!isBreached(protection, totals)) return;
    window.clear();
    this.#freeze(protection).catch((error: unknown) =>
      this.#deps.log.error('a breach could not be recorded', { subaccountId, why: String(error) }),
    );
  }

  #isNew(key: ScopeKey, id: Fill['id']): boolean {
    const counted = this.#counted.get(key) ?? new Set();
    this.#counted.set(key, counted);
    if (counted.has(id)) return false;
    counted.add(id);
    const [oldest] = counted;
    if (counted.size > COUNTED_MAX && oldest !== undefined) counted.delete(oldest);
    return true;
  }

  async #freeze(protection: MakerProtection): Promise<void> {
    const { store, quoteBook, log, metrics } = this.#deps;
    const { subaccountId } = protection;
    const frozen = freeze(protection, store.now());
    const orders = await quoteBook.pullBecause(
      [{ type: 'ProtectionBreached', protection: frozen }],
      protection,
      'mmp',
    );
    metrics.count('mmp_breaches_total');
    log.warn('market maker protection withdrew the quotes', { subaccount: subaccountId, orders });
  }

  #toState({ accountId }: Caller, subaccountId: SubaccountId): ProtectionState {
    const { store } = this.#deps;
    const key = scopeKey(accountId, subaccountId);
    const protection = store.state.protections.get(key);
    const totals = this.#windows.get(key)?.totals(protection?.windowMs ?? WINDOW_MS, store.now());
    return {
      subaccountId,
      protection: protection ?? null,
      isFrozen: isFrozen(protection, store.now()),
      totals: totals ?? NO_FILLS,
    };
  }
}

export const WINDOW_MS = 15_000;
const COUNTED_MAX = 10_000;
const NO_FILLS = new FillWindow().totals(0, 0 as MakerProtection['updatedAt']);

const toUnset = (
  { accountId }: Caller,
  subaccountId: SubaccountId,
  updatedAt: MakerProtection['updatedAt'],
): MakerProtection => ({
  accountId,
  subaccountId,
  windowMs: WINDOW_MS,
  filledQtyMax: null,
  netQtyMax: null,
  frozenMs: 0,
  frozenAt: null,
  frozenUntil: null,
  breaches: 0,
  updatedAt,
});
