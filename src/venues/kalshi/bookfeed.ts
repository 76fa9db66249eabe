import type { Level } from '../../core/books/book.ts';
import type { HeldBook } from '../../core/books/held.ts';
import { isCrossed } from '../../core/books/quote.ts';
import type { Price } from '../../core/kernel/decimal.ts';
import type { TimestampMs } from '../../core/kernel/time.ts';
import type { VenueBookUpdate } from '../../ports/venue.ts';
import { bookOf } from './books.ts';
import { DeltaReader } from './delta.ts';
import type { Frame } from './session.ts';
import { type Note, read } from './shape.ts';
import type { Subscription } from './subscription.ts';
import { BOOK_DELTA, BOOK_SNAPSHOT } from './wirestream.ts';

export interface BookFeedDeps {
  readonly subscription: Subscription; // to orderbook_delta, YES prices asked for
  readonly tell: (update: VenueBookUpdate) => void;
  readonly now: () => TimestampMs; // the venue's time, for what carries none
  readonly monotonicMs: () => number;
  readonly note: Note;
  readonly bookSilenceMs: number;
  readonly onDead: (why: string) => void; // asked and not answered: the connection is of no use
}

const NONE: readonly Level[] = [];

/**
 * Books as the stream tells them. All of them share one sequence, so one missing frame makes every book
 * suspect; each is told as lost and asked for anew. Any frame in sequence proves that none was missed.
 */
export class BookFeed {
  readonly #deps: BookFeedDeps;
  readonly #books = new Map<string, HeldBook>();
  readonly #deltas = new DeltaReader();
  #isFirstDelta = true;
  #isHeard = false; // since the last watch: asking the clock at each frame would cost as much as reading it
  #watchedAtMs: number | null = null;
  #heardAtMs = 0; // at the earliest, as the watches tell
  #askedAtMs: number | null = null; // a proof of life that is still out

  constructor(deps: BookFeedDeps) {
    this.#deps = deps;
  }

  /** Null for a book that is not to be trusted now. */
  book(ticker: string): HeldBook | null {
    return this.#books.get(ticker) ?? null;
  }

  forget(ticker: string): void {
    this.#books.delete(ticker);
  }

  /** The connection is gone, and with it every book. */
  down(why: string): void {
    this.#isFirstDelta = true;
    this.#loseAll(why);
  }

  /** A book or control frame of our subscription. */
  take(frame: Frame): void {
    const sequence = this.#deps.subscription.follow(frame.seq);
    if (sequence === 'repeated') return;
    this.#isHeard = true;
    if (sequence === 'gap') return this.#restart('a message of the stream was missed');
    if (frame.type === 'orderbook_snapshot') this.#snapshot(frame.msg);
    else if (frame.type === 'orderbook_delta') this.#delta(frame.msg);
  }

  /** Called every few seconds: silence is broken by asking, and what does not answer is dead. */
  watch(): void {
    const { subscription, monotonicMs, bookSilenceMs, onDead, tell, now } = this.#deps;
    const [ticker] = subscription.tickers;
    if (!subscription.isOn || ticker === undefined) return;
    this.#mend();
    const nowMs = monotonicMs();
    if (this.#isHeard) {
      this.#isHeard = false;
      this.#heardAtMs = this.#watchedAtMs ?? nowMs; // it may have been right after the last watch
      this.#askedAtMs = null;
    }
    this.#watchedAtMs = nowMs;
    if (nowMs - this.#heardAtMs <= bookSilenceMs) {
      tell({ kind: 'alive', venueInstrumentId: null, at: now() });
    } else if (this.#askedAtMs === null) {
      this.#askedAtMs = nowMs;
      subscription.askSnapshots([ticker]);
    } else if (nowMs - this.#askedAtMs > bookSilenceMs) {
      this.#askedAtMs = null;
      onDead('the books do not answer');
    }
  }

  /** Asks for the books that are wanted and not there, and for those whose sides have come to meet. */
  #mend(): void {
    const { subscription } = this.#deps;
    for (const [ticker, book] of this.#books) if (isCrossed(book)) this.#lose(ticker, 'the book is crossed');
    const missing = [...subscription.tickers].filter((ticker) => !this.#books.has(ticker));
    if (missing.length > 0) subscription.askSnapshots(missing);
  }

  #snapshot(msg: unknown): void {
    const { tell, now, note } = this.#deps;
    const told = read(BOOK_SNAPSHOT, msg, 'orderbook_snapshot', note);
    if (told === null) return this.#restart('a snapshot could not be read');
    const ticker = told.market_ticker;
    if (!this.#deps.subscription.tickers.has(ticker)) return;
    const book = bookOf({ yes: told.yes_dollars_fp, no: told.no_dollars_fp }, 'yes');
    if (book === null) return this.#lose(ticker, 'a snapshot that cannot be true');
    this.#books.set(ticker, book);
    tell({ kind: 'snapshot', venueInstrumentId: ticker, ...book.told(), at: now() });
  }

  #delta(msg: unknown): void {
    const { tell, now, note } = this.#deps;
    // The first of each connection is looked at closely, so that a new field is noticed.
    const quick = this.#isFirstDelta ? null : this.#deltas.read(msg);
    this.#isFirstDelta = false;
    const change = quick ?? read(BOOK_DELTA, msg, 'orderbook_delta', note);
    if (change === null) return this.#restart('a change of a book could not be read');
    const ticker = change.market_ticker;
    const book = this.#books.get(ticker);
    if (book === undefined) return; // its snapshot is on its way and will hold this
    const isBid = change.side === 'yes';
    const level = book.add(isBid ? 'BUY' : 'SELL', change.price_dollars as Price, change.delta_fp);
    if (level === null) return this.#restart('a change that cannot be true');
    tell({
      kind: 'delta',
      venueInstrumentId: ticker,
      bids: isBid ? [level] : NONE,
      asks: isBid ? NONE : [level],
      at: change.ts_ms ?? now(),
    });
  }

  #restart(why: string): void {
    this.#loseAll(why);
    this.#deps.subscription.restart();
  }

  #loseAll(why: string): void {
    for (const ticker of this.#books.keys()) this.#lose(ticker, why);
  }

  #lose(ticker: string, why: string): void {
    this.#books.delete(ticker);
    this.#deps.tell({ kind: 'lost', venueInstrumentId: ticker, why, at: this.#deps.now() });
  }
}
