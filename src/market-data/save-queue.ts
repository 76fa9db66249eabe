import type { Clock, Timer } from '#ports';

const RETRY_MS = 1_000;
const ROOM_BATCHES = 2; // one is saved next, one collects

export interface SaveQueueOptions<Item> {
  readonly clock: Clock;
  readonly save: (items: readonly Item[]) => Promise<void>;
  /** Called after each failed save; the items stay queued and are retried. */
  readonly onFailure: (error: unknown) => void;
  readonly batchMax: number;
  readonly itemsMax: number; // above it the oldest items are dropped
  readonly delayMs: number; // how long the first item of a batch waits for others
}

/**
 * Items not on disk yet, the newest per key. One save runs at a time; items that arrive meanwhile share the
 * next one, so a slow disk causes larger batches instead of more batches.
 */
export class SaveQueue<Key, Item> {
  readonly #options: SaveQueueOptions<Item>;
  readonly #waiting = new Map<Key, Item>();
  #saving: ReadonlyMap<Key, Item> = new Map();
  #timer: Timer | null = null;
  #drained: PromiseWithResolvers<void> | null = null;
  #room: PromiseWithResolvers<void> | null = null;
  #isFailing = false;

  constructor(options: SaveQueueOptions<Item>) {
    this.#options = options;
  }

  push(key: Key, item: Item): void {
    this.#waiting.set(key, item);
    if (this.#waiting.size > this.#options.itemsMax) this.#dropOldest();
    this.#schedule(this.#options.delayMs);
  }

  get(key: Key): Item | undefined {
    return this.#waiting.get(key) ?? this.#saving.get(key);
  }

  /** All items whose save is not confirmed, oldest first. */
  *items(): Generator<Item> {
    yield* this.#saving.values();
    yield* this.#waiting.values();
  }

  /**
   * Resolves when at most two batches are queued, so that a long list arrives no faster than it is saved. While
   * saves fail it resolves too: items must be available in memory without a disk.
   */
  waitForRoom(): Promise<void> {
    if (this.#hasRoom()) return Promise.resolve();
    this.#room ??= Promise.withResolvers();
    return this.#room.promise;
  }

  /** Saves at once. Resolves when everything pushed so far is saved, or a save has failed. */
  flush(): Promise<void> {
    if (this.#waiting.size === 0 && this.#saving.size === 0) return Promise.resolve();
    this.#drained ??= Promise.withResolvers();
    const { promise } = this.#drained;
    this.#start();
    return promise;
  }

  /** Cancels the scheduled save. */
  stop(): void {
    this.#timer?.cancel();
    this.#resolveRoom();
  }

  #hasRoom(): boolean {
    return this.#isFailing || this.#waiting.size < ROOM_BATCHES * this.#options.batchMax;
  }

  #schedule(delayMs: number): void {
    if (this.#timer !== null || this.#saving.size > 0) return;
    this.#timer = this.#options.clock.after(delayMs, () => this.#start());
  }

  #start(): void {
    this.#timer?.cancel();
    this.#timer = null;
    if (this.#saving.size > 0) return;
    this.#saving = this.#takeBatch();
    if (this.#hasRoom()) this.#resolveRoom();
    this.#options.save([...this.#saving.values()]).then(
      () => this.#onSaved(),
      (error: unknown) => this.#onFailed(error),
    );
  }

  #takeBatch(): Map<Key, Item> {
    const batch = new Map<Key, Item>();
    for (const [key, item] of this.#waiting) {
      if (batch.size >= this.#options.batchMax) break;
      batch.set(key, item);
      this.#waiting.delete(key);
    }
    return batch;
  }

  #onSaved(): void {
    this.#saving = new Map();
    this.#isFailing = false;
    if (this.#waiting.size > 0) {
      // A full batch is queued or a caller is flushing: save now.
      const isMore = this.#drained !== null || this.#waiting.size >= this.#options.batchMax;
      return isMore ? this.#start() : this.#schedule(this.#options.delayMs);
    }
    this.#resolveDrained();
  }

  #onFailed(error: unknown): void {
    const failed = this.#saving;
    this.#saving = new Map();
    this.#isFailing = true;
    this.#putBack(failed);
    this.#options.onFailure(error);
    this.#resolveRoom();
    this.#resolveDrained();
    this.#schedule(RETRY_MS);
  }

  /** Puts failed items before later ones; for a repeated key the later item wins. */
  #putBack(failed: ReadonlyMap<Key, Item>): void {
    const later = [...this.#waiting];
    this.#waiting.clear();
    for (const [key, item] of failed) this.#waiting.set(key, item);
    for (const [key, item] of later) this.#waiting.set(key, item);
  }

  #resolveRoom(): void {
    this.#room?.resolve();
    this.#room = null;
  }

  #resolveDrained(): void {
    this.#drained?.resolve();
    this.#drained = null;
  }

  #dropOldest(): void {
    const oldest = this.#waiting.keys().next();
    if (oldest.done !== true) this.#waiting.delete(oldest.value);
  }
}
