import type { OrderId } from '../domain/model/ids.ts';
import type { Qty } from '../domain/model/money.ts';
import type { Fill } from '../domain/model/order.ts';
import type { RecordedFill } from '../domain/order-state/execution-report/report-decision.ts';

interface RememberedFill extends RecordedFill {
  readonly generation: number;
  readonly leg: number;
  readonly qty: Qty;
  readonly isCompensation: boolean;
}

/** What is known of the fills of the orders in memory, so that one told again is known again. */
export class FillDedup {
  readonly #fills = new Map<OrderId, Map<string, RememberedFill>>(); // by leg and trade

  add({ id, orderId, leg, generation, qty, venueTradeId, settlement, voids }: Fill): void {
    if (orderId === null || leg === null) return;
    const fills = this.#fills.get(orderId) ?? new Map<string, RememberedFill>();
    this.#fills.set(orderId, fills);
    const isCompensation = voids !== null;
    fills.set(tradeKey(leg, venueTradeId), { id, leg, generation, qty, settlement, isCompensation });
  }

  /** What is recorded of a leg's trade; null: nothing yet. */
  find(orderId: OrderId, leg: number, venueTradeId: string): RecordedFill | null {
    return this.#fills.get(orderId)?.get(tradeKey(leg, venueTradeId)) ?? null;
  }

  /** What one generation of a leg has matched, voided fills included. */
  qtyMatchedBy(orderId: OrderId, leg: number, generation: number): Qty {
    let taken = 0n;
    for (const fill of this.#fills.get(orderId)?.values() ?? [])
      if (fill.leg === leg && fill.generation === generation && !fill.isCompensation) taken += fill.qty;
    return taken as Qty;
  }

  delete(orderId: OrderId): void {
    this.#fills.delete(orderId);
  }
}

const tradeKey = (leg: number, venueTradeId: string): string => `${leg}/${venueTradeId}`;
