import type { CatalogueEntry } from './catalogue-entry.ts';
import { COMPANIES } from './companies.ts';
import { CRYPTO } from './crypto.ts';
import { CULTURE } from './culture.ts';
import { ECONOMICS } from './economics.ts';
import { POLITICS } from './politics.ts';
import { SCIENCE } from './science.ts';
import { SERIES } from './series.ts';
import { SPORTS } from './sports.ts';
import { WEATHER } from './weather.ts';

/**
 * Everything Demo lists. The order is that of the ids on a fresh start, so new entries go to the end.
 * None is ever taken out: its editions, and orders on them, may still be in somebody's data folder.
 */
export const CATALOGUE: readonly CatalogueEntry[] = [
  ...WEATHER,
  ...POLITICS,
  ...ECONOMICS,
  ...SPORTS,
  ...CRYPTO,
  ...SCIENCE,
  ...CULTURE,
  ...COMPANIES,
  ...SERIES,
];

/** Entries that are one contract. Their plans are equal, so edition n of each is the same event. */
export interface AssetEntry {
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly codes: readonly string[];
}

export const ASSETS: readonly AssetEntry[] = [
  {
    title: 'Federal Reserve rate cut',
    description: 'A lower upper bound of the federal funds target at closing than at opening.',
    category: 'Economics',
    codes: ['FED-CUT', 'FED-CUT-FINE', 'FED-HOLD'],
  },
  {
    title: 'US government shutdown',
    description: 'A lapse in appropriations that furloughs federal staff for at least one full day.',
    category: 'Politics',
    codes: ['US-SHUTDOWN', 'US-SHUTDOWN-FINE', 'US-FUNDED'],
  },
  {
    title: 'US inflation above 3%',
    description: 'A 12-month change of the CPI-U of 3% or more, as first published.',
    category: 'Economics',
    codes: ['US-CPI-3', 'US-CPI-3-SMALL'],
  },
  {
    title: 'English club wins the Champions League',
    description: 'The winner of the final plays in an English league.',
    category: 'Sports',
    codes: ['UCL-ENGLISH', 'UCL-ENGLISH-FINE'],
  },
  {
    title: 'Bitcoin above $150,000',
    description: 'A daily reference rate above 150,000 dollars before the closing time.',
    category: 'Crypto',
    codes: ['BTC-150K', 'BTC-150K-FINE'],
  },
  {
    title: 'Nordic Eurovision winner',
    description: 'Denmark, Finland, Iceland, Norway or Sweden wins the final.',
    category: 'Culture',
    codes: ['EUROVISION-NORDIC', 'EUROVISION-NORDIC-FINE'],
  },
];
