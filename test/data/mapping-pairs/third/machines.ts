import type { Family } from '../../../mapping/listing-pair.ts';

export const MACHINES: readonly Family[] = [
  {
    id: 'third-best-model',
    category: 'Science and Technology',
    close: '2027-01-31',
    kalshi: [
      'Which company will have the best AI at the end of January 2027?',
      'Google',
      'If a Google model is ranked #1 on the Text Arena leaderboard (LMArena) on Jan 31, 2027 at 12:00 PM ET, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Google have the best AI model at the end of January?',
      'This market will resolve according to the company which owns the model with the highest arena score on the "Text Arena | Overall" Leaderboard tab when checked on January 31, 2027, 12:00 PM ET. It resolves to "Yes" if that is Google. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'category',
        'different',
        'P',
        [
          ['best AI model', 'best AI model for coding'],
          ['"Text Arena | Overall"', '"Text Arena | Coding"'],
        ],
      ],
      [
        'rank',
        'different',
        'P',
        [
          ['the best AI model', 'the second-best AI model'],
          [
            'the company which owns the model with the highest arena score',
            'the company whose best model ranks second among companies by arena score',
          ],
        ],
      ],
      [
        'other date',
        'different',
        'P',
        [
          ['end of January?', 'end of February?'],
          ['January 31, 2027', 'February 28, 2027'],
        ],
        '2027-02-28',
      ],
      [
        'at any time',
        'different',
        'P',
        [
          ['have the best AI model at the end of January?', 'have the #1 AI model by January 31?'],
          [
            'when checked on January 31, 2027, 12:00 PM ET',
            'at any time between January 1 and January 31, 2027, 12:00 PM ET',
          ],
          ['that is Google', 'that is Google at any moment of this window'],
        ],
      ],
    ],
  },
  {
    id: 'third-next-gpt',
    category: 'Science and Technology',
    close: '2027-03-31',
    kalshi: [
      'When will OpenAI release GPT-6?',
      'Before Apr 1, 2027',
      'If OpenAI makes GPT-6 publicly available before Apr 1, 2027, then the market resolves to Yes. A closed beta does not count.',
    ],
    polymarket: [
      'GPT-6 released by March 31, 2027?',
      'This market will resolve to "Yes" if OpenAI\'s GPT-6 is made available to the general public by March 31, 2027, 11:59 PM ET. A closed beta or any form of private access will not suffice. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'announce vs release',
        'different',
        'P',
        [
          ['GPT-6 released', 'GPT-6 announced'],
          ["OpenAI's GPT-6 is made available to the general public", 'OpenAI officially announces GPT-6'],
          [
            'A closed beta or any form of private access will not suffice.',
            'The model need not be available.',
          ],
        ],
      ],
      ['other product', 'different', 'K', [['GPT-6', 'GPT-5.8']]],

      [
        'wording',
        'same',
        'K',
        [
          'OpenAI releases GPT-6 by the end of March 2027?',
          '',
          'If GPT-6 is released by OpenAI to the general public by Mar 31, 2027, then the market resolves to Yes. Releases to selected testers do not count.',
        ],
      ],
    ],
  },
  {
    id: 'third-foldable-iphone',
    category: 'Science and Technology',
    close: '2027-03-31',
    kalshi: [
      'Will Apple start selling a foldable iPhone before Apr 2027?',
      '',
      'If a foldable iPhone is available for purchase from Apple in the United States before Apr 1, 2027, then the market resolves to Yes. Pre-orders alone do not count.',
    ],
    polymarket: [
      'Apple foldable iPhone on sale by March 31?',
      'This market will resolve to "Yes" if Apple begins to sell an iPhone with a folding display in the United States by March 31, 2027, 11:59 PM ET. An announcement or the opening of pre-orders will not be sufficient. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'announce vs release',
        'different',
        'P',
        [
          ['on sale by', 'unveiled by'],
          [
            'begins to sell an iPhone with a folding display in the United States',
            'officially presents an iPhone with a folding display',
          ],
          ['An announcement or the opening of pre-orders will not be sufficient.', 'It need not be on sale.'],
        ],
      ],
      [
        'price',
        'different',
        'P',
        [
          'Will the foldable iPhone cost $2,000 or more at launch?',
          'This market will resolve to "Yes" if the lowest U.S. launch price of an iPhone with a folding display that Apple presents by March 31, 2027 is $2,000 or more. Otherwise, this market will resolve to "No".',
        ],
      ],
    ],
  },
  {
    id: 'third-robotaxi-city',
    category: 'Science and Technology',
    close: '2027-06-30',
    kalshi: [
      'Where will Waymo offer public rides before Jul 2027?',
      'New York City',
      'If Waymo offers fully autonomous rides to members of the public in New York City before Jul 1, 2027, then the market resolves to Yes. Rides with a safety driver do not count.',
    ],
    polymarket: [
      'Waymo driverless rides in New York City by June 30?',
      'This market will resolve to "Yes" if members of the general public can take Waymo rides without a human safety operator in the vehicle in New York City by June 30, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'permit',
        'different',
        'P',
        [
          'Waymo permitted to run driverless in New York City by June 30?',
          'This market will resolve to "Yes" if Waymo receives every permit needed for operation without a human safety operator in New York City by June 30, 2027, 11:59 PM ET, whether or not rides are offered. Otherwise, this market will resolve to "No".',
        ],
      ],
      ['other place', 'different', 'K', [['New York City', 'Boston']]],

      [
        'wording',
        'same',
        'P',
        [
          [
            'Waymo driverless rides in New York City by June 30?',
            'Can the public ride in a Waymo without a driver in NYC before July 2027?',
          ],
        ],
      ],
    ],
  },
];
