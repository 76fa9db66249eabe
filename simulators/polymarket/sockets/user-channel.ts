import type { SimulatorPeer, SimulatorSession } from '../../shared/simulator-types.ts';
import type { Venue } from '../simulator-context.ts';
import type { VenueOrder, VenueTrade } from '../trading/order-records.ts';
import { renderKilledEvent, renderOrderEvent, renderTradeEvent } from '../wire/render-trading.ts';
import { filterTexts, INVALID_OPERATION, parseFrame, SocketConnection } from './socket-connection.ts';

interface Subscriber {
  readonly socket: SocketConnection;
  apiKey: string | null;
  markets: Set<string> | null; // null: all markets
}

type Needs = Pick<Venue, 'faults' | 'clock' | 'markets' | 'keys' | 'records' | 'settings'>;
type Owned = Pick<VenueOrder, 'owner'>;

const PATH = '/ws/user';

/** The private channel: an owner's orders and trades. The first frame authenticates the owner. */
export class UserChannel {
  readonly #venue: Needs;
  readonly #subscribers = new Set<Subscriber>();

  constructor(venue: Needs) {
    this.#venue = venue;
  }

  open(peer: SimulatorPeer): SimulatorSession {
    const socket = new SocketConnection(peer, this.#venue.faults, this.#venue.clock, PATH);
    const subscriber: Subscriber = { socket, apiKey: null, markets: null };
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

  /** Renders an order event now and sends it after a delay, when the order may have changed again. */
  onOrder(order: VenueOrder, what: string): void {
    const market = this.#venue.markets.byCondition(order.condition);
    if (market === undefined || !this.#hasSubscriber(order)) return;
    const event = renderOrderEvent(order, market, what, this.#venue.clock.now());
    this.#send('order', order, order.condition, event);
  }

  /** A FOK order that is killed on arrival gets a cancellation, though it never was in the book. */
  onKilled(order: VenueOrder, reason: string): void {
    const market = this.#venue.markets.byCondition(order.condition);
    if (market === undefined || !this.#hasSubscriber(order)) return;
    const event = renderKilledEvent(order, market, reason, this.#venue.clock.now());
    this.#send('order', order, order.condition, event);
  }

  onTrade(trade: VenueTrade): void {
    const market = this.#venue.markets.byCondition(trade.condition);
    if (market === undefined) return;
    const owners = new Set([...this.#subscribers].map(({ apiKey }) => apiKey));
    for (const owner of owners) {
      if (owner === null || !this.#venue.records.isPartyTo(trade, owner)) continue;
      const isTaker = this.#venue.records.isOwner(trade, owner);
      this.#send('trade', { owner }, trade.condition, renderTradeEvent(trade, market, isTaker));
    }
  }

  #send(channel: string, record: Owned, condition: string, event: unknown): void {
    if (this.#venue.faults.trigger('event_lost', { path: PATH, channel }) !== null) return;
    const sendEvent = (): void => {
      for (const { socket, apiKey, markets } of this.#subscribers) {
        if (this.#isOwner(record, apiKey) && (markets === null || markets.has(condition)))
          socket.send(channel, [event]);
      }
    };
    if (this.#venue.faults.findActive('events_first') === null) {
      this.#venue.clock.after(this.#venue.settings.eventMs, sendEvent);
    } else sendEvent();
  }

  #receive(subscriber: Subscriber, text: string): void {
    if (text === 'PING') {
      subscriber.socket.pong();
      return;
    }
    const frame = parseFrame(text);
    if (subscriber.apiKey === null) this.#authenticate(subscriber, frame);
    else this.#changeMarkets(subscriber, frame);
  }

  /** Authenticates the subscriber. Invalid credentials close the socket without a message. */
  #authenticate(subscriber: Subscriber, frame: Record<string, unknown> | null): void {
    const { auth } = frame ?? {};
    const isForm = frame?.type === 'user' && typeof auth === 'object' && auth !== null;
    const caller = isForm ? this.#venue.keys.checkChannel(auth) : null;
    if (caller === null) {
      subscriber.socket.close(1008, '');
      return;
    }
    subscriber.apiKey = caller.apiKey;
    const markets = filterTexts(frame?.markets);
    if (markets !== null && markets.length > 0) subscriber.markets = new Set(markets);
  }

  #changeMarkets(subscriber: Subscriber, frame: Record<string, unknown> | null): void {
    const markets = filterTexts(frame?.markets);
    const operation = frame?.operation;
    if (markets === null || (operation !== 'subscribe' && operation !== 'unsubscribe')) {
      subscriber.socket.sendText(INVALID_OPERATION);
      return;
    }
    subscriber.markets ??= new Set();
    for (const market of markets) {
      if (operation === 'subscribe') subscriber.markets.add(market);
      else subscriber.markets.delete(market);
    }
  }

  #hasSubscriber(record: Owned): boolean {
    return [...this.#subscribers].some(({ apiKey }) => this.#isOwner(record, apiKey));
  }

  #isOwner(record: Owned, apiKey: string | null): boolean {
    return apiKey !== null && this.#venue.records.isOwner(record, apiKey);
  }
}
