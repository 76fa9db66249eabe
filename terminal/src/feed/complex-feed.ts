import type { ComplexOrder, Crossbook } from '../../../sdk/src/index.ts';
import type { TabStreams } from './tab-streams.ts';

/** A subaccount's complex orders: the live ones from the stream, and the newest from the list. */
export interface ComplexState {
  readonly orders: readonly ComplexOrder[]; // newest first
  readonly isKnown: boolean;
  readonly problem: string | null;
}

const NOTHING: ComplexState = { orders: [], isKnown: false, problem: null };
const LISTED_MAX = 100;
const EVERY_MS = 3_000; // what an order watches changes without a frame of the stream
const RETRY_MS = 5_000;
const OVER = new Set(['FILLED', 'CANCELLED', 'EXPIRED', 'REJECTED']);

export const isLiveComplex = ({ status }: ComplexOrder): boolean => !OVER.has(status);

/** Follows one subaccount's complex orders while a page shows them. */
export class ComplexFeed {
  readonly #client: Pick<Crossbook, 'complexOrders'>;
  readonly #streams: Pick<TabStreams, 'complexOrders'>;
  readonly #subaccountId: string;
  readonly #listeners = new Set<() => void>();
  #stop: AbortController | null = null;
  #state: ComplexState = NOTHING;

  constructor(
    client: Pick<Crossbook, 'complexOrders'>,
    streams: Pick<TabStreams, 'complexOrders'>,
    subaccountId: string,
  ) {
    this.#client = client;
    this.#streams = streams;
    this.#subaccountId = subaccountId;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#stop === null) this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop?.abort();
      this.#stop = null;
    };
  };

  readonly state = (): ComplexState => this.#state;

  /** Shows a record that a request has returned, before the stream does. */
  readonly put = (order: ComplexOrder): void =>
    this.#set({ orders: mergeComplex(this.#state.orders, [order]) });

  #start(): void {
    const { signal } = (this.#stop = new AbortController());
    this.#follow(signal);
    void this.#list(signal);
    const timer = setInterval(() => {
      if (this.#state.orders.some(isLiveComplex)) void this.#list(signal);
    }, EVERY_MS);
    signal.addEventListener('abort', () => clearInterval(timer));
  }

  /** The stream reconnects by itself. If it fails, it is started again, and its error is shown until then. */
  #follow(signal: AbortSignal): void {
    this.#read(signal).catch((error: unknown) => {
      if (signal.aborted) return;
      this.#set({ problem: error instanceof Error ? error.message : String(error) });
      setTimeout(() => !signal.aborted && this.#follow(signal), RETRY_MS);
    });
  }

  async #read(signal: AbortSignal): Promise<void> {
    const options = { subaccountIds: [this.#subaccountId], signal };
    for await (const frame of this.#streams.complexOrders(options)) {
      const changed = frame.type === 'snapshot' ? frame.complex_orders : [frame.complex_order];
      this.#set({ orders: mergeComplex(this.#state.orders, changed), isKnown: true, problem: null });
      // One that ended while the stream was disconnected is not in the snapshot.
      if (frame.type === 'snapshot') void this.#list(signal);
    }
  }

  async #list(signal: AbortSignal): Promise<void> {
    const query = { subaccount_id: this.#subaccountId, limit: LISTED_MAX };
    const listed = await this.#client.complexOrders.list(query, { signal }).catch(() => null);
    if (listed === null || signal.aborted) return; // the next request, or the stream, shows the failure
    this.#set({ orders: mergeComplex(this.#state.orders, listed), isKnown: true });
  }

  #set(change: Partial<ComplexState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** Each order once, newest first. Of two records of one order the later one counts, and at equal times the one just read. */
export function mergeComplex(
  known: readonly ComplexOrder[],
  read: readonly ComplexOrder[],
): readonly ComplexOrder[] {
  const byId = new Map(known.map((order) => [order.id, order]));
  for (const order of read) {
    const other = byId.get(order.id);
    if (other === undefined || order.updated_at >= other.updated_at) byId.set(order.id, order);
  }
  return [...byId.values()].toSorted((one, other) => toNumber(other) - toNumber(one));
}

const toNumber = ({ id }: ComplexOrder): number => Number(id.slice(id.indexOf('_') + 1));
