import {
  findLeg,
  type InstrumentId,
  isLive,
  type Leg,
  type LegRef,
  type Order,
  type OrderId,
  positionKey,
} from '#contract';
import { getTokenOutcome, promisedQty } from '#domain';
import type { Clock } from '#ports';
import type { StateStore } from './state-store.ts';
import { findTokens } from './token-legs.ts';

export interface TokenSettlementDeps {
  readonly store: StateStore;
  readonly clock: Clock;
  readonly settlementWaitMs: number;
}

interface Waiting {
  readonly orderId: OrderId;
  readonly leg: LegRef;
  readonly instrumentId: InstrumentId;
  readonly end: (isSettled: boolean) => void;
}

/**
 * Holds the sale of tokens until they are settled: a purchase may still fail, and an order that is being cancelled may still
 * sell what it has promised. Only settled tokens that no sent sale has are sold (I-47).
 *
 * Source  docs/decisions/token-holdings.md
 */
export class TokenSettlement {
  readonly #deps: TokenSettlementDeps;
  readonly #waiting = new Set<Waiting>(); // oldest first

  constructor(deps: TokenSettlementDeps) {
    this.#deps = deps;
    deps.store.onDurable(() => this.#release());
  }

  /** Whether settled tokens cover the leg in addition to all sales that were sent. True of a leg that sells none. */
  isSettled(order: Order, leg: Leg): boolean {
    if (leg.tokenSide !== 'SELL') return true;
    const outcome = getTokenOutcome(order.side, leg.outcome, leg.tokenSide);
    const { state } = this.#deps.store;
    const { held, unsettled, promised } = findTokens(state, order, leg.instrumentId, outcome);
    const others = promised - promisedQty(order, leg) - this.#sumWaiting(order, leg);
    return promisedQty(order, leg) <= held - unsettled - others;
  }

  /**
   * Resolves in the step in which the leg may be sent: true once its tokens are settled, or its order is not to be sent any
   * more; false once they are gone, or after `settlementWaitMs`.
   */
  async whenSettled({ id: orderId }: Order, leg: Leg): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const { instrumentId } = leg;
    const waiting: Waiting = { orderId, leg, instrumentId, end: (isSettled) => resolve(isSettled) };
    this.#waiting.add(waiting);
    const timer = this.#deps.clock.after(this.#deps.settlementWaitMs, () => this.#end(waiting, false));
    try {
      return await promise;
    } finally {
      timer.cancel();
    }
  }

  #release(): void {
    for (const waiting of this.#waiting) {
      const order = this.#deps.store.state.orders.get(waiting.orderId);
      const leg = order === undefined ? undefined : findLeg(order, waiting.leg);
      const isWanted = order !== undefined && leg !== undefined && order.pendingAction !== 'cancel';
      if (!isWanted || !isLive(leg.status) || this.isSettled(order, leg)) this.#end(waiting, true);
      else if (this.#isGone(order, leg)) this.#end(waiting, false);
    }
  }

  /** The tokens that it counted on were not bought after all, or another order has sold them. */
  #isGone(order: Order, leg: Leg): boolean {
    const outcome = getTokenOutcome(order.side, leg.outcome, leg.tokenSide);
    const { held, promised, returning } = findTokens(
      this.#deps.store.state,
      order,
      leg.instrumentId,
      outcome,
    );
    return promised - returning > held;
  }

  /** From now on the leg counts as sent. */
  #end(waiting: Waiting, isSettled: boolean): void {
    this.#waiting.delete(waiting);
    waiting.end(isSettled);
  }

  /** What other legs that wait here have promised of the same tokens. */
  #sumWaiting(order: Order, leg: Leg): bigint {
    const key = toTokenKey(order, leg);
    let sum = 0n;
    for (const { orderId, leg: ref, instrumentId } of this.#waiting) {
      if (instrumentId !== leg.instrumentId || ref.clientId === leg.clientId) continue;
      const other = this.#deps.store.state.orders.get(orderId);
      const held = other === undefined ? undefined : findLeg(other, ref);
      if (other === undefined || held === undefined || toTokenKey(other, held) !== key) continue;
      sum += promisedQty(other, held);
    }
    return sum;
  }
}

const toTokenKey = ({ accountId, subaccountId, side }: Order, leg: Leg): string =>
  `${positionKey(accountId, subaccountId, leg.instrumentId)} ${getTokenOutcome(side, leg.outcome, leg.tokenSide)}`;
