import {
  type Fill,
  type FillId,
  type Order,
  type OrderId,
  positionKey,
  requirePresent,
  toFillId,
} from '#contract';
import { recomputeWithoutFill, toCompensatingFill } from '#domain';
import { type AckWaiters, KeyedMutex, readPositionFills, type StateStore } from '#orders';
import type { Log, Metrics } from '#ports';

export interface FillReverserDeps {
  readonly store: StateStore;
  readonly ackWaiters: AckWaiters;
  readonly log: Log;
  readonly metrics: Metrics;
}

/**
 * Voids fills that their venue takes back (trade bust). The position without the fill is computed from all its other
 * fills, so the history is read first. The fill is then voided in one synchronous step; if the position has changed
 * since the read began, the history is read again. docs/decisions/positions-and-pnl.md
 */
export class FillReverser {
  readonly #deps: FillReverserDeps;
  readonly #lock = new KeyedMutex();

  constructor(deps: FillReverserDeps) {
    this.#deps = deps;
  }

  /** Voids a fill and resolves once durable. A fill that is no longer PENDING stays unchanged, so it is voided once. */
  reverse(orderId: OrderId, fillId: FillId): Promise<void> {
    const fill = this.#deps.store.state.pendingFills.get(fillId);
    return fill === undefined
      ? Promise.resolve()
      : this.#lock.run(toPositionKey(fill), () => this.#voidWithHistory(orderId, fill));
  }

  async #voidWithHistory(orderId: OrderId, fill: Fill): Promise<void> {
    const { store } = this.#deps;
    for (;;) {
      const watch = store.watchPosition(toPositionKey(fill));
      try {
        await store.whenDurable(); // the history must include every fill before the watch
        const history = await readPositionFills(store.journal, fill);
        const isDone = await store.withOrder(orderId, async (order) => {
          if (!store.state.pendingFills.has(fill.id)) return true;
          if (watch.isChanged) return false;
          await this.#void(order, fill, history);
          return true;
        });
        if (isDone) return;
      } finally {
        watch.end();
      }
    }
  }

  /** Synchronous until the events are in the state. */
  async #void(order: Order, voided: Fill, history: readonly Fill[]): Promise<void> {
    const { store, ackWaiters, log, metrics } = this.#deps;
    const { venue } = voided;
    const { position, realizedPnl } = recomputeWithoutFill(history, voided.id, store.now());
    const id = toFillId(store.state.fillNumber + 1);
    const fill = toCompensatingFill(voided, id, realizedPnl, store.now());
    const durable = store.commit('fill_voided', venue, [{ type: 'FillVoided', fill, position }]);
    const after = requirePresent(store.state.orders.get(order.id), 'the order of a voided fill');
    metrics.count('fills_voided_total', { venue });
    log.warn('the venue voided a fill', {
      venue,
      order: order.id,
      fill: voided.id,
      trade: voided.venueTradeId,
    });
    await durable;
    if (after.pendingAction === null) ackWaiters.resolve(after);
  }
}

const toPositionKey = ({ accountId, subaccountId, instrumentId }: Fill): string =>
  positionKey(accountId, subaccountId, instrumentId);
