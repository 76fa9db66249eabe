import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderCsvCell } from './csv-cell.ts';

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
    assert.equal(renderCsvCell(given), shown);
});
