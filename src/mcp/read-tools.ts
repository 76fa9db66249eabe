import { Type } from 'typebox';
import { ORDER_STATUSES } from '#contract';
import type { Instrument, InstrumentDetail, Order } from '../../sdk/src/index.ts';
import {
  AssetId,
  closed,
  Decimal,
  FieldNames,
  InstrumentId,
  Limit,
  OrderId,
  SubaccountId,
  type Tool,
  tool,
  Venue,
} from './tool.ts';
import { pickFields, type Row, type VenueTexts } from './tool-answer.ts';

const LEVELS = 10;
const ROWS = 20;

export const READ_TOOLS: readonly Tool[] = [
  tool({
    name: 'search_markets',
    description: 'Find contracts by words of their title or ticker. Returns ids, prices steps and status.',
    effect: 'read',
    permission: 'read',
    input: closed({
      q: Type.Optional(Type.String({ maxLength: 200 })),
      venue: Type.Optional(Venue),
      status: Type.Optional(Type.Enum(['OPEN', 'PAUSED', 'CLOSED', 'SETTLED'])),
      limit: Limit,
      fields: FieldNames,
    }),
    run: async ({ q, venue, status, limit = ROWS, fields }, { client }) => {
      const { items } = await client.markets.search({ q, venue, status, limit });
      return { facts: {}, rows: { name: 'markets', rows: items.map((item) => toMarket(item, fields)) } };
    },
  }),
  tool({
    name: 'get_market',
    description: 'One contract: terms, status, result. Its title and rules are texts of the venue.',
    effect: 'read',
    permission: 'read',
    input: closed({ instrument_id: InstrumentId, fields: FieldNames }),
    run: async ({ instrument_id, fields }, { client }) => {
      const found: InstrumentDetail = await client.markets.get(instrument_id);
      const { facts, texts } = toMarket(found, fields);
      const rules = { description: found.description, rules: found.rules_secondary };
      return { facts, texts: { ...texts, ...rules } };
    },
  }),
  tool({
    name: 'get_book',
    description: 'The best levels of the order book of one contract, in YES terms.',
    effect: 'read',
    permission: 'read',
    input: closed({
      instrument_id: InstrumentId,
      levels: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
    }),
    run: async ({ instrument_id, levels = LEVELS }, { client }) => {
      const { bids, asks, timestamp } = await client.books.get(instrument_id);
      return {
        facts: { instrument_id, bids: bids.slice(0, levels), asks: asks.slice(0, levels), timestamp },
      };
    },
  }),
  tool({
    name: 'compare_venues',
    description: 'One contract on all its venues: the aggregated book and the state of each member.',
    effect: 'read',
    permission: 'read',
    input: closed({ generic_asset_id: AssetId }),
    run: async ({ generic_asset_id }, { client }) => {
      const [asset, book] = await Promise.all([
        client.genericAssets.get(generic_asset_id),
        client.books.aggregated(generic_asset_id),
      ]);
      const { members, timestamp } = book;
      const [bids, asks] = [book.bids.slice(0, LEVELS), book.asks.slice(0, LEVELS)];
      return {
        facts: { generic_asset_id, status: asset.status, members, bids, asks, timestamp },
        texts: { title: asset.title, description: asset.description },
      };
    },
  }),
  tool({
    name: 'get_portfolio',
    description: 'Positions and cash of a subaccount.',
    effect: 'read',
    permission: 'read',
    input: closed({ subaccount_id: SubaccountId }),
    run: async ({ subaccount_id }, { client, subaccountId }) => {
      const scope = { subaccount_id: subaccount_id ?? subaccountId };
      const [positions, balances] = await Promise.all([
        client.positions.list(scope),
        client.balances.list(scope),
      ]);
      const rows = positions.map((position) => ({ id: position.instrument_id, facts: { ...position } }));
      return { facts: { ...scope, balances }, rows: { name: 'positions', rows } };
    },
  }),
  tool({
    name: 'get_orders',
    description: 'Orders of a subaccount, newest first.',
    effect: 'read',
    permission: 'read',
    input: closed({
      subaccount_id: SubaccountId,
      status: Type.Optional(Type.Enum([...ORDER_STATUSES])),
      limit: Limit,
      fields: FieldNames,
    }),
    run: async ({ subaccount_id, status, limit = ROWS, fields }, { client, subaccountId }) => {
      const query = { subaccount_id: subaccount_id ?? subaccountId, status, limit };
      const orders = await client.orders.list(query);
      return { facts: {}, rows: { name: 'orders', rows: orders.map((order) => toOrderRow(order, fields)) } };
    },
  }),
  tool({
    name: 'explain_order',
    description: 'Why an order went where it went: routing decision, cost, latency and history.',
    effect: 'read',
    permission: 'read',
    input: closed({ order_id: OrderId }),
    run: async ({ order_id }, { client }) => {
      const { order, decision, cost, latency_ms, events } = await client.orders.receipt(order_id);
      const { facts, texts } = toOrderRow(order, undefined);
      const rows = events.map(({ seq, at, cause, type, leg }) => ({
        id: seq,
        facts: { at, cause, type, leg },
      }));
      return {
        facts: { order: facts, decision, cost, latency_ms },
        rows: { name: 'events', rows },
        ...(texts === undefined ? {} : { texts }),
      };
    },
  }),
  tool({
    name: 'risk_status',
    description: 'The policy of this key with what it has used, and the limits of a subaccount.',
    effect: 'read',
    permission: 'read',
    input: closed({ subaccount_id: SubaccountId }),
    run: async ({ subaccount_id }, { client, subaccountId }) => {
      const scope = { subaccount_id: subaccount_id ?? subaccountId };
      const [{ agent, permissions, expires_at }, risk] = await Promise.all([
        client.account.get(),
        client.risk.state(scope),
      ]);
      const { breached, kill_switch_active, open_orders, position_qty, limits, account_limits } = risk;
      const subaccount = { breached, kill_switch_active, open_orders, position_qty, limits, account_limits };
      return { facts: { agent, permissions, expires_at, ...scope, ...subaccount } };
    },
  }),
  tool({
    name: 'find_opportunities',
    description: 'Sets of contracts that cost less than they pay at least, net of fees.',
    effect: 'read',
    permission: 'read',
    input: closed({ min_edge: Type.Optional(Decimal), asset: Type.Optional(AssetId), limit: Limit }),
    run: async ({ min_edge, asset, limit = ROWS }, { client }) => {
      const found = await client.opportunities.list({ min_edge, asset, limit });
      const rows = found.map(({ settlement, ...facts }) => {
        const { risk, worst_case_total, reviewed_by } = settlement;
        return { id: facts.id, facts: { ...facts, settlement: { risk, worst_case_total, reviewed_by } } };
      });
      return { facts: {}, rows: { name: 'opportunities', rows } };
    },
  }),
];

/** A contract. Title, ticker and every other word of the venue is a text, not a fact. */
function toMarket(
  found: Instrument,
  fields: readonly string[] | undefined,
): Row & { readonly texts: VenueTexts } {
  const { instrument_id, venue, status, generic_asset_id, event_id, price_tick, min_price, max_price } =
    found;
  const { qty_step, min_qty, close_time, result } = found;
  const terms = { price_tick, min_price, max_price, qty_step, min_qty };
  const facts = { instrument_id, venue, status, generic_asset_id, event_id, ...terms, close_time, result };
  const { title, ticker, outcome_name, event_title } = found;
  return {
    id: instrument_id,
    facts: pickFields(facts, fields),
    texts: { title, ticker, outcome_name, event_title },
  };
}

/** An order. The reason of a venue is a text, not a fact. */
export function toOrderRow(order: Order, fields: readonly string[] | undefined): Row {
  const { venue_code, venue_message, legs, routing, session_id: _, parent_id: __, ...facts } = order;
  const parts = legs.map(({ venue, instrument_id, status, price, qty, filled_qty, avg_fill_price }) => ({
    venue,
    instrument_id,
    status,
    price,
    qty,
    filled_qty,
    avg_fill_price,
  }));
  const shown = pickFields({ ...facts, routing: routing.mode, legs: parts }, fields);
  return { id: order.id, facts: shown, texts: { venue_code, venue_message } };
}
