import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listView, recordView, show } from './output.ts';
import type { Terminal } from './terminal-io.ts';

test('a table shows no text that moves the cursor or changes its direction', () => {
  const lines: string[] = [];
  const terminal = { isSeen: true, print: (line: string) => lines.push(line) } as unknown as Terminal;
  show(terminal, {}, recordView({ title: 'rain\u202e \u2066on\u2069 \u200fMonday\u001b[2J' }));
  assert.deepEqual(lines, ['title  rain on Monday [2J']);
});

test('a table of one record shows a list of words without brackets, a list of short records as a table, and other nested fields by their paths', () => {
  const lines: string[] = [];
  const terminal = { isSeen: true, print: (line: string) => lines.push(line) } as unknown as Terminal;
  show(
    terminal,
    {},
    recordView({
      venues: [
        { venue: 'Demo', note: null },
        { venue: 'Kalshi', note: 'keeps orders' },
      ],
      blocks: ['not_reviewed', 'book_crossed'],
      none: [],
      empty: {},
      limits: { max: 1 },
      legs: [{ leg: 1, fee: { rate: '0' } }],
      long: [{ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7 }],
    }),
  );
  assert.deepEqual(lines, [
    'blocks           not_reviewed, book_crossed',
    'none             -',
    'empty            -',
    'limits.max       1',
    'legs.0.leg       1',
    'legs.0.fee.rate  0',
    ...'abcdefg'.split('').map((name, index) => `long.0.${name}         ${index + 1}`),
    '',
    'venues',
    'VENUE   NOTE',
    'Demo    -',
    'Kalshi  keeps orders',
  ]);
});

test('a row of a table shows nested records as names and values', () => {
  const lines: string[] = [];
  const terminal = { isSeen: true, print: (line: string) => lines.push(line) } as unknown as Terminal;
  const legs = [
    { venue: 'Demo', qty: '5', tags: ['a', 'b'] },
    { venue: 'Kalshi', qty: null, tags: [] },
  ];
  show(terminal, {}, listView([{ id: 1, legs }], ['id', 'legs']));
  assert.deepEqual(lines, ['ID  LEGS', '1   venue Demo, qty 5, tags a, b; venue Kalshi, qty -, tags -']);
});

test('JSON keeps the text of a venue as it is', () => {
  const lines: string[] = [];
  const terminal = { isSeen: false, print: (line: string) => lines.push(line) } as unknown as Terminal;
  show(terminal, {}, recordView({ title: 'a\u202eb' }));
  assert.equal(JSON.parse(lines.join('\n')).title, 'a\u202eb');
});
