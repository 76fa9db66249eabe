import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type {
  AccountId,
  ClientOrderId,
  FillId,
  OrderId,
  ParentId,
  VenueClientId,
} from '../contract/model/ids.ts';
import { toFillId } from '../contract/model/ids.ts';
import type { Fill, Leg, Order } from '../contract/model/order.ts';
import type { Parent } from '../contract/model/parent.ts';
import { accepted, DEMO, qty } from '../domain/order-state/order.fixture.ts';
import type { LedgerState, TouchedRecords } from '../domain/projections/ledger-state.ts';
import { OrderCache } from '../orders/order-cache.ts';
import type { FillQuery, Journal } from '../ports/journal.ts';

const ACCOUNT = 'acc_1' as AccountId;

interface Stored {
  readonly orders?: readonly Order[];
  readonly fills?: readonly Fill[]; // newest first
  readonly parents?: readonly Parent[];
}

/** A cache over a journal with these orders and fills, and the reads that the journal received. */
function createCache({ orders = [], fills = [], parents = [] }: Stored, closedMax = 2) {
  const reads: string[] = [];
  const state = { orders: new Map<OrderId, Order>(), parents: new Map() } as unknown as LedgerState;
  const journal = {
    order: async (id: OrderId) => {
      reads.push(`order ${id}`);
      return orders.find((order) => order.id === id) ?? null;
    },
    parent: async (id: ParentId) => {
      reads.push(`complex order ${id}`);
      return parents.find((parent) => parent.id === id) ?? null;
    },
    ordersById: async (ids: readonly OrderId[]) => {
      reads.push(`orders ${ids.join()}`);
      return orders.filter(({ id }) => ids.includes(id));
    },
    orderByClientId: async (accountId: AccountId, clientOrderId: ClientOrderId) =>
      orders.find((order) => order.accountId === accountId && order.clientOrderId === clientOrderId) ?? null,
    fills: async ({ orderId, before, limit }: FillQuery) => {
      reads.push(`fills ${orderId}`);
      return fills
        .filter((fill) => fill.orderId === orderId && numberOf(fill.id) < (before ?? Infinity))
        .slice(0, limit);
    },
  } as unknown as Journal;
  return { cache: new OrderCache(state, journal, closedMax), state, reads };
}

const numberOf = (id: FillId): number => Number(id.slice('fil_'.length));

const fillOf = (order: Order, number: number, change: Partial<Fill> = {}): Fill =>
  ({
    id: toFillId(number),
    orderId: order.id,
    leg: 1,
    generation: 1,
    qty: qty('1'),
    venueTradeId: `t-${number}`,
    settlement: 'FINAL',
    voids: null,
    ...change,
  }) as Fill;

/** An order with two legs of 5, where the legs have the given changes. */
function split(
  number: number,
  changes: readonly [Partial<Leg>, Partial<Leg>],
  change: Partial<Order> = {},
): Order {
  const order = accepted({}, ['5', '5'], number);
  return { ...order, ...change, legs: order.legs.map((leg, at) => ({ ...leg, ...changes[at] })) };
}

const touching = (...orders: readonly Order[]): TouchedRecords => ({
  orders: new Set(orders.map(({ id }) => id)),
  parents: new Set(),
  fills: new Map(),
  legNames: [],
  positions: new Map(),
  tokenPairs: [],
  settings: null,
});

describe('orders that the ledger held at the start', () => {
  const traded = { filledQty: qty('1') };
  const voided = { atVenue: { qty: qty('5'), filledQty: qty('0') } } as unknown as Partial<Leg>;
  for (const [name, changes] of [
    ['the first leg traded', [traded, {}]],
    ['the second leg traded', [{}, traded]],
    ['the fills of the first leg were voided', [voided, {}]],
    ['both legs traded', [traded, traded]],
  ] as const)
    test(`the trades of an order are recognised when ${name}`, async () => {
      const order = split(1, changes);
      const { cache } = createCache({ fills: [fillOf(order, 9)] });
      await cache.addRestored(order);
      assert.equal(cache.fills.find(order.id, 1, 't-9')?.id, toFillId(9));
    });

  test('an order that never traded costs no read', async () => {
    const { cache, reads } = createCache({});
    await cache.addRestored(split(1, [{}, {}]));
    assert.deepEqual(reads, []);
  });

  test('all fills of an order are read, also more than one page', async () => {
    const order = split(1, [traded, {}]);
    const fills = Array.from({ length: 2_001 }, (_, index) => fillOf(order, 2_001 - index));
    const { cache, reads } = createCache({ fills });
    await cache.addRestored(order);
    assert.equal(cache.fills.qtyMatchedBy(order.id, 1, 1), qty('2001'));
    assert.equal(reads.length, 3);
  });

  test('a leg is found by a client id that a venue computed', async () => {
    const hash = '0xabc' as VenueClientId;
    const order = split(7, [{}, { clientId: hash, generation: 3 }]);
    const { cache } = createCache({});
    await cache.addRestored(order);
    assert.deepEqual(cache.clientIds.find(DEMO, hash), { orderId: order.id, leg: 2, generation: 3 });
    assert.equal(cache.clientIds.find(DEMO, '0xdef' as VenueClientId), null);
  });
});

describe('closed orders', () => {
  const closed = (number: number, change: Partial<Order> = {}): Order =>
    split(number, [{ filledQty: qty('1') }, {}], { status: 'CANCELLED', ...change });

  /** Commits the orders one after the other, and makes each durable. */
  function commit(
    { cache, state }: ReturnType<typeof createCache>,
    orders: readonly Order[],
    from = 1,
  ): void {
    for (const [index, order] of orders.entries()) {
      state.orders.set(order.id, order);
      cache.onCommitted(touching(order), from + index);
      cache.onDurable(touching(order), from + index);
      cache.evictClosed();
    }
  }

  const inMemory = ({ state }: ReturnType<typeof createCache>): readonly OrderId[] => [
    ...state.orders.keys(),
  ];

  test('the newest stay in memory; the oldest leaves with its fills, its key and its client ids', async () => {
    const hash = '0xabc' as VenueClientId;
    const clientOrderId = 'mine' as ClientOrderId;
    const [first, second, third] = [closed(1, { clientOrderId }), closed(2), closed(3)] as const;
    const made = createCache({ orders: [first], fills: [fillOf(first, 9)] });
    const { cache } = made;
    made.state.orders.set(first.id, first);
    const legNames = [{ venue: DEMO, clientId: hash, orderId: first.id, leg: 1, generation: 1 }];
    cache.onCommitted({ ...touching(first), legNames, fills: new Map([[toFillId(9), fillOf(first, 9)]]) }, 1);
    cache.onDurable(touching(first), 1);
    assert.equal(cache.findByClientId(ACCOUNT, clientOrderId), first);
    assert.equal(cache.findByClientId('acc_2' as AccountId, clientOrderId), null);
    assert.deepEqual(cache.clientIds.find(DEMO, hash)?.orderId, first.id);
    commit(made, [second, third], 2);
    assert.deepEqual(inMemory(made), [second.id, third.id]);
    assert.equal(cache.findByClientId(ACCOUNT, clientOrderId), null);
    assert.equal(cache.clientIds.find(DEMO, hash), null);
    assert.equal(cache.fills.find(first.id, 1, 't-9'), null);
    // It returns with its fills when it is needed, and another order leaves.
    assert.equal((await cache.loadByClientId(ACCOUNT, clientOrderId))?.id, first.id);
    assert.equal(cache.fills.find(first.id, 1, 't-9')?.id, toFillId(9));
    cache.evictClosed();
    assert.deepEqual(inMemory(made), [third.id, first.id]);
  });

  test('a live order stays, however many have closed', () => {
    const live = split(1, [{}, {}]);
    const made = createCache({}, 1);
    commit(made, [live, closed(2), closed(3), closed(4)]);
    assert.deepEqual(inMemory(made), [live.id, closed(4).id]);
  });

  test('an order with a change that is not durable stays, and counts as durable only after its last change', () => {
    const made = createCache({}, 0);
    const { cache, state } = made;
    const order = closed(1);
    state.orders.set(order.id, order);
    cache.onCommitted(touching(order), 1);
    cache.onCommitted(touching(order), 2);
    cache.onDurable(touching(order), 1);
    cache.evictClosed();
    assert.deepEqual([inMemory(made), cache.isDurable(order.id)], [[order.id], false]);
    cache.onDurable(touching(order), 2);
    assert.equal(cache.isDurable(order.id), true);
    cache.evictClosed();
    assert.deepEqual(inMemory(made), []);
  });

  test('two readers at once cost one read, and an unknown order is null', async () => {
    const order = closed(1);
    const { cache, reads } = createCache({ orders: [order] });
    const [one, other] = await Promise.all([cache.load(order.id), cache.load(order.id)]);
    assert.ok(one !== null && one === other);
    assert.deepEqual(reads, [`order ${order.id}`, `fills ${order.id}`]);
    assert.equal(await cache.load(closed(2).id), null);
    assert.equal(await cache.load(closed(2).id), null);
    assert.equal(
      reads.filter((read) => read === `order ${closed(2).id}`).length,
      2,
      'null is not remembered',
    );
    assert.equal(await cache.withOrder(order.id, ({ id }) => id), order.id);
  });

  for (const closedMax of [0, 1, 2])
    test(`an order stays until the decision that loaded it ends, with ${closedMax} closed orders in memory`, async () => {
      const orders = Array.from({ length: 8 }, (_, index) => closed(index + 1));
      const made = createCache({ orders }, closedMax);
      const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
      const steps: OrderId[] = [];
      const decisions = orders.map(({ id }) =>
        made.cache.withOrder(id, async () => {
          steps.push(id);
          await isOver;
          assert.equal(made.state.orders.get(id)?.id, id);
        }),
      );
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual(steps.sort(), orders.map(({ id }) => id).sort());
      end();
      await Promise.all(decisions);
      assert.equal(inMemory(made).length, closedMax);
      assert.equal(made.reads.filter((read) => read.startsWith('order ')).length, orders.length);
    });

  test('an order that two decisions use stays until both have ended, also when it changes meanwhile', async () => {
    const order = closed(1);
    const made = createCache({ orders: [order] }, 0);
    const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const decisions = ends.map(({ promise }) => made.cache.withOrder(order.id, () => promise));
    await new Promise((resolve) => setImmediate(resolve));
    commit(made, [order]);
    assert.deepEqual(inMemory(made), [order.id]);
    ends[0].resolve();
    await decisions[0];
    assert.deepEqual(inMemory(made), [order.id]);
    ends[1].reject(new Error('the decision failed'));
    await assert.rejects(async () => decisions[1], /the decision failed/);
    assert.deepEqual(inMemory(made), []);
  });

  test('a live order that a decision used stays', async () => {
    const live = split(1, [{}, {}]);
    const made = createCache({}, 0);
    commit(made, [live]);
    assert.equal(await made.cache.withOrder(live.id, ({ id }) => id), live.id);
    assert.deepEqual(inMemory(made), [live.id]);
  });

  test('the complex order of a child that is being loaded stays until the child is in memory', async () => {
    const parent = { id: 'par_1' as ParentId, status: 'FILLED', idempotencyKey: null } as Parent;
    const child = closed(1, { parentId: parent.id });
    const made = createCache({ orders: [child], parents: [parent] }, 0);
    const reading = made.cache.load(child.id);
    for (let seq = 1; seq <= 20; seq += 1) {
      made.cache.onDurable(touching(), seq); // evicts complex orders that are over
      await Promise.resolve();
    }
    assert.equal((await reading)?.id, child.id);
    assert.equal(made.state.parents.get(parent.id), parent);
    assert.deepEqual(
      made.reads.filter((read) => read.startsWith('complex')),
      ['complex order par_1'],
    );
  });

  test('many are loaded with one read, and only the fills of those that traded', async () => {
    const [traded, untraded] = [closed(1), split(2, [{}, {}], { status: 'CANCELLED' })];
    const { cache, reads, state } = createCache(
      { orders: [traded, untraded], fills: [fillOf(traded, 9)] },
      10,
    );
    const unknown = closed(3).id;
    const [, one] = await Promise.all([
      cache.prefetch([traded.id, untraded.id, traded.id, unknown]),
      cache.load(untraded.id),
    ]);
    assert.deepEqual(reads, [`orders ${[traded.id, untraded.id, unknown].join()}`, `fills ${traded.id}`]);
    assert.deepEqual([...state.orders.keys()].sort(), [traded.id, untraded.id]);
    assert.equal(one, state.orders.get(untraded.id), 'a reader meanwhile gets the same order');
    assert.equal(cache.fills.find(traded.id, 1, 't-9')?.id, toFillId(9));
    await cache.prefetch([traded.id]);
    assert.equal(reads.length, 2);
    assert.equal(await cache.load(unknown), null);
  });

  test('a change during the load of many is kept', async () => {
    const order = closed(1);
    const made = createCache({ orders: [order] });
    const loading = made.cache.prefetch([order.id]);
    const changed = await made.cache.withOrder(order.id, (found) => ({ ...found, version: 7 }));
    made.state.orders.set(order.id, changed);
    await loading;
    assert.equal(made.state.orders.get(order.id), changed);
  });
});
