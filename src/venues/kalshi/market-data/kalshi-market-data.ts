import { decode, type OnIssue, type TimestampMs, type ValueOf } from '#contract';
import type { BookSides } from '#domain';
import type { Log, Timer, VenueListener, VenueTrade } from '#ports';
import { TradeGaps } from '#venues/shared';
import { toVenueTrade } from '../codec/kalshi-mapping.ts';
import { TRADE } from '../codec/kalshi-messages.ts';
import { STREAM_TRADE } from '../codec/kalshi-ws-messages.ts';
import type { KalshiClient, Query } from '../http/kalshi-client.ts';
import { forEachPage } from '../http/kalshi-pages.ts';
import {
  type Frame,
  KalshiConnection,
  type KalshiConnectionDeps,
  Subscription,
} from '../ws/kalshi-connection.ts';
import { BookStream, pollBooks } from './kalshi-books.ts';

export interface KalshiMarketDataDeps extends Omit<KalshiConnectionDeps, 'time'> {
  readonly client: KalshiClient;
  readonly listener: VenueListener;
  readonly log: Log;
  readonly note: OnIssue;
  /** Frames of the account and lifecycle channels: `fill`, `user_order`, `market_lifecycle_v2`. */
  readonly onOtherFrame: (frame: Frame) => void;
  /** Frames may have been missed: read the state over HTTP. */
  readonly onMissed: (why: string) => void;
}

const CHECK_MS = 2_000;
const RETRY_MS = 1_000;
const BACKFILL = 1_000; // trades
const GAP_PAGES = 20; // of the trades of an interruption in one market
const POLL_PAGES = 3; // of one poll, which has the trades of all markets
const LIST_LAG_MS = 2_000; // of the lists behind the stream
const TRADES_BACK_MS = 10_000; // of one poll: they overlap
const ENDED_CODES: ReadonlySet<unknown> = new Set([10, 25]); // the venue ends the subscription with these
const UNKNOWN_SID = 7;

/** All of Kalshi's streams, over one connection. */
export class KalshiMarketData {
  readonly #deps: KalshiMarketDataDeps;
  readonly #books: BookStream;
  readonly #bookChannel: Subscription;
  readonly #tradeChannel: Subscription;
  readonly #otherChannels: readonly Subscription[];
  readonly #connection: KalshiConnection;
  readonly #timer: Timer;
  readonly #tradeGaps: TradeGaps;
  #isPolling = false;
  #isStopped = false;

  constructor(deps: KalshiMarketDataDeps) {
    const { clock, client, listener } = deps;
    const connection = (): KalshiConnection | null => this.#connection ?? null;
    const monotonicMs = (): number => clock.monotonicMs();
    this.#deps = deps;
    // The venue's default terms of NO prices will change, so they are set on every subscription.
    const params = { use_yes_price: true };
    this.#bookChannel = new Subscription(connection, 'orderbook_delta', {
      allMarkets: false,
      params,
      monotonicMs,
    });
    this.#tradeChannel = new Subscription(connection, 'trade', { allMarkets: false, monotonicMs });
    this.#otherChannels = ['fill', 'user_orders', 'market_lifecycle_v2'].map(
      (channel) => new Subscription(connection, channel, { allMarkets: true, monotonicMs }),
    );
    this.#books = new BookStream({
      subscription: this.#bookChannel,
      publish: (update) => listener.onBook(update),
      now: () => client.time.now(),
      monotonicMs,
      note: deps.note,
      bookSilenceMs: deps.settings.bookSilenceMs,
      onDead: (why) => this.#connection.reconnect(why),
    });
    this.#tradeGaps = new TradeGaps({
      clock,
      log: deps.log,
      now: () => client.time.now(),
      lastTradeAt: (ticker) => listener.lastTradeAt?.(ticker) ?? null,
      listLagMs: LIST_LAG_MS,
      read: (ticker, since, isCurrent) => this.#readTrades(ticker, since, isCurrent),
    });
    this.#connection = new KalshiConnection(
      { ...deps, time: client.time },
      {
        onReady: () => this.#onReady(),
        onFrame: (frame) => this.#onFrame(frame),
        onDown: (why) => this.#onDown(why),
      },
    );
    this.#timer = clock.every(CHECK_MS, () => this.#checkLiveness());
  }

  get downMs(): number | null {
    return this.#connection.downMs;
  }

  book(ticker: string): BookSides | null {
    return this.#books.book(ticker);
  }

  watch(ticker: string): void {
    if (this.#bookChannel.tickers.has(ticker)) return;
    if (this.#bookChannel.tickers.size >= this.#deps.settings.watchedMax) {
      this.#deps.log.warn('book subscription rejected: watchedMax is reached', { ticker });
      return;
    }
    this.#bookChannel.add(ticker);
    this.#tradeChannel.add(ticker);
    if (this.#deps.settings.isPublic) this.#pollBooks(CHECK_MS); // there is no stream that would send a snapshot
    if (this.#deps.settings.isPublic || this.#tradeChannel.isOn) this.#tradeGaps.onSubscribed(ticker); // else once it is on
  }

  unwatch(ticker: string): void {
    this.#bookChannel.remove(ticker);
    this.#tradeChannel.remove(ticker);
    this.#tradeGaps.onInterrupted(ticker);
    this.#books.forget(ticker);
  }

  stop(): void {
    this.#isStopped = true;
    this.#tradeGaps.stop();
    this.#timer.cancel();
    this.#connection.stop();
  }

  /** A socket that answers pings but no subscribe request is replaced. */
  #checkLiveness(): void {
    const { downMs } = this;
    if (downMs !== null) return this.#pollBooks(downMs);
    const { bookSilenceMs } = this.#deps.settings;
    const stuck = this.#channels.find(({ unansweredMs }) => unansweredMs > bookSilenceMs);
    if (stuck === undefined) this.#books.checkLiveness();
    else this.#connection.reconnect(`${stuck.channel} subscription was not confirmed`);
  }

  /** Polls books over HTTP while the stream is down. Never mixed with deltas of the stream. */
  #pollBooks(downMs: number): void {
    const { client, listener, log } = this.#deps;
    if (downMs < CHECK_MS || this.#isPolling) return;
    this.#isPolling = true;
    const isWanted = (ticker: string): boolean =>
      !this.#isStopped && this.downMs !== null && this.#bookChannel.tickers.has(ticker);
    // Trades first: each book then shows the trades before it.
    this.#pollTrades()
      .then(() =>
        pollBooks(client, [...this.#bookChannel.tickers], (update) => {
          if (isWanted(update.venueInstrumentId)) listener.onBook(update);
        }),
      )
      .catch((error: unknown) => log.error('REST book poll failed', { why: String(error) }))
      .finally(() => {
        this.#isPolling = false;
      });
  }

  /** Without an API key there is no stream of trades, but a list of those of the last seconds. A failed read interrupts it. */
  async #pollTrades(): Promise<void> {
    const { client, listener, settings } = this.#deps;
    if (!settings.isPublic || this.#bookChannel.tickers.size === 0) return;
    const min_ts = Math.floor((client.time.now() - TRADES_BACK_MS) / 1_000);
    const read = await this.#readTradePages({ min_ts }, POLL_PAGES);
    if (this.#isStopped) return;
    if (read === null) return this.#onTradesInterrupted();
    const { tickers } = this.#bookChannel;
    const trades = read.trades.filter(({ venueInstrumentId }) => tickers.has(venueInstrumentId));
    if (trades.length > 0) listener.onTrades(trades);
    if (!read.isComplete) this.#onTradesInterrupted(); // those of each market are read one by one
    this.#onTradesSubscribed();
  }

  get #channels(): readonly Subscription[] {
    return [this.#bookChannel, this.#tradeChannel, ...this.#otherChannels];
  }

  #onReady(): void {
    for (const subscription of this.#channels) subscription.resubscribe();
    this.#deps.onMissed('connected');
  }

  #onDown(why: string): void {
    this.#deps.log.warn('Kalshi stream is down', { why });
    for (const subscription of this.#channels) subscription.onDown();
    this.#onTradesInterrupted();
    this.#books.onDown(why);
  }

  #onFrame(frame: Frame): void {
    if (frame.type === 'subscribed') {
      const confirmed = this.#channels.find((subscription) => subscription.confirm(frame));
      if (confirmed === this.#tradeChannel) this.#onTradesSubscribed();
    } else if (frame.type === 'error') {
      this.#onError(frame);
    } else if (this.#bookChannel.owns(frame.sid)) {
      this.#books.onFrame(frame);
    } else if (this.#tradeChannel.owns(frame.sid)) {
      this.#onTrade(frame);
    } else {
      const channel = this.#otherChannels.find((subscription) => subscription.owns(frame.sid));
      if (channel !== undefined) this.#onOtherFrame(channel, frame);
    }
  }

  #onOtherFrame(subscription: Subscription, frame: Frame): void {
    const sequence = subscription.checkSequence(frame.seq);
    if (sequence === 'repeated') return;
    if (sequence === 'gap') this.#deps.onMissed(`${subscription.channel}: a message was missed`);
    this.#deps.onOtherFrame(frame);
  }

  #onTrade(frame: Frame): void {
    const sequence = this.#tradeChannel.checkSequence(frame.seq);
    if (sequence === 'repeated') return;
    if (sequence === 'gap') {
      this.#onTradesInterrupted();
      this.#onTradesSubscribed();
    }
    if (frame.type !== 'trade') return;
    const message = decode(STREAM_TRADE, frame.msg, 'trade', this.#deps.note);
    const trade = message === null ? null : toVenueTrade(message);
    if (trade !== null) this.#deps.listener.onTrades([trade]);
  }

  /** A rejected subscribe request is repeated after a moment, and an ended subscription is renewed. */
  #onError(frame: Frame): void {
    const { code, msg } = (frame.msg ?? {}) as { readonly code?: unknown; readonly msg?: unknown };
    this.#deps.log.warn('Kalshi rejected a stream command', { code, msg });
    const subscription = this.#channels.find((each) => each.isAffectedBy(frame));
    const isEnded = ENDED_CODES.has(code) || code === UNKNOWN_SID;
    if (subscription === undefined || (subscription.owns(frame.sid) && !isEnded)) return;
    if (subscription === this.#bookChannel) this.#books.onDown(`the venue ended the stream: ${String(msg)}`);
    if (subscription === this.#tradeChannel) this.#onTradesInterrupted();
    subscription.onDown();
    this.#deps.clock.after(RETRY_MS, () => {
      if (!this.#isStopped && !subscription.isOn) subscription.resubscribe();
    });
  }

  #onTradesSubscribed(): void {
    for (const ticker of this.#tradeChannel.tickers) this.#tradeGaps.onSubscribed(ticker);
  }

  #onTradesInterrupted(): void {
    for (const ticker of this.#tradeChannel.tickers) this.#tradeGaps.onInterrupted(ticker);
  }

  /** Publishes trades that the stream did not deliver. Those that it did have the same ids and do not count again. */
  async #readTrades(ticker: string, since: number | null, isCurrent: () => boolean): Promise<boolean> {
    const { client, listener, log } = this.#deps;
    const min_ts = since === null ? {} : { min_ts: Math.floor(since / 1_000) };
    const read = await this.#readTradePages({ ticker, ...min_ts }, since === null ? 1 : GAP_PAGES);
    if (read === null) return false;
    if (!isCurrent()) return true;
    if (!read.isComplete) {
      if (since !== null)
        log.warn('trades of an interruption are missing: the list does not reach back', { ticker });
      const start = Math.floor(since ?? 0) as TimestampMs;
      const end = read.trades[0]?.at ?? client.time.now();
      listener.onTradesMissed?.({ venueInstrumentId: ticker, start, end });
    }
    if (read.trades.length > 0) listener.onTrades(read.trades);
    return true;
  }

  /** The newest trades, oldest first; null if they could not be read. */
  async #readTradePages(
    query: Query,
    pagesMax: number,
  ): Promise<{ readonly trades: readonly VenueTrade[]; readonly isComplete: boolean } | null> {
    const trades: VenueTrade[] = [];
    let pages = 0;
    const list = {
      path: '/markets/trades',
      query: { ...query, limit: BACKFILL },
      key: 'trades',
      item: TRADE,
    };
    const end = await forEachPage(this.#deps.client, { ...list, getId: toTradeId }, ({ items, next }) => {
      trades.push(...items.map(toVenueTrade).filter((trade) => trade !== null));
      pages += 1;
      return pages === pagesMax && next !== null ? 'stop' : 'more';
    });
    if (end.kind === 'incomplete') return null;
    return { trades: trades.sort((a, b) => a.at - b.at), isComplete: end.kind === 'complete' };
  }
}

const toTradeId = ({ trade_id: id }: ValueOf<typeof TRADE>): string => id;
