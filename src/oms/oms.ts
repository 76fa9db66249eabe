import { ComplexOrders } from '#complex-orders';
import {
  err,
  invalidField,
  type Order,
  ok,
  type Rejection,
  type Result,
  rejection,
  scopeKey,
  type VenueName,
} from '#contract';
import type { LedgerState } from '#domain';
import { TradingQueries, type TradingService } from '#orders';
import type { OrderReport, VenueAnomaly } from '#ports';
import { AccountAdminService } from './account-admin.ts';
import { buildOmsComponents, type OmsComponents, type OmsDeps } from './oms-components.ts';
import type { AccountAdoption, PositionOwner } from './position-adoption.ts';
import {
  buildAccess,
  buildApprovalService,
  buildCallJournal,
  buildFeeds,
  buildOperationService,
  buildOrderService,
  buildRiskService,
  buildSessionService,
} from './trading-services.ts';

/**
 * The single writer of orders, risk and positions: starts and stops its parts, and passes the reports of venues on.
 * Start order: load the store, start the venues (which call `onVenueReport`), then call `start`.
 */
export class Oms implements TradingService {
  readonly orders: TradingService['orders'];
  readonly queries: TradingQueries;
  readonly complexOrders: ComplexOrders;
  readonly quotes: TradingService['quotes'];
  readonly operations: TradingService['operations'];
  readonly approvals: TradingService['approvals'];
  readonly risk: TradingService['risk'];
  readonly sessions: TradingService['sessions'];
  readonly balances: TradingService['balances'];
  readonly fairValues: TradingService['fairValues'];
  readonly feeds: TradingService['feeds'];
  readonly access: TradingService['access'];
  readonly calls: TradingService['calls'];
  readonly accountAdmin: AccountAdminService;
  readonly #parts: OmsComponents;

  constructor(deps: OmsDeps) {
    const parts = buildOmsComponents(deps);
    this.#parts = parts;
    this.orders = buildOrderService(parts);
    this.queries = parts.queries;
    this.complexOrders = parts.complexOrders;
    this.quotes = parts.quotes;
    this.operations = buildOperationService(parts);
    this.approvals = buildApprovalService(parts);
    this.risk = buildRiskService(parts);
    this.sessions = buildSessionService(parts);
    this.balances = parts.balanceFeed;
    this.fairValues = parts.fairValues;
    this.feeds = buildFeeds(parts);
    this.access = buildAccess(parts);
    this.calls = buildCallJournal(parts);
    this.accountAdmin = parts.accountAdmin;
  }

  /** Reconciles each venue and opens it for new orders. An unreachable venue opens later. */
  async start(): Promise<void> {
    this.#parts.heartbeats.start();
    // Journaled before any order is sent or accepted; the reconciliation sends the cancels.
    await this.#parts.riskGuards.start();
    await this.#parts.tradeSessions.endAll();
    this.#parts.quoteBook.start();
    this.#parts.approvals.start();
    await this.#parts.startupReconciliation.start();
    this.#parts.reduceOnlyGuard.start();
    await this.#parts.pauseGuard.start();
    await this.#parts.settlement.start();
    this.#parts.positionOperations.start();
    this.#parts.automaticOperations.start();
    await this.#parts.complexOrders.start();
    await this.#parts.orderFeed.start();
    this.#parts.positionFeed.start();
    void this.#parts.balanceTracker.start().then(() => this.#parts.startupReconciliation.compareBalances());
    this.#parts.balanceFeed.start();
  }

  /** Refuses new requests from now on. The caller waits for the requests in progress. */
  stop(): void {
    this.#parts.requests.close();
    this.#parts.complexOrders.stop();
    this.#parts.approvals.stop();
    this.#parts.resolver.stop();
    this.#parts.automaticOperations.stop();
    this.#parts.positionOperations.stop();
    this.#parts.riskGuards.stop();
    this.#parts.heartbeats.stop();
    this.#parts.reduceOnlyGuard.stop();
    this.#parts.pauseGuard.stop();
    this.#parts.cancellation.stop();
    this.#parts.amendment.stop();
    this.#parts.startupReconciliation.stop();
    this.#parts.positionFeed.stop();
    this.#parts.balanceTracker.stop();
    this.#parts.balanceFeed.stop();
    this.#parts.forbiddenCalls.stop();
    this.#parts.suspension.stop();
  }

  /** Handles a report of a venue about one of our orders. */
  onVenueReport(venue: VenueName, report: OrderReport): void {
    this.#parts.executionReports
      .onReport(venue, report)
      .catch((error: unknown) =>
        this.#parts.log.error('a venue report could not be recorded', { venue, why: String(error) }),
      );
  }

  /** Records a contradiction that a venue adapter found and that concerns no order of this service. */
  onVenueAnomaly(venue: VenueName, anomaly: VenueAnomaly): void {
    this.#parts.executionReports
      .recordAnomaly(venue, anomaly)
      .catch((error: unknown) =>
        this.#parts.log.error('an anomaly could not be recorded', { venue, why: String(error) }),
      );
  }

  /** The state, for checkers; read only. */
  get state(): Readonly<LedgerState> {
    return this.#parts.store.state;
  }

  get failure(): Error | null {
    return this.#parts.store.failure;
  }

  /** True while callers wait for the journal, at most `orders.ack_wait_ms`. */
  get isSuspended(): boolean {
    return this.#parts.suspension.isSuspended;
  }

  /** The open balance break of a venue, shown in its health; null if there is none. */
  findBalanceBreak(venue: VenueName): string | null {
    return this.#parts.balanceSheets.findBreak(venue);
  }

  /** The open position break of a venue, shown in its health; null if there is none. */
  findPositionBreak(venue: VenueName): string | null {
    return this.#parts.positionReconciler.findBreak(venue);
  }

  /**
   * Takes what a venue's account holds beyond our fills over into a subaccount, for the operator. Its cash, and tokens that
   * pay without a position, become unattributed. Open orders that this service did not place are left, or cancelled if the
   * operator wants it.
   *
   * Refuses `validation` for an unknown venue or subaccount, and `venue_unavailable` while the venue reports no positions.
   */
  async adoptPositions(
    name: string,
    owner: PositionOwner,
    cancelsOrders = false,
  ): Promise<Result<AccountAdoption, Rejection>> {
    const { venues, store, positionReconciler, externalOrders, balanceSheets } = this.#parts;
    const venue = venues.all().find((each) => each.name === name);
    if (venue === undefined)
      return err(
        invalidField(
          'venue',
          `is none of ${venues
            .all()
            .map((each) => each.name)
            .join(', ')}`,
        ),
      );
    if (!store.state.subaccounts.has(scopeKey(owner.accountId, owner.subaccountId)))
      return err(invalidField('subaccount_id', 'is not a subaccount of the account'));
    const adoption = venues.isReconciled(venue.name) ? await positionReconciler.adopt(venue, owner) : null;
    if (adoption === null)
      return err(rejection('venue_unavailable', `${name} does not report its positions now`));
    balanceSheets.accept(venue.name);
    const orders = cancelsOrders ? await externalOrders.cancelAll(venue) : externalOrders.list(venue.name);
    return ok({ ...adoption, orders });
  }

  /** How many open orders at a venue this service did not place, shown in its health; null without any. */
  findExternalOrders(venue: VenueName): string | null {
    return this.#parts.externalOrders.describe(venue);
  }

  /** Why tokens of a venue are not merged or redeemed automatically, shown in its health; null if nothing prevents it. */
  findAutomaticProblem(venue: VenueName): string | null {
    return this.#parts.automaticOperations.findProblem(venue);
  }

  /** Why a venue that is meant to trade gets no new orders, shown in its health; null if it gets them. */
  findVenueBlock(venue: VenueName): string | null {
    return this.#parts.venues.findBlock(venue);
  }

  get ordersInDoubt(): number {
    return this.#parts.resolver.legsInDoubt;
  }

  /** Orders whose outcome has been unknown for at least this long. */
  findOrdersInDoubt(ms: number): readonly Order[] {
    return this.#parts.resolver.findInDoubt(ms);
  }
}
