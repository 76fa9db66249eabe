import { NO_FEES } from '../src/contract/model/fee-schedule.ts';
import type { InstrumentId, VenueName } from '../src/contract/model/ids.ts';
import type { Instrument, MarketStatus } from '../src/contract/model/instrument.ts';
import type { Price, Qty } from '../src/contract/model/money.ts';
import type { TimestampMs } from '../src/contract/model/time.ts';

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'];
const CITIES = ['NYC', 'London', 'Paris', 'Chicago', 'Austin', 'Miami', 'Denver', 'Seattle', 'Reykjavik'];
const COINS = ['Bitcoin', 'Ethereum', 'Solana', 'Dogecoin', 'XRP'];
const TEAMS = ['Lakers', 'Celtics', 'Warriors', 'Chelsea', 'Arsenal', 'Real Madrid', 'Yankees', 'Dodgers'];
const NAMES = ['Carlsen', 'Nakamura', 'Ding', 'Gukesh', 'Firouzja', 'Caruana'];
const STATUSES: readonly MarketStatus[] = [
  'SETTLED',
  'SETTLED',
  'CLOSED',
  'OPEN',
  'OPEN',
  'OPEN',
  'UNOPENED',
];

/** Listings like those of the venues: many levels and days of one event, then the next event. */
export function instruments(first: number, count: number): readonly Instrument[] {
  return Array.from({ length: count }, (_, index) => instrumentAt(first + index));
}

export function instrumentAt(index: number): Instrument {
  const event = Math.floor(index / 40);
  const level = index % 40;
  const day = 1 + (event % 28);
  const month = MONTHS[Math.floor(event / 28) % MONTHS.length] ?? 'March';
  const code = `26${month.slice(0, 3).toUpperCase()}${String(day).padStart(2, '0')}`;
  const { title, series, category, subject } = createSubject(event, level, `${month} ${day}, 2026`);
  const ticker = `${series}-${code}-T${event * 7 + level * 250}`;
  const venue = index % 500 === 0 ? 'Demo' : index % 3 === 0 ? 'Polymarket' : 'Kalshi';
  return {
    instrumentId: (1001 + index) as InstrumentId,
    venue: venue as VenueName,
    venueInstrumentId:
      venue === 'Polymarket' ? `0x${(index * 2654435761).toString(16).padStart(64, '0')}` : ticker,
    ticker,
    slug: `${ticker.toLowerCase()}-${index}`,
    title,
    description: `Resolves YES if ${subject} as reported by the settlement source named in the rules, and NO otherwise. The contract closes at ${1 + (index % 12)} PM Eastern on ${month} ${day}, 2026.`,
    category,
    status: index % 5_000 === 7 ? 'PAUSED' : (STATUSES[index % STATUSES.length] ?? 'OPEN'),
    priceTick: 1_000_000n as Price,
    priceMin: 1_000_000n as Price,
    priceMax: 99_000_000n as Price,
    priceBands: null,
    qtyStep: 100_000_000n as Qty,
    qtyMin: 100_000_000n as Qty,
    fees: NO_FEES,
    openTime: 1_767_225_600_000 as TimestampMs,
    closeTime: 1_798_761_600_000 as TimestampMs,
    result: null,
    settlementPrice: null,
    event: { venueEventId: `E-${event}`, title: null, series, exclusive: 'UNKNOWN' },
    outcomeName: null,
    rulesSecondary: null,
    venueTerms: {},
    updatedAt: 1_767_225_600_000 as TimestampMs,
    genericAssetId: null,
  };
}

function createSubject(event: number, level: number, date: string) {
  const pick = (from: readonly string[]): string => from[Math.floor(event / 5) % from.length] ?? '';
  if (event % 400 === 399) {
    const subject = `${pick(NAMES)} wins game ${level + 1}`;
    return { series: 'KXCHESS', category: 'Chess', subject, title: `Will ${subject} on ${date}?` };
  }
  if (event % 5 < 2) {
    const threshold = `$${(80_000 + ((event * 37) % 400) * 250 + level * 250).toLocaleString('en-US')}`;
    const subject = `the price of ${pick(COINS)} is above ${threshold}`;
    return {
      series: 'KXBTC',
      category: 'Crypto',
      subject,
      title: `${pick(COINS)} above ${threshold} on ${date}?`,
    };
  }
  if (event % 5 < 4) {
    const subject = `${pick(TEAMS)} score more than ${level * 3 + 60} points in Q${1 + (level % 4)}`;
    return { series: 'KXNBA', category: 'Sports', subject, title: `Will the ${subject} on ${date}?` };
  }
  const subject = `it rains more than ${level / 10} inches in ${pick(CITIES)}`;
  return {
    series: 'KXRAIN',
    category: 'Weather',
    subject,
    title: `Rain in ${pick(CITIES)} on ${date}: over ${level / 10} in?`,
  };
}
