import {
  complement,
  decode,
  type Level,
  type OnIssue,
  type Price,
  type Qty,
  type TimestampMs,
} from '#contract';
import { isCrossed, LiveOrderBook } from '#domain';
import type { VenueBookUpdate } from '#ports';
import { BOOKS } from '../codec/kalshi-messages.ts';
import { BOOK_DELTA, BOOK_SNAPSHOT, DeltaDecoder } from '../codec/kalshi-ws-messages.ts';
import type { KalshiClient } from '../http/kalshi-client.ts';
import type { Frame, Subscription } from '../ws/kalshi-connection.ts';

interface BookStreamDeps {
  readonly subscription: Subscription; // to orderbook_delta, with NO levels in YES prices
  readonly publish: (update: VenueBookUpdate) => void;
  readonly now: () => TimestampMs; // the venue's time, for frames without one
  readonly monotonicMs: () => number;
  readonly note: OnIssue;
  readonly bookSilenceMs: number;
  readonly onDead: (why: string) => void; // a probe was not answered: replace the connection
}

const NONE: readonly Level[] = [];

/**
 * Order books from the stream. All books share one sequence, so a missing frame invalidates every book: each
 * is published as lost and requested again. Any frame in sequence proves that none was missed.
 */
export class BookStream {
  readonly #deps: BookStreamDeps;
  readonly #books = new Map<string, LiveOrderBook>();
  readonly #deltas = new DeltaDecoder();
  #isFirstDelta = true;
  #hasReceived = false; // since the last check; reading the clock for each frame would cost as much as decoding it
  #checkedAtMs: number | null = null;
  #receivedAtMs = 0; // the earliest possible time, as checks bound it
  #probedAtMs: number | null = null; // when the pending probe was sent

  constructor(deps: BookStreamDeps) {
    this.#deps = deps;
  }

  /** Null while there is no valid book. */
  book(ticker: string): LiveOrderBook | null {
    return this.#books.get(ticker) ?? null;
  }

  forget(ticker: string): void {
    this.#books.delete(ticker);
  }

  /** The connection was lost, so every book is invalid. */
  onDown(why: string): void {
    this.#isFirstDelta = true;
    this.#dropAll(why);
  }

  /** Handles a frame of our subscription. */
  onFrame(frame: Frame): void {
    const sequence = this.#deps.subscription.checkSequence(frame.seq);
    if (sequence === 'repeated') return;
    this.#hasReceived = true;
    if (sequence === 'gap') return this.#restart('a message of the stream was missed');
    if (frame.type === 'orderbook_snapshot') this.#snapshot(frame.msg);
    else if (frame.type === 'orderbook_delta') this.#delta(frame.msg);
  }

  /** Called every few seconds: probes a silent stream, and replaces a connection that does not answer. */
  checkLiveness(): void {
    const { subscription, monotonicMs, bookSilenceMs, onDead, publish, now } = this.#deps;
    const [ticker] = subscription.tickers;
    if (!subscription.isOn || ticker === undefined) return;
    this.#repairBooks();
    const nowMs = monotonicMs();
    if (this.#hasReceived) {
      this.#hasReceived = false;
      this.#receivedAtMs = this.#checkedAtMs ?? nowMs; // it may have arrived right after the last check
      this.#probedAtMs = null;
    }
    this.#checkedAtMs = nowMs;
    if (nowMs - this.#receivedAtMs <= bookSilenceMs) {
      publish({ kind: 'alive', venueInstrumentId: null, at: now() });
    } else if (this.#probedAtMs === null) {
      this.#probedAtMs = nowMs;
      subscription.requestSnapshots([ticker]);
    } else if (nowMs - this.#probedAtMs > bookSilenceMs) {
      this.#probedAtMs = null;
      onDead('a snapshot request was not answered');
    }
  }

  /** Requests missing books, and drops and requests crossed ones. */
  #repairBooks(): void {
    const { subscription } = this.#deps;
    for (const [ticker, book] of this.#books) if (isCrossed(book)) this.#drop(ticker, 'the book is crossed');
    const missing = [...subscription.tickers].filter((ticker) => !this.#books.has(ticker));
    if (missing.length > 0) subscription.requestSnapshots(missing);
  }

  #snapshot(msg: unknown): void {
    const { publish, now, note } = this.#deps;
    const message = decode(BOOK_SNAPSHOT, msg, 'orderbook_snapshot', note);
    if (message === null) return this.#restart('a snapshot could not be decoded');
    const ticker = message.market_ticker;
    if (!this.#deps.subscription.tickers.has(ticker)) return;
    const book = toBook({ yes: message.yes_dollars_fp, no: message.no_dollars_fp }, 'yes');
    if (book === null) return this.#drop(ticker, 'a snapshot is crossed or has an invalid level');
    this.#books.set(ticker, book);
    publish({ kind: 'snapshot', venueInstrumentId: ticker, ...book.snapshot(), at: now() });
  }

  #delta(msg: unknown): void {
    const { publish, now, note } = this.#deps;
    // The first delta of each connection is decoded fully, so that a new field is noticed.
    const quick = this.#isFirstDelta ? null : this.#deltas.decode(msg);
    this.#isFirstDelta = false;
    const change = quick ?? decode(BOOK_DELTA, msg, 'orderbook_delta', note);
    if (change === null) return this.#restart('a delta could not be decoded');
    const ticker = change.market_ticker;
    const book = this.#books.get(ticker);
    if (book === undefined) return; // its snapshot was requested and will include this delta
    const isBid = change.side === 'yes';
    const level = book.add(isBid ? 'BUY' : 'SELL', change.price_dollars, change.delta_fp);
    if (level === null) return this.#restart('a delta would make a quantity negative');
    publish({
      kind: 'delta',
      venueInstrumentId: ticker,
      bids: isBid ? [level] : NONE,
      asks: isBid ? NONE : [level],
      at: change.ts_ms ?? now(),
    });
  }

  #restart(why: string): void {
    this.#dropAll(why);
    this.#deps.subscription.restart();
  }

  #dropAll(why: string): void {
    for (const ticker of this.#books.keys()) this.#drop(ticker, why);
  }

  #drop(ticker: string, why: string): void {
    this.#books.delete(ticker);
    this.#deps.publish({ kind: 'lost', venueInstrumentId: ticker, why, at: this.#deps.now() });
  }
}

/** Levels in the venue's order; null for an empty side. */
interface WireSides {
  readonly yes: readonly WireLevel[] | null;
  readonly no: readonly WireLevel[] | null;
}
type WireLevel = readonly [price: Price, size: Qty];

/**
 * Builds one market's book in YES terms: a NO bid at 0.46 is a YES offer at 0.54.
 *
 * @param noPrices  the terms of NO levels: `no` over HTTP, `yes` on the stream as we subscribe
 * @returns         null for a book with an invalid level, or a crossed one: its NO prices had other terms, or
 *                  its sides are of two moments
 */
export function toBook({ yes, no }: WireSides, noPrices: 'yes' | 'no'): LiveOrderBook | null {
  const book = new LiveOrderBook();
  for (const [price, qty] of yes ?? []) {
    if (!book.set('BUY', { price, qty })) return null;
  }
  for (const [price, qty] of no ?? []) {
    if (!book.set('SELL', { price: noPrices === 'yes' ? price : complement(price), qty })) return null;
  }
  return isCrossed(book) ? null : book;
}

const TICKERS_PER_REQUEST = 100;

/** Publishes the current books of some markets, read over HTTP. */
export async function pollBooks(
  client: KalshiClient,
  tickers: readonly string[],
  publish: (update: Extract<VenueBookUpdate, { kind: 'snapshot' }>) => void,
): Promise<void> {
  for (let from = 0; from < tickers.length; from += TICKERS_PER_REQUEST) {
    const part = tickers.slice(from, from + TICKERS_PER_REQUEST);
    const at = client.time.now(); // taken before the request, so that no book looks newer than it is
    const answer = await client.get('/markets/orderbooks', { tickers: part }, BOOKS);
    if (answer.kind !== 'ok') return;
    for (const { ticker, orderbook_fp: sides } of answer.value.orderbooks) {
      const book = toBook({ yes: sides.yes_dollars, no: sides.no_dollars }, 'no');
      if (book !== null) publish({ kind: 'snapshot', venueInstrumentId: ticker, ...book.snapshot(), at });
    }
  }
}
