import type { Family } from '../../../mapping/listing-pair.ts';

export const OFFICE: readonly Family[] = [
  {
    id: 'third-alito-leaves',
    category: 'Politics',
    close: '2027-07-31',
    kalshi: [
      'Will Samuel Alito announce his retirement from the Supreme Court before Aug 2027?',
      '',
      'If Samuel Alito publicly announces that he will retire from the Supreme Court before Aug 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Alito announces retirement by July 31, 2027?',
      'This market will resolve to "Yes" if Associate Justice Samuel Alito publicly announces that he will retire from the Supreme Court of the United States by July 31, 2027, 11:59 PM ET, regardless of when the retirement takes effect. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'announce vs happen',
        'different',
        'P',
        [
          'Alito no longer on the Supreme Court by July 31, 2027?',
          'This market will resolve to "Yes" if Samuel Alito ceases to be an Associate Justice of the Supreme Court of the United States by July 31, 2027, 11:59 PM ET. An announcement of a retirement that takes effect afterwards will not qualify. Otherwise, this market will resolve to "No".',
        ],
      ],

      [
        'any of them',
        'different',
        'P',
        [
          'Any Supreme Court justice announces retirement by July 31, 2027?',
          'This market will resolve to "Yes" if any sitting Justice publicly announces that they will retire from the Supreme Court of the United States by July 31, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No".',
        ],
      ],
      [
        'other date',
        'different',
        'K',
        [
          ['Aug 2027', '2028'],
          ['Aug 1, 2027', 'Jan 1, 2028'],
        ],
      ],
    ],
  },
  {
    id: 'third-executive-orders',
    category: 'Politics',
    close: '2026-12-31',
    kalshi: [
      'How many executive orders will Trump sign in December 2026?',
      'At least 10',
      'If Donald Trump signs at least 10 executive orders between Dec 1, 2026 and Dec 31, 2026 according to the Federal Register, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Trump sign 10 or more executive orders in December?',
      'This market will resolve to "Yes" if Donald Trump signs ten or more executive orders from December 1 through December 31, 2026 per the Federal Register. Presidential memoranda and proclamations do not count. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'strictness',
        'different',
        'P',
        [
          ['10 or more', 'more than 10'],
          ['ten or more', 'more than ten'],
        ],
      ],
      [
        'other act',
        'different',
        'P',
        [
          ['executive orders in', 'proclamations in'],
          ['executive orders from', 'proclamations from'],
          ['Presidential memoranda and proclamations do', 'Executive orders and memoranda do'],
        ],
      ],
      [
        'other date',
        'different',
        'K',
        [
          ['December 2026', 'January 2027'],
          ['Dec 1, 2026', 'Jan 1, 2027'],
          ['Dec 31, 2026', 'Jan 31, 2027'],
        ],
      ],
      [
        'strictness equal',
        'same',
        'P',
        [
          ['10 or more', 'more than 9'],
          ['ten or more', 'more than nine'],
        ],
      ],
    ],
  },
  {
    id: 'third-approval-silver',
    category: 'Politics',
    close: '2026-12-18',
    kalshi: [
      "Donald Trump's approval rating on Dec 18, 2026?",
      'Above 40.0%',
      "If Donald Trump's approval rating is above 40.0% on Dec 18, 2026 according to Silver Bulletin, then the market resolves to Yes.",
    ],
    polymarket: [
      "Will Trump's approval rating be 40.1 or higher on December 18?",
      'This market will resolve to "Yes" if Silver Bulletin\'s approval rating for Donald Trump on December 18, 2026 is 40.1% or higher. Otherwise, this market will resolve to "No". The resolution source reports the rating value to only one decimal point (e.g., 42.8%, 33.9%, etc.). Thus, this is the level of precision that will be used.',
    ],
    variants: [
      ['strictness', 'different', 'P', [['40.1', '40.0']]],
      [
        'other source',
        'different',
        'P',
        [
          [
            "Silver Bulletin's approval rating for Donald Trump",
            "RealClearPolitics' average approval rating for Donald Trump",
          ],
        ],
      ],
      [
        'other measure',
        'different',
        'P',
        [
          ['approval rating be', 'disapproval rating be'],
          ["Silver Bulletin's approval rating", "Silver Bulletin's disapproval rating"],
        ],
      ],
      ['other date', 'different', 'K', [['Dec 18, 2026', 'Dec 11, 2026']]],
      [
        'range',
        'different',
        'P',
        [
          ['be 40.1 or higher', 'be between 40.1 and 40.5'],
          ['is 40.1% or higher', 'is between 40.1% and 40.5%'],
        ],
      ],
    ],
  },
];
