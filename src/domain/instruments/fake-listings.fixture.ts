import type { TimestampMs } from '../../contract/model/time.ts';
import { instrument, KALSHI, POLYMARKET } from './instrument.fixture.ts';

const closeTime = Date.UTC(2027, 5, 30, 23, 59) as TimestampMs;

/** The same question as worded by two venues, its negation, and a similar question with another date. */
export const FAKE_LISTINGS = [
  instrument(2001, {
    venue: KALSHI,
    ticker: 'KXSHUT',
    title: 'Will there be a government shutdown before Jul 1, 2027?',
    description: 'If there is a lapse in appropriations before Jul 1, 2027, then the market resolves to Yes.',
    closeTime,
  }),
  instrument(3001, {
    venue: POLYMARKET,
    ticker: 'shutdown-by-june-30',
    title: 'US government shutdown by June 30, 2027?',
    description: 'Resolves "Yes" if a US federal government shutdown occurs by June 30, 2027, 11:59 PM ET.',
    closeTime,
  }),
  instrument(3002, {
    venue: POLYMARKET,
    ticker: 'stay-funded',
    title: 'Will the US government stay funded through June 30, 2027?',
    description: 'Resolves "Yes" if there is no lapse in appropriations through June 30, 2027, 11:59 PM ET.',
    closeTime,
  }),
  instrument(3003, {
    venue: POLYMARKET,
    ticker: 'shutdown-by-july-31',
    title: 'US government shutdown by July 31, 2027?',
    description: 'Resolves "Yes" if a US federal government shutdown occurs by July 31, 2027, 11:59 PM ET.',
    closeTime,
  }),
];
