import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Api, until } from '../api-assertions.ts';
import { getFills, getOrders } from '../support/order-bodies.ts';
import type { Order } from '../support/record-schemas.ts';
import { SUBACCOUNTS } from './crash-expectations.ts';

const AGREED_MS_MAX = 60_000;

type Rows = readonly Readonly<Record<string, unknown>>[];

/**
 * Compares our record with Demo's tables: each order there is one of our orders in the same state, and each of
 * its executions is one fill. The service's own answers cannot reveal an execution that it missed.
 */
export async function checkAgainstVenue(api: Api, dataDir: string): Promise<void> {
  await checkAgainstDemo(api, async (sql) => {
    using demo = new DatabaseSync(join(dataDir, 'ledger.db'), { readOnly: true });
    return demo.prepare(sql).all();
  });
}

/** The same with any database that holds Demo's tables. */
export async function checkAgainstDemo(api: Api, query: (sql: string) => Promise<Rows>): Promise<void> {
  let [ours, theirs]: (readonly string[])[] = [[], []];
  // The market maker continues to trade, so a fill may happen between the two reads.
  const isAgreed = async (): Promise<true | null> => {
    [ours, theirs] = [await ourRecord(api), await venueRecord(query)];
    return ours.join() === theirs.join() ? true : null;
  };
  await until('our record equals that of the venue', isAgreed, AGREED_MS_MAX).catch(() =>
    assert.deepEqual(ours, theirs),
  );
}

async function ourRecord(api: Api): Promise<readonly string[]> {
  const ofEach = SUBACCOUNTS.map(async (subaccount) => {
    const fills = (await getFills(api, subaccount)).filter(({ venue }) => venue === 'Demo');
    const orders = await getOrders(api, subaccount);
    const traded = fills.map(({ order_id, venue_trade_id, qty }) => `${order_id} ${venue_trade_id} ${qty}`);
    return [...traded, ...orders.flatMap(legsAtVenue)];
  });
  return (await Promise.all(ofEach)).flat().sort();
}

const legsAtVenue = ({ id, legs }: Order): readonly string[] =>
  legs
    .filter(({ venue, venue_order_id }) => venue === 'Demo' && venue_order_id !== null)
    .map(({ venue_order_id, status, qty, filled_qty }) => {
      const isOpen = status === 'OPEN' || status === 'PARTIAL';
      return `${id} ${venue_order_id} ${isOpen ? 'OPEN' : status} ${filled_qty} of ${qty}`;
    });

/** The same lines from the venue's tables; our id for an order there is `cb-<order>-<leg>-<generation>`. */
async function venueRecord(query: (sql: string) => Promise<Rows>): Promise<readonly string[]> {
  const fills = (await query(
    'SELECT client_id, venue_trade_id, qty FROM demo_fills',
  )) as unknown as FillRow[];
  const orders = (await query('SELECT * FROM demo_orders')) as unknown as OrderRow[];
  return [
    ...fills.map((fill) => `${toOrderId(fill)} ${fill.venue_trade_id} ${fill.qty}`),
    ...orders.map(
      (order) =>
        `${toOrderId(order)} ${order.venue_order_id} ${order.status} ${order.filled_qty} of ${order.qty}`,
    ),
  ].sort();
}

interface ClientRow {
  readonly client_id: string;
  readonly qty: string;
}

interface FillRow extends ClientRow {
  readonly venue_trade_id: string;
}

interface OrderRow extends ClientRow {
  readonly venue_order_id: string;
  readonly status: string;
  readonly filled_qty: string;
}

const toOrderId = ({ client_id }: ClientRow): string => `ord_${client_id.split('-')[1]}`;
