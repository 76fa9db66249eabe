import {
  assert,
  type Caller,
  err,
  getActingKey,
  guardKey,
  isLive,
  isParentOver,
  type Order,
  ok,
  type Rejection,
  type Result,
  type RiskGuard,
  type SubaccountId,
  type TimestampMs,
} from '#contract';
import {
  cancelsOrder,
  findDeadlineAtStart,
  GUARD_SLACK_MS,
  isRenewalStored,
  type LedgerEvent,
  liftsBlockOf,
} from '#domain';
import {
  type Cancellation,
  type ComplexOrderStops,
  type GuardRequest,
  type GuardState,
  type Ownership,
  refuseAgentCall,
  type StateStore,
  toCancelEvents,
  type VenueHeartbeats,
  type VenueRegistry,
} from '#orders';
import type { Clock, Log, Metrics, Timer } from '#ports';

interface RiskGuardsDeps {
  readonly store: StateStore;
  readonly cancellation: Cancellation;
  readonly ownership: Ownership;
  readonly complexOrders: Pick<ComplexOrderStops, 'endForGuard'>;
  readonly venues: VenueRegistry;
  readonly heartbeats: VenueHeartbeats;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

interface ArmedGuard {
  readonly deadlineAt: TimestampMs;
  readonly timer: Timer;
}

const NO_DEAD_SERVICE =
  'The venue keeps resting orders while Crossbook is down; a guard fires at its next start.';

/**
 * Guards cancel the orders of a key that has become silent. A guard that fires and its cancels are one journal entry
 * (I-42), so a crash loses neither. At a start the guards whose durable deadline has passed fire before any request.
 */
export class RiskGuards {
  readonly #deps: RiskGuardsDeps;
  readonly #armed = new Map<string, ArmedGuard>();

  constructor(deps: RiskGuardsDeps) {
    this.#deps = deps;
  }

  /** Fires the guards whose deadline passed while the service was down, and arms the others. */
  async start(): Promise<void> {
    const { store } = this.#deps;
    for (const guard of store.state.guards.values()) {
      if (guard.latestAt === null) continue;
      const deadlineAt = findDeadlineAtStart(guard, guard.latestAt, store.now());
      if (deadlineAt > store.now()) this.#arm(guard, deadlineAt);
      else await this.#fireAtStart(guard);
    }
  }

  stop(): void {
    for (const { timer } of this.#armed.values()) timer.cancel();
  }

  get(caller: Caller, subaccountId: SubaccountId | null): Result<GuardState, Rejection> {
    const checked = this.#deps.ownership.scope(caller, subaccountId);
    return checked.ok ? ok(this.#toState(caller, subaccountId)) : checked;
  }

  /**
   * Each call moves the deadline. Also lifts the blocks of the guard, and of those that it replaces.
   *
   * Refuses  `agent_policy`: the guard of an agent key concerns the orders of that key only
   */
  async set(caller: Caller, request: GuardRequest): Promise<Result<GuardState, Rejection>> {
    const { store, ownership } = this.#deps;
    const { subaccountId, ...terms } = request;
    const forbidden = terms.scope === 'KEY' ? null : refuseAgentCall(caller, 'guards', store);
    if (forbidden !== null) return err(forbidden);
    const checked = ownership.scope(caller, subaccountId);
    if (!checked.ok) return checked;
    const key = guardKey({ keyId: caller.keyId, subaccountId });
    const before = store.state.guards.get(key);
    const deadlineAt = (store.now() + terms.timeoutMs) as TimestampMs;
    const isStored =
      before !== undefined && terms.timeoutMs > 0 && isRenewalStored(before, terms, deadlineAt);
    const guard = isStored ? before : this.#toGuard(caller, request, before, deadlineAt);
    // A renewal that is stored may rest on an entry that is not durable yet.
    const durable = isStored ? store.whenDurable() : this.#commit(caller, guard);
    if (terms.timeoutMs === 0) this.#disarm(key);
    else this.#arm(guard, deadlineAt);
    const state = this.#toState(caller, subaccountId);
    await durable;
    return ok(state);
  }

  #toGuard(
    { accountId, keyId }: Caller,
    { subaccountId, ...terms }: GuardRequest,
    before: RiskGuard | undefined,
    deadlineAt: TimestampMs,
  ): RiskGuard {
    return {
      accountId,
      keyId,
      subaccountId,
      ...terms,
      latestAt: terms.timeoutMs === 0 ? null : ((deadlineAt + GUARD_SLACK_MS) as TimestampMs),
      blocked: false,
      firedCount: before?.firedCount ?? 0,
      lastFiredAt: before?.lastFiredAt ?? null,
      updatedAt: this.#deps.store.now(),
    };
  }

  #commit(caller: Caller, guard: RiskGuard): Promise<void> {
    const { store } = this.#deps;
    const lifted = [...store.state.guards.values()].filter((other) => liftsBlockOf(guard, caller, other));
    const events = [guard, ...lifted.map((other) => ({ ...other, blocked: false }))].map(
      (each): LedgerEvent => ({ type: 'GuardSet', guard: each }),
    );
    return store.commit('guard', guard.keyId, events);
  }

  #arm(guard: RiskGuard, deadlineAt: TimestampMs): void {
    const key = guardKey(guard);
    this.#disarm(key);
    const { clock, store, log, heartbeats } = this.#deps;
    heartbeats.begin();
    const timer = clock.after(deadlineAt - store.now(), () => {
      this.#armed.delete(key);
      this.#fire(key).catch((error: unknown) =>
        log.error('a guard fired without a journal entry', { key, why: String(error) }),
      );
    });
    this.#armed.set(key, { deadlineAt, timer });
  }

  #disarm(key: string): void {
    this.#armed.get(key)?.timer.cancel();
    this.#armed.delete(key);
  }

  async #fire(key: string): Promise<void> {
    const { store, cancellation } = this.#deps;
    const guard = store.state.guards.get(key);
    if (guard === undefined || guard.latestAt === null) return;
    const orders = this.#findOrders(guard);
    const requested = cancellation.cancelBecause(this.#toCauses(guard), orders, 'guard', guard.keyId);
    if (store.failure === null) this.#assertCancelled(guard);
    await requested;
    this.#report(guard, orders.length);
  }

  /** The orders are not reconciled with their venues yet, so their cancels are journaled now and sent afterwards. */
  async #fireAtStart(guard: RiskGuard): Promise<void> {
    const { store } = this.#deps;
    const orders = this.#findOrders(guard);
    const durable = store.commit('guard', guard.keyId, [
      ...this.#toCauses(guard),
      ...toCancelEvents(orders, 'guard'),
    ]);
    this.#assertCancelled(guard);
    await durable;
    this.#report(guard, orders.length);
  }

  #assertCancelled(guard: RiskGuard): void {
    const isEach = this.#findOrders(guard).every(({ pendingAction }) => pendingAction === 'cancel');
    assert(isEach, 'I-42: a guard that fires cancels each live order in its scope');
    const { state } = this.#deps.store;
    const isEnded = [...state.parents.values()]
      .filter((parent) => cancelsOrder(guard, state.keys, { ...parent, keyId: getActingKey(parent) }))
      .every(({ status }) => status === 'CANCELLING' || isParentOver(status));
    assert(isEnded, 'I-42: a guard that fires ends each complex order in its scope');
  }

  /** A complex order of a silent key ends with its orders, or it would place them again. */
  #toCauses(guard: RiskGuard): readonly LedgerEvent[] {
    const { store, complexOrders } = this.#deps;
    const ended = complexOrders.endForGuard((parent) => cancelsOrder(guard, store.state.keys, parent));
    return [this.#toFired(guard), ...ended];
  }

  #toFired(guard: RiskGuard): LedgerEvent {
    const now = this.#deps.store.now();
    const fired = { firedCount: guard.firedCount + 1, lastFiredAt: now, updatedAt: now };
    return {
      type: 'GuardFired',
      guard: { ...guard, ...fired, latestAt: null, blocked: guard.blockAfter },
    };
  }

  #findOrders(guard: RiskGuard): readonly Order[] {
    const { orders, keys } = this.#deps.store.state;
    return [...orders.values()].filter((order) => isLive(order.status) && cancelsOrder(guard, keys, order));
  }

  #report({ keyId, scope, subaccountId }: RiskGuard, orders: number): void {
    const { log, metrics } = this.#deps;
    metrics.count('guards_fired_total', { scope });
    log.warn('a guard fired: its orders are cancelled', {
      key: keyId,
      scope,
      subaccount: subaccountId,
      orders,
    });
  }

  #toState({ keyId }: Caller, subaccountId: SubaccountId | null): GuardState {
    const { store, venues } = this.#deps;
    const key = guardKey({ keyId, subaccountId });
    return {
      subaccountId,
      guard: store.state.guards.get(key) ?? null,
      deadlineAt: this.#armed.get(key)?.deadlineAt ?? null,
      venues: venues.all().map(({ name, capabilities }) => ({
        venue: name,
        cancelsInMs: capabilities.heartbeat?.cancelsInMs ?? null,
        note: capabilities.deadServiceNote ?? NO_DEAD_SERVICE,
      })),
    };
  }
}
