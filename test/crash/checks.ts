import assert from 'node:assert/strict';
import type { Api } from '../api.ts';
import { sumOf, text, units } from '../decimal.ts';
import { bookOf, fillsOf, ordersOf, positionsOf, signedQty } from '../orders.ts';
import type { Fill, Order } from '../records.ts';
import type { Trader } from './trader.ts';

const LIVE: ReadonlySet<string> = new Set(['PENDING_SUBMISSION', 'OPEN', 'PARTIAL']);

/** All that one subaccount has, as the service tells it. */
export interface Account {
  readonly orders: ReadonlyMap<string, Order>; // by id
  readonly fills: ReadonlyMap<string, Fill>; // by id
}

/** Reads a subaccount and fails where it does not add up within itself. */
export async function auditedAccount(api: Api, subaccount: string): Promise<Account> {
  const [orders, fills] = [await ordersOf(api, subaccount), await fillsOf(api, subaccount)];
  const keys = orders.map((order) => order.client_order_id);
  assert.equal(new Set(keys).size, keys.length, 'no client order id has two orders');
  const trades = fills.map((fill) => `${fill.instrument_id} ${fill.venue_trade_id} ${fill.order_id}`);
  assert.equal(new Set(trades).size, trades.length, 'no venue trade is recorded twice');
  const byOrder = Map.groupBy(fills, (fill) => fill.order_id);
  for (const order of orders) {
    const filled = sumOf((byOrder.get(order.id) ?? []).map(({ qty }) => qty));
    assert.equal(order.filled_qty, text(filled), `${order.id} has filled what its fills say`);
    assert.ok(filled <= units(order.qty), `${order.id} is not over-filled`);
  }
  await assertPositionsAreFills(api, subaccount, fills);
  return { orders: mapOf(orders), fills: mapOf(fills) };
}

const mapOf = <Item extends { readonly id: string }>(items: readonly Item[]): ReadonlyMap<string, Item> =>
  new Map(items.map((item) => [item.id, item]));

async function assertPositionsAreFills(api: Api, subaccount: string, fills: readonly Fill[]): Promise<void> {
  const nets = new Map<number, bigint>();
  for (const fill of fills)
    nets.set(fill.instrument_id, (nets.get(fill.instrument_id) ?? 0n) + signedQty(fill));
  const held = new Map(
    (await positionsOf(api, subaccount)).map(({ instrument_id: id, side, qty }) => [
      id,
      side === 'BUY' ? units(qty) : -units(qty),
    ]),
  );
  assert.deepEqual(
    held,
    new Map([...nets].filter(([, net]) => net !== 0n)),
    'positions are the sum of fills',
  );
}

/** Fails unless the service still knows all that a trader was told, and has not gone back on it. */
export function assertKept(trader: Trader, { orders }: Account): void {
  for (const [key, told] of trader.told) {
    const now = orders.get(told.id);
    assert.ok(now !== undefined, `${told.id} (${key}) was acknowledged and is there`);
    assert.equal(now.client_order_id, key);
    assert.ok(units(now.filled_qty) >= units(told.filled_qty), `${told.id} has not lost a fill`);
    if (!LIVE.has(told.status)) {
      assert.deepEqual([now.status, now.filled_qty, now.reason], [told.status, told.filled_qty, told.reason]);
    } else if (!trader.unsure.has(key)) {
      assert.deepEqual([now.price, now.qty], [told.price, told.qty], `${told.id} has its last terms`);
      assert.ok(
        LIVE.has(now.status) || now.status === 'FILLED',
        `${told.id} did not end by itself: ${now.status}`,
      );
    }
  }
}

/** Fails unless every fill that was ever seen is there unchanged. */
export function assertFillsKept(before: Account, now: Account): void {
  for (const [id, fill] of before.fills) assert.deepEqual(now.fills.get(id), fill);
}

/** Fails unless the venue's book holds exactly what our open orders have left, far from its own quotes. */
export async function assertRestsAtVenue(
  api: Api,
  orders: readonly Order[],
  instrument: number,
): Promise<void> {
  const open = orders.filter(
    (order) => order.instrument_id === instrument && order.status === 'OPEN' && order.side === 'BUY',
  );
  const { bids, asks } = await bookOf(api, instrument);
  for (const price of ['0.01', '0.02', '0.03', '0.04']) {
    for (const outcome of ['YES', 'NO'] as const) {
      const left = sumOf(
        open
          .filter((order) => order.outcome === outcome && order.price === price)
          .map((order) => order.remaining_qty),
      );
      const levels = outcome === 'YES' ? bids : asks;
      const at = outcome === 'YES' ? price : text(units('1') - units(price));
      assert.equal(
        levels.find((level) => level.price === at)?.qty ?? '0',
        text(left),
        `${instrument} ${outcome} at ${price}`,
      );
    }
  }
}
