import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FakeRates } from '../../test/support/http/http-fakes.ts';
import {
  ACCOUNT,
  at,
  CALLER,
  COMPLEX_ORDER,
  DEMO,
  FILL,
  notional,
  OPERATION,
  ORDER,
  POSITION,
} from '../../test/support/http/http-records.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { FakeTrading } from '../../test/support/stream-harness.ts';
import type { SubaccountGrant } from '../contract/access/access.ts';
import type { AccountId, SubaccountId } from '../contract/model/ids.ts';
import { OPERATION_STATUSES } from '../contract/model/position-operation.ts';
import { err, notFound, ok, type Result, rejection } from '../contract/model/result.ts';
import { renderBalance } from '../http/routes/balance-routes.ts';
import { renderComplexOrder } from '../http/routes/complex-order-schema.ts';
import { renderFill } from '../http/routes/fill-routes.ts';
import { renderOperation } from '../http/routes/operation-routes.ts';
import { renderOrder } from '../http/routes/order-schema.ts';
import { renderPosition } from '../http/routes/position-routes.ts';
import type { Balance } from '../orders/balances/balance-feed.ts';
import type { OperationQuery } from '../orders/operations/operation-types.ts';
import {
  type AccountSource,
  balancesFeed,
  complexOrdersFeed,
  fillsFeed,
  operationsFeed,
  ordersFeed,
  positionsFeed,
  type SubaccountFeed,
  SubaccountStream,
} from './account-streams.ts';
import type { Frame } from './send-queue.ts';
import type { StreamError, StreamOutput } from './stream-connection.ts';

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
    operations: {
      list: (caller: unknown, { subaccountId, limit }: OperationQuery) => {
        const listed = read('operations')(caller, subaccountId);
        return listed.ok ? ok(listed.value.slice(0, limit)) : listed;
      },
      onOperation: listen,
    },
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
const operation = { ...OPERATION, status: 'SENT', ...OWNER } as const;

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
  {
    create: operationsFeed,
    stream: 'operations',
    frameType: 'operation',
    field: 'operations',
    item: operation,
    change: { operation: renderOperation(operation) },
    row: renderOperation(operation),
  },
];

test('a snapshot of operations has those that are not over, also after many that are', () => {
  const over = Array.from({ length: 10_000 }, () => ({ ...OPERATION, status: 'CONFIRMED' }));
  const all = [...over, ...OPERATION_STATUSES.map((status) => ({ ...OPERATION, status }))];
  const snapshot = operationsFeed(createSource(ok(all)).source).snapshot(CALLER, REQUESTED);
  assert.ok(snapshot.ok);
  const { count, render } = snapshot.value;
  assert.deepEqual(
    (render(0, count) as readonly { readonly status: string }[]).map(({ status }) => status),
    ['REQUESTED', 'SENDING', 'SENT'],
  );
});

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

const ACC_1 = 'acc_1' as AccountId;
const ACC_2 = 'acc_2' as AccountId;
const SA_1 = 'sa_1' as SubaccountId;
const SA_2 = 'sa_2' as SubaccountId;
const SA_9 = 'sa_9' as SubaccountId;
const IDS_MAX = 2;

interface Item {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId;
}

interface Client {
  readonly accountId?: AccountId;
  readonly subaccounts?: SubaccountGrant;
  readonly named?: string; // in the query
}

/** A stream of records of two accounts: acc_1 has sa_1 and sa_2, acc_2 has sa_9. */
function openStream() {
  const [clock, rates, { access, queries }] = [new ManualClock(), new FakeRates(), new FakeTrading()];
  const listeners = new Set<(item: Item) => void>();
  const refused = new Set<SubaccountId>();
  const feed: SubaccountFeed<Item> = {
    name: 'orders',
    frameType: 'order',
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getOwner: (item) => item,
    render: ({ subaccountId }) => ({ subaccount_id: subaccountId }),
    snapshot: (_, id) =>
      refused.has(id)
        ? err(rejection('forbidden', 'withdrawn'))
        : ok({ field: 'orders', count: 0, render: () => [] }),
  };
  const eventLoop = { next: () => settle() };
  const stream = new SubaccountStream(feed, {
    clock,
    rates,
    eventLoop,
    trading: { access, queries },
    idsMax: IDS_MAX,
  });
  const admit = ({ accountId = ACC_1, subaccounts = '*', named }: Client = {}) => {
    const caller = { ...CALLER, accountId, subaccounts };
    const query = named === undefined ? [] : [{ key: 'subaccount_id', value: named }];
    return { caller, admission: stream.admit(caller, query) };
  };
  /** A client, and what it was sent: `snapshot sa_1`, `order sa_1`, `error forbidden`. */
  const connect = async (client: Client = {}) => {
    const { caller, admission } = admit(client);
    const admitted = await admission;
    assert.ok(admitted.ok);
    const sent: string[] = [];
    const output = {
      caller,
      openedBy: null,
      isOpen: true,
      send: ({ head, tail }: Frame) => {
        const { type, subaccount_id: id } = JSON.parse(`${head.toString()}0${tail.toString()}`);
        sent.push(id === undefined ? type : `${type} ${id}`);
      },
      refuse: (_: unknown, { code }: StreamError) => void sent.push(`error ${code}`),
      flush: () => undefined,
      fail: (error: unknown) => assert.fail(String(error)),
    } as unknown as StreamOutput;
    const session = admitted.value(output);
    const end = (): void => {
      Object.assign(output, { isOpen: false });
      session.end();
    };
    await settle();
    const frame = (action: 'subscribe' | 'unsubscribe', ids: unknown) =>
      session[action]({ action, id: 1, fields: { subaccount_ids: ids } });
    const takeSent = async (): Promise<readonly string[]> => {
      await settle();
      return sent.splice(0);
    };
    return { end, frame, takeSent };
  };
  const publish = (accountId: AccountId, subaccountId: SubaccountId): void => {
    for (const listener of listeners) listener({ accountId, subaccountId });
  };
  return { admit, connect, publish, listeners, refused, clock, rates };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a stream of records', () => {
  for (const [first, ...rest] of [
    [0, 1, 2, 3],
    [1, 2, 3, 0],
    [2, 3, 0, 1],
    [3, 0, 1, 2],
  ])
    test(`goes on for every other connection of two accounts while they leave, beginning with ${first}`, async () => {
      const { connect, publish, listeners } = openStream();
      const clients = await Promise.all(
        [ACC_1, ACC_1, ACC_2, ACC_2].map((accountId) => connect({ accountId })),
      );
      for (const client of clients) await client.takeSent();
      const open = new Set([0, 1, 2, 3]);
      for (const leaving of [first, ...rest]) {
        assert.equal(listeners.size, 1);
        publish(ACC_1, SA_1);
        publish(ACC_2, SA_9);
        for (const [index, client] of clients.entries()) {
          const expected = index < 2 ? ['order sa_1'] : ['order sa_9'];
          assert.deepEqual(await client.takeSent(), open.has(index) ? expected : [], `client ${index}`);
        }
        open.delete(leaving ?? 0);
        clients[leaving ?? 0]?.end();
      }
      assert.equal(listeners.size, 0);
    });

  test('accepts as many named subaccounts as one subscription may have, and not one more', async () => {
    const { admit, connect } = openStream();
    const most = await admit({ named: 'sa_1,sa_2' }).admission;
    const more = await admit({ named: 'sa_1,sa_2,sa_3' }).admission;
    assert.deepEqual([most.ok, more.ok ? null : more.error.code], [true, 'validation']);
    assert.match(more.ok ? '' : JSON.stringify(more.error.details), /at most 2/);
    const client = await connect({ named: 'sa_1,sa_2' });
    await client.takeSent();
    await client.frame('subscribe', ['sa_1', 'sa_2']);
    assert.deepEqual(await client.takeSent(), ['subscribed']);
  });

  for (const [ids, left] of [
    ['*', []],
    [['sa_1'], ['sa_2']],
    [['sa_2'], ['sa_1']],
  ] as const)
    test(`sends no snapshot of ${String(ids)} when it is unsubscribed while the first ones wait for tokens`, async () => {
      const { connect, publish, rates, clock } = openStream();
      rates.isEmpty = true;
      const client = await connect({ named: 'sa_1,sa_2' });
      publish(ACC_1, SA_1);
      assert.deepEqual(await client.takeSent(), ['subscribed'], 'a change is in the snapshot');
      await client.frame('unsubscribe', ids);
      rates.isEmpty = false;
      for (let wait = 0; wait < 3; wait += 1) {
        clock.advance(140);
        await settle();
      }
      const snapshots = left.map((id) => `snapshot ${id}`);
      assert.deepEqual(await client.takeSent(), ['unsubscribed', ...snapshots]);
      for (const id of [SA_1, SA_2]) publish(ACC_1, id);
      assert.deepEqual(
        await client.takeSent(),
        left.map((id) => `order ${id}`),
      );
    });

  for (const gone of [SA_1, SA_2])
    test(`names the refusal of the snapshot of ${gone}, and sends the other one before its changes`, async () => {
      const { connect, publish, refused } = openStream();
      refused.add(gone);
      const other = gone === SA_1 ? SA_2 : SA_1;
      const client = await connect();
      const sent = await client.takeSent();
      assert.deepEqual(new Set(sent), new Set(['subscribed', 'error forbidden', `snapshot ${other}`]));
      publish(ACC_1, other);
      assert.deepEqual(await client.takeSent(), [`order ${other}`]);
    });

  for (const ids of ['*', ['sa_2']])
    test(`takes no token for ${String(ids)} once its connection has ended while the first snapshot waited`, async () => {
      const { connect, rates, clock } = openStream();
      rates.isEmpty = true;
      const client = await connect({ named: 'sa_1' });
      const changing = client.frame('subscribe', ids);
      client.end();
      rates.isEmpty = false;
      const { length } = rates.taken;
      clock.advance(140);
      await changing;
      assert.deepEqual([rates.taken.length - length, await client.takeSent()], [0, ['subscribed']]);
      assert.equal(clock.timersWaiting, 0);
    });
});
