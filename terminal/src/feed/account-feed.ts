import type { Fill, Order, Position } from '../../../sdk/src/index.ts';
import type { TabStreams } from './tab-streams.ts';

type Streams = Pick<TabStreams, 'orders' | 'fills' | 'positions'>;

/**
 * A subaccount's orders, fills and positions from its streams. A part that changes is a new object; the others stay the
 * same, so that React renders only the readers of that part.
 */
export interface AccountState {
  readonly orders: readonly Order[]; // live orders, and orders closed since the page was opened; newest first
  readonly fills: readonly Fill[]; // the latest, newest first
  readonly positions: readonly Position[];
  readonly isKnown: boolean; // all three snapshots have arrived
  readonly round: number; // incremented by each snapshot of orders; updates between two snapshots may be missing
  readonly problem: string | null;
}

const NOTHING: AccountState = {
  orders: [],
  fills: [],
  positions: [],
  isKnown: false,
  round: 0,
  problem: null,
};
const ENDED_MAX = 200;
const FILLS_MAX = 200;
const RETRY_MS = 5_000;
const STREAMS = 3;
const PACE_MS = 50; // the eye cannot read faster updates, and a burst of orders is rendered once
const LIVE = new Set(['PENDING_SUBMISSION', 'OPEN', 'PARTIAL']);

export const isLiveOrder = ({ status }: Order): boolean => LIVE.has(status);

/** Streams one subaccount's orders, fills and positions until it is closed. */
export class AccountFeed {
  readonly #streams: Streams;
  readonly #subaccountId: string;
  readonly #stop = new AbortController();
  readonly #listeners = new Set<() => void>();
  readonly #begun = new Set<string>();
  #state: AccountState = NOTHING;
  #notifying: ReturnType<typeof setTimeout> | undefined;

  constructor(streams: Streams, subaccountId: string) {
    this.#streams = streams;
    this.#subaccountId = subaccountId;
    this.#follow(() => this.#orders());
    this.#follow(() => this.#fills());
    this.#follow(() => this.#positions());
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): AccountState => this.#state;

  close(): void {
    this.#stop.abort();
    clearTimeout(this.#notifying);
  }

  async #orders(): Promise<void> {
    for await (const frame of this.#streams.orders(this.#options)) {
      if (frame.type === 'snapshot')
        this.#begin('orders', { orders: frame.orders, round: this.#state.round + 1 });
      else this.#set({ orders: withOrder(this.#state.orders, frame.order) });
    }
  }

  async #fills(): Promise<void> {
    for await (const frame of this.#streams.fills(this.#options)) {
      if (frame.type === 'snapshot') this.#begin('fills', { fills: frame.fills });
      else this.#set({ fills: [frame.fill, ...this.#others(frame.fill)].slice(0, FILLS_MAX) });
    }
  }

  async #positions(): Promise<void> {
    for await (const frame of this.#streams.positions(this.#options)) {
      if (frame.type === 'snapshot') this.#begin('positions', { positions: frame.positions });
      else this.#set({ positions: withPosition(this.#state.positions, frame) });
    }
  }

  get #options() {
    return { subaccountIds: [this.#subaccountId], signal: this.#stop.signal };
  }

  #others({ id }: Fill): readonly Fill[] {
    return this.#state.fills.filter((each) => each.id !== id);
  }

  /** A stream reconnects by itself. One that failed is started again, and its error is shown until then. */
  #follow(begin: () => Promise<void>): void {
    begin().catch((error: unknown) => {
      if (this.#stop.signal.aborted) return;
      this.#set({ problem: error instanceof Error ? error.message : String(error) });
      setTimeout(() => !this.#stop.signal.aborted && this.#follow(begin), RETRY_MS);
    });
  }

  #begin(stream: 'orders' | 'fills' | 'positions', change: Partial<AccountState>): void {
    this.#begun.add(stream);
    this.#set({ ...change, isKnown: this.#begun.size === STREAMS, problem: null });
  }

  #set(change: Partial<AccountState>): void {
    this.#state = { ...this.#state, ...change };
    this.#notifying ??= setTimeout(() => {
      this.#notifying = undefined;
      for (const listener of this.#listeners) listener();
    }, PACE_MS);
  }
}

/** Sorted by instrument, so that a row keeps its place when it changes. */
function withPosition(positions: readonly Position[], position: Position): readonly Position[] {
  const others = positions.filter((each) => each.instrument_id !== position.instrument_id);
  const held = position.qty === '0' ? others : [...others, position];
  return held.toSorted((one, other) => one.instrument_id - other.instrument_id);
}

/** Newest first. Ids ascend with creation time. The oldest closed orders are dropped. */
function withOrder(orders: readonly Order[], order: Order): readonly Order[] {
  const isKnown = orders.some(({ id }) => id === order.id);
  const all = isKnown ? orders.map((each) => (each.id === order.id ? order : each)) : [order, ...orders];
  let ended = 0;
  return all.filter((each) => isLiveOrder(each) || (ended += 1) <= ENDED_MAX);
}
