import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instrument } from '../instruments/instrument.fixture.ts';
import type { Instrument } from '../model/instrument.ts';
import type { Price } from '../model/money.ts';
import type { TimestampMs } from '../model/time.ts';
import { computeAssetStatus, instrumentsDiffer, termsDiffer } from './instrument-diff.ts';

const before = instrument(1);

test('a new status, result or tick is a change of terms', () => {
  assert.ok(termsDiffer(before, { ...before, status: 'PAUSED' }));
  assert.ok(termsDiffer(before, { ...before, result: 'VOID' }));
  assert.ok(termsDiffer(before, { ...before, settlementPrice: 1n as Price }));
  assert.ok(termsDiffer(before, { ...before, priceTick: 100_000n as Price }));
});

test('a new title changes the instrument but not its trading terms', () => {
  const retitled = { ...before, title: 'Rain?' };
  assert.ok(instrumentsDiffer(before, retitled));
  assert.ok(!termsDiffer(before, retitled));
});

test('a repeated update with a later time is not a change', () => {
  assert.ok(!instrumentsDiffer(before, { ...before, updatedAt: 1 as TimestampMs }));
});

test('an asset has the most active status of its members', () => {
  assert.equal(computeAssetStatus(['SETTLED', 'OPEN', 'CLOSED']), 'OPEN');
  assert.equal(computeAssetStatus(['CLOSED', 'UNOPENED', 'PAUSED']), 'PAUSED');
  assert.equal(computeAssetStatus(['SETTLED', 'SETTLED']), 'SETTLED');
  assert.equal(computeAssetStatus([]), 'CLOSED');
});

test('an event, secondary rules and terms are published fields; the order of terms is not', () => {
  const event = { venueEventId: 'E', title: null, series: null, exclusive: 'NONE' } as const;
  assert.ok(instrumentsDiffer(before, { ...before, event }));
  assert.ok(
    instrumentsDiffer({ ...before, event }, { ...before, event: { ...event, exclusive: 'UNKNOWN' } }),
  );
  assert.ok(instrumentsDiffer(before, { ...before, outcomeName: 'Rain' }));
  assert.ok(instrumentsDiffer(before, { ...before, rulesSecondary: 'Or hail.' }));
  const terms = (venueTerms: Instrument['venueTerms']): Instrument => ({ ...before, venueTerms });
  assert.ok(instrumentsDiffer(terms({ a: '1' }), terms({ a: '2' })));
  assert.ok(!instrumentsDiffer(terms({ a: '1', b: '2' }), terms({ b: '2', a: '1' })));
});
