import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BalanceSheetLine } from '../../../../sdk/src/index.ts';
import { describeSheet } from './sheet-words.ts';

const line = (change: Partial<BalanceSheetLine>): BalanceSheetLine => ({
  line: 'cash',
  subaccount: '0',
  unattributed: '100',
  recorded: '100',
  venue: '100',
  difference: '0',
  difference_min: '0',
  difference_max: '0',
  differs: false,
  ...change,
});
const unknown = { recorded: null, venue: null, difference: null, difference_min: null, difference_max: null };

for (const [title, lines, words] of [
  ['all agree', [line({}), line({ line: 'rewards', ...unknown })], /^agrees with the venue at /],
  ['no figure is known', [line(unknown)], /^not compared/],
  ['one is within its bounds', [line({ difference: '-4', difference_min: '-4.1' })], /^agrees/],
  ['one is outside of its bounds for the first time', [line({ difference: '4' })], /is compared again$/],
  ['one differs', [line({ difference: '-50.001', differs: true })], /^differs: Cash by −50.001$/],
  [
    'one differed when it was last known',
    [line({ ...unknown, differs: true })],
    /^differs: Cash by an unknown amount$/,
  ],
] as const)
  test(`the sheet in words when ${title}`, () => {
    const { text, isBroken } = describeSheet({
      compared_at: '2026-07-01T12:00:00.000Z',
      venue_as_of: null,
      lines: [...lines],
    });
    assert.match(text, words);
    assert.equal(isBroken, text.startsWith('differs'));
  });
