import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GenericAssetId, InstrumentId } from '../contract/model/ids.ts';
import type { GenericAsset, Instrument } from '../contract/model/instrument.ts';
import type { TimestampMs } from '../contract/model/time.ts';
import { instrument, KALSHI, POLYMARKET } from '../domain/instruments/instrument.fixture.ts';
import { AssetSafety } from './asset-safety.ts';

const TITLE = 'Will it rain in London on July 1, 2027?';
const RULES = 'If it rains in London on July 1, 2027, the market resolves to Yes.';
const rain = (id: number, changes: Partial<Instrument> = {}): Instrument =>
  instrument(id, {
    venue: id === 1 ? KALSHI : POLYMARKET,
    title: TITLE,
    description: RULES,
    rulesSecondary: null,
    ...changes,
  });
const VOID = 'If the count is cancelled, the market resolves 50-50.';
const FAIR = 'If the count is cancelled, the market resolves to a fair market price.';

const createAsset = (isInverted: readonly boolean[]): GenericAsset => ({
  genericAssetId: 1_000_001 as GenericAssetId,
  title: TITLE,
  description: null,
  category: 'Weather',
  members: isInverted.map((inverted, at) => ({
    venue: at === 0 ? KALSHI : POLYMARKET,
    instrumentId: (at + 1) as InstrumentId,
    ticker: `T${at}`,
    inverted,
  })),
});

const create = (listings: readonly Instrument[], isApproved = true) => {
  const shown = [...listings];
  const safety = new AssetSafety({
    assets: { getApproval: () => (isApproved ? { by: 'a', at: 0 as TimestampMs } : null) },
    catalogue: { lookup: async (ids) => shown.filter(({ instrumentId }) => ids.includes(instrumentId)) },
  });
  return { safety, shown };
};

test('an approved asset has the level of its listings, in the orientation of its members', async () => {
  for (const [first, second, level] of [
    [false, false, 'SAFE'],
    [true, true, 'SAFE'],
    [false, true, 'BLOCK'],
    [true, false, 'BLOCK'],
  ] as const) {
    const { safety } = create([rain(1), rain(2)]);
    assert.equal((await safety.get(createAsset([first, second])))?.level, level, `${first} ${second}`);
  }
});

test('the worst member decides, and a changed listing is compared again', async () => {
  const { safety, shown } = create([
    rain(1, { description: `${RULES} ${FAIR}` }),
    rain(2, { description: `${RULES} ${FAIR}` }),
    rain(3, { description: `${RULES} ${VOID}` }),
  ]);
  const asset = createAsset([false, false, false]);
  assert.deepEqual(await safety.get(asset), {
    level: 'CAUTION',
    clauses: [{ name: 'cancellation', words: 'pays fair price / pays 50-50' }],
  });
  shown[1] = rain(2, {
    title: TITLE.replace('July 1', 'July 2'),
    description: RULES.replace('July 1', 'July 2'),
  });
  assert.equal((await safety.get(asset))?.level, 'BLOCK');
});

test('an asset that its venue declares has no level, nor one with an unknown member', async () => {
  const asset = createAsset([false, false]);
  assert.equal(await create([rain(1), rain(2)], false).safety.get(asset), null);
  assert.equal(await create([rain(1)]).safety.get(asset), null);
});
