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
