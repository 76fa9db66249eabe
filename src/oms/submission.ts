import type { Caller } from '../domain/access/access.ts';
import type { LedgerEvent } from '../domain/events/event-schema.ts';
import { type Approval, isDecidable, toApprovalRejection } from '../domain/model/approval.ts';
import { requirePresent } from '../domain/model/assert.ts';
import {
  type InstrumentId,
  type OrderId,
  parseChildNumber,
  toOrderId,
  type VenueName,
} from '../domain/model/ids.ts';
import { isAccountKillSwitchOn, isKillSwitchOn } from '../domain/model/limits.ts';
import type { Notional, Qty } from '../domain/model/money.ts';
import type { NewOrder, Order } from '../domain/model/order.ts';
import type { Parent } from '../domain/model/parent.ts';
import {
  err,
  invalidField,
  invalidFields,
  ok,
  type Rejection,
  type Result,
  rejection,
} from '../domain/model/result.ts';
import {
  acceptOrder,
  type ClientIdForLeg,
  type PlannedOrder,
  toPlannedOrder,
} from '../domain/order-state/accept-order.ts';
import {
  computeOrderFingerprint,
  parseNewOrder,
  readClientOrderId,
} from '../domain/order-state/parse-order.ts';
import { bindInstruments } from '../domain/projections/ledger-state.ts';
import { type Approved, approveReserved, checkRisk } from '../domain/risk/risk-check.ts';
import type { Clock } from '../ports/environment.ts';
import type { MarketView } from '../ports/market-view.ts';
import type { Metrics } from '../ports/telemetry.ts';
import type { AckWaiters } from './ack-waiters.ts';
import { checkAgentOrder, findCostToApprove } from './agent-guard.ts';
import type { Approvals } from './approvals.ts';
import type { BalanceTracker } from './balances/balance-tracker.ts';
import type { CashByVenue } from './balances/cash-holds.ts';
import { toFailureRejection } from './journal-suspension.ts';
import { KeyedMutex } from './keyed-mutex.ts';
import {
  type AdmittedOrder,
  checkAdmission,
  GUARD_FIRED,
  isGuardBlocked,
  isKilledFor,
  KILLED,
} from './order-admission.ts';
import type { OrderGateway } from './order-gateway.ts';
import { isGranted, type Ownership } from './order-ownership.ts';
import type { SubmitTimestamps } from './order-receipt.ts';
import { prefetchInstruments } from './order-routing.ts';
import type { SelfTradeGuard } from './self-trade-guard.ts';
import type { StateStore } from './state-store.ts';
import type { BatchEntry, CommandContext, Submitted } from './trading-service.ts';
import type { VenueRegistry } from './venue-registry.ts';

export interface SubmissionDeps {
  readonly store: StateStore;
  readonly venues: VenueRegistry;
  readonly gateway: OrderGateway;
  readonly selfTradeGuard: SelfTradeGuard;
  readonly ackWaiters: AckWaiters;
  readonly submitTimestamps: SubmitTimestamps;
  readonly ownership: Ownership;
  readonly approvals: Approvals;
  readonly balanceTracker: BalanceTracker;
  readonly market: MarketView;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly venueNames: readonly VenueName[]; // all venues, in configured order
  readonly ackWaitMs: number;
  readonly batchMax: number;
  readonly outcomeRequired: boolean;
  readonly isStopping: () => boolean;
}

interface SubmitRequest {
  readonly caller: Caller;
  readonly body: unknown;
  readonly clientOrderId: ReturnType<typeof readClientOrderId>; // from the body or the header
  readonly parsed: ReturnType<typeof parseNewOrder>;
  isKeyOfParent: boolean; // set by the prefetch
  readonly hasBooks: boolean; // true: the wait for its books is over
  readonly command: CommandContext | undefined;
  readonly approved?: ApprovedRequest; // a person has approved this order
}

interface ApprovedRequest {
  readonly approval: Approval;
  readonly decidedBy: Caller;
}

/** The next child of a complex order, decided in the step that accepts it. */
export interface ChildRequest {
  readonly order: NewOrder;
  readonly reserved: Qty; // of its parent, from which the child draws (I-P2)
  readonly events: readonly LedgerEvent[]; // of the decision, in the same entry as the child
}

/** The order stored under the same key, or a new order with its events. */
type Decision =
  | { readonly kind: 'repeat'; readonly order: Order }
  | { readonly kind: 'approval'; readonly order: NewOrder; readonly cost: Notional }
  | AcceptDecision;

interface AcceptDecision {
  readonly kind: 'accept';
  readonly order: Order;
  readonly events: readonly LedgerEvent[];
  readonly cash: CashByVenue;
}

const noop = (): void => {};

/**
 * Accepts new orders. It prefetches the data first. One synchronous step then runs the checks in the order of
 * the API contract and, if all pass, reserves the exposure and accepts the order. The gateway sends the order only
 * after the acceptance is durable, or together with it to a venue whose state is in the journal's commits.
 */
export class Submission {
  readonly #deps: SubmissionDeps;
  readonly #lock = new KeyedMutex();

  constructor(deps: SubmissionDeps) {
    this.#deps = deps;
  }

  /**
   * Places one order. An exact repeat returns the answer of the first call.
   *
   * Source  contract, Acceptance and Idempotency; docs/decisions/0012-acceptance.md, 0013, 0017
   */
  submit(
    caller: Caller,
    body: unknown,
    headerKey: string | null,
    command?: CommandContext,
  ): Promise<Result<Submitted, Rejection>> {
    return this.#inSequence(this.#toRequest(caller, body, headerKey, command), command?.onDecided ?? noop);
  }

  /** Submits each item as a separate order, in sequence. Only the size and an account-wide kill switch refuse the batch. */
  async submitBatch(
    caller: Caller,
    items: readonly unknown[],
    command?: CommandContext,
  ): Promise<Result<readonly BatchEntry[], Rejection>> {
    const { batchMax, store } = this.#deps;
    if (items.length === 0) return err(invalidField('orders', 'must have at least one order'));
    if (items.length > batchMax) {
      const message = `a batch has at most ${batchMax} orders; this one has ${items.length}`;
      return err(rejection('batch_too_large', message, { max: batchMax, value: items.length }));
    }
    if (isAccountKillSwitchOn(store.state, caller.accountId)) return err(KILLED);
    const requests = items.map((item) => this.#toRequest(caller, item, null, command));
    await Promise.all(requests.map((request) => this.#prefetch(request)));
    const answers: Promise<Result<Submitted, Rejection>>[] = [];
    for (const request of requests) {
      // Decide the items one after another, but do not wait for the venue between them.
      await new Promise<void>((onDecided) => {
        const answer = this.#inSequence({ ...request, hasBooks: true }, onDecided);
        answer.catch(noop); // the `Promise.all` below reports the failure
        answers.push(answer);
      });
    }
    command?.onDecided();
    const results = await Promise.all(answers);
    return ok(results.map((result, index) => toBatchEntry(result, items[index])));
  }

  /**
   * Places the child of a complex order. Its parent holds the reservation, so limits are not checked again (I-P2).
   *
   * @param decide  called in the step that accepts the child; null: the child is not wanted any more
   * @returns       null when it is not wanted
   */
  async placeChild(
    caller: Caller,
    instrumentId: InstrumentId,
    decide: () => ChildRequest | null,
  ): Promise<Result<Order, Rejection> | null> {
    const { store, market, isStopping } = this.#deps;
    await market.prefetchInstrument(instrumentId);
    if (store.failure !== null || isStopping()) return err(STOPPING);
    const request = decide();
    if (request === null) return null;
    const { order, reserved, events } = request;
    if (isKillSwitchOn(store.state, caller.accountId, order.subaccountId)) return err(KILLED);
    if (isGuardBlocked(store.state, caller, { subaccount_id: order.subaccountId })) return err(GUARD_FIRED);
    const routed = checkAdmission(caller, order, this.#deps);
    if (!routed.ok) return routed;
    const planned = toPlannedOrder(caller, routed.value.order, routed.value.legs);
    const decision = this.#accepts(caller, routed.value, approveReserved(planned, reserved));
    return ok(await this.#accept({ ...decision, events: [...events, ...decision.events] }, 'VENUE'));
  }

  /**
   * Accepts the entry of a bracket with the usual checks, together with its exit.
   *
   * @param restsMore  resting orders that the exit adds to those of the entry
   * @param decide     called in the step that accepts the entry: the exit, or why it is refused
   * @returns          the exit, once both are durable
   */
  async placeEntry(
    caller: Caller,
    order: NewOrder,
    restsMore: number,
    decide: (id: OrderId) => Result<Parent, Rejection>,
  ): Promise<Result<Parent, Rejection>> {
    const { store, market, isStopping } = this.#deps;
    const ids = await prefetchInstruments(market, order);
    if (ids.length > 0) await market.waitForBooks(ids);
    if (store.failure !== null || isStopping()) return err(STOPPING);
    const exit = decide(toOrderId(store.state.orderNumber + 1));
    if (!exit.ok) return exit;
    const routed = checkAdmission(caller, order, this.#deps);
    if (!routed.ok) return routed;
    const planned = toPlannedOrder(caller, routed.value.order, routed.value.legs);
    const approved = checkRisk(store.state, { ...planned, restsMore });
    if (!approved.ok) return approved;
    const decision = this.#accepts(caller, routed.value, approved.value);
    const events: LedgerEvent[] = [...decision.events, { type: 'ParentAccepted', parent: exit.value }];
    await this.#accept({ ...decision, events }, 'DURABLE');
    return exit;
  }

  /**
   * Places the order of an approval, in the entry that records the approval.
   *
   * Refuses as `submit`, and `approval_required` when the approval is no longer open.
   */
  submitApproved(
    agent: Caller,
    approval: Approval,
    decidedBy: Caller,
  ): Promise<Result<Submitted, Rejection>> {
    const request = this.#toRequest(agent, JSON.parse(approval.body), null, undefined);
    return this.#inSequence({ ...request, approved: { approval, decidedBy } }, noop);
  }

  #toRequest(
    caller: Caller,
    body: unknown,
    headerKey: string | null,
    command: CommandContext | undefined,
  ): SubmitRequest {
    const { outcomeRequired, venueNames } = this.#deps;
    const parsed = parseNewOrder(body, headerKey, { outcomeRequired, venueNames });
    const clientOrderId = readClientOrderId(body, headerKey);
    return { caller, body, clientOrderId, parsed, isKeyOfParent: false, hasBooks: false, command };
  }

  /**
   * Handles requests with the same client order id one after another.
   *
   * @param onDecided  called once the order is accepted or refused, before the venue replies
   */
  #inSequence(request: SubmitRequest, onDecided: () => void): Promise<Result<Submitted, Rejection>> {
    const { caller, clientOrderId } = request;
    const work = (): Promise<Result<Submitted, Rejection>> => this.#submitOne(request, onDecided);
    return clientOrderId === null ? work() : this.#lock.run(`${caller.accountId}/${clientOrderId}`, work);
  }

  async #submitOne(request: SubmitRequest, onDecided: () => void): Promise<Result<Submitted, Rejection>> {
    const { isStopping, store, metrics } = this.#deps;
    try {
      const stored = await this.#prefetch(request);
      if (store.failure !== null) return err(toFailureRejection(store.failure));
      if (isStopping()) return err(STOPPING);
      const stopped = request.command?.check() ?? null;
      if (stopped !== null) return err(stopped);
      const decision = this.#decide(request, stored);
      if (!decision.ok) {
        metrics.count('order_refusals_total', { code: decision.error.code });
        return decision;
      }
      if (decision.value.kind === 'approval') {
        const { order, cost } = decision.value;
        return err(await this.#deps.approvals.request(request.caller, order, request.body, cost));
      }
      const { kind } = decision.value;
      // Start this before any await: no other request may run between the decision and its reservation.
      const answered =
        kind === 'repeat'
          ? this.#replayAnswer(decision.value.order)
          : this.#accept(decision.value, request.command?.ack ?? 'VENUE');
      onDecided();
      return ok({ order: await answered, replayed: kind === 'repeat' });
    } finally {
      onDecided();
    }
  }

  /**
   * Loads the data of the synchronous decision, and waits for books that have not been received yet.
   * docs/decisions/0121-first-book-of-an-order.md
   *
   * @returns the order stored under the same key; the cache may evict it again before the decision
   */
  async #prefetch(request: SubmitRequest): Promise<Order | null> {
    const { caller, body, clientOrderId, parsed, hasBooks } = request;
    const { store, market } = this.#deps;
    const stored =
      clientOrderId === null ? null : await store.loadOrderByClientId(caller.accountId, clientOrderId);
    if (!parsed.ok || stored !== null) return stored;
    if (clientOrderId !== null)
      request.isKeyOfParent = (await store.loadParentByKey(caller.accountId, clientOrderId)) !== null;
    const ids = await prefetchInstruments(market, parsed.value);
    const isWaiting = ids.length > 0 && !hasBooks && !isKilledFor(store.state, caller, body);
    if (isWaiting) await market.waitForBooks(ids);
    return null;
  }

  /** Runs the checks in the order of the API contract. A refusal changes nothing. */
  #decide(request: SubmitRequest, stored: Order | null): Result<Decision, Rejection> {
    const { store } = this.#deps;
    const { caller, body, clientOrderId, parsed } = request;
    const inMemory =
      clientOrderId === null ? null : store.findOrderByClientId(caller.accountId, clientOrderId);
    const known = inMemory ?? stored;
    const waiting = this.#deps.approvals.find(caller.accountId, clientOrderId);
    if (known !== null && parsed.ok && isExactRepeat(caller, known, parsed.value)) {
      return ok({ kind: 'repeat', order: known });
    }
    const isApproved =
      known !== null &&
      parsed.ok &&
      waiting !== null &&
      isApprovedRepeat(caller, known, parsed.value, waiting);
    if (isApproved) return ok({ kind: 'repeat', order: known });
    if (isKilledFor(store.state, caller, body)) return err(KILLED);
    if (isGuardBlocked(store.state, caller, body)) return err(GUARD_FIRED);
    if (known !== null || this.#isKeyOfParent(request)) return err(CONFLICT);
    const undecided = waiting === null ? null : this.#findUndecided(request, waiting);
    if (undecided !== null) return err(undecided);
    if (parseChildNumber(clientOrderId) !== null) return err(RESERVED_KEY);
    if (!parsed.ok) return err(invalidFields(parsed.error));
    const routed = checkAdmission(caller, parsed.value, this.#deps);
    return routed.ok ? this.#reserve(request, routed.value) : routed;
  }

  /** The refusal of an order whose approval is not open to this request; null when a person approves it now. */
  #findUndecided({ caller, parsed, approved }: SubmitRequest, waiting: Approval): Rejection | null {
    if (approved !== undefined)
      return isDecidable(waiting, this.#deps.store.now()) ? null : toApprovalRejection(waiting);
    const isRepeat = parsed.ok && caller.keyId === waiting.keyId && isSameRequest(waiting, parsed.value);
    return isRepeat ? toApprovalRejection(waiting) : CONFLICT;
  }

  /** Orders and complex orders share one name space of keys. */
  #isKeyOfParent({ caller, clientOrderId, isKeyOfParent }: SubmitRequest): boolean {
    if (clientOrderId === null) return false;
    return isKeyOfParent || this.#deps.store.findParentByKey(caller.accountId, clientOrderId) !== null;
  }

  /** Checks the routed order against the policy of an agent's key and the limits. */
  #reserve(request: SubmitRequest, admitted: AdmittedOrder): Result<Decision, Rejection> {
    const { caller, command, approved: decided } = request;
    const routed = { ...admitted, order: { ...admitted.order, sessionId: command?.sessionId ?? null } };
    const refused = checkAgentOrder(caller, routed.order, routed.legs, this.#deps);
    if (refused !== null) return err(refused);
    const approved = checkRisk(this.#deps.store.state, toPlannedOrder(caller, routed.order, routed.legs));
    if (!approved.ok) return approved;
    const { order, legs } = routed;
    const cost = decided === undefined ? findCostToApprove(caller, order, legs, this.#deps) : null;
    if (cost !== null) return ok({ kind: 'approval', order, cost });
    const decision = this.#accepts(caller, routed, approved.value);
    if (decided === undefined) return ok(decision);
    const { approval, decidedBy } = decided;
    const by = { decidedAt: this.#deps.store.now(), decidedBy: decidedBy.keyId, orderId: decision.order.id };
    const set = { type: 'ApprovalSet', approval: { ...approval, status: 'APPROVED', ...by } } as const;
    return ok({ ...decision, events: [...decision.events, set] });
  }

  /** The events that accept an approved order. */
  #accepts(caller: Caller, routed: AdmittedOrder, approved: Approved<PlannedOrder>): AcceptDecision {
    const { store, venues } = this.#deps;
    const id = toOrderId(store.state.orderNumber + 1);
    const clientIdFor: ClientIdForLeg = (newOrder, leg) => venues.clientIdFor(newOrder, leg);
    const accepted = acceptOrder(approved, caller, id, clientIdFor, store.now());
    const events: LedgerEvent[] = [
      ...bindInstruments(store.state, routed.legs),
      { type: 'OrderAccepted', order: accepted },
    ];
    if (routed.decision !== null)
      events.push({ type: 'OrderRouted', orderId: id, decision: routed.decision });
    if (routed.unroutable !== null) {
      events.push({ type: 'OrderClosed', orderId: id, status: 'CANCELLED', reason: routed.unroutable });
      events.push({ type: 'OrderAnswered', orderId: id });
    }
    return { kind: 'accept', order: accepted, events, cash: routed.cash };
  }

  async #accept({ order, events, cash }: AcceptDecision, ack: CommandContext['ack']): Promise<Order> {
    const { store, clock, metrics } = this.#deps;
    const startedMs = clock.monotonicMs();
    this.#deps.balanceTracker.hold(order.id, cash);
    const durable = store.commit('submit', order.keyId, events);
    const accepted = requirePresent(store.state.orders.get(order.id), 'the order just accepted');
    const early = this.#maySendEarly(accepted) ? this.#send(accepted, startedMs) : null;
    early?.catch(noop); // when the order cannot be journaled, the line below reports it
    await durable;
    metrics.observe('order_durable_ms', clock.monotonicMs() - startedMs);
    if (accepted.answer !== null) return accepted.answer;
    const sent = early ?? this.#send(accepted, startedMs);
    if (ack === 'DURABLE') {
      sent.catch(noop); // the store has logged the failed disk, and every later command is refused
      return accepted;
    }
    const answer = await sent;
    metrics.observe('order_answer_ms', clock.monotonicMs() - startedMs);
    return answer.answer ?? answer;
  }

  /**
   * I-05: an order is durable before it is sent, except where its execution cannot become durable without it. Then order,
   * execution and report share one sync. docs/decisions/0153-one-commit-for-an-order.md
   */
  #maySendEarly(order: Order): boolean {
    if (order.answer !== null || order.selfTrade === 'CANCEL_RESTING') return false;
    return this.#deps.venues.commitsWithJournal(order);
  }

  /** Sends the order. Resolves with its state once it has a first answer that is durable. */
  #send({ id, selfTrade }: Order, startedMs: number): Promise<Order> {
    const { ackWaiters, gateway, clock, ackWaitMs } = this.#deps;
    const answered = ackWaiters.wait(id, ackWaitMs, () => this.#recordFirstAnswer(id));
    this.#deps.submitTimestamps.record(id, clock.now());
    // A failed send could not journal the venue reply; the timer still ends the wait.
    if (selfTrade === 'CANCEL_RESTING') this.#sendWhenClear(id, startedMs);
    else gateway.send(id, startedMs).catch(noop);
    return answered;
  }

  /** Sends the order once the own orders in its way have ended. */
  #sendWhenClear(orderId: OrderId, startedMs: number): void {
    const { selfTradeGuard, gateway } = this.#deps;
    const send = (): void => void gateway.send(orderId, startedMs).catch(noop);
    selfTradeGuard.whenClear(orderId, startedMs, send).catch(noop);
  }

  /** Records the first answer of an order whose venue has not replied. Exact repeats return it again. */
  #recordFirstAnswer(orderId: OrderId): Promise<Order> {
    const { store } = this.#deps;
    return store.withOrder(orderId, async (order) => {
      if (order.answer !== null) return store.getDurableOrder(orderId); // the first answer may not be durable yet
      const durable = store.commit('answer_wait_over', order.keyId, [{ type: 'OrderAnswered', orderId }]);
      const answered = requirePresent(store.state.orders.get(orderId), 'the order just answered');
      await durable;
      return answered;
    });
  }

  /** After a crash an accepted order may have no answer yet; then this is its first answer. */
  async #replayAnswer(order: Order): Promise<Order> {
    const answered = await this.#recordFirstAnswer(order.id);
    return answered.answer ?? answered;
  }
}

const CONFLICT = rejection(
  'idempotency_conflict',
  'this client_order_id was used with another body; nothing was changed',
);
const RESERVED_KEY = invalidField('client_order_id', 'has the form that children of complex orders use');
export const STOPPING = rejection('shutting_down', 'the service is stopping; try again shortly');

/** The caller may see the known order, and both orders have the same terms. */
const isExactRepeat = (caller: Caller, known: Order, order: NewOrder): boolean =>
  isGranted(caller, known.subaccountId) && known.fingerprint === computeOrderFingerprint(order);

/** The request that a person approved, with or without its `valid_until`. */
const isApprovedRepeat = (caller: Caller, known: Order, order: NewOrder, approval: Approval): boolean =>
  isGranted(caller, known.subaccountId) && approval.orderId === known.id && isSameRequest(approval, order);

/** The stored request has no `valid_until`: a person decides later than that. */
const isSameRequest = ({ fingerprint }: Approval, order: NewOrder): boolean =>
  fingerprint === computeOrderFingerprint({ ...order, validUntil: null });

function toBatchEntry(result: Result<Submitted, Rejection>, item: unknown): BatchEntry {
  if (result.ok) return { ok: true, order: result.value.order };
  return { ok: false, clientOrderId: readClientOrderId(item, null), refusal: result.error };
}
