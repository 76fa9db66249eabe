import {
  assert,
  type Caller,
  type ClientOrderId,
  countResting,
  err,
  findCountedQty,
  getActingKey,
  invalidField,
  invalidFields,
  isKillSwitchOn,
  isParentOver,
  listTargets,
  type NewOrder,
  type NewParent,
  notFound,
  ok,
  type Parent,
  type ParentId,
  type ParentReason,
  type ParentTerms,
  type PauseCause,
  parseOrderId,
  type Qty,
  type Rejection,
  type Result,
  rejection,
  requirePresent,
  type SubaccountId,
  toParentId,
} from '#contract';
import {
  bindInstruments,
  checkRisk,
  findReach,
  type LedgerEvent,
  NO_CHILDREN,
  NO_PAIR,
  readClientOrderId,
  readSubaccountId,
  type TouchedRecords,
} from '#domain';
import {
  type CommandContext,
  checkDayLimitsOfParentAmend,
  isGranted,
  isKilledFor,
  KeyedMutex,
  KILLED,
  type ParentCancelSummary,
  type ParentFilter,
  type ParentPreview,
  refuseEndedKey,
  type SubmittedParent,
} from '#orders';
import { type Clock, wait } from '#ports';
import { pauseParent, requestEnd, resumeParent } from '../rules/parent-step.ts';
import {
  computeParentFingerprint,
  type ParsedParent,
  parseNewParent,
  parseParentAmend,
} from '../rules/parse-parent.ts';
import { findActiveStatus, getRules } from '../rules/rules-of-types.ts';
import { findOverfillRefusal } from '../types/oco/oco-rules.ts';
import { type ParseExitRules, readAssetId, readAttachTo } from '../types/tp-sl/parse-exit.ts';
import { checkHedge } from './hedge-check.ts';
import {
  admitParent,
  findMetRefusal,
  findTermsRefusal,
  type ParentAdmissionDeps,
  toRiskRequest,
} from './parent-admission.ts';
import type { ParentEngine } from './parent-engine.ts';
import { type ParentOrders, prefetchPlaces } from './parent-orders.ts';
import { type PreviewParentDeps, previewParent } from './parent-preview.ts';
import { readFirstAnswer } from './parent-reads.ts';
import { toChildTerms } from './parent-watch.ts';

export interface ParentServiceDeps extends ParentAdmissionDeps, PreviewParentDeps {
  readonly engine: ParentEngine;
  readonly clock: Clock;
  readonly ackWaitMs: number;
  readonly outcomeRequired: boolean;
  readonly venueNames: ParseExitRules['venueNames'];
  readonly parentOrders: ParentOrders;
}

/** The operations of callers on complex orders. */
export class ParentService {
  readonly #deps: ParentServiceDeps;
  readonly #lock = new KeyedMutex();
  readonly #waiters = new Map<ParentId, Set<() => void>>(); // calls that wait for the end of a parent

  constructor(deps: ParentServiceDeps) {
    this.#deps = deps;
    deps.store.onDurable((touched) => this.#answerWaiters(touched));
  }

  /** Accepts a complex order. An exact repeat returns the answer of the first call. */
  submit(
    caller: Caller,
    body: unknown,
    headerKey: string | null,
    command?: CommandContext,
  ): Promise<Result<SubmittedParent, Rejection>> {
    const key = readClientOrderId(body, headerKey);
    const work = () => this.#submitOne(caller, body, headerKey, key, command);
    return key === null ? work() : this.#lock.run(`${caller.accountId}/${key}`, work);
  }

  async #submitOne(
    caller: Caller,
    body: unknown,
    headerKey: string | null,
    key: ClientOrderId | null,
    command?: CommandContext,
  ): Promise<Result<SubmittedParent, Rejection>> {
    const { store } = this.#deps;
    const parsed = parseNewParent(body, headerKey, await this.#findRules(caller, body));
    const known = key === null ? null : await store.loadParentByKey(caller.accountId, key);
    const order = key === null ? null : await store.loadOrderByClientId(caller.accountId, key);
    if (known !== null && parsed.ok && isRepeat(caller, known, parsed.value))
      return ok({ parent: await readFirstAnswer(store, known), replayed: true });
    if (isKilledFor(store.state, caller, readSubaccountId(body))) return err(KILLED);
    if (known !== null || order !== null) return err(CONFLICT);
    const overfill = findOverfillRefusal(body);
    if (overfill !== null) return err(overfill);
    if (!parsed.ok) return err(invalidFields(parsed.error));
    await this.#prefetch(parsed.value.parent);
    const hedge = await checkHedge(parsed.value.parent, this.#deps.market);
    if (!hedge.ok) return hedge;
    const { entry } = parsed.value;
    if (entry !== null) return this.#acceptBracket(caller, parsed.value, entry, command);
    const refused = command?.check() ?? this.#refuseEnded(caller, parsed.value.parent);
    return refused === null ? this.#accept(caller, parsed.value, command) : err(refused);
  }

  /** A request for an exit is read together with the order that it names. */
  async #findRules(caller: Caller, body: unknown): Promise<ParseExitRules> {
    const { store, outcomeRequired, venueNames } = this.#deps;
    const id = parseOrderId(readAttachTo(body));
    const order = id === null ? null : await store.loadOrder(id);
    const isOwn =
      order !== null && order.accountId === caller.accountId && isGranted(caller, order.subaccountId);
    const assetId = readAssetId(body);
    const asset = assetId === null ? null : await this.#deps.market.prefetchAsset(assetId);
    return {
      outcomeRequired,
      venueNames,
      attached: isOwn ? order : null,
      asset,
    };
  }

  async #prefetch(parent: NewParent): Promise<void> {
    const { market } = this.#deps;
    const ids = await prefetchPlaces(market, parent);
    if (ids.length > 0) await market.waitForBooks(ids);
  }

  /** Check and reservation are one synchronous step. */
  async #accept(
    caller: Caller,
    parsed: ParsedParent,
    command?: CommandContext,
  ): Promise<Result<SubmittedParent, Rejection>> {
    const { store, market } = this.#deps;
    const decided = this.#decide(caller, parsed, parsed.parent.params);
    if (!decided.ok) return decided;
    const accepted = decided.value;
    const instruments = listTargets(accepted).map(({ instrumentId }) =>
      requirePresent(market.instrument(instrumentId), 'an admitted instrument'),
    );
    const events: LedgerEvent[] = [
      ...bindInstruments(store.state, instruments),
      { type: 'ParentAccepted', parent: accepted },
    ];
    const durable = store.commit('complex_submit', caller.keyId, events);
    command?.onDecided();
    await durable;
    return ok({ parent: accepted, replayed: false });
  }

  /** The entry of a bracket and its exit are one entry of the journal: a crash loses both or none. */
  async #acceptBracket(
    caller: Caller,
    parsed: ParsedParent,
    entry: NewOrder,
    command?: CommandContext,
  ): Promise<Result<SubmittedParent, Rejection>> {
    const { params } = parsed.parent;
    assert('attachTo' in params, 'only an exit has an entry');
    const placed = await this.#deps.parentOrders.placeEntry(
      caller,
      { ...entry, sessionId: command?.sessionId ?? null },
      countResting(parsed.parent),
      (attachTo) => {
        const refused = command?.check() ?? this.#refuseEnded(caller, parsed.parent);
        return refused === null ? this.#decide(caller, parsed, { ...params, attachTo }) : err(refused);
      },
    );
    return placed.ok ? ok({ parent: placed.value, replayed: false }) : placed;
  }

  #decide(caller: Caller, parsed: ParsedParent, params: Parent['params']): Result<Parent, Rejection> {
    const { store, engine } = this.#deps;
    const { parent } = parsed;
    const { accountId } = caller;
    const { idempotencyKey } = parent;
    // An order or a complex order may have taken the key since it was looked up.
    if (idempotencyKey !== null) {
      const taken =
        store.findOrderByClientId(accountId, idempotencyKey) ??
        store.findParentByKey(accountId, idempotencyKey);
      if (taken !== null) return err(CONFLICT);
    }
    const approved = admitParent(caller, parent, engine.watch, this.#deps);
    if (!approved.ok) return approved;
    const id = toParentId(store.state.parentNumber + 1);
    const fingerprint = computeParentFingerprint(parsed);
    return ok(acceptParent(caller, { ...parent, params }, { id, fingerprint }, this.#deps));
  }

  async preview(caller: Caller, body: unknown): Promise<Result<ParentPreview, Rejection>> {
    const { store, engine } = this.#deps;
    const parsed = parseNewParent(body, null, await this.#findRules(caller, body));
    if (parsed.ok) await this.#prefetch(parsed.value.parent);
    if (isKilledFor(store.state, caller, readSubaccountId(body))) return err(KILLED);
    const overfill = findOverfillRefusal(body);
    if (overfill !== null) return err(overfill);
    if (!parsed.ok) return err(invalidFields(parsed.error));
    const hedge = await checkHedge(parsed.value.parent, this.#deps.market);
    if (!hedge.ok) return hedge;
    return previewParent(caller, parsed.value, hedge.value, engine.watch, this.#deps);
  }

  /** Changes terms. A live child with the old price is cancelled; the next one follows once its end is proven. */
  async amend(
    caller: Caller,
    id: ParentId,
    body: unknown,
    command?: CommandContext,
  ): Promise<Result<Parent, Rejection>> {
    const { store, market } = this.#deps;
    const found = await this.#load(caller, id);
    if (!found.ok) return found;
    await prefetchPlaces(market, found.value);
    const parent = store.state.parents.get(id) ?? found.value;
    const parsed = parseParentAmend(parent, body);
    if (!parsed.ok) return err(invalidFields(parsed.error));
    const stopped = command?.check() ?? this.#refuseEnded(caller, parent);
    const refusal = stopped ?? this.#findAmendRefusal(caller, parent, parsed.value);
    if (refusal !== null) return err(refusal);
    const durable = store.commit('complex_amend', caller.keyId, [
      { type: 'ParentAmended', parentId: id, terms: parsed.value },
    ]);
    command?.onDecided();
    await durable;
    return ok(this.#present(parent));
  }

  #refuseEnded(caller: Caller, { subaccountId }: Pick<Parent, 'subaccountId'>): Rejection | null {
    return isGranted(caller, subaccountId)
      ? refuseEndedKey({ ...caller, subaccountId }, this.#deps.store)
      : null;
  }

  #findAmendRefusal(caller: Caller, parent: Parent, terms: ParentTerms): Rejection | null {
    const { store, market, engine } = this.#deps;
    if (isParentOver(parent.status) || parent.status === 'CANCELLING') return parentNotOpen(parent);
    const amended = { ...parent, ...terms };
    const onlyLowers =
      terms.price === parent.price && terms.params === parent.params && terms.qty <= parent.qty;
    if (!onlyLowers && isKillSwitchOn(store.state, parent.accountId, parent.subaccountId)) return KILLED;
    if (terms.qty < findUsedQty(parent))
      return invalidField('qty', 'must not be below the filled quantity and that of live children');
    if (terms.expiresAt !== null && terms.expiresAt <= store.now())
      return invalidField('expires_at', 'must be in the future');
    for (const target of listTargets(parent)) {
      const instrument = market.instrument(target.instrumentId);
      if (instrument === null) return notFound('instrument');
      const refusal = findTermsRefusal(
        { ...amended, ...target },
        toChildTerms(amended, instrument, this.#deps.venues),
      );
      if (refusal !== null) return refusal;
    }
    if (terms.params !== parent.params && parent.triggeredAt === null) {
      const met = findMetRefusal(amended, engine.watch);
      if (met !== null) return met;
    }
    const issues = getRules(terms.params).params.findIssues(terms.params, amended);
    if (issues.length > 0) return invalidFields(issues);
    const exceeded = checkDayLimitsOfParentAmend(caller, parent, amended, this.#deps);
    if (exceeded !== null) return exceeded;
    if (terms.qty <= parent.qty) return null;
    if (parent.reduceOnly) return invalidField('qty', 'cannot be raised on a reduce_only order');
    const added = (terms.qty - parent.qty) as Qty;
    const approved = checkRisk(store.state, toRiskRequest(parent, amended, added, false));
    return approved.ok ? null : approved.error;
  }

  /** Refuses `not_found`, and `order_not_open` for a parent that is over other than by a cancel. */
  async cancel(caller: Caller, id: ParentId, command?: CommandContext): Promise<Result<Parent, Rejection>> {
    const { store, engine } = this.#deps;
    const found = await this.#load(caller, id);
    if (!found.ok) return found;
    const stopped = command?.check() ?? null;
    if (stopped !== null) return err(stopped);
    const parent = store.state.parents.get(id) ?? found.value;
    if (parent.status === 'CANCELLED') return ok(parent);
    if (isParentOver(parent.status)) return err(parentNotOpen(parent));
    const requested =
      parent.status === 'CANCELLING'
        ? store.whenDurable()
        : engine.commit(parent, requestEnd(parent, 'CANCELLED', 'user_cancel'), caller.keyId);
    command?.onDecided();
    await requested;
    return ok(command?.ack === 'DURABLE' ? this.#present(parent) : await this.#waitForEnd(parent));
  }

  /** Ends every parent of these subaccounts that is not over, in one entry, decided before this call returns. */
  requestEndOfAll(
    caller: Caller,
    subaccounts: ReadonlySet<SubaccountId>,
    reason: Extract<ParentReason, 'cancel_all' | 'risk_cancel_all'>,
  ): Promise<readonly Parent[]> {
    const { store, engine } = this.#deps;
    const open = [...store.state.parents.values()].filter(
      (parent) =>
        parent.accountId === caller.accountId &&
        subaccounts.has(parent.subaccountId) &&
        !isParentOver(parent.status),
    );
    const steps = open
      .filter(({ status }) => status !== 'CANCELLING')
      .map((parent) => ({ parent, step: requestEnd(parent, 'CANCELLED', reason) }));
    const events = steps.map(({ parent, step }) => engine.toEvent(parent, step, null));
    const durable =
      events.length > 0 ? store.commit('complex_cancel_all', caller.keyId, events) : store.whenDurable();
    return durable.then(async () => {
      for (const { step } of steps) await engine.cancelChildren(step);
      return open;
    });
  }

  async cancelAll(
    caller: Caller,
    subaccountId: SubaccountId | null,
  ): Promise<Result<ParentCancelSummary, Rejection>> {
    const scope = this.#deps.ownership.scope(caller, subaccountId);
    if (!scope.ok) return scope;
    const open = await this.requestEndOfAll(caller, scope.value, 'cancel_all');
    const ended = await Promise.all(open.map((parent) => this.#waitForEnd(parent)));
    return ok({
      subaccountId,
      cancelled: ended.filter(({ status }) => status === 'CANCELLED').map(({ id }) => id),
      pending: ended.filter(({ status }) => !isParentOver(status)).map(({ id }) => id),
    });
  }

  /**
   * A paused parent is decided on the present situation, and one whose key has ended gets the key of the caller. Any other
   * is returned unchanged.
   */
  async resume(caller: Caller, id: ParentId): Promise<Result<Parent, Rejection>> {
    const { store, engine } = this.#deps;
    const found = await this.#load(caller, id);
    if (!found.ok) return found;
    const parent = store.state.parents.get(id) ?? found.value;
    const ended = this.#refuseEnded(caller, parent);
    if (ended !== null) return err(ended);
    if (isParentOver(parent.status) || parent.status === 'CANCELLING') return err(parentNotOpen(parent));
    if (isKillSwitchOn(store.state, parent.accountId, parent.subaccountId)) return err(KILLED);
    if (parent.status !== 'PAUSED' && !engine.watch.isKeyEnded(parent)) return ok(parent);
    await engine.commit(parent, resumeParent(parent, caller.keyId), caller.keyId);
    return ok(this.#present(parent));
  }

  /** I-42: the events that end the parents that a guard covers; their live children are cancelled. */
  endForGuard(isCovered: ParentFilter): readonly LedgerEvent[] {
    return this.#listCovered(isCovered).map((parent) =>
      this.#deps.engine.toEvent(parent, requestEnd(parent, 'CANCELLED', 'guard'), null),
    );
  }

  /** The events that pause the parents that the end of a session covers. */
  pauseForSession(isCovered: ParentFilter): readonly LedgerEvent[] {
    const { store, engine } = this.#deps;
    return this.#listCovered(isCovered)
      .filter((parent) => isPausable(parent, 'guard'))
      .map((parent) => engine.toEvent(parent, pauseParent(parent, 'guard', store.now()), null));
  }

  /** The parents that go on, of which a guard or session covers the key that accounts for them. */
  #listCovered(isCovered: ParentFilter): readonly Parent[] {
    return [...this.#deps.store.state.parents.values()]
      .filter(({ status }) => !isParentOver(status) && status !== 'CANCELLING')
      .filter((parent) => isCovered({ ...parent, keyId: getActingKey(parent) }));
  }

  /** I-P5: the events that pause the parents of these subaccounts, for the entry that switches the kill switch on. */
  pauseForKillSwitch(caller: Caller, subaccounts: readonly SubaccountId[]): readonly LedgerEvent[] {
    const { store, engine } = this.#deps;
    const isKilled = (parent: Parent): boolean =>
      parent.accountId === caller.accountId && subaccounts.includes(parent.subaccountId);
    return [...store.state.parents.values()]
      .filter((parent) => isKilled(parent) && isPausable(parent, 'kill_switch'))
      .map((parent) => engine.toEvent(parent, pauseParent(parent, 'kill_switch', store.now()), null));
  }

  /** The ids of the parents that place nothing because of the kill switch. */
  pausedByKillSwitch(caller: Caller, subaccounts: readonly SubaccountId[]): readonly ParentId[] {
    const { state } = this.#deps.store;
    const isHeld = ({ accountId, subaccountId, pausedBy }: Parent): boolean =>
      pausedBy === 'kill_switch' || isKillSwitchOn(state, accountId, subaccountId);
    return [...state.parents.values()]
      .filter(
        ({ accountId, subaccountId }) => accountId === caller.accountId && subaccounts.includes(subaccountId),
      )
      .filter((parent) => parent.status === 'PAUSED' && isHeld(parent))
      .map(({ id }) => id);
  }

  async #load(caller: Caller, id: ParentId): Promise<Result<Parent, Rejection>> {
    const parent = await this.#deps.store.loadParent(id);
    return parent === null || !ownsParent(caller, parent) ? err(notFound('complex_order')) : ok(parent);
  }

  #present(parent: Parent): Parent {
    return this.#deps.store.state.parents.get(parent.id) ?? parent;
  }

  /** The parent once it is over, or its present state after `ackWaitMs`. */
  async #waitForEnd(parent: Parent): Promise<Parent> {
    const { clock, ackWaitMs } = this.#deps;
    if (isParentOver(this.#present(parent).status)) return this.#present(parent);
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiters = this.#waiters.get(parent.id) ?? new Set();
    this.#waiters.set(parent.id, waiters.add(resolve));
    await Promise.race([promise, wait(clock, ackWaitMs)]);
    waiters.delete(resolve);
    if (waiters.size === 0) this.#waiters.delete(parent.id);
    return this.#present(parent);
  }

  #answerWaiters({ parents }: TouchedRecords): void {
    for (const id of parents) {
      const parent = this.#deps.store.state.parents.get(id);
      if (parent !== undefined && isParentOver(parent.status))
        for (const resolve of this.#waiters.get(id) ?? []) resolve();
    }
  }
}

function acceptParent(
  caller: Caller,
  parent: NewParent,
  { id, fingerprint }: Pick<Parent, 'id' | 'fingerprint'>,
  { store, engine }: ParentServiceDeps,
): Parent {
  const at = store.now();
  const isBlind = engine.watch.view(parent).touch === null;
  const { params } = parent;
  const { progress } = getRules(params);
  return {
    ...parent,
    ...NO_CHILDREN,
    pair: progress.pair === null ? null : NO_PAIR,
    id,
    accountId: caller.accountId,
    keyId: caller.keyId,
    fingerprint,
    status: isBlind ? 'PAUSED' : findActiveStatus({ ...parent, progress }),
    reason: null,
    endsAs: null,
    pausedBy: isBlind ? 'no_live_book' : null,
    pausedAt: isBlind ? at : null,
    needsResume: false,
    triggeredAt: null,
    triggeredBy: null,
    nextAt: null,
    refusals: 0,
    handledChild: 0,
    moves: 0,
    progress,
    actingKeyId: null,
    createdAt: at,
    updatedAt: at,
  };
}

/** Filled and possibly live: of two legs, what the one that reaches further may reach. */
const findUsedQty = (parent: Parent): bigint => {
  if (parent.pair !== null) return findReach(parent.pair);
  const [first, second] = [findCountedQty(parent, 0), findCountedQty(parent, 1)];
  return parent.filledQty + (first > second ? first : second);
};

const isRepeat = (caller: Caller, known: Parent, parsed: ParsedParent): boolean =>
  isGranted(caller, known.subaccountId) && known.fingerprint === computeParentFingerprint(parsed);

const isPausable = ({ status, pausedBy }: Parent, cause: PauseCause): boolean =>
  !isParentOver(status) && status !== 'CANCELLING' && pausedBy !== cause;

const ownsParent = (caller: Caller, parent: Parent): boolean =>
  parent.accountId === caller.accountId && isGranted(caller, parent.subaccountId);

const parentNotOpen = ({ id, status }: Parent): Rejection =>
  rejection('order_not_open', `the complex order is ${status}`, { status, id });

const CONFLICT = rejection(
  'idempotency_conflict',
  'this key was used with another body; nothing was changed',
);
