import type { Family } from '../../../mapping/listing-pair.ts';

export const SCREEN: readonly Family[] = [
  {
    id: 'third-doomsday-tomatoes',
    category: 'Entertainment',
    close: '2026-12-21',
    kalshi: [
      'Avengers: Doomsday Rotten Tomatoes score?',
      'Above 80',
      'If Avengers: Doomsday has a Tomatometer score of above 80 on Dec 21, 2026 at 10:00 AM ET, then the market resolves to Yes. A score of 80 would resolve "Above 80" as No.',
    ],
    polymarket: [
      'Will "Avengers: Doomsday" score at least 80 on Rotten Tomatoes?',
      'This market will resolve to “Yes” if the displayed Rotten Tomatoes “All Critics” Tomatometer score for Avengers: Doomsday (2026) is at least equal to 80 at 10:00 AM ET on December 21, 2026. Otherwise, this market will resolve to "No".',
    ],
    label: 'different',
    variants: [
      [
        'strictness equal',
        'same',
        'P',
        [
          ['at least 80', 'at least 81'],
          ['at least equal to 80', 'at least equal to 81'],
        ],
      ],
      [
        'audience',
        'different',
        'P',
        [
          ['score at least 80 on Rotten Tomatoes', 'score at least 81 with audiences on Rotten Tomatoes'],
          ['“All Critics” Tomatometer score', '“All Audience” Popcornmeter score'],
          ['at least equal to 80', 'at least equal to 81'],
        ],
      ],
      [
        'other source',
        'different',
        'P',
        [
          'Will "Avengers: Doomsday" score at least 81 on Metacritic?',
          'This market will resolve to “Yes” if the displayed Metascore for Avengers: Doomsday (2026) is at least equal to 81 at 10:00 AM ET on December 21, 2026. Otherwise, this market will resolve to "No".',
        ],
      ],
    ],
  },
  {
    id: 'third-opening-weekend',
    category: 'Entertainment',
    close: '2026-12-21',
    kalshi: [
      'Dune: Part Three domestic opening weekend box office?',
      'Above $100 million',
      'If Dune: Part Three grosses more than $100,000,000 domestically over its 3-day opening weekend (December 18 - December 20, 2026) according to The Numbers, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will "Dune: Part Three" Opening Weekend Box Office be greater than $100m?',
      'This market will resolve according to how much "Dune: Part Three" will gross domestically on its opening weekend. It resolves to "Yes" if that is more than $100m once the values for the 3-day opening weekend (December 18 - December 20) on The Numbers are final (i.e., not studio estimates).',
    ],
    variants: [
      [
        'worldwide',
        'different',
        'P',
        [
          ['Opening Weekend Box Office', 'Worldwide Opening Weekend Box Office'],
          ['gross domestically', 'gross worldwide'],
        ],
      ],
      [
        'total',
        'different',
        'P',
        [
          [
            'Opening Weekend Box Office be greater than $100m?',
            'gross more than $100m domestically in 2026?',
          ],
          ['on its opening weekend', 'up to December 31, 2026'],
          [
            'once the values for the 3-day opening weekend (December 18 - December 20) on The Numbers are final (i.e., not studio estimates)',
            'according to The Numbers',
          ],
        ],
      ],

      [
        'range',
        'different',
        'P',
        [
          ['be greater than $100m', 'be between $100m and $120m'],
          ['more than $100m', 'between $100m and $120m'],
        ],
      ],
    ],
  },
  {
    id: 'third-best-picture-2027',
    category: 'Entertainment',
    close: '2027-03-14',
    kalshi: [
      'Oscar for Best Picture?',
      'The Odyssey',
      'If The Odyssey wins Best Picture at the 99th Academy Awards, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will "The Odyssey" win Best Picture at the 2027 Oscars?',
      'This market will resolve to "Yes" if "The Odyssey" wins the Oscar for Best Picture at the 99th Academy Awards ceremony, scheduled for March 14, 2027. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'nominated vs win',
        'different',
        'P',
        [
          ['win Best Picture', 'be nominated for Best Picture'],
          ['wins the Oscar for', 'is nominated for the Oscar for'],
        ],
      ],
      [
        'category',
        'different',
        'P',
        [
          ['win Best Picture at', 'win Best Director at'],
          [
            'if "The Odyssey" wins the Oscar for Best Picture',
            'if Christopher Nolan wins the Oscar for Best Director for "The Odyssey"',
          ],
        ],
      ],
      [
        'other award',
        'different',
        'P',
        [
          [
            'win Best Picture at the 2027 Oscars',
            'win Best Motion Picture – Drama at the 2027 Golden Globes',
          ],
          [
            'the Oscar for Best Picture at the 99th Academy Awards ceremony, scheduled for March 14, 2027',
            'the Golden Globe for Best Motion Picture – Drama at the 84th Golden Globe Awards',
          ],
        ],
        '2027-01-10',
      ],
    ],
  },
];
