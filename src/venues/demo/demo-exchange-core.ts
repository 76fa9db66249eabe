import type { VenueClientId } from '../../domain/model/ids.ts';
import type { Result } from '../../domain/model/result.ts';
import type { DemoOrder, DemoOrderHistory, DemoOrderRange, DemoStore } from '../../ports/demo-store.ts';
import type { Clock, Timer } from '../../ports/environment.ts';
import type { Log } from '../../ports/telemetry.ts';
import type {
  OrderReport,
  VenueAmend,
  VenueHealth,
  VenueListener,
  VenueOrder,
  VenueOutcome,
  VenueQuery,
} from '../../ports/venue.ts';
import type { DemoExchange } from './demo-exchange.ts';
import type { DemoRefusal } from './demo-market.ts';
import type { DemoMarketMaker } from './demo-market-maker.ts';
import type { DemoSettings } from './demo-settings.ts';
import { DemoTransaction, EventOutbox, toOrderReport } from './demo-transaction.ts';
import type { ListingSchedule } from './listing-schedule.ts';

const RECONCILE_PAGE = 500;

export interface DemoExchangeCoreDeps {
  readonly store: DemoStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly settings: DemoSettings;
  readonly exchange: DemoExchange;
  readonly schedule: ListingSchedule;
  readonly marketMaker: DemoMarketMaker;
  readonly listener: VenueListener;
}

/** Demo while it trades: each request and each beat of the clock is one turn. */
export class DemoExchangeCore {
  readonly #deps: DemoExchangeCoreDeps;
  readonly #outbox = new EventOutbox();
  readonly #arriving = new Map<VenueClientId, Promise<VenueOutcome>>();
  readonly #timers: Timer[] = [];

  constructor(deps: DemoExchangeCoreDeps) {
    this.#deps = deps;
    const { clock, settings } = deps;
    const beats = [
      [settings.scheduleStepMs, () => this.#scheduleBeat()],
      [settings.marketMakerStepMs, () => this.#houseBeat()],
    ] as const;
    for (const [ms, run] of beats) if (ms > 0) this.#timers.push(clock.every(ms, run));
  }

  /** Only the store knows all old client ids; while it is asked, the same id cannot arrive again. */
  place(order: VenueOrder): Promise<VenueOutcome> {
    const { clientId } = order;
    const isHere = this.#arriving.has(clientId) || this.#deps.exchange.findWorkingOrder(clientId) !== null;
    if (isHere) return Promise.resolve(DUPLICATE);
    const arrival = this.#arrive(order);
    this.#arriving.set(clientId, arrival);
    return arrival;
  }

  async amend(amend: VenueAmend): Promise<VenueOutcome> {
    await this.#arriving.get(amend.clientId);
    if (this.#isOpen(amend.clientId)) {
      return this.#request((turn) => this.#deps.exchange.amend(turn, amend));
    }
    const found = await this.order(amend.clientId);
    if (found.kind !== 'found') return unanswered(found);
    return refused({ code: 'order_not_open', message: `the order is ${found.report.status}` });
  }

  /** An order that has ended already is answered with its last state. */
  async cancel(clientId: VenueClientId): Promise<VenueOutcome> {
    await this.#arriving.get(clientId);
    const working = this.#deps.exchange.findWorkingOrder(clientId);
    if (working?.order.status === 'OPEN') {
      return this.#request((turn) => this.#deps.exchange.cancel(turn, working));
    }
    const found = await this.order(clientId);
    return found.kind === 'found' ? { kind: 'report', report: found.report } : unanswered(found);
  }

  async order(clientId: VenueClientId): Promise<VenueQuery> {
    try {
      await this.#arriving.get(clientId);
      await this.#outbox.drained();
      const history = await this.#deps.store.order(clientId);
      return history === null ? { kind: 'absent' } : { kind: 'found', report: reportOfHistory(history) };
    } catch (error) {
      return { kind: 'failed', why: messageOf(error) };
    }
  }

  /** The mark is the change counter. One that this store never reached asks from the beginning. */
  async reconcile(mark: string | null): Promise<{ reports: readonly OrderReport[]; mark: string }> {
    await this.#outbox.drained();
    const { change } = this.#deps.exchange;
    const asked = Number(mark ?? 0);
    const since = Number.isSafeInteger(asked) && asked >= 0 && asked <= change ? asked : 0;
    const open = await this.#pages({ afterChange: 0, upToChange: since, openOnly: true });
    const changed = await this.#pages({ afterChange: since, upToChange: null, openOnly: false });
    return { reports: [...open, ...changed].map(reportOfHistory), mark: String(change) };
  }

  health(): VenueHealth {
    const { failure } = this.#outbox;
    return { healthy: failure === null, latencyMs: 0, reason: failure?.message ?? null };
  }

  /** Nothing new happens; what happened is still made durable and told. */
  async stop(): Promise<void> {
    for (const timer of this.#timers.splice(0)) timer.cancel();
    await this.#outbox.drained().catch(() => undefined); // its failure was told to those it concerned
  }

  async #arrive(order: VenueOrder): Promise<VenueOutcome> {
    let known: boolean;
    try {
      known = await this.#deps.store.hasOrder(order.clientId);
    } catch (error) {
      return { kind: 'unsent', why: messageOf(error) };
    } finally {
      this.#arriving.delete(order.clientId);
    }
    return known ? DUPLICATE : this.#request((turn) => this.#deps.exchange.place(turn, order));
  }

  #isOpen(clientId: VenueClientId): boolean {
    return this.#deps.exchange.findWorkingOrder(clientId)?.order.status === 'OPEN';
  }

  /** Runs a caller's request as one turn. The answer is on its way to the disk before any record of it. */
  #request(run: (turn: DemoTransaction) => Result<DemoOrder, DemoRefusal>): VenueOutcome {
    const { failure } = this.#outbox;
    if (failure !== null) return { kind: 'unsent', why: failure.message };
    const turn = new DemoTransaction(this.#deps.clock.now());
    const done = run(turn);
    if (!done.ok) return refused(done.error);
    this.#settle(turn, done.value.clientId);
    return { kind: 'report', report: turn.toReport(done.value) };
  }

  #scheduleBeat(): void {
    const { clock, schedule, marketMaker } = this.#deps;
    const turn = new DemoTransaction(clock.now());
    schedule.step(turn);
    marketMaker.quoteOpened(turn);
    this.#settle(turn, null);
  }

  #houseBeat(): void {
    const turn = new DemoTransaction(this.#deps.clock.now());
    this.#deps.marketMaker.step(turn);
    this.#settle(turn, null);
  }

  /**
   * Commits what must be, and tells. Reports are told at once, since what the ledger makes of them is durable
   * only after this commit (see DemoStore); the public hears of books and trades once they are durable.
   *
   * @param answered  gets its report as the answer, not by the listener
   */
  #settle(turn: DemoTransaction, answered: VenueClientId | null): void {
    if (this.#outbox.failure !== null || turn.isEmpty) return;
    const { store, exchange, listener, log } = this.#deps;
    const isDurable = turn.isDurable || exchange.needsTradeNumbers;
    const durable = isDurable ? store.commit(turn.toCommit(exchange.takeCounters())) : null;
    for (const order of turn.orders.values()) {
      if (order.clientId !== answered) listener.onReport(turn.toReport(order));
    }
    this.#outbox
      .push(durable, () => {
        exchange.forgetEnded(turn);
        this.#tellPublic(turn);
      })
      .catch((error: unknown) => log.error('Demo stopped: its store failed', { why: messageOf(error) }));
  }

  #tellPublic(turn: DemoTransaction): void {
    const { listener } = this.#deps;
    if (turn.listings.size > 0) listener.onInstruments(turn.changedInstruments());
    if (turn.assets.length > 0) listener.onAssets(turn.assets);
    for (const update of turn.toBookUpdates()) listener.onBook(update);
    if (turn.trades.length > 0) listener.onTrades(turn.trades);
  }

  async #pages(range: Omit<DemoOrderRange, 'limit'>): Promise<DemoOrderHistory[]> {
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

const DUPLICATE = refused({ code: 'duplicate_client_id', message: 'an order of this client id exists' });

/** A request about an order that Demo does not know, or cannot say whether it does. */
const unanswered = (query: Exclude<VenueQuery, { kind: 'found' }>): VenueOutcome =>
  query.kind === 'failed'
    ? { kind: 'unsent', why: query.why }
    : refused({ code: 'unknown_order', message: 'no order of this client id' });

const reportOfHistory = ({ order, fills }: DemoOrderHistory): OrderReport => toOrderReport(order, fills);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
