import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LEDGER_WRITES } from '../shared/ledger-writes.ts';
import { ORDER_COLUMNS } from '../shared/row-mapping.ts';
import { removal } from '../shared/row-writes.ts';
import type { WriteOp } from '../shared/sql-connections.ts';
import { CommitBatch } from './commit-statement.ts';

// A statement may touch a row once. Several changes of a row in one commit leave what single commits would leave.

type Rows = readonly Readonly<Record<string, unknown>>[];

/** The parts of the statement in their order: what is written to or deleted from which table, and the rows. */
function listParts(ops: readonly WriteOp[]): readonly (readonly [string, Rows | number])[] {
  const batch = new CommitBatch();
  for (const op of ops) batch.add(op);
  const { text, params } = batch.toStatement();
  const left = [...params];
  const parts = Array.from(text.matchAll(PARTS), ([, verb, table, columns]) => {
    const name = `${verb === 'INSERT INTO' ? '+' : '-'}${table}`;
    if (columns === undefined) return [name, Number(left.shift())] as const;
    const names = columns.split(', ');
    const lists = left.splice(0, names.length) as readonly (readonly unknown[])[];
    const rows = (lists[0] ?? []).map((_, row) =>
      Object.fromEntries(names.map((column, at) => [column, lists[at]?.[row]])),
    );
    return [name, rows] as const;
  });
  assert.deepEqual(left, [], 'each parameter belongs to a part');
  return parts;
}

const PARTS = /c\d+ AS \((INSERT INTO|DELETE FROM) (\w+)[^]*?(?:AS r\(([^)]*)\)|expires_at < )/g;

const order = (name: string, number: number, state: string, ...answer: readonly string[]): WriteOp => [
  name,
  number,
  ...ORDER_COLUMNS.slice(1, -2).map(() => null),
  state,
  ...answer,
];

/** The stored answer and state of order 1 after these writes. */
function findOrder(ops: readonly WriteOp[]): readonly unknown[] {
  const [[part, rows] = []] = listParts(ops);
  assert.ok(part === '+orders' && Array.isArray(rows) && rows.length === 1);
  const [row] = rows as Rows;
  return [row?.['state'], row?.['answer']];
}

const [FIRST, SECOND] = ['{"a":1}', '{"a":2}'];

describe('the answer of an order that changes several times in one commit', () => {
  const CASES: ReadonlyArray<
    readonly [title: string, ops: readonly WriteOp[], state: string, answer: unknown]
  > = [
    ['none yet', [order('orders', 1, FIRST), order('orders', 1, SECOND)], SECOND, null],
    ['of its only state', [order('orders_just_answered', 1, FIRST)], FIRST, ''],
    [
      'of the state before the last one',
      [order('orders_just_answered', 1, FIRST), order('orders', 1, SECOND)],
      SECOND,
      FIRST,
    ],
    [
      'two states ago',
      [order('orders_just_answered', 1, FIRST), order('orders', 1, SECOND), order('orders', 1, '{"a":3}')],
      '{"a":3}',
      FIRST,
    ],
    [
      'of the last state, after one without',
      [order('orders', 1, FIRST), order('orders_just_answered', 1, SECOND)],
      SECOND,
      '',
    ],
    [
      'of the last of two answered states',
      [order('orders_just_answered', 1, FIRST), order('orders_just_answered', 1, SECOND)],
      SECOND,
      '',
    ],
    [
      'given with the row, then kept',
      [order('orders_answered', 1, FIRST, 'given'), order('orders', 1, SECOND)],
      SECOND,
      'given',
    ],
    [
      'given with the row, after another one',
      [order('orders_just_answered', 1, FIRST), order('orders_answered', 1, SECOND, 'given')],
      SECOND,
      'given',
    ],
  ];
  for (const [title, ops, state, answer] of CASES)
    test(title, () => assert.deepEqual(findOrder(ops), [state, answer]));

  test('is not that of another order', () => {
    const [[, rows] = []] = listParts([order('orders_just_answered', 1, FIRST), order('orders', 2, SECOND)]);
    assert.deepEqual(
      (rows as Rows).map((row) => [row['number'], row['answer']]),
      [
        [1, ''],
        [2, null],
      ],
    );
  });
});

/** Tables whose rows can be deleted, and the number of fields of their key. */
const REMOVABLE = [
  ...LEDGER_WRITES.filter(({ isRemovable }) => isRemovable),
  { name: 'instrument_ids', keyColumns: 1 },
];

type Change = '+' | '-';

/** The changes of one row, and what is left of them in the statement. */
const SEQUENCES: ReadonlyArray<readonly [changes: readonly Change[], left: Change]> = [
  [['+'], '+'],
  [['-'], '-'],
  [['+', '+'], '+'],
  [['-', '-'], '-'],
  [['+', '-'], '-'],
  [['-', '+'], '+'],
  [['+', '-', '+'], '+'],
  [['-', '+', '-'], '-'],
  [['+', '+', '-'], '-'],
];

for (const { name: table, keyColumns } of REMOVABLE)
  describe(`a row of ${table}`, () => {
    const toKey = (name: string): readonly string[] =>
      Array.from({ length: keyColumns }, (_, index) => (index === keyColumns - 1 ? name : 'same'));
    const toOps = (name: string, changes: readonly Change[]): readonly WriteOp[] =>
      changes.map(
        (change, at): WriteOp =>
          change === '+' ? [table, ...toKey(name), `value ${at}`] : [removal(table), ...toKey(name)],
      );

    for (const [changes, left] of SEQUENCES)
      test(`after ${changes.join(' ')} is ${left === '+' ? 'the last one written' : 'deleted'}, in one part`, () => {
        const [[part, rows] = [], ...others] = listParts(toOps('a', changes));
        assert.deepEqual([part, others], [`${left}${table}`, []]);
        assert.ok(Array.isArray(rows) && rows.length === 1);
        const values = Object.values((rows as Rows)[0] ?? {}).filter((value) => value !== null);
        const last = left === '+' ? [`value ${changes.length - 1}`] : [];
        assert.deepEqual(values, [...toKey('a'), ...last]);
      });

    test('does not change what happens to a row with another key', () => {
      const mixed = [...toOps('a', ['+']), ...toOps('b', ['+', '-']), ...toOps('c', ['-', '+'])];
      const parts = listParts(mixed).map(([part, rows]) => [
        part,
        (rows as Rows).map((row) => Object.values(row)[keyColumns - 1]),
      ]);
      assert.deepEqual(parts, [
        [`+${table}`, ['a', 'c']],
        [`-${table}`, ['b']],
      ]);
    });
  });

test('of several times before which signatures expire, the last one counts, in any order', () => {
  for (const times of [
    [5, 7],
    [7, 5],
  ])
    assert.deepEqual(listParts(times.map((time): WriteOp => ['signatures_expired', time])), [
      ['-signatures', 7],
    ]);
});

test('rows that are only added are all written, in their order', () => {
  const ops = [1, 2, 3].map((seq): WriteOp => ['entry', seq]);
  const [[part, rows] = []] = listParts(ops);
  assert.deepEqual([part, (rows as Rows).map(({ seq }) => seq)], ['+entries', [1, 2, 3]]);
});
