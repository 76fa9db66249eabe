import type { VenueClientId } from '../../src/contract/model/ids.ts';
import { ONE, type Price, parseDecimal, type Qty } from '../../src/contract/model/money.ts';
import type { TimestampMs } from '../../src/contract/model/time.ts';
import type { ClientIdCodec } from '../../src/venues/kalshi/orders/kalshi-client-ids.ts';
import type { VenueState, VenueStateFill, VenueStateOrder } from './venue-state.ts';

type Row = Readonly<Record<string, unknown>>;

/** The part of the simulator's admin state that the checks read. */
interface KalshiState {
  readonly orders: readonly Row[];
  readonly fills: readonly Row[];
  readonly positions: readonly Row[];
  readonly markets: readonly Row[];
}

/** Reads the state of our account at the Kalshi simulator. */
export function readKalshiVenueState(state: unknown, ids: ClientIdCodec): VenueState {
  const { orders, fills, positions, markets } = state as KalshiState;
  const names = new Map<string, VenueClientId>();
  const known = new Map<VenueClientId, VenueStateOrder>();
  const foreignOrders: string[] = [];
  for (const row of orders) {
    const name = ids.decode(String(row['client_order_id']))?.clientId;
    if (name === undefined || known.has(name)) foreignOrders.push(String(row['order_id']));
    if (name === undefined) continue;
    names.set(String(row['order_id']), name);
    known.set(name, toOrder(row));
  }
  return {
    orders: known,
    fills: readFills(fills, names),
    positions: new Map(positions.map((row) => [String(row['ticker']), signed(row['position_fp'])])),
    payouts: readPayouts(markets),
    tokens: new Map(),
    foreignOrders,
  };
}

const readPayouts = (markets: readonly Row[]): Map<string, bigint> =>
  new Map(
    markets
      .filter((row) => row['settlement_value_dollars'] !== undefined)
      .map((row) => [String(row['ticker']), decimal(row['settlement_value_dollars'])]),
  );

function toOrder(row: Row): VenueStateOrder {
  const expiry = row['expiration_time'];
  return {
    status: toStatus(row),
    price: decimal(row['yes_price_dollars']) as Price,
    isYesPrice: true,
    qty: (decimal(row['fill_count_fp']) + decimal(row['remaining_count_fp'])) as Qty,
    filledQty: decimal(row['fill_count_fp']) as Qty,
    tif: expiry === null ? null : 'GTD',
    expiresAt: typeof expiry === 'string' ? (Date.parse(expiry) as TimestampMs) : null,
  };
}

function toStatus(row: Row): VenueStateOrder['status'] {
  if (row['status'] === 'resting') return 'OPEN';
  if (row['status'] === 'executed') return 'FILLED';
  return row['last_update_reason'] === 'ExpiryCancel' ? 'EXPIRED' : 'CANCELLED';
}

function readFills(
  rows: readonly Row[],
  names: ReadonlyMap<string, VenueClientId>,
): Map<VenueClientId, VenueStateFill[]> {
  const fills = new Map<VenueClientId, VenueStateFill[]>();
  for (const row of rows) {
    const name = names.get(String(row['order_id']));
    if (name === undefined) continue;
    const fill = { trade: String(row['trade_id']), qty: decimal(row['count_fp']), state: 'FINAL' } as const;
    fills.set(name, [...(fills.get(name) ?? []), fill]);
  }
  return fills;
}

const decimal = (text: unknown): bigint => parseDecimal(text) ?? -ONE;

const signed = (text: unknown): bigint =>
  String(text).startsWith('-') ? -decimal(String(text).slice(1)) : decimal(text);
