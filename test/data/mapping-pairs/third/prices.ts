import type { Family } from '../../../mapping/listing-pair.ts';

export const PRICES: readonly Family[] = [
  {
    id: 'third-cpi-annual',
    category: 'Economics',
    close: '2027-01-13',
    kalshi: [
      'CPI year-over-year in Dec 2026?',
      'Above 2.9%',
      'If the Consumer Price Index (CPI) increases by more than 2.9% in the twelve months ending December 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will annual inflation be 3.0% or more in December 2026?',
      'This is a market about the percentage change of the Consumer Price Index (CPI) over the 12 months ending December 2026, before seasonal adjustment, as reported by the Bureau of Labor Statistics. This market will resolve to "Yes" if it is 3.0% or higher. Note: BLS reports inflation over 12-month periods to only one decimal point (e.g., 2.9%). Thus, this is the level of precision that will be used.',
    ],
    variants: [
      [
        'strictness',
        'different',
        'P',
        [
          ['3.0% or more', '2.9% or more'],
          ['it is 3.0% or higher', 'it is 2.9% or higher'],
        ],
      ],
      [
        'exact',
        'different',
        'P',
        [
          ['be 3.0% or more', 'be exactly 3.0%'],
          ['it is 3.0% or higher', 'it is exactly 3.0%'],
        ],
      ],
      [
        'core',
        'different',
        'K',
        [
          ['CPI year', 'CPI core year'],
          ['Consumer Price Index (CPI)', 'Consumer Price Index for all items less food and energy'],
        ],
      ],
      ['other date', 'different', 'P', [['December 2026', 'November 2026']], '2026-12-10'],
      [
        'inverted comparator',
        'inverted',
        'P',
        [
          ['be 3.0% or more', 'be 2.9% or less'],
          ['it is 3.0% or higher', 'it is 2.9% or lower'],
        ],
      ],
    ],
  },
  {
    id: 'third-core-cpi-monthly',
    category: 'Economics',
    close: '2027-02-10',
    kalshi: [
      'CPI core month-over-month in Jan 2027?',
      'Exactly 0.3%',
      'If the CPI core month-over-month is exactly 0.3% in Jan 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will core CPI rise 0.3% month-over-month in January 2027?',
      'This market will resolve to "Yes" if the one-month percent change in the seasonally adjusted Consumer Price Index for All Urban Consumers: All Items Less Food and Energy in January 2027 is 0.3% according to the monthly BLS report. Otherwise, this market will resolve to "No". BLS reports the figure to one decimal point, and thus this is the level of precision that will be used.',
    ],
    variants: [
      [
        'at least',
        'different',
        'P',
        [
          ['rise 0.3% month', 'rise 0.3% or more month'],
          ['is 0.3% according', 'is 0.3% or higher according'],
        ],
      ],
      [
        'headline',
        'different',
        'P',
        [
          ['core CPI', 'CPI'],
          [': All Items Less Food and Energy', ''],
        ],
      ],

      [
        'year vs month',
        'different',
        'K',
        [
          'CPI core year-over-year in Jan 2027?',
          'Exactly 3.0%',
          'If the CPI core year-over-year is exactly 3.0% in Jan 2027, then the market resolves to Yes.',
        ],
      ],
    ],
  },
  {
    id: 'third-gas-aaa',
    category: 'Economics',
    close: '2027-01-31',
    kalshi: [
      'US gas prices on Jan 31, 2027?',
      'Above $3.20',
      'If average regular gas prices for United States are strictly greater than $3.20 on Jan 31, 2027 according to AAA, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the average US gas price be above $3.20 on January 31, 2027?',
      'This market will resolve to "Yes" if the AAA national average price of a gallon of regular gas displayed for January 31, 2027 is greater than $3.20. Otherwise, this market will resolve to "No". The resolution source for this market is AAA (https://gasprices.aaa.com/).',
    ],
    variants: [
      [
        'touch',
        'different',
        'P',
        [
          'Will US gas hit $3.20 by January 31, 2027?',
          'This market will resolve to "Yes" if the AAA national average price of a gallon of regular gas is greater than $3.20 on any day between December 1, 2026 and January 31, 2027. Otherwise, this market will resolve to "No". The resolution source for this market is AAA (https://gasprices.aaa.com/).',
        ],
      ],
      [
        'other place',
        'different',
        'K',
        [
          ['US gas', 'California gas'],
          ['United States', 'California'],
        ],
      ],
      [
        'other product',
        'different',
        'P',
        [
          ['gas price', 'diesel price'],
          ['regular gas', 'diesel'],
        ],
      ],
      ['other date', 'different', 'K', [['Jan 31, 2027', 'Jan 24, 2027']]],
    ],
  },
  {
    id: 'third-egg-prices',
    category: 'Economics',
    close: '2027-01-13',
    kalshi: [
      'Egg prices in Dec 2026?',
      'Above $3.00',
      'If the U.S. city average price of Grade A large eggs per dozen reported by the Bureau of Labor Statistics for December 2026 is above $3.00, then the market resolves to Yes.',
    ],
    polymarket: [
      'Price of a dozen eggs above $3.00 in December?',
      'This market will resolve to "Yes" if the average price of a dozen Grade A large eggs in U.S. cities for December 2026 is more than $3.00 per the BLS average price data (APU0000708111). Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'other product',
        'different',
        'P',
        [
          ['a dozen eggs', 'a gallon of milk'],
          ['a dozen Grade A large eggs', 'a gallon of fresh whole milk'],
          [' (APU0000708111)', ''],
        ],
      ],
      [
        'other date',
        'different',
        'P',
        [
          ['in December?', 'in January?'],
          ['December 2026', 'January 2027'],
        ],
        '2027-02-10',
      ],
      [
        'negation',
        'inverted',
        'P',
        [
          ['above $3.00', 'not above $3.00'],
          ['is more than $3.00', 'is not more than $3.00'],
        ],
      ],
    ],
  },
];
