import type { Crossbook, Fill, Order, Position } from '../../../sdk/src/index.ts';

/** What a subaccount has, as its streams tell it. A new value for every change, so that React sees it. */
export interface AccountState {
  readonly orders: readonly Order[]; // live ones and those that ended since we look, newest first
  readonly fills: readonly Fill[]; // the latest, newest first
  readonly positions: readonly Position[];
  readonly isKnown: boolean; // the snapshots have come
  readonly problem: string | null;
}

const NOTHING: AccountState = { orders: [], fills: [], positions: [], isKnown: false, problem: null };
const ENDED_MAX = 200;
const FILLS_MAX = 200;
const LIVE = new Set(['PENDING_SUBMISSION', 'OPEN', 'PARTIAL']);

export const isLiveOrder = ({ status }: Order): boolean => LIVE.has(status);

/** Follows one subaccount's orders, fills and positions for as long as it is open. */
export class AccountFeed {
  readonly #client: Crossbook;
  readonly #subaccountId: string;
  readonly #stop = new AbortController();
  readonly #listeners = new Set<() => void>();
  #state: AccountState = NOTHING;

  constructor(client: Crossbook, subaccountId: string) {
    this.#client = client;
    this.#subaccountId = subaccountId;
    this.#follow(this.#orders());
    this.#follow(this.#fills());
    this.#follow(this.#positions());
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): AccountState => this.#state;

  close(): void {
    this.#stop.abort();
  }

  async #orders(): Promise<void> {
    for await (const frame of this.#client.streams.orders(this.#options)) {
      if (frame.type === 'snapshot') this.#set({ orders: frame.orders, isKnown: true, problem: null });
      else this.#set({ orders: withOrder(this.#state.orders, frame.order) });
    }
  }

  async #fills(): Promise<void> {
    for await (const frame of this.#client.streams.fills(this.#options)) {
      if (frame.type === 'snapshot') this.#set({ fills: frame.fills });
      else this.#set({ fills: [frame.fill, ...this.#others(frame.fill)].slice(0, FILLS_MAX) });
    }
  }

  async #positions(): Promise<void> {
    for await (const frame of this.#client.streams.positions(this.#options)) {
      if (frame.type === 'snapshot') this.#set({ positions: frame.positions });
      else {
        const others = this.#state.positions.filter((each) => each.instrument_id !== frame.instrument_id);
        this.#set({ positions: frame.qty === '0' ? others : [...others, frame] });
      }
    }
  }

  get #options() {
    return { subaccountIds: [this.#subaccountId], signal: this.#stop.signal };
  }

  #others({ id }: Fill): readonly Fill[] {
    return this.#state.fills.filter((each) => each.id !== id);
  }

  #follow(following: Promise<void>): void {
    following.catch((error: unknown) => {
      if (!this.#stop.signal.aborted)
        this.#set({ problem: error instanceof Error ? error.message : String(error) });
    });
  }

  #set(change: Partial<AccountState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** Newest first by the time of creation, which is the order of the ids; the oldest ended ones are let go. */
function withOrder(orders: readonly Order[], order: Order): readonly Order[] {
  const isKnown = orders.some(({ id }) => id === order.id);
  const all = isKnown ? orders.map((each) => (each.id === order.id ? order : each)) : [order, ...orders];
  let ended = 0;
  return all.filter((each) => isLiveOrder(each) || (ended += 1) <= ENDED_MAX);
}
