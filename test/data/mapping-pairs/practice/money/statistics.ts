import type { Family } from '../../../../mapping/listing-pair.ts';

/** Statistics and central banks. */
export const STATISTICS: readonly Family[] = [
  {
    id: 'practice-cpi-exact',
    category: 'Economics',
    close: '2027-06-10',
    kalshi: [
      'CPI year-over-year in May 2027?',
      'Exactly 2.9%',
      'If the rate of CPI inflation for the twelve months ending May 2027 is exactly 2.9%, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will annual inflation increase by 2.9% in May?',
      'This market will resolve to the percentage change of the 12-month period ending May 2027 in the Consumer Price Index (CPI), according to the Bureau of Labor Statistics report currently scheduled for release on June 10, 2027, 8:30 AM ET. Note: the BLS reports inflation to one decimal point (e.g. 2.9%). If no data is released by the next scheduled report, this market will resolve by the most recent previous month with available data.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['increase by 2.9%', 'increase by 3.0%']]],
      ['range', 'different', 'P', [['2.9% in May', '≥2.9% in May']]],
      [
        'other date',
        'different',
        'P',
        [
          ['in May?', 'in April?'],
          ['ending May 2027', 'ending April 2027'],
          ['June 10, 2027', 'May 12, 2027'],
        ],
        '2027-05-12',
      ],
      [
        'monthly',
        'different',
        'P',
        [
          ['annual inflation', 'monthly inflation'],
          ['of the 12-month period ending', 'of the one-month period of'],
          ['2.9% in May', '2.9% in May'],
        ],
      ],
      [
        'core',
        'different',
        'P',
        [
          ['annual inflation', 'annual core inflation'],
          ['(CPI)', '(CPI) for all items less food and energy'],
        ],
      ],
    ],
  },
  {
    id: 'practice-payrolls-range',
    category: 'Economics',
    close: '2027-04-02',
    kalshi: [
      'Jobs numbers in March 2027?',
      'Above 75,000',
      'If total nonfarm payroll employment increases by more than 75,000 in March 2027 according to the Employment Situation Report, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will more than 75,000 jobs be added in March?',
      'This market will resolve by the change in total nonfarm payroll employment for March 2027 as published by the Bureau of Labor Statistics in the Employment Situation report, scheduled for release on April 2, 2027, 8:30 AM ET. The first published figure counts; revisions will not be considered.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['75,000', '100,000']]],
      ['range', 'different', 'P', [['more than 75,000 jobs', 'between 75,000 and 100,000 jobs']]],
      [
        'other date',
        'different',
        'P',
        [
          ['in March?', 'in February?'],
          ['March 2027', 'February 2027'],
          ['April 2, 2027', 'March 5, 2027'],
        ],
        '2027-03-05',
      ],
      [
        'inverted comparator',
        'inverted',
        'P',
        [['more than 75,000 jobs be added', '75,000 jobs or fewer be added']],
      ],
      [
        'private',
        'different',
        'P',
        [
          ['75,000 jobs be added', '75,000 private sector jobs be added according to ADP'],
          ['total nonfarm payroll employment', 'private employment in the ADP National Employment Report'],
        ],
      ],
    ],
  },
  {
    id: 'practice-gdp',
    category: 'Economics',
    close: '2027-04-29',
    kalshi: [
      'US GDP growth in Q1 2027?',
      'Above 2.5%',
      'If real GDP increases by more than 2.5% in Q1 2027 according to the advance estimate, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will US GDP growth in Q1 2027 be greater than 2.5%?',
      'This market will resolve by the seasonally adjusted annualized percent change in quarterly US real GDP from the prior quarter for Q1 2027, as of the BEA advance estimate, scheduled for April 29, 2027.',
    ],
    variants: [
      [
        'other date',
        'different',
        'P',
        [
          ['Q1 2027', 'Q2 2027'],
          ['April 29', 'July 29'],
        ],
        '2027-07-29',
      ],
      ['at least', 'different', 'P', [['greater than 2.5%', '2.5% or higher']]],
      [
        'other estimate',
        'different',
        'P',
        [
          ['advance estimate', 'third estimate'],
          ['Q1 2027 be', 'Q1 2027 (third estimate) be'],
        ],
      ],
      [
        'other country',
        'different',
        'P',
        [
          ['US GDP', 'UK GDP'],
          ['US real', 'UK real'],
          ['BEA', 'ONS'],
        ],
      ],
    ],
  },
  {
    id: 'practice-fed-march',
    category: 'Economics',
    close: '2027-03-17',
    kalshi: [
      'Fed decision in Mar 2027?',
      'Fed maintains rate',
      'If the Federal Reserve does a Hike of 0bps on March 17, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will there be no change in Fed interest rates after the March 2027 meeting?',
      'The FED interest rates are defined in this market by the upper bound of the target federal funds range. The decisions on the target federal fund range are made by the Federal Open Market Committee (FOMC) meetings. This market will resolve to the amount of basis points the upper bound of the target federal funds rate is changed by versus the level it was prior to the meeting scheduled for March 16-17, 2027.',
    ],
    variants: [
      [
        'other date',
        'different',
        'P',
        [
          ['March 2027', 'April 2027'],
          ['March 16-17', 'April 27-28'],
        ],
        '2027-04-28',
      ],
      [
        'cut',
        'different',
        'P',
        [['Will there be no change in Fed interest rates', 'Will the Fed decrease interest rates by 25 bps']],
      ],
      [
        'hike',
        'different',
        'P',
        [
          [
            'Will there be no change in Fed interest rates',
            'Will the Fed increase interest rates by 25+ bps',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice-fed-cut50',
    category: 'Economics',
    close: '2027-06-16',
    kalshi: [
      'Fed decision in Jun 2027?',
      'Cut 25bps',
      'If the Federal Reserve does a Cut of 25bps on June 16, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Fed decrease interest rates by 25 bps after the June 2027 meeting?',
      'This market will resolve to the amount of basis points the upper bound of the target federal funds rate is changed by versus the level it was prior to the Federal Reserve meeting scheduled for June 15-16, 2027. If the target federal funds rate is changed to a level not expressed in the displayed options, the change will be rounded up to the nearest 25.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['by 25 bps', 'by 50+ bps']]],
      [
        'hike',
        'different',
        'P',
        [['decrease interest rates by 25 bps', 'increase interest rates by 25 bps']],
      ],
      [
        'wording',
        'same',
        'P',
        [
          [
            'Will the Fed decrease interest rates by 25 bps after the June 2027 meeting?',
            'Fed decreases interest rates by 25 bps after June 2027 meeting?',
          ],
        ],
      ],
      [
        'other bank',
        'different',
        'P',
        [
          ['the Fed ', 'the ECB '],
          ['upper bound of the target federal funds rate', 'deposit facility rate'],
          ['target federal funds rate', 'deposit facility rate'],
          ['Federal Reserve', 'ECB'],
        ],
      ],
    ],
  },
  {
    id: 'practice-fed-cuts-number',
    category: 'Economics',
    close: '2027-12-31',
    kalshi: [
      'Number of rate cuts in 2027?',
      '3 cuts',
      'If the Federal Reserve cuts the target federal funds rate exactly 3 times in 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will 3 Fed rate cuts happen in 2027?',
      'This market will resolve according to the exact amount of cuts of 25 basis points in 2027 by the Fed, including any cuts made during emergency meetings and the December meeting. Emergency cuts outside of scheduled FOMC meetings will also count.',
    ],
    variants: [
      ['other number', 'different', 'P', [['Will 3 Fed', 'Will 4 Fed']]],
      [
        'hikes',
        'different',
        'P',
        [
          ['rate cuts', 'rate hikes'],
          ['of cuts of', 'of hikes of'],
          ['any cuts made', 'any hikes made'],
          ['Emergency cuts', 'Emergency hikes'],
        ],
      ],
      ['other date', 'different', 'P', [['2027', '2026']], '2026-12-31'],
    ],
  },
  {
    id: 'practice-boj',
    category: 'Economics',
    close: '2027-01-22',
    kalshi: [
      'Bank of Japan decision in January 2027?',
      'Hike 25bps',
      'If the Bank of Japan raises its policy rate by 25 basis points at its January 2027 meeting, then the market resolves to Yes.',
    ],
    polymarket: [
      'Bank of Japan increases rates by 25 bps in January?',
      'This market will resolve by the change of the short-term policy interest rate after the monetary policy meeting of the Bank of Japan scheduled for January 21-22, 2027.',
    ],
    variants: [
      ['no change', 'different', 'P', [['increases rates by 25 bps', 'leaves rates unchanged']]],
      [
        'other bank',
        'different',
        'P',
        [
          ['Bank of Japan', 'Bank of England'],
          ['January 21-22', 'January 28-29'],
        ],
      ],
      [
        'other date',
        'different',
        'P',
        [
          ['in January?', 'in March?'],
          ['January 21-22, 2027', 'March 18-19, 2027'],
        ],
        '2027-03-19',
      ],
    ],
  },
  {
    id: 'practice-gas',
    category: 'Economics',
    close: '2027-01-31',
    kalshi: [
      'US gas prices this month? (Jan 31, 2027)',
      'Above $2.90',
      'If average regular gas prices are above $2.90 on Jan 31, 2027 according to AAA, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will average US gas price be more than $2.90 on January 31?',
      'This market resolves by the AAA national average for regular gasoline on January 31, 2027, as shown on gasprices.aaa.com.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['$2.90', '$3.00']]],
      [
        'other place',
        'different',
        'P',
        [
          ['average US gas price', 'average California gas price'],
          ['national average', 'California average'],
        ],
      ],
      ['touch', 'different', 'P', [['be more than $2.90 on January 31?', 'hit $2.90 by January 31?']]],
    ],
  },
  {
    id: 'practice-egg',
    category: 'Economics',
    close: '2027-03-12',
    kalshi: [
      'Egg prices in February 2027?',
      'Above $3.25',
      'If the average price of a dozen Grade A large eggs in U.S. cities is above $3.25 in February 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the price of a dozen eggs be above $3.25 in February?',
      'This market will resolve by the average price of Grade A large eggs (per dozen) in U.S. city average for February 2027 as published by FRED (APU0000708111).',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['above $3.25', 'above $3.50']]],
      [
        'other good',
        'different',
        'P',
        [
          ['a dozen eggs', 'a gallon of milk'],
          ['Grade A large eggs (per dozen)', 'fresh whole milk (per gallon)'],
        ],
      ],
    ],
  },
  {
    id: 'practice-unemployment-range',
    category: 'Economics',
    close: '2027-05-07',
    kalshi: [
      'Unemployment rate in April 2027?',
      '4.6%',
      'If the seasonally adjusted unemployment rate (U-3) reported by the Bureau of Labor Statistics is exactly 4.6% in April 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the April 2027 unemployment rate be 4.6%?',
      'This market will resolve by the headline U.S. unemployment rate for April 2027 as published in the Employment Situation report on May 7, 2027.',
    ],
    variants: [
      ['or more', 'different', 'P', [['be 4.6%', 'be 4.6% or higher']]],
      [
        'other country',
        'different',
        'P',
        [
          ['the April 2027 unemployment', 'the April 2027 Canadian unemployment'],
          ['U.S. unemployment', 'Canadian unemployment'],
        ],
      ],
      [
        'other date',
        'different',
        'P',
        [
          ['April 2027', 'May 2027'],
          ['May 7', 'June 4'],
        ],
        '2027-06-04',
      ],
    ],
  },
];
