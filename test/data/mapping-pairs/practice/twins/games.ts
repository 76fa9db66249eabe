import type { Family } from '../../../../mapping/listing-pair.ts';

/** Near-twins of sports. */
export const TWIN_GAMES: readonly Family[] = [
  {
    id: 'practice2-chess',
    category: 'Sports',
    close: '2027-12-31',
    kalshi: [
      '2026 World Chess Championship winner?',
      'Javokhir Sindarov',
      'If Javokhir Sindarov wins the 2026 World Chess Championship, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Javokhir Sindarov win the World Chess Championship 2026?',
      'This market will resolve to the winner of the FIDE World Chess Championship 2026 match between Gukesh Dommaraju and Javokhir Sindarov.',
    ],
    variants: [
      [
        'candidates',
        'different',
        'P',
        [
          ['win the World Chess Championship 2026', 'win the 2026 Candidates Tournament'],
          [
            'FIDE World Chess Championship 2026 match between Gukesh Dommaraju and Javokhir Sindarov',
            'FIDE Candidates Tournament 2026',
          ],
        ],
      ],
      ['other person', 'different', 'P', [['Will Javokhir Sindarov', 'Will Gukesh Dommaraju']]],
      ['rapid', 'different', 'P', [['World Chess Championship 2026', 'World Rapid Chess Championship 2026']]],
    ],
  },
  {
    id: 'practice2-hotdog',
    category: 'Sports',
    close: '2027-07-05',
    kalshi: [
      "Nathan's Hot Dog Eating Contest: how many will Joey Chestnut eat?",
      'At least 70',
      "If Joey Chestnut eats at least 70 hot dogs at the 2027 Nathan's contest, then the market resolves to Yes.",
    ],
    polymarket: [
      "Will Joey Chestnut eat 70 or more hot dogs at Nathan's 2027 contest?",
      "This market will resolve by the number of hot dogs that Joey Chestnut eats at the Nathan's Famous contest on July 4, 2027.",
    ],
    variants: [
      ['other threshold', 'different', 'P', [['70 or more', '75 or more']]],
      ['win', 'different', 'P', [['eat 70 or more hot dogs at', 'win']]],
      ['women', 'different', 'P', [['Joey Chestnut', 'Miki Sudo']]],
      ['inverted comparator', 'inverted', 'P', [['eat 70 or more hot dogs', 'eat fewer than 70 hot dogs']]],
    ],
  },
  {
    id: 'practice2-mlb-series',
    category: 'Sports',
    close: '2027-10-12',
    kalshi: [
      'Toronto vs New York Y: ALDS series winner?',
      'Toronto',
      'If Toronto wins the 2027 ALDS against New York Y, then the market resolves to Yes.',
    ],
    polymarket: [
      'ALDS: Blue Jays vs. Yankees - Who will win the series?',
      'YES is Blue Jays; NO is Yankees. This market will resolve to the team that wins the 2027 American League Division Series between the Toronto Blue Jays and New York Yankees.',
    ],
    variants: [
      [
        'game',
        'different',
        'P',
        [
          ['ALDS: Blue Jays vs. Yankees - Who will win the series?', 'ALDS Game 2: Blue Jays vs. Yankees'],
          [
            'the team that wins the 2027 American League Division Series',
            'the team that wins game 2 of the 2027 American League Division Series',
          ],
        ],
      ],
      [
        'other side',
        'inverted',
        'P',
        [['YES is Blue Jays; NO is Yankees', 'YES is Yankees; NO is Blue Jays']],
      ],
      [
        'sweep',
        'different',
        'P',
        [
          [
            'ALDS: Blue Jays vs. Yankees - Who will win the series?',
            'Will the Blue Jays sweep the Yankees in the ALDS?',
          ],
          ['YES is Blue Jays; NO is Yankees. ', ''],
        ],
      ],
    ],
  },
  {
    id: 'practice2-nfl-td',
    category: 'Sports',
    close: '2027-01-17',
    kalshi: [
      'Buffalo at Kansas City: Anytime touchdown scorer?',
      'James Cook',
      'If James Cook scores a touchdown in the Buffalo at Kansas City professional football game originally scheduled for Jan 17, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Bills vs. Chiefs: James Cook anytime touchdown',
      'This market will resolve to "Yes" if James Cook scores at least one touchdown in the NFL game between the Bills and Chiefs scheduled for January 17, 2027.',
    ],
    variants: [
      [
        'first',
        'different',
        'P',
        [
          ['anytime touchdown', 'first touchdown'],
          ['scores at least one touchdown', 'scores the first touchdown'],
        ],
      ],
      [
        'two',
        'different',
        'P',
        [
          ['anytime touchdown', '2+ touchdowns'],
          ['at least one touchdown', 'at least two touchdowns'],
        ],
      ],
      ['other person', 'different', 'P', [['James Cook', 'Josh Allen']]],
      [
        'win',
        'different',
        'P',
        [
          ['Bills vs. Chiefs: James Cook anytime touchdown', 'Bills vs. Chiefs'],
          [
            'This market will resolve to "Yes" if James Cook scores at least one touchdown in',
            'YES is Bills; NO is Chiefs. Who wins',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice2-nba-points',
    category: 'Sports',
    close: '2027-03-05',
    kalshi: [
      'LeBron James points vs Denver',
      '25+',
      'If LeBron James records at least 25 points in the Los Angeles L at Denver professional basketball game originally scheduled for Mar 5, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Lakers vs. Nuggets: LeBron James Points Over 24.5',
      'This market will resolve to "Over" if LeBron James scores 25 or more points in the NBA game between the Lakers and the Nuggets scheduled for March 5, 2027.',
    ],
    variants: [
      [
        'rebounds',
        'different',
        'P',
        [
          ['Points Over 24.5', 'Rebounds Over 24.5'],
          ['25 or more points', '25 or more rebounds'],
        ],
      ],
      [
        'other threshold',
        'different',
        'P',
        [
          ['Over 24.5', 'Over 27.5'],
          ['25 or more', '28 or more'],
        ],
      ],
      [
        'under',
        'inverted',
        'P',
        [
          ['Points Over 24.5', 'Points Under 24.5'],
          [
            'resolve to "Over" if LeBron James scores 25 or more',
            'resolve to "Under" if LeBron James scores 24 or fewer',
          ],
        ],
      ],
      ['other person', 'different', 'P', [['LeBron James', 'Nikola Jokic']]],
    ],
  },
  {
    id: 'practice2-ryder',
    category: 'Sports',
    close: '2027-09-30',
    kalshi: [
      'Ryder Cup winner?',
      'Europe',
      'If Team Europe wins the 2027 Ryder Cup, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Europe win the 2027 Ryder Cup?',
      'This market will resolve to the team that wins the 2027 Ryder Cup at Adare Manor, September 17-19, 2027. If it ends in a draw, the team that retains the cup counts as having won.',
    ],
    variants: [
      ['other side', 'different', 'P', [['Will Europe win', 'Will the USA win']]],
      [
        'day',
        'different',
        'P',
        [
          ['win the 2027 Ryder Cup?', 'lead the 2027 Ryder Cup after day 1?'],
          ['that wins the 2027 Ryder Cup', 'that leads after the first day of the 2027 Ryder Cup'],
        ],
      ],
      [
        'top scorer',
        'different',
        'P',
        [
          [
            'Will Europe win the 2027 Ryder Cup?',
            'Will Rory McIlroy be the top scorer of Europe at the 2027 Ryder Cup?',
          ],
        ],
      ],
      ['other contest', 'different', 'P', [['Ryder Cup', 'Solheim Cup']]],
    ],
  },
  {
    id: 'practice2-olympics',
    category: 'Sports',
    close: '2028-07-31',
    kalshi: [
      'Most gold medals at the 2028 Summer Olympics?',
      'China',
      'If China wins the most gold medals at the 2028 Summer Olympics, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will China win the most gold medals at the 2028 Summer Olympics?',
      'This market will resolve to the country that wins the most gold medals at the 2028 Summer Olympics in Los Angeles. If tied, the country with more silver medals wins.',
    ],
    variants: [
      ['all medals', 'different', 'P', [['most gold medals', 'most medals overall']]],
      ['other country', 'different', 'P', [['Will China', 'Will the United States']]],
      ['second', 'different', 'P', [['the most gold', 'the second most gold']]],
      [
        'winter',
        'different',
        'P',
        [
          ['2028 Summer Olympics', '2030 Winter Olympics'],
          ['in Los Angeles', 'in the French Alps'],
        ],
        '2030-02-28',
      ],
    ],
  },
];
