import type { Level } from '../../../domain/model/book.ts';
import { complement, type Price, type Qty } from '../../../domain/model/money.ts';
import type { TimestampMs } from '../../../domain/model/time.ts';
import { isCrossed } from '../../../domain/order-books/book-quotes.ts';
import { LiveOrderBook } from '../../../domain/order-books/live-order-book.ts';
import type { VenueBookUpdate } from '../../../ports/venue.ts';
import { decode, type NoteUnknown } from '../codec/kalshi-decoder.ts';
import { BOOKS } from '../codec/kalshi-messages.ts';
import { BOOK_DELTA, BOOK_SNAPSHOT, DeltaDecoder } from '../codec/kalshi-ws-messages.ts';
import type { KalshiClient } from '../http/kalshi-client.ts';
import type { Frame } from '../ws/kalshi-connection.ts';
import type { Subscription } from '../ws/kalshi-subscription.ts';

interface BookStreamDeps {
  readonly subscription: Subscription; // to orderbook_delta, YES prices asked for
  readonly publish: (update: VenueBookUpdate) => void;
  readonly now: () => TimestampMs; // the venue's time, for what carries none
  readonly monotonicMs: () => number;
  readonly note: NoteUnknown;
  readonly bookSilenceMs: number;
  readonly onDead: (why: string) => void; // asked and not answered: the connection is of no use
}

const NONE: readonly Level[] = [];

/**
 * Books as the stream tells them. All of them share one sequence, so one missing frame makes every book
 * suspect; each is told as lost and asked for anew. Any frame in sequence proves that none was missed.
 */
export class BookStream {
  readonly #deps: BookStreamDeps;
  readonly #books = new Map<string, LiveOrderBook>();
  readonly #deltas = new DeltaDecoder();
  #isFirstDelta = true;
  #isHeard = false; // since the last watch: asking the clock at each frame would cost as much as reading it
  #watchedAtMs: number | null = null;
  #heardAtMs = 0; // at the earliest, as the watches tell
  #askedAtMs: number | null = null; // a proof of life that is still out

  constructor(deps: BookStreamDeps) {
    this.#deps = deps;
  }

  /** Null for a book that is not to be trusted now. */
  book(ticker: string): LiveOrderBook | null {
    return this.#books.get(ticker) ?? null;
  }

  forget(ticker: string): void {
    this.#books.delete(ticker);
  }

  /** The connection is gone, and with it every book. */
  onDown(why: string): void {
    this.#isFirstDelta = true;
    this.#loseAll(why);
  }

  /** A book or control frame of our subscription. */
  onFrame(frame: Frame): void {
    const sequence = this.#deps.subscription.checkSequence(frame.seq);
    if (sequence === 'repeated') return;
    this.#isHeard = true;
    if (sequence === 'gap') return this.#restart('a message of the stream was missed');
    if (frame.type === 'orderbook_snapshot') this.#snapshot(frame.msg);
    else if (frame.type === 'orderbook_delta') this.#delta(frame.msg);
  }

  /** Called every few seconds: silence is broken by asking, and what does not answer is dead. */
  checkLiveness(): void {
    const { subscription, monotonicMs, bookSilenceMs, onDead, publish, now } = this.#deps;
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
      publish({ kind: 'alive', venueInstrumentId: null, at: now() });
    } else if (this.#askedAtMs === null) {
      this.#askedAtMs = nowMs;
      subscription.requestSnapshots([ticker]);
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
    if (missing.length > 0) subscription.requestSnapshots(missing);
  }

  #snapshot(msg: unknown): void {
    const { publish, now, note } = this.#deps;
    const told = decode(BOOK_SNAPSHOT, msg, 'orderbook_snapshot', note);
    if (told === null) return this.#restart('a snapshot could not be read');
    const ticker = told.market_ticker;
    if (!this.#deps.subscription.tickers.has(ticker)) return;
    const book = toBook({ yes: told.yes_dollars_fp, no: told.no_dollars_fp }, 'yes');
    if (book === null) return this.#lose(ticker, 'a snapshot that cannot be true');
    this.#books.set(ticker, book);
    publish({ kind: 'snapshot', venueInstrumentId: ticker, ...book.snapshot(), at: now() });
  }

  #delta(msg: unknown): void {
    const { publish, now, note } = this.#deps;
    // The first of each connection is looked at closely, so that a new field is noticed.
    const quick = this.#isFirstDelta ? null : this.#deltas.decode(msg);
    this.#isFirstDelta = false;
    const change = quick ?? decode(BOOK_DELTA, msg, 'orderbook_delta', note);
    if (change === null) return this.#restart('a change of a book could not be read');
    const ticker = change.market_ticker;
    const book = this.#books.get(ticker);
    if (book === undefined) return; // its snapshot is on its way and will hold this
    const isBid = change.side === 'yes';
    const level = book.add(isBid ? 'BUY' : 'SELL', change.price_dollars as Price, change.delta_fp);
    if (level === null) return this.#restart('a change that cannot be true');
    publish({
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
    this.#deps.publish({ kind: 'lost', venueInstrumentId: ticker, why, at: this.#deps.now() });
  }
}

/** Levels as the venue sends them, in any order; null for a side that is empty. */
interface WireSides {
  readonly yes: readonly WireLevel[] | null;
  readonly no: readonly WireLevel[] | null;
}
type WireLevel = readonly [price: bigint, size: bigint];

/**
 * One market's book in YES terms: who bids for NO at 0.46 offers YES at 0.54.
 *
 * @param noPrices  which prices the NO levels carry: over HTTP those of NO, on the stream those of YES, as we ask
 * @returns         null for a book that cannot be true; one that is crossed was read with the wrong sense of
 *                  the NO prices, or belongs to two moments
 */
export function toBook({ yes, no }: WireSides, noPrices: 'yes' | 'no'): LiveOrderBook | null {
  const book = new LiveOrderBook();
  for (const [price, size] of yes ?? []) {
    if (!book.set('BUY', { price: price as Price, qty: size as Qty })) return null;
  }
  for (const [price, size] of no ?? []) {
    const own = price as Price;
    if (!book.set('SELL', { price: noPrices === 'yes' ? own : complement(own), qty: size as Qty }))
      return null;
  }
  return isCrossed(book) ? null : book;
}

const TICKERS_A_CALL = 100;

/** Tells books as they are at this moment. Over HTTP the NO prices are those of the NO leg. */
export async function pollBooks(
  client: KalshiClient,
  tickers: readonly string[],
  tell: (update: Extract<VenueBookUpdate, { kind: 'snapshot' }>) => void,
): Promise<void> {
  for (let from = 0; from < tickers.length; from += TICKERS_A_CALL) {
    const part = tickers.slice(from, from + TICKERS_A_CALL);
    const at = client.time.now(); // before the answer: a book is at least as old as that
    const answer = await client.get('/markets/orderbooks', { tickers: part }, BOOKS);
    if (answer.kind !== 'ok') return;
    for (const { ticker, orderbook_fp: sides } of answer.value.orderbooks) {
      const book = toBook({ yes: sides.yes_dollars, no: sides.no_dollars }, 'no');
      if (book !== null) tell({ kind: 'snapshot', venueInstrumentId: ticker, ...book.snapshot(), at });
    }
  }
}
