import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { GenericAssetId, InstrumentId, VenueName } from '../../contract/model/ids.ts';
import type { AssetMember, GenericAsset, Instrument, VenueEvent } from '../../contract/model/instrument.ts';
import type { Price, Qty } from '../../contract/model/money.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import { instrument } from '../instruments/instrument.fixture.ts';
import {
  assetsDiffer,
  computeAssetStatus,
  instrumentsDiffer,
  publishedFieldsDiffer,
  termsDiffer,
} from './instrument-diff.ts';

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

const EVENT: VenueEvent = { venueEventId: 'E-1', title: 'Rain', series: 'RAIN', exclusive: 'AT_MOST_ONE' };
const listed: Instrument = { ...before, event: EVENT };

/** Another value for each field that a venue publishes. */
const TEXTS = {
  venue: 'Kalshi' as VenueName,
  venueInstrumentId: 'other',
  ticker: 'other',
  slug: 'other',
  title: 'other',
  description: 'other',
  category: 'other',
  outcomeName: 'other',
  rulesSecondary: 'other',
  venueTerms: { other: '1' },
  event: null,
} satisfies Partial<Instrument>;
const TERMS = {
  status: 'PAUSED',
  priceTick: 1n as Price,
  priceMin: 1n as Price,
  priceMax: 1n as Price,
  priceBands: [{ from: 0n as Price, to: 100_000_000n as Price, step: 1n as Price }],
  qtyStep: 1n as Qty,
  qtyMin: 1n as Qty,
  fees: null,
  openTime: 1 as TimestampMs,
  closeTime: 1 as TimestampMs,
  result: 'YES',
  settlementPrice: 1n as Price,
} satisfies Partial<Instrument>;

describe('each published field', () => {
  test('occurs in this test', () => {
    const others = new Set(['instrumentId', 'genericAssetId', 'updatedAt']);
    const fields = Object.keys(before).filter((field) => !others.has(field));
    assert.deepEqual(Object.keys({ ...TEXTS, ...TERMS }).sort(), fields.sort());
  });

  for (const [field, value] of Object.entries({ ...TEXTS, ...TERMS }))
    test(`${field} makes a difference, ${field in TERMS ? 'also' : 'but not'} to the terms`, () => {
      const after = { ...listed, [field]: value };
      assert.equal(publishedFieldsDiffer(listed, after), true);
      assert.equal(instrumentsDiffer(listed, after), true);
      assert.equal(termsDiffer(listed, after), field in TERMS);
    });

  for (const change of [
    { venueEventId: 'E-2' },
    { title: 'x' },
    { series: null },
    { exclusive: 'NONE' as const },
  ])
    test(`${Object.keys(change)[0]} of the event makes a difference`, () => {
      assert.ok(instrumentsDiffer(listed, { ...listed, event: { ...EVENT, ...change } }));
    });
});

test('a new generic asset changes the instrument and its terms, and is not published by the venue', () => {
  const linked = { ...before, genericAssetId: 7 as GenericAssetId };
  assert.deepEqual(
    [instrumentsDiffer, termsDiffer, publishedFieldsDiffer].map((differ) => differ(before, linked)),
    [true, true, false],
  );
});

test('an asset differs from one with another text or member, and not from an equal one', () => {
  const member: AssetMember = {
    venue: 'Demo' as VenueName,
    instrumentId: 1 as InstrumentId,
    ticker: 'T',
    inverted: false,
  };
  const asset: GenericAsset = {
    genericAssetId: 1 as GenericAssetId,
    title: 'Rain',
    description: null,
    category: 'Weather',
    members: [member],
  };
  assert.equal(assetsDiffer(asset, { ...asset, members: [{ ...member }] }), false);
  for (const change of [{ title: 'Snow' }, { members: [] }, { members: [{ ...member, inverted: true }] }])
    assert.equal(assetsDiffer(asset, { ...asset, ...change }), true);
});
