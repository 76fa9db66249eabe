import type { Family } from '../../../mapping/listing-pair.ts';

export const STOCKS: readonly Family[] = [
  {
    id: 'third-spx-year-end',
    category: 'Financials',
    close: '2026-12-31',
    kalshi: [
      'S&P 500 close price on Dec 31, 2026?',
      '7,000 or above',
      'If the S&P 500 closing value on Dec 31, 2026 is 7000 or above, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the S&P 500 (SPX) close at 7,000 or higher on December 31?',
      'This market will resolve to "Yes" if the official closing value of the S&P 500 index for December 31, 2026 is equal to or greater than 7,000. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'touch',
        'different',
        'P',
        [
          ['close at 7,000 or higher on December 31?', 'hit 7,000 on December 31?'],
          [
            'the official closing value of the S&P 500 index for',
            'the intraday high of the S&P 500 index on',
          ],
        ],
      ],

      ['other date', 'different', 'P', [['December 31', 'December 30']], '2026-12-30'],
      [
        'range',
        'different',
        'K',
        [
          ['7,000 or above', '7,000 to 7,099.99'],
          ['7000 or above', 'between 7000 and 7099.99'],
        ],
      ],
      [
        'inverted comparator',
        'inverted',
        'P',
        [
          ['close at 7,000 or higher', 'close below 7,000'],
          ['equal to or greater than 7,000', 'less than 7,000'],
        ],
      ],
    ],
  },
  {
    id: 'third-tesla-friday',
    category: 'Financials',
    close: '2026-12-18',
    kalshi: [
      'Tesla close price on Dec 18, 2026?',
      'Above $450',
      'If the closing price of Tesla, Inc. Class A common stock on Dec 18, 2026 is above $450.00, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Tesla (TSLA) close above $450 on December 18?',
      'This market will resolve to "Yes" if the official closing price for Tesla (TSLA) on Friday, December 18, 2026 is higher than $450. Otherwise, this market will resolve to "No". In the event of a stock split, the target price will be adjusted proportionally.',
    ],
    variants: [
      [
        'wording',
        'same',
        'P',
        [['close above $450 on December 18?', 'finish the trading day of Friday, December 18 above $450?']],
      ],
      [
        'touch',
        'different',
        'P',
        [
          'Will Tesla (TSLA) hit $450 week of December 14 2026?',
          'This market will resolve to "Yes" if any 1-minute candle for Tesla (TSLA) during regular trading hours in the week of December 14, 2026 has a "High" price above $450. Otherwise, this market will resolve to "No".',
        ],
      ],

      [
        'change',
        'different',
        'P',
        [
          'Tesla (TSLA) Up on December 18?',
          'This market will resolve to "Yes" if the official closing price for Tesla (TSLA) on Friday, December 18, 2026 is higher than on the previous trading day. Otherwise, this market will resolve to "No".',
        ],
      ],
    ],
  },
  {
    id: 'third-wti-settle',
    category: 'Financials',
    close: '2026-12-31',
    kalshi: [
      'WTI oil settlement price on Dec 31, 2026?',
      'Above $70.00',
      'If the front-month settlement price of West Texas Intermediate crude oil is above $70.00 on Dec 31, 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Crude Oil (CL) settle above $70 on December 31?',
      'This market will resolve to "Yes" if the official CME settlement price of the active month of WTI Crude Oil (CL) futures on December 31, 2026 is higher than $70. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'other asset',
        'different',
        'P',
        [
          ['Crude Oil (CL)', 'Brent Oil (BZ)'],
          ['WTI ', ''],
          ['CME', 'ICE'],
        ],
      ],
      [
        'touch',
        'different',
        'P',
        [
          'Will Crude Oil (CL) hit $70 by end of December?',
          'This market will resolve to "Yes" if any 1-minute candle of the active month of WTI Crude Oil (CL) futures between December 1 and December 31, 2026 has a "High" price of $70 or more. Otherwise, this market will resolve to "No".',
        ],
      ],
      ['other date', 'different', 'K', [['Dec 31, 2026', 'Jan 29, 2027']]],
    ],
  },
  {
    id: 'third-tesla-deliveries',
    category: 'Companies',
    close: '2027-01-05',
    kalshi: [
      'How many vehicles will Tesla deliver in Q4 2026?',
      'Above 450,000',
      'If Tesla reports deliveries of more than 450,000 vehicles in Q4 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Tesla deliver more than 450k vehicles in the fourth quarter?',
      'This market will resolve to "Yes" if Tesla\'s total vehicle deliveries for the fourth quarter of 2026, as published on its investor relations page, exceed 450,000. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'other act',
        'different',
        'P',
        [
          ['deliver more', 'produce more'],
          ['vehicle deliveries', 'vehicle production'],
        ],
      ],
      [
        'year vs quarter',
        'different',
        'P',
        [
          ['450k vehicles in the fourth quarter?', '1.75M vehicles in 2026?'],
          ['the fourth quarter of 2026', 'the full year 2026'],
          ['450,000', '1,750,000'],
        ],
      ],

      [
        'other product',
        'different',
        'P',
        [
          ['vehicles in', 'Cybertrucks in'],
          ['vehicle deliveries', 'Cybertruck deliveries'],
        ],
      ],
    ],
  },
];
