import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DecodeIssue, decode } from '../../../contract/model/decoder.ts';
import type { VenueName } from '../../../contract/model/ids.ts';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { EVENT, MARKET, type WireEvent, type WireMarket } from '../codec/kalshi-messages.ts';
import { KalshiCatalogue } from './kalshi-catalogue.ts';

const NOW = Date.parse('2026-11-22T16:00:00Z') as TimestampMs;
const fail = ({ kind, path }: DecodeIssue): void => assert.fail(`${kind} ${path}`);

interface Listed {
  readonly event: string; // ticker
  readonly title: string;
  readonly isExclusive: boolean;
  readonly outcomes: Readonly<Record<string, string>>; // end of the ticker → `yes_sub_title`
}

// Events in the shape of Kalshi's lists of November 2026, with invented contents.
const EVENTS: readonly Listed[] = [
  {
    event: 'KXNFLGAME-26NOV29DENKC',
    title: 'Denver vs Kansas City',
    isExclusive: true,
    outcomes: { DEN: 'Denver', KC: 'Kansas City' },
  },
  {
    event: 'KXEPLGAME-26NOV28ARSCHE',
    title: 'Arsenal vs Chelsea',
    isExclusive: true,
    outcomes: { ARS: 'Arsenal', CHE: 'Chelsea', TIE: 'Tie' },
  },
  {
    event: 'KXNFLSPREAD-26NOV29DENKC',
    title: 'Denver at Kansas City: Spread',
    isExclusive: false,
    outcomes: { DEN3: 'Denver wins by over 3.5 points', KC7: 'Kansas City wins by over 7.5 points' },
  },
  {
    event: 'KXBTC-26NOV30',
    title: 'Bitcoin above $100,000 or $110,000 on Nov 30, 2026?',
    isExclusive: false,
    outcomes: { T100000: '$100,000', T110000: '$110,000' },
  },
  {
    event: 'KXCPIYOY-26NOV',
    title: 'CPI year-over-year in November 2026?',
    isExclusive: false,
    outcomes: { 'T2.8': 'Above 2.8%', 'T3.0': 'Above 3.0%' },
  },
  {
    event: 'KXPRESNOMD-28',
    title: 'Will Gavin Newsom or Pete Buttigieg be the 2028 Democratic nominee?',
    isExclusive: true,
    outcomes: { GNEW: 'Gavin Newsom', PBUT: 'Pete Buttigieg', AOC: 'Alexandria Ocasio-Cortez' },
  },
  {
    event: 'KXHIGHNY-26NOV23',
    title: 'Highest temperature in NYC on Nov 23, 2026?',
    isExclusive: true,
    outcomes: { T52: '51° or below', 'B53.5': '53° to 54°', T56: '57° or above' },
  },
  {
    event: 'KXNOWORDS-26',
    title: 'Who wins?',
    isExclusive: true,
    outcomes: { A: '', B: ' ', C: 'Who wins?' },
  },
];

function toTitles({ event, title, isExclusive, outcomes }: Listed): readonly string[] {
  const catalogue = new KalshiCatalogue('Kalshi' as VenueName, '0.01');
  const raw = {
    event_ticker: event,
    series_ticker: event.split('-')[0],
    title,
    mutually_exclusive: isExclusive,
  };
  catalogue.addEvents([decode(EVENT, raw, 'event', fail) as WireEvent]);
  const markets = Object.entries(outcomes).map(([code, yes_sub_title]) => {
    const market = {
      ticker: code === '' ? event : `${event}-${code}`,
      event_ticker: event,
      market_type: 'binary',
      yes_sub_title,
      status: 'active',
      result: '',
      price_ranges: [{ start: '0.0000', end: '1.0000', step: '0.0100' }],
    };
    return decode(MARKET, market, 'market', fail) as WireMarket;
  });
  return catalogue.addMarkets(markets, NOW).map((instrument) => instrument.title);
}

for (const listed of EVENTS) {
  test(`each title of ${listed.event} carries its outcome, and no other has it`, () => {
    const titles = toTitles(listed);
    assert.equal(new Set(titles).size, Object.keys(listed.outcomes).length, titles.join(' | '));
    for (const [index, [code, outcome]] of Object.entries(listed.outcomes).entries()) {
      const words = outcome.trim() === '' || outcome === listed.title ? code : outcome;
      assert.equal(titles[index], `${listed.title}: ${words}`);
    }
  });
}

test('an event with one market and no outcome has the title of the event', () => {
  const event = 'KXTAIWAN-28';
  const title = 'Will China blockade Taiwan before 2028?';
  assert.deepEqual(toTitles({ event, title, isExclusive: false, outcomes: { '': '' } }), [title]);
});
