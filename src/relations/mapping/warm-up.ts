import { compareListings } from './compare-listings.ts';
import type { Listing } from './listing.ts';

type Texts = readonly [title: string, rules: string];

/** One pair of each class of markets that has separate rules. */
const SAMPLES: readonly (readonly [category: string, one: Texts, other: Texts])[] = [
  [
    'Weather',
    [
      'Highest temperature in New York on June 3, 2027?: 80° or above',
      'If the highest temperature at Central Park on Jun 3, 2027 is above 79°, then the market resolves to Yes.',
    ],
    [
      'Will New York hit 80°F on June 3?',
      'This market will resolve to "Yes" if the National Weather Service reports 80°F or higher for June 3, 2027.',
    ],
  ],
  [
    'Sports',
    [
      'Buffalo at Miami: Buffalo',
      'If Buffalo wins the Buffalo at Miami professional football game of Dec 19, 2027, then the market resolves to Yes.',
    ],
    ['Bills vs. Dolphins: Bills', 'YES is Bills; NO is Dolphins. In the NFL game of December 19, 2027.'],
  ],
  [
    'Sports',
    [
      'Buffalo at Miami: Josh Allen: 275+ passing yards',
      'If Josh Allen records 275+ passing yards in the game of Dec 19, 2027, then the market resolves to Yes.',
    ],
    [
      'Josh Allen: Passing Yards O/U 274.5',
      'This market will resolve to "Yes" if Josh Allen throws for more than 274.5 passing yards on December 19, 2027.',
    ],
  ],
  [
    'Economics',
    [
      'Fed decision in June 2027?: Cut 25bps',
      'If the Federal Reserve does a Cut of 25bps on June 16, 2027, then the market resolves to Yes.',
    ],
    [
      'Fed decreases interest rates by 25 bps after June 2027 meeting?',
      'This market will resolve to "Yes" if the upper bound of the target federal funds rate is decreased by 25 bps.',
    ],
  ],
  [
    'Crypto',
    [
      'Bitcoin price on Jun 30, 2027?: $100,000 or above',
      'If the price of Bitcoin is above 99999.99 at 5 PM EDT on Jun 30, 2027, then the market resolves to Yes.',
    ],
    [
      'Will the price of Bitcoin be above $100,000 on June 30?',
      'This market will resolve to "Yes" if the Binance candle for BTC/USDT on June 30, 2027 closes above $100,000.',
    ],
  ],
  [
    'Politics',
    [
      'Ohio Governor winner?: Democratic',
      'If a Democratic candidate wins in Ohio, then the market resolves to Yes.',
    ],
    [
      'Will a Democrat win in Ohio?',
      'This market will resolve to "Yes" if a Democrat is elected Governor of Ohio.',
    ],
  ],
];

let isWarm = false;

/**
 * Compares a pair of each class once, so that no request of a client waits for the tables of words and the compilation.
 * Takes about as long as twenty comparisons; nothing the second time.
 */
export function warmUpMatching(): void {
  if (isWarm) return;
  isWarm = true;
  for (const [category, one, other] of SAMPLES)
    compareListings(toListing(one, category), toListing(other, category));
}

const toListing = ([title, rules]: Texts, category: string): Listing => ({
  venue: 'sample',
  ticker: title,
  title,
  rules,
  category,
  openTime: null,
  closeTime: null,
});
