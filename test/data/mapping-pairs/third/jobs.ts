import type { Family } from '../../../mapping/listing-pair.ts';

export const JOBS: readonly Family[] = [
  {
    id: 'third-unemployment-january',
    category: 'Economics',
    close: '2027-02-05',
    kalshi: [
      'Unemployment rate in January 2027?',
      'Above 4.4%',
      'If the seasonally adjusted unemployment rate (U-3) reported by the Bureau of Labor Statistics in the Employment Situation Report is above 4.4% in January 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the January 2027 unemployment rate be 4.5% or higher?',
      'This market will resolve to "Yes" if the U.S. seasonally adjusted unemployment rate (U-3) reported by the Bureau of Labor Statistics for January 2027 is at least 4.5%. Otherwise, this market will resolve to "No". The rate is reported to one decimal place, which is the level of precision that will be used.',
    ],
    variants: [
      [
        'exact',
        'different',
        'P',
        [
          ['be 4.5% or higher', 'be 4.5%'],
          ['is at least 4.5%', 'is exactly 4.5%'],
        ],
      ],
      [
        'other measure',
        'different',
        'P',
        [
          ['unemployment rate be', 'U-6 unemployment rate be'],
          [
            'unemployment rate (U-3)',
            'total unemployed plus marginally attached and part-time workers (U-6)',
          ],
        ],
      ],

      ['other threshold', 'different', 'K', [['4.4%', '4.5%']]],
      ['other date', 'different', 'K', [['January 2027', 'February 2027']]],
    ],
  },
  {
    id: 'third-payrolls-january',
    category: 'Economics',
    close: '2027-02-05',
    kalshi: [
      'Jobs numbers in January 2027?',
      'Above 50,000',
      'If the increase in total nonfarm payroll employment is above 50,000 in January 2027 according to the Employment Situation Report, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the US add more than 50k jobs in January?',
      'This market will resolve to "Yes" if the seasonally adjusted change of total nonfarm payrolls for January 2027, as first published by the Bureau of Labor Statistics on February 5, 2027, is greater than 50,000. Otherwise, this market will resolve to "No". Later revisions will not be considered.',
    ],
    variants: [
      [
        'range',
        'different',
        'P',
        [
          ['add more than 50k jobs', 'add between 50k and 75k jobs'],
          ['is greater than 50,000', 'is between 50,000 and 75,000'],
        ],
      ],
      [
        'other measure',
        'different',
        'P',
        [
          'Will ADP report more than 50k jobs added in January?',
          'This market will resolve to "Yes" if the change of U.S. private sector employment for January 2027 in the ADP National Employment Report is greater than 50,000. Otherwise, this market will resolve to "No".',
        ],
      ],

      [
        'other date',
        'different',
        'P',
        [
          ['in January?', 'in December?'],
          ['January 2027', 'December 2026'],
          ['February 5, 2027', 'January 8, 2027'],
        ],
        '2027-01-08',
      ],
    ],
  },
  {
    id: 'third-jobless-claims',
    category: 'Economics',
    close: '2026-12-17',
    kalshi: [
      'Jobless claims for the week ending Dec 12, 2026?',
      'At least 230,000',
      'If the advance figure of seasonally adjusted initial claims for the week ending December 12, 2026 is at least 230,000 according to the Department of Labor, then the market resolves to Yes.',
    ],
    polymarket: [
      'Initial jobless claims at 230k or more (week ending December 12)?',
      'This market will resolve to "Yes" if the advance figure for seasonally adjusted initial claims in the Unemployment Insurance Weekly Claims report for the week ending December 12, 2026 is 230,000 or more. Otherwise, this market will resolve to "No". The report is scheduled for December 17.',
    ],
    variants: [
      [
        'other measure',
        'different',
        'P',
        [
          'Continuing jobless claims at 1.93M or more (week ending December 5)?',
          'This market will resolve to "Yes" if the advance figure for seasonally adjusted insured unemployment in the Unemployment Insurance Weekly Claims report of December 17, 2026 is 1,930,000 or more. Otherwise, this market will resolve to "No".',
        ],
      ],
      [
        'average',
        'different',
        'P',
        [
          ['Initial jobless claims', '4-week average of initial jobless claims'],
          [
            'the advance figure for seasonally adjusted initial claims',
            'the 4-week moving average of seasonally adjusted initial claims',
          ],
        ],
      ],
      [
        'other date',
        'different',
        'K',
        [
          ['Dec 12, 2026', 'Dec 19, 2026'],
          ['December 12, 2026', 'December 19, 2026'],
        ],
      ],
      [
        'inverted comparator',
        'inverted',
        'P',
        [
          ['at 230k or more', 'below 230k'],
          ['is 230,000 or more', 'is less than 230,000'],
        ],
      ],
    ],
  },
  {
    id: 'third-national-debt',
    category: 'Economics',
    close: '2027-06-30',
    kalshi: [
      'US national debt above $40 trillion before Jul 1, 2027?',
      '',
      'If the total public debt outstanding of the United States is above $40 trillion on any day before Jul 1, 2027 according to the Treasury, then the market resolves to Yes.',
    ],
    polymarket: [
      'US national debt hits $40T by June 30, 2027?',
      'This market will resolve to "Yes" if "Total Public Debt Outstanding" on the Treasury\'s Debt to the Penny page exceeds $40 trillion for any day up to and including June 30, 2027. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'other measure',
        'different',
        'P',
        [
          ['US national debt', 'US debt held by the public'],
          ['"Total Public Debt Outstanding"', '"Debt Held by the Public"'],
        ],
      ],
      [
        'on vs by',
        'different',
        'P',
        [
          'Will the US national debt be above $40T on June 30, 2027?',
          'This market will resolve to "Yes" if "Total Public Debt Outstanding" on the Treasury\'s Debt to the Penny page for June 30, 2027 exceeds $40 trillion. Otherwise, this market will resolve to "No".',
        ],
      ],
      ['other threshold', 'different', 'K', [['$40 trillion', '$41 trillion']]],
    ],
  },
];
