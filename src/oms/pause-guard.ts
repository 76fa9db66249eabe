import { type Instrument, isLive, type Order } from '#contract';
import { LiveOrderIndex } from '#domain';
import type { Cancellation, StateStore } from '#orders';
import type { Log, MarketView } from '#ports';

export interface PauseGuardDeps {
  readonly store: StateStore;
  readonly market: MarketView;
  readonly cancellation: Cancellation;
  readonly log: Log;
}

/**
 * Cancels orders with `cancel_on_pause` once the market of one of their legs is PAUSED. Kalshi does it by itself too;
 * elsewhere this is the only cancel. A pause that began and ended while the service was down is not noticed.
 *
 * Source  docs/decisions/order-flags.md
 */
export class PauseGuard {
  readonly #deps: PauseGuardDeps;
  readonly #flagged = new LiveOrderIndex(({ cancelOnPause, legs }) =>
    cancelOnPause ? legs.map(({ instrumentId }) => `${instrumentId}`) : [],
  ); // by instrument
  #isStopped = false;

  constructor(deps: PauseGuardDeps) {
    this.#deps = deps;
  }

  /** Cancels the orders of markets that are paused now, then of every market that pauses. */
  async start(): Promise<void> {
    const { store, market } = this.#deps;
    market.onInstrumentChanged((instrument) => this.#onInstrument(instrument));
    // An order may be acknowledged after its market has paused.
    store.onDurable(({ orders }) => {
      for (const id of orders) {
        const order = store.state.orders.get(id);
        if (order === undefined) continue;
        this.#flagged.put(order);
        this.#check(order);
      }
    });
    const orders = [...store.state.orders.values()];
    for (const order of orders) this.#flagged.put(order);
    for (const order of orders.filter(isCancellable)) {
      await Promise.all(order.legs.map(({ instrumentId }) => market.prefetchInstrument(instrumentId)));
      const present = store.state.orders.get(order.id);
      if (present !== undefined) this.#check(present);
    }
  }

  stop(): void {
    this.#isStopped = true;
  }

  #onInstrument({ instrumentId, status }: Instrument): void {
    if (status !== 'PAUSED') return;
    for (const { id } of this.#flagged.get(`${instrumentId}`)) {
      const order = this.#deps.store.state.orders.get(id); // it may have a change that is not durable yet
      if (order !== undefined) this.#check(order);
    }
  }

  #check(order: Order): void {
    const { market, cancellation, store, log } = this.#deps;
    if (this.#isStopped || store.failure !== null || !isCancellable(order)) return;
    const isPaused = order.legs.some(
      (leg) => isLive(leg.status) && market.instrument(leg.instrumentId)?.status === 'PAUSED',
    );
    if (!isPaused) return;
    cancellation.cancelByService([order], 'market_paused').catch((error: unknown) =>
      log.error('an order of a paused market could not be cancelled', {
        orderId: order.id,
        why: String(error),
      }),
    );
  }
}

const isCancellable = ({ cancelOnPause, status, pendingAction }: Order): boolean =>
  cancelOnPause && isLive(status) && pendingAction !== 'cancel';
