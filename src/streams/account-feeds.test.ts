import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ACCOUNT,
  at,
  CALLER,
  COMPLEX_ORDER,
  DEMO,
  FILL,
  notional,
  ORDER,
  POSITION,
} from '../../test/support/http/http-records.ts';
import type { AccountId, SubaccountId } from '../contract/model/ids.ts';
import { err, notFound, ok, type Result } from '../contract/model/result.ts';
import { renderBalance } from '../http/routes/balance-routes.ts';
import { renderComplexOrder } from '../http/routes/complex-order-schema.ts';
import { renderFill } from '../http/routes/fill-routes.ts';
import { renderOrder } from '../http/routes/order-schema.ts';
import { renderPosition } from '../http/routes/position-routes.ts';
import type { Balance } from '../orders/balances/balance-feed.ts';
import {
  type AccountSource,
  balancesFeed,
  complexOrdersFeed,
  fillsFeed,
  ordersFeed,
  positionsFeed,
  type SubaccountFeed,
} from './account-streams.ts';

const OWNER = { accountId: 'acc_7' as AccountId, subaccountId: 'sa_70' as SubaccountId };
const REQUESTED = 'sa_71' as SubaccountId;
const COUNT = 250; // more than one slice of a snapshot

const BALANCE: Balance = {
  accountId: ACCOUNT,
  subaccountId: REQUESTED,
  venue: DEMO,
  currency: 'USD',
  total: notional('120'),
  available: notional('100'),
  reserved: notional('7'),
  scope: 'SUBACCOUNT',
  asOf: at('2026-07-01T12:00:00.004Z'),
  isStale: false,
};

/** A source with one reader for each feed, which returns `items`, and one listener, which is given to `listen`. */
function createSource(items: Result<readonly unknown[], ReturnType<typeof notFound>>) {
  const requested: unknown[] = [];
  const listeners = new Set<unknown>();
  const read =
    (name: string) =>
    (...scope: readonly unknown[]) => {
      requested.push([name, ...scope]);
      return items;
    };
  const listen = (listener: unknown) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const source = {
    queries: { positions: read('positions') },
    complexOrders: { open: read('complex_orders'), onChanged: listen },
    balances: { list: read('balances'), subscribe: listen },
    feeds: {
      liveOrders: read('orders'),
      recentFills: read('fills'),
      onPosition: listen,
      onOrder: listen,
      onFill: listen,
    },
  } as unknown as AccountSource;
  return { source, requested, listeners };
}

interface Case {
  readonly create: (source: AccountSource) => unknown;
  readonly stream: string;
  readonly frameType: string;
  readonly field: string; // of the snapshot
  readonly item: object; // of OWNER
  readonly change: object; // the fields of its frame
  readonly row: object; // in a snapshot
}

const position = { ...POSITION, position: { ...POSITION.position, ...OWNER } };
const order = { ...ORDER, ...OWNER };
const fill = { ...FILL, ...OWNER };
const complex = { ...COMPLEX_ORDER, parent: { ...COMPLEX_ORDER.parent, ...OWNER } };
const balance = { ...BALANCE, ...OWNER };

const CASES: readonly Case[] = [
  {
    create: positionsFeed,
    stream: 'positions',
    frameType: 'position',
    field: 'positions',
    item: position,
    change: renderPosition(position),
    row: renderPosition(position),
  },
  {
    create: ordersFeed,
    stream: 'orders',
    frameType: 'order',
    field: 'orders',
    item: order,
    change: { order: renderOrder(order) },
    row: renderOrder(order),
  },
  {
    create: complexOrdersFeed,
    stream: 'complex-orders',
    frameType: 'complex_order',
    field: 'complex_orders',
    item: complex,
    change: { complex_order: renderComplexOrder(complex) },
    row: renderComplexOrder(complex),
  },
  {
    create: fillsFeed,
    stream: 'fills',
    frameType: 'fill',
    field: 'fills',
    item: fill,
    change: { fill: renderFill(fill) },
    row: renderFill(fill),
  },
  {
    create: balancesFeed,
    stream: 'balances',
    frameType: 'balance',
    field: 'balances',
    item: balance,
    change: { subaccount_id: OWNER.subaccountId, ...renderBalance(balance) },
    row: renderBalance(balance),
  },
];

for (const { create, stream, frameType, field, item, change, row } of CASES)
  describe(`the stream of ${stream}`, () => {
    const open = (items: Parameters<typeof createSource>[0]) => {
      const created = createSource(items);
      return { ...created, feed: create(created.source) as SubaccountFeed<object> };
    };

    test('publishes a change under its own names, to the owner of the record', () => {
      const { feed } = open(ok([]));
      assert.deepEqual([feed.name, feed.frameType], [stream, frameType]);
      const { accountId, subaccountId } = feed.getOwner(item);
      assert.deepEqual({ accountId, subaccountId }, OWNER);
      assert.deepEqual(feed.render(item), change);
    });

    test('has all records of the requested subaccount in its snapshot, as they were when it was read', () => {
      const items = Array.from({ length: COUNT }, () => item);
      const { feed, requested } = open(ok(items));
      const snapshot = feed.snapshot(CALLER, REQUESTED);
      assert.deepEqual(requested, [[field, CALLER, REQUESTED]]);
      assert.ok(snapshot.ok);
      items.length = 0; // the source may change its list while the snapshot is sent
      const { field: name, count, render } = snapshot.value;
      assert.deepEqual([name, count], [field, COUNT]);
      assert.deepEqual([render(0, 100).length, render(200, COUNT).length], [100, 50]);
      assert.deepEqual(render(COUNT - 1, COUNT), [row]);
    });

    test('passes a refusal on, and stops listening', () => {
      const { feed, listeners } = open(err(notFound('subaccount')));
      const snapshot = feed.snapshot(CALLER, REQUESTED);
      assert.equal(snapshot.ok ? null : snapshot.error.code, 'not_found');
      const stop = feed.listen(() => {});
      assert.equal(listeners.size, 1);
      stop();
      assert.equal(listeners.size, 0);
    });
  });
