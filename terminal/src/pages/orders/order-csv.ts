import type { Fill, Order, Position } from '../../../../sdk/src/index.ts';
import { toCsv } from '../../components/csv.ts';

const ORDER_COLUMNS = [
  'id',
  'client_order_id',
  'subaccount_id',
  'created_at',
  'updated_at',
  'status',
  'reason',
  'instrument_id',
  'generic_asset_id',
  'venue',
  'side',
  'outcome',
  'type',
  'tif',
  'price',
  'qty',
  'filled_qty',
  'remaining_qty',
  'avg_fill_price',
  'fees',
] as const satisfies readonly (keyof Order)[];

const FILL_COLUMNS = [
  'id',
  'timestamp',
  'order_id',
  'client_order_id',
  'subaccount_id',
  'instrument_id',
  'venue',
  'venue_trade_id',
  'side',
  'outcome',
  'price',
  'qty',
  'fee',
  'liquidity',
  'realized_pnl',
  'settlement',
  'voids',
  'settlement_price',
  'tag',
] as const satisfies readonly (keyof Fill)[];

const POSITION_COLUMNS = [
  'subaccount_id',
  'instrument_id',
  'venue',
  'side',
  'outcome',
  'qty',
  'avg_price',
  'mark_price',
  'unrealized_pnl',
  'realized_pnl',
  'updated_at',
] as const satisfies readonly (keyof Position)[];

/** Renders orders as CSV, one line each, with the API's field names. */
export const ordersCsv = (orders: readonly Order[]): string =>
  toCsv(
    [...ORDER_COLUMNS, 'routing_mode'],
    orders.map((order) => [...ORDER_COLUMNS.map((column) => order[column]), order.routing.mode]),
  );

export const fillsCsv = (fills: readonly Fill[]): string =>
  toCsv(
    FILL_COLUMNS,
    fills.map((fill) => FILL_COLUMNS.map((column) => fill[column])),
  );

export const positionsCsv = (positions: readonly Position[]): string =>
  toCsv(
    POSITION_COLUMNS,
    positions.map((position) => POSITION_COLUMNS.map((column) => position[column])),
  );
