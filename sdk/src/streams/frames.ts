/** Frames that the service sends, exactly as on the wire. `seq` counts 1, 2, 3 … per connection. */
import { asObject } from '../json.ts';
import type {
  AggregatedBook,
  Balance,
  ComplexOrder,
  Fill,
  Opportunity,
  Order,
  OrderBook,
  Position,
  PositionOperation,
  TradePrint,
} from '../types.ts';

export interface ConnectedFrame {
  type: 'connected';
  seq: number;
  stream: string;
  connection_id: string;
  heartbeat_ms: number;
  timestamp: number;
}

/** `"*"` means all; `id` is that of the client frame that is answered, null for the handshake. */
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

/** The service has ended a subscription by itself; the client of this package never delivers it. */
export interface EndedFrame extends Omit<ErrorFrame, 'type'> {
  type: 'ended';
}

export interface TradePrintFrame extends TradePrint {
  type: 'tradeprint';
  seq: number;
}

/** All positions of a subaccount; they replace all earlier ones. */
export interface SnapshotFrame {
  type: 'snapshot';
  seq: number;
  subaccount_id: string;
  positions: Position[];
  timestamp: number;
}

/** The current state of one position; it is closed when `qty` is `"0"`. */
export interface PositionFrame extends Position {
  type: 'position';
  seq: number;
}

/** The live orders of a subaccount, newest first; they replace all earlier ones. */
export interface OrdersSnapshotFrame {
  type: 'snapshot';
  seq: number;
  subaccount_id: string;
  orders: Order[];
  timestamp: number;
}

/** The current state of an order; several quick changes may arrive as one frame. */
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

export interface ComplexOrdersSnapshotFrame {
  type: 'snapshot';
  seq: number;
  subaccount_id: string;
  complex_orders: ComplexOrder[];
  timestamp: number;
}

export interface ComplexOrderFrame {
  type: 'complex_order';
  seq: number;
  complex_order: ComplexOrder;
}

export type ComplexOrdersFrame = ComplexOrdersSnapshotFrame | ComplexOrderFrame;

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

export interface OperationsSnapshotFrame {
  type: 'snapshot';
  seq: number;
  subaccount_id: string;
  operations: PositionOperation[];
  timestamp: number;
}

export interface OperationFrame {
  type: 'operation';
  seq: number;
  operation: PositionOperation;
}

export type OperationsFrame = OperationsSnapshotFrame | OperationFrame;

/** The current whole book of an instrument. */
export interface BookFrame extends OrderBook {
  type: 'book';
  seq: number;
}

/** The current whole book of a generic asset over its venues. */
export interface AggregatedBookFrame extends AggregatedBook {
  type: 'aggregated_book';
  seq: number;
}

/** The book is unavailable; a book frame follows when it is available again. */
export interface UnavailableFrame {
  type: 'unavailable';
  seq: number;
  instrument_id?: number;
  generic_asset_id?: number;
  error: string;
  message: string;
}

export type OrderbooksFrame = BookFrame | AggregatedBookFrame | UnavailableFrame;

/** An opportunity that is new to the connection, or whose figures changed. */
export interface OpportunityFrame {
  type: 'opened' | 'changed';
  seq: number;
  opportunity: Opportunity;
}

export interface OpportunityClosedFrame {
  type: 'closed';
  seq: number;
  id: string;
  lasted_ms: number;
}

export type OpportunitiesFrame = OpportunityFrame | OpportunityClosedFrame;

export type PositionsFrame = SnapshotFrame | PositionFrame;

export type ServerFrame =
  | ConnectedFrame
  | SubscribedFrame
  | HeartbeatFrame
  | ErrorFrame
  | EndedFrame
  | TradePrintFrame
  | SnapshotFrame
  | PositionFrame
  | OrdersSnapshotFrame
  | OrderFrame
  | FillsSnapshotFrame
  | FillFrame
  | OrderbooksFrame
  | OpportunitiesFrame;

/** Parses a message into a frame; null if it is not one. Unknown frame types are frames too. */
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
