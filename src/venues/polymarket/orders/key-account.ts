import type { TimestampMs, VenueClientId } from '#contract';
import type { Clock, OpenOrder, OrderReport, Timer, VenueListener, VenueOutcome, VenueQuery } from '#ports';
import type { PolymarketClient } from '../http/polymarket-client.ts';
import type { VenueStatus } from '../market-data/venue-status.ts';
import type { Wallet } from '../signing/wallet.ts';
import { UserWs, type UserWsDeps } from '../ws/user-ws.ts';
import { describeBlindness } from './key-words.ts';
import { markOrder, markOutcome, markQuery, markReport } from './order-marks.ts';
import { OrderCanceller } from './polymarket-cancellation.ts';
import { OrderQueries, type OrderQueriesDeps } from './polymarket-order-queries.ts';
import { OrderRegistry, type OrdersDeps } from './polymarket-orders.ts';
import { Reconciliation, StartupSnapshot } from './polymarket-reconciliation.ts';

export interface KeyAccountDeps
  extends Pick<OrderQueriesDeps, 'listings' | 'isOfOtherKey'>,
    Pick<OrdersDeps, 'ordersKept' | 'balances'>,
    Pick<UserWsDeps, 'network' | 'random' | 'wsUserUrl'> {
  readonly client: PolymarketClient;
  readonly wallet: Wallet;
  readonly expiresAt: TimestampMs | null; // null: never, or not known
  readonly isFormer: boolean; // signs no orders any more
  readonly venueStatus: VenueStatus;
  readonly clock: Clock;
  readonly firstLookbackMs: number;
  readonly listener: Pick<VenueListener, 'onReport' | 'onAnomaly' | 'onStreamedOrder'>;
}

const LOGIN_RETRY_MS = 10_000;
const FORMER_RETRY_MS = 60_000; // after the venue refused a former key

/**
 * The orders of one key of the wallet. The venue shows each key only its own orders and trades, so each has its own login, records,
 * user channel and reconciliations. Inside, an order has the id of the venue; outside, its client id names the key.
 */
export class KeyAccount {
  readonly client: PolymarketClient;
  readonly wallet: Wallet;
  readonly isFormer: boolean;
  readonly orders: OrderRegistry;
  readonly queries: OrderQueries;
  readonly canceller: OrderCanceller;
  readonly user: UserWs;
  readonly reconciliation: Reconciliation;
  readonly #deps: KeyAccountDeps;
  #loginRetry: Timer | null = null;
  #isStopped = false;

  constructor(given: KeyAccountDeps) {
    const deps = { ...given, listener: toMarkingListener(given) };
    this.#deps = deps;
    this.client = deps.client;
    this.wallet = deps.wallet;
    this.isFormer = deps.isFormer;
    this.orders = new OrderRegistry(deps);
    const findBlindness = (): string | null =>
      this.hasExpired ? describeBlindness(this.wallet.address) : null;
    this.queries = new OrderQueries({ ...deps, orders: this.orders, findBlindness });
    const parts = { ...deps, orders: this.orders, queries: this.queries };
    this.canceller = new OrderCanceller(parts);
    const startupSnapshot = new StartupSnapshot();
    this.user = new UserWs({ ...parts, startupSnapshot });
    this.reconciliation = new Reconciliation({ ...parts, startupSnapshot });
  }

  /** Opens the user channel once there are credentials. Until then new orders are blocked, and market data works. */
  async logIn(): Promise<void> {
    const { client, wallet, isFormer, venueStatus, listener, clock } = this.#deps;
    const missing = await client.obtainCredentials();
    if (this.#isStopped) return;
    if (missing === null) return this.user.open();
    const { why, isRefused } = missing;
    if (!isFormer)
      venueStatus.block(`no credentials for wallet ${wallet.address}: ${why}`, LOGIN_RETRY_MS * 2);
    if (isRefused) listener.onAnomaly({ kind: 'credentials', detail: why });
    const retryMs = isFormer && isRefused ? FORMER_RETRY_MS : LOGIN_RETRY_MS;
    this.#loginRetry = clock.after(retryMs, () => void this.logIn());
  }

  /** True once the key has expired, as far as the settings state when. */
  get hasExpired(): boolean {
    return (this.msLeft ?? 1) <= 0;
  }

  /** Until the key expires; null: it does not, or that is not known. */
  get msLeft(): number | null {
    const { expiresAt, client } = this.#deps;
    return expiresAt === null ? null : expiresAt - client.nowMs();
  }

  stop(): void {
    this.#isStopped = true;
    this.#loginRetry?.cancel();
    this.user.stop();
  }

  /** All open orders of the key in the last complete list. */
  get openOrders(): readonly OpenOrder[] {
    return this.reconciliation.openOrders.map((order) => ({
      ...order,
      clientId: markOrder(order.venueOrderId, this.wallet),
    }));
  }

  async cancel(orderId: VenueClientId, instrument: string): Promise<VenueOutcome> {
    return markOutcome(await this.canceller.cancel(orderId, instrument), this.wallet);
  }

  /** Queries an order. One that must not rest but does, because its cancel was lost, is cancelled again first. */
  async query(orderId: VenueClientId, instrument: string): Promise<VenueQuery> {
    const record = this.orders.find(orderId);
    const isResting =
      record !== null && record.terms.kill === 'cancel' && !record.isClosed && !record.hasPendingRequest;
    const found =
      isResting && record.isAcknowledged
        ? toQueryResult(await this.canceller.cancelRemainder(record, []))
        : await this.queries.queryOrder(orderId, instrument);
    return markQuery(found, this.wallet);
  }

  /**
   * All open orders of the key, and what changed since the mark. The venue may refuse a former key, whose orders then stay as
   * they are, and its mark with them. Throws if the venue could not be read otherwise.
   */
  async reconcile(mark: string | null): Promise<{ readonly reports: readonly OrderReport[]; mark: string }> {
    try {
      const { reports, mark: next } = await this.reconciliation.run(mark);
      return { reports: reports.map((report) => markReport(report, this.wallet)), mark: next };
    } catch (error) {
      if (!this.isFormer || this.client.refusal === null) throw error;
      return { reports: [], mark: this.reconciliation.keepMark(mark) };
    }
  }
}

function toMarkingListener({ listener, wallet }: KeyAccountDeps): KeyAccountDeps['listener'] {
  return {
    onReport: (report: OrderReport) => listener.onReport(markReport(report, wallet)),
    onAnomaly: (...given: Parameters<VenueListener['onAnomaly']>) => listener.onAnomaly(...given),
    onStreamedOrder: (...[order]: Parameters<NonNullable<VenueListener['onStreamedOrder']>>) =>
      listener.onStreamedOrder?.({ ...order, clientId: markOrder(order.clientId, wallet) }),
  };
}

function toQueryResult(outcome: VenueOutcome): VenueQuery {
  if (outcome.kind === 'report') return { kind: 'found', report: outcome.report };
  return { kind: 'failed', why: outcome.kind === 'refused' ? outcome.message : outcome.why };
}
