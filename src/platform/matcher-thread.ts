import { Worker } from 'node:worker_threads';
import { errorMessage, type VenueName } from '#contract';
import type { ListingMatcher } from '#ports';
import type { CatalogueSlice, MatchChanges } from '#relations';

/** Copying a listing to the thread blocks the sender for about 5 µs. */
const LISTINGS_PER_SLICE = 250;
/**
 * A thread that exceeds it ends alone. Without a limit it would end the whole process. Below 2 GB, V8 also collects old
 * objects before they are a multiple of those in use, which are about 180 MB for 62,000 listings.
 */
const HEAP_MB_MAX = 1_024;
/** Small: 48 MB would take a tenth less processor time of a thread that nothing waits for, and 50 MB more memory. */
const YOUNG_HEAP_MB = 12;

export type MatcherCall =
  | { readonly kind: 'apply'; readonly slice: CatalogueSlice }
  | { readonly kind: 'takeChanges'; readonly pairsMax: number };

export type MatcherReply =
  | { readonly kind: 'done'; readonly changes: MatchChanges | null }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Opens a matcher in its own thread. The thread keeps the process running only while a call is pending.
 *
 * Source: docs/decisions/asset-reviews.md
 */
export const openMatcherThread = (venueOrder: readonly VenueName[]): MatcherThread =>
  new MatcherThread(venueOrder);

export class MatcherThread implements ListingMatcher {
  readonly sliceMax = LISTINGS_PER_SLICE;
  readonly #worker: Worker;
  readonly #calls: PromiseWithResolvers<MatchChanges | null>[] = []; // in the order of their replies
  #lost: Error | null = null;

  /** @param heapMbMax  the limit of the thread's memory */
  constructor(venueOrder: readonly VenueName[], heapMbMax = HEAP_MB_MAX) {
    this.#worker = new Worker(new URL('./matcher.worker.ts', import.meta.url), {
      workerData: venueOrder,
      resourceLimits: { maxOldGenerationSizeMb: heapMbMax, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    });
    this.#worker.unref();
    this.#worker.on('message', (reply: MatcherReply) => this.#onReply(reply));
    this.#worker.on('error', (error) => this.#lose(errorMessage(error)));
    this.#worker.on('exit', () => this.#lose('the thread has ended'));
  }

  async apply(slice: CatalogueSlice): Promise<void> {
    await this.#call({ kind: 'apply', slice });
  }

  async takeChanges(pairsMax: number): Promise<MatchChanges> {
    const changes = (await this.#call({ kind: 'takeChanges', pairsMax })) as MatchChanges;
    const { PackedComparison } = await import('#relations'); // no command loads it
    // A message has the fields of an object without its class.
    const pairs = changes.pairs.map(({ a, b, match }) => ({ a, b, match: new PackedComparison(match) }));
    return { ...changes, pairs };
  }

  close(): void {
    this.#lose('the matcher is closed');
    void this.#worker.terminate();
  }

  #call(call: MatcherCall): Promise<MatchChanges | null> {
    if (this.#lost !== null) return Promise.reject(this.#lost);
    const reply = Promise.withResolvers<MatchChanges | null>();
    this.#calls.push(reply);
    this.#worker.ref();
    this.#worker.postMessage(call);
    return reply.promise;
  }

  #onReply(reply: MatcherReply): void {
    if (reply.kind === 'failed') this.#lose(reply.message);
    else this.#calls.shift()?.resolve(reply.changes);
    if (this.#calls.length === 0) this.#worker.unref();
  }

  #lose(why: string): void {
    if (this.#lost !== null) return;
    this.#lost = new Error(`matching of listings: ${why}`);
    for (const call of this.#calls.splice(0)) call.reject(this.#lost);
    void this.#worker.terminate();
  }
}
