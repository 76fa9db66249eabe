import type { Fill, Order, Position, Trade } from './exchange-records.ts';
import type { LevelChange, Market } from './sim-market.ts';

/** A change of a market's life as `market_lifecycle_v2` tells it. */
export type LifecycleEvent =
  | { readonly type: 'created' }
  | { readonly type: 'deactivated' | 'activated'; readonly isDeactivated: boolean }
  | { readonly type: 'close_date_updated' }
  | { readonly type: 'determined' }
  | { readonly type: 'settled' }
  | { readonly type: 'price_level_structure_updated' };

/** Where the exchange tells what became durable, in the order it happened. */
export interface EventPublisher {
  levels(market: Market, changes: readonly LevelChange[], cause: Order | null): void;
  trade(trade: Trade): void;
  ticker(market: Market): void;
  filled(fill: Fill, order: Order, postPosition: bigint): void;
  order(order: Order): void;
  position(position: Position): void;
  lifecycle(market: Market, event: LifecycleEvent): void;
}
