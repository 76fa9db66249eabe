/**
 * A queue of at most `max` frames between the socket, which fills it, and the reader, which empties it with
 * `for await`.
 */
interface Waiter<T> {
  resolve(result: IteratorResult<T, void>): void;
  reject(error: unknown): void;
}

export class Buffer<T> {
  readonly #max: number;
  #items: T[] = [];
  #taken = 0;
  #waiters: Waiter<T>[] = [];
  #end: { readonly error: unknown } | null = null;
  #isEnded = false;

  constructor(max: number) {
    this.#max = max;
  }

  /** False if the reader is `max` items behind; the item is then dropped. */
  push(item: T): boolean {
    if (this.#isEnded) return true;
    const waiter = this.#waiters.shift();
    if (waiter) waiter.resolve({ value: item, done: false });
    else if (this.#items.length - this.#taken >= this.#max) return false;
    else this.#items.push(item);
    return true;
  }

  /** Ends the queue. The reader still gets the buffered items, then the error once, then the end. */
  end(failure: { readonly error: unknown } | null): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#end = failure;
    for (const waiter of this.#waiters.splice(0)) this.#settle(waiter);
  }

  /** Drops the buffered items. */
  clear(): void {
    this.#items = [];
    this.#taken = 0;
  }

  next(): Promise<IteratorResult<T, void>> {
    return new Promise((resolve, reject) => {
      if (this.#taken < this.#items.length) resolve({ value: this.#take(), done: false });
      else if (this.#isEnded) this.#settle({ resolve, reject });
      else this.#waiters.push({ resolve, reject });
    });
  }

  // shift() would move every element of a long array each time; this moves each element about once.
  #take(): T {
    const item = this.#items[this.#taken++] as T;
    if (this.#taken * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#taken);
      this.#taken = 0;
    }
    return item;
  }

  #settle(waiter: Waiter<T>): void {
    const failure = this.#end;
    this.#end = null;
    if (failure === null) waiter.resolve({ value: undefined, done: true });
    else waiter.reject(failure.error);
  }
}
