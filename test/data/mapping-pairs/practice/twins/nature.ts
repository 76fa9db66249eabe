import type { Family } from '../../../../mapping/listing-pair.ts';

/** Near-twins of science, health, weather and machines. */
export const TWIN_NATURE: readonly Family[] = [
  {
    id: 'practice2-spacex-launches',
    category: 'Science',
    close: '2027-12-31',
    kalshi: [
      'How many SpaceX launches in 2027?',
      'At least 180',
      'If SpaceX has at least 180 successful launches in 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will SpaceX have 180 or more launches in 2027?',
      'This market will resolve by the number of launches SpaceX completes between January 1 and December 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['180 or more', '200 or more']]],
      [
        'Starship',
        'different',
        'P',
        [
          ['have 180 or more launches', 'have 180 or more Starship launches'],
          ['number of launches', 'number of Starship launches'],
        ],
      ],
      ['range', 'different', 'P', [['180 or more', '180-189']]],
      [
        'window',
        'different',
        'P',
        [
          ['in 2027?', 'in the first half of 2027?'],
          ['December 31', 'June 30'],
        ],
        '2027-06-30',
      ],
      ['inverted comparator', 'inverted', 'P', [['180 or more launches', 'less than 180 launches']]],
    ],
  },
  {
    id: 'practice2-robotaxi',
    category: 'Tech',
    close: '2027-06-30',
    kalshi: [
      'Will Tesla launch unsupervised FSD?',
      'Before Jul 2027',
      'If Tesla releases unsupervised full self-driving to customers in the US before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Tesla launches unsupervised full self driving (FSD) by June 30?',
      'This market will resolve to "Yes" if Tesla makes unsupervised FSD available to consumers in the United States by June 30, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'place',
        'different',
        'P',
        [
          [
            'launches unsupervised full self driving (FSD) by',
            'launches unsupervised full self driving (FSD) in California by',
          ],
          ['in the United States', 'in California'],
        ],
      ],
      [
        'robotaxi',
        'different',
        'P',
        [
          ['unsupervised full self driving (FSD)', 'a driverless Robotaxi service'],
          ['unsupervised FSD available to consumers', 'a driverless Robotaxi service available'],
        ],
      ],
      [
        'announce',
        'different',
        'P',
        [
          ['Tesla launches', 'Tesla announces date of'],
          [
            'makes unsupervised FSD available to consumers',
            'announces a date for unsupervised FSD for consumers',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice2-measles',
    category: 'Health',
    close: '2027-12-31',
    kalshi: [
      'Measles cases in 2027?',
      'Above 5,000',
      'If there are more than 5,000 measles cases in the United States in 2027 according to the CDC, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will there be more than 5,000 measles cases in the US in 2027?',
      'This market will resolve by the number of confirmed measles cases that the CDC reports for 2027.',
    ],
    variants: [
      [
        'deaths',
        'different',
        'P',
        [
          ['measles cases in', 'measles deaths in'],
          ['confirmed measles cases', 'measles deaths'],
        ],
      ],
      ['other disease', 'different', 'P', [['measles', 'mpox']]],
      [
        'window',
        'different',
        'P',
        [
          ['in 2027?', 'by June 30, 2027?'],
          ['for 2027', 'by June 30, 2027'],
        ],
        '2027-06-30',
      ],
      [
        'place',
        'different',
        'P',
        [
          ['in the US', 'in Texas'],
          ['measles cases that the CDC reports', 'measles cases of Texas that the CDC reports'],
        ],
      ],
    ],
  },
  {
    id: 'practice2-tsa',
    category: 'Transport',
    close: '2027-01-04',
    kalshi: [
      'TSA check-ins this week? (Jan 3, 2027)',
      'Above 2.40 million',
      'If the average TSA passengers per day for the week ending Jan 3, 2027 is above 2,400,000, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will average TSA passengers per day be above 2.4 million for the week ending January 3?',
      'This market will resolve by the average number of travelers per day from December 28, 2026 to January 3, 2027 as published by the TSA.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['2.4 million', '2.5 million']]],
      [
        'other week',
        'different',
        'P',
        [
          ['January 3', 'January 10'],
          ['December 28, 2026', 'January 4, 2027'],
        ],
        '2027-01-11',
      ],
    ],
  },
  {
    id: 'practice2-hurricane-name',
    category: 'Climate',
    close: '2027-12-01',
    kalshi: [
      'How many hurricanes will hit the US in 2027?',
      'At least 3',
      'If at least 3 hurricanes make landfall in the United States in 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will 3 or more hurricanes make landfall in the US in 2027?',
      'This market will resolve by the number of hurricanes that make landfall in the continental United States during 2027 according to the NHC.',
    ],
    variants: [
      ['other number', 'different', 'P', [['3 or more', '4 or more']]],
      [
        'form',
        'different',
        'P',
        [
          ['hurricanes make landfall in the US', 'hurricanes form in the Atlantic'],
          [
            'hurricanes that make landfall in the continental United States',
            'hurricanes that form in the Atlantic',
          ],
        ],
      ],
      [
        'major',
        'different',
        'P',
        [
          ['hurricanes make', 'major hurricanes make'],
          ['number of hurricanes', 'number of major hurricanes'],
        ],
      ],
      [
        'state',
        'different',
        'P',
        [
          ['in the US in', 'in Florida in'],
          ['the continental United States', 'Florida'],
        ],
      ],
      ['exactly', 'different', 'P', [['3 or more', 'exactly 3']]],
    ],
  },
  {
    id: 'practice2-quake-ca',
    category: 'Climate',
    close: '2027-12-31',
    kalshi: [
      'Will a 7.0+ earthquake hit California?',
      'Before 2028',
      'If an earthquake of magnitude 7.0 or greater occurs in California before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      '7.0 or above earthquake in California by December 31, 2027?',
      'This market will resolve to "Yes" if the USGS reports an earthquake of magnitude 7.0 or higher with its epicenter in California by December 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['7.0', '7.5']]],
      ['other place', 'different', 'P', [['California', 'Japan']]],
      [
        'anywhere',
        'different',
        'P',
        [
          ['earthquake in California by', 'earthquake anywhere by'],
          [' with its epicenter in California by', ' anywhere on Earth by'],
        ],
      ],
    ],
  },
  {
    id: 'practice2-fold',
    category: 'Tech',
    close: '2027-12-31',
    kalshi: [
      'Will Apple release a foldable iPhone?',
      'Before 2028',
      'If Apple releases a foldable iPhone before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'Foldable iPhone released by December 31, 2027?',
      'This market will resolve to "Yes" if Apple makes a foldable iPhone available for purchase to the public by December 31, 2027, 11:59 PM ET. Preorders do not count.',
    ],
    variants: [
      [
        'announce',
        'different',
        'P',
        [
          ['Foldable iPhone released by', 'Foldable iPhone announced by'],
          [
            'makes a foldable iPhone available for purchase to the public',
            'officially announces a foldable iPhone',
          ],
          [' Preorders do not count.', ''],
        ],
      ],
      [
        'other product',
        'different',
        'P',
        [
          ['Foldable iPhone', 'Foldable iPad'],
          ['foldable iPhone', 'foldable iPad'],
        ],
      ],
      [
        'price',
        'different',
        'P',
        [
          [
            'Foldable iPhone released by December 31, 2027?',
            'Foldable iPhone released at a price above $2,000 by December 31, 2027?',
          ],
        ],
      ],
    ],
  },
];
