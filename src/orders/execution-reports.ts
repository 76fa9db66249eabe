import {
  cleanVenueAnswer,
  describeExternalOrder,
  type FillId,
  isLive,
  type Leg,
  type LegRef,
  matchedQty,
  type Order,
  type OrderId,
  type OrderReason,
  positionKey,
  type Qty,
  REASONS_OF_VENUES,
  requirePresent,
  type VenueAnswer,
  type VenueName,
} from '#contract';
import {
  type AnomalyRecorded,
  applyToOrder,
  decideReport,
  findOtherMarket,
  findOtherTerms,
  type LedgerEvent,
  type LegReport,
  type ReportContext,
  type ReportDecision,
  termsAfterAmend,
} from '#domain';
import {
  ANOMALIES_MAX,
  type Log,
  type Metrics,
  type OrderReport,
  type UnknownOutcome,
  type VenueRefusal,
} from '#ports';
import type { AckWaiters } from './ack-waiters.ts';
import type { StateStore } from './state-store.ts';
import { toVenueOrder, type VenueRegistry } from './venue-registry.ts';

export interface ExecutionReportDeps {
  readonly store: StateStore;
  readonly venues: VenueRegistry;
  readonly ackWaiters: AckWaiters;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Actions that a report triggers in other components, and queries about amends and sends in progress. */
export interface ExecutionReportHooks {
  /** The venue counts more filled than it has reported as fills: query the full order. */
  readonly onMissingFills: (order: Order, leg: LegRef) => void;
  /** Monotonic time at which this process began to replace that generation; null if it does not replace it. */
  readonly replaceRequestedAtMs: (orderId: OrderId, leg: LegRef) => number | null;
  /** The next generation is durable and may be sent. */
  readonly onReplacementDurable: (orderId: OrderId, leg: LegRef, requestedAtMs: number) => void;
  /** True while the venue has not replied to the send of that generation. */
  readonly isSending: (orderId: OrderId, leg: LegRef) => boolean;
  /** This service itself has requested the cancel of the order; it is durable and must be sent. */
  readonly onCancelDue: (order: Order) => void;
  /** Voids the fill. Resolves once durable. */
  readonly onFillVoided: (orderId: OrderId, fillId: FillId) => Promise<void>;
}

/**
 * Handles every report about an order: venue replies, stream updates and query results. Each report is decided
 * and committed in one synchronous step; once durable, it resolves the callers that wait for the order.
 */
export class ExecutionReportHandler {
  readonly #deps: ExecutionReportDeps;
  readonly #reported = new Set<string>(); // anomalies of `REPEATED` kinds, oldest first
  #hooks: ExecutionReportHooks | null = null;

  constructor(deps: ExecutionReportDeps) {
    this.#deps = deps;
    for (const anomaly of deps.store.anomaliesBeforeStart)
      if (REPEATED.has(anomaly.kind)) this.#isNew(anomaly);
  }

  /** Must be called once, before the first report. */
  connect(hooks: ExecutionReportHooks): void {
    this.#hooks = hooks;
  }

  /** Handles a venue's order report. An unknown client id is recorded as an anomaly and never matched to an order by guess. */
  async onReport(venue: VenueName, report: OrderReport): Promise<void> {
    const { store } = this.#deps;
    const named = await store.findLegByClientId(venue, report.clientId);
    const order = named === null ? null : await store.loadOrder(named.orderId);
    const leg = order?.legs.find((candidate) => candidate.leg === named?.leg && candidate.venue === venue);
    const isKnown =
      named !== null &&
      leg !== undefined &&
      (named.generation < leg.generation || leg.clientId === report.clientId);
    if (order === null || !isKnown) return this.#recordUnknownOrder(venue, report);
    await this.apply(order.id, leg.leg, toLegReport(report, named), 'venue_report');
  }

  /** Applies a report of a leg, from any source, in one synchronous step. */
  apply(orderId: OrderId, leg: number, report: LegReport, cause: string): Promise<void> {
    return this.#deps.store.withOrder(orderId, (order) => this.#decideAndCommit(order, leg, report, cause));
  }

  /**
   * The events of a venue's reply within the step of its request, for the entry of the request.
   *
   * @param order  after the request
   * @returns      null when more than these events follows from the reply: then the request is committed first, and `apply` follows
   */
  decideInStep(order: Order, leg: Leg, reported: LegReport): readonly LedgerEvent[] | null {
    if (this.#findOtherOrder(order, leg, reported) !== null) return null;
    const report = { ...reported, reason: toOrderReason(order, leg.leg, reported.reason) };
    const decision = decideReport(order, leg.leg, report, this.#buildContext(order, leg.leg, false));
    const { events, hasMissingFills, voided, replaced } = decision;
    const isMore = hasMissingFills || voided.length > 0 || replaced || !isAnswerable(decision.order);
    if (isMore || events.some(({ type }) => type === 'AnomalyRecorded')) return null;
    if (this.#findCancelDue(decision, getLeg(decision.order, leg.leg), report).length > 0) return null;
    return events;
  }

  /**
   * Records what a venue answered to a request whose outcome it does not prove, so that the order shows it. A repeated
   * answer, as to a cancel that is sent again, is recorded once.
   */
  async noteDoubt(orderId: OrderId, ref: LegRef, request: DoubtfulRequest, doubt: Doubt): Promise<void> {
    const { store, log } = this.#deps;
    const { venueCode, venueMessage } = cleanVenueAnswer(doubt.venueAnswer ?? {});
    const facts = { orderId, leg: ref.leg, request, why: doubt.why, venueCode, venueMessage };
    const isSilent = venueCode === null && venueMessage === null;
    if (isSilent && request !== 'cancel') log.warn(IN_DOUBT, facts);
    if (isSilent) return;
    await store.withOrder(orderId, async (order) => {
      const leg = getLeg(order, ref.leg);
      if (leg.clientId !== ref.clientId || !isLive(leg.status)) return;
      const isRepeated =
        leg.venueCode === venueCode && withoutNumbers(leg.venueMessage) === withoutNumbers(venueMessage);
      if (isRepeated) return;
      log.warn(IN_DOUBT, { venue: leg.venue, ...facts });
      const event = { type: 'LegDoubted', orderId, leg: leg.leg, venueCode, venueMessage } as const;
      await store.commit('venue_reply', leg.venue, [event]);
    });
  }

  /** Closes a leg that never became an order: the venue refused it, or the gateway did not send it. */
  refuse(
    orderId: OrderId,
    ref: LegRef,
    reason: OrderReason,
    cause: string,
    note: Partial<Pick<LegReport, 'venueAnswer' | 'detail'>> = {},
  ): Promise<void> {
    return this.#close(orderId, ref, cause, (order) => ({
      status: order.pendingAction === 'cancel' && reason === order.cancelReason ? 'CANCELLED' : 'REJECTED',
      reason,
      ...note,
    }));
  }

  /** Closes a leg whose id another order has at the venue. Nothing of that order is applied; the operator sees it. */
  refuseIdInUse(orderId: OrderId, ref: LegRef, cause: string, detail: string): Promise<void> {
    return this.#deps.store.withOrder(orderId, (order) => this.#refuseIdInUse(order, ref, cause, detail));
  }

  async #refuseIdInUse(order: Order, ref: LegRef, cause: string, detail: string): Promise<void> {
    const { venue, generation, clientId, status } = getLeg(order, ref.leg);
    const isWaiting =
      status === 'PENDING_SUBMISSION' && generation === ref.generation && clientId === ref.clientId;
    const anomaly = { type: 'AnomalyRecorded', venue, kind: 'id_in_use', orderId: order.id, detail } as const;
    const alarms = this.#raiseAlarms(venue, [anomaly]);
    await Promise.all([
      isWaiting && this.refuse(order.id, ref, 'id_in_use', cause, { detail }),
      alarms.length > 0 && this.#deps.store.commit(cause, venue, alarms),
    ]);
  }

  /**
   * Why a report is about another order than the one sent with its id, although the venue shows it by that id; null if it
   * is about ours. Once the venue has acknowledged ours, its price and quantity may have been amended.
   */
  #findOtherOrder(order: Order, leg: Leg, { terms, generation, venueOrderId }: LegReport): string | null {
    if (terms === undefined) return null;
    const sent = toVenueOrder(termsAfterAmend(order), leg);
    const qty = (sent.qty + matchedQty(leg)) as Qty;
    const isNew = leg.venueOrderId === null && generation === leg.generation;
    const { dustQty } = this.#deps.venues.get(leg.venue).capabilities;
    const difference = isNew
      ? findOtherTerms({ ...sent, qty }, terms, dustQty)
      : findOtherMarket(sent, terms);
    return difference === null ? null : `order ${venueOrderId} has its id: ${difference}`;
  }

  /** Closes a leg that the venue once had and lists no more: it ended there without a report. */
  markMissing(orderId: OrderId, ref: LegRef, cause: string): Promise<void> {
    return this.#close(orderId, ref, cause, (order) => {
      // The cancel was sent to make room for the next generation.
      const isReplaced =
        order.pendingAmend !== null && this.#deps.venues.amendsByReplace(getLeg(order, ref.leg));
      if (isReplaced) return { status: 'CANCELLED', reason: null };
      const isExpired = order.expiresAt !== null && order.expiresAt <= this.#deps.store.now();
      if (order.cancelReason === null && isExpired) return { status: 'EXPIRED', reason: 'expired' };
      return { status: 'CANCELLED', reason: order.cancelReason ?? 'venue_cancelled' };
    });
  }

  /** Closes a leg without a venue report, with the fills recorded so far. */
  #close(
    orderId: OrderId,
    ref: LegRef,
    cause: string,
    findEnd: (order: Order) => Pick<LegReport, 'status' | 'reason' | 'venueAnswer' | 'detail'>,
  ): Promise<void> {
    return this.#deps.store.withOrder(orderId, async (order) => {
      const leg = getLeg(order, ref.leg);
      if (leg.generation !== ref.generation) return; // a later generation has already replaced it
      const { generation, clientId, venueOrderId, price, qty } = leg;
      const { expiresAt } = order;
      const terms = { generation, clientId, venueOrderId, price, qty, expiresAt };
      const report: LegReport = { ...terms, ...findEnd(order), filledQty: matchedQty(leg), fills: [] };
      return this.#decideAndCommit(order, ref.leg, report, cause);
    });
  }

  async #decideAndCommit(order: Order, legNumber: number, reported: LegReport, cause: string): Promise<void> {
    const before = getLeg(order, legNumber);
    if (before.reason === 'id_in_use') return; // of the order that has its id
    const other = this.#findOtherOrder(order, before, reported);
    if (other !== null) return this.#refuseIdInUse(order, { ...reported, leg: legNumber }, cause, other);
    const report: LegReport = { ...reported, reason: toOrderReason(order, legNumber, reported.reason) };
    const hooks = requirePresent(this.#hooks, 'the hooks of the report handler');
    const replaceRequestedAtMs = hooks.replaceRequestedAtMs(order.id, before);
    const context = this.#buildContext(order, legNumber, replaceRequestedAtMs !== null);
    const decision = decideReport(order, legNumber, report, context);
    const leg = getLeg(decision.order, legNumber);
    const cancelEvents = this.#findCancelDue(decision, leg, report);
    const events = this.#raiseAlarms(leg.venue, [...decision.events, ...cancelEvents]);
    const after = cancelEvents.reduce(
      (before, event) =>
        event.type === 'CancelRequested' ? applyToOrder(before, event, context.at) : before,
      decision.order,
    );
    if (decision.hasMissingFills) hooks.onMissingFills(after, toLegRef(report, leg));
    await this.#commit(after, events, cause, leg.venue);
    if (decision.replaced && replaceRequestedAtMs !== null)
      hooks.onReplacementDurable(order.id, leg, replaceRequestedAtMs);
    if (cancelEvents.length > 0) hooks.onCancelDue(after);
    for (const fillId of decision.voided) await hooks.onFillVoided(order.id, fillId);
  }

  #buildContext(order: Order, legNumber: number, isCancelOurs: boolean): ReportContext {
    const { store, venues } = this.#deps;
    const leg = getLeg(order, legNumber);
    const { capabilities } = venues.get(leg.venue);
    return {
      findRecordedFill: (tradeId) => store.findFill(order.id, legNumber, tradeId),
      getMatchedQty: (generation) => store.qtyMatchedBy(order.id, legNumber, generation),
      dustQty: capabilities.dustQty,
      replace: venues.amendsByReplace(leg)
        ? { isCancelOurs, clientIdFor: (terms, next) => venues.clientIdFor(terms, next) }
        : null,
      findPosition: (id) =>
        store.state.positions.get(positionKey(order.accountId, order.subaccountId, id)) ?? null,
      fillNumber: store.state.fillNumber,
      at: store.now(),
    };
  }

  /**
   * Finds a reason to cancel the order by ourselves: a late fill of an earlier generation leaves too little
   * quantity for the present one, or an IOC or FOK order is resting (the service crashed between the place and
   * the cancel that makes the order immediate).
   */
  #findCancelDue(
    { order, isOverRouted }: ReportDecision,
    leg: Leg,
    report: LegReport,
  ): readonly LedgerEvent[] {
    if (order.pendingAction === 'cancel') return [];
    const { id: orderId, tif } = order;
    if (isOverRouted) {
      const detail = `a fill of an earlier generation of leg ${leg.leg} was reported after that generation had ended`;
      return [
        { type: 'AnomalyRecorded', venue: leg.venue, kind: 'late_fill', orderId, detail },
        { type: 'CancelRequested', orderId, reason: 'replace_interrupted' },
      ];
    }
    const mayRest = tif === 'GTC' || tif === 'GTD';
    const isShownOpen =
      report.status === 'OPEN' && report.generation === leg.generation && isLive(leg.status);
    if (
      mayRest ||
      !isShownOpen ||
      requirePresent(this.#hooks, 'the hooks of the report handler').isSending(orderId, leg)
    )
      return [];
    return [{ type: 'CancelRequested', orderId, reason: tif === 'FOK' ? 'fok_unfilled' : 'ioc_remainder' }];
  }

  async #commit(
    after: Order,
    events: readonly LedgerEvent[],
    cause: string,
    venue: VenueName,
  ): Promise<void> {
    const { store, ackWaiters } = this.#deps;
    const isFirstAnswer = after.answer === null && ackWaiters.hasWaiters(after.id) && isAnswerable(after);
    const all: LedgerEvent[] = isFirstAnswer
      ? [...events, { type: 'OrderAnswered', orderId: after.id }]
      : [...events];
    if (all.length === 0) return;
    const durable = store.commit(cause, venue, all);
    const answered = requirePresent(store.state.orders.get(after.id), 'the order of this report');
    await durable;
    if (isAnswerable(after)) ackWaiters.resolve(answered);
  }

  /** Records an anomaly that belongs to no order, and raises its alarm. */
  async recordAnomaly(
    venue: VenueName,
    { kind, detail, isOver = false }: { kind: string; detail: string; isOver?: boolean },
  ): Promise<void> {
    const events = this.#raiseAlarms(
      venue,
      [{ type: 'AnomalyRecorded', venue, kind, orderId: null, detail }],
      isOver,
    );
    if (events.length > 0) await this.#deps.store.commit('venue_report', venue, events);
  }

  /** Of a venue whose client ids do not name the installation, it is an order of another program. */
  #recordUnknownOrder(
    venue: VenueName,
    { clientId, status }: Pick<OrderReport, 'clientId' | 'status'>,
  ): Promise<void> {
    if (this.#deps.venues.get(venue).capabilities.reportsExternalOrders === true) {
      const detail = describeExternalOrder(clientId);
      return this.recordAnomaly(venue, { kind: 'external_order', detail, isOver: status !== 'OPEN' });
    }
    const detail = `a report has the client id ${clientId}, which is not an order of this service`;
    return this.recordAnomaly(venue, { kind: 'unknown_order', detail });
  }

  /** Logs and counts the anomalies among the events. Drops an anomaly that a venue reports repeatedly. */
  #raiseAlarms(venue: VenueName, events: readonly LedgerEvent[], isOver = false): readonly LedgerEvent[] {
    return events.filter((event) => {
      if (event.type !== 'AnomalyRecorded') return true;
      const { kind, detail } = event;
      if (REPEATED.has(kind) && !this.#isNew(event)) return false;
      if (kind === 'external_order') this.#logExternalOrder(venue, detail, isOver);
      else this.#deps.log.error('venue contradicts our record', { venue, kind, detail });
      if (isOver) return true;
      this.#deps.metrics.count('anomalies_total', { venue, kind });
      if (TRIPPING.has(kind)) this.#deps.venues.trip(venue, `${kind}: ${detail}`);
      return true;
    });
  }

  /** An order of another program that has ended needs nothing; one that rests may still change what the account holds. */
  #logExternalOrder(venue: VenueName, detail: string, isOver: boolean): void {
    const { log } = this.#deps;
    if (isOver) log.info('an order of another program has ended at the venue', { venue, detail });
    else log.warn('an order of another program rests at the venue; it is left there', { venue, detail });
  }

  /** Remembers the anomaly. @returns false if it was reported before, also by a previous run of the service */
  #isNew({ venue, kind, detail }: AnomalyRecorded): boolean {
    const key = `${venue}/${kind}/${detail}`;
    if (this.#reported.has(key)) return false;
    this.#reported.add(key);
    const [oldest] = this.#reported;
    if (this.#reported.size > ANOMALIES_MAX && oldest !== undefined) this.#reported.delete(oldest);
    return true;
  }
}

const getLeg = (order: Order, number: number): Leg =>
  requirePresent(
    order.legs.find((leg) => leg.leg === number),
    'the reported leg',
  );

/** Anomalies about money: they block new orders to the venue until the service restarts. */
const TRIPPING: ReadonlySet<string> = new Set(['over_fill', 'worse_than_limit', 'wrong_side']);

/** Anomalies that a venue's lists show in every poll until their cause is removed. */
const REPEATED: ReadonlySet<string> = new Set([
  'id_in_use',
  'external_order',
  'unknown_order',
  'unknown_fee',
  'unknown_fill',
  'settlement_reversed',
]);

/** The generation that a report is about. */
const toLegRef = ({ generation, clientId }: LegReport, leg: Leg): LegRef =>
  generation === leg.generation ? leg : { leg: leg.leg, generation, clientId };

/** True if no request of the order is pending, so a waiting caller gets its answer. */
const isAnswerable = (order: Order): boolean =>
  order.pendingAction === null && order.legs.every((leg) => leg.status !== 'PENDING_SUBMISSION');

/** The reason by which an order closes, given the one of its venue and the flags of the order. */
function toOrderReason(order: Order, legNumber: number, reason: OrderReason | null): OrderReason | null {
  const isPending = getLeg(order, legNumber).status === 'PENDING_SUBMISSION';
  // Without the flag, a halt that cancels resting orders counts as a closed market.
  if (reason === 'market_paused' && !order.cancelOnPause && !isPending) return 'market_closed';
  if (order.selfTradeCut && reason !== null && UNFILLED.has(reason)) return 'self_trade';
  // Without the flag, an incoming order that meets an own one is cut by the venue's own rule.
  const isIncoming = isPending && order.selfTrade === null;
  return reason === 'self_trade' && isIncoming ? 'venue_cancelled' : reason;
}

/** How an IOC or FOK order ends that found too little to take. */
const UNFILLED: ReadonlySet<OrderReason> = new Set(['ioc_remainder', 'fok_unfilled', 'no_liquidity']);

/** What a venue said when it refused a request. */
export const toVenueAnswer = ({ code, message, venueCode }: VenueRefusal): VenueAnswer => ({
  venueCode: venueCode ?? code,
  venueMessage: message === '' ? null : message,
});

/** The request that a venue answered without proof of its outcome. */
export type DoubtfulRequest = 'order' | 'amend' | 'cancel';
export type Doubt = Omit<UnknownOutcome, 'kind'>;

const IN_DOUBT = 'the outcome of a request is unknown: the order is queried';

/** The text of a venue without ids, times and amounts, which differ in each repetition. */
const withoutNumbers = (text: string | null): string | null =>
  text === null ? null : text.replace(/\b\w*\d\w*\b/g, '#');

/** Identifies one generation of a leg. */
export const toLegKey = (orderId: OrderId, { leg, generation }: LegRef): string =>
  `${orderId}/${leg}/${generation}`;

/** Converts a venue report. The second argument names the generation that it is about. */
export const toLegReport = (report: OrderReport, { generation }: Pick<LegRef, 'generation'>): LegReport => ({
  generation,
  clientId: report.clientId,
  venueOrderId: report.venueOrderId,
  status: report.status,
  reason: report.reason === null ? null : REASONS_OF_VENUES[report.reason],
  venueAnswer: cleanVenueAnswer(report.venueAnswer ?? {}),
  price: report.price,
  qty: report.qty,
  expiresAt: report.expiresAt,
  filledQty: report.filledQty,
  fills: report.fills,
  ...(report.terms && { terms: report.terms }),
});
