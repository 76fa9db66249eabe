import type { VenueClientId } from '../../src/contract/model/ids.ts';
import { complement, ONE, type Price, parseDecimal, type Qty } from '../../src/contract/model/money.ts';
import type { VenueState, VenueStateFill, VenueStateOrder, VenueTokens } from './venue-state.ts';

interface Row {
  readonly [name: string]: unknown;
}

interface TradeRow extends Row {
  readonly makers: readonly Row[];
}

/** The part of the simulator's admin state that the checks read. */
interface PolymarketState {
  readonly markets: readonly (Row & { readonly tokens: readonly [string, string] })[];
  readonly orders: readonly Row[];
  readonly trades: readonly TradeRow[];
  readonly holdings: readonly Row[];
}

/** Reads the state of one wallet at the Polymarket simulator. */
export function readPolymarketVenueState(state: unknown, wallet: string): VenueState {
  const { markets, orders, trades, holdings: rows } = state as PolymarketState;
  const own = orders.filter((row) => String(row['wallet']).toLowerCase() === wallet.toLowerCase());
  const yes = new Set(markets.map(({ tokens }) => tokens[0]));
  const known = new Map(own.map((row) => [row['id'] as VenueClientId, toOrder(row, yes)]));
  const fills = new Map<VenueClientId, VenueStateFill[]>();
  for (const trade of trades) addFills(fills, trade, known);
  const held = new Map(
    rows
      .filter((row) => String(row['wallet']).toLowerCase() === wallet.toLowerCase())
      .map((row) => [String(row['asset']), signed(row['chain'])]),
  );
  const open = markets.filter((row) => row['payout'] === null);
  const positions = open.map(({ condition, tokens: [yes, no] }): [string, bigint] => [
    String(condition),
    (held.get(yes) ?? 0n) - (held.get(no) ?? 0n),
  ]);
  const tokens = open.map(({ condition, tokens: [yes, no] }): [string, VenueTokens] => [
    String(condition),
    { YES: held.get(yes) ?? 0n, NO: held.get(no) ?? 0n },
  ]);
  const resolved = markets.filter((row) => row['payout'] !== null);
  const payouts = new Map(resolved.map((row) => [String(row['condition']), decimal(row['payout'])]));
  const holdings = { positions: new Map(positions), tokens: new Map(tokens) };
  return { orders: known, fills, ...holdings, payouts, foreignOrders: [] };
}

/** A sale without a holding is a purchase of the other token; in YES terms both are the same. */
function toOrder(row: Row, yes: ReadonlySet<string>): VenueStateOrder {
  const price = decimal(row['price']) as Price;
  const qty = decimal(row['size']) as Qty;
  const filledQty = decimal(row['matched']) as Qty;
  const isOpen = ['LIVE', 'UNMATCHED', 'DELAYED'].includes(String(row['status']));
  return {
    status: isOpen ? 'OPEN' : filledQty >= qty ? 'FILLED' : 'ENDED',
    price: yes.has(String(row['token'])) ? price : complement(price),
    isYesPrice: true,
    qty,
    filledQty,
    tif: null,
    expiresAt: undefined,
  };
}

/** A trade names its taker and each maker; several of them may be our orders. */
function addFills(
  fills: Map<VenueClientId, VenueStateFill[]>,
  trade: TradeRow,
  known: ReadonlyMap<VenueClientId, VenueStateOrder>,
): void {
  const status = String(trade['status']);
  const state = status === 'FAILED' ? 'VOID' : status === 'CONFIRMED' ? 'FINAL' : 'PENDING';
  const parts = [
    { order: trade['taker_order'], size: trade['size'] },
    ...trade.makers.map((part) => ({ order: part['order'], size: part['size'] })),
  ];
  for (const { order, size } of parts) {
    const name = order as VenueClientId;
    if (!known.has(name)) continue;
    const fill = { trade: String(trade['id']), qty: decimal(size), state } as const;
    fills.set(name, [...(fills.get(name) ?? []), fill]);
  }
}

const decimal = (text: unknown): bigint => parseDecimal(text) ?? -ONE;

const signed = (text: unknown): bigint =>
  String(text).startsWith('-') ? -decimal(String(text).slice(1)) : decimal(text);
