import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GenericAsset, Instrument, MarketEvent, Position } from '../../../../sdk/src/index.ts';
import { bestOf, describeEvent, showShare, showSum, toBoard } from './event-board.ts';

const member = (instrument_id: number, implied?: string, status = 'OPEN') => ({
  instrument_id,
  outcome_name: instrument_id === 3 ? null : `Outcome ${instrument_id}`,
  status,
  yes_bid: null,
  yes_ask: null,
  ...(implied === undefined ? {} : { implied }),
});
const event = (change: object): MarketEvent =>
  ({ exclusive: 'AT_MOST_ONE', complete: null, augmented: null, ...change }) as unknown as MarketEvent;

test('the outcome with the highest share is first, and those that are settled are last', () => {
  const members = [member(1, '0.2'), member(2, undefined, 'SETTLED'), member(3, '0.8'), member(4)];
  const markets = new Map([[3, { title: 'Rain' } as Instrument]]);
  const positions = [{ instrument_id: 1, qty: '5', side: 'SELL' } as Position];
  const rows = toBoard(event({ members }), { markets, assets: new Map(), positions });
  assert.deepEqual(
    rows.map(({ name, held }) => [name, held?.qty ?? null]),
    [
      ['Rain', null],
      ['Outcome 1', '5'],
      ['Outcome 4', null],
      ['Outcome 2', null],
    ],
  );
});

test('another venue is inverted if only one of both listings is', () => {
  const asset = (one: boolean, other: boolean): GenericAsset =>
    ({
      members: [
        { venue: 'Demo', instrument_id: 1, ticker: 'A', inverted: one },
        { venue: 'Kalshi', instrument_id: 9, ticker: 'B', inverted: other },
      ],
    }) as unknown as GenericAsset;
  const markets = new Map([[1, { title: 'Rain', generic_asset_id: 5 } as Instrument]]);
  const othersOf = (one: boolean, other: boolean) =>
    toBoard(event({ members: [member(1)] }), {
      markets,
      assets: new Map([[5, asset(one, other)]]),
      positions: [],
    })[0]?.others;
  assert.deepEqual(othersOf(true, true), [{ venue: 'Kalshi', instrumentId: 9, isInverted: false }]);
  assert.deepEqual(othersOf(false, true), [{ venue: 'Kalshi', instrumentId: 9, isInverted: true }]);
});

test('the best bid of one outcome is the best ask of the other', () => {
  const book = { bids: [{ price: '0.46', qty: '10' }], asks: [] };
  assert.deepEqual(bestOf(book, 'YES').bid, { price: '0.46', qty: '10' });
  assert.deepEqual(bestOf(book, 'NO'), {
    bid: { price: null, qty: null },
    ask: { price: '0.54', qty: '10' },
  });
  assert.deepEqual(bestOf(null, 'YES').ask, { price: null, qty: null });
});

test('the words say only what the venue states', () => {
  assert.equal(describeEvent(event({})), 'at most one outcome pays');
  assert.equal(
    describeEvent(event({ exclusive: 'EXACTLY_ONE', complete: true, augmented: true })),
    'exactly one outcome pays, all outcomes are listed, the venue may add outcomes',
  );
});

test('a sum may be above 1, and a sum of odds is shown in cents', () => {
  assert.deepEqual(
    [showSum('1.04', 'odds'), showSum(null, 'cents'), showShare('0.43283582')],
    ['104¢', '–', '43.3 %'],
  );
});
