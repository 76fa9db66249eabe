import type { Family } from '../../../mapping/listing-pair.ts';

export const MONEY: readonly Family[] = [
  {
    id: 'third-boj-hike',
    category: 'Economics',
    close: '2027-01-22',
    kalshi: [
      'Will the Bank of Japan hike rates in January?',
      '',
      'If the Bank of Japan raises its policy rate at the Monetary Policy Meeting concluding on January 22, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Bank of Japan raises rates at January 2027 meeting?',
      'This market will resolve to “Yes” if the Bank of Japan announces any increase of the uncollateralized overnight call rate target following its Monetary Policy Meeting of January 21–22, 2027. Otherwise, this market will resolve to “No”. The resolution source is the Statement on Monetary Policy.',
    ],
    variants: [
      [
        'wording',
        'same',
        'K',
        [
          ['hike rates in January?', 'increase its policy rate on Jan 22, 2027?'],
          ['raises', 'increases'],
        ],
      ],
      ['other bank', 'different', 'P', [['Bank of Japan', 'Bank of Korea']]],
      [
        'dissent',
        'different',
        'P',
        [
          'Will any member dissent at the Bank of Japan January 2027 meeting?',
          "This market will resolve to “Yes” if at least one member of the Policy Board votes against the policy rate decision of the Bank of Japan's Monetary Policy Meeting of January 21–22, 2027. Otherwise, this market will resolve to “No”.",
        ],
      ],
    ],
  },
  {
    id: 'third-mortgage-rate',
    category: 'Economics',
    close: '2026-12-31',
    kalshi: [
      'Mortgage rates on Dec 31, 2026?',
      'Above 6.20%',
      'If the 30-year fixed-rate mortgage average published by Freddie Mac for the week of December 31, 2026 is above 6.20%, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the 30-year mortgage rate be above 6.20% at the end of 2026?',
      'This market will resolve to "Yes" if the U.S. weekly average of the 30-year fixed-rate mortgage in Freddie Mac\'s Primary Mortgage Market Survey released on December 31, 2026 is greater than 6.20%. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      ['other maturity', 'different', 'P', [['30-year', '15-year']]],
      [
        'at least',
        'different',
        'P',
        [
          ['be above 6.20%', 'be at least 6.20%'],
          ['is greater than 6.20%', 'is equal to or greater than 6.20%'],
        ],
      ],
      [
        'ever vs end',
        'different',
        'P',
        [
          'Will the 30-year mortgage rate go above 6.20% in 2026?',
          'This market will resolve to "Yes" if the U.S. weekly average of the 30-year fixed-rate mortgage in any release of Freddie Mac\'s Primary Mortgage Market Survey between June 1 and December 31, 2026 is greater than 6.20%. Otherwise, this market will resolve to "No".',
        ],
      ],
      [
        'wording',
        'same',
        'K',
        [
          ['Mortgage rates on Dec 31, 2026?', '30-year fixed mortgage rate this year end?'],
          ['is above 6.20%', 'exceeds 6.20%'],
        ],
      ],
    ],
  },
  {
    id: 'third-treasury-ten-year',
    category: 'Financials',
    close: '2026-12-31',
    kalshi: [
      '10-year Treasury yield on Dec 31, 2026?',
      '4.25% or above',
      'If the 10-Year par yield curve rate published by the U.S. Treasury for Dec 31, 2026 is at least 4.25%, then the market resolves to Yes.',
    ],
    polymarket: [
      '10-year Treasury yield at 4.25% or higher at the end of 2026?',
      'This market will resolve to "Yes" if the Daily Treasury Par Yield Curve Rate for the "10 Yr" maturity on December 31, 2026 is 4.25% or higher. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'other maturity',
        'different',
        'K',
        [
          ['10-year', '2-year'],
          ['10-Year', '2-Year'],
        ],
      ],
      [
        'spread',
        'different',
        'P',
        [
          '10-year yield at least 0.50% above the 2-year yield at the end of 2026?',
          'This market will resolve to "Yes" if the Daily Treasury Par Yield Curve Rate for the "10 Yr" maturity on December 31, 2026 is higher than that for the "2 Yr" maturity by 0.50 percentage points or more. Otherwise, this market will resolve to "No".',
        ],
      ],
      [
        'strictness equal',
        'same',
        'P',
        [
          ['at 4.25% or higher', 'above 4.24%'],
          ['is 4.25% or higher', 'is higher than 4.24%. The Treasury publishes it to two decimals'],
        ],
      ],
    ],
  },
  {
    id: 'third-gdp-fourth-quarter',
    category: 'Economics',
    close: '2027-01-28',
    kalshi: [
      'US GDP growth in Q4 2026?',
      'Above 2.0%',
      'If real GDP increases by more than 2.0% in Q4 2026 according to the advance estimate of the Bureau of Economic Analysis, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will US GDP growth in Q4 2026 be greater than 2.0%?',
      'This market will resolve to "Yes" if the seasonally adjusted annualized percent change in quarterly U.S. real GDP for Q4 2026 in the BEA\'s advance estimate, scheduled for January 28, 2027, is greater than 2.0%. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'other release',
        'different',
        'P',
        [
          [
            "the BEA's advance estimate, scheduled for January 28, 2027,",
            "the BEA's third estimate, scheduled for March 25, 2027,",
          ],
        ],
        '2027-03-25',
      ],
      [
        'year vs quarter',
        'different',
        'P',
        [
          'Will US GDP growth in 2026 be greater than 2.0%?',
          'This market will resolve to "Yes" if U.S. real GDP for the full year 2026 increased by more than 2.0% from the 2025 annual level, per the BEA\'s advance estimate, scheduled for January 28, 2027. Otherwise, this market will resolve to "No".',
        ],
      ],

      [
        'range',
        'different',
        'P',
        [
          ['be greater than 2.0%', 'be between 2.0% and 2.5%'],
          ['is greater than 2.0%', 'is between 2.0% and 2.5%'],
        ],
      ],
      [
        'wording',
        'same',
        'K',
        [
          ['US GDP growth in Q4 2026?', 'How much will the economy grow in the fourth quarter of 2026?'],
          ['increases by more than 2.0%', 'grows by more than 2.0%'],
        ],
      ],
    ],
  },
];
