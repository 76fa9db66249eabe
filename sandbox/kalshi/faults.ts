import type { Notional, Qty } from '../../src/core/kernel/decimal.ts';
import type { Floor } from './floor.ts';
import type { Fill, Order } from './records.ts';
import type { Sink } from './sink.ts';
import { COUNT_STEP } from './units.ts';

/** The switches that only this exchange has, beside the common ones. */
export const KALSHI_FAULTS = {
  read_lag: 'portfolio reads trail by `ms` instead of the usual lag',
  clock_skew: 'the exchange believes that it is `ms` later; its Date header says so too',
  wrong_ack_id: 'the answer to a create, amend, decrease or cancel names another order',
  omit_optional: 'such an answer has no optional fields',
  ws_overflow: 'instead of a message of `channel` its subscription ends with error 25',
  unknown_enum: 'orders are told and read with a status that nobody knows',
} as const satisfies Readonly<Record<string, string>>;

/** Tells a fill of a resting order that never happened: no trade, no money, nothing on REST. */
export function ghostFill(floor: Floor, sink: Sink, order: Order, id: string, at: number): void {
  if (order.status !== 'resting') return;
  const { user, subaccount, ticker, side, price } = order;
  const qty = COUNT_STEP * 100n;
  const fee = 0n as Notional;
  const facts = { user, subaccount, ticker, side, price, qty: qty as Qty, isTaker: false, fee, at };
  const fill: Fill = { number: 0, id, orderId: order.id, ...facts };
  const held = floor.state.positions.now(`${user}/${subaccount}/${ticker}`)?.qty ?? 0n;
  sink.filled(fill, order, side === 'bid' ? held + qty : held - qty);
}
