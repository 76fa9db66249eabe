import { errorMessage, type VenueClientId } from '#contract';
import type { Clock, DemoStore, Log, VenueListener } from '#ports';
import type { DemoExchange } from './demo-exchange.ts';
import { DemoTransaction } from './demo-transaction.ts';

export interface TransactionCommitterDeps {
  readonly store: DemoStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly exchange: DemoExchange;
  readonly listener: VenueListener;
}

/**
 * Every change of Demo takes the same three steps:
 *
 * 1. **Transaction.** One synchronous step (a request, or a timer) changes the books in memory and records
 *    each change in a `DemoTransaction`.
 * 2. **Commit.** The store starts to write the transaction. Execution reports go out at once: the engine
 *    writes its journal after this commit or with it, so it never keeps a report that Demo lost.
 *    docs/decisions/processor-time.md
 * 3. **Publish.** Instruments, books and trades are published once the commit is durable, in the order of
 *    the transactions.
 *
 * After a failed commit memory is ahead of the disk, so nothing is committed or published until a restart.
 */
export class TransactionCommitter {
  readonly #deps: TransactionCommitterDeps;
  readonly #outbox = new EventOutbox();

  constructor(deps: TransactionCommitterDeps) {
    this.#deps = deps;
  }

  /** The error of the failed commit; null while the store works. */
  get failure(): Error | null {
    return this.#outbox.failure;
  }

  begin(): DemoTransaction {
    return new DemoTransaction(this.#deps.clock.now());
  }

  /** @param answered  the order whose report the caller returns itself, so the listener does not receive it */
  commit(transaction: DemoTransaction, answered: VenueClientId | null): void {
    if (this.failure !== null || transaction.isEmpty) return;
    const { store, exchange, listener, log } = this.#deps;
    const needsCommit = transaction.isDurable || exchange.needsTradeNumbers;
    const durable = needsCommit ? store.commit(transaction.toCommit(exchange.takeCounters())) : null;
    for (const order of transaction.orders.values()) {
      if (order.clientId !== answered) listener.onReport(transaction.toReport(order));
    }
    this.#outbox
      .push(durable, () => {
        exchange.forgetEnded(transaction);
        this.#publish(transaction);
      })
      .catch((error: unknown) => log.error('Demo stopped: its store failed', { why: errorMessage(error) }));
  }

  /** Resolves when every transaction committed so far is published; rejects after a failed commit. */
  drained(): Promise<void> {
    return this.#outbox.drained();
  }

  #publish(transaction: DemoTransaction): void {
    const { listener } = this.#deps;
    if (transaction.listings.size > 0) listener.onInstruments(transaction.changedInstruments());
    if (transaction.assets.length > 0) listener.onAssets(transaction.assets);
    for (const update of transaction.toBookUpdates()) listener.onBook(update);
    if (transaction.trades.length > 0) listener.onTrades(transaction.trades);
  }
}

interface OutboxEntry {
  readonly publish: () => void;
  readonly published: PromiseWithResolvers<void>;
  isReady: boolean;
}

/**
 * Publishes events in the order they happened, each once it is durable. So no client sees a trade that a
 * crash could take back, and no older price level overwrites a newer one.
 */
export class EventOutbox {
  readonly #waiting: OutboxEntry[] = [];
  #failure: Error | null = null;

  /** The error after which nothing more is published; null while commits succeed. */
  get failure(): Error | null {
    return this.#failure;
  }

  /**
   * Resolves when `publish` has run.
   *
   * @param durable  null for an event without a commit: published at once, or right after the events before it
   */
  push(durable: Promise<void> | null, publish: () => void): Promise<void> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    const entry: OutboxEntry = {
      publish,
      published: Promise.withResolvers<void>(),
      isReady: durable === null,
    };
    this.#waiting.push(entry);
    if (durable === null) this.#drain();
    else
      durable.then(
        () => this.#ready(entry),
        (error: unknown) => this.#fail(error),
      );
    return entry.published.promise;
  }

  /** Resolves when everything pushed so far is published; rejects after a failed commit. */
  drained(): Promise<void> {
    return this.push(null, () => undefined);
  }

  #ready(entry: OutboxEntry): void {
    entry.isReady = true;
    this.#drain();
  }

  #drain(): void {
    for (let next = this.#waiting[0]; next?.isReady === true; next = this.#waiting[0]) {
      this.#waiting.shift();
      next.publish();
      next.published.resolve();
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= error instanceof Error ? error : new Error(String(error));
    for (const { published } of this.#waiting.splice(0)) published.reject(this.#failure);
  }
}
