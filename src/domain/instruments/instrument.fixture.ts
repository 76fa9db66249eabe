import fc from 'fast-check';
import { NO_FEES } from '../../contract/model/fee-schedule.ts';
import type { InstrumentId, VenueName } from '../../contract/model/ids.ts';
import {
  type Instrument,
  MARKET_STATUSES,
  type VenueEvent,
  type VenueInstrument,
} from '../../contract/model/instrument.ts';
import type { Price, Qty } from '../../contract/model/money.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import { computeEventId } from './event-id.ts';

export const DEMO = 'Demo' as VenueName;
export const KALSHI = 'Kalshi' as VenueName;
export const POLYMARKET = 'Polymarket' as VenueName;
export const VENUES = [DEMO, KALSHI, POLYMARKET] as const;

/** An open market on rain in London, as Demo lists it, with the given fields. */
export const listing = (fields: Partial<VenueInstrument> = {}): VenueInstrument => ({
  venue: DEMO,
  venueInstrumentId: 'RAIN-LON-JUL01',
  ticker: 'RAIN-LON-JUL01',
  slug: 'rain-in-london-on-july-1',
  title: 'Will it rain in London on July 1?',
  description: 'Resolves YES if the station at Heathrow reports rain.',
  category: 'Weather',
  status: 'OPEN',
  priceTick: 1_000_000n as Price,
  priceMin: 1_000_000n as Price,
  priceMax: 99_000_000n as Price,
  priceBands: null,
  qtyStep: 100_000_000n as Qty,
  qtyMin: 100_000_000n as Qty,
  fees: NO_FEES,
  openTime: null,
  closeTime: 1_782_946_800_000 as TimestampMs,
  result: null,
  settlementPrice: null,
  event: null,
  outcomeName: null,
  rulesSecondary: null,
  venueTerms: {},
  updatedAt: 1_782_810_000_000 as TimestampMs,
  ...fields,
});

export const instrument = (id: number, fields: Partial<Instrument> = {}): Instrument => ({
  ...listing({ venueInstrumentId: `N-${id}`, ticker: `T-${id}`, slug: `s-${id}` }),
  instrumentId: id as InstrumentId,
  genericAssetId: null,
  ...fields,
});

// Few letters, so that words match often, and spellings that caused errors before.
const SEARCH_FRAGMENTS = [
  'rain',
  'RAIN',
  'ra',
  'in',
  'i',
  'n',
  'a',
  'x',
  '%',
  '_',
  '*',
  '"',
  "'",
  '-',
  '(',
  'AND',
  '\\',
];
const ODD = ['ß', 'SS', 'Σ', 'ς', 'é', 'e\u0301', 'İ', '🌧', '☂️', 'ﬁ', 'ǅ', '\u0001', '\ud83c', '0.5', '31'];
const fragments = fc.constantFrom(...SEARCH_FRAGMENTS, ...ODD);
const spaces = fc.constantFrom(' ', '  ', '\t', '\n', '\u00a0', '\u3000');

/** Words and parts of words, for titles and queries. */
export const someText = (partsMax: number): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof({ weight: 4, arbitrary: fragments }, { weight: 2, arbitrary: spaces }), {
      maxLength: partsMax,
    })
    .map((parts) => parts.join(''));

// Venue texts are UTF-8 and contain no lone surrogates; a caller's query may contain them.
const listed = (partsMax: number): fc.Arbitrary<string> =>
  someText(partsMax).map((text) => text.toWellFormed());

const EVENTS: readonly VenueEvent[] = [
  { venueEventId: 'E-1', title: 'Rain', series: 'Daily', exclusive: 'NONE' },
  { venueEventId: 'E-2', title: null, series: 'Straße', exclusive: 'AT_MOST_ONE' },
  { venueEventId: 'E-3', title: null, series: null, exclusive: 'UNKNOWN' },
];

/** An instrument whose texts, venue, status and category vary. */
export const anInstrument = (id: number): fc.Arbitrary<Instrument> =>
  fc
    .record({
      venue: fc.constantFrom(...VENUES),
      status: fc.constantFrom(...MARKET_STATUSES),
      category: fc.constantFrom('Weather', 'weather', 'Straße', 'Crypto'),
      ticker: fc.oneof(listed(3), fc.constantFrom('RAIN', 'rain in', 'T-1')),
      title: listed(7),
      description: fc.option(listed(7)),
      event: fc.option(fc.constantFrom(...EVENTS), { freq: 3 }),
    })
    .map((fields) => instrument(id, fields));

/** An arbitrary search query. */
export const aSearch = fc.record({
  q: fc.option(someText(5), { freq: 8 }),
  venue: fc.option(fc.constantFrom(...VENUES)),
  status: fc.option(fc.constantFrom(...MARKET_STATUSES)),
  category: fc.option(fc.constantFrom('WEATHER', 'strasse', 'crypto', 'nothing')),
  eventId: fc.option(fc.constantFrom(...VENUES.map((venue) => computeEventId(venue, 'E-1')))),
  series: fc.option(fc.constantFrom('DAILY', 'strasse')),
});
