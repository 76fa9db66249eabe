/**
 * The newest items of a stream whose ids grow, at most `capacity` of them. It answers what came after an
 * id, and knows when it cannot because some of that is gone.
 */
export class Ring<Item extends { readonly id: number }> {
  readonly #items: Item[] = [];
  readonly #capacity: number;
  #oldest = 0; // index of the oldest once the ring is full
  #goneId: number; // the highest id no longer held

  /** @param goneId  items up to this id existed before and are not held; 0 when there were none */
  constructor(capacity: number, goneId = 0) {
    this.#capacity = capacity;
    this.#goneId = goneId;
  }

  push(item: Item): void {
    if (this.#items.length < this.#capacity) {
      this.#items.push(item);
      return;
    }
    this.#goneId = this.#items[this.#oldest]?.id ?? item.id;
    if (this.#capacity > 0) this.#items[this.#oldest] = item;
    this.#oldest = (this.#oldest + 1) % Math.max(1, this.#capacity);
  }

  /** Those with a larger id, oldest first; null when some of them are gone. */
  since(id: number): readonly Item[] | null {
    return id < this.#goneId ? null : this.#range(this.#firstAfter(id));
  }

  /** The newest `count` held, oldest first. */
  newest(count: number): readonly Item[] {
    return this.#range(Math.max(0, this.#items.length - count));
  }

  get size(): number {
    return this.#items.length;
  }

  /** True when nothing older than what it holds ever was. */
  get isComplete(): boolean {
    return this.#goneId === 0;
  }

  #range(from: number): readonly Item[] {
    const items: Item[] = [];
    for (let at = from; at < this.#items.length; at += 1) {
      const item = this.#at(at);
      if (item !== undefined) items.push(item);
    }
    return items;
  }

  #firstAfter(id: number): number {
    let low = 0;
    let high = this.#items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#at(middle)?.id ?? 0) > id) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #at(position: number): Item | undefined {
    return this.#items[(this.#oldest + position) % this.#items.length];
  }
}
