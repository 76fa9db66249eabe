import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DecodeIssue, decode } from '../../../contract/model/decoder.ts';
import type { VenueName } from '../../../contract/model/ids.ts';
import { ONE } from '../../../contract/model/money.ts';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { CANCEL_ACK, EVENT, MARKET, POSITION, SERIES, type WireMarket } from '../codec/kalshi-messages.ts';
import { KalshiCatalogue } from './kalshi-catalogue.ts';
import { hasNoPayout, toFeeSchedule } from './kalshi-listing.ts';

const NOW = Date.parse('2026-11-20T16:00:00Z') as TimestampMs;
const requireDecoded = <Value>(value: Value | null): Value => {
  assert.ok(value !== null, 'readable');
  return value;
};
const fail = ({ path, reason, shown }: DecodeIssue): void => assert.fail(`${path} ${reason} ${shown}`);

const RAW_MARKET = {
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
};

const market = (fields: object = {}): WireMarket =>
  requireDecoded(decode(MARKET, { ...RAW_MARKET, ...fields }, 'market', fail));

function catalogue(event: object = {}): KalshiCatalogue {
  const kalshiCatalogue = new KalshiCatalogue('Kalshi' as VenueName, '0.01');
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
  kalshiCatalogue.addSeries([requireDecoded(decode(SERIES, series, 'series', fail))]);
  kalshiCatalogue.addEvents([requireDecoded(decode(EVENT, raw, 'event', fail))]);
  return kalshiCatalogue;
}

const listed = (fields: object = {}, event: object = {}) =>
  catalogue(event).addMarkets([market(fields)], NOW)[0];

test('a market has its event and series, and what the venue states about its outcomes', () => {
  const exclusive = (fields: object) => listed({}, fields)?.event?.exclusive;
  assert.deepEqual(listed()?.event, {
    venueEventId: 'KXHIGHNY-26NOV21',
    title: 'Highest in NYC?',
    series: 'KXHIGHNY',
    exclusive: 'UNKNOWN',
  });
  assert.equal(exclusive({ mutually_exclusive: true }), 'AT_MOST_ONE');
  assert.equal(exclusive({ mutually_exclusive: false }), 'NONE');
  assert.equal(listed({}, { collateral_return_type: 'MECNET' })?.event?.netting, 'MECNET');
  assert.equal(listed({}, { collateral_return_type: '' })?.event?.netting, undefined);
  assert.equal(listed()?.outcomeName, '53 to 54');
  assert.equal(listed({ yes_sub_title: ' ' })?.outcomeName, null);
});

test('a new statement about the event is a changed market', () => {
  const kalshi = catalogue();
  assert.equal(kalshi.addMarkets([market()], NOW).length, 1);
  const raw = { event_ticker: 'KXHIGHNY-26NOV21', series_ticker: 'KXHIGHNY', title: 'Highest in NYC?' };
  const event = requireDecoded(decode(EVENT, { ...raw, mutually_exclusive: true }, 'event', fail));
  kalshi.addEvents([event]);
  assert.equal(kalshi.addMarkets([market()], NOW).length, 1);
  assert.equal(kalshi.addMarkets([market()], NOW).length, 0);
});

test('a market keeps its secondary rules and the terms that the venue publishes as fields', () => {
  const terms = {
    strike_type: 'between',
    floor_strike: 53.5,
    cap_strike: null,
    custom_strike: { b: 'Denver', a: [1] },
    occurrence_datetime: '',
  };
  const instrument = listed({ ...terms, rules_secondary: ' A tie pays the last price. ' });
  assert.equal(instrument?.rulesSecondary, 'A tie pays the last price.');
  assert.deepEqual(instrument?.venueTerms, {
    strike_type: 'between',
    floor_strike: '53.5',
    custom_strike: '{"a":[1],"b":"Denver"}',
  });
  assert.deepEqual([listed()?.rulesSecondary, listed()?.venueTerms], [null, {}]);
});

test('changed secondary rules and terms are a changed market', () => {
  const kalshi = catalogue();
  const changes = (fields: object): number => kalshi.addMarkets([market(fields)], NOW).length;
  assert.deepEqual([changes({}), changes({})], [1, 0]);
  const rules = { rules_secondary: 'A tie pays the last price.' };
  assert.deepEqual([changes(rules), changes(rules)], [1, 0]);
  assert.deepEqual(
    [changes({ ...rules, floor_strike: 54 }), changes({ ...rules, floor_strike: 54 })],
    [1, 0],
  );
});

test('a market inherits title, category and fees from its event and series', () => {
  const instrument = listed();
  assert.deepEqual(
    [
      instrument?.title,
      instrument?.category,
      instrument?.status,
      instrument?.slug,
      instrument?.fees?.takerRate,
      instrument?.fees?.makerRate,
    ],
    ['Highest in NYC?: 53 to 54', 'Climate', 'OPEN', 'kxhighny-26nov21-b53-5', 7_000_000n, 0n],
  );
});

test("each of the venue's states is mapped to one of our states", () => {
  const states = ['initialized', 'active', 'inactive', 'closed', 'determined', 'disputed', 'amended'];
  assert.deepEqual(
    states.map((status) => listed({ status })?.status),
    ['UNOPENED', 'OPEN', 'PAUSED', 'CLOSED', 'CLOSED', 'CLOSED', 'CLOSED'],
  );
});

test('a market whose state is a new word does not stay open, and the word is reported', () => {
  const kalshi = catalogue();
  assert.deepEqual(
    kalshi.addMarkets([market()], NOW).map(({ status }) => status),
    ['OPEN'],
  );
  const reported: string[] = [];
  const raw = { ...RAW_MARKET, status: 'halted' };
  const changed = decode(MARKET, raw, 'market', ({ path, shown }) => reported.push(`${path} ${shown}`));
  assert.deepEqual(
    kalshi.addMarkets([requireDecoded(changed)], NOW).map(({ status }) => status),
    ['PAUSED'],
  );
  assert.deepEqual(reported, ['market.status "halted"']);
});

test('a finalized market is settled only by a known result', () => {
  const settled = (result: string, value: string | null) => {
    const instrument = listed({ status: 'finalized', result, settlement_value_dollars: value });
    return [instrument?.status, instrument?.result, instrument?.settlementPrice];
  };
  assert.deepEqual(settled('yes', '1.0000'), ['SETTLED', 'YES', ONE]);
  assert.deepEqual(settled('no', '0.0000'), ['SETTLED', 'NO', 0n]);
  assert.deepEqual(settled('scalar', '1.0000'), ['SETTLED', 'YES', ONE]);
  assert.deepEqual(settled('scalar', '0.0000'), ['SETTLED', 'NO', 0n]);
  assert.deepEqual(settled('scalar', '0.3700'), ['SETTLED', 'FRACTION', 37_000_000n]);
  for (const [result, value] of [
    ['scalar', null],
    ['scalar', '1.0100'],
    ['', '0.0000'],
  ] as const) {
    assert.deepEqual(settled(result, value), ['CLOSED', null, null]);
    const fields = { status: 'finalized', result, settlement_value_dollars: value };
    assert.ok(hasNoPayout(market(fields)));
  }
  assert.ok(!hasNoPayout(market({ status: 'closed' })));
});

test('the fees of an event override those of its series', () => {
  assert.equal(listed({}, { fee_multiplier_override: 0.5 })?.fees?.takerRate, 3_500_000n);
  assert.equal(listed({}, { fee_type_override: 'quadratic_with_maker_fees' })?.fees?.makerRate, 1_750_000n);
  assert.equal(listed({}, { fee_type_override: 'flat' })?.fees, null);
});

test('a fee waiver ends at its time', () => {
  const kalshiCatalogue = catalogue();
  const waived = market({ fee_waiver_expiration_time: '2026-11-20T17:00:00Z' });
  assert.equal(kalshiCatalogue.addMarkets([waived], NOW)[0]?.fees?.takerRate, 0n);
  const later = (NOW + 3_600_001) as TimestampMs;
  assert.deepEqual(kalshiCatalogue.takeDue(later), [waived.ticker]);
  assert.equal(kalshiCatalogue.addMarkets([waived], later)[0]?.fees?.takerRate, 7_000_000n);
});

test('combinations and scalar markets are not listed', () => {
  assert.equal(listed({ ticker: 'KXMVESPORTS-1' }), undefined);
  assert.equal(listed({ market_type: 'scalar' }), undefined);
});

test('an unchanged market is not returned again', () => {
  const kalshiCatalogue = catalogue();
  assert.equal(kalshiCatalogue.addMarkets([market()], NOW).length, 1);
  assert.equal(kalshiCatalogue.addMarkets([market({ updated_time: '2026-11-20T15:30:00Z' })], NOW).length, 0);
  assert.equal(kalshiCatalogue.addMarkets([market({ status: 'inactive' })], NOW).length, 1);
});

test('a market is due when it opens or closes, and again soon after if nothing changed', () => {
  const kalshiCatalogue = catalogue();
  kalshiCatalogue.addMarkets([market({ status: 'initialized', open_time: '2026-11-20T16:30:00Z' })], NOW);
  const opening = Date.parse('2026-11-20T16:30:00Z') as TimestampMs;
  assert.deepEqual(kalshiCatalogue.takeDue((opening - 1) as TimestampMs), []);
  assert.deepEqual(kalshiCatalogue.takeDue(opening), ['KXHIGHNY-26NOV21-B53.5']);
  kalshiCatalogue.addMarkets([market({ status: 'initialized', open_time: '2026-11-20T16:30:00Z' })], opening);
  assert.deepEqual(kalshiCatalogue.takeDue((opening + 1_000) as TimestampMs), []);
  assert.deepEqual(kalshiCatalogue.takeDue((opening + 6_000) as TimestampMs), ['KXHIGHNY-26NOV21-B53.5']);
});

test('the shard of a market is kept for order entry', () => {
  const kalshiCatalogue = catalogue();
  kalshiCatalogue.addMarkets([market()], NOW);
  assert.equal(kalshiCatalogue.getTradable('KXHIGHNY-26NOV21-B53.5')?.shard, 2);
  assert.deepEqual([...kalshiCatalogue.shards()], [2]);
});

const toFees = (type: string, multiplier = 1, isWaived = false) =>
  toFeeSchedule({ type, multiplier, isWaived }, '0.0001');

test('each fee type has its taker and maker rate', () => {
  const rates = (type: string) => [toFees(type)?.takerRate, toFees(type)?.makerRate];
  assert.deepEqual(rates('quadratic'), [7_000_000n, 0n]);
  assert.deepEqual(rates('quadratic_with_maker_fees'), [7_000_000n, 1_750_000n]);
  assert.deepEqual(rates('quadratic_with_combo_maker_fees'), [7_000_000n, 3_500_000n]);
});

test('the multiplier of the series scales both rates', () => {
  assert.equal(toFees('quadratic', 0.5)?.takerRate, 3_500_000n);
  assert.equal(toFees('quadratic_with_maker_fees', 2)?.makerRate, 3_500_000n);
});

test('a fee is rounded up to a millionth of a dollar, and cash to the precision of the account', () => {
  const direct = toFeeSchedule({ type: 'quadratic', multiplier: 1, isWaived: false }, '0.0001');
  const other = toFeeSchedule({ type: 'quadratic', multiplier: 1, isWaived: false }, '0.01');
  assert.deepEqual([direct?.fillStep, direct?.fillRounding], [10n ** 10n, 'up']);
  assert.deepEqual([direct?.cashStep, other?.cashStep], [10n ** 12n, 10n ** 14n]);
});

test('while fees are waived the rates are zero, and cash is still rounded', () => {
  const waived = toFees('quadratic_with_maker_fees', 1, true);
  assert.deepEqual([waived?.takerRate, waived?.makerRate, waived?.cashStep], [0n, 0n, 10n ** 12n]);
});

test('an unknown fee formula has no schedule', () => {
  for (const type of ['flat', 'margin_market_fees', '', 'constructor', '__proto__'])
    assert.equal(toFees(type), null);
  assert.equal(toFees('quadratic', -1), null);
});

test('fields that the venue retired are read without a note', () => {
  const fields = { tick_size: 1, response_price_units: 'usd_cent', fractional_trading_enabled: true };
  assert.equal(listed({ ...fields, liquidity_dollars: '0.0000' })?.priceTick, 1_000_000n);
  const position = { ticker: 'KXA', position_fp: '-3.00', resting_orders_count: 2 };
  assert.ok(decode(POSITION, position, 'position', fail) !== null);
  const cancelled = { order_id: 'o1', reduced_by: '5.00', reduced_by_fp: '5.00' };
  assert.ok(decode(CANCEL_ACK, cancelled, 'cancelled', fail) !== null);
});

test('a market with a result of another kind is listed, and stays CLOSED without a result', () => {
  const over = { status: 'finalized', result: 'voided_by_rule', settlement_value_dollars: null };
  assert.equal(listed({ ...over, status: 'determined' })?.status, 'CLOSED');
  const instrument = listed(over);
  assert.deepEqual([instrument?.status, instrument?.result], ['CLOSED', null]);
  assert.equal(hasNoPayout(market(over)), true);
});
