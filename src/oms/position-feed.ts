import type { InstrumentId } from '../domain/model/ids.ts';
import type { Position } from '../domain/model/position.ts';
import type { TouchedRecords } from '../domain/projections/ledger-state.ts';
import type { Clock, Timer } from '../ports/environment.ts';
import type { MarketView } from '../ports/market-view.ts';
import type { StateStore } from './state-store.ts';
import type { MarkedPosition } from './trading-service.ts';

export interface PositionFeedDeps {
  readonly store: StateStore;
  readonly market: MarketView;
  readonly clock: Clock;
  readonly markPosition: (position: Position) => MarkedPosition;
}

type Listener = (position: MarkedPosition) => void;

const MARK_INTERVAL_MS = 1_000;

/** Publishes positions: each durable change at once, and each changed mark at most once a second per instrument. */
export class PositionFeed {
  readonly #deps: PositionFeedDeps;
  readonly #listeners = new Set<Listener>();
  readonly #holders = new Map<InstrumentId, Set<string>>(); // position keys
  readonly #moved = new Set<InstrumentId>();
  #timer: Timer | null = null;

  constructor(deps: PositionFeedDeps) {
    this.#deps = deps;
    deps.store.onDurable((touched) => this.#changed(touched));
  }

  start(): void {
    for (const [key, position] of this.#deps.store.state.positions) this.#trackHolder(key, position);
    this.#deps.market.onMarkChanged((id) => {
      if (this.#holders.has(id)) this.#moved.add(id);
    });
    this.#timer = this.#deps.clock.every(MARK_INTERVAL_MS, () => this.#publishMoved());
  }

  stop(): void {
    this.#timer?.cancel();
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #changed(touched: TouchedRecords): void {
    for (const [key, position] of touched.positions) {
      this.#trackHolder(key, position);
      this.#publish(position);
    }
  }

  #trackHolder(key: string, position: Position): void {
    const keys = this.#holders.get(position.instrumentId) ?? new Set();
    if (position.net === 0n) keys.delete(key);
    else keys.add(key);
    if (keys.size === 0) this.#holders.delete(position.instrumentId);
    else this.#holders.set(position.instrumentId, keys);
  }

  #publishMoved(): void {
    for (const id of this.#moved) {
      for (const key of this.#holders.get(id) ?? []) {
        const position = this.#deps.store.state.positions.get(key);
        if (position !== undefined) this.#publish(position);
      }
    }
    this.#moved.clear();
  }

  #publish(position: Position): void {
    if (this.#listeners.size === 0) return;
    const marked = this.#deps.markPosition(position);
    for (const listener of this.#listeners) listener(marked);
  }
}
