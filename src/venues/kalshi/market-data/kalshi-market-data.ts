import type { BookSides } from '../../../domain/order-books/live-order-book.ts';
import type { Timer } from '../../../ports/environment.ts';
import type { Log } from '../../../ports/telemetry.ts';
import type { VenueListener, VenueTrade } from '../../../ports/venue.ts';
import { decode, type NoteUnknown, page } from '../codec/kalshi-decoder.ts';
import { toVenueTrade } from '../codec/kalshi-mapping.ts';
import { TRADE } from '../codec/kalshi-messages.ts';
import { STREAM_TRADE } from '../codec/kalshi-ws-messages.ts';
import type { KalshiClient } from '../http/kalshi-client.ts';
import { type Frame, KalshiConnection, type KalshiConnectionDeps } from '../ws/kalshi-connection.ts';
import { Subscription } from '../ws/kalshi-subscription.ts';
import { BookStream, pollBooks } from './kalshi-books.ts';

export interface KalshiMarketDataDeps extends Omit<KalshiConnectionDeps, 'time'> {
  readonly client: KalshiClient;
  readonly listener: VenueListener;
  readonly log: Log;
  readonly note: NoteUnknown;
  /** Private and market-wide news: `fill`, `user_order`, lifecycles. */
  readonly onOtherFrame: (frame: Frame) => void;
  /** News may have been missed: read what matters over HTTP. */
  readonly onMissed: (why: string) => void;
}

const WATCH_MS = 2_000;
const RETRY_MS = 1_000;
const BACKFILL = 1_000; // trades
const ENDED_CODES: ReadonlySet<unknown> = new Set([10, 25]); // the venue ends the subscription with these
const UNKNOWN_SID = 7;

/** Everything that Kalshi tells by itself, over one connection. */
export class KalshiMarketData {
  readonly #deps: KalshiMarketDataDeps;
  readonly #books: BookStream;
  readonly #bookChannel: Subscription;
  readonly #tradeChannel: Subscription;
  readonly #news: readonly Subscription[];
  readonly #session: KalshiConnection;
  readonly #timer: Timer;
  readonly #backfilled = new Set<string>();
  #isPolling = false;
  #isStopped = false;

  constructor(deps: KalshiMarketDataDeps) {
    const { clock, client, listener } = deps;
    const session = (): KalshiConnection | null => this.#session ?? null;
    const monotonicMs = (): number => clock.monotonicMs();
    this.#deps = deps;
    // The venue's default sense of NO prices is about to change, so ours is always said.
    const params = { use_yes_price: true };
    this.#bookChannel = new Subscription(session, 'orderbook_delta', {
      isWhole: false,
      params,
      monotonicMs,
    });
    this.#tradeChannel = new Subscription(session, 'trade', { isWhole: false, monotonicMs });
    this.#news = ['fill', 'user_orders', 'market_lifecycle_v2'].map(
      (channel) => new Subscription(session, channel, { isWhole: true, monotonicMs }),
    );
    this.#books = new BookStream({
      subscription: this.#bookChannel,
      publish: (update) => listener.onBook(update),
      now: () => client.time.now(),
      monotonicMs,
      note: deps.note,
      bookSilenceMs: deps.settings.bookSilenceMs,
      onDead: (why) => this.#session.reconnect(why),
    });
    this.#session = new KalshiConnection(
      { ...deps, time: client.time },
      {
        onReady: () => this.#ready(),
        onFrame: (frame) => this.#take(frame),
        onDown: (why) => this.#down(why),
      },
    );
    this.#timer = clock.every(WATCH_MS, () => this.#watch());
  }

  get downMs(): number | null {
    return this.#session.downMs;
  }

  book(ticker: string): BookSides | null {
    return this.#books.book(ticker);
  }

  watch(ticker: string): void {
    if (this.#bookChannel.tickers.has(ticker)) return;
    if (this.#bookChannel.tickers.size >= this.#deps.settings.watchedMax) {
      this.#deps.log.warn('too many books are watched: one more is not', { ticker });
      return;
    }
    this.#bookChannel.add(ticker);
    this.#tradeChannel.add(ticker);
    if (!this.#backfilled.has(ticker)) this.#backfill(ticker);
  }

  unwatch(ticker: string): void {
    this.#bookChannel.remove(ticker);
    this.#tradeChannel.remove(ticker);
    this.#books.forget(ticker);
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer.cancel();
    this.#session.stop();
  }

  /** A stream that answers pings and no subscription is of no use, and would stay so. */
  #watch(): void {
    const { downMs } = this;
    if (downMs !== null) return this.#pollBooks(downMs);
    const { bookSilenceMs } = this.#deps.settings;
    const unanswered = this.#all.find(({ unansweredMs }) => unansweredMs > bookSilenceMs);
    if (unanswered === undefined) this.#books.checkLiveness();
    else this.#session.reconnect(`${unanswered.channel} was asked for and not answered`);
  }

  /** Over HTTP while the stream is down: slower, and better than nothing. Never mixed with its changes. */
  #pollBooks(downMs: number): void {
    const { client, listener, log } = this.#deps;
    if (downMs < WATCH_MS || this.#isPolling) return;
    this.#isPolling = true;
    const isWanted = (ticker: string): boolean =>
      !this.#isStopped && this.downMs !== null && this.#bookChannel.tickers.has(ticker);
    pollBooks(client, [...this.#bookChannel.tickers], (update) => {
      if (isWanted(update.venueInstrumentId)) listener.onBook(update);
    })
      .catch((error: unknown) => log.error('books could not be told', { why: String(error) }))
      .finally(() => {
        this.#isPolling = false;
      });
  }

  get #all(): readonly Subscription[] {
    return [this.#bookChannel, this.#tradeChannel, ...this.#news];
  }

  #ready(): void {
    for (const subscription of this.#all) subscription.resubscribe();
    this.#deps.onMissed('connected');
  }

  #down(why: string): void {
    this.#deps.log.warn('the stream of Kalshi is down', { why });
    for (const subscription of this.#all) subscription.onDown();
    this.#books.onDown(why);
  }

  #take(frame: Frame): void {
    if (frame.type === 'subscribed') {
      this.#all.find((subscription) => subscription.confirm(frame));
    } else if (frame.type === 'error') {
      this.#refused(frame);
    } else if (this.#bookChannel.owns(frame.sid)) {
      this.#books.onFrame(frame);
    } else if (this.#tradeChannel.owns(frame.sid)) {
      this.#trade(frame);
    } else {
      const news = this.#news.find((subscription) => subscription.owns(frame.sid));
      if (news !== undefined) this.#takeNews(news, frame);
    }
  }

  #takeNews(subscription: Subscription, frame: Frame): void {
    const sequence = subscription.checkSequence(frame.seq);
    if (sequence === 'repeated') return;
    if (sequence === 'gap') this.#deps.onMissed(`${subscription.channel}: a message was missed`);
    this.#deps.onOtherFrame(frame);
  }

  #trade(frame: Frame): void {
    const sequence = this.#tradeChannel.checkSequence(frame.seq);
    if (sequence === 'repeated') return;
    if (sequence === 'gap') for (const ticker of this.#tradeChannel.tickers) this.#backfill(ticker);
    if (frame.type !== 'trade') return;
    const told = decode(STREAM_TRADE, frame.msg, 'trade', this.#deps.note);
    const trade = told === null ? null : toVenueTrade(told);
    if (trade !== null) this.#deps.listener.onTrades([trade]);
  }

  /** A refused command is asked again a moment later; a subscription that ended is taken up anew. */
  #refused(frame: Frame): void {
    const { code, msg } = (frame.msg ?? {}) as { readonly code?: unknown; readonly msg?: unknown };
    this.#deps.log.warn('Kalshi refused a command of the stream', { code, msg });
    const subscription = this.#all.find((each) => each.isAffectedBy(frame));
    const isEnded = ENDED_CODES.has(code) || code === UNKNOWN_SID;
    if (subscription === undefined || (subscription.owns(frame.sid) && !isEnded)) return;
    if (subscription === this.#bookChannel) this.#books.onDown(`the venue ended the stream: ${String(msg)}`);
    subscription.onDown();
    this.#deps.clock.after(RETRY_MS, () => {
      if (!this.#isStopped && !subscription.isOn) subscription.resubscribe();
    });
  }

  /** The latest trades of a market, once, so that its candles do not begin empty. */
  #backfill(ticker: string): void {
    this.#backfilled.add(ticker);
    const { client, listener } = this.#deps;
    const read = client.get('/markets/trades', { ticker, limit: BACKFILL }, page('trades', TRADE));
    read
      .then((answer) => {
        if (answer.kind !== 'ok') return void this.#backfilled.delete(ticker);
        const trades = answer.value.items
          .map(toVenueTrade)
          .filter((trade): trade is VenueTrade => trade !== null);
        const isWanted = trades.length > 0 && !this.#isStopped;
        if (isWanted) listener.onTrades(trades.sort((a, b) => a.at - b.at));
      })
      .catch((error: unknown) => this.#deps.log.error('trades could not be told', { why: String(error) }));
  }
}
