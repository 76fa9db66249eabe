import type { Family } from '../../../../mapping/listing-pair.ts';

/** One or two words of the question differ, the rules worded alike: games, culture, elections. */
export const WORD_LIFE: readonly Family[] = [
  {
    id: 'practice5-turnout',
    category: 'Elections',
    close: '2027-05-10',
    kalshi: [
      'Turnout in the 2027 Philippine election?',
      'Above 75%',
      'If turnout in the 2027 Philippine election is above 75%, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will turnout in the 2027 Philippine election be above 75%?',
      'This market will resolve to "Yes" if voter turnout in the 2027 Philippine election is greater than 75%. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'overseas',
        'different',
        'P',
        [
          ['Will turnout', 'Will overseas turnout'],
          ['voter turnout', 'overseas voter turnout'],
        ],
      ],
      [
        'youth',
        'different',
        'P',
        [
          ['Will turnout', 'Will youth turnout'],
          ['voter turnout', 'turnout of voters under 30'],
        ],
      ],
    ],
  },
  {
    id: 'practice5-french-first',
    category: 'Elections',
    close: '2027-04-25',
    kalshi: [
      'French presidential election first round winner?',
      'Jordan Bardella',
      'If Jordan Bardella receives the most votes in the first round of the 2027 French presidential election, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Jordan Bardella win the first round of the 2027 French presidential election?',
      'This market will resolve to "Yes" if Jordan Bardella receives the most votes in the first round of the French presidential election scheduled for April 2027. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'advance',
        'different',
        'P',
        [
          ['win the first round of', 'advance from the first round of'],
          ['receives the most votes in', 'advances from'],
        ],
      ],
      [
        'share',
        'different',
        'P',
        [
          ['win the first round', 'win at least 35% in the first round'],
          ['receives the most votes', 'receives at least 35% of the votes'],
        ],
      ],
      [
        'Paris',
        'different',
        'P',
        [
          ['win the first round', 'win Paris in the first round'],
          ['the most votes in the first round', 'the most votes in Paris in the first round'],
        ],
      ],
    ],
  },
  {
    id: 'practice5-senate-ga',
    category: 'Elections',
    close: '2027-11-02',
    kalshi: [
      'Virginia governor winner?',
      'Democratic',
      'If the Democratic candidate wins the next Virginia gubernatorial election, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Democrats win the next Virginia governor race?',
      'This market will resolve to "Yes" if the Democratic candidate wins the next election for governor of Virginia. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'lieutenant',
        'different',
        'P',
        [
          ['Virginia governor', 'Virginia lieutenant governor'],
          ['for governor', 'for lieutenant governor'],
        ],
      ],
      [
        'counties',
        'different',
        'P',
        [
          ['win the next Virginia governor race', 'carry Loudoun County in the next Virginia governor race'],
          ['candidate wins the', 'candidate carries Loudoun County in the'],
        ],
      ],
      [
        'legislature',
        'different',
        'P',
        [
          ['Virginia governor race', 'Virginia House of Delegates'],
          ['election for governor of Virginia', 'election of a majority of the Virginia House of Delegates'],
        ],
      ],
    ],
  },
  {
    id: 'practice5-film-rt',
    category: 'Culture',
    close: '2027-07-20',
    kalshi: [
      'Supergirl Rotten Tomatoes score?',
      'Above 85',
      'If the Tomatometer of Supergirl is above 85 on Jul 20, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Supergirl have a Rotten Tomatoes score above 85 on July 20?',
      'This market will resolve to "Yes" if the Tomatometer of Supergirl is greater than 85 on July 20, 2027. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'audience',
        'different',
        'P',
        [
          ['Rotten Tomatoes score', 'Rotten Tomatoes audience score'],
          ['Tomatometer', 'Popcornmeter'],
        ],
      ],
      [
        'top critics',
        'different',
        'P',
        [
          ['Rotten Tomatoes score', 'Rotten Tomatoes top critics score'],
          ['Tomatometer', 'top critics Tomatometer'],
        ],
      ],
      [
        'certified',
        'different',
        'P',
        [
          ['have a Rotten Tomatoes score above 85', 'be Certified Fresh'],
          ['the Tomatometer of Supergirl is greater than 85', 'Supergirl is Certified Fresh'],
        ],
      ],
    ],
  },
  {
    id: 'practice5-album',
    category: 'Culture',
    close: '2027-04-10',
    kalshi: [
      'Will Rihanna release an album before Jul 2027?',
      '',
      'If Rihanna releases a new studio album before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'New Rihanna album by June 30, 2027?',
      'This market will resolve to "Yes" if Rihanna releases a new studio album by June 30, 2027. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'live album',
        'different',
        'P',
        [
          ['New Rihanna album', 'New Rihanna live album'],
          ['new studio album', 'new live album'],
        ],
      ],
      [
        'single',
        'different',
        'P',
        [
          ['New Rihanna album', 'New Rihanna single'],
          ['new studio album', 'new single'],
        ],
      ],
      [
        'tour',
        'different',
        'P',
        [
          ['New Rihanna album', 'New Rihanna tour'],
          ['releases a new studio album', 'starts a new tour'],
        ],
      ],
      [
        '#1',
        'different',
        'P',
        [
          ['New Rihanna album', 'New #1 Rihanna album'],
          ['releases a new studio album', 'has a new #1 studio album'],
        ],
      ],
    ],
  },
  {
    id: 'practice5-netflix-top',
    category: 'Culture',
    close: '2027-03-16',
    kalshi: [
      'Top US Netflix show on Mar 16, 2027?',
      'Wednesday',
      'If Wednesday is the top US Netflix show for the week, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will "Wednesday" be the top US Netflix show this week?',
      'This market will resolve to "Yes" if "Wednesday" is ranked #1 of shows on Netflix in the US in the week ending March 14, published on March 16, 2027. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'global',
        'different',
        'P',
        [
          ['top US Netflix show', 'top global Netflix show'],
          ['in the US in the week', 'worldwide in the week'],
        ],
      ],
      [
        'season',
        'different',
        'P',
        [
          ['"Wednesday" be', '"Wednesday" season 3 be'],
          ['if "Wednesday" is', 'if "Wednesday: Season 3" is'],
        ],
      ],
    ],
  },
  {
    id: 'practice5-tweets',
    category: 'Culture',
    close: '2027-01-15',
    kalshi: [
      'How many posts will Elon Musk make on X, Jan 8-15, 2027?',
      '200-219',
      'If Elon Musk makes 200-219 posts on X from Jan 8 to Jan 15, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Elon Musk post 200-219 times on X January 8 - January 15?',
      'This market will resolve to "Yes" if Elon Musk posts 200-219 times on X between January 8 and January 15, 2027. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'replies',
        'different',
        'P',
        [
          ['post 200-219 times', 'post 200-219 replies'],
          ['posts 200-219 times', 'posts 200-219 replies'],
        ],
      ],
      [
        'about',
        'different',
        'P',
        [
          ['post 200-219 times on X', 'post about Tesla 200-219 times on X'],
          ['posts 200-219 times', 'posts about Tesla 200-219 times'],
        ],
      ],
    ],
  },
  {
    id: 'practice5-aus-open',
    category: 'Sports',
    close: '2027-01-31',
    kalshi: [
      'Australian Open women winner?',
      'Iga Swiatek',
      'If Iga Swiatek wins the 2027 Australian Open women singles, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Iga Swiatek win the 2027 Australian Open women singles?',
      'This market will resolve to "Yes" if Iga Swiatek wins the women singles title of the 2027 Australian Open. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      ['doubles', 'different', 'P', [['women singles', 'women doubles']]],
      [
        'no set lost',
        'different',
        'P',
        [
          [
            'win the 2027 Australian Open women singles',
            'win the 2027 Australian Open women singles without dropping a set',
          ],
          [
            'wins the women singles title of the 2027 Australian Open',
            'wins the women singles title of the 2027 Australian Open without dropping a set',
          ],
        ],
      ],
      ['nationality', 'different', 'P', [['Iga Swiatek win', 'a Polish player win']]],
    ],
  },
  {
    id: 'practice5-nfl-game',
    category: 'Sports',
    close: '2027-01-10',
    kalshi: [
      'Buffalo at Kansas City Winner?',
      'Buffalo',
      'If Buffalo wins the Buffalo at Kansas City professional football game originally scheduled for Jan 10, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Bills vs. Chiefs',
      'YES is Bills; NO is Chiefs. In the upcoming NFL game, scheduled for January 10, 2027: who wins. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'first half',
        'different',
        'P',
        [
          ['Bills vs. Chiefs', 'Bills vs. Chiefs: first half winner'],
          ['who wins', 'who leads at halftime'],
        ],
      ],
      [
        'first to score',
        'different',
        'P',
        [
          ['Bills vs. Chiefs', 'Bills vs. Chiefs: first to score'],
          ['who wins', 'who scores first'],
        ],
      ],
      [
        'coin toss',
        'different',
        'P',
        [
          ['Bills vs. Chiefs', 'Bills vs. Chiefs: coin toss'],
          ['who wins', 'who wins the coin toss'],
        ],
      ],
      [
        'more yards',
        'different',
        'P',
        [
          ['Bills vs. Chiefs', 'Bills vs. Chiefs: most passing yards'],
          ['who wins', 'whose team passes for more yards'],
        ],
      ],
    ],
  },
  {
    id: 'practice5-ucl',
    category: 'Sports',
    close: '2027-05-29',
    kalshi: [
      'Champions League winner?',
      'Arsenal',
      'If Arsenal wins the 2026-27 UEFA Champions League, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Arsenal win the 2026-27 Champions League?',
      'This market will resolve to "Yes" if Arsenal wins the 2026-27 UEFA Champions League. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'league phase',
        'different',
        'P',
        [
          ['win the 2026-27 Champions League', 'win the 2026-27 Champions League league phase'],
          [
            'wins the 2026-27 UEFA Champions League',
            'finishes first in the league phase of the 2026-27 UEFA Champions League',
          ],
        ],
      ],
      [
        'English club',
        'different',
        'P',
        [
          ['Will Arsenal win', 'Will an English club win'],
          ['if Arsenal wins', 'if an English club wins'],
        ],
      ],
      [
        'double',
        'different',
        'P',
        [
          ['win the 2026-27 Champions League', 'win the 2026-27 Champions League and Premier League'],
          [
            'wins the 2026-27 UEFA Champions League',
            'wins both the 2026-27 UEFA Champions League and the Premier League',
          ],
        ],
      ],
      [
        'unbeaten',
        'different',
        'P',
        [
          ['win the 2026-27 Champions League', 'win the 2026-27 Champions League unbeaten'],
          [
            'wins the 2026-27 UEFA Champions League',
            'wins the 2026-27 UEFA Champions League without losing a match',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice5-f1',
    category: 'Sports',
    close: '2027-12-05',
    kalshi: [
      'F1 Drivers champion in 2027?',
      'Lando Norris',
      'If Lando Norris wins the 2027 F1 Drivers Championship, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Lando Norris be the 2027 F1 Drivers Champion?',
      'This market will resolve to "Yes" if Lando Norris wins the 2027 Formula 1 Drivers Championship. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'most wins',
        'different',
        'P',
        [
          ['be the 2027 F1 Drivers Champion', 'have the most race wins of the 2027 F1 season'],
          [
            'wins the 2027 Formula 1 Drivers Championship',
            'wins the most races of the 2027 Formula 1 season',
          ],
        ],
      ],
      [
        'before finale',
        'different',
        'P',
        [
          ['be the 2027 F1 Drivers Champion', 'be the 2027 F1 Drivers Champion before the final race'],
          [
            'wins the 2027 Formula 1 Drivers Championship',
            'clinches the 2027 Formula 1 Drivers Championship before the final race',
          ],
        ],
      ],
    ],
  },
];
