import type { SimulatorPeer, SimulatorSession } from '../../shared/simulator-types.ts';
import { isPartyTo } from '../order-records.ts';
import type { Venue } from '../simulator-context.ts';
import type { VenueOrder, VenueTrade } from '../trading/venue-order.ts';
import { renderOrderEvent, renderTradeEvent } from '../wire/render-trading.ts';
import { INVALID_OPERATION, parseFrame, SocketConnection, textsOf } from './socket-connection.ts';

interface Listener {
  readonly line: SocketConnection;
  apiKey: string | null;
  markets: Set<string> | null; // null hears of every market
}

type Needs = Pick<Venue, 'faults' | 'clock' | 'markets' | 'keys' | 'settings'>;

const PATH = '/ws/user';

/** The private channel: an owner's orders and trades, after the first frame has shown who that is. */
export class UserChannel {
  readonly #venue: Needs;
  readonly #listeners = new Set<Listener>();

  constructor(venue: Needs) {
    this.#venue = venue;
  }

  open(peer: SimulatorPeer): SimulatorSession {
    const line = new SocketConnection(peer, this.#venue.faults, this.#venue.clock, PATH);
    const listener: Listener = { line, apiKey: null, markets: null };
    this.#listeners.add(listener);
    return {
      receive: (text) => this.#receive(listener, text),
      closed: () => {
        line.ended();
        this.#listeners.delete(listener);
      },
    };
  }

  dropAll(): void {
    for (const { line } of this.#listeners) line.drop();
    this.#listeners.clear();
  }

  /** An order event is made as the order is now and sent a moment later, when the order may have moved on. */
  onOrder(order: VenueOrder, what: string): void {
    const market = this.#venue.markets.byCondition(order.condition);
    if (market === undefined || !this.#hasListener(order.owner)) return;
    const event = renderOrderEvent(order, market, what, this.#venue.clock.now());
    this.#send('order', order.owner, order.condition, event);
  }

  onTrade(trade: VenueTrade): void {
    const market = this.#venue.markets.byCondition(trade.condition);
    if (market === undefined) return;
    const owners = new Set([...this.#listeners].map(({ apiKey }) => apiKey));
    for (const owner of owners) {
      if (owner === null || !isPartyTo(trade, owner)) continue;
      this.#send('trade', owner, trade.condition, renderTradeEvent(trade, market, owner));
    }
  }

  #send(channel: string, owner: string, condition: string, event: unknown): void {
    const tell = (): void => {
      for (const { line, apiKey, markets } of this.#listeners) {
        if (apiKey === owner && (markets === null || markets.has(condition))) line.send(channel, [event]);
      }
    };
    if (this.#venue.faults.findActive('events_first') === null) {
      this.#venue.clock.after(this.#venue.settings.eventMs, tell);
    } else tell();
  }

  #receive(listener: Listener, text: string): void {
    if (text === 'PING') {
      listener.line.pong();
      return;
    }
    const frame = parseFrame(text);
    if (listener.apiKey === null) this.#admit(listener, frame);
    else this.#choose(listener, frame);
  }

  /** Bad credentials end the socket without a word. */
  #admit(listener: Listener, frame: Record<string, unknown> | null): void {
    const { auth } = frame ?? {};
    const isForm = frame?.type === 'user' && typeof auth === 'object' && auth !== null;
    const caller = isForm ? this.#venue.keys.checkChannel(auth) : null;
    if (caller === null) {
      listener.line.close(1008, '');
      return;
    }
    listener.apiKey = caller.apiKey;
    const markets = textsOf(frame?.markets);
    if (markets !== null && markets.length > 0) listener.markets = new Set(markets);
  }

  #choose(listener: Listener, frame: Record<string, unknown> | null): void {
    const markets = textsOf(frame?.markets);
    const operation = frame?.operation;
    if (markets === null || (operation !== 'subscribe' && operation !== 'unsubscribe')) {
      listener.line.sendText(INVALID_OPERATION);
      return;
    }
    listener.markets ??= new Set();
    for (const market of markets) {
      if (operation === 'subscribe') listener.markets.add(market);
      else listener.markets.delete(market);
    }
  }

  #hasListener(owner: string): boolean {
    return [...this.#listeners].some(({ apiKey }) => apiKey === owner);
  }
}
