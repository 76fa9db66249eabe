import type { Family } from '../../../mapping/listing-pair.ts';

export const CUPS: readonly Family[] = [
  {
    id: 'third-womens-world-cup',
    category: 'Sports',
    close: '2027-07-25',
    kalshi: [
      "2027 Women's World Cup winner?",
      'Spain',
      "If Spain wins the 2027 Women's World Cup, then the market resolves to Yes.",
    ],
    polymarket: [
      "Will Spain win the 2027 FIFA Women's World Cup?",
      "This market will resolve to “Yes” if the national team of Spain wins the 2027 FIFA Women's World Cup in Brazil. Otherwise, this market will resolve to “No”.",
    ],
    variants: [
      [
        'reach vs win',
        'different',
        'P',
        [
          ['win the 2027', 'reach the final of the 2027'],
          ['wins the 2027', 'plays in the final of the 2027'],
        ],
      ],

      [
        'group',
        'different',
        'P',
        [
          ["win the 2027 FIFA Women's World Cup?", "win its group at the 2027 FIFA Women's World Cup?"],
          ['wins the 2027', 'finishes first in its group of the 2027'],
        ],
        '2027-07-05',
      ],
      [
        'host',
        'different',
        'P',
        [
          "Will the host win the 2027 FIFA Women's World Cup?",
          "This market will resolve to “Yes” if the national team of Brazil wins the 2027 FIFA Women's World Cup in Brazil. Otherwise, this market will resolve to “No”.",
        ],
      ],
    ],
  },
  {
    id: 'third-cricket-franchise',
    category: 'Sports',
    close: '2027-05-31',
    kalshi: [
      'Indian Premier League winner 2027?',
      'Mumbai Indians',
      'If the Mumbai Indians win the 2027 Indian Premier League, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Mumbai Indians win IPL 2027?',
      'This market will resolve to "Yes" if the Mumbai Indians win the final of the 2027 Indian Premier League (IPL). Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'league',
        'different',
        'P',
        [
          ['IPL 2027', 'WPL 2027'],
          ['Indian Premier League (IPL)', "Women's Premier League (WPL)"],
        ],
        '2027-03-15',
      ],
      [
        'table',
        'different',
        'P',
        [
          ['win IPL 2027?', 'finish first in the IPL 2027 league table?'],
          ['win the final of the', 'finish first in the points table of the league stage of the'],
        ],
      ],
      ['other team', 'different', 'K', [['Mumbai Indians', 'Gujarat Titans']]],
    ],
  },
  {
    id: 'third-heavyweight-bout',
    category: 'Sports',
    close: '2027-01-23',
    kalshi: [
      'Aspinall vs Gane: Winner?',
      'Tom Aspinall',
      'If Tom Aspinall is declared the winner of the Tom Aspinall vs Ciryl Gane professional MMA fight originally scheduled for Jan 23, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Tom Aspinall beat Ciryl Gane on January 23?',
      'This market will resolve to "Yes" if Tom Aspinall is officially declared the winner of his UFC bout against Ciryl Gane scheduled for January 23, 2027, by any method. If the bout is a draw or a no contest, or Gane wins, this market will resolve to "No".',
    ],
    variants: [
      [
        'method',
        'different',
        'P',
        [
          ['beat Ciryl Gane', 'beat Ciryl Gane by KO/TKO'],
          ['by any method', 'by knockout or technical knockout'],
          ['or Gane wins', 'Gane wins, or Aspinall wins otherwise'],
        ],
      ],
      [
        'round',
        'different',
        'P',
        [
          'Aspinall vs. Gane to go the distance?',
          'This market will resolve to "Yes" if the UFC bout of Tom Aspinall against Ciryl Gane scheduled for January 23, 2027 ends with a judges\' decision. Otherwise, this market will resolve to "No".',
        ],
      ],

      [
        'other side',
        'different',
        'P',
        [
          ['Will Tom Aspinall beat Ciryl Gane', 'Will Ciryl Gane beat Tom Aspinall'],
          [
            'if Tom Aspinall is officially declared the winner of his UFC bout against Ciryl Gane',
            'if Ciryl Gane is officially declared the winner of his UFC bout against Tom Aspinall',
          ],
          ['or Gane wins', 'or Aspinall wins'],
        ],
      ],
    ],
  },
];
