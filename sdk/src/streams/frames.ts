/** What the service sends on a stream, exactly as it travels. `seq` counts 1, 2, 3 … per connection. */
import { asObject } from '../json.ts';
import type { AggregatedBook, Balance, Fill, Order, OrderBook, Position, TradePrint } from '../types.ts';

export interface ConnectedFrame {
  type: 'connected';
  seq: number;
  stream: string;
  connection_id: string;
  heartbeat_ms: number;
  timestamp: number;
}

/** `"*"` stands for all; `id` is that of the client frame answered, null for the handshake. */
export interface SubscribedFrame {
  type: 'subscribed' | 'unsubscribed';
  seq: number;
  id: number | null;
  instrument_ids?: number[] | '*';
  subaccount_ids?: string[] | '*';
  generic_asset_ids?: number[];
}

export interface HeartbeatFrame {
  type: 'heartbeat';
  seq: number;
  timestamp: number;
}

export interface ErrorFrame {
  type: 'error';
  seq: number;
  id: number | null;
  error: string;
  message: string;
  details: Record<string, unknown> | null;
}

export interface TradePrintFrame extends TradePrint {
  type: 'tradeprint';
  seq: number;
}

/** All positions of a subaccount; what a reader held of it before is replaced. */
export interface SnapshotFrame {
  type: 'snapshot';
  seq: number;
  subaccount_id: string;
  positions: Position[];
  timestamp: number;
}

/** One position as it stands now; closed when `qty` is `"0"`. */
export interface PositionFrame extends Position {
  type: 'position';
  seq: number;
}

/** The live orders of a subaccount, newest first; what a reader held of it before is replaced. */
export interface OrdersSnapshotFrame {
  type: 'snapshot';
  seq: number;
  subaccount_id: string;
  orders: Order[];
  timestamp: number;
}

/** An order as it stands now; several quick changes may come as one. */
export interface OrderFrame {
  type: 'order';
  seq: number;
  order: Order;
}

export type OrdersFrame = OrdersSnapshotFrame | OrderFrame;

/** The latest hundred fills of a subaccount, newest first. */
export interface FillsSnapshotFrame {
  type: 'snapshot';
  seq: number;
  subaccount_id: string;
  fills: Fill[];
  timestamp: number;
}

export interface FillFrame {
  type: 'fill';
  seq: number;
  fill: Fill;
}

export type FillsFrame = FillsSnapshotFrame | FillFrame;

export interface BalancesSnapshotFrame {
  type: 'snapshot';
  seq: number;
  subaccount_id: string;
  balances: Balance[];
  timestamp: number;
}

export interface BalanceFrame extends Balance {
  type: 'balance';
  seq: number;
  subaccount_id: string;
}

export type BalancesFrame = BalancesSnapshotFrame | BalanceFrame;

/** An instrument's whole book as it is now. */
export interface BookFrame extends OrderBook {
  type: 'book';
  seq: number;
}

/** A generic asset's whole book over its venues as it is now. */
export interface AggregatedBookFrame extends AggregatedBook {
  type: 'aggregated_book';
  seq: number;
}

/** The book cannot be had now; a book follows when it can. */
export interface UnavailableFrame {
  type: 'unavailable';
  seq: number;
  instrument_id?: number;
  generic_asset_id?: number;
  error: string;
  message: string;
}

export type OrderbooksFrame = BookFrame | AggregatedBookFrame | UnavailableFrame;

export type PositionsFrame = SnapshotFrame | PositionFrame;

export type ServerFrame =
  | ConnectedFrame
  | SubscribedFrame
  | HeartbeatFrame
  | ErrorFrame
  | TradePrintFrame
  | SnapshotFrame
  | PositionFrame
  | OrdersSnapshotFrame
  | OrderFrame
  | FillsSnapshotFrame
  | FillFrame
  | OrderbooksFrame;

/** The frame in a message, or null when it is not one. Types we do not know are frames all the same. */
export function parseFrame(data: unknown): ServerFrame | null {
  if (typeof data !== 'string') return null;
  try {
    const frame = asObject(JSON.parse(data));
    const isFrame = typeof frame?.['type'] === 'string' && Number.isSafeInteger(frame['seq']);
    return isFrame ? (frame as unknown as ServerFrame) : null;
  } catch {
    return null;
  }
}
