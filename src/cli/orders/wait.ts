import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from '../../../sdk/src/index.ts';
import { systemClock } from '../../system/clock.ts';
import { asking } from '../client/apifailure.ts';
import type { Connection } from '../client/connect.ts';

const POLL_MS = 250;
const LIVE = new Set<Order['status']>(['PENDING_SUBMISSION', 'OPEN', 'PARTIAL']);

/** The order once it is over, or as it is after `seconds`. */
export async function untilOver({ client }: Connection, placed: Order, seconds: number): Promise<Order> {
  const endsAt = systemClock.now() + seconds * 1000;
  let order = placed;
  while (LIVE.has(order.status) && systemClock.now() < endsAt) {
    await pause(POLL_MS);
    order = await asking(() => client.orders.get(placed.id));
  }
  return order;
}
