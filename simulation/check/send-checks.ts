import {
  getIdNumber,
  type InstrumentId,
  type OrderId,
  scopeKey,
  type VenueClientId,
} from '../../src/contract/model/ids.ts';
import { isKillSwitchOn } from '../../src/contract/model/limits.ts';
import { complement, PRICE_ONE, type Price } from '../../src/contract/model/money.ts';
import { isLive, type Order, type Outcome, remainingQty } from '../../src/contract/model/order.ts';
import type { LedgerState } from '../../src/domain/projections/ledger-state.ts';
import type { MarketView } from '../../src/ports/market-view.ts';
import type { SentRequest } from '../environment/faulty-network.ts';
import { DEMO } from '../environment/remote-demo.ts';
import type { DemoRecord } from '../environment/simulated-disks.ts';
import type { TransitionChecker } from '../environment/transition-checker.ts';
import type { VenueStateOrder } from '../environment/venue-state.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';
import type { QuoteChecks } from './quote-checks.ts';

/** The present state of order management, durable or not, and its market data. */
export interface OmsView {
  readonly state: Readonly<LedgerState>;
  readonly market: MarketView;
}

const toYesPrice = (price: Price, outcome: Outcome): bigint =>
  outcome === 'YES' ? price : PRICE_ONE - price;

/** Finds the prices, in YES terms, of the account's earlier live orders on the other side. */
function findOppositePrices(
  { orders }: Readonly<LedgerState>,
  { id, accountId }: Order,
  instrumentId: InstrumentId,
  isBuy: boolean,
): readonly { readonly price: bigint }[] {
  return [...orders.values()]
    .filter((other) => other.accountId === accountId && getIdNumber(other.id) < getIdNumber(id))
    .flatMap(({ side, legs }) =>
      legs.flatMap(({ instrumentId: at, outcome, status, price }) => {
        const isOpposite = ((side === 'BUY') === (outcome === 'YES')) !== isBuy;
        return at === instrumentId && isLive(status) && isOpposite && price !== null
          ? [{ price: toYesPrice(price, outcome) }]
          : [];
      }),
    );
}

/** Checks every request when order management passes it to a venue. */
export class SendChecks {
  /** Scopes whose kill switch was enabled with 200 and has not been requested to be disabled since. */
  readonly killed = new Set<string>();
  readonly #sent = new Set<VenueClientId>();
  readonly #earlier = new Set<Order['id']>(); // of earlier processes
  readonly #bytesSent = new Set<VenueClientId>();
  readonly #ledger: TransitionChecker;
  readonly #venueStateOf: (clientId: VenueClientId) => VenueStateOrder | undefined;
  readonly #monitor: InvariantMonitor;
  readonly #hasStorageFailed: () => boolean;
  readonly #commitsWithJournal: (order: Order) => boolean;
  readonly #getOmsView: () => OmsView | null;
  readonly #quoteChecks: QuoteChecks;
  /** Orders for which the venue was requested to prevent trades with the own account. */
  readonly prevented = new Set<VenueClientId>();

  constructor(
    ledger: TransitionChecker,
    venueStateOf: (clientId: VenueClientId) => VenueStateOrder | undefined,
    monitor: InvariantMonitor,
    hasStorageFailed: () => boolean,
    commitsWithJournal: (order: Order) => boolean,
    present: () => OmsView | null,
    quoteChecks: QuoteChecks,
  ) {
    this.#quoteChecks = quoteChecks;
    this.#getOmsView = present;
    this.#hasStorageFailed = hasStorageFailed;
    this.#commitsWithJournal = commitsWithJournal;
    this.#ledger = ledger;
    this.#venueStateOf = venueStateOf;
    this.#monitor = monitor;
  }

  get placed(): ReadonlySet<VenueClientId> {
    return this.#sent;
  }

  /**
   * A new process. An order that was lost with its execution at Demo never existed, and its ids are used again.
   * I-05: what is durable at Demo has a durable intent, and a durable report has a durable execution.
   */
  restart(demo: DemoRecord): void {
    const { legsByClientId, state } = this.#ledger;
    for (const orderId of state.orders.keys()) this.#earlier.add(orderId);
    for (const clientId of this.#sent) if (!legsByClientId.has(clientId)) this.#sent.delete(clientId);
    for (const clientId of demo.orders.keys()) {
      if (clientId.startsWith('other-')) continue;
      this.#monitor.expect(legsByClientId.has(clientId), 'I-05', () => `the intent of ${clientId} was lost`);
    }
    for (const { legs } of state.orders.values()) {
      for (const { venue, venueOrderId, clientId } of legs) {
        const isThere = venue !== DEMO || venueOrderId === null || demo.orders.has(clientId);
        this.#monitor.expect(isThere, 'I-05', () => `${clientId} is reported, and its execution was lost`);
      }
    }
  }

  onSend(sent: SentRequest): void {
    const order = this.#findOrder(sent.clientId);
    if (order === undefined)
      return this.#monitor.violate('I-05', `${sent.clientId} is no order of the ledger`);
    switch (sent.kind) {
      case 'place':
        this.#expectSentOnce(sent.clientId);
        if (!this.#commitsWithJournal(order)) this.#expectIntentDurable(sent.clientId);
        this.#expectDecidedTerms(order, sent);
        this.#expectRoutedWithinOrder(order, sent.clientId);
        this.#expectNoSelfTrade(order, sent);
        this.#expectPairKnown(order);
        this.#quoteChecks.checkSend(order, this.#ledger.state, {
          legsByClientId: this.#ledger.legsByClientId,
          findOrder: this.#venueStateOf,
          isRecordLate: this.#commitsWithJournal,
        });
        return this.#expectNotKilled(order);
      case 'amend':
        return this.#expectRequestDurable(order, 'AmendRequested');
      case 'cancel': {
        if (this.#hasStorageFailed()) return; // P-03: a cancel for safety is sent even if it cannot be recorded.
        const isAmend = order.pendingAmend !== null; // also while a cancel is requested that is not durable yet
        return this.#expectRequestDurable(order, isAmend ? 'AmendRequested' : 'CancelRequested');
      }
    }
  }

  /**
   * Checks a new order when its bytes are sent, some time after order management passed it to the adapter.
   */
  onBytesSent(clientId: VenueClientId | null): void {
    const order = clientId === null ? undefined : this.#findOrder(clientId);
    if (clientId === null || order === undefined)
      return this.#monitor.violate(
        'I-05',
        `${clientId} was written to the network and is no order of the ledger`,
      );
    this.#monitor.note(`leaves ${clientId}`);
    this.#monitor.expect(
      this.#sent.has(clientId),
      'I-05',
      () => `${clientId} was written to the network but not sent by the gateway`,
    );
    this.#monitor.expect(
      !this.#bytesSent.has(clientId),
      'I-04',
      () => `${clientId} was written to the network twice`,
    );
    this.#bytesSent.add(clientId);
    const scopes = [scopeKey(order.accountId, null), scopeKey(order.accountId, order.subaccountId)];
    const isKillAnswered = scopes.some((scope) => this.killed.has(scope));
    this.#monitor.expect(
      !isKillAnswered,
      'I-14',
      () => `${clientId} was written to the network after the kill switch was acknowledged`,
    );
  }

  /** I-04: one leg is at most one order at the venue: it is sent once, whatever happens afterwards. */
  #expectSentOnce(clientId: VenueClientId): void {
    this.#monitor.expect(!this.#sent.has(clientId), 'I-04', () => `${clientId} was sent again`);
    this.#sent.add(clientId);
  }

  /** I-05: a request is durable before it is sent to a venue. */
  #expectIntentDurable(clientId: VenueClientId): void {
    const isDurable = this.#ledger.isIntentDurable(clientId);
    this.#monitor.expect(isDurable, 'I-05', () => `${clientId} was sent before it was durable`);
  }

  /** I-05, for requests about an existing order. */
  #expectRequestDurable(order: Order, type: 'AmendRequested' | 'CancelRequested'): void {
    const isDurable = this.#ledger.isEventDurable(order.id, type);
    this.#monitor.expect(isDurable, 'I-05', () => `${type} of ${order.id} was sent before it was durable`);
  }

  /** I-07, I-08: the leg has the instrument and the price that its order allows. */
  #expectDecidedTerms(
    order: Order,
    { clientId, order: sent }: Extract<SentRequest, { readonly kind: 'place' }>,
  ): void {
    const leg = order.legs.find((candidate) => candidate.clientId === clientId);
    const isYesBuy = (sent.side === 'BUY') === (sent.outcome === 'YES');
    const isWanted = leg !== undefined && isYesBuy === ((order.side === 'BUY') === (leg.outcome === 'YES'));
    const isPlace = isWanted && leg.venueInstrumentId === sent.venueInstrumentId;
    this.#monitor.expect(isPlace, 'I-07', () => `${clientId} went to ${sent.venueInstrumentId}`);
    // In terms of the leg's outcome: a venue that holds tokens may get the order in the other one.
    const isMirrored = sent.outcome !== leg?.outcome;
    const price = sent.price !== null && isMirrored ? complement(sent.price) : sent.price;
    const limit = order.pendingAmend?.price ?? order.price;
    const isNoWorse =
      limit === null
        ? price === null || order.selfTradeCut
        : price !== null && (order.side === 'BUY' ? price <= limit : price >= limit);
    this.#monitor.expect(isNoWorse, 'I-08', () => `${clientId} at ${price}, the limit is ${limit}`);
  }

  /**
   * I-06 by the venue's state: the fills of previous generations and the sent quantity stay within the order.
   */
  #expectRoutedWithinOrder(order: Order, clientId: VenueClientId): void {
    let routed = 0n;
    for (const [name, { orderId }] of this.#ledger.legsByClientId) {
      const there = orderId === order.id && name !== clientId ? this.#venueStateOf(name) : undefined;
      if (there !== undefined) routed += there.status === 'OPEN' ? there.qty : there.filledQty;
    }
    const leg = order.legs.find((leg) => leg.clientId === clientId);
    const requestedQty = order.pendingAmend?.qty ?? order.qty;
    const most = requestedQty > order.qty ? requestedQty : order.qty;
    const isWithin =
      leg !== undefined &&
      routed + remainingQty(leg) <= most + (this.#ledger.fills.voidedByOrder.get(order.id) ?? 0n);
    this.#monitor.expect(
      isWithin,
      'I-06',
      () => `${clientId} exceeds the order: ${routed} of ${most} are routed already`,
    );
  }

  /**
   * I-36: the order cannot reach an earlier order of the account. All liquidity at better prices counts here,
   * own orders included, so this check is weaker than the rule and shares no code with it.
   */
  #expectNoSelfTrade(
    order: Order,
    { clientId, order: sent }: Extract<SentRequest, { readonly kind: 'place' }>,
  ): void {
    const present = this.#getOmsView();
    const leg = order.legs.find((candidate) => candidate.clientId === clientId);
    if (sent.selfTrade !== undefined) this.prevented.add(clientId);
    if (order.selfTrade === null || sent.selfTrade !== undefined || present === null || leg === undefined)
      return;
    const quote = present.market.book(leg.instrumentId);
    const isBuy = (sent.side === 'BUY') === (sent.outcome === 'YES');
    const limit = sent.price === null ? null : toYesPrice(sent.price, sent.outcome);
    for (const { price } of findOppositePrices(present.state, order, leg.instrumentId, isBuy)) {
      if (limit !== null && (isBuy ? price > limit : price < limit)) continue;
      const levels = quote?.usable === true ? (isBuy ? quote.book.asks : quote.book.bids) : [];
      const before = levels.filter((level) => (isBuy ? level.price < price : level.price > price));
      const ahead = before.reduce((sum, level) => sum + level.qty, 0n);
      this.#monitor.expect(ahead >= sent.qty, 'I-36', () => `${clientId} reaches an own order at ${price}`);
    }
  }

  /** I-H1 after a start: a pair knows what its venues have filled of each order of an earlier process before it sends one. */
  #expectPairKnown({ id, parentId }: Order): void {
    const { state, fills, legsByClientId } = this.#ledger;
    const parent = parentId === null ? undefined : state.parents.get(parentId);
    if (parent === undefined || parent.pair === null) return;
    this.#monitor.countCall('pair', 'sent');
    const filledThere = new Map<OrderId, bigint>(); // by order, over its legs and their generations
    for (const [clientId, { orderId }] of legsByClientId) {
      const earlier = this.#earlier.has(orderId) ? state.orders.get(orderId) : undefined;
      if (earlier === undefined || earlier.parentId !== parentId || this.#commitsWithJournal(earlier))
        continue;
      const there = this.#venueStateOf(clientId)?.filledQty ?? 0n;
      filledThere.set(orderId, (filledThere.get(orderId) ?? 0n) + there);
    }
    for (const [orderId, there] of filledThere) {
      const here = (fills.filledByOrder.get(orderId) ?? 0n) + (fills.voidedByOrder.get(orderId) ?? 0n);
      this.#monitor.countCall('pair', 'sent after a restart');
      this.#monitor.expect(
        here === there,
        'I-H1',
        () => `${id} is sent while ${orderId} has ${here} of ${there}`,
      );
    }
  }

  /** I-14: no new order is sent after the kill switch was acknowledged, nor after the step that set it. */
  #expectNotKilled({ id, accountId, subaccountId }: Order): void {
    const scopes = [scopeKey(accountId, null), scopeKey(accountId, subaccountId)];
    const isAnswered = scopes.some((scope) => this.killed.has(scope));
    this.#monitor.expect(!isAnswered, 'I-14', () => `${id} was sent after the kill switch was acknowledged`);
    const isSet = isKillSwitchOn(this.#ledger.state, accountId, subaccountId);
    this.#monitor.expect(!isSet, 'I-14', () => `${id} was sent while the kill switch was on`);
  }

  #findOrder(clientId: VenueClientId): Order | undefined {
    const named = this.#ledger.legsByClientId.get(clientId);
    return named === undefined ? undefined : this.#ledger.state.orders.get(named.orderId);
  }
}
