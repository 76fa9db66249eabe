import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCsv } from './csv.ts';

test('commas, quotes and line ends stay inside their cell', () => {
  assert.equal(toCsv(['a', 'b'], [['x,y', 'say "no"']]), 'a,b\r\n"x,y","say ""no"""\r\n');
});

test('a title that looks like a formula is escaped, and a negative figure stays a figure', () => {
  assert.equal(toCsv(['title', 'pnl'], [['=1+1', '-0.5']]), "title,pnl\r\n'=1+1,-0.5\r\n");
});

test('a missing value is an empty cell', () => {
  assert.equal(toCsv(['a', 'b'], [[null, 0]]), 'a,b\r\n,0\r\n');
});

test('a cell has no control character, no direction mark and no formula', () => {
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
    assert.equal(toCsv(['a'], [[given]]), `a\r\n${shown}\r\n`);
});
