import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUnknownVersion, parseMarket, parseMarketPage } from './gamma-messages.ts';

const CONDITION = `0x${'ab'.repeat(32)}`;
const TOKENS = ['71', '72'];
const POSITIONS = ['91', '92'];

/** A discovery record in the shape of 2026-10, with the fields that decide on the ids of the outcomes. */
const RECORD = {
  conditionId: CONDITION,
  version: 'v1',
  outcomes: '["Yes", "No"]',
  clobTokenIds: JSON.stringify(TOKENS),
  positionIds: JSON.stringify(POSITIONS),
};

const parsed = (change: object) => parseMarket({ ...RECORD, ...change });
const readTokens = (change: object) => parsed(change)?.tokens ?? null;

test('the version decides which ids are those of the outcomes, not which are present', () => {
  assert.deepEqual(readTokens({}), TOKENS);
  assert.deepEqual(readTokens({ version: 'v2' }), POSITIONS);
  assert.deepEqual(readTokens({ version: 'v2', positionIds: POSITIONS }), POSITIONS, 'also as a list');
  assert.equal(readTokens({ version: 'v2', positionIds: undefined }), null);
  assert.equal(readTokens({ clobTokenIds: undefined }), null);
});

test('a missing or unknown version is refused, and named', () => {
  for (const [version, name] of [
    [undefined, 'missing'],
    [null, 'missing'],
    ['', 'missing'],
    ['V2', 'V2'],
    ['v3', 'v3'],
    [2, '2'],
  ] as const) {
    assert.equal(parsed({ version }), null);
    assert.equal(findUnknownVersion({ ...RECORD, version }), name);
  }
  assert.equal(findUnknownVersion(RECORD), null);
  assert.equal(findUnknownVersion({ version: 'v9' }), null, 'not a market');
  assert.equal(findUnknownVersion('v9'), null);
});

test('ids that are not two different decimal numbers are refused', () => {
  for (const positionIds of [
    ['91'],
    ['91', '92', '93'],
    ['91', '91'],
    ['0x91', '92'],
    ['-1', '2'],
    [1e30, 2e30],
  ])
    assert.equal(readTokens({ version: 'v2', positionIds }), null, String(positionIds));
  assert.equal(readTokens({ version: 'v2', positionIds: `[${'9'.repeat(76)}, 1]` }), null, 'digits are lost');
});

test('a market without exactly two outcomes is refused', () => {
  for (const outcomes of ['["A"]', '["A", "B", "C"]', '', undefined])
    assert.equal(parsed({ outcomes }), null);
});

test('a condition id of 31 bytes gets its last byte', () => {
  assert.equal(parsed({})?.conditionId, CONDITION);
  assert.equal(parsed({ conditionId: CONDITION.slice(0, -2) })?.conditionId, `${CONDITION.slice(0, -2)}00`);
});

test('the event and the terms of a market are kept as the venue spells them', () => {
  const events = [{ id: '30110', slug: 'rain', title: 'Rain in London' }];
  const market = parsed({
    events,
    gameId: 7,
    line: 3.5,
    groupItemTitle: '',
    gameStartTime: null,
    negRisk: false,
  });
  assert.deepEqual(market?.event, { id: '30110', title: 'Rain in London', series: null });
  assert.deepEqual(market?.terms, { gameId: '7', line: '3.5', negRisk: 'false' });
  assert.deepEqual([parsed({})?.event, parsed({})?.terms], [null, {}]);
});

test('a page of more markets than the venue returns is not read', () => {
  const read = (count: number) =>
    parseMarketPage({ markets: Array.from({ length: count }, () => ({})) })?.items.length;
  assert.deepEqual([1_000, 1_001].map(read), [1_000, undefined]);
});

test('only a market that says so is free; a schedule that is missing or not understood is unknown', () => {
  const schedule = { exponent: 1, rate: 0.06, takerOnly: true };
  const known = { rate: 6_000_000n, exponent: 1 };
  for (const [terms, fee] of [
    [{ feesEnabled: true, feeSchedule: schedule }, known],
    [{ feeSchedule: schedule }, known],
    [{ feesEnabled: null, feeSchedule: schedule }, known],
    [{ feesEnabled: 'no', feeSchedule: schedule }, known],
    [{ feesEnabled: false, feeSchedule: schedule }, 'free'],
    [{ feesEnabled: false }, 'free'],
    [
      { feesEnabled: true, feeSchedule: { ...schedule, rate: 0 } },
      { rate: 0n, exponent: 1 },
    ],
    [
      { feesEnabled: true, feeSchedule: { rate: 0, exponent: 1, takerOnly: false } },
      { rate: 0n, exponent: 1 },
    ],
    [{ feesEnabled: true, feeSchedule: { ...schedule, takerOnly: false } }, null],
    [{ feesEnabled: true, feeSchedule: { ...schedule, exponent: 1.5 } }, null],
    [{ feesEnabled: true, feeSchedule: { ...schedule, exponent: 9 } }, null],
    [{ feesEnabled: true, feeSchedule: { exponent: 1 } }, null],
    [{ feesEnabled: true, feeSchedule: 'linear' }, null],
    [{ feeSchedule: 'linear' }, null],
    [{ feesEnabled: true }, null],
    [{}, null],
  ] as const)
    assert.deepEqual(parsed(terms)?.fee, fee, JSON.stringify(terms));
});
