import type { Clock, Timer } from '../../../ports/environment.ts';
import type { PolymarketClient } from '../http/polymarket-client.ts';
import { parseBook, type WatchedBook, type WireBook } from './polymarket-books.ts';

export interface BookAuditorDeps {
  readonly client: Pick<PolymarketClient, 'postQuery'>;
  readonly clock: Clock;
  readonly books: ReadonlyMap<string, WatchedBook>; // by token of YES
  readonly onLate: (book: WatchedBook) => void; // its snapshot did not come
  readonly onCrossed: (book: WatchedBook) => void;
  readonly onWhole: (book: WatchedBook, whole: WireBook) => void; // for a book that was lost
  readonly onAlive: (book: WatchedBook) => void; // quiet, and as it was
}

const CHECK_EVERY_MS = 1_000;
const SNAPSHOT_WITHIN_MS = 10_000;
const CROSSED_MAX_MS = 1_000;
const QUIET_MS = 10_000;
const BOOKS_AT_ONCE = 100;

/** Looks after the books that the channel has left alone: late, crossed, or quiet for long. */
export class BookAuditor {
  readonly #deps: BookAuditorDeps;
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
    const doubtful: WatchedBook[] = [];
    for (const book of books.values()) {
      if (book.crossedMs(nowMs) > CROSSED_MAX_MS) onCrossed(book);
      else if (book.sides === null) {
        if (!book.socket.isUp || nowMs - book.subscribedAtMs <= SNAPSHOT_WITHIN_MS) continue;
        onLate(book);
        doubtful.push(book);
      } else if (nowMs - book.confirmedAtMs >= QUIET_MS) doubtful.push(book);
    }
    if (this.#isComparing || nowMs - this.#comparedAtMs < QUIET_MS) return;
    this.#comparedAtMs = nowMs;
    this.#isComparing = true;
    void this.#compare(doubtful).finally(() => {
      this.#isComparing = false;
    });
  }

  /** Asks the venue's other road for whole books. */
  async #compare(doubtful: readonly WatchedBook[]): Promise<void> {
    const { client, clock, books } = this.#deps;
    for (let from = 0; from < doubtful.length; from += BOOKS_AT_ONCE) {
      const asked = doubtful.slice(from, from + BOOKS_AT_ONCE);
      const askedAtMs = clock.monotonicMs();
      const answer = await client.postQuery(
        '/books',
        asked.map(({ tokenId }) => ({ token_id: tokenId })),
      );
      const told = answer.kind === 'answer' && Array.isArray(answer.value) ? answer.value : [];
      for (const value of told as readonly unknown[]) {
        const whole = parseBook(value);
        const book = whole === null ? undefined : books.get(whole.tokenId);
        if (whole !== null && book !== undefined) this.#judge(book, whole, askedAtMs);
      }
    }
  }

  #judge(book: WatchedBook, whole: WireBook, askedAtMs: number): void {
    const { clock, onWhole, onAlive } = this.#deps;
    if (book.sides === null) return onWhole(book, whole);
    if (book.confirmedAtMs > askedAtMs) return; // it spoke meanwhile
    if (book.isSameAs(whole)) {
      book.confirm(clock.monotonicMs());
      return onAlive(book);
    }
    // That other book has been minutes behind before, and an event may be on its way.
    if (book.isNewerThan(whole)) return;
    if (book.isSuspect) return book.socket.reconnect('silent while books moved');
    book.isSuspect = true;
  }
}
