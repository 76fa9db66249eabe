import { present } from '../domain/model/assert.ts';
import { type FillId, fillIdOf, type OrderId, positionKey } from '../domain/model/ids.ts';
import type { Fill, Order } from '../domain/model/order.ts';
import { compensationOf, withoutFill } from '../domain/positions/fill-reversal.ts';
import type { Log, Metrics } from '../ports/telemetry.ts';
import type { AckWaiters } from './ack-waiters.ts';
import { KeyedMutex } from './keyed-mutex.ts';
import type { StateStore } from './state-store.ts';
import { fillsOfHolding } from './trading-queries.ts';

export interface FillReverserDeps {
  readonly ledger: StateStore;
  readonly answers: AckWaiters;
  readonly log: Log;
  readonly metrics: Metrics;
}

/**
 * Fills that their venue takes back. What the holding would be without one follows from all its other
 * fills, so its history is read first; then one turn voids the fill, unless the holding has changed since
 * the reading began, and then it is read again. docs/decisions/0042-fill-settlement.md
 */
export class FillReverser {
  readonly #deps: FillReverserDeps;
  readonly #lock = new KeyedMutex();

  constructor(deps: FillReverserDeps) {
    this.#deps = deps;
  }

  /** Resolves once that is durable. A fill that is not PENDING any more is left alone: it is voided once. */
  take(orderId: OrderId, fillId: FillId): Promise<void> {
    const fill = this.#deps.ledger.state.pendingFills.get(fillId);
    return fill === undefined
      ? Promise.resolve()
      : this.#lock.run(keyOf(fill), () => this.#take(orderId, fill));
  }

  async #take(orderId: OrderId, fill: Fill): Promise<void> {
    const { ledger } = this.#deps;
    for (;;) {
      const watch = ledger.watchHolding(keyOf(fill));
      try {
        await ledger.synced(); // so that the history shows all that came before the watch
        const history = await fillsOfHolding(ledger.journal, fill);
        const isDone = await ledger.onOrder(orderId, async (order) => {
          if (!ledger.state.pendingFills.has(fill.id)) return true;
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

  /** One turn, synchronous until its facts are part of the state. */
  async #void(order: Order, voided: Fill, history: readonly Fill[]): Promise<void> {
    const { ledger, answers, log, metrics } = this.#deps;
    const { venue } = voided;
    const { position, realizedPnl } = withoutFill(history, voided.id, ledger.now());
    const id = fillIdOf(ledger.state.fillNumber + 1);
    const fill = compensationOf(voided, id, realizedPnl, ledger.now());
    const durable = ledger.commit('fill_voided', venue, [{ type: 'FillVoided', fill, position }]);
    const after = present(ledger.state.orders.get(order.id), 'the order of a voided fill');
    metrics.count('fills_voided_total', { venue });
    log.warn('a venue has taken a fill back', {
      venue,
      order: order.id,
      fill: voided.id,
      trade: voided.venueTradeId,
    });
    await durable;
    if (after.pendingAction === null) answers.give(after);
  }
}

const keyOf = ({ accountId, subaccountId, instrumentId }: Fill): string =>
  positionKey(accountId, subaccountId, instrumentId);
