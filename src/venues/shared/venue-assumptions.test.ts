import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { KALSHI_ASSUMPTIONS } from '../kalshi/kalshi-assumptions.ts';
import { POLYMARKET_ASSUMPTIONS } from '../polymarket/polymarket-assumptions.ts';
import { renderAssumptionRows, toAssumptionChecks } from './venue-assumptions.ts';

const VENUES = { kalshi: KALSHI_ASSUMPTIONS, polymarket: POLYMARKET_ASSUMPTIONS };

test('the README of each venue lists its assumptions, and no others', () => {
  for (const [venue, assumptions] of Object.entries(VENUES)) {
    const text = readFileSync(join(import.meta.dirname, '..', venue, 'README.md'), 'utf8');
    const [, section = ''] = text.split('## Assumptions\n');
    const rows = section.split('\n').filter((line) => line.startsWith('|'));
    assert.deepEqual(rows.slice(2), renderAssumptionRows(assumptions), venue);
  }
});

test('each assumption has a day, and one that the venue does not state says what would settle it', () => {
  for (const check of Object.values(VENUES).flatMap(toAssumptionChecks)) {
    assert.match(check.asOf ?? '', /^20\d\d-\d\d-\d\d$/);
    assert.ok(Number.isFinite(Date.parse(check.asOf ?? '')));
    assert.doesNotMatch(check.detail, /undefined/);
  }
  const [unstated] = toAssumptionChecks([{ what: 'a', asOf: '2026-10-07', isStated: false, settledBy: 'b' }]);
  assert.equal(unstated?.detail, 'a; not stated by the venue, settled by b');
});
