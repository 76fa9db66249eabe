import {
  type Approval,
  type Caller,
  err,
  invalidField,
  invalidFields,
  isAccountKillSwitchOn,
  isDecidable,
  type NewOrder,
  type Notional,
  type Order,
  ok,
  parseChildNumber,
  type Rejection,
  type Result,
  rejection,
  toApprovalRejection,
  type VenueName,
} from '#contract';
import {
  checkRisk,
  computeOrderFingerprint,
  parseNewOrder,
  readClientOrderId,
  readSubaccountId,
  toPlannedOrder,
} from '#domain';
import {
  type AcceptDecision,
  type AdmittedOrder,
  type BalanceTracker,
  type BatchEntry,
  type CommandContext,
  checkAdmission,
  checkAgentOrder,
  checkDayLimits,
  findCostToApprove,
  GUARD_FIRED,
  isGranted,
  isGuardBlocked,
  isKilledFor,
  KeyedMutex,
  KILLED,
  type OrderAcceptance,
  type OrderTraces,
  type Ownership,
  prefetchInstruments,
  type RequestTrace,
  refuseEndedKey,
  STOPPING,
  type StateStore,
  type Submitted,
  toFailureRejection,
  type VenueRegistry,
  type VenueShareGuard,
} from '#orders';
import { type Clock, type MarketView, type Metrics, wait } from '#ports';
import type { Approvals } from './approvals.ts';

export interface SubmissionDeps {
  readonly store: StateStore;
  readonly acceptance: OrderAcceptance;
  readonly venues: VenueRegistry;
  readonly ownership: Ownership;
  readonly approvals: Approvals;
  readonly balanceTracker: BalanceTracker;
  readonly clock: Clock;
  readonly venueShares: VenueShareGuard;
  readonly market: MarketView;
  readonly metrics: Metrics;
  readonly traces: OrderTraces;
  readonly venueNames: readonly VenueName[]; // all venues, in configured order
  readonly batchMax: number;
  readonly outcomeRequired: boolean;
  readonly isStopping: () => boolean;
}

interface SubmitRequest {
  readonly caller: Caller;
  readonly body: unknown;
  readonly clientOrderId: ReturnType<typeof readClientOrderId>; // from the body or the header
  readonly subaccountId: ReturnType<typeof readSubaccountId>;
  readonly parsed: ReturnType<typeof parseNewOrder>;
  isKeyOfParent: boolean; // set by the prefetch
  readonly hasBooks: boolean; // true: the wait for its books is over
  readonly command: CommandContext | undefined;
  readonly trace: RequestTrace | null;
  readonly approved?: ApprovedRequest; // a person has approved this order
}

interface ApprovedRequest {
  readonly approval: Approval;
  readonly decidedBy: Caller;
}

/** The order stored under the same key, or a new order with its events. */
type Decision =
  | { readonly kind: 'repeat'; readonly order: Order }
  | { readonly kind: 'approval'; readonly order: NewOrder; readonly cost: Notional }
  | AcceptDecision;

/** Orders of a batch that are decided before the event loop may run other work, such as a cancel or the kill switch. */
const BATCH_SLICE_SIZE = 10;

const noop = (): void => {};

/**
 * Decides on new orders. It prefetches the data first. One synchronous step then runs the checks in the order of
 * the API contract and, if all pass, reserves the exposure and accepts the order.
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
   * Source  contract, Acceptance and Idempotency; docs/decisions/accepting-orders.md, 0013, 0017
   */
  submit(
    caller: Caller,
    body: unknown,
    headerKey: string | null,
    command?: CommandContext,
    trace: RequestTrace | null = null,
  ): Promise<Result<Submitted, Rejection>> {
    return this.#inSequence(
      this.#toRequest(caller, body, headerKey, command, trace),
      command?.onDecided ?? noop,
    );
  }

  /**
   * Submits each item as a separate order, in sequence and in slices. Only the size and an account-wide kill switch refuse the
   * batch as a whole.
   */
  async submitBatch(
    caller: Caller,
    items: readonly unknown[],
    command?: CommandContext,
    trace: RequestTrace | null = null,
  ): Promise<Result<readonly BatchEntry[], Rejection>> {
    const { batchMax, store, traces } = this.#deps;
    if (items.length === 0) return err(invalidField('orders', 'must have at least one order'));
    if (items.length > batchMax) {
      const message = `a batch has at most ${batchMax} orders; this one has ${items.length}`;
      return err(rejection('batch_too_large', message, { max: batchMax, value: items.length }));
    }
    if (isAccountKillSwitchOn(store.state, caller.accountId)) return err(KILLED);
    const batch = trace === null ? null : traces.beginBatch(trace);
    const ofOrders = batch?.ofOrders ?? null;
    const requests = items.map((item) => this.#toRequest(caller, item, null, command, ofOrders));
    await Promise.all(requests.map((request) => this.#prefetch(request)));
    const answers: Promise<Result<Submitted, Rejection>>[] = [];
    for (const [index, request] of requests.entries()) {
      if (index > 0 && index % BATCH_SLICE_SIZE === 0) await wait(this.#deps.clock, 0);
      // Decide the items one after another, but do not wait for the venue between them.
      await new Promise<void>((onDecided) => {
        const answer = this.#inSequence({ ...request, hasBooks: true }, onDecided);
        answer.catch(noop); // the `Promise.all` below reports the failure
        answers.push(answer);
      });
    }
    command?.onDecided();
    batch?.admitted();
    const results = await Promise.all(answers);
    batch?.finish();
    return ok(results.map((result, index) => toBatchEntry(result, requests[index])));
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
    const request = this.#toRequest(agent, JSON.parse(approval.body), null, undefined, null);
    return this.#inSequence({ ...request, approved: { approval, decidedBy } }, noop);
  }

  #toRequest(
    caller: Caller,
    body: unknown,
    headerKey: string | null,
    command: CommandContext | undefined,
    trace: RequestTrace | null,
  ): SubmitRequest {
    const { outcomeRequired, venueNames } = this.#deps;
    return {
      caller,
      body,
      clientOrderId: readClientOrderId(body, headerKey),
      subaccountId: readSubaccountId(body),
      parsed: parseNewOrder(body, headerKey, { outcomeRequired, venueNames }),
      isKeyOfParent: false,
      hasBooks: false,
      command,
      trace,
    };
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
      const ended = refuseEnded(request, store);
      if (ended !== null) return err(ended);
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
          ? this.#deps.acceptance.replayAnswer(decision.value.order)
          : this.#deps.acceptance.accept(decision.value, request.command?.ack ?? 'VENUE', request.trace);
      onDecided();
      const order = await answered;
      if (kind === 'accept') this.#deps.traces.finish(order.id);
      return ok({ order, replayed: kind === 'repeat' });
    } finally {
      onDecided();
    }
  }

  /**
   * Loads the data of the synchronous decision, and waits for books that have not been received yet.
   * docs/decisions/accepting-orders.md
   *
   * @returns the order stored under the same key; the cache may evict it again before the decision
   */
  async #prefetch(request: SubmitRequest): Promise<Order | null> {
    const { caller, clientOrderId, subaccountId, parsed, hasBooks } = request;
    const { store, market } = this.#deps;
    const stored =
      clientOrderId === null ? null : await store.loadOrderByClientId(caller.accountId, clientOrderId);
    if (!parsed.ok || stored !== null) return stored;
    if (clientOrderId !== null)
      request.isKeyOfParent = (await store.loadParentByKey(caller.accountId, clientOrderId)) !== null;
    const ids = await prefetchInstruments(market, parsed.value);
    const isWaiting = ids.length > 0 && !hasBooks && !isKilledFor(store.state, caller, subaccountId);
    if (isWaiting) await market.waitForBooks(ids);
    return null;
  }

  /** Runs the checks in the order of the API contract. A refusal changes nothing. */
  #decide(request: SubmitRequest, stored: Order | null): Result<Decision, Rejection> {
    const { store } = this.#deps;
    const { caller, clientOrderId, subaccountId, parsed } = request;
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
    if (isKilledFor(store.state, caller, subaccountId)) return err(KILLED);
    if (isGuardBlocked(store.state, caller, subaccountId)) return err(GUARD_FIRED);
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

  /** Checks the routed order against the policy of an agent's key, the limits, and the shares of the venues. */
  #reserve(request: SubmitRequest, admitted: AdmittedOrder): Result<Decision, Rejection> {
    const { caller, command, approved: decided } = request;
    const sessionId = command?.sessionId ?? null;
    const isOfSession = admitted.order.sessionId === sessionId;
    const routed = isOfSession ? admitted : { ...admitted, order: { ...admitted.order, sessionId } };
    const refused = checkAgentOrder(caller, routed.order, routed.legs, this.#deps);
    if (refused !== null) return err(refused);
    const approved = checkRisk(this.#deps.store.state, toPlannedOrder(caller, routed.order, routed.legs));
    if (!approved.ok) return approved;
    const owner = { ...caller, subaccountId: routed.order.subaccountId };
    const exceeded = checkDayLimits(owner, routed.order, routed.legs, this.#deps);
    if (exceeded !== null) return err(exceeded);
    const unshared = this.#deps.venueShares.refuse(caller.keyId, routed);
    if (unshared !== null) return err(unshared);
    const { order, legs } = routed;
    const cost = decided === undefined ? findCostToApprove(caller, order, legs, this.#deps) : null;
    if (cost !== null) return ok({ kind: 'approval', order, cost });
    const decision = this.#deps.acceptance.decide(caller, routed, approved.value);
    if (decided === undefined) return ok(decision);
    const { approval, decidedBy } = decided;
    const by = { decidedAt: this.#deps.store.now(), decidedBy: decidedBy.keyId, orderId: decision.order.id };
    const set = { type: 'ApprovalSet', approval: { ...approval, status: 'APPROVED', ...by } } as const;
    return ok({ ...decision, events: [...decision.events, set] });
  }
}

const CONFLICT = rejection(
  'idempotency_conflict',
  'this client_order_id was used with another body; nothing was changed',
);
const RESERVED_KEY = invalidField('client_order_id', 'has the form that children of complex orders use');

/** The caller may see the known order, and both orders have the same terms. */
const isExactRepeat = (caller: Caller, known: Order, order: NewOrder): boolean =>
  isGranted(caller, known.subaccountId) && known.fingerprint === computeOrderFingerprint(order);

/** The request that a person approved, with or without its `valid_until`. */
const isApprovedRepeat = (caller: Caller, known: Order, order: NewOrder, approval: Approval): boolean =>
  isGranted(caller, known.subaccountId) && approval.orderId === known.id && isSameRequest(approval, order);

/** The stored request has no `valid_until`: a person decides later than that. */
const isSameRequest = ({ fingerprint }: Approval, order: NewOrder): boolean =>
  fingerprint === computeOrderFingerprint({ ...order, validUntil: null });

function toBatchEntry(result: Result<Submitted, Rejection>, request: SubmitRequest | undefined): BatchEntry {
  if (result.ok) return { ok: true, order: result.value.order };
  return { ok: false, clientOrderId: request?.clientOrderId ?? null, refusal: result.error };
}

const refuseEnded = ({ caller, parsed }: SubmitRequest, store: StateStore): Rejection | null =>
  parsed.ok && isGranted(caller, parsed.value.subaccountId)
    ? refuseEndedKey({ ...caller, subaccountId: parsed.value.subaccountId }, store)
    : null;
