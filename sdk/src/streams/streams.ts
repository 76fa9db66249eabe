/** The real-time feeds. */
import { CrossbookError } from '../errors.ts';
import type { Accounts } from '../resources/account.ts';
import type { Prints } from '../resources/marketdata.ts';
import type { CallOptions } from '../transport.ts';
import type {
  BalancesFrame,
  ComplexOrdersFrame,
  FillsFrame,
  OperationsFrame,
  OpportunitiesFrame,
  OrderbooksFrame,
  OrdersFrame,
  PositionsFrame,
  TradePrintFrame,
} from './frames.ts';
import { Multiplexer } from './multiplexer.ts';
import { type OpportunitiesOptions, opportunitiesFeed } from './opportunities.ts';
import { type OrderbooksOptions, orderbooksFeed } from './orderbooks.ts';
import { Stream, type StreamDeps } from './stream.ts';
import { type FramesByStream, type SubaccountStreamOptions, subaccountFeed } from './subaccounts.ts';
import { type TradeDeps, type TradeOptions, TradeSession } from './trade.ts';
import { type TradePrintOptions, tradePrintFeed } from './tradeprints.ts';
import type { WebSocketConstructor } from './websocket.ts';

export interface StreamsDeps extends Omit<TradeDeps, 'webSocket'> {
  /** null if the runtime has none and the caller passed none. */
  readonly webSocket: WebSocketConstructor | null;
}

/** The resources with which streams resume, or learn over HTTP why a handshake was refused. */
export interface StreamResources {
  readonly prints: Prints;
  readonly account: Accounts;
}

/** All streams of a client share one connection, except trade sessions. */
export class Streams {
  readonly #resources: StreamResources;
  readonly #deps: StreamsDeps;
  #multiplexer: Multiplexer | null = null;

  constructor(resources: StreamResources, deps: StreamsDeps) {
    this.#resources = resources;
    this.#deps = deps;
  }

  /** Trade prints as they happen, each once and in order, also across reconnects. */
  tradeprints(options: TradePrintOptions = {}): Stream<TradePrintFrame> {
    return new Stream(tradePrintFeed(this.#resources.prints, options), this.#streamDeps(), options);
  }

  /** A snapshot per subaccount, then every change; after a reconnect, snapshots again. */
  positions(options: SubaccountStreamOptions = {}): Stream<PositionsFrame> {
    return this.#ofSubaccounts('positions', options);
  }

  /** The live orders of each subaccount, then each order as it changes. */
  orders(options: SubaccountStreamOptions = {}): Stream<OrdersFrame> {
    return this.#ofSubaccounts('orders', options);
  }

  /** The complex orders of each subaccount that are not over, then each one as it changes. */
  complexOrders(options: SubaccountStreamOptions = {}): Stream<ComplexOrdersFrame> {
    return this.#ofSubaccounts('complex-orders', options);
  }

  /** The latest fills of each subaccount, then each new one; after a reconnect some are sent again. */
  fills(options: SubaccountStreamOptions = {}): Stream<FillsFrame> {
    return this.#ofSubaccounts('fills', options);
  }

  /** The cash of each subaccount at each venue, then each balance that changes. */
  balances(options: SubaccountStreamOptions = {}): Stream<BalancesFrame> {
    return this.#ofSubaccounts('balances', options);
  }

  /** The merges, splits and redemptions of each subaccount that are not over, then each one as it changes. */
  operations(options: SubaccountStreamOptions = {}): Stream<OperationsFrame> {
    return this.#ofSubaccounts('operations', options);
  }

  /** The whole books of the given instruments and assets, at most ten times a second each. */
  orderbooks(options: OrderbooksOptions): Stream<OrderbooksFrame> {
    return new Stream(orderbooksFeed(options), this.#streamDeps(), options);
  }

  /** All open opportunities that pass the filter, then each change. */
  opportunities(options: OpportunitiesOptions = {}): Stream<OpportunitiesFrame> {
    return new Stream(opportunitiesFeed(options), this.#streamDeps(), options);
  }

  /** A session of the trade socket. It connects with its first request, or with `open()`. */
  trade(options: TradeOptions = {}): TradeSession {
    return new TradeSession(this.#resources.account, this.#socketDeps(), options);
  }

  #ofSubaccounts<Name extends keyof FramesByStream>(name: Name, options: SubaccountStreamOptions) {
    return new Stream(subaccountFeed(name, options), this.#streamDeps(), options);
  }

  #streamDeps(): StreamDeps {
    const explain = (call: CallOptions) => this.#resources.account.get(call);
    this.#multiplexer ??= new Multiplexer({ ...this.#socketDeps(), explain });
    return { multiplexer: this.#multiplexer, runtime: this.#deps.runtime };
  }

  #socketDeps(): TradeDeps {
    const { webSocket } = this.#deps;
    if (webSocket !== null) return { ...this.#deps, webSocket };
    const message =
      'there is no global WebSocket here; pass one as `webSocket`, for example of the package ws';
    throw new CrossbookError({ error: 'no_websocket', message });
  }
}
