import type { Family } from '../../../mapping/listing-pair.ts';

/** What one question asks, the rules of the other name as not enough. */
export const NOT_ENOUGH: readonly Family[] = [
  {
    id: 'practice6-chip-export',
    category: 'Politics',
    close: '2027-06-30',
    kalshi: [
      'Will the US allow Blackwell exports to China before Jul 2027?',
      '',
      'If the US authorizes the export of Blackwell chips to China before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'US authorizes Blackwell chip exports to China by June 30, 2027?',
      'This market will resolve to "Yes" if the US government authorizes the export of Nvidia Blackwell chips to China by June 30, 2027, 11:59 PM ET. A statement by Trump or a delivery without authorization does not count. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'delivery',
        'different',
        'P',
        [
          ['US authorizes Blackwell chip exports', 'Nvidia delivers Blackwell chips'],
          [
            'the US government authorizes the export of Nvidia Blackwell chips',
            'Nvidia delivers Blackwell chips',
          ],
        ],
      ],
      ['other chip', 'different', 'P', [['Blackwell', 'Rubin']]],
    ],
  },
  {
    id: 'practice6-hostage',
    category: 'World',
    close: '2027-03-31',
    kalshi: [
      'Will Israel and Hamas sign phase two before Apr 2027?',
      '',
      'If Israel and Hamas sign an agreement on phase two before Apr 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Israel x Hamas phase two agreement signed by March 31, 2027?',
      'This market will resolve to "Yes" if Israel and Hamas sign an agreement on phase two by March 31, 2027. Talks, or an announcement that a deal is near, do not count. The resolution source is a consensus of credible reporting. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'talks',
        'different',
        'P',
        [
          ['agreement signed', 'talks held'],
          ['sign an agreement on phase two', 'hold talks on phase two'],
        ],
      ],
      ['phase three', 'different', 'P', [['phase two', 'phase three']]],
    ],
  },
  {
    id: 'practice6-apple-ceo',
    category: 'Companies',
    close: '2027-12-31',
    kalshi: [
      'Will Tim Cook leave as Apple CEO before 2028?',
      '',
      'If Tim Cook is no longer CEO of Apple before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'Tim Cook out as Apple CEO by December 31, 2027?',
      'This market will resolve to "Yes" if Tim Cook ceases to be CEO of Apple by December 31, 2027, 11:59 PM ET. An announcement of his retirement is not enough while he is CEO. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'announce',
        'different',
        'P',
        [
          ['out as', 'announces he will step down as'],
          ['ceases to be', 'announces that he will step down as'],
        ],
      ],
      [
        'board',
        'different',
        'P',
        [
          ['Apple CEO', 'Apple director'],
          ['CEO of Apple by', 'member of the board of Apple by'],
        ],
      ],
      [
        'successor',
        'different',
        'P',
        [
          ['Tim Cook out as Apple CEO', 'John Ternus named Apple CEO'],
          ['Tim Cook ceases to be CEO', 'John Ternus is named CEO'],
        ],
      ],
    ],
  },
  {
    id: 'practice6-nvda',
    category: 'Companies',
    close: '2027-02-26',
    kalshi: [
      'Nvidia close price on Feb 26, 2027?',
      'Above $200',
      'If the close price of Nvidia on Feb 26, 2027 is above $200, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Nvidia (NVDA) close above $200 on February 26?',
      'This market will resolve to "Yes" if the official closing price of Nvidia (NVDA) on February 26, 2027 is higher than $200. Intraday or after-hours prices will not be considered. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'touch',
        'different',
        'P',
        [
          ['close above $200 on', 'trade above $200 on'],
          [
            'the official closing price of Nvidia (NVDA) on February 26, 2027 is',
            'any regular-hours trade in Nvidia (NVDA) on February 26, 2027 is',
          ],
        ],
      ],
      [
        'open',
        'different',
        'P',
        [
          ['close above', 'open above'],
          ['official closing price', 'official opening price'],
        ],
      ],
      ['week', 'different', 'P', [['on February 26', 'every day of the week of February 22']]],
      [
        'percent',
        'different',
        'P',
        [
          ['close above $200', 'close up 2% or more'],
          ['is higher than $200', 'is at least 2% above the previous close'],
        ],
      ],
    ],
  },
  {
    id: 'practice6-nyc-snow',
    category: 'Climate',
    close: '2027-02-28',
    kalshi: [
      'Snow in NYC in Feb 2027?',
      'Above 10 inches',
      'If snowfall in Central Park in Feb 2027 is above 10 inches, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will NYC have more than 10 inches of snow in February 2027?',
      'This market will resolve to "Yes" if total February 2027 snowfall at Central Park is more than 10 inches. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'season',
        'different',
        'P',
        [
          ['in February 2027', 'this winter'],
          ['total February 2027 snowfall', 'total snowfall from December 2026 through February 2027'],
        ],
      ],
      [
        'one storm',
        'different',
        'P',
        [
          ['more than 10 inches of snow in', 'a storm with more than 10 inches of snow in'],
          [
            'total February 2027 snowfall at Central Park is',
            'snowfall of one storm in February 2027 at Central Park is',
          ],
        ],
      ],
      [
        'depth',
        'different',
        'P',
        [
          ['more than 10 inches of snow in', 'a snow depth of more than 10 inches in'],
          ['total February 2027 snowfall', 'the snow depth on any day of February 2027'],
        ],
      ],
    ],
  },
  {
    id: 'practice6-gov-approval',
    category: 'Politics',
    close: '2027-04-02',
    kalshi: [
      'Trump net approval on Apr 2, 2027?',
      'Below -15',
      "If Donald Trump's net approval is below -15 on Apr 2, 2027 according to Silver Bulletin, then the market resolves to Yes.",
    ],
    polymarket: [
      'Will Trump net approval be below -15 on April 2?',
      'This market will resolve to "Yes" if Silver Bulletin shows a net approval of Donald Trump below -15 on April 2, 2027. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'issue',
        'different',
        'P',
        [
          ['Trump net approval', 'Trump net approval on the economy'],
          ['a net approval of Donald Trump', 'a net approval of Donald Trump on the economy'],
        ],
      ],
      [
        'independents',
        'different',
        'P',
        [
          ['Trump net approval', 'Trump net approval among independents'],
          ['a net approval of Donald Trump', 'a net approval of Donald Trump among independents'],
        ],
      ],
      ['favorability', 'different', 'P', [['net approval', 'net favorability']]],
    ],
  },
  {
    id: 'practice6-house',
    category: 'Elections',
    close: '2027-03-10',
    kalshi: [
      'Winner of the NJ-11 special election?',
      'Democratic',
      'If the Democratic candidate wins the NJ-11 special election, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Democrats win the NJ-11 special election?',
      'This market will resolve to "Yes" if the Democratic candidate wins the special general election for New Jersey\'s 11th district. Should there be a recount, its result counts. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'primary',
        'different',
        'P',
        [
          [
            'Will the Democrats win the NJ-11 special election',
            'Will a progressive win the NJ-11 Democratic special primary',
          ],
          [
            'the Democratic candidate wins the special general election',
            'a progressive wins the Democratic special primary',
          ],
        ],
      ],
      [
        'double digits',
        'different',
        'P',
        [
          ['win the NJ-11 special election', 'win the NJ-11 special election by double digits'],
          ['wins the special general election', 'wins by at least ten points the special general election'],
        ],
      ],
      [
        'recount',
        'different',
        'P',
        [
          [
            'Will the Democrats win the NJ-11 special election',
            'Will there be a recount in the NJ-11 special election',
          ],
          [
            'the Democratic candidate wins the special general election',
            'there is a recount of the special general election',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice6-oscars',
    category: 'Culture',
    close: '2027-03-14',
    kalshi: [
      'Oscar for Best Picture in 2027?',
      'Wild Horse',
      'If Wild Horse wins Best Picture at the 99th Academy Awards, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Wild Horse win Best Picture at the 2027 Oscars?',
      'This market will resolve to "Yes" if Wild Horse wins Best Picture at the 99th Academy Awards. A nomination alone is not enough. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'nominated',
        'different',
        'P',
        [
          ['win Best Picture', 'be nominated for Best Picture'],
          ['wins Best Picture', 'is nominated for Best Picture'],
        ],
      ],
      [
        'most Oscars',
        'different',
        'P',
        [
          ['win Best Picture at', 'win the most awards at'],
          ['wins Best Picture at', 'wins the most awards at'],
        ],
      ],
      [
        'any',
        'different',
        'P',
        [
          ['win Best Picture at', 'win an award at'],
          ['wins Best Picture at', 'wins an award at'],
        ],
      ],
      [
        'both',
        'different',
        'P',
        [
          ['win Best Picture at', 'win Best Picture and Best Director at'],
          ['wins Best Picture at', 'wins Best Picture and Best Director at'],
        ],
      ],
    ],
  },
  {
    id: 'practice6-nba-mvp',
    category: 'Sports',
    close: '2027-06-20',
    kalshi: [
      'NBA Finals champion in 2027?',
      'Oklahoma City',
      'If Oklahoma City wins the 2027 Pro Basketball Finals, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Thunder win the 2027 NBA Finals?',
      'This market will resolve to "Yes" if the Oklahoma City Thunder win the 2027 NBA Finals. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'in five',
        'different',
        'P',
        [
          ['win the 2027 NBA Finals', 'win the 2027 NBA Finals in 5 games'],
          ['win the 2027 NBA Finals', 'win the 2027 NBA Finals in 5 games'],
        ],
      ],
      ['sweep', 'different', 'P', [['win the 2027 NBA Finals', 'sweep the 2027 NBA Finals']]],
      [
        'repeat',
        'different',
        'P',
        [
          ['Will the Thunder win', 'Will the defending champions win'],
          ['the Oklahoma City Thunder win', 'the defending champions win'],
        ],
      ],
      ['game one', 'different', 'P', [['win the 2027 NBA Finals', 'win Game 1 of the 2027 NBA Finals']]],
    ],
  },
  {
    id: 'practice6-golf',
    category: 'Sports',
    close: '2027-04-11',
    kalshi: [
      'Masters winner in 2027?',
      'Scottie Scheffler',
      'If Scottie Scheffler wins the 2027 Masters Tournament, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Scottie Scheffler win the 2027 Masters?',
      'This market will resolve to "Yes" if Scottie Scheffler wins the 2027 Masters Tournament. A playoff counts. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'playoff',
        'different',
        'P',
        [
          ['win the 2027 Masters', 'win the 2027 Masters in a playoff'],
          ['wins the 2027 Masters Tournament.', 'wins the 2027 Masters Tournament in a playoff.'],
        ],
      ],
      [
        'low American',
        'different',
        'P',
        [
          ['win the 2027 Masters', 'be the low American at the 2027 Masters'],
          [
            'wins the 2027 Masters Tournament',
            'is the lowest scoring American of the 2027 Masters Tournament',
          ],
        ],
      ],
      [
        'wire to wire',
        'different',
        'P',
        [
          ['win the 2027 Masters', 'lead the 2027 Masters after every round'],
          ['wins the 2027 Masters Tournament', 'leads the 2027 Masters Tournament after every round'],
        ],
      ],
      [
        'birdie',
        'different',
        'P',
        [
          ['win the 2027 Masters', 'make a hole-in-one at the 2027 Masters'],
          ['wins the 2027 Masters Tournament', 'makes a hole-in-one at the 2027 Masters Tournament'],
        ],
      ],
    ],
  },
  {
    id: 'practice6-doge',
    category: 'Crypto',
    close: '2027-06-30',
    kalshi: [
      'Will a Dogecoin ETF be approved before Jul 2027?',
      '',
      'If the SEC approves a Dogecoin ETF before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Dogecoin ETF approved by June 30, 2027?',
      'This market will resolve to "Yes" if the SEC approves a Dogecoin ETF by June 30, 2027, whether or not it has begun to trade. A filing does not count. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'filed',
        'different',
        'P',
        [
          ['approved', 'filed'],
          ['the SEC approves a Dogecoin ETF', 'a Dogecoin ETF is filed with the SEC'],
        ],
      ],
      [
        'denied',
        'different',
        'P',
        [
          ['approved', 'denied'],
          ['approves', 'denies'],
        ],
      ],
      [
        'trading',
        'different',
        'P',
        [
          ['approved', 'trading'],
          ['the SEC approves a Dogecoin ETF by', 'a Dogecoin ETF has begun to trade by'],
        ],
      ],
    ],
  },
  {
    id: 'practice6-cpi-core',
    category: 'Economics',
    close: '2027-03-12',
    kalshi: [
      'CPI year-over-year in Feb 2027?',
      'Above 2.8%',
      'If CPI increases by more than 2.8% year-over-year in Feb 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Annual inflation above 2.8% in February 2027?',
      'This market will resolve to "Yes" if the 12-month percent change of the CPI for February 2027 is greater than 2.8% by the BLS report. The monthly and the core figure are not considered. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'core',
        'different',
        'P',
        [
          ['Annual inflation', 'Annual core inflation'],
          ['of the CPI', 'of the core CPI'],
        ],
      ],
      [
        'shelter',
        'different',
        'P',
        [
          ['Annual inflation', 'Annual shelter inflation'],
          ['of the CPI', 'of the shelter index of the CPI'],
        ],
      ],
      [
        'three months',
        'different',
        'P',
        [
          ['Annual inflation', 'Three-month annualized inflation'],
          ['the 12-month percent change', 'the three-month annualized percent change'],
        ],
      ],
      [
        'forecast',
        'different',
        'P',
        [
          ['Annual inflation above 2.8%', 'Annual inflation above consensus'],
          [
            'is greater than 2.8% by the BLS report',
            'is greater than the consensus forecast in the BLS report',
          ],
        ],
      ],
    ],
  },
];
