import type { FaultInjector } from '#matching-engine';
import type { Clock } from '#ports';
import type { Fill, Order, OrderGroup, Position, Trade } from './exchange-records.ts';
import type { EventPublisher, LifecycleEvent } from './exchange-transaction.ts';
import type { KalshiEvent } from './kalshi-catalogue-rows.ts';
import type { GroupEvent } from './order-groups.ts';
import type { LevelChange, Market } from './sim-market.ts';
import {
  isSubscribedTo,
  renderDeltaMessage,
  renderFeeMessage,
  renderFillMessage,
  renderGroupMessage,
  renderLifecycleMessage,
  renderOrderMessage,
  renderPositionMessage,
  renderTickerMessage,
  renderTradeMessage,
  type Subscription,
} from './stream-messages.ts';
import type { StreamSession } from './stream-session.ts';

const PING_EVERY_MS = 10_000;

/** Sends stored changes to all sessions subscribed to them. */
export class StreamPublisher implements EventPublisher {
  readonly sessions = new Set<StreamSession>();
  readonly #clock: Clock;
  readonly #markets: ReadonlyMap<string, Market>;
  readonly #faults: FaultInjector;

  constructor(clock: Clock, markets: ReadonlyMap<string, Market>, faults: FaultInjector) {
    this.#clock = clock;
    this.#markets = markets;
    this.#faults = faults;
  }

  start(): { cancel(): void } {
    return this.#clock.every(PING_EVERY_MS, () => {
      for (const session of this.sessions) session.ping();
    });
  }

  levels(market: Market, changes: readonly LevelChange[], cause: Order | null): void {
    for (const [session, to] of this.#findSubscriptions('orderbook_delta', market.ticker)) {
      const own = cause?.user === session.key.user ? cause : null;
      for (const change of changes) {
        const isOwn = own !== null && (own.side === 'bid') === (change.side === 'BUY');
        const delta = renderDeltaMessage(market, change, to.useYesPrice, this.#clock.now());
        session.send(to, 'orderbook_delta', JSON.stringify(isOwn ? { ...delta, ...signed(own) } : delta));
      }
    }
  }

  trade(trade: Trade): void {
    const msg = JSON.stringify(renderTradeMessage(trade));
    for (const [session, to] of this.#findSubscriptions('trade', trade.ticker))
      session.send(to, 'trade', msg);
  }

  ticker(market: Market): void {
    const msg = JSON.stringify(renderTickerMessage(market, this.#clock.now()));
    for (const [session, to] of this.#findSubscriptions('ticker', market.ticker))
      session.send(to, 'ticker', msg);
  }

  filled(fill: Fill, order: Order, postPosition: bigint): void {
    const msg = JSON.stringify(renderFillMessage(fill, order, this.#getShard(fill.ticker), postPosition));
    this.#sendToOwner('fill', 'fill', fill, msg);
  }

  order(order: Order): void {
    const published = renderOrderMessage(order, this.#getShard(order.ticker));
    const hasUnknownStatus = this.#faults.trigger('unknown_enum', { channel: 'user_orders' }) !== null;
    const msg = JSON.stringify(hasUnknownStatus ? { ...published, status: 'pondering' } : published);
    this.#sendToOwner('user_orders', 'user_order', order, msg);
  }

  position(position: Position): void {
    this.#sendToOwner(
      'market_positions',
      'market_position',
      position,
      JSON.stringify(renderPositionMessage(position)),
    );
  }

  lifecycle(market: Market, event: LifecycleEvent): void {
    const msg = JSON.stringify(renderLifecycleMessage(market, event));
    for (const [session, to] of this.#findSubscriptions('market_lifecycle_v2', market.ticker)) {
      session.send(to, 'market_lifecycle_v2', msg);
    }
  }

  /** Subscriptions to lifecycles have no filter, so each gets it. A change of a series has no message. */
  eventFees(event: KalshiEvent): void {
    const msg = JSON.stringify(renderFeeMessage(event));
    for (const [session, to] of this.#findSubscriptions('market_lifecycle_v2', ''))
      session.send(to, 'event_fee_update', msg);
  }

  group(group: OrderGroup, event: GroupEvent, at: number): void {
    const msg = JSON.stringify(renderGroupMessage(group, event, at));
    this.#sendToOwner('order_group_updates', 'order_group_updates', { ...group, ticker: '' }, msg);
  }

  dropAll(): void {
    for (const session of this.sessions) session.drop(); // deleting from a Set while iterating it is safe
  }

  #sendToOwner(
    channel: string,
    type: string,
    { user, subaccount, ticker }: Pick<Order, 'user' | 'subaccount' | 'ticker'>,
    msg: string,
  ): void {
    if (this.#faults.trigger('event_lost', { channel }) !== null) return;
    for (const [session, to] of this.#findSubscriptions(channel, ticker)) {
      const { key } = session;
      if (key.user !== user || (key.subaccount ?? subaccount) !== subaccount) continue;
      session.send(to, type, msg);
    }
  }

  /** Returns a copy of the subscriptions, because a fault may end one during the loop. */
  #findSubscriptions(channel: string, ticker: string): readonly (readonly [StreamSession, Subscription])[] {
    const found: [StreamSession, Subscription][] = [];
    for (const session of this.sessions) {
      for (const to of session.subscriptions.values()) {
        if (to.channel === channel && isSubscribedTo(to, ticker)) found.push([session, to]);
      }
    }
    return found;
  }

  #getShard(ticker: string): number {
    return this.#markets.get(ticker)?.listing.shard ?? 0;
  }
}

const signed = ({ clientId, subaccount }: Order) => ({ client_order_id: clientId, subaccount });
