import { CENT, entriesOf, type ListingPlan, MILL } from './catalogue-entry.ts';

/** Short lives, one edition after the other: something opens, pauses, closes or settles all the time. */
const every = (minutes: number, voidEvery: number): ListingPlan => ({
  firstOpens: 0,
  aligned: true,
  cadence: minutes,
  listedBefore: minutes / 2,
  life: minutes,
  pause: { after: minutes / 2, life: minutes / 20 },
  awaits: minutes / 10,
  result: null,
  voidEvery,
});

const CRYPTO_SERIES = entriesOf('Crypto', [
  {
    code: 'BTC-HOUR',
    title: 'Bitcoin higher at {time} UTC on {date} than an hour before?',
    about: 'Resolves by the CF Benchmarks real-time index. Halted for three minutes at half time.',
    grid: CENT,
    chance: 0.5,
    swing: 0.3,
    plan: every(60, 0),
  },
  {
    code: 'BTC-20MIN',
    title: 'Bitcoin higher at {time} UTC on {date} than 20 minutes before?',
    about: 'Resolves by the CF Benchmarks real-time index. Halted for a minute at half time.',
    grid: MILL,
    chance: 0.5,
    swing: 0.3,
    plan: every(20, 0),
  },
]);

const WEATHER_SERIES = entriesOf('Weather', [
  {
    code: 'WIND-HOUR',
    title: 'Wind above 20 knots at Cape Town at {time} UTC on {date}?',
    about: 'Resolves by the hourly report of the airport; void when the report is missing.',
    grid: CENT,
    chance: 0.5,
    swing: 0.3,
    plan: every(60, 3),
  },
]);

export const SERIES = [...CRYPTO_SERIES, ...WEATHER_SERIES];
