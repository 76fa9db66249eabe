import type { Family } from '../../../mapping/listing-pair.ts';

export const FIELDS: readonly Family[] = [
  {
    id: 'third-eagles-lxi',
    category: 'Sports',
    close: '2027-02-14',
    kalshi: [
      '2027 Pro Football Champion?',
      'Philadelphia',
      'If Philadelphia wins the 2027 Pro Football Championship, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Philadelphia Eagles win Super Bowl 2027?',
      'This market will resolve to "Yes" if the Philadelphia Eagles win Super Bowl LXI, scheduled for February 14, 2027. If at any point it becomes impossible for this team to win the Super Bowl based on the rules of the NFL, this market will resolve immediately to "No".',
    ],
    variants: [
      [
        'conference vs title',
        'different',
        'P',
        [
          ['win Super Bowl 2027?', 'win the NFC Championship?'],
          [
            'win Super Bowl LXI, scheduled for February 14, 2027',
            'win the 2026 NFC Championship Game, scheduled for January 31, 2027',
          ],
          ['win the Super Bowl based', 'win the conference based'],
        ],
        '2027-01-31',
      ],

      [
        'reach vs win',
        'different',
        'P',
        [
          ['win Super Bowl 2027?', 'play in Super Bowl 2027?'],
          ['win Super Bowl LXI', 'are one of the two teams of Super Bowl LXI'],
          ['win the Super Bowl based', 'play in it based'],
        ],
      ],
      [
        'playoffs',
        'different',
        'P',
        [
          'Will the Philadelphia Eagles make the NFL Playoffs?',
          'This market will resolve to "Yes" if the Philadelphia Eagles clinch a spot in the 2026–27 NFL playoffs. Otherwise, this market will resolve to "No".',
        ],
        '2027-01-10',
      ],
    ],
  },
  {
    id: 'third-arsenal-boxing-day',
    category: 'Sports',
    close: '2026-12-26',
    kalshi: [
      'Arsenal vs Newcastle Winner?',
      'Arsenal',
      'If Arsenal wins the Arsenal vs Newcastle professional English Premier League soccer game originally scheduled for Dec 26, 2026 after 90 minutes plus stoppage time (does not include extra time or penalties), then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Arsenal FC win on 2026-12-26?',
      'In the upcoming Premier League game between Arsenal FC and Newcastle United FC, scheduled for December 26, 2026: if Arsenal FC wins, this market will resolve to "Yes". Otherwise, this market will resolve to "No". This market refers only to the outcome within the first 90 minutes of regular play plus stoppage time.',
    ],
    variants: [
      [
        'draw',
        'different',
        'K',
        [
          'Arsenal vs Newcastle Winner?',
          'Tie',
          'If Tie wins the Arsenal vs Newcastle professional English Premier League soccer game originally scheduled for Dec 26, 2026 after 90 minutes plus stoppage time (does not include extra time or penalties), then the market resolves to Yes.',
        ],
      ],
      [
        'other side',
        'different',
        'P',
        [
          ['Will Arsenal FC win', 'Will Newcastle United FC win'],
          ['if Arsenal FC wins', 'if Newcastle United FC wins'],
        ],
      ],
      [
        'avoid',
        'different',
        'P',
        [
          ['win on 2026-12-26?', 'win or draw on 2026-12-26?'],
          ['if Arsenal FC wins', 'if Arsenal FC wins or the game ends in a draw'],
        ],
      ],
      [
        'spread',
        'different',
        'P',
        [
          ['win on 2026-12-26?', 'win by 2 or more goals on 2026-12-26?'],
          ['if Arsenal FC wins', 'if Arsenal FC wins by two or more goals'],
        ],
      ],
      [
        'total',
        'different',
        'P',
        [
          'Arsenal FC vs. Newcastle United FC: over 2.5 goals?',
          'In the upcoming Premier League game between Arsenal FC and Newcastle United FC, scheduled for December 26, 2026: if three or more goals are scored, this market will resolve to "Yes". Otherwise, this market will resolve to "No".',
        ],
      ],
    ],
  },
  {
    id: 'third-english-title',
    category: 'Sports',
    close: '2027-05-30',
    kalshi: [
      'English Premier League Winner?',
      'Arsenal',
      'If Arsenal wins the 2026-27 English Premier League, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Arsenal win the 2026–27 English Premier League?',
      'This market will resolve to “Yes” if Arsenal wins the 2026–27 English Premier League season. If at any point it becomes impossible for this team to win, this market will resolve immediately to “No”.',
    ],
    variants: [
      [
        'top four',
        'different',
        'P',
        [
          [
            'win the 2026–27 English Premier League?',
            'finish in the top 4 of the 2026–27 English Premier League?',
          ],
          [
            'wins the 2026–27 English Premier League season',
            'finishes the 2026–27 English Premier League season in one of the first four places',
          ],
          ['for this team to win', 'for this team to do so'],
        ],
      ],
      ['league vs title', 'different', 'P', [['English Premier League', 'UEFA Champions League']]],
      ['season', 'different', 'P', [['2026–27', '2027–28']], '2028-05-28'],
    ],
  },
  {
    id: 'third-world-series',
    category: 'Sports',
    close: '2027-11-05',
    kalshi: [
      '2027 Pro Baseball Champion?',
      'Los Angeles D',
      'If Los Angeles D wins the 2027 Pro Baseball Championship, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Los Angeles Dodgers win the 2027 World Series?',
      'This market will resolve to "Yes" if the Los Angeles Dodgers win the 2027 World Series. If at any point it becomes impossible for them to win per the rules of the MLB, this market will resolve to "No".',
    ],
    variants: [
      [
        'conference vs title',
        'different',
        'P',
        [['2027 World Series', '2027 National League Championship Series']],
      ],
      ['other team', 'different', 'K', [['Los Angeles D', 'Los Angeles A']]],
      [
        'number',
        'different',
        'P',
        [
          'Will the Los Angeles Dodgers win 100 or more games in 2027?',
          'This market will resolve to "Yes" if the Los Angeles Dodgers win at least 100 games of the 2027 MLB regular season. Otherwise, this market will resolve to "No".',
        ],
      ],
    ],
  },
];
