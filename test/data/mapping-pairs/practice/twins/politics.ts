import type { Family } from '../../../../mapping/listing-pair.ts';

/** Near-twins of politics, elections and the world: what differs is one word, one clause, one outcome. */
export const TWIN_POLITICS: readonly Family[] = [
  {
    id: 'practice2-netanyahu',
    category: 'World',
    close: '2027-06-30',
    kalshi: [
      'Benjamin Netanyahu out as Prime Minister of Israel?',
      'Before Jul 1, 2027',
      'If Benjamin Netanyahu is no longer the Prime Minister of Israel before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Netanyahu out by June 30, 2027?',
      'This market will resolve to "Yes" if Benjamin Netanyahu resigns, is removed, or otherwise ceases to be Prime Minister of Israel by June 30, 2027, 11:59 PM ET. An announcement of his resignation before that date is not enough if he remains in office as caretaker.',
    ],
    variants: [
      [
        'first of several',
        'different',
        'P',
        [
          ['Netanyahu out by June 30, 2027?', 'Will Netanyahu be the first of these leaders out?'],
          [
            'resigns, is removed, or otherwise ceases to be Prime Minister of Israel by June 30, 2027',
            'leaves office before Putin, Zelensky, Macron and Starmer, by June 30, 2027',
          ],
        ],
      ],
      [
        'first of several',
        'different',
        'P',
        [
          ['Netanyahu out by June 30, 2027?', 'First leader out: Benjamin Netanyahu?'],
          [
            'resigns, is removed, or otherwise ceases to be Prime Minister of Israel by June 30, 2027',
            'is the first of the listed leaders to leave office by June 30, 2027',
          ],
        ],
      ],
      [
        'election',
        'different',
        'P',
        [
          ['Netanyahu out by June 30, 2027?', 'Israeli election called by June 30, 2027?'],
          [
            'Benjamin Netanyahu resigns, is removed, or otherwise ceases to be Prime Minister of Israel by',
            'a general election is called in Israel by',
          ],
        ],
      ],
      [
        'convicted',
        'different',
        'P',
        [
          ['Netanyahu out by', 'Netanyahu convicted by'],
          [
            'resigns, is removed, or otherwise ceases to be Prime Minister of Israel',
            'is found guilty in his trial',
          ],
        ],
      ],
      [
        'negation',
        'inverted',
        'P',
        [
          ['Netanyahu out by June 30, 2027?', 'Will Netanyahu remain Prime Minister through June 30, 2027?'],
          ['resigns, is removed, or otherwise ceases to be', 'continuously remains'],
        ],
      ],
    ],
  },
  {
    id: 'practice2-shutdown-length',
    category: 'Politics',
    close: '2027-03-31',
    kalshi: [
      'How long will the government shutdown last?',
      'At least 30 days',
      'If the government shutdown that begins on Jan 31, 2027 lasts at least 30 days, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the government shutdown last 30 days or more?',
      'This market will resolve by the length of the lapse in appropriations that begins on January 31, 2027.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['30 days or more', '40 days or more']]],
      ['exact', 'different', 'P', [['30 days or more', 'exactly 30 days']]],
      [
        'shutdown at all',
        'different',
        'P',
        [
          [
            'Will the government shutdown last 30 days or more?',
            'Will there be a government shutdown by January 31?',
          ],
          [
            'by the length of the lapse in appropriations that begins on',
            'to "Yes" if there is a lapse in appropriations on',
          ],
        ],
      ],
      ['inverted comparator', 'inverted', 'P', [['30 days or more', 'fewer than 30 days']]],
    ],
  },
  {
    id: 'practice2-epstein',
    category: 'Politics',
    close: '2027-01-31',
    kalshi: [
      'Will Trump pardon Ghislaine Maxwell?',
      'Before Feb 1, 2027',
      'If Donald Trump pardons or commutes the sentence of Ghislaine Maxwell before Feb 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Trump pardon Ghislaine Maxwell by January 31?',
      'This market will resolve to "Yes" if Donald Trump grants Ghislaine Maxwell a pardon, commutation, or reprieve by January 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      ['other person', 'different', 'P', [['Ghislaine Maxwell', 'Sean Combs']]],
      [
        'release',
        'different',
        'P',
        [
          ['Will Trump pardon Ghislaine Maxwell by', 'Ghislaine Maxwell released from custody by'],
          [
            'Donald Trump grants Ghislaine Maxwell a pardon, commutation, or reprieve',
            'Ghislaine Maxwell is released from prison',
          ],
        ],
      ],
      [
        'testify',
        'different',
        'P',
        [
          ['Will Trump pardon Ghislaine Maxwell by', 'Will Ghislaine Maxwell testify before Congress by'],
          [
            'Donald Trump grants Ghislaine Maxwell a pardon, commutation, or reprieve',
            'Ghislaine Maxwell testifies before Congress',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice2-zelensky-putin',
    category: 'World',
    close: '2027-03-31',
    kalshi: [
      'Will Zelenskyy and Putin meet in person?',
      'Before Apr 2027',
      'If Volodymyr Zelenskyy and Vladimir Putin meet in person before Apr 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Zelensky and Putin meet next in person by March 31, 2027?',
      'This market will resolve to "Yes" if Volodymyr Zelensky and Vladimir Putin are present at the same meeting in person by March 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'where',
        'different',
        'P',
        [
          ['Will Zelensky and Putin meet next in person by', 'Will Zelensky and Putin meet in Turkey by'],
          ['in person by', 'in Turkey by'],
        ],
      ],
      [
        'other person',
        'different',
        'P',
        [
          ['Zelensky and Putin', 'Trump and Putin'],
          ['Volodymyr Zelensky', 'Donald Trump'],
          ['Vladimir Putin', 'Vladimir Putin'],
        ],
      ],
      [
        'talk',
        'different',
        'P',
        [
          ['meet next in person by', 'talk by phone by'],
          ['are present at the same meeting in person', 'hold a phone call'],
        ],
      ],
    ],
  },
  {
    id: 'practice2-uk-byelection',
    category: 'Elections',
    close: '2027-05-31',
    kalshi: [
      'Welsh Parliament election winner?',
      'Plaid Cymru',
      'If Plaid Cymru wins the most seats in the next Senedd election, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Plaid Cymru win the most seats in the next Senedd election?',
      'This market will resolve to the party that wins the greatest number of seats in the next election of the Senedd (Welsh Parliament). If parties tie for the most seats, the one with more votes wins.',
    ],
    variants: [
      ['other party', 'different', 'P', [['Plaid Cymru', 'Reform UK']]],
      [
        'majority',
        'different',
        'P',
        [
          ['win the most seats in', 'win a majority in'],
          ['that wins the greatest number of seats in', 'that wins more than half of the seats in'],
        ],
      ],
      [
        'other place',
        'different',
        'P',
        [
          ['next Senedd election', 'next Scottish Parliament election'],
          ['Senedd (Welsh Parliament)', 'Scottish Parliament'],
        ],
      ],
      [
        'second',
        'different',
        'P',
        [
          ['win the most seats', 'win the second most seats'],
          ['the greatest number of seats', 'the second greatest number of seats'],
        ],
      ],
      ['seats', 'different', 'P', [['win the most seats in', 'win 35+ seats in']]],
    ],
  },
  {
    id: 'practice2-german-state',
    category: 'Elections',
    close: '2027-04-30',
    kalshi: [
      'Berlin state election winner?',
      'CDU',
      'If the CDU receives the most votes in the Berlin state election, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will CDU win the Berlin state election?',
      'This market will resolve to the party that wins the most second votes in the election of the Abgeordnetenhaus of Berlin, scheduled for September 20, 2026. If it is not held by April 30, 2027, this market will resolve to "Other".',
    ],
    variants: [
      ['other party', 'different', 'P', [['CDU', 'AfD']]],
      [
        'other place',
        'different',
        'P',
        [
          ['Berlin state', 'Bavarian state'],
          ['Abgeordnetenhaus of Berlin', 'Landtag of Bavaria'],
        ],
      ],
      [
        'vote share',
        'different',
        'P',
        [
          [
            'Will CDU win the Berlin state election?',
            'Will CDU win more than 25% in the Berlin state election?',
          ],
        ],
      ],
      [
        'mayor',
        'different',
        'P',
        [
          ['Will CDU win the Berlin state election?', 'Will the next Mayor of Berlin be from the CDU?'],
          ['to the party that wins the most second votes in', 'to the party of the Governing Mayor after'],
        ],
      ],
    ],
  },
  {
    id: 'practice2-texas-primary',
    category: 'Elections',
    close: '2026-12-31',
    kalshi: [
      'Texas Republican Senate nominee?',
      'Ken Paxton',
      'If Ken Paxton wins the nomination for the Republican Party to contest the 2026 Texas Senate seat, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Ken Paxton be the Republican nominee for Senate in Texas?',
      'This market will resolve to "Yes" if Ken Paxton wins the 2026 Republican primary, including any runoff, for the United States Senate seat in Texas. The primary is scheduled for March 3, 2026, and a potential runoff for May 26, 2026.',
    ],
    variants: [
      ['other person', 'different', 'P', [['Ken Paxton', 'John Cornyn']]],
      [
        'winner',
        'different',
        'P',
        [
          ['be the Republican nominee for Senate in Texas', 'win the 2026 Texas Senate election'],
          [
            'wins the 2026 Republican primary, including any runoff, for the United States Senate seat in Texas',
            'wins the 2026 United States Senate election in Texas',
          ],
        ],
      ],
      [
        'other party',
        'different',
        'P',
        [
          ['Republican nominee', 'Democratic nominee'],
          ['2026 Republican primary', '2026 Democratic primary'],
        ],
      ],
      [
        'other office',
        'different',
        'P',
        [
          ['nominee for Senate', 'nominee for Governor'],
          ['United States Senate seat', 'governorship'],
        ],
      ],
      [
        'runoff',
        'different',
        'P',
        [
          ['be the Republican nominee for Senate in Texas', 'advance to the runoff for Senate in Texas'],
          [
            'wins the 2026 Republican primary, including any runoff,',
            'is among the first two of the 2026 Republican primary',
          ],
        ],
      ],
      ['other place', 'different', 'P', [['Texas', 'Louisiana']]],
    ],
  },
  {
    id: 'practice2-house-margin',
    category: 'Elections',
    close: '2027-01-31',
    kalshi: [
      'How many House seats will Democrats win?',
      '230 to 234',
      'If the Democratic Party wins between 230 and 234 seats in the 2026 House elections, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Democratic Party hold 230-234 seats in the House after the midterm elections?',
      'This market will resolve by the number of seats the Democratic Party wins in the 2026 U.S. House elections.',
    ],
    variants: [
      ['other range', 'different', 'P', [['230-234', '235-239']]],
      ['other party', 'different', 'P', [['Democratic Party', 'Republican Party']]],
      [
        'other body',
        'different',
        'P',
        [
          ['the House after', 'the Senate after'],
          ['U.S. House elections', 'U.S. Senate elections'],
        ],
      ],
      ['or more', 'different', 'P', [['hold 230-234 seats', 'hold 230 or more seats']]],
    ],
  },
  {
    id: 'practice2-lula',
    category: 'Elections',
    close: '2026-12-31',
    kalshi: [
      'Brazil presidential election winner?',
      'Luiz Inácio Lula da Silva',
      'If Luiz Inácio Lula da Silva wins the 2026 Brazilian presidential election, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Lula win the 2026 Brazilian presidential election?',
      'This market will resolve to the winner of the Brazilian presidential election scheduled for October 4, 2026, with a potential second round on October 25, 2026. Lula da Silva must be declared the winner.',
    ],
    variants: [
      [
        'other person',
        'different',
        'P',
        [
          ['Will Lula win', 'Will Flávio Bolsonaro win'],
          ['Lula da Silva', 'Flávio Bolsonaro'],
        ],
      ],
      [
        'first round',
        'different',
        'P',
        [
          [
            'win the 2026 Brazilian presidential election',
            'win the first round of the 2026 Brazilian presidential election',
          ],
          [', with a potential second round on October 25, 2026', ''],
        ],
      ],
      [
        'run',
        'different',
        'P',
        [
          ['win the 2026 Brazilian presidential election', 'run in the 2026 Brazilian presidential election'],
          ['to the winner of', 'to "Yes" if Lula is a candidate in'],
          ['Lula da Silva must be declared the winner.', ''],
        ],
      ],
      [
        'vote share',
        'different',
        'P',
        [
          [
            'win the 2026 Brazilian presidential election',
            'win by more than 5% in the 2026 Brazilian presidential election',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice2-japan-pm',
    category: 'World',
    close: '2027-12-31',
    kalshi: [
      'Will Sanae Takaichi leave office?',
      'Before 2028',
      'If Sanae Takaichi ceases to be Prime Minister of Japan before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'Takaichi out as Prime Minister of Japan in 2027?',
      'This market will resolve to "Yes" if Sanae Takaichi ceases to be the Prime Minister of Japan for any period of time by December 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'other country',
        'different',
        'P',
        [
          ['Takaichi out as Prime Minister of Japan', 'Anutin out as Prime Minister of Thailand'],
          ['Sanae Takaichi', 'Anutin Charnvirakul'],
          ['Minister of Japan', 'Minister of Thailand'],
        ],
      ],
      [
        'party',
        'different',
        'P',
        [
          ['out as Prime Minister of Japan', 'out as LDP leader'],
          ['Prime Minister of Japan', 'President of the LDP'],
        ],
      ],
      [
        'other date',
        'different',
        'P',
        [
          ['in 2027?', 'in 2026?'],
          ['2027, 11:59', '2026, 11:59'],
        ],
        '2026-12-31',
      ],
      [
        'vote',
        'different',
        'P',
        [
          ['Takaichi out as Prime Minister of Japan in 2027?', 'Takaichi loses no confidence vote in 2027?'],
          [
            'ceases to be the Prime Minister of Japan for any period of time',
            'loses a vote of no confidence',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice2-greenland',
    category: 'World',
    close: '2027-12-31',
    kalshi: [
      'Will Trump visit China?',
      'Before Jul 2027',
      'If Donald Trump visits China before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Trump visits China by June 30, 2027?',
      'This market will resolve to "Yes" if Donald Trump physically enters the terrestrial or maritime territory of China by June 30, 2027, 11:59 PM ET. Entering Hong Kong or Taiwan does not count.',
    ],
    variants: [
      [
        'other country',
        'different',
        'P',
        [
          ['visits China', 'visits India'],
          ['territory of China', 'territory of India'],
        ],
      ],
      [
        'reverse',
        'different',
        'P',
        [
          ['Trump visits China', 'Xi Jinping visits the US'],
          ['Donald Trump physically', 'Xi Jinping physically'],
          ['territory of China', 'territory of the United States'],
        ],
      ],
      [
        'meet',
        'different',
        'P',
        [
          ['Trump visits China', 'Trump meets Xi Jinping'],
          ['physically enters the terrestrial or maritime territory of China', 'meets Xi Jinping in person'],
        ],
      ],
    ],
  },
  {
    id: 'practice2-nobel-peace',
    category: 'World',
    close: '2027-10-15',
    kalshi: [
      'Nobel Peace Prize 2027?',
      'Donald Trump',
      'If Donald Trump wins the 2027 Nobel Peace Prize, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Donald Trump win the Nobel Peace Prize in 2027?',
      'This market will resolve to "Yes" if Donald Trump is awarded the 2027 Nobel Peace Prize. If it is shared, this market will resolve to "Yes" if he is one of the laureates.',
    ],
    variants: [
      [
        'nominated',
        'different',
        'P',
        [
          ['win the Nobel', 'be nominated for the Nobel'],
          ['is awarded the', 'is nominated for the'],
        ],
      ],
      ['other date', 'different', 'P', [['2027', '2026']], '2026-12-31'],
      ['other prize', 'different', 'P', [['Nobel Peace Prize', 'Nobel Prize in Literature']]],
      ['other person', 'different', 'P', [['Donald Trump', 'Greta Thunberg']]],
    ],
  },
];
