import {
  findChildLeg,
  findEntryId,
  getActingKey,
  type Instrument,
  type InstrumentId,
  isParentOver,
  type NewOrder,
  NO_FLAGS,
  type OrderId,
  type Parent,
  type ParentId,
  placeableQty,
  type Qty,
  type Rejection,
  type RejectionCode,
  renderDecimal,
  type SeenBook,
  type TimestampMs,
  toChildClientId,
  toRouted,
} from '#contract';
import { findPairDrawableQty, isPair, type LedgerEvent } from '#domain';
import type { Amendment, Cancellation } from '#orders';
import type { Clock, Log, MarketView, Metrics, Timer } from '#ports';
import {
  awaitsResume,
  type ChildMove,
  type ParentStep,
  pauseParent,
  refuseChild,
  requestEnd,
  stepParent,
} from '../rules/parent-step.ts';
import { type ParentOrders, prefetchPlaces } from './parent-orders.ts';
import { ParentWatch, type ParentWatchDeps, toCaller } from './parent-watch.ts';

export interface ParentEngineDeps extends ParentWatchDeps {
  readonly market: MarketView;
  readonly parentOrders: ParentOrders;
  readonly cancellation: Cancellation;
  readonly amendment: Pick<Amendment, 'reprice'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

const TICK_MS = 1_000;
const ALERT_MS = 5_000;

/**
 * Runs the decisions of all complex orders: after each change of a book, a child, a switch or a market, and when time
 * alone may change a decision. The decisions of one parent run one after another; each is durable before its action.
 *
 * Source  docs/decisions/complex-orders.md
 */
export class ParentEngine {
  readonly watch: ParentWatch;
  readonly #deps: ParentEngineDeps;
  readonly #byInstrument = new Map<InstrumentId, Set<ParentId>>();
  readonly #byEntry = new Map<OrderId, Set<ParentId>>();
  readonly #running = new Set<ParentId>();
  readonly #again = new Set<ParentId>(); // changed while it was running
  readonly #timers = new Map<ParentId, Timer>();
  readonly #alerted = new Map<ParentId, TimestampMs>(); // the begin of the pause that is in the log
  #ticks: Timer | null = null;
  #isStarted = false;
  #isStopped = false;

  constructor(deps: ParentEngineDeps) {
    this.#deps = deps;
    this.watch = new ParentWatch(deps);
    deps.store.onDurable(({ parents, orders }) => {
      for (const id of parents) this.wake(id);
      for (const id of orders) for (const exit of this.#byEntry.get(id) ?? []) this.wake(exit);
    });
  }

  /** Takes up the parents of before this start. I-P6: nothing is placed until venue and book are known again. */
  async start(): Promise<void> {
    const { store, market, clock } = this.#deps;
    market.onBookChanged((id) => this.#wakeAll(id));
    market.onInstrumentChanged(({ instrumentId }) => this.#wakeAll(instrumentId));
    const parents = [...store.state.parents.values()].filter(({ status }) => !isParentOver(status));
    for (const parent of parents) this.watch.hold(parent);
    await this.#pauseAfterOutage(parents);
    this.#isStarted = true;
    for (const parent of parents) {
      this.#index(parent);
      await prefetchPlaces(market, parent);
      this.wake(parent.id);
    }
    this.#ticks = clock.every(TICK_MS, () => this.#tick());
  }

  /** Decides nothing more. The journal holds every decision; the next start continues from there. */
  stop(): void {
    this.#isStopped = true;
    this.#ticks?.cancel();
    for (const timer of this.#timers.values()) timer.cancel();
  }

  /** Decides again soon. Calls while the parent is deciding are combined. */
  wake(id: ParentId): void {
    if (!this.#isStarted || this.#isStopped || this.#deps.store.failure !== null) return;
    const parent = this.#deps.store.state.parents.get(id);
    if (parent === undefined) return;
    this.#index(parent);
    if (this.#running.has(id)) return void this.#again.add(id);
    this.#running.add(id);
    this.#run(id)
      .catch((error: unknown) =>
        this.#deps.log.error('a complex order could not be continued', { id, why: String(error) }),
      )
      .finally(() => {
        this.#running.delete(id);
        if (this.#again.delete(id)) this.wake(id);
      });
  }

  /** The event of a decision. */
  toEvent(
    parent: Parent,
    step: ParentStep,
    book: SeenBook | null,
    detail: string | null = step.detail,
  ): LedgerEvent {
    const { decision, state } = step;
    return { type: 'ParentDecided', parentId: parent.id, decision, state, book, detail };
  }

  /** Journals a decision and cancels the children that it ends. Resolves once both are durable. */
  async commit(parent: Parent, step: ParentStep, actor: string, detail = step.detail): Promise<void> {
    const { store } = this.#deps;
    const { book } = this.watch.view(parent);
    await store.commit('complex_order', actor, [this.toEvent(parent, step, book, detail)]);
    await this.cancelChildren(step);
    if (step.move !== null) this.#move(parent, step.move);
  }

  /** Changes the price of the live child. The request is in the state when this returns; the next decision sees it. */
  #move(parent: Parent, { orderId, price }: ChildMove): void {
    this.#deps.amendment
      .reprice(orderId, price)
      .then((isDone) => {
        if (!isDone) this.watch.noteRefusedMove(parent);
      })
      .catch((error: unknown) =>
        this.#deps.log.error('a child of a complex order could not be moved', {
          id: parent.id,
          why: String(error),
        }),
      );
  }

  async cancelChildren({ cancels, cancelReason }: ParentStep): Promise<void> {
    const { store, cancellation } = this.#deps;
    const orders = cancels.flatMap((id) => store.state.orders.get(id) ?? []);
    if (orders.length > 0) await cancellation.cancelByService(orders, cancelReason);
  }

  async #run(id: ParentId): Promise<void> {
    while (await this.#runStep(id));
  }

  /**
   * Carries out one decision; false when there is none. The entry of an exit stays in memory during the step, also when
   * it is over: its last fills must not be missed.
   */
  async #runStep(id: ParentId): Promise<boolean> {
    const { store } = this.#deps;
    const parent = store.state.parents.get(id);
    if (parent === undefined) return false;
    const entryId = isParentOver(parent.status) ? null : findEntryId(parent.params);
    return entryId === null ? this.#decide(id) : store.withOrder(entryId, () => this.#decide(id));
  }

  async #decide(id: ParentId): Promise<boolean> {
    const { store } = this.#deps;
    this.#again.delete(id);
    const parent = store.state.parents.get(id);
    if (parent === undefined || this.#isStopped || store.failure !== null) return false;
    const seen = this.watch.input(parent);
    if (seen === null) return false;
    const step = stepParent(parent, seen.input);
    if (step === null) this.#rest(parent);
    else if (step.child === null) await this.commit(parent, step, getActingKey(parent));
    else await this.#place(parent);
    return step !== null;
  }

  /**
   * Places a child through the ordinary order path. The decision is repeated in the step that accepts the child, on the
   * state of that moment, and both are one entry: a crash loses both or none.
   */
  async #place(parent: Parent): Promise<void> {
    const { store, parentOrders, log } = this.#deps;
    let isWanted = false;
    let isLast = false;
    const placed = await parentOrders.placeChild(toCaller(parent), parent, () => {
      const present = store.state.parents.get(parent.id);
      const seen = present === undefined ? null : this.watch.input(present);
      if (present === undefined || seen === null || this.#isStopped) return null;
      const step = stepParent(present, seen.input);
      if (step === null || step.child === null) return null;
      isWanted = true;
      isLast = isWholeRest(present, step.child, seen.input.grid);
      return {
        order: toChildOrder(present, step.child, this.watch.isKeyEnded(present)),
        reserved: findDrawableQty(present, step.child),
        ack: present.pair === null ? 'VENUE' : 'DURABLE',
        events: [this.toEvent(present, step, seen.book)],
      };
    });
    if (placed === null || placed.ok) return;
    const refused = store.state.parents.get(parent.id);
    if (!isWanted || refused === undefined || isParentOver(refused.status)) return;
    log.warn('a child of a complex order was refused', { id: parent.id, code: placed.error.code });
    await this.#refuse(refused, placed.error, isLast);
  }

  /** @param isLast  the refused child was for all that is left */
  async #refuse(parent: Parent, { code, message }: Rejection, isLast: boolean): Promise<void> {
    if (parent.status === 'CANCELLING' || code === 'shutting_down') return;
    const isOver = code === 'nothing_to_reduce' || (code === 'notional_below_min' && isLast);
    const step = isOver
      ? requestEnd(parent, 'CANCELLED', code === 'nothing_to_reduce' ? code : 'below_minimum')
      : refuseChild(parent, {}, CAUSES[code] ?? 'venue_unhealthy', this.#deps.store.now());
    await this.commit(parent, step, getActingKey(parent), `${code}: ${message}`);
  }

  /** Nothing to decide now: waits for the next event, or for the time at which the decision may change. */
  #rest(parent: Parent): void {
    this.#timers.get(parent.id)?.cancel();
    this.#timers.delete(parent.id);
    if (isParentOver(parent.status)) return this.#release(parent);
    const ms = this.watch.wakeInMs(parent);
    if (ms === null) return;
    this.#timers.set(
      parent.id,
      this.#deps.clock.after(ms, () => this.wake(parent.id)),
    );
  }

  #release(parent: Parent): void {
    this.watch.forget(parent);
    this.#alerted.delete(parent.id);
    for (const instrumentId of this.watch.places(parent))
      removeFrom(this.#byInstrument, instrumentId, parent.id);
    const entryId = findEntryId(parent.params);
    if (entryId !== null) removeFrom(this.#byEntry, entryId, parent.id);
  }

  #index(parent: Parent): void {
    for (const instrumentId of this.watch.places(parent)) addTo(this.#byInstrument, instrumentId, parent.id);
    const entryId = findEntryId(parent.params);
    if (entryId !== null) addTo(this.#byEntry, entryId, parent.id);
  }

  #wakeAll(instrumentId: InstrumentId): void {
    for (const id of this.#byInstrument.get(instrumentId) ?? []) this.wake(id);
  }

  wakeEach(): void {
    for (const instrumentId of this.#byInstrument.keys()) this.#wakeAll(instrumentId);
  }

  /** A book that becomes stale sends no event. */
  #tick(): void {
    const { market, metrics, store } = this.#deps;
    this.watch.retainBooks(new Set(this.#byInstrument.keys()));
    const paused = new Set<ParentId>(); // one of two legs is at two instruments
    for (const [instrumentId, ids] of this.#byInstrument) {
      if (market.instrument(instrumentId) === null)
        market.prefetchInstrument(instrumentId).catch(() => undefined); // the next tick tries again
      for (const id of ids) {
        this.wake(id);
        const parent = store.state.parents.get(id);
        if (parent?.status !== 'PAUSED') continue;
        paused.add(id);
        this.#alert(parent);
      }
    }
    metrics.gauge('complex_orders_paused', paused.size);
  }

  #alert(parent: Parent): void {
    const { store, log } = this.#deps;
    const { id, pausedAt, pausedBy } = parent;
    if (pausedAt === null || store.now() - pausedAt < ALERT_MS || this.#alerted.get(id) === pausedAt) return;
    this.#alerted.set(id, pausedAt);
    log.warn('a complex order is paused and places nothing', { id, cause: pausedBy ?? '', since: pausedAt });
  }

  async #pauseAfterOutage(parents: readonly Parent[]): Promise<void> {
    const { store } = this.#deps;
    const outageMs = store.now() - (store.lastAtBeforeStart ?? store.now());
    const events = parents.flatMap((parent) => {
      const { maxOutageMs } = parent.params;
      const isTooLong = maxOutageMs !== null && outageMs > maxOutageMs;
      // A pause that would end by itself becomes one that does not.
      if (!isTooLong || awaitsResume(parent) || parent.status === 'CANCELLING') return [];
      const detail = `the service was down for ${Math.round(outageMs / 1_000)} s`;
      return [this.toEvent(parent, pauseParent(parent, 'outage', store.now()), null, detail)];
    });
    if (events.length > 0) await store.commit('complex_order', 'service', events);
  }
}

function addTo<Key>(index: Map<Key, Set<ParentId>>, key: Key, id: ParentId): void {
  const ids = index.get(key);
  if (ids === undefined) index.set(key, new Set([id]));
  else ids.add(id);
}

function removeFrom<Key>(index: Map<Key, Set<ParentId>>, key: Key, id: ParentId): void {
  const ids = index.get(key);
  ids?.delete(id);
  if (ids?.size === 0) index.delete(key);
}

/** Why a refused child pauses its parent; any other code: the venue. */
const CAUSES: Partial<Readonly<Record<RejectionCode, 'risk_limit'>>> = {
  risk_limit: 'risk_limit',
  insufficient_balance: 'risk_limit',
  allowance_missing: 'risk_limit',
};

/** The quantity for which the parent keeps a reservation, or whose position the child closes (I-P2). */
const findDrawableQty = (parent: Parent, { target, price }: NonNullable<ParentStep['child']>): Qty =>
  isPair(parent) && target !== undefined
    ? findPairDrawableQty(parent, target)
    : placeableQty(parent, findChildLeg(parent.params, { ...(target ?? parent), price }));

/** The child is for all that is left, but for less than the market accepts. */
const isWholeRest = (
  parent: Parent,
  { qty }: NonNullable<ParentStep['child']>,
  { qtyMin }: Pick<Instrument, 'qtyMin'>,
): boolean => !isPair(parent) && parent.qty - parent.filledQty - parent.liveQty - qty < qtyMin;

/** @param isKeyEnded  the child may only reduce, whatever the parent says */
function toChildOrder(
  parent: Parent,
  { qty, price, tif, target = parent }: NonNullable<ParentStep['child']>,
  isKeyEnded: boolean,
): NewOrder {
  const number = parent.childCount + 1;
  return {
    ...NO_FLAGS,
    subaccountId: parent.subaccountId,
    ...toRouted({ ...parent, instrumentId: target.instrumentId }),
    side: target.side,
    outcome: target.outcome,
    type: 'LIMIT',
    tif,
    expiresAt: tif === 'GTD' ? parent.expiresAt : null,
    price,
    priceText: renderDecimal(price),
    qty,
    qtyText: renderDecimal(qty),
    clientOrderId: toChildClientId(parent.id, number),
    postOnly: parent.postOnly && tif !== 'IOC',
    reduceOnly: parent.reduceOnly || isKeyEnded,
    parentId: parent.id,
    tag: parent.tag,
  };
}
