import type { Clock, Timer } from '#ports';
import type { PolymarketClient } from '../http/polymarket-client.ts';
import { parseBook, type WatchedBook, type WireBook } from './polymarket-books.ts';

export interface BookAuditorDeps {
  readonly client: Pick<PolymarketClient, 'postQuery'>;
  readonly clock: Clock;
  readonly books: ReadonlyMap<string, WatchedBook>; // by token of YES
  readonly onLate: (book: WatchedBook) => void; // its snapshot did not arrive
  readonly onCrossed: (book: WatchedBook) => void;
  readonly onWhole: (book: WatchedBook, whole: WireBook) => void; // a REST book for an invalidated one
  readonly onAlive: (book: WatchedBook) => void; // no updates, and equal to the REST book
}

const CHECK_EVERY_MS = 1_000;
const SNAPSHOT_WITHIN_MS = 10_000;
const CROSSED_MAX_MS = 1_000;
const QUIET_MS = 10_000;
const BOOKS_AT_ONCE = 100;

/** Checks subscribed books: missing snapshots, crossed books, and books without updates, against REST. */
export class BookAuditor {
  readonly #deps: BookAuditorDeps;
  readonly #late = new WeakSet<WatchedBook>(); // to be compared at the next comparison
  #timer: Timer | null = null;
  #comparedAtMs = 0;
  #isComparing = false;

  constructor(deps: BookAuditorDeps) {
    this.#deps = deps;
  }

  /** @param onCheck  called before each round */
  start(onCheck: () => void): void {
    this.#timer = this.#deps.clock.every(CHECK_EVERY_MS, () => {
      onCheck();
      this.#check();
    });
  }

  stop(): void {
    this.#timer?.cancel();
  }

  #check(): void {
    const { clock, books, onLate, onCrossed } = this.#deps;
    const nowMs = clock.monotonicMs();
    const toCompare: WatchedBook[] = [];
    for (const book of books.values()) {
      if (book.sides !== null) this.#late.delete(book);
      if (book.crossedMs(nowMs) > CROSSED_MAX_MS) onCrossed(book);
      else if (book.sides === null) {
        if (!book.socket.isUp) continue;
        if (nowMs - book.subscribedAtMs > SNAPSHOT_WITHIN_MS) {
          onLate(book);
          this.#late.add(book);
        }
        if (this.#late.has(book)) toCompare.push(book);
      } else if (nowMs - book.confirmedAtMs >= QUIET_MS) toCompare.push(book);
    }
    if (this.#isComparing || nowMs - this.#comparedAtMs < QUIET_MS) return;
    this.#comparedAtMs = nowMs;
    this.#isComparing = true;
    void this.#compare(toCompare).finally(() => {
      this.#isComparing = false;
    });
  }

  /** Compares books with the REST books of the venue. */
  async #compare(toCompare: readonly WatchedBook[]): Promise<void> {
    const { client, clock, books } = this.#deps;
    for (let from = 0; from < toCompare.length; from += BOOKS_AT_ONCE) {
      const batch = toCompare.slice(from, from + BOOKS_AT_ONCE);
      const requestedAtMs = clock.monotonicMs();
      const answer = await client.postQuery(
        '/books',
        batch.map(({ tokenId }) => ({ token_id: tokenId })),
      );
      const received = answer.kind === 'answer' && Array.isArray(answer.value) ? answer.value : [];
      for (const value of received as readonly unknown[]) {
        const whole = parseBook(value);
        const book = whole === null ? undefined : books.get(whole.tokenId);
        if (whole !== null && book !== undefined) this.#checkBook(book, whole, requestedAtMs);
      }
    }
  }

  #checkBook(book: WatchedBook, whole: WireBook, requestedAtMs: number): void {
    const { clock, onWhole, onAlive } = this.#deps;
    // The REST book can be minutes old: it is another one than that of which a message was missed.
    if (book.sides === null) return book.isNewerThan(whole) ? undefined : onWhole(book, whole);
    if (book.confirmedAtMs > requestedAtMs) return; // it was updated meanwhile
    if (book.isSameAs(whole)) {
      book.confirm(clock.monotonicMs());
      return onAlive(book);
    }
    if (book.isNewerThan(whole)) return; // or an event for ours may be about to arrive
    if (book.isSuspect) return book.socket.reconnect('no events while books changed');
    book.isSuspect = true;
  }
}
