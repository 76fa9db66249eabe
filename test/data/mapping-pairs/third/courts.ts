import type { Family } from '../../../mapping/listing-pair.ts';

export const COURTS: readonly Family[] = [
  {
    id: 'third-knicks-cavaliers',
    category: 'Sports',
    close: '2026-12-25',
    kalshi: [
      'Cleveland at New York Winner?',
      'New York',
      'If New York wins the Cleveland at New York professional basketball game originally scheduled for Dec 25, 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Knicks beat the Cavaliers on December 25?',
      'In the upcoming NBA game between the New York Knicks and the Cleveland Cavaliers, scheduled for December 25, 2026 at 12:00PM ET, this market will resolve to "Yes" if the Knicks win. The result will be determined based on the final score including any overtime periods.',
    ],
    variants: [
      [
        'other side',
        'inverted',
        'K',
        [
          ['New York', 'Cleveland'],
          ['Cleveland at Cleveland', 'Cleveland at New York'],
        ],
      ],
      [
        'spread',
        'different',
        'P',
        [
          ['beat the Cavaliers on December 25?', 'beat the Cavaliers by 6 or more on December 25?'],
          ['if the Knicks win', 'if the Knicks win by 6 or more points'],
        ],
      ],
      [
        'half vs game',
        'different',
        'P',
        [
          ['beat the Cavaliers on December 25?', 'lead the Cavaliers at halftime on December 25?'],
          ['if the Knicks win', 'if the Knicks lead at halftime'],
          ['the final score including any overtime periods', 'the score of the first half'],
        ],
      ],
      [
        'other date',
        'different',
        'P',
        [
          ['December 25', 'December 27'],
          ['12:00PM', '7:30PM'],
        ],
        '2026-12-27',
      ],
    ],
  },
  {
    id: 'third-points-total',
    category: 'Sports',
    close: '2027-01-10',
    kalshi: [
      'Washington at Los Angeles L: Total Points',
      'Over 224.5 points scored',
      'If the teams in the Washington at Los Angeles L professional basketball game originally scheduled for Jan 10, 2027 collectively score more than 224.5 points, then the market resolves to Yes.',
    ],
    polymarket: [
      'Wizards vs. Lakers (January 10): over 224.5 total points?',
      'This market will resolve to "Yes" if the Washington Wizards and the Los Angeles Lakers combine for 225 or more points in their NBA game scheduled for January 10, 2027, overtime included. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      ['other threshold', 'different', 'K', [['224.5', '227.5']]],
      [
        'half vs game',
        'different',
        'P',
        [
          ['over 224.5 total points', 'over 112.5 first-half points'],
          ['225 or more points in their NBA game', '113 or more points in the first half of their NBA game'],
          [', overtime included', ''],
        ],
      ],
      ['other team', 'different', 'P', [['Lakers', 'Clippers']]],
      [
        'inverted comparator',
        'inverted',
        'P',
        [
          ['over 224.5', 'under 224.5'],
          ['225 or more points', '224 or fewer points'],
        ],
      ],
    ],
  },
  {
    id: 'third-barnes-points',
    category: 'Sports',
    close: '2026-12-26',
    kalshi: [
      'Scottie Barnes: 20+ points',
      '',
      'If Scottie Barnes records 20+ Points in the Cleveland vs Toronto professional basketball game originally scheduled for Dec 26, 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Scottie Barnes: Points Over 19.5?',
      'This market will resolve to "Yes" if Scottie Barnes scores more than 19.5 points in the Cavaliers vs. Raptors NBA game scheduled for December 26, 2026. If he does not play, this market will resolve to "No". The resolution source will be the official NBA box score.',
    ],
    variants: [
      ['strictness', 'different', 'P', [['19.5', '20.5']]],
      [
        'other measure',
        'different',
        'P',
        [
          ['Points Over 19.5', 'Points + Assists Over 19.5'],
          ['scores more than 19.5 points', 'records more than 19.5 points and assists combined'],
        ],
      ],
      ['other person', 'different', 'K', [['Scottie Barnes', 'Brandon Ingram']]],
      ['other date', 'different', 'P', [['December 26', 'December 28']], '2026-12-28'],
    ],
  },
  {
    id: 'third-thunder-title',
    category: 'Sports',
    close: '2027-06-30',
    kalshi: [
      '2027 Pro Basketball Champion?',
      'Oklahoma City',
      'If Oklahoma City wins the 2027 Pro Basketball Finals, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Oklahoma City Thunder win the 2027 NBA Finals?',
      'This market will resolve to "Yes" if the Oklahoma City Thunder win the 2027 NBA Finals. This market will resolve to "No" if it becomes impossible for this team to win the 2027 NBA Finals based on the rules of the NBA (e.g. they are eliminated from the playoffs).',
    ],
    variants: [
      [
        'conference vs title',
        'different',
        'P',
        [
          ['win the 2027 NBA Finals?', 'win the 2027 NBA Western Conference?'],
          ['win the 2027 NBA Finals', 'win the 2027 Western Conference Finals'],
        ],
      ],
      ['other date', 'different', 'P', [['2027', '2028']], '2028-06-30'],

      [
        'regular season',
        'different',
        'P',
        [
          'Will the Oklahoma City Thunder have the best record of the 2026–27 NBA regular season?',
          'This market will resolve to "Yes" if the Oklahoma City Thunder finish the 2026–27 NBA regular season with the best win percentage in the league. Otherwise, this market will resolve to "No".',
        ],
      ],
    ],
  },
  {
    id: 'third-giannis-trade',
    category: 'Sports',
    close: '2027-02-04',
    kalshi: [
      'Will Giannis Antetokounmpo be traded before the 2027 trade deadline?',
      '',
      'If Giannis Antetokounmpo is traded to another team before 3 PM ET on Feb 4, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Giannis traded by the deadline?',
      'This market will resolve to "Yes" if a trade that sends Giannis Antetokounmpo to a different NBA team is made official by the trade deadline of February 4, 2027, 3:00 PM ET. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'destination',
        'different',
        'P',
        [
          ['Giannis traded by', 'Giannis traded to the Heat by'],
          ['a different NBA team', 'the Miami Heat'],
        ],
      ],
      [
        'request',
        'different',
        'P',
        [
          ['Giannis traded by', 'Giannis requests a trade by'],
          [
            'a trade that sends Giannis Antetokounmpo to a different NBA team is made official',
            'it is credibly reported that Giannis Antetokounmpo has requested a trade',
          ],
        ],
      ],
      ['other person', 'different', 'K', [['Giannis Antetokounmpo', 'Zion Williamson']]],
    ],
  },
];
