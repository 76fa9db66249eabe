import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VenueName } from '../../../domain/model/ids.ts';
import type { TimestampMs } from '../../../domain/model/time.ts';
import { decode } from '../codec/kalshi-decoder.ts';
import { EVENT, MARKET, SERIES, type WireMarket } from '../codec/kalshi-messages.ts';
import { KalshiCatalogue } from './kalshi-catalogue.ts';
import { isSettledAtFraction, toFeeSchedule } from './kalshi-listing.ts';

const NOW = Date.parse('2026-11-20T16:00:00Z') as TimestampMs;
const must = <Value>(value: Value | null): Value => {
  assert.ok(value !== null, 'readable');
  return value;
};
const fail = (kind: string, what: string): void => assert.fail(`${kind} ${what}`);

function market(fields: object = {}): WireMarket {
  const raw = {
    ticker: 'KXHIGHNY-26NOV21-B53.5',
    event_ticker: 'KXHIGHNY-26NOV21',
    market_type: 'binary',
    yes_sub_title: '53 to 54',
    open_time: '2026-11-20T15:00:00Z',
    close_time: '2026-11-22T04:59:00Z',
    updated_time: '2026-11-20T14:00:00Z',
    status: 'active',
    result: '',
    rules_primary: 'If ...',
    price_ranges: [{ start: '0.0000', end: '1.0000', step: '0.0100' }],
    exchange_index: 2,
    ...fields,
  };
  return must(decode(MARKET, raw, 'market', fail));
}

function catalogue(event: object = {}): KalshiCatalogue {
  const made = new KalshiCatalogue('Kalshi' as VenueName, '0.01');
  const series = {
    ticker: 'KXHIGHNY',
    title: 'NYC',
    category: 'Climate',
    fee_type: 'quadratic',
    fee_multiplier: 1,
  };
  const raw = {
    event_ticker: 'KXHIGHNY-26NOV21',
    series_ticker: 'KXHIGHNY',
    title: 'Highest in NYC?',
    ...event,
  };
  made.addSeries([must(decode(SERIES, series, 'series', fail))]);
  made.addEvents([must(decode(EVENT, raw, 'event', fail))]);
  return made;
}

const listed = (fields: object = {}, event: object = {}) =>
  catalogue(event).addMarkets([market(fields)], NOW)[0];

test('a market is listed with what its event and series say of it', () => {
  const told = listed();
  assert.deepEqual(
    [told?.title, told?.category, told?.status, told?.slug, told?.fees?.takerRate, told?.fees?.makerRate],
    ['Highest in NYC?: 53 to 54', 'Climate', 'OPEN', 'kxhighny-26nov21-b53-5', 7_000_000n, 0n],
  );
});

test("each of the venue's states is one of ours", () => {
  const states = ['initialized', 'active', 'inactive', 'closed', 'determined', 'disputed', 'amended'];
  assert.deepEqual(
    states.map((status) => listed({ status })?.status),
    ['UNOPENED', 'OPEN', 'PAUSED', 'CLOSED', 'CLOSED', 'CLOSED', 'CLOSED'],
  );
});

test('a finalized market is settled by a result that we know, and by no other', () => {
  const settled = (result: string, value: string) => {
    const told = listed({ status: 'finalized', result, settlement_value_dollars: value });
    return [told?.status, told?.result];
  };
  assert.deepEqual(settled('yes', '1.0000'), ['SETTLED', 'YES']);
  assert.deepEqual(settled('no', '0.0000'), ['SETTLED', 'NO']);
  assert.deepEqual(settled('scalar', '1.0000'), ['SETTLED', 'YES']);
  assert.deepEqual(settled('scalar', '0.3700'), ['CLOSED', null]);
  assert.deepEqual(settled('', '0.0000'), ['CLOSED', null]);
  const between = { status: 'finalized', result: 'scalar', settlement_value_dollars: '0.37' };
  assert.equal(isSettledAtFraction(market(between)), true);
});

test("an event's own fees win over those of its series, where it has any", () => {
  assert.equal(listed({}, { fee_multiplier_override: 0.5 })?.fees?.takerRate, 3_500_000n);
  assert.equal(listed({}, { fee_type_override: 'quadratic_with_maker_fees' })?.fees?.makerRate, 1_750_000n);
  assert.equal(listed({}, { fee_type_override: 'flat' })?.fees, null);
});

test('a waiver of fees ends at its time', () => {
  const made = catalogue();
  const waived = market({ fee_waiver_expiration_time: '2026-11-20T17:00:00Z' });
  assert.equal(made.addMarkets([waived], NOW)[0]?.fees?.takerRate, 0n);
  const later = (NOW + 3_600_001) as TimestampMs;
  assert.deepEqual(made.takeDue(later), [waived.ticker]);
  assert.equal(made.addMarkets([waived], later)[0]?.fees?.takerRate, 7_000_000n);
});

test('combinations and scalar markets are not listed', () => {
  assert.equal(listed({ ticker: 'KXMVESPORTS-1' }), undefined);
  assert.equal(listed({ market_type: 'scalar' }), undefined);
});

test('a market that has not changed is not told again', () => {
  const made = catalogue();
  assert.equal(made.addMarkets([market()], NOW).length, 1);
  assert.equal(made.addMarkets([market({ updated_time: '2026-11-20T15:30:00Z' })], NOW).length, 0);
  assert.equal(made.addMarkets([market({ status: 'inactive' })], NOW).length, 1);
});

test('a market is looked at again when it opens or closes, and soon after if nothing has changed', () => {
  const made = catalogue();
  made.addMarkets([market({ status: 'initialized', open_time: '2026-11-20T16:30:00Z' })], NOW);
  const opening = Date.parse('2026-11-20T16:30:00Z') as TimestampMs;
  assert.deepEqual(made.takeDue((opening - 1) as TimestampMs), []);
  assert.deepEqual(made.takeDue(opening), ['KXHIGHNY-26NOV21-B53.5']);
  made.addMarkets([market({ status: 'initialized', open_time: '2026-11-20T16:30:00Z' })], opening);
  assert.deepEqual(made.takeDue((opening + 1_000) as TimestampMs), []);
  assert.deepEqual(made.takeDue((opening + 6_000) as TimestampMs), ['KXHIGHNY-26NOV21-B53.5']);
});

test('the shard of a market, by which it is traded, is kept', () => {
  const made = catalogue();
  made.addMarkets([market()], NOW);
  assert.equal(made.getTradable('KXHIGHNY-26NOV21-B53.5')?.shard, 2);
  assert.deepEqual([...made.shards()], [2]);
});

const of = (type: string, multiplier = 1, isWaived = false) =>
  toFeeSchedule({ type, multiplier, isWaived }, '0.0001');

test('each fee type has its taker and maker rate', () => {
  const rates = (type: string) => [of(type)?.takerRate, of(type)?.makerRate];
  assert.deepEqual(rates('quadratic'), [7_000_000n, 0n]);
  assert.deepEqual(rates('quadratic_with_maker_fees'), [7_000_000n, 1_750_000n]);
  assert.deepEqual(rates('quadratic_with_combo_maker_fees'), [7_000_000n, 3_500_000n]);
});

test('the multiplier of the series scales both', () => {
  assert.equal(of('quadratic', 0.5)?.takerRate, 3_500_000n);
  assert.equal(of('quadratic_with_maker_fees', 2)?.makerRate, 3_500_000n);
});

test('a fee is rounded up to a millionth of a dollar, cash to what the account settles in', () => {
  const direct = toFeeSchedule({ type: 'quadratic', multiplier: 1, isWaived: false }, '0.0001');
  const other = toFeeSchedule({ type: 'quadratic', multiplier: 1, isWaived: false }, '0.01');
  assert.deepEqual([direct?.fillStep, direct?.fillRounding], [10n ** 10n, 'up']);
  assert.deepEqual([direct?.cashStep, other?.cashStep], [10n ** 12n, 10n ** 14n]);
});

test('while fees are waived nothing is charged, and cash still moves in whole steps', () => {
  const waived = of('quadratic_with_maker_fees', 1, true);
  assert.deepEqual([waived?.takerRate, waived?.makerRate, waived?.cashStep], [0n, 0n, 10n ** 12n]);
});

test('a formula that we do not know is no schedule', () => {
  for (const type of ['flat', 'margin_market_fees', '']) assert.equal(of(type), null);
  assert.equal(of('quadratic', -1), null);
});
