import type { Family } from '../../../mapping/listing-pair.ts';

export const SPORTS: readonly Family[] = [
  {
    id: 'nba-champion',
    category: 'Sports',
    close: '2027-06-25',
    kalshi: [
      '2027 Pro Basketball Champion?',
      'Oklahoma City',
      'If Oklahoma City wins the 2027 Pro Basketball Finals, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Oklahoma City Thunder win the 2027 NBA Finals?',
      'This market will resolve to "Yes" if the Oklahoma City Thunder win the 2027 NBA Finals.',
    ],
    variants: [
      ['other team', 'different', 'P', [['Oklahoma City Thunder', 'Denver Nuggets']]],
      [
        'series vs title',
        'different',
        'P',
        [
          'Will the Oklahoma City Thunder win the Western Conference in 2027?',
          'Resolves "Yes" if the Oklahoma City Thunder win the 2027 NBA Western Conference Finals.',
        ],
      ],
      ['other date', 'different', 'P', [['2027', '2028']], '2028-06-25'],
      [
        'wording',
        'same',
        'P',
        [
          'Thunder to win the 2027 NBA championship?',
          'Resolves Yes if the Thunder are the champions of the 2026-27 NBA season.',
        ],
      ],
      [
        'reach vs win',
        'different',
        'P',
        [
          'Will the Oklahoma City Thunder make the 2027 NBA Finals?',
          'Resolves Yes if the Thunder play in the 2027 NBA Finals.',
        ],
      ],
      [
        'regular season',
        'different',
        'P',
        [
          'Will the Thunder have the most wins in the 2026-27 NBA regular season?',
          'Resolves Yes if the Oklahoma City Thunder have the best regular season record.',
        ],
        '2027-04-15',
      ],
    ],
  },
  {
    id: 'nba-game',
    category: 'Sports',
    close: '2026-12-25',
    kalshi: [
      'Los Angeles L at Boston Winner?',
      'Boston Celtics',
      'If Boston wins the Los Angeles L at Boston professional basketball game originally scheduled for Dec 25, 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Celtics beat the Lakers on December 25?',
      'In the upcoming NBA game scheduled for December 25, 2026: this market resolves to "Yes" if the Boston Celtics win against the Los Angeles Lakers.',
    ],
    variants: [
      [
        'other side',
        'inverted',
        'P',
        [
          ['Will the Celtics beat the Lakers', 'Will the Lakers beat the Celtics'],
          [
            'if the Boston Celtics win against the Los Angeles Lakers',
            'if the Los Angeles Lakers win against the Boston Celtics',
          ],
        ],
      ],
      [
        'other date',
        'different',
        'P',
        [
          ['December 25', 'January 30'],
          ['2026', '2027'],
        ],
        '2027-01-30',
      ],
      [
        'other opponent',
        'different',
        'P',
        [
          ['Lakers', 'Knicks'],
          ['Los Angeles Knicks', 'New York Knicks'],
        ],
      ],
      [
        'game vs series',
        'different',
        'P',
        [
          'Will the Celtics win the series against the Lakers?',
          'Resolves Yes if the Boston Celtics win the best-of-seven series against the Los Angeles Lakers.',
        ],
        '2027-06-20',
      ],
      [
        'spread',
        'different',
        'P',
        [
          'Will the Celtics beat the Lakers by more than 6.5 points on December 25?',
          'Resolves Yes if the Boston Celtics beat the Los Angeles Lakers by more than 6.5 points on December 25, 2026.',
        ],
      ],
    ],
  },
  {
    id: 'super-bowl',
    category: 'Sports',
    close: '2027-02-14',
    kalshi: [
      '2027 Pro Football Champion?',
      'Kansas City',
      'If the Kansas City Chiefs win the 2027 Pro Football Championship, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Kansas City Chiefs win Super Bowl 2027?',
      'This market resolves to "Yes" if the Kansas City Chiefs win the Super Bowl in February 2027.',
    ],
    variants: [
      ['other team', 'different', 'P', [['Kansas City Chiefs', 'Buffalo Bills']]],
      [
        'conference vs title',
        'different',
        'P',
        [
          'Will the Kansas City Chiefs win the AFC Championship in 2027?',
          'Resolves Yes if the Chiefs win the AFC Championship game in January 2027.',
        ],
        '2027-01-24',
      ],
      ['other date', 'different', 'P', [['2027', '2028']], '2028-02-13'],
      [
        'wording',
        'same',
        'P',
        [
          'Chiefs Super Bowl champions in 2027?',
          'Resolves Yes if the Chiefs are the NFL champions of the 2026-27 season, winning the Super Bowl on February 14, 2027.',
        ],
      ],
      [
        'playoffs',
        'different',
        'P',
        [
          'Will the Chiefs make the playoffs in the 2026-27 season?',
          'Resolves Yes if the Kansas City Chiefs qualify for the 2027 NFL playoffs.',
        ],
        '2027-01-10',
      ],
    ],
  },
  {
    id: 'epl-winner',
    category: 'Sports',
    close: '2027-05-25',
    kalshi: [
      'English Premier League Winner 2026-27?',
      'Arsenal',
      'If Arsenal wins the 2026-27 English Premier League, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Arsenal win the 2026–27 English Premier League?',
      'This market will resolve to "Yes" if Arsenal FC finish the 2026–27 season as champions of the English Premier League.',
    ],
    variants: [
      [
        'other team',
        'different',
        'P',
        [
          ['Arsenal FC', 'Liverpool FC'],
          ['Arsenal', 'Liverpool'],
        ],
      ],
      [
        'other team',
        'different',
        'P',
        [
          ['Arsenal FC', 'Manchester City'],
          ['Arsenal', 'Manchester City'],
        ],
      ],
      ['other contest', 'different', 'P', [['English Premier League', 'UEFA Champions League']]],
      ['other date', 'different', 'P', [['2026–27', '2027–28']], '2028-05-25'],
      [
        'top four',
        'different',
        'P',
        [
          'Will Arsenal finish in the top 4 of the 2026–27 English Premier League?',
          'Resolves Yes if Arsenal finish in the top four of the EPL.',
        ],
      ],
      [
        'wording',
        'same',
        'P',
        [
          'Arsenal to be Premier League champions in 2026/27?',
          'Resolves Yes if Arsenal win the 2026-27 EPL title.',
        ],
      ],
    ],
  },
  {
    id: 'soccer-game',
    category: 'Sports',
    close: '2026-12-05',
    kalshi: [
      'Arsenal vs Chelsea Winner?',
      'Arsenal',
      'If Arsenal wins the Arsenal vs Chelsea Premier League match scheduled for Dec 5, 2026 after 90 minutes plus stoppage time, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Arsenal beat Chelsea on December 5?',
      'Resolves Yes if Arsenal win the EPL match against Chelsea scheduled for December 5, 2026.',
    ],
    variants: [
      [
        'other side',
        'different',
        'P',
        [
          'Will Chelsea beat Arsenal on December 5?',
          'Resolves Yes if Chelsea win the EPL match against Arsenal scheduled for December 5, 2026.',
        ],
      ],
      [
        'draw',
        'different',
        'P',
        [
          'Will Arsenal vs. Chelsea end in a draw on December 5?',
          'Resolves Yes if the EPL match between Arsenal and Chelsea on December 5, 2026 ends in a draw.',
        ],
      ],
      [
        'other date',
        'different',
        'P',
        [
          ['December 5, 2026', 'March 6, 2027'],
          ['December 5', 'March 6'],
        ],
        '2027-03-06',
      ],
      [
        'half vs game',
        'different',
        'P',
        [
          'Will Arsenal lead Chelsea at halftime on December 5?',
          'Resolves Yes if Arsenal lead Chelsea at the end of the first half on December 5, 2026.',
        ],
      ],
    ],
  },
  {
    id: 'nba-mvp',
    category: 'Sports',
    close: '2027-06-30',
    kalshi: [
      'Pro Basketball MVP 2026-27?',
      'Nikola Jokic',
      'If Nikola Jokic wins the 2026-27 Pro Basketball MVP, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Nikola Jokić win the 2026–27 NBA MVP?',
      'This market resolves to "Yes" if Nikola Jokić is named NBA Most Valuable Player for the 2026–27 season.',
    ],
    variants: [
      ['other person', 'different', 'P', [['Nikola Jokić', 'Luka Dončić']]],
      [
        'other award',
        'different',
        'P',
        [
          ['NBA MVP', 'NBA Finals MVP'],
          ['NBA Most Valuable Player', 'NBA Finals Most Valuable Player'],
        ],
      ],
      [
        'other award',
        'different',
        'P',
        [
          ['NBA MVP', 'Defensive Player of the Year'],
          ['NBA Most Valuable Player', 'NBA Defensive Player of the Year'],
        ],
      ],
      ['other date', 'different', 'P', [['2026–27', '2027–28']], '2028-06-30'],
      [
        'wording',
        'same',
        'P',
        [
          'Jokic to be NBA MVP for the 2026-27 season?',
          'Resolves Yes if Nikola Jokic of the Denver Nuggets wins the MVP award of the 2026-27 season.',
        ],
      ],
    ],
  },
  {
    id: 'wimbledon-men',
    category: 'Sports',
    close: '2027-07-11',
    kalshi: [
      "2027 Men's Wimbledon Winner?",
      'Carlos Alcaraz',
      "If Carlos Alcaraz wins the 2027 Wimbledon men's singles, then the market resolves to Yes.",
    ],
    polymarket: [
      "Will Carlos Alcaraz win the 2027 Wimbledon Men's Singles?",
      'This market resolves to "Yes" if Carlos Alcaraz wins the men\'s singles title at Wimbledon 2027.',
    ],
    variants: [
      ['other person', 'different', 'P', [['Carlos Alcaraz', 'Jannik Sinner']]],
      ['other contest', 'different', 'P', [['Wimbledon', 'US Open']]],
      ['other date', 'different', 'P', [['2027', '2028']], '2028-07-09'],
      [
        'reach vs win',
        'different',
        'P',
        [
          "Will Carlos Alcaraz reach the final of the 2027 Wimbledon Men's Singles?",
          "Resolves Yes if Carlos Alcaraz plays in the final of the men's singles at Wimbledon 2027.",
        ],
      ],
      [
        'wording',
        'same',
        'P',
        [
          'Alcaraz to win Wimbledon in 2027?',
          "Resolves Yes if Carlos Alcaraz is the men's champion of Wimbledon 2027.",
        ],
      ],
    ],
  },
  {
    id: 'f1-driver',
    category: 'Sports',
    close: '2027-12-05',
    kalshi: [
      "2027 F1 Drivers' Champion?",
      'Max Verstappen',
      "If Max Verstappen wins the 2027 F1 Drivers' World Championship, then the market resolves to Yes.",
    ],
    polymarket: [
      "Will Max Verstappen win the 2027 F1 Drivers' Championship?",
      'Resolves "Yes" if Max Verstappen wins the 2027 Formula 1 World Championship for drivers.',
    ],
    variants: [
      ['other person', 'different', 'P', [['Max Verstappen', 'Lando Norris']]],
      [
        'race vs season',
        'different',
        'P',
        [
          'Will Max Verstappen win the 2027 Monaco Grand Prix?',
          'Resolves Yes if Max Verstappen wins the Monaco Grand Prix of 2027.',
        ],
        '2027-06-06',
      ],
      [
        'constructors',
        'different',
        'P',
        [
          "Will Red Bull win the 2027 F1 Constructors' Championship?",
          'Resolves Yes if Red Bull Racing win the 2027 Constructors Championship.',
        ],
      ],
      ['other date', 'different', 'P', [['2027', '2026']], '2026-12-06'],
    ],
  },
  {
    id: 'world-series',
    category: 'Sports',
    close: '2027-11-05',
    kalshi: [
      '2027 Pro Baseball Champion?',
      'Los Angeles D',
      'If Los Angeles D (Dodgers) wins the 2027 Pro Baseball Championship, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Los Angeles Dodgers win the 2027 World Series?',
      'Resolves "Yes" if the Los Angeles Dodgers win the 2027 MLB World Series.',
    ],
    variants: [
      ['other team', 'different', 'P', [['Los Angeles Dodgers', 'New York Yankees']]],
      [
        'league vs title',
        'different',
        'P',
        [
          'Will the Los Angeles Dodgers win the National League in 2027?',
          'Resolves Yes if the Dodgers win the 2027 National League Championship Series.',
        ],
        '2027-10-25',
      ],
      ['other date', 'different', 'P', [['2027', '2028']], '2028-11-05'],
      [
        'game vs series',
        'different',
        'P',
        [
          'Will the Los Angeles Dodgers win Game 1 of the 2027 World Series?',
          'Resolves Yes if the Dodgers win Game 1 of the 2027 World Series.',
        ],
        '2027-10-30',
      ],
    ],
  },
  {
    id: 'ufc-fight',
    category: 'Sports',
    close: '2027-01-23',
    kalshi: [
      'UFC 325: Topuria vs Pimblett Winner?',
      'Ilia Topuria',
      'If Ilia Topuria wins the fight against Paddy Pimblett at UFC 325 scheduled for Jan 23, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'UFC 325: Will Ilia Topuria defeat Paddy Pimblett?',
      'Resolves Yes if Ilia Topuria wins his bout against Paddy Pimblett at UFC 325 on January 23, 2027.',
    ],
    variants: [
      [
        'other person',
        'different',
        'P',
        [
          ['Paddy Pimblett', 'Justin Gaethje'],
          ['UFC 325', 'UFC 327'],
        ],
      ],
      [
        'method',
        'different',
        'P',
        [
          'UFC 325: Will Ilia Topuria defeat Paddy Pimblett by knockout?',
          'Resolves Yes if Ilia Topuria wins by KO or TKO against Paddy Pimblett at UFC 325 on January 23, 2027.',
        ],
      ],
      [
        'other side',
        'different',
        'P',
        [
          'UFC 325: Will Paddy Pimblett defeat Ilia Topuria?',
          'Resolves Yes if Paddy Pimblett wins his bout against Ilia Topuria at UFC 325 on January 23, 2027. A draw resolves No.',
        ],
      ],
    ],
  },
];
