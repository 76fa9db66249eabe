import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import type { VenueOrderId } from '../../contract/model/ids.ts';
import type { Order } from '../../contract/model/order.ts';
import type { LedgerEvent, LedgerRows } from '../../domain/events/event-schema.ts';
import { accepted, qty, RAIN } from '../../domain/order-state/order.fixture.ts';
import { LEDGER_STATEMENTS } from '../sqlite/journal/ledger-statements.ts';
import { LEDGER_SCHEMA } from '../sqlite/projections/ledger-schema.ts';

import { ANSWER_TEXT, entryOps, rowOps, toOrder } from './row-mapping.ts';

const NO_ROWS: LedgerRows = {
  accounts: [],
  subaccounts: [],
  keys: [],
  limits: [],
  killSwitches: [],
  guards: [],
  protections: [],
  sessions: [],
  endedSessions: [],
  approvals: [],
  forgottenApprovals: [],
  operations: [],
  forgottenOperations: [],
  claims: [],
  bindings: [],
  assetReviews: [],
  orders: [],
  parents: [],
  fills: [],
  legNames: [],
  positions: [],
  tokenPairs: [],
  venueMarks: [],
};

/** The ledger's tables with the orders that the entries stored. */
function createTables() {
  const database = new DatabaseSync(':memory:');
  for (const migration of LEDGER_SCHEMA) database.exec(migration);
  const store = (orders: readonly Order[], answered: readonly Order[] = []): void => {
    const events = answered.map(({ id: orderId }): LedgerEvent => ({ type: 'OrderAnswered', orderId }));
    for (const [statement, ...params] of rowOps({ ...NO_ROWS, orders }, events))
      database.prepare(LEDGER_STATEMENTS[statement] ?? assert.fail(statement)).run(...params);
  };
  const columns = (number: number) =>
    database
      .prepare(`SELECT number, state, answer, ${ANSWER_TEXT} AS shown FROM orders WHERE number = ?`)
      .get(number) ?? assert.fail(`order ${number}`);
  const read = (number: number): Order => {
    const { state, shown } = columns(number);
    return toOrder({ number, state: state ?? null, answer: shown ?? null });
  };
  return { store, columns, read, database };
}

const [ORDER, OTHER] = [accepted({}, [], 1), accepted({}, [], 2)];
const answeredWith = (order: Order, answer: Order): Order => ({ ...order, answer });
const filled = (order: Order): Order => ({
  ...order,
  status: 'PARTIAL',
  legs: order.legs.map((leg) => ({ ...leg, filledQty: qty('4'), venueOrderId: 'v-1' as VenueOrderId })),
});

describe('the stored answer of an order', () => {
  test('is null before the first answer', () => {
    const { store, columns, read } = createTables();
    store([ORDER]);
    assert.deepEqual([columns(1)['answer'], read(1)], [null, ORDER]);
  });

  test('is empty while the order is as it was answered, and its text once the order changes', () => {
    const { store, columns, read } = createTables();
    const answered = answeredWith(ORDER, ORDER);
    store([ORDER]);
    store([answered], [answered]);
    assert.deepEqual([columns(1)['answer'], read(1)], ['', answered]);
    const changed = filled(answered);
    store([changed]);
    assert.notEqual(columns(1)['answer'], '');
    assert.deepEqual(read(1), changed);
    assert.deepEqual(read(1).answer, ORDER, 'a repeated request gets the first answer');
    const ended: Order = { ...changed, status: 'CANCELLED' };
    store([ended]);
    assert.deepEqual(read(1), ended);
  });

  test('is its text when the order differs from it in the same entry', () => {
    const { store, columns, read } = createTables();
    const changed = answeredWith(filled(ORDER), ORDER);
    store([changed], [changed]);
    assert.notEqual(columns(1)['answer'], '');
    assert.deepEqual(read(1), changed);
  });

  test('of one order does not change when another order of the entry is answered', () => {
    const { store, columns, read } = createTables();
    store([ORDER, OTHER]);
    const [one, two] = [answeredWith(ORDER, ORDER), filled(OTHER)];
    store([one, two], [one]);
    assert.deepEqual([columns(1)['answer'], columns(2)['answer']], ['', null]);
    assert.deepEqual([read(1), read(2)], [one, two]);
    const later = filled(one);
    const answered = answeredWith(two, two);
    store([later, answered], [answered]);
    assert.deepEqual([read(1), read(2)], [later, answered]);
  });
});

test('the instrument column is the requested one, or the last that routing chose, and none for a SPLIT', () => {
  const { store, database } = createTables();
  const routed = { instrumentId: null, legs: [...ORDER.legs, { ...ORDER.legs[0], instrumentId: RAIN + 5 }] };
  const withRouting = (mode: string, number: number, change: object): Order =>
    ({ ...accepted({}, [], number), ...change, routing: { mode, venues: null } }) as Order;
  store([
    withRouting('DIRECT', 1, {}),
    withRouting('BEST_PRICE', 2, routed),
    withRouting('BEST_PRICE', 3, { instrumentId: null, legs: [] }),
    withRouting('SPLIT', 4, routed),
  ]);
  const rows = database.prepare('SELECT instrument_id FROM orders ORDER BY number').all();
  assert.deepEqual(
    rows.map((row) => row['instrument_id']),
    [RAIN, RAIN + 5, null, null],
  );
});

test('a row that holds another order is refused by name', () => {
  const { columns, store } = createTables();
  store([ORDER]);
  const { state } = columns(1);
  assert.throws(() => toOrder({ number: 2, state: state ?? null, answer: null }), /orders row 2 holds ord_1/);
});

test('an entry is indexed once for each of its orders, and once for its anomalies', () => {
  const anomaly = { type: 'AnomalyRecorded', orderId: OTHER.id } as LedgerEvent;
  const events: readonly LedgerEvent[] = [
    { type: 'OrderAnswered', orderId: ORDER.id },
    { type: 'OrderAnswered', orderId: ORDER.id },
    anomaly,
    anomaly,
  ];
  assert.deepEqual(entryOps({ seq: 9, at: ORDER.createdAt, cause: 'c', actor: 'a', events }), [
    ['order_entries', 1, 9],
    ['order_entries', 2, 9],
    ['anomaly_entries', 9],
  ]);
  const without = { seq: 9, at: ORDER.createdAt, cause: 'c', actor: 'a', events: [] };
  assert.deepEqual(entryOps(without), []);
});
