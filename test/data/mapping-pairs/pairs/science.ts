import type { Family } from '../../../mapping/listing-pair.ts';

export const SCIENCE: readonly Family[] = [
  {
    id: 'starship-refuel',
    category: 'Science',
    close: '2027-06-30',
    kalshi: [
      'Starship propellant transfer before Jul 2027?',
      '',
      'If SpaceX completes a propellant transfer between two Starship vehicles in orbit before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'SpaceX Starship ship-to-ship propellant transfer in orbit by June 30, 2027?',
      'Resolves Yes if SpaceX or NASA confirms a propellant transfer between two Starships in orbit by June 30, 2027, 11:59 PM ET.',
    ],
    variants: [
      ['other date', 'different', 'P', [['June 30', 'September 30']], '2027-09-30'],
      [
        'other act',
        'different',
        'P',
        [
          'Will SpaceX Starship land on Mars by June 30, 2027?',
          'Resolves Yes if a Starship lands on Mars by June 30, 2027.',
        ],
      ],
      [
        'number',
        'different',
        'P',
        [
          'Will SpaceX launch Starship at least 10 times by June 30, 2027?',
          'Resolves Yes if SpaceX launches Starship 10 or more times by June 30, 2027.',
        ],
      ],
    ],
  },
  {
    id: 'artemis-2',
    category: 'Science',
    close: '2027-12-31',
    kalshi: [
      'Will Artemis III launch before 2028?',
      '',
      'If NASA launches Artemis III before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'Artemis III launch by December 31, 2027?',
      'Resolves Yes if the Artemis III mission launches by December 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      ['other number', 'different', 'P', [['Artemis III', 'Artemis IV']]],
      [
        'other act',
        'different',
        'P',
        [
          'Will Artemis III land on the Moon by December 31, 2027?',
          'Resolves Yes if the crew of Artemis III lands on the Moon by December 31, 2027.',
        ],
      ],
      ['other date', 'different', 'P', [['December 31, 2027', 'December 31, 2028']], '2028-12-31'],
    ],
  },
  {
    id: 'top-model',
    category: 'Science',
    close: '2026-12-31',
    kalshi: [
      'Which company has the best AI model at the end of December 2026?',
      'Google',
      'If Google has the top-ranked model on the LMArena text leaderboard on December 31, 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Google have the best AI model at the end of December 2026?',
      'Resolves according to the company which owns the model with the highest score on the LMArena text leaderboard on December 31, 2026.',
    ],
    variants: [
      ['other company', 'different', 'P', [['Google', 'OpenAI']]],
      [
        'other date',
        'different',
        'P',
        [
          ['December 2026', 'January 2027'],
          ['December 31, 2026', 'January 31, 2027'],
        ],
        '2027-01-31',
      ],
      [
        'rank',
        'different',
        'P',
        [
          ['the best AI model', 'the second best AI model'],
          ['highest score', 'second highest score'],
        ],
      ],
      [
        'coding',
        'different',
        'P',
        [
          ['the best AI model', 'the best coding AI model'],
          ['text leaderboard', 'web development leaderboard'],
        ],
      ],
    ],
  },
  {
    id: 'gpt-6',
    category: 'Science',
    close: '2027-03-31',
    kalshi: [
      'Will OpenAI release GPT-6 before Apr 1, 2027?',
      '',
      'If OpenAI publicly releases GPT-6 before Apr 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'GPT-6 released by March 31, 2027?',
      'Resolves Yes if OpenAI makes GPT-6 available to the general public by March 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      ['other number', 'different', 'P', [['GPT-6', 'GPT-7']]],
      [
        'announce vs release',
        'different',
        'P',
        [
          'GPT-6 announced by March 31, 2027?',
          'Resolves Yes if OpenAI officially announces GPT-6 by March 31, 2027.',
        ],
      ],
      [
        'other product',
        'different',
        'P',
        [
          'Gemini 4 released by March 31, 2027?',
          'Resolves Yes if Google makes Gemini 4 available to the general public by March 31, 2027.',
        ],
      ],
      ['other date', 'different', 'P', [['March 31', 'April 30']], '2027-04-30'],
      [
        'negation',
        'inverted',
        'P',
        [
          'GPT-6 not released by March 31, 2027?',
          'Resolves Yes if OpenAI does not make GPT-6 available to the general public by March 31, 2027, 11:59 PM ET.',
        ],
      ],
    ],
  },
  {
    id: 'nobel-peace',
    category: 'Science',
    close: '2027-10-08',
    kalshi: [
      'Who will win the Nobel Peace Prize in 2027?',
      'Donald Trump',
      'If Donald Trump wins the 2027 Nobel Peace Prize, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Donald Trump win the Nobel Peace Prize in 2027?',
      'Resolves Yes if Donald Trump is awarded the 2027 Nobel Peace Prize.',
    ],
    variants: [
      ['other person', 'different', 'P', [['Donald Trump', 'Yulia Navalnaya']]],
      ['other date', 'different', 'P', [['2027', '2026']], '2026-10-09'],
      [
        'other act',
        'different',
        'P',
        [
          'Will Donald Trump be nominated for the Nobel Peace Prize in 2027?',
          'Resolves Yes if Donald Trump is nominated for the 2027 Nobel Peace Prize.',
        ],
      ],
    ],
  },
];
