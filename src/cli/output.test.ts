import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine, recordView, show } from './output.ts';
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

test('a cell of CSV has no control character, no direction mark and no formula', () => {
  for (const [given, shown] of [
    ['\u001b[2Jred\u0007', ' [2Jred '],
    ['a\r\nb\u0000c\u0085d\u2028e', 'a b c d e'],
    ['x\u202ey', 'xy'],
    ['\ud83d\udc69\u200d\ud83d\udc67', '\ud83d\udc69\u200d\ud83d\udc67'],
    ['=1+1', "'=1+1"],
    ['@SUM(1+1)', "'@SUM(1+1)"],
    ['-2+3', "'-2+3"],
    ['\t=1', "' =1"],
    ['\u202e=1', "'=1"],
    ['-0.5', '-0.5'],
    ['=A("x",1)', `"'=A(""x"",1)"`],
  ] as const)
    assert.equal(csvLine([given]), shown);
});
