import { getIdNumber, type KeyId } from '#contract';
import type { TouchedRecords } from '#domain';
import type { Clock } from '#ports';
import type { StateStore } from './state-store.ts';

export interface Activity {
  readonly orders: number;
  readonly fills: number;
}

interface Minute {
  readonly number: number; // of the monotonic clock
  orders: number;
  fills: number;
}

const MINUTE_MS = 60_000;
const MINUTES = 60;

/** Counts the orders and fills of each key in the last hour, by the minute, since the start of this process. */
export class OrderActivity {
  readonly #store: StateStore;
  readonly #clock: Clock;
  readonly #minutes = new Map<KeyId, Minute[]>();
  #orderNumber: number;
  #fillNumber: number;

  constructor({ store, clock }: { readonly store: StateStore; readonly clock: Clock }) {
    this.#store = store;
    this.#clock = clock;
    this.#orderNumber = store.state.orderNumber;
    this.#fillNumber = store.state.fillNumber;
    store.onDurable((touched) => this.#count(touched));
  }

  lastHour(keyId: KeyId): Activity {
    const sum = { orders: 0, fills: 0 };
    for (const { orders, fills } of this.#recent(keyId)) {
      sum.orders += orders;
      sum.fills += fills;
    }
    return sum;
  }

  /** A record whose number is higher than any before is new. */
  #count({ orders, fills }: TouchedRecords): void {
    const { state } = this.#store;
    for (const id of orders) {
      if (getIdNumber(id) <= this.#orderNumber) continue;
      this.#orderNumber = getIdNumber(id);
      const order = state.orders.get(id);
      if (order !== undefined) this.#current(order.keyId).orders += 1;
    }
    for (const { id, orderId, voids } of fills.values()) {
      if (getIdNumber(id) <= this.#fillNumber) continue;
      this.#fillNumber = getIdNumber(id);
      const order = orderId === null || voids !== null ? undefined : state.orders.get(orderId);
      if (order !== undefined) this.#current(order.keyId).fills += 1;
    }
  }

  #current(keyId: KeyId): Minute {
    const number = this.#minuteNumber();
    const last = this.#minutes.get(keyId)?.at(-1);
    if (last?.number === number) return last;
    const minute = { number, orders: 0, fills: 0 };
    this.#recent(keyId).push(minute);
    return minute;
  }

  #recent(keyId: KeyId): Minute[] {
    const first = this.#minuteNumber() - MINUTES + 1;
    const recent = (this.#minutes.get(keyId) ?? []).filter(({ number }) => number >= first);
    this.#minutes.set(keyId, recent);
    return recent;
  }

  #minuteNumber(): number {
    return Math.floor(this.#clock.monotonicMs() / MINUTE_MS);
  }
}
