import { errorMessage, type Result, type VenueClientId } from '#contract';
import type {
  DemoOrder,
  DemoOrderHistory,
  DemoOrderRange,
  OrderReport,
  Timer,
  VenueAmend,
  VenueHealth,
  VenueOrder,
  VenueOutcome,
  VenueQuery,
} from '#ports';
import type { DemoRefusal } from './demo-market.ts';
import type { DemoMarketMaker } from './demo-market-maker.ts';
import type { DemoSettings } from './demo-settings.ts';
import { type DemoTransaction, toOrderReport } from './demo-transaction.ts';
import { TransactionCommitter, type TransactionCommitterDeps } from './demo-transaction-committer.ts';
import type { ListingSchedule } from './listing-schedule.ts';

const RECONCILE_PAGE = 500;

export interface DemoExchangeCoreDeps extends TransactionCommitterDeps {
  readonly settings: DemoSettings;
  readonly schedule: ListingSchedule;
  readonly marketMaker: DemoMarketMaker;
}

/** The running exchange. Each request and each timer tick is one transaction (`TransactionCommitter`). */
export class DemoExchangeCore {
  readonly #deps: DemoExchangeCoreDeps;
  readonly #committer: TransactionCommitter;
  readonly #arriving = new Map<VenueClientId, Promise<VenueOutcome>>();
  readonly #timers: Timer[] = [];
  #firstMark: number | null = null; // of the first reconciliation since the start

  constructor(deps: DemoExchangeCoreDeps) {
    this.#deps = deps;
    this.#committer = new TransactionCommitter(deps);
    const { clock, settings } = deps;
    const ticks = [
      [settings.scheduleStepMs, () => this.#stepSchedule()],
      [settings.marketMakerStepMs, () => this.#stepMarketMaker()],
    ] as const;
    for (const [ms, run] of ticks) if (ms > 0) this.#timers.push(clock.every(ms, run));
  }

  /** Only the store knows all old client ids. While it is queried, a second order with this id is refused. */
  place(order: VenueOrder): Promise<VenueOutcome> {
    const { clientId } = order;
    const isKnown = this.#arriving.has(clientId) || this.#deps.exchange.findWorkingOrder(clientId) !== null;
    if (isKnown) return Promise.resolve(DUPLICATE);
    const arrival = this.#arrive(order);
    this.#arriving.set(clientId, arrival);
    return arrival;
  }

  /** Null when only a look-up would show whether the client id is new. */
  placeAtOnce(order: VenueOrder): VenueOutcome | null {
    const { exchange, store } = this.#deps;
    const { clientId } = order;
    const isNew =
      store.isNew(clientId) && !this.#arriving.has(clientId) && exchange.findWorkingOrder(clientId) === null;
    return isNew ? this.#request((transaction) => exchange.place(transaction, order)) : null;
  }

  /** Null for an order that is not open, whose final state must be looked up. */
  cancelAtOnce(clientId: VenueClientId): VenueOutcome | null {
    const { exchange } = this.#deps;
    const working = exchange.findWorkingOrder(clientId);
    if (working?.order.status !== 'OPEN') return null;
    return this.#request((transaction) => exchange.cancel(transaction, working));
  }

  async amend(amend: VenueAmend): Promise<VenueOutcome> {
    await this.#arriving.get(amend.clientId);
    if (this.#isOpen(amend.clientId)) {
      return this.#request((transaction) => this.#deps.exchange.amend(transaction, amend));
    }
    const found = await this.order(amend.clientId);
    if (found.kind !== 'found') return toFailedRequest(found);
    return refused({ code: 'order_not_open', message: `the order is ${found.report.status}` });
  }

  /** Cancelling an order that is closed already returns its final state. */
  async cancel(clientId: VenueClientId): Promise<VenueOutcome> {
    await this.#arriving.get(clientId);
    const cancelled = this.cancelAtOnce(clientId);
    if (cancelled !== null) return cancelled;
    const found = await this.order(clientId);
    return found.kind === 'found' ? { kind: 'report', report: found.report } : toFailedRequest(found);
  }

  async order(clientId: VenueClientId): Promise<VenueQuery> {
    try {
      await this.#arriving.get(clientId);
      await this.#committer.drained();
      const history = await this.#deps.store.order(clientId);
      return history === null ? { kind: 'absent' } : { kind: 'found', report: toHistoryReport(history) };
    } catch (error) {
      return { kind: 'failed', why: errorMessage(error) };
    }
  }

  /**
   * Returns every open order, and every order changed since `mark`, with its fills. Once the caller has a mark of this
   * start, it has had a report of each later change, so it gets only the open orders, as they are in memory. The mark is
   * the change counter; one that this store never reached counts as 0.
   */
  async reconcile(mark: string | null): Promise<{ reports: readonly OrderReport[]; mark: string }> {
    await this.#committer.drained();
    const { exchange } = this.#deps;
    const { change } = exchange;
    const requested = Number(mark ?? 0);
    const since = Number.isSafeInteger(requested) && requested >= 0 && requested <= change ? requested : 0;
    if (this.#firstMark !== null && since >= this.#firstMark) {
      const reports = exchange.openOrders().map((order) => toOrderReport(order, []));
      return { reports, mark: String(change) };
    }
    const open = await this.#readOrders({ afterChange: 0, upToChange: since, openOnly: true });
    const changed = await this.#readOrders({ afterChange: since, upToChange: null, openOnly: false });
    this.#firstMark ??= change;
    return { reports: [...open, ...changed].map(toHistoryReport), mark: String(change) };
  }

  health(): VenueHealth {
    const { failure } = this.#committer;
    return { healthy: failure === null, latencyMs: 0, reason: failure?.message ?? null };
  }

  /** Stops the timers and waits until everything that happened is committed and published. */
  async stop(): Promise<void> {
    for (const timer of this.#timers.splice(0)) timer.cancel();
    await this.#committer.drained().catch(() => undefined); // the failed commit has been logged already
  }

  async #arrive(order: VenueOrder): Promise<VenueOutcome> {
    let known: boolean;
    try {
      known = await this.#deps.store.hasOrder(order.clientId);
    } catch (error) {
      return { kind: 'unsent', why: errorMessage(error) };
    } finally {
      this.#arriving.delete(order.clientId);
    }
    return known ? DUPLICATE : this.#request((transaction) => this.#deps.exchange.place(transaction, order));
  }

  #isOpen(clientId: VenueClientId): boolean {
    return this.#deps.exchange.findWorkingOrder(clientId)?.order.status === 'OPEN';
  }

  /** Runs a caller's request as one transaction. A refused one has changed nothing. */
  #request(run: (transaction: DemoTransaction) => Result<DemoOrder, DemoRefusal>): VenueOutcome {
    const { failure } = this.#committer;
    if (failure !== null) return { kind: 'unsent', why: failure.message };
    const transaction = this.#committer.begin();
    const done = run(transaction);
    if (!done.ok) return refused(done.error);
    this.#committer.commit(transaction, done.value.clientId);
    return { kind: 'report', report: transaction.toReport(done.value) };
  }

  #stepSchedule(): void {
    const { schedule, marketMaker } = this.#deps;
    const transaction = this.#committer.begin();
    schedule.step(transaction);
    marketMaker.quoteOpened(transaction);
    this.#committer.commit(transaction, null);
  }

  #stepMarketMaker(): void {
    const transaction = this.#committer.begin();
    this.#deps.marketMaker.step(transaction);
    this.#committer.commit(transaction, null);
  }

  async #readOrders(range: Omit<DemoOrderRange, 'limit'>): Promise<DemoOrderHistory[]> {
    const found: DemoOrderHistory[] = [];
    let afterChange = range.afterChange;
    for (;;) {
      const page = await this.#deps.store.orders({ ...range, afterChange, limit: RECONCILE_PAGE });
      found.push(...page);
      const last = page.at(-1);
      if (last === undefined || page.length < RECONCILE_PAGE) return found;
      afterChange = last.order.change;
    }
  }
}

const refused = ({ code, message }: DemoRefusal): VenueOutcome => ({ kind: 'refused', code, message });

const DUPLICATE = refused({ code: 'duplicate_client_id', message: 'an order with this client id exists' });

/** The outcome of a request for an order that Demo does not know, or whose query failed. */
const toFailedRequest = (query: Exclude<VenueQuery, { kind: 'found' }>): VenueOutcome =>
  query.kind === 'failed'
    ? { kind: 'unsent', why: query.why }
    : refused({ code: 'unknown_order', message: 'no order with this client id' });

const toHistoryReport = ({ order, fills }: DemoOrderHistory): OrderReport => toOrderReport(order, fills);
