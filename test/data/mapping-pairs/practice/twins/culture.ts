import type { Family } from '../../../../mapping/listing-pair.ts';

/** Near-twins of what is watched, played and said. */
export const TWIN_CULTURE: readonly Family[] = [
  {
    id: 'practice2-youtube',
    category: 'Culture',
    close: '2027-03-31',
    kalshi: [
      'MrBeast subscribers on YouTube before April?',
      'Above 480 million',
      'If MrBeast has more than 480 million subscribers on YouTube before Apr 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will MrBeast hit 480 million subscribers by March 31?',
      'This market will resolve to "Yes" if the MrBeast YouTube channel reaches 480 million subscribers by March 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['480 million', '500 million']]],
      ['views', 'different', 'P', [['480 million subscribers', '480 million views on his next video']]],
      ['other channel', 'different', 'P', [['MrBeast', 'T-Series']]],
      ['other date', 'different', 'P', [['March 31', 'February 28']], '2027-02-28'],
    ],
  },
  {
    id: 'practice2-powell-mention',
    category: 'Mentions',
    close: '2027-03-17',
    kalshi: [
      'What will the Fed Chair say at March press conference?',
      'Stagflation',
      'If the Fed Chair says Stagflation during the March 17, 2027 press conference, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Fed Chair say "Stagflation" during March press conference?',
      'This market will resolve to "Yes" if the Chair of the Federal Reserve says the listed term during the press conference scheduled for March 17, 2027. Any usage counts.',
    ],
    variants: [
      ['other word', 'different', 'P', [['"Stagflation"', '"Recession"']]],
      ['count', 'different', 'P', [['"Stagflation" during', '"Stagflation" three or more times during']]],
      [
        'other date',
        'different',
        'P',
        [
          ['March press', 'April press'],
          ['March 17', 'April 28'],
        ],
        '2027-04-28',
      ],
      [
        'opening',
        'different',
        'P',
        [
          ['during March press conference', 'in his opening statement of the March press conference'],
          ['during the press conference', 'in the opening statement of the press conference'],
        ],
      ],
    ],
  },
  {
    id: 'practice2-emmy',
    category: 'Entertainment',
    close: '2027-09-20',
    kalshi: [
      'Emmy for Outstanding Drama Series?',
      'The Pitt',
      'If The Pitt wins Outstanding Drama Series at the 79th Primetime Emmy Awards, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will "The Pitt" win Outstanding Drama Series at the 79th Emmy Awards?',
      'This market will resolve according to the show that wins the award for Outstanding Drama Series at the 79th Primetime Emmy Awards. If no winner is declared by December 31, 2027, this market will resolve to "Other".',
    ],
    variants: [
      ['other award', 'different', 'P', [['Outstanding Drama Series', 'Outstanding Comedy Series']]],
      ['other show', 'different', 'P', [['The Pitt', 'Severance']]],
      [
        'nominated',
        'different',
        'P',
        [
          ['win Outstanding Drama', 'be nominated for Outstanding Drama'],
          ['show that wins the award', 'shows nominated for the award'],
        ],
      ],
      [
        'most',
        'different',
        'P',
        [
          ['win Outstanding Drama Series at', 'win the most awards at'],
          ['wins the award for Outstanding Drama Series', 'wins the most awards'],
        ],
      ],
    ],
  },
  {
    id: 'practice2-billboard',
    category: 'Entertainment',
    close: '2027-02-13',
    kalshi: [
      'Billboard Hot 100 #1 song for Feb 13, 2027?',
      'Ordinary',
      'If Ordinary by Alex Warren is #1 on the Billboard Hot 100 chart dated Feb 13, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will "Ordinary" be #1 on the Billboard Hot 100 for the week of February 13?',
      'This market will resolve to the song that is at #1 on the Billboard Hot 100 chart dated February 13, 2027.',
    ],
    variants: [
      ['other week', 'different', 'P', [['February 13', 'February 20']], '2027-02-20'],
      [
        'rank',
        'different',
        'P',
        [
          ['be #1 on', 'be #2 on'],
          ['at #1 on', 'at #2 on'],
        ],
      ],
      [
        'top ten',
        'different',
        'P',
        [
          ['be #1 on the', 'be in the top 10 of the'],
          ['that is at #1 on', 'among the first ten of'],
        ],
      ],
      ['other chart', 'different', 'P', [['Billboard Hot 100', 'Billboard 200']]],
      ['other song', 'different', 'P', [['"Ordinary"', '"Golden"']]],
    ],
  },
  {
    id: 'practice2-album-sales',
    category: 'Entertainment',
    close: '2027-03-20',
    kalshi: [
      '"Octane" first week album sales?',
      'Above 150,000',
      'If Octane by Don Toliver has above 150,000 album-equivalent units in its first week, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Don Toliver’s "Octane" sell more than 150k units in its first week?',
      'This market will resolve by the first-week album-equivalent units of "Octane" in the US according to Billboard.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['150k', '175k']]],
      [
        'pure',
        'different',
        'P',
        [
          ['more than 150k units', 'more than 150k pure copies'],
          ['album-equivalent units', 'pure album sales'],
        ],
      ],
      [
        'other album',
        'different',
        'P',
        [
          ['Octane', 'Iceman'],
          ['Don Toliver', 'Drake'],
        ],
      ],
    ],
  },
  {
    id: 'practice2-box-global',
    category: 'Entertainment',
    close: '2027-07-31',
    kalshi: [
      '"The Mandalorian & Grogu" total domestic gross?',
      'Above $300 million',
      'If The Mandalorian & Grogu has a domestic gross above $300 million by Jul 31, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will "The Mandalorian & Grogu" gross more than $300m domestically by July 31?',
      'This market will resolve by the total domestic box office of "The Mandalorian & Grogu" on The Numbers as of July 31, 2027.',
    ],
    variants: [
      [
        'worldwide',
        'different',
        'P',
        [
          ['domestically', 'worldwide'],
          ['total domestic box office', 'total worldwide box office'],
        ],
      ],
      [
        'opening',
        'different',
        'P',
        [
          [
            'gross more than $300m domestically by July 31',
            'gross more than $300m domestically on opening weekend',
          ],
          ['total domestic box office', 'domestic opening weekend box office'],
        ],
      ],
      ['other threshold', 'different', 'P', [['$300m', '$350m']]],
    ],
  },
  {
    id: 'practice2-highest-film',
    category: 'Entertainment',
    close: '2027-01-10',
    kalshi: [
      'Highest grossing movie of 2026?',
      'Avengers: Doomsday',
      'If Avengers: Doomsday is the highest grossing movie worldwide of 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will "Avengers: Doomsday" be the top grossing movie of 2026?',
      'This market will resolve to the film with the highest worldwide gross among 2026 releases according to Box Office Mojo.',
    ],
    variants: [
      [
        'domestic',
        'different',
        'P',
        [
          ['top grossing movie', 'top grossing movie in the US'],
          ['highest worldwide gross', 'highest domestic gross'],
        ],
      ],
      [
        'second',
        'different',
        'P',
        [
          ['the top grossing', 'the second highest grossing'],
          ['the highest worldwide', 'the second highest worldwide'],
        ],
      ],
      ['other film', 'different', 'P', [['Avengers: Doomsday', 'Toy Story 5']]],
      [
        'opening',
        'different',
        'P',
        [
          ['be the top grossing movie', 'have the best domestic opening weekend'],
          ['highest worldwide gross', 'highest domestic opening weekend'],
        ],
      ],
    ],
  },
  {
    id: 'practice2-bachelor',
    category: 'Entertainment',
    close: '2027-05-25',
    kalshi: [
      'Survivor 52 winner?',
      'Aubry Bracco',
      'If Aubry Bracco wins Survivor 52, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Aubry Bracco win Survivor Season 52?',
      'This market will resolve to the contestant who wins the title of Sole Survivor in Survivor Season 52.',
    ],
    variants: [
      [
        'eliminated',
        'different',
        'P',
        [
          ['win Survivor Season 52', 'be the next eliminated on Survivor Season 52'],
          ['who wins the title of Sole Survivor in', 'next voted out of'],
        ],
      ],
      ['other season', 'different', 'P', [['52', '53']], '2027-12-20'],
      ['other person', 'different', 'P', [['Aubry Bracco', 'Ozzy Lusth']]],
      [
        'finale',
        'different',
        'P',
        [
          ['win Survivor', 'reach the finale of Survivor'],
          ['who wins the title of Sole Survivor in', 'among the finalists of'],
        ],
      ],
    ],
  },
  {
    id: 'practice2-gta-price',
    category: 'Culture',
    close: '2026-12-31',
    kalshi: [
      'GTA VI launch price?',
      '$79.99 or less',
      'If the standard edition of Grand Theft Auto VI is priced at or below $79.99 in the US at launch, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will GTA 6 cost more than $79.99 at launch?',
      'This market will resolve to "Yes" if the standard edition of Grand Theft Auto VI is priced above $79.99 in the United States at launch. If it is not released by December 31, 2026, this market will resolve to "No".',
    ],
    label: 'inverted',
    variants: [
      [
        'wording',
        'same',
        'P',
        [
          ['cost more than $79.99 at launch', 'cost $79.99 or less at launch'],
          ['priced above', 'priced at or below'],
        ],
      ],
      ['other threshold', 'different', 'P', [['$79.99', '$99.99']]],
    ],
  },
];
