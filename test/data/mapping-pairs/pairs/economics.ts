import type { Family } from '../../../mapping/listing-pair.ts';

export const ECONOMICS: readonly Family[] = [
  {
    id: 'fed-march-cut',
    category: 'Economics',
    close: '2027-03-17',
    kalshi: [
      'Fed decision in Mar 2027?',
      'Cut 25bps',
      'If the Federal Reserve does a Cut of 25bps on March 17, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Fed decreases interest rates by 25 bps after March 2027 meeting?',
      "The FED interest rates are defined in this market by the upper bound of the target federal funds range. This market will resolve to the amount of basis points the upper bound of the target federal funds rate is changed by versus the level it was prior to the Federal Reserve's March 2027 meeting.",
    ],
    variants: [
      ['other threshold', 'different', 'P', [['25 bps', '50 bps']]],
      ['other direction', 'different', 'P', [['decreases', 'increases']]],
      ['other date', 'different', 'P', [['March', 'April']], '2027-04-28'],
      [
        'other outcome',
        'different',
        'P',
        [['Fed decreases interest rates by 25 bps', 'No change in Fed interest rates']],
      ],
      [
        'other bank',
        'different',
        'P',
        [
          'ECB decreases interest rates by 25 bps after March 2027 meeting?',
          'Resolves by the decision on the deposit facility rate at the March 2027 meeting of the European Central Bank.',
        ],
      ],
      [
        'wording',
        'same',
        'P',
        [
          'Will the Fed cut rates by 25 basis points at its March 2027 meeting?',
          'Resolves Yes if the FOMC lowers the target federal funds range by 0.25 percentage points at the meeting of March 16-17, 2027.',
        ],
      ],
    ],
  },
  {
    id: 'fed-january-hold',
    category: 'Economics',
    close: '2027-01-27',
    kalshi: [
      'Fed decision in Jan 2027?',
      'Fed maintains rate',
      'If the Federal Reserve does a Hike of 0bps on January 27, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'No change in Fed interest rates after January 2027 meeting?',
      'This market will resolve to "Yes" if the upper bound of the target federal funds rate is unchanged by the Federal Reserve\'s January 2027 meeting.',
    ],
    variants: [
      [
        'other direction',
        'different',
        'P',
        [
          ['No change in Fed interest rates', 'Fed increases interest rates'],
          ['unchanged', 'raised'],
        ],
      ],
      ['other date', 'different', 'P', [['January', 'March']], '2027-03-17'],
      [
        'other threshold',
        'different',
        'P',
        [
          ['No change in Fed interest rates', 'Fed decreases interest rates by 25 bps'],
          ['unchanged', 'lowered by 25 bps'],
        ],
      ],
      [
        'wording',
        'same',
        'P',
        [
          'Will the Fed hold interest rates at the January 2027 FOMC meeting?',
          'Resolves Yes if the Federal Open Market Committee leaves the target range for the federal funds rate unchanged at its January 26-27, 2027 meeting.',
        ],
      ],
      [
        'inverted wording',
        'inverted',
        'P',
        [
          'Will the Fed change interest rates by raising or cutting at its January 2027 meeting?',
          'Resolves Yes if the Federal Open Market Committee raises or cuts the target range at its January 2027 meeting.',
        ],
      ],
    ],
  },
  {
    id: 'cpi-november-yoy',
    category: 'Economics',
    close: '2026-12-10',
    kalshi: [
      'CPI year-over-year in November 2026?',
      'Above 3.0%',
      'If the Consumer Price Index (CPI) increases by more than 3.0% over the 12 months ending November 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will annual inflation be above 3.0% in November 2026?',
      'This market will resolve to "Yes" if the CPI-U rose more than 3.0% over the 12 months ending in November 2026, according to the Bureau of Labor Statistics.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['3.0%', '3.1%']]],
      [
        'strictness',
        'different',
        'P',
        [
          ['above 3.0%', '3.0% or more'],
          ['more than 3.0%', 'at least 3.0%'],
        ],
      ],
      [
        'strictness equal',
        'same',
        'P',
        [
          ['above 3.0%', '3.1% or more'],
          ['more than 3.0%', 'at least 3.1%'],
        ],
      ],
      [
        'inverted comparator',
        'inverted',
        'P',
        [
          ['above 3.0%', '3.0% or less'],
          ['more than 3.0%', 'at most 3.0%'],
        ],
      ],
      [
        'other measure',
        'different',
        'P',
        [
          ['annual inflation', 'monthly inflation'],
          ['over the 12 months ending in', 'month over month in'],
        ],
      ],
      [
        'other measure',
        'different',
        'P',
        [
          ['annual inflation', 'annual core inflation'],
          ['CPI-U', 'core CPI'],
        ],
      ],
      ['other date', 'different', 'P', [['November', 'December']], '2027-01-13'],
      [
        'other place',
        'different',
        'P',
        [
          ['annual inflation', 'UK annual inflation'],
          ['Bureau of Labor Statistics', 'Office for National Statistics of the United Kingdom'],
        ],
      ],
    ],
  },
  {
    id: 'core-cpi-mom',
    category: 'Economics',
    close: '2027-01-13',
    kalshi: [
      'Core CPI month-over-month in December 2026?',
      'Above 0.3%',
      'If core CPI increases by more than 0.3% in December 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will core CPI rise more than 0.3% month over month in December 2026?',
      'Resolves "Yes" if the Consumer Price Index for All Urban Consumers excluding food and energy (core CPI) increases by more than 0.3% in December 2026.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['0.3%', '0.4%']]],
      [
        'other measure',
        'different',
        'P',
        [
          'Will CPI rise more than 0.3% month over month in December 2026?',
          'Resolves "Yes" if the Consumer Price Index for All Urban Consumers increases by more than 0.3% in December 2026.',
        ],
      ],
      ['other measure', 'different', 'P', [['month over month', 'year over year']]],
      ['other date', 'different', 'P', [['December 2026', 'January 2027']], '2027-02-11'],
      [
        'other measure',
        'different',
        'P',
        [
          ['core CPI', 'core PCE'],
          [
            'Consumer Price Index for All Urban Consumers excluding food and energy',
            'PCE price index excluding food and energy',
          ],
        ],
      ],
      [
        'inverted comparator',
        'inverted',
        'P',
        [
          ['rise more than 0.3%', 'rise 0.3% or less'],
          ['increases by more than 0.3%', 'increases by 0.3% or less'],
        ],
      ],
    ],
  },
  {
    id: 'unemployment-nov',
    category: 'Economics',
    close: '2026-12-04',
    kalshi: [
      'Unemployment rate in November 2026?',
      'Above 4.5%',
      'If the unemployment rate (U-3) for November 2026 is above 4.5%, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the November 2026 unemployment rate be above 4.5%?',
      'This market resolves according to the seasonally adjusted U-3 unemployment rate for November 2026 as reported by the BLS Employment Situation.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['4.5%', '4.6%']]],
      ['exact', 'different', 'P', [['be above 4.5%', 'be 4.5%']]],
      ['other date', 'different', 'P', [['November 2026', 'October 2026']], '2026-11-06'],
      ['at least', 'same', 'P', [['be above 4.5%', 'be at least 4.6%']]],
      ['inverted comparator', 'inverted', 'P', [['be above 4.5%', 'be 4.5% or lower']]],
      [
        'other measure',
        'different',
        'P',
        [
          ['unemployment rate be above 4.5%', 'labor force participation rate be above 4.5%'],
          ['U-3 unemployment rate', 'labor force participation rate'],
        ],
      ],
      [
        'ever vs month',
        'different',
        'P',
        [
          'Will unemployment be above 4.5% in any month by June 30, 2027?',
          'Resolves Yes if the U-3 unemployment rate of any month is above 4.5% in a report published by June 30, 2027.',
        ],
        '2027-06-30',
      ],
    ],
  },
  {
    id: 'payrolls-dec',
    category: 'Economics',
    close: '2027-01-08',
    kalshi: [
      'Jobs numbers in December 2026?',
      'Above 100,000',
      'If total nonfarm payroll employment increases by more than 100,000 in December 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the US add more than 100k jobs in December 2026?',
      'Resolves Yes if total nonfarm payroll employment rose by more than 100,000 in December 2026 according to the BLS.',
    ],
    variants: [
      [
        'other threshold',
        'different',
        'P',
        [
          ['100k', '125k'],
          ['100,000', '125,000'],
        ],
      ],
      ['other date', 'different', 'P', [['December 2026', 'November 2026']], '2026-12-04'],
      [
        'between',
        'different',
        'P',
        [
          ['more than 100k jobs', 'between 50k and 100k jobs'],
          ['more than 100,000', 'between 50,000 and 100,000'],
        ],
      ],
      [
        'other measure',
        'different',
        'P',
        [
          'Will initial jobless claims be above 100k in December 2026?',
          'Resolves Yes if initial jobless claims are above 100,000 in December 2026.',
        ],
      ],
      [
        'inverted comparator',
        'inverted',
        'P',
        [
          ['add more than 100k jobs', 'add no more than 100k jobs'],
          ['rose by more than 100,000', 'rose by no more than 100,000'],
        ],
      ],
    ],
  },
  {
    id: 'gdp-q4',
    category: 'Economics',
    close: '2027-01-28',
    kalshi: [
      'US GDP growth in Q4 2026?',
      'More than 2.5%',
      'If real GDP increases by more than 2.5% in Q4 2026 according to the advance estimate, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will US GDP growth in Q4 2026 be greater than 2.5%?',
      'Resolves Yes if the BEA advance estimate of real GDP growth for the fourth quarter of 2026 is greater than 2.5% at an annual rate.',
    ],
    variants: [
      [
        'other date',
        'different',
        'P',
        [
          ['Q4 2026', 'Q1 2027'],
          ['fourth quarter of 2026', 'first quarter of 2027'],
        ],
        '2027-04-29',
      ],
      ['other threshold', 'different', 'P', [['2.5%', '3.0%']]],
      [
        'range',
        'different',
        'P',
        [
          ['be greater than 2.5%', 'be between 2.0% and 2.5%'],
          ['is greater than 2.5%', 'is between 2.0% and 2.5%'],
        ],
      ],
      [
        'other place',
        'different',
        'P',
        [
          ['US GDP', 'China GDP'],
          ['BEA', 'National Bureau of Statistics of China'],
        ],
      ],
    ],
  },
  {
    id: 'recession-2027',
    category: 'Economics',
    close: '2027-12-31',
    kalshi: [
      'Will there be a recession in 2027?',
      '',
      'If there are two consecutive quarters of negative real GDP growth in the United States in 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'US recession in 2027?',
      'This market resolves to "Yes" if the United States has two consecutive quarters of negative real GDP growth between Q1 2027 and Q4 2027.',
    ],
    variants: [
      [
        'other date',
        'different',
        'P',
        [
          ['in 2027', 'in 2028'],
          ['Q1 2027', 'Q1 2028'],
          ['Q4 2027', 'Q4 2028'],
        ],
        '2028-12-31',
      ],
      [
        'other place',
        'different',
        'P',
        [
          ['US recession', 'UK recession'],
          ['United States', 'United Kingdom'],
        ],
      ],
      [
        'overlap of windows',
        'different',
        'P',
        [
          ['in 2027?', 'by June 30, 2027?'],
          ['between Q1 2027 and Q4 2027', 'by June 30, 2027'],
        ],
        '2027-06-30',
      ],
      [
        'negation',
        'inverted',
        'P',
        [
          'Will the US avoid a recession in 2027?',
          'This market resolves to "Yes" if the United States does not have two consecutive quarters of negative real GDP growth in 2027.',
        ],
      ],
    ],
  },
  {
    id: 'fed-cuts-number',
    category: 'Economics',
    close: '2027-12-31',
    kalshi: [
      'How many Fed rate cuts in 2027?',
      '3 cuts',
      'If the Federal Reserve makes exactly 3 rate cuts in 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will 3 Fed rate cuts happen in 2027?',
      'Resolves Yes if the Federal Reserve cuts rates exactly 3 times in 2027 (a cut of 50 bps counts as 2 cuts).',
    ],
    variants: [
      [
        'other threshold',
        'different',
        'P',
        [
          ['Will 3 Fed', 'Will 4 Fed'],
          ['exactly 3 times', 'exactly 4 times'],
        ],
      ],
      [
        'at least',
        'different',
        'P',
        [
          ['Will 3 Fed rate cuts', 'Will at least 3 Fed rate cuts'],
          ['exactly 3 times', 'at least 3 times'],
        ],
      ],
      ['other date', 'different', 'P', [['2027', '2028']], '2028-12-31'],
      [
        'other direction',
        'different',
        'P',
        [
          ['rate cuts', 'rate hikes'],
          ['cuts rates', 'raises rates'],
        ],
      ],
    ],
  },
  {
    id: 'gold-price',
    category: 'Economics',
    close: '2027-06-30',
    kalshi: [
      'Will gold reach $6,000 before Jul 2027?',
      '',
      'If the price of gold is above $5,999.99 per ounce at any time before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will gold hit $6,000 by June 30, 2027?',
      'This market will resolve to "Yes" if gold (XAU/USD) trades at or above $6,000 per ounce at any point by June 30, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'other asset',
        'different',
        'P',
        [
          ['gold', 'silver'],
          ['XAU/USD', 'XAG/USD'],
        ],
      ],
      ['other threshold', 'different', 'P', [['$6,000', '$6,500']]],
      [
        'at-close vs touch',
        'different',
        'P',
        [
          'Will gold close above $6,000 on June 30, 2027?',
          'Resolves Yes if the closing price of gold on June 30, 2027 is above $6,000 per ounce.',
        ],
      ],
      ['other unit', 'different', 'P', [['$6,000', '€6,000']]],
      ['other date', 'different', 'P', [['June 30', 'May 31']], '2027-05-31'],
    ],
  },
  {
    id: 'oil-range',
    category: 'Economics',
    close: '2026-12-31',
    kalshi: [
      'WTI oil price on Dec 31, 2026?',
      '$60 to $64.99',
      'If the settlement price of the front month WTI crude oil future on December 31, 2026 is between $60 and $64.99, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will WTI crude oil settle between $60 and $64.99 on December 31, 2026?',
      'Resolves Yes if the front month WTI future settles between $60.00 and $64.99 on December 31, 2026.',
    ],
    variants: [
      [
        'other threshold',
        'different',
        'P',
        [
          ['$60 and $64.99', '$65 and $69.99'],
          ['$60.00 and $64.99', '$65.00 and $69.99'],
        ],
      ],
      [
        'other asset',
        'different',
        'P',
        [
          ['WTI crude oil', 'Brent crude oil'],
          ['WTI future', 'Brent future'],
        ],
      ],
      ['other date', 'different', 'P', [['December 31, 2026', 'January 29, 2027']], '2027-01-29'],
      [
        'at-close vs touch',
        'different',
        'P',
        [
          'Will WTI crude oil hit $60 by December 31, 2026?',
          'Resolves Yes if the front month WTI future trades at $60 or below at any time by December 31, 2026.',
        ],
      ],
    ],
  },
];
