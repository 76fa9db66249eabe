import type { BookChange } from '../../../src/domain/matching-engine/book-order.ts';
import type { Price } from '../../../src/domain/model/money.ts';
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
  renderPriceChange,
  renderResolved,
} from '../wire/render-books.ts';
import { INVALID_OPERATION, parseFrame, SocketConnection, textsOf } from './socket-connection.ts';

interface Subscriber {
  readonly line: SocketConnection;
  readonly tokens: Set<string>;
  hasExtras: boolean; // asked for the events that come only on request
}

const PATH = '/ws/market';

/** The public channel: snapshots on subscribing, then changes of both tokens of a market. */
export class MarketChannel {
  readonly #venue: Pick<Venue, 'faults' | 'clock' | 'markets'>;
  readonly #subscribers = new Set<Subscriber>();
  readonly #bests = new Map<string, string>();

  constructor(venue: Pick<Venue, 'faults' | 'clock' | 'markets'>) {
    this.#venue = venue;
  }

  open(peer: SimulatorPeer): SimulatorSession {
    const line = new SocketConnection(peer, this.#venue.faults, this.#venue.clock, PATH);
    const subscriber: Subscriber = { line, tokens: new Set(), hasExtras: false };
    this.#subscribers.add(subscriber);
    return {
      receive: (text) => this.#receive(subscriber, text),
      closed: () => {
        line.ended();
        this.#subscribers.delete(subscriber);
      },
    };
  }

  dropAll(): void {
    for (const { line } of this.#subscribers) line.drop();
    this.#subscribers.clear();
  }

  /** A book moved. After a trade the venue shows it whole, otherwise level by level. */
  onBook(market: Market, change: BookChange, prints: readonly Print[]): void {
    const listeners = this.#listenersOf(market);
    if (listeners.length === 0) return;
    const isTraded = prints.length > 0;
    const changed = isTraded ? null : renderPriceChange(market, change);
    const best = this.#newBest(market);
    for (const subscriber of listeners) {
      const tokens = market.tokens.filter((token) => subscriber.tokens.has(token));
      for (const print of prints) this.#tellPrint(subscriber, market, print);
      if (isTraded)
        subscriber.line.send(
          'book',
          tokens.map((token) => this.#book(market, token)),
        );
      if (changed !== null) subscriber.line.send('price_change', [changed]);
      if (best && subscriber.hasExtras) {
        subscriber.line.send(
          'best_bid_ask',
          tokens.map((token) => renderBestBidAsk(market, getOutcome(market, token))),
        );
      }
    }
  }

  onTick(market: Market, old: Price): void {
    for (const { line, tokens } of this.#listenersOf(market)) {
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
      line.send('tick_size_change', events);
      line.send(
        'book',
        market.tokens.filter((token) => tokens.has(token)).map((token) => this.#book(market, token)),
      );
    }
  }

  onResolved(market: Market): void {
    const event = renderResolved(market);
    for (const { line, hasExtras } of this.#listenersOf(market)) {
      if (hasExtras) line.send('market_resolved', [event]);
    }
  }

  /** A new listing is told to everybody who asked for such events. */
  onListed(market: Market): void {
    const event = renderNewMarket(market, this.#venue.clock.now());
    for (const { line, hasExtras } of this.#subscribers) if (hasExtras) line.send('new_market', [event]);
  }

  #receive(subscriber: Subscriber, text: string): void {
    if (text === 'PING') {
      subscriber.line.pong();
      return;
    }
    const frame = parseFrame(text);
    const tokens = textsOf(frame?.assets_ids);
    const isFirst = frame?.type === 'market';
    const operation = frame?.operation;
    if (
      frame === null ||
      tokens === null ||
      !(isFirst || operation === 'subscribe' || operation === 'unsubscribe')
    ) {
      subscriber.line.sendText(INVALID_OPERATION);
      return;
    }
    if (frame.custom_feature_enabled === true) subscriber.hasExtras = true;
    if (operation === 'unsubscribe') for (const token of tokens) subscriber.tokens.delete(token);
    else this.#subscribe(subscriber, tokens);
  }

  #subscribe(subscriber: Subscriber, tokens: readonly string[]): void {
    const fresh = tokens.filter((token) => !subscriber.tokens.has(token));
    if (fresh.length === 0 && tokens.length > 0) {
      subscriber.line.sendText('NO NEW ASSETS');
      return;
    }
    for (const token of fresh) subscriber.tokens.add(token);
    const books = fresh.flatMap((token) => {
      const market = this.#venue.markets.byToken(token);
      return market === undefined ? [] : [this.#book(market, token)];
    });
    subscriber.line.send('snapshot', books);
  }

  #tellPrint({ line, tokens }: Subscriber, market: Market, print: Print): void {
    // A trade is printed on the taker's token; whoever follows only the other one sees it there.
    const printed: Outcome = tokens.has(market.tokens[print.outcome])
      ? print.outcome
      : print.outcome === 0
        ? 1
        : 0;
    line.send('last_trade_price', [renderLastTrade(market, print, printed)]);
  }

  #book(market: Market, token: string): unknown {
    const isCrossed = this.#venue.faults.trigger('crossed_book') !== null;
    return renderBookEvent(market, getOutcome(market, token), isCrossed);
  }

  /** Whether the best bid or ask is another than when it was last looked at. */
  #newBest(market: Market): boolean {
    const best = `${market.book.best('BUY')?.price}/${market.book.best('SELL')?.price}`;
    const isNew = this.#bests.get(market.condition) !== best;
    this.#bests.set(market.condition, best);
    return isNew;
  }

  #listenersOf({ tokens: [yes, no] }: Market): readonly Subscriber[] {
    return [...this.#subscribers].filter(({ tokens }) => tokens.has(yes) || tokens.has(no));
  }
}
