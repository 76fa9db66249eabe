import { mapResult } from '../../core/kernel/result.ts';
import type { Fill, Order } from '../../core/orders/order.ts';
import type { MarkedPosition, Trading } from '../../engine/trading.ts';
import { renderFill } from '../http/render/fill.ts';
import { renderOrder } from '../http/render/order.ts';
import { renderPosition } from '../http/render/position.ts';
import type { SubaccountFeed } from './subaccountstream.ts';

/** Where the account's own things are told. */
export type AccountSource = Pick<
  Trading,
  'positions' | 'onPosition' | 'liveOrders' | 'onOrder' | 'recentFills' | 'onFill'
>;

/** Holdings: each durable change, and the moves of their marks. */
export const positionsFeed = (trading: AccountSource): SubaccountFeed<MarkedPosition> => ({
  name: 'positions',
  frameType: 'position',
  listen: (listener) => trading.onPosition(listener),
  ownerOf: ({ position }) => position,
  render: renderPosition,
  snapshot: (caller, id) =>
    mapResult(trading.positions(caller, id), (held) => ({ positions: held.map(renderPosition) })),
});

/** Orders: those that live, then each as it is after every durable change. */
export const ordersFeed = (trading: AccountSource): SubaccountFeed<Order> => ({
  name: 'orders',
  frameType: 'order',
  listen: (listener) => trading.onOrder(listener),
  ownerOf: (order) => order,
  render: (order) => ({ order: renderOrder(order) }), // a record with a `type` of its own
  snapshot: (caller, id) =>
    mapResult(trading.liveOrders(caller, id), (orders) => ({ orders: orders.map(renderOrder) })),
});

/** Fills: the latest, then each as it becomes durable, and once more when its settlement changes. */
export const fillsFeed = (trading: AccountSource): SubaccountFeed<Fill> => ({
  name: 'fills',
  frameType: 'fill',
  listen: (listener) => trading.onFill(listener),
  ownerOf: (fill) => fill,
  render: (fill) => ({ fill: renderFill(fill) }),
  snapshot: (caller, id) =>
    mapResult(trading.recentFills(caller, id), (fills) => ({ fills: fills.map(renderFill) })),
});
