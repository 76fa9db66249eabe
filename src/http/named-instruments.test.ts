import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Instrument } from '../contract/model/instrument.ts';
import { NO_INSTRUMENT, replaceInstrumentNames } from './named-instruments.ts';

const lookups: string[] = [];
const marketData = () => ({
  instrumentByNativeId: async (venue: string, nativeId: string) => {
    lookups.push(`${venue}:${nativeId}`);
    return venue === 'Demo' && nativeId === 'A:1' ? ({ instrumentId: 1001 } as Instrument) : null;
  },
});
const replaced = async (value: unknown): Promise<unknown> => {
  lookups.length = 0;
  return replaceInstrumentNames(value, marketData);
};

test('a name is replaced by its id in every place of a request that has one', async () => {
  const leg = { instrument_id: 'Demo:A:1', side: 'BUY' };
  assert.deepEqual(
    await replaced({
      ...leg,
      orders: [{ params: { legs: [leg, { instrument_id: 7 }] } }],
      instrument_ids: [3, 'Demo:A:1'],
    }),
    {
      instrument_id: 1001,
      side: 'BUY',
      orders: [{ params: { legs: [{ instrument_id: 1001, side: 'BUY' }, { instrument_id: 7 }] } }],
      instrument_ids: [3, 1001],
    },
  );
  assert.deepEqual(lookups, ['Demo:A:1']); // once for all places
});

test('a name that no listing has becomes an id that no instrument has', async () => {
  assert.deepEqual(await replaced({ instrument_id: 'Demo:B' }), { instrument_id: NO_INSTRUMENT });
  assert.deepEqual(await replaced({ instrument_id: 'Nowhere:A:1' }), { instrument_id: NO_INSTRUMENT });
});

test('a request without a name is the same value, at once', () => {
  for (const value of [
    { instrument_id: 1001, tag: 'a:b' },
    { instrument_id: '1001' },
    { instrument_id: 'A' },
    'a:b',
    null,
  ])
    assert.equal(replaceInstrumentNames(value, marketData), value);
});

test('text of other fields, deeper fields and more names than a request may have are left as they are', () => {
  let deep: object = { instrument_id: 'Demo:A:1' };
  for (let at = 0; at < 20; at += 1) deep = { deep };
  const many = { instrument_ids: Array.from({ length: 1_001 }, (_, at) => `Demo:${at}`) };
  for (const value of [deep, many, { instrument_id: `Demo:${'x'.repeat(600)}` }])
    assert.equal(replaceInstrumentNames(value, marketData), value);
});
