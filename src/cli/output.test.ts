import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordView, show } from './output.ts';
import type { Terminal } from './terminal-io.ts';

test('a table shows no text that moves the cursor or changes its direction', () => {
  const lines: string[] = [];
  const terminal = { isSeen: true, print: (line: string) => lines.push(line) } as unknown as Terminal;
  show(terminal, {}, recordView({ title: 'rain\u202e \u2066on\u2069 \u200fMonday\u001b[2J' }));
  assert.deepEqual(lines, ['title  rain on Monday [2J']);
});

test('a table shows a list of words without brackets, an empty one as a dash, and records as JSON', () => {
  const lines: string[] = [];
  const terminal = { isSeen: true, print: (line: string) => lines.push(line) } as unknown as Terminal;
  show(terminal, {}, recordView({ blocks: ['not_reviewed', 'book_crossed'], none: [], legs: [{ leg: 1 }] }));
  assert.deepEqual(lines, ['blocks  not_reviewed, book_crossed', 'none    -', 'legs    [{"leg":1}]']);
});

test('JSON keeps the text of a venue as it is', () => {
  const lines: string[] = [];
  const terminal = { isSeen: false, print: (line: string) => lines.push(line) } as unknown as Terminal;
  show(terminal, {}, recordView({ title: 'a\u202eb' }));
  assert.equal(JSON.parse(lines.join('\n')).title, 'a\u202eb');
});
