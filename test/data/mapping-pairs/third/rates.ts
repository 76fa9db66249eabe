import type { Family } from '../../../mapping/listing-pair.ts';

export const RATES: readonly Family[] = [
  {
    id: 'third-fomc-hold-december',
    category: 'Economics',
    close: '2026-12-09',
    kalshi: [
      'Fed decision in Dec 2026?',
      'Fed maintains rate',
      'If the Federal Reserve does a Hike of 0bps on December 9, 2026, then the market resolves to Yes. This market is mutually exclusive: only one bucket, at maximum, can resolve to Yes.',
    ],
    polymarket: [
      'Will there be no change in Fed interest rates after the December 2026 meeting?',
      'The FED interest rates are defined in this market by the upper bound of the target federal funds range. This market will resolve to "Yes" if the upper bound of the target federal funds rate is left unchanged versus the level it was prior to the Federal Reserve\'s December 2026 meeting. The resolution source for this market is the FOMC\'s statement after its meeting scheduled for December 8-9, 2026 according to the official calendar.',
    ],
    variants: [
      [
        'other date',
        'different',
        'P',
        [
          ['December 8-9, 2026', 'January 26-27, 2027'],
          ['December 2026', 'January 2027'],
        ],
        '2027-01-27',
      ],
      [
        'other direction',
        'different',
        'K',
        [
          ['Fed maintains rate', 'Cut 25bps'],
          ['a Hike of 0bps', 'a Cut of 25bps'],
        ],
      ],
      [
        'inverted wording',
        'inverted',
        'P',
        [
          'Will the Fed change interest rates at its December 2026 meeting?',
          'This market will resolve to "Yes" if the upper bound of the target federal funds rate is raised or lowered by any amount at the FOMC meeting scheduled for December 8-9, 2026. If the rate is left where it was, this market will resolve to "No". The resolution source is the FOMC\'s statement.',
        ],
      ],
    ],
  },
  {
    id: 'third-funds-rate-level',
    category: 'Economics',
    close: '2027-01-27',
    kalshi: [
      "Will the upper bound of the federal funds rate be above 3.50% following the Fed's Jan 27, 2027 meeting?",
      'Above 3.50%',
      "If the upper bound of the target federal funds rate published on the Federal Reserve's official website is greater than 3.50% following the Federal Reserve's Jan 27, 2027 meeting, then the market resolves to Yes.",
    ],
    polymarket: [
      'Fed funds rate upper bound above 3.50% after January 2027 meeting?',
      'This market will resolve to “Yes” if the upper bound of the target federal funds range is higher than 3.50% after the FOMC meeting scheduled for January 26-27, 2027. Otherwise, this market will resolve to “No”. The level of the target federal funds rate is published at the official website of the Federal Reserve.',
    ],
    variants: [
      [
        'strictness',
        'different',
        'P',
        [
          ['above 3.50%', '3.50% or higher'],
          ['is higher than 3.50%', 'is at or above 3.50%'],
        ],
      ],
      ['other threshold', 'different', 'K', [['3.50%', '3.25%']]],
      ['other measure', 'different', 'P', [['upper bound', 'lower bound']]],
      ['other date', 'different', 'K', [['Jan 27, 2027', 'Mar 17, 2027']]],
      [
        'inverted comparator',
        'inverted',
        'P',
        [
          ['above 3.50%', '3.50% or lower'],
          ['is higher than 3.50%', 'is 3.50% or lower'],
        ],
      ],
    ],
  },
  {
    id: 'third-count-of-cuts',
    category: 'Economics',
    close: '2027-12-31',
    kalshi: [
      'Number of rate cuts in 2027?',
      'Exactly 2 cuts',
      'If the Federal Reserve cuts rates exactly 2 times in 2027, then the market resolves to Yes. A cut of any size counts as one cut, so that a single cut of 50bps is one.',
    ],
    polymarket: [
      'Will 2 Fed rate cuts happen in 2027?',
      "This market will resolve according to the exact amount of cuts of 25 basis points in 2027 by the Fed, including any cuts made during the December meeting. For instance, a cut of 50 bps after a meeting will be considered to be 2 cuts. The resolution source is the FOMC's statements.",
    ],
    label: 'different',
    variants: [
      [
        'wording',
        'same',
        'P',
        [
          'Will the Fed cut rates exactly 2 times in 2027?',
          'This market will resolve to "Yes" if the Federal Open Market Committee lowers the target federal funds range on exactly two occasions between January 1 and December 31, 2027. A cut of any size counts as one cut. Otherwise, this market will resolve to "No".',
        ],
      ],
      [
        'at least',
        'different',
        'P',
        [
          'Will the Fed cut rates at least 2 times in 2027?',
          'This market will resolve to "Yes" if the Federal Open Market Committee lowers the target federal funds range on two or more occasions between January 1 and December 31, 2027. A cut of any size counts as one cut. Otherwise, this market will resolve to "No".',
        ],
      ],
    ],
  },
  {
    id: 'third-ecb-february',
    category: 'Economics',
    close: '2027-02-04',
    kalshi: [
      'European Central Bank decision in Feb 2027?',
      'Hike 25bps',
      'If the European Central Bank raises its deposit facility rate by exactly 25bps at its February 4, 2027 meeting, then the market resolves to Yes.',
    ],
    polymarket: [
      'ECB increases interest rates by 25 bps after February 2027 meeting?',
      'This market will resolve to "Yes" if the European Central Bank\'s Governing Council increases the deposit facility rate by exactly 25 basis points at its monetary policy meeting of February 4, 2027. Otherwise, this market will resolve to "No". The primary resolution source will be the ECB\'s press release.',
    ],
    variants: [
      [
        'at least',
        'different',
        'P',
        [
          ['by 25 bps', 'by 25+ bps'],
          ['by exactly 25 basis points', 'by 25 or more basis points'],
        ],
      ],

      [
        'other date',
        'different',
        'K',
        [
          ['Feb 2027', 'Mar 2027'],
          ['February 4, 2027', 'March 18, 2027'],
        ],
      ],
      [
        'by vs on',
        'different',
        'P',
        [
          ['after February 2027 meeting', 'by April 30, 2027'],
          [
            'at its monetary policy meeting of February 4, 2027',
            'at any monetary policy meeting held by April 30, 2027',
          ],
        ],
        '2027-04-30',
      ],
    ],
  },
];
