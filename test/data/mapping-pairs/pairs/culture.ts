import type { Family } from '../../../mapping/listing-pair.ts';

export const CULTURE: readonly Family[] = [
  {
    id: 'oscar-picture',
    category: 'Culture',
    close: '2027-03-14',
    kalshi: [
      'Oscar for Best Picture 2027?',
      'The Odyssey',
      'If The Odyssey wins Best Picture at the 2027 Academy Awards, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will The Odyssey win Best Picture at the 2027 Oscars?',
      'This market will resolve to "Yes" if The Odyssey wins Best Picture at the 99th Academy Awards in 2027.',
    ],
    variants: [
      ['other film', 'different', 'P', [['The Odyssey', 'Digger']]],
      ['other award', 'different', 'P', [['Best Picture', 'Best Director']]],
      [
        'other contest',
        'different',
        'P',
        [
          'Will The Odyssey win Best Picture – Drama at the 2027 Golden Globes?',
          'Resolves Yes if The Odyssey wins Best Motion Picture – Drama at the 2027 Golden Globe Awards.',
        ],
        '2027-01-10',
      ],
      [
        'nominated vs win',
        'different',
        'P',
        [
          'Will The Odyssey be nominated for Best Picture at the 2027 Oscars?',
          'Resolves Yes if The Odyssey is nominated for Best Picture at the 2027 Academy Awards.',
        ],
        '2027-01-21',
      ],
      ['other date', 'different', 'P', [['2027', '2028']], '2028-03-12'],
    ],
  },
  {
    id: 'rotten-tomatoes',
    category: 'Culture',
    close: '2026-12-18',
    kalshi: [
      '"Avengers: Doomsday" Rotten Tomatoes score?',
      'Above 85',
      'If "Avengers: Doomsday" has a Tomatometer score above 85 on Dec 21, 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Avengers: Doomsday have a Rotten Tomatoes score above 85 on December 21?',
      'Resolves Yes if the Tomatometer score of Avengers: Doomsday is above 85% on December 21, 2026 at 10:00 AM ET.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['above 85', 'above 90']]],
      ['other film', 'different', 'P', [['Avengers: Doomsday', 'Dune: Part Three']]],
      [
        'other measure',
        'different',
        'P',
        [
          'Will Avengers: Doomsday have an opening weekend above $250 million?',
          'Resolves Yes if the domestic opening weekend box office of Avengers: Doomsday is above $250,000,000.',
        ],
        '2026-12-21',
      ],
      ['other date', 'different', 'P', [['December 21', 'December 28']], '2026-12-28'],
    ],
  },
  {
    id: 'swift-baby',
    category: 'Culture',
    close: '2027-12-31',
    kalshi: [
      'Will Taylor Swift and Travis Kelce get married before 2028?',
      '',
      'If Taylor Swift and Travis Kelce are married before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'Taylor Swift and Travis Kelce married by December 31, 2027?',
      'Resolves Yes if Taylor Swift and Travis Kelce are legally married by December 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'other act',
        'different',
        'P',
        [
          'Taylor Swift pregnant by December 31, 2027?',
          'Resolves Yes if Taylor Swift announces a pregnancy by December 31, 2027.',
        ],
      ],
      [
        'other person',
        'different',
        'P',
        [
          ['Taylor Swift', 'Selena Gomez'],
          ['Travis Kelce', 'Benny Blanco'],
        ],
      ],
      ['other date', 'different', 'P', [['December 31, 2027', 'June 30, 2027']], '2027-06-30'],
      [
        'negation',
        'inverted',
        'P',
        [
          'Taylor Swift and Travis Kelce not married by December 31, 2027?',
          'Resolves Yes if Taylor Swift and Travis Kelce are not legally married by December 31, 2027, 11:59 PM ET.',
        ],
      ],
    ],
  },
  {
    id: 'grammy-album',
    category: 'Culture',
    close: '2027-02-07',
    kalshi: [
      'Grammy for Album of the Year 2027?',
      'Bad Bunny',
      'If Bad Bunny wins Album of the Year at the 2027 Grammy Awards, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Bad Bunny win Album of the Year at the 2027 Grammys?',
      'Resolves Yes if an album by Bad Bunny wins Album of the Year at the Grammy Awards on February 7, 2027.',
    ],
    variants: [
      [
        'other award',
        'different',
        'P',
        [
          ['Album of the Year', 'Record of the Year'],
          ['an album', 'a record'],
        ],
      ],
      [
        'other award',
        'different',
        'P',
        [
          ['Album of the Year', 'Song of the Year'],
          ['an album', 'a song'],
        ],
      ],
      ['other person', 'different', 'P', [['Bad Bunny', 'Olivia Dean']]],
      [
        'wording',
        'same',
        'P',
        [
          'Bad Bunny wins Grammy for Album of the Year in 2027?',
          'Resolves Yes if Bad Bunny takes home Album of the Year at the 69th Grammy Awards in February 2027.',
        ],
      ],
    ],
  },
  {
    id: 'eurovision',
    category: 'Culture',
    close: '2027-05-15',
    kalshi: [
      'Eurovision 2027 winner?',
      'Sweden',
      'If Sweden wins the 2027 Eurovision Song Contest, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Sweden win Eurovision 2027?',
      'Resolves Yes if Sweden wins the Eurovision Song Contest 2027.',
    ],
    variants: [
      ['other place', 'different', 'P', [['Sweden', 'Norway']]],
      ['other date', 'different', 'P', [['2027', '2028']], '2028-05-13'],
      [
        'jury',
        'different',
        'P',
        [
          'Will Sweden win the Eurovision 2027 televote?',
          'Resolves Yes if Sweden gets the most points of the public televote at Eurovision 2027.',
        ],
      ],
      [
        'group',
        'different',
        'P',
        [
          'Will a Nordic country win Eurovision 2027?',
          'Resolves Yes if Denmark, Finland, Iceland, Norway or Sweden wins the Eurovision Song Contest 2027.',
        ],
      ],
      [
        'host',
        'different',
        'P',
        [
          'Will Sweden host Eurovision 2027?',
          'Resolves Yes if the Eurovision Song Contest 2027 takes place in Sweden.',
        ],
      ],
    ],
  },
  {
    id: 'gta-vi',
    category: 'Culture',
    close: '2026-12-31',
    kalshi: [
      'Will GTA VI be released before Jan 1, 2027?',
      '',
      'If Grand Theft Auto VI is released before Jan 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'GTA VI released by December 31, 2026?',
      'Resolves Yes if Grand Theft Auto VI is officially released by December 31, 2026, 11:59 PM ET.',
    ],
    variants: [
      ['other date', 'different', 'P', [['December 31, 2026', 'November 30, 2026']], '2026-11-30'],
      [
        'other game',
        'different',
        'P',
        [
          ['GTA VI', 'Half-Life 3'],
          ['Grand Theft Auto VI', 'Half-Life 3'],
        ],
      ],
      [
        'price',
        'different',
        'P',
        [
          'Will GTA VI cost $100 or more?',
          'Resolves Yes if the price of Grand Theft Auto VI at release is $100 or more.',
        ],
      ],
      [
        'before',
        'different',
        'P',
        [
          ['by December 31, 2026?', 'before December 31, 2026?'],
          ['by December 31, 2026, 11:59 PM ET', 'before December 31, 2026'],
        ],
        '2026-12-30',
      ],
    ],
  },
];
