import type { Family } from '../../../mapping/listing-pair.ts';

/** Leagues, games, players and tournaments. */
export const CONTESTS: readonly Family[] = [
  {
    id: 'practice-nhl-game',
    category: 'Sports',
    close: '2027-01-18',
    kalshi: [
      'Nashville at San Jose Winner?',
      'San Jose',
      'If San Jose wins the Nashville at San Jose professional hockey game originally scheduled for Jan 18, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Predators vs. Sharks',
      'YES is Sharks; NO is Predators. In the upcoming NHL game, scheduled for January 18 at 10:00 PM ET: If the Predators win, the market will resolve to "Predators". If the Sharks win, the market will resolve to "Sharks". If the game is postponed, this market will remain open until the game has been completed. If the game is canceled entirely, with no make-up game, this market will resolve 50-50. The result will be determined based on the final score including any overtime periods and shootouts.',
    ],
    variants: [
      ['other side', 'inverted', 'P', [['YES is Sharks; NO is Predators', 'YES is Predators; NO is Sharks']]],
      ['other date', 'different', 'P', [['January 18', 'January 20']], '2027-01-20'],
      [
        'spread',
        'different',
        'P',
        [
          ['Predators vs. Sharks', 'Spread: Sharks (-1.5)'],
          [
            'If the Predators win, the market will resolve to "Predators". If the Sharks win, the market will resolve to "Sharks"',
            'This market will resolve to "Sharks" if the Sharks win the game by 2 or more goals',
          ],
        ],
      ],
      [
        'total',
        'different',
        'P',
        [
          ['Predators vs. Sharks', 'Predators vs. Sharks: O/U 6.5'],
          ['YES is Sharks; NO is Predators', 'YES is Over; NO is Under'],
        ],
      ],
      ['other game', 'different', 'P', [['Predators', 'Ducks']]],
    ],
  },
  {
    id: 'practice-nba-game',
    category: 'Sports',
    close: '2027-02-03',
    kalshi: [
      'Golden State at Sacramento Winner?',
      'Golden State',
      'If Golden State wins the Golden State at Sacramento professional basketball game originally scheduled for Feb 3, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Warriors vs. Kings',
      'YES is Warriors; NO is Kings. In the upcoming NBA game, scheduled for February 3 at 10:00PM ET: If the Warriors win, the market will resolve to "Warriors". If the Kings win, the market will resolve to "Kings".',
    ],
    variants: [
      [
        'other side',
        'inverted',
        'K',
        [
          'Golden State at Sacramento Winner?',
          'Sacramento',
          'If Sacramento wins the Golden State at Sacramento professional basketball game originally scheduled for Feb 3, 2027, then the market resolves to Yes.',
        ],
      ],
      [
        'half',
        'different',
        'P',
        [
          ['Warriors vs. Kings', 'Warriors vs. Kings: 1H Moneyline'],
          ['upcoming NBA game', 'first half of the upcoming NBA game'],
        ],
      ],
      ['other date', 'different', 'P', [['February 3', 'February 5']], '2027-02-05'],
    ],
  },
  {
    id: 'practice-ufc',
    category: 'Sports',
    close: '2027-01-25',
    kalshi: [
      'Makhachev vs Edwards',
      'Islam Makhachev',
      'If Islam Makhachev wins the Makhachev vs Edwards professional MMA fight originally scheduled for Jan 24, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'UFC 324: Islam Makhachev vs. Leon Edwards (Welterweight, Main Card)',
      'YES is Islam Makhachev; NO is Leon Edwards. This market will resolve to "Islam Makhachev" if Islam Makhachev is officially declared the winner of the fight against Leon Edwards at UFC 324, scheduled for January 24, 2027. If the fight is a draw or no contest, this market will resolve 50-50.',
    ],
    variants: [
      [
        'other side',
        'inverted',
        'P',
        [['YES is Islam Makhachev; NO is Leon Edwards', 'YES is Leon Edwards; NO is Islam Makhachev']],
      ],
      [
        'method',
        'different',
        'P',
        [
          [
            'UFC 324: Islam Makhachev vs. Leon Edwards (Welterweight, Main Card)',
            'Will Islam Makhachev vs. Leon Edwards be won by KO or TKO?',
          ],
          ['YES is Islam Makhachev; NO is Leon Edwards. ', ''],
        ],
      ],
    ],
  },
  {
    id: 'practice-tennis-match',
    category: 'Sports',
    close: '2027-03-14',
    kalshi: [
      'Will Coco Gauff win the Lys vs Gauff match?',
      'Coco Gauff',
      'If Coco Gauff wins the Lys vs Gauff professional tennis match in the 2027 WTA Indian Wells quarterfinal after a ball has been played, then the market resolves to Yes.',
    ],
    polymarket: [
      'Indian Wells Open: Eva Lys vs Coco Gauff',
      'YES is Coco Gauff; NO is Eva Lys. This market refers to the WTA match between Eva Lys and Coco Gauff at the Indian Wells Open, scheduled for March 11, 2027. This market will resolve to the player who advances. If the match is not completed within seven days, this market will resolve 50-50.',
    ],
    variants: [
      ['set', 'different', 'P', [['Eva Lys vs Coco Gauff', 'Eva Lys vs Coco Gauff: Set 1 Winner']]],
      ['other opponent', 'different', 'P', [['Eva Lys', 'Iga Swiatek']]],
      [
        'tournament',
        'different',
        'P',
        [
          ['Indian Wells Open: Eva Lys vs Coco Gauff', 'Will Coco Gauff win the 2027 Indian Wells Open?'],
          ['YES is Coco Gauff; NO is Eva Lys. ', ''],
        ],
      ],
    ],
  },
  {
    id: 'practice-epl-win',
    category: 'Sports',
    close: '2027-02-07',
    kalshi: [
      'Brighton vs Everton Winner?',
      'Everton',
      'If Everton wins the Brighton vs Everton professional soccer game in the English Premier League originally scheduled for Feb 6, 2027 after 90 minutes plus stoppage time (does not include extra time or penalties), then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Everton FC win on 2027-02-06?',
      'In the upcoming Premier League game, scheduled for February 6, 2027 between Brighton & Hove Albion FC and Everton FC: If Everton FC wins, this market will resolve to "Yes". Otherwise, this market will resolve to "No". This market refers only to the outcome within the first 90 minutes of regular play plus stoppage time.',
    ],
    variants: [
      [
        'draw',
        'different',
        'P',
        [
          [
            'Will Everton FC win on 2027-02-06?',
            'Will Brighton & Hove Albion FC vs. Everton FC end in a draw?',
          ],
          ['If Everton FC wins', 'If the game ends in a draw'],
        ],
      ],
      [
        'other team',
        'different',
        'P',
        [
          ['Will Everton FC win', 'Will Brighton & Hove Albion FC win'],
          ['If Everton FC wins', 'If Brighton & Hove Albion FC wins'],
        ],
      ],
      [
        'other date',
        'different',
        'P',
        [
          ['2027-02-06', '2027-02-13'],
          ['February 6', 'February 13'],
        ],
        '2027-02-13',
      ],
    ],
  },
  {
    id: 'practice-league-winner',
    category: 'Sports',
    close: '2027-05-30',
    kalshi: [
      'English Premier League Winner?',
      'Nottingham Forest',
      'If Nottingham Forest wins the 2026-27 English Premier League, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Nottingham Forest win the 2026–27 English Premier League?',
      'This market will resolve to "Yes" if Nottingham Forest wins the 2026–27 season of the English Premier League. If at any point it becomes impossible for this team to win based on the rules of the league, this market will resolve immediately to "No". If the season is cancelled or not completed by October 1, 2027, this market will resolve to "Other".',
    ],
    variants: [
      [
        'relegation',
        'different',
        'P',
        [
          ['win the 2026–27 English Premier League', 'be relegated from the 2026–27 English Premier League'],
          ['wins the 2026–27 season of', 'is relegated at the end of the 2026–27 season of'],
          ['for this team to win', 'for this team to be relegated'],
        ],
      ],
      ['other team', 'different', 'P', [['Nottingham Forest', 'Crystal Palace']]],
      [
        'top four',
        'different',
        'P',
        [
          [
            'win the 2026–27 English Premier League',
            'finish in the top 4 of the 2026–27 English Premier League',
          ],
          ['wins the 2026–27 season of', 'finishes among the first four in the 2026–27 season of'],
        ],
      ],
      ['other league', 'different', 'P', [['English Premier League', 'FA Cup']]],
      [
        'last place',
        'different',
        'P',
        [
          ['win the 2026–27', 'finish last in the 2026–27'],
          ['wins the 2026–27', 'finishes last in the 2026–27'],
        ],
      ],
    ],
  },
  {
    id: 'practice-f1-race',
    category: 'Sports',
    close: '2027-05-24',
    kalshi: [
      'Monaco Grand Prix Winner?',
      'Charles Leclerc',
      'If Charles Leclerc wins the 2027 Monaco Grand Prix, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Charles Leclerc win the F1 Monaco Grand Prix?',
      'This market will resolve to the driver who wins the 2027 F1 Monaco Grand Prix, scheduled for May 23, 2027. If the race is cancelled or rescheduled after June 30, 2027, this market will resolve to "Other".',
    ],
    variants: [
      [
        'podium',
        'different',
        'P',
        [
          ['win the F1 Monaco Grand Prix', 'finish on the podium at the F1 Monaco Grand Prix'],
          ['to the driver who wins', 'to "Yes" if he finishes among the first three of'],
        ],
      ],
      [
        'pole',
        'different',
        'P',
        [
          ['win the F1 Monaco Grand Prix', 'take pole position at the F1 Monaco Grand Prix'],
          ['to the driver who wins', 'to the driver who starts first in'],
        ],
      ],
      [
        'other race',
        'different',
        'P',
        [
          ['Monaco Grand Prix', 'Spanish Grand Prix'],
          ['May 23', 'June 6'],
        ],
        '2027-06-07',
      ],
      [
        'fastest lap',
        'different',
        'P',
        [
          ['win the F1 Monaco Grand Prix', 'set the fastest lap at the F1 Monaco Grand Prix'],
          ['to the driver who wins', 'to the driver with the fastest lap of'],
        ],
      ],
    ],
  },
  {
    id: 'practice-golf',
    category: 'Sports',
    close: '2027-04-12',
    kalshi: [
      'Masters Tournament Winner?',
      'Ludvig Åberg',
      'If Ludvig Åberg wins the 2027 Masters Tournament, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Ludvig Aberg win the 2027 Masters tournament?',
      'This market will resolve to "Yes" if Ludvig Aberg wins the 2027 Masters Tournament, scheduled for April 8-11, 2027, at Augusta National Golf Club. If the tournament is not completed by May 31, 2027, this market will resolve to "Other".',
    ],
    variants: [
      [
        'top 10',
        'different',
        'P',
        [
          ['win the 2027 Masters tournament', 'finish in the top 10 at the 2027 Masters tournament'],
          ['wins the 2027', 'finishes tenth or better in the 2027'],
        ],
      ],
      [
        'other contest',
        'different',
        'P',
        [
          ['Masters tournament', 'PGA Championship'],
          ['Masters Tournament', 'PGA Championship'],
        ],
      ],
      [
        'lead',
        'different',
        'P',
        [
          ['win the 2027 Masters tournament', 'lead after round 1 of the 2027 Masters tournament'],
          ['wins the 2027', 'leads after the first round of the 2027'],
        ],
      ],
    ],
  },
  {
    id: 'practice-nfl-division',
    category: 'Sports',
    close: '2027-01-11',
    kalshi: [
      'AFC North Winner?',
      'Baltimore',
      'If Baltimore wins the AFC North in the 2026-27 pro football regular season, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Baltimore Ravens win the AFC North?',
      'This market will resolve to the team that wins the AFC North division in the 2026-27 NFL regular season.',
    ],
    variants: [
      ['other team', 'different', 'P', [['Baltimore Ravens', 'Pittsburgh Steelers']]],
      [
        'conference',
        'different',
        'P',
        [
          ['win the AFC North', 'win the AFC'],
          [
            'the AFC North division in the 2026-27 NFL regular season',
            'the AFC Championship of the 2026-27 NFL season',
          ],
        ],
      ],
      ['other division', 'different', 'P', [['AFC North', 'AFC South']]],
      [
        'playoffs',
        'different',
        'P',
        [
          ['win the AFC North', 'make the NFL playoffs'],
          ['to the team that wins the AFC North division in', 'to "Yes" if they reach the playoffs of'],
        ],
      ],
    ],
  },
  {
    id: 'practice-win-total',
    category: 'Sports',
    close: '2027-04-12',
    kalshi: [
      'Utah pro basketball wins this season?',
      'At least 35',
      'If Utah wins at least 35 games in the 2026-27 pro basketball regular season, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Utah Jazz win 35 or more games in the 2026-27 NBA regular season?',
      'This market will resolve to "Yes" if the Utah Jazz win 35 or more games during the 2026-27 NBA regular season.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['35 or more', '40 or more']]],
      ['strictness', 'different', 'P', [['35 or more', 'more than 35']]],
      ['other team', 'different', 'P', [['Utah Jazz', 'Memphis Grizzlies']]],
    ],
  },
  {
    id: 'practice-transfer',
    category: 'Sports',
    close: '2027-02-01',
    kalshi: [
      'Will Mohamed Salah leave Liverpool?',
      'Before Feb 2, 2027',
      'If Mohamed Salah is no longer a player of Liverpool before Feb 2, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Mohamed Salah out of Liverpool by February 1?',
      'This market will resolve to "Yes" if it is officially announced that Mohamed Salah will leave Liverpool FC, by permanent transfer or loan, by February 1, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'destination',
        'different',
        'P',
        [
          ['Mohamed Salah out of Liverpool by', 'Will Mohamed Salah join Al-Hilal by'],
          ['will leave Liverpool FC, by permanent transfer or loan,', 'will join Al-Hilal'],
        ],
      ],
      ['other person', 'different', 'P', [['Mohamed Salah', 'Florian Wirtz']]],
      ['other team', 'different', 'P', [['Liverpool', 'Chelsea']]],
    ],
  },
  {
    id: 'practice-coach',
    category: 'Sports',
    close: '2027-03-31',
    kalshi: [
      'Next Penn State head coach?',
      'Matt Rhule',
      'If Matt Rhule is the next full-time head coach of Penn State football, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Matt Rhule be the next head coach of Penn State?',
      'This market will resolve to the next person officially announced as the permanent head coach of the Penn State Nittany Lions football team by March 31, 2027. Interim coaches will not count.',
    ],
    variants: [
      ['other person', 'different', 'P', [['Matt Rhule', 'Manny Diaz']]],
      [
        'other team',
        'different',
        'P',
        [
          ['Penn State', 'LSU'],
          ['Nittany Lions', 'Tigers'],
        ],
      ],
      [
        'coordinator',
        'different',
        'P',
        [
          ['next head coach', 'next offensive coordinator'],
          ['permanent head coach', 'offensive coordinator'],
          ['Interim coaches', 'Interim coordinators'],
        ],
      ],
    ],
  },
  {
    id: 'practice-world-cup-group',
    category: 'Sports',
    close: '2027-07-20',
    kalshi: [
      '2027 Women’s World Cup winner?',
      'Spain',
      'If Spain wins the 2027 FIFA Women’s World Cup, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Spain win the 2027 FIFA Women’s World Cup?',
      'This market will resolve to "Yes" if Spain wins the 2027 FIFA Women’s World Cup in Brazil. If the tournament is not completed by December 31, 2027, this market will resolve to "Other".',
    ],
    variants: [
      [
        'group',
        'different',
        'P',
        [
          ['win the 2027', 'win Group C of the 2027'],
          ['wins the 2027', 'wins Group C of the 2027'],
        ],
      ],
      [
        'semifinal',
        'different',
        'P',
        [
          ['win the 2027', 'reach the semifinals of the 2027'],
          ['wins the 2027', 'reaches the semifinals of the 2027'],
        ],
      ],
      [
        'host',
        'different',
        'P',
        [
          ['Will Spain win', 'Will Brazil win'],
          ['if Spain wins', 'if Brazil wins'],
        ],
      ],
    ],
  },
  {
    id: 'practice-esports',
    category: 'Sports',
    close: '2027-03-22',
    kalshi: [
      'T1 vs Gen.G League of Legends match winner?',
      'T1',
      'If T1 wins the T1 vs Gen.G League of Legends match originally scheduled for Mar 21, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'LoL: T1 vs Gen.G (BO5)',
      'YES is T1; NO is Gen.G. This market refers to the LCK match between T1 and Gen.G, scheduled for March 21, 2027. If T1 wins, this market will resolve to "T1".',
    ],
    variants: [
      [
        'map',
        'different',
        'P',
        [
          ['LoL: T1 vs Gen.G (BO5)', 'LoL: T1 vs Gen.G - Game 1 Winner'],
          ['LCK match', 'first game of the LCK match'],
        ],
      ],
      ['other side', 'inverted', 'P', [['YES is T1; NO is Gen.G', 'YES is Gen.G; NO is T1']]],
    ],
  },
  {
    id: 'practice-mvp-award',
    category: 'Sports',
    close: '2027-06-30',
    kalshi: [
      'Pro Basketball Defensive Player of the Year?',
      'Victor Wembanyama',
      'If Victor Wembanyama wins the 2026-27 Pro Basketball Defensive Player of the Year, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Victor Wembanyama win the 2026–27 NBA Defensive Player of the Year?',
      'This market will resolve to "Yes" if Victor Wembanyama wins the 2026–27 NBA Defensive Player of the Year award. If the award is shared, this market will resolve to the player whose last name comes first alphabetically.',
    ],
    variants: [
      ['other award', 'different', 'P', [['Defensive Player of the Year', 'Most Improved Player']]],
      [
        'finalist',
        'different',
        'P',
        [
          [
            'win the 2026–27 NBA Defensive Player of the Year',
            'be a finalist for the 2026–27 NBA Defensive Player of the Year',
          ],
          ['wins the 2026–27', 'is named a finalist for the 2026–27'],
        ],
      ],
      ['other person', 'different', 'P', [['Victor Wembanyama', 'Chet Holmgren']]],
      ['other season', 'different', 'P', [['2026–27', '2027–28']], '2028-06-30'],
    ],
  },
  {
    id: 'practice-retire',
    category: 'Sports',
    close: '2027-08-31',
    kalshi: [
      'Will Aaron Rodgers retire?',
      'Before Sep 1, 2027',
      'If Aaron Rodgers announces his retirement from professional football before Sep 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Aaron Rodgers retires by August 31, 2027?',
      'This market will resolve to "Yes" if Aaron Rodgers publicly announces his retirement from the NFL by August 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'team',
        'different',
        'P',
        [
          ['Aaron Rodgers retires by', 'Aaron Rodgers signs with a new team by'],
          [
            'publicly announces his retirement from the NFL',
            'signs with any NFL team other than the Steelers',
          ],
        ],
      ],
      ['other person', 'different', 'P', [['Aaron Rodgers', 'Travis Kelce']]],
    ],
  },
];
