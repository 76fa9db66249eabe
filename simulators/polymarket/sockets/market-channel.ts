import type { Price } from '#contract';
import type { BookChange } from '#matching-engine';
import type { SimulatorPeer, SimulatorSession } from '../../shared/simulator-types.ts';
import type { Venue } from '../simulator-context.ts';
import { renderPrice } from '../trading/micro-units.ts';
import type { Market, Outcome, Print } from '../trading/outcome-market.ts';
import { getOutcome } from '../trading/trading-rules.ts';
import {
  renderBestBidAsk,
  renderBookEvent,
  renderLastTrade,
  renderNewMarket,
  renderPriceChanges,
  renderResolved,
} from '../wire/render-books.ts';
import { filterTexts, INVALID_OPERATION, parseFrame, SocketConnection } from './socket-connection.ts';

interface Subscriber {
  readonly socket: SocketConnection;
  readonly tokens: Set<string>;
  hasExtras: boolean; // subscribed to the optional events
}

const PATH = '/ws/market';

/** The public channel: book snapshots on subscription, then changes of both tokens of a market. */
export class MarketChannel {
  readonly #venue: Pick<Venue, 'faults' | 'clock' | 'markets'>;
  readonly #subscribers = new Set<Subscriber>();
  readonly #bests = new Map<string, string>();

  constructor(venue: Pick<Venue, 'faults' | 'clock' | 'markets'>) {
    this.#venue = venue;
  }

  open(peer: SimulatorPeer): SimulatorSession {
    const socket = new SocketConnection(peer, this.#venue.faults, this.#venue.clock, PATH);
    const subscriber: Subscriber = { socket, tokens: new Set(), hasExtras: false };
    this.#subscribers.add(subscriber);
    return {
      receive: (text) => this.#receive(subscriber, text),
      closed: () => {
        socket.ended();
        this.#subscribers.delete(subscriber);
      },
    };
  }

  dropAll(): void {
    for (const { socket } of this.#subscribers) socket.drop();
    this.#subscribers.clear();
  }

  /** Publishes a book change: its changed levels, and after a trade also the prints and the whole book. */
  onBook(market: Market, change: BookChange, prints: readonly Print[]): void {
    const subscribers = this.#findSubscribers(market);
    if (subscribers.length === 0) return;
    const isTraded = prints.length > 0;
    const changes = renderPriceChanges(market, change, isTraded);
    const best = this.#newBest(market);
    for (const subscriber of subscribers) {
      const tokens = market.tokens.filter((token) => subscriber.tokens.has(token));
      for (const print of prints) this.#sendPrint(subscriber, market, print);
      for (const changed of changes) subscriber.socket.send('price_change', [changed]);
      if (isTraded)
        subscriber.socket.send(
          'book',
          tokens.map((token) => this.#book(market, token)),
        );
      if (best && subscriber.hasExtras) {
        subscriber.socket.send(
          'best_bid_ask',
          tokens.map((token) => renderBestBidAsk(market, getOutcome(market, token))),
        );
      }
    }
  }

  onTick(market: Market, old: Price): void {
    for (const { socket, tokens } of this.#findSubscribers(market)) {
      const events = market.tokens
        .filter((token) => tokens.has(token))
        .map((token) => ({
          event_type: 'tick_size_change',
          asset_id: token,
          market: market.condition,
          old_tick_size: renderPrice(old, old),
          new_tick_size: renderPrice(market.tick, market.tick),
          timestamp: String(this.#venue.clock.now()),
        }));
      socket.send('tick_size_change', events);
      socket.send(
        'book',
        market.tokens.filter((token) => tokens.has(token)).map((token) => this.#book(market, token)),
      );
    }
  }

  onResolved(market: Market): void {
    const event = renderResolved(market);
    for (const { socket, hasExtras } of this.#findSubscribers(market)) {
      if (hasExtras) socket.send('market_resolved', [event]);
    }
  }

  /** Sends a new listing to all subscribers of optional events. */
  onListed(market: Market): void {
    const event = renderNewMarket(market, this.#venue.clock.now());
    for (const { socket, hasExtras } of this.#subscribers) if (hasExtras) socket.send('new_market', [event]);
  }

  #receive(subscriber: Subscriber, text: string): void {
    if (text === 'PING') {
      subscriber.socket.pong();
      return;
    }
    const frame = parseFrame(text);
    const tokens = filterTexts(frame?.assets_ids);
    const isFirst = frame?.type === 'market';
    const operation = frame?.operation;
    if (
      frame === null ||
      tokens === null ||
      !(isFirst || operation === 'subscribe' || operation === 'unsubscribe')
    ) {
      subscriber.socket.sendText(INVALID_OPERATION);
      return;
    }
    if (frame.custom_feature_enabled === true) subscriber.hasExtras = true;
    if (operation === 'unsubscribe') for (const token of tokens) subscriber.tokens.delete(token);
    else this.#subscribe(subscriber, tokens);
  }

  #subscribe(subscriber: Subscriber, tokens: readonly string[]): void {
    const fresh = tokens.filter((token) => !subscriber.tokens.has(token));
    if (fresh.length === 0 && tokens.length > 0) {
      subscriber.socket.sendText('NO NEW ASSETS');
      return;
    }
    for (const token of fresh) subscriber.tokens.add(token);
    const books = fresh.flatMap((token) => {
      const market = this.#venue.markets.byToken(token);
      return market === undefined ? [] : [this.#book(market, token)];
    });
    subscriber.socket.send('snapshot', books);
  }

  #sendPrint({ socket, tokens }: Subscriber, market: Market, print: Print): void {
    // A trade is printed for the taker's token. A subscriber of the other token only gets it for that token.
    const printed: Outcome = tokens.has(market.tokens[print.outcome])
      ? print.outcome
      : print.outcome === 0
        ? 1
        : 0;
    socket.send('last_trade_price', [renderLastTrade(market, print, printed)]);
  }

  #book(market: Market, token: string): unknown {
    const isCrossed = this.#venue.faults.trigger('crossed_book') !== null;
    return renderBookEvent(market, getOutcome(market, token), isCrossed);
  }

  /** Whether the best bid or ask changed since the last call. */
  #newBest(market: Market): boolean {
    const best = `${market.book.best('BUY')?.price}/${market.book.best('SELL')?.price}`;
    const isNew = this.#bests.get(market.condition) !== best;
    this.#bests.set(market.condition, best);
    return isNew;
  }

  #findSubscribers({ tokens: [yes, no] }: Market): readonly Subscriber[] {
    return [...this.#subscribers].filter(({ tokens }) => tokens.has(yes) || tokens.has(no));
  }
}
