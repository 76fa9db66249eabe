import type { Clock, Timer } from '../ports/environment.ts';

const RETRY_MS = 1_000;
const ROOM_BATCHES = 2; // one to be saved next, one that gathers

export interface SaveQueueOptions<Item> {
  readonly clock: Clock;
  readonly save: (items: readonly Item[]) => Promise<void>;
  /** Told of each failed save; the items stay and are tried again. */
  readonly onFailure: (error: unknown) => void;
  readonly batchMax: number;
  readonly itemsMax: number; // beyond it the oldest are given up
  readonly delayMs: number; // how long the first of a batch waits for company
}

/**
 * What has been told but is not on disk yet, by key, the newest of each. One save is under way at a time
 * and what arrives meanwhile shares the next, so a slow disk makes batches longer and not many.
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
    if (this.#waiting.size > this.#options.itemsMax) this.#giveUpOldest();
    this.#schedule(this.#options.delayMs);
  }

  get(key: Key): Item | undefined {
    return this.#waiting.get(key) ?? this.#saving.get(key);
  }

  /** Everything not known to be saved, oldest first. */
  *items(): Generator<Item> {
    yield* this.#saving.values();
    yield* this.#waiting.values();
  }

  /**
   * Resolves while no more waits than two batches, so that a long list is told no faster than it is saved;
   * also while saves fail, for what is told must be known without a disk too.
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

  /** Gives up waiting for the next try. */
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
      // A full batch is behind this one: waiting for more company would only delay it.
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

  /** In front of what came later; where the same key was told again, the later word stands. */
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

  #giveUpOldest(): void {
    const oldest = this.#waiting.keys().next();
    if (oldest.done !== true) this.#waiting.delete(oldest.value);
  }
}
