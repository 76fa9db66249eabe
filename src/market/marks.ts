import type { Price } from '../core/kernel/decimal.ts';
import type { InstrumentId } from '../core/kernel/ids.ts';

export interface MarkSources {
  readonly mid: (id: InstrumentId) => Price | null;
  readonly lastPrice: (id: InstrumentId) => Price | null;
}

/** What values an open position: the mid of the book, else the last price. Tells when it moved. */
export class Marks {
  readonly #sources: MarkSources;
  readonly #listeners: ((id: InstrumentId) => void)[] = [];

  constructor(sources: MarkSources) {
    this.#sources = sources;
  }

  mark(id: InstrumentId): Price | null {
    return this.#sources.mid(id) ?? this.#sources.lastPrice(id);
  }

  midMoved(id: InstrumentId, before: Price | null, after: Price | null): void {
    const last = before === null || after === null ? this.#sources.lastPrice(id) : null;
    if ((before ?? last) !== (after ?? last)) this.#announce(id);
  }

  lastPriceMoved(id: InstrumentId): void {
    if (this.#sources.mid(id) === null) this.#announce(id);
  }

  onChanged(listener: (id: InstrumentId) => void): void {
    this.#listeners.push(listener);
  }

  #announce(id: InstrumentId): void {
    for (const listener of this.#listeners) listener(id);
  }
}
