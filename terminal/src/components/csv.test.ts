import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOf } from './csv.ts';

test('commas, quotes and line ends stay inside their cell', () => {
  assert.equal(csvOf(['a', 'b'], [['x,y', 'say "no"']]), 'a,b\r\n"x,y","say ""no"""\r\n');
});

test('a title that would run as a formula is text, a negative figure stays a figure', () => {
  assert.equal(csvOf(['title', 'pnl'], [['=1+1', '-0.5']]), "title,pnl\r\n'=1+1,-0.5\r\n");
});

test('what is not known is an empty cell', () => {
  assert.equal(csvOf(['a', 'b'], [[null, 0]]), 'a,b\r\n,0\r\n');
});
