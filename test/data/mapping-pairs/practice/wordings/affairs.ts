import type { Family } from '../../../../mapping/listing-pair.ts';

/** One question in two more wordings each, and what differs by one clause: offices, money, the world. */
export const WORDING_AFFAIRS: readonly Family[] = [
  {
    id: 'practice3-leader-out',
    category: 'World',
    close: '2027-12-31',
    kalshi: [
      'Next G7 leader out?',
      'Emmanuel Macron',
      'If Emmanuel Macron is the next G7 leader to leave office, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Emmanuel Macron be the next G7 leader out?',
      'This market will resolve to the next leader of a G7 country who ceases to hold office. If none does by December 31, 2027, it resolves to "Other".',
    ],
    variants: [
      [
        'first of several',
        'different',
        'P',
        [
          ['Will Emmanuel Macron be the next G7 leader out?', 'Macron out in 2027?'],
          [
            'to the next leader of a G7 country who ceases to hold office. If none does by December 31, 2027, it resolves to "Other".',
            'to "Yes" if Emmanuel Macron ceases to be President of France by December 31, 2027, 11:59 PM ET.',
          ],
        ],
      ],
      ['other person', 'different', 'P', [['Emmanuel Macron', 'Friedrich Merz']]],
    ],
  },
  {
    id: 'practice3-ipo-first',
    category: 'Companies',
    close: '2027-12-31',
    kalshi: [
      'Which of these companies will IPO first?',
      'SpaceX',
      'If SpaceX is the first of SpaceX, OpenAI, Anthropic and Stripe to complete an IPO, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will SpaceX be the first to IPO?',
      'This market will resolve to the company among SpaceX, OpenAI, Anthropic and Stripe whose shares begin trading first.',
    ],
    variants: [
      [
        'any',
        'different',
        'P',
        [
          ['Will SpaceX be the first to IPO?', 'SpaceX IPO by December 31, 2027?'],
          [
            'to the company among SpaceX, OpenAI, Anthropic and Stripe whose shares begin trading first.',
            'to "Yes" if the shares of SpaceX begin trading on a public exchange by December 31, 2027, 11:59 PM ET.',
          ],
        ],
      ],
      ['other company', 'different', 'P', [['Will SpaceX', 'Will Stripe']]],
    ],
  },
  {
    id: 'practice3-recognise',
    category: 'World',
    close: '2027-06-30',
    kalshi: [
      'Will Saudi Arabia recognize Israel?',
      'Before Jul 1, 2027',
      'If Saudi Arabia normalizes relations with Israel before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Israel x Saudi Arabia normalize relations by June 30, 2027?',
      'This market will resolve to "Yes" if Israel and Saudi Arabia officially agree to normalize their diplomatic relations by June 30, 2027, 11:59 PM ET. Recognition of Israel by Saudi Arabia also counts.',
    ],
    variants: [
      ['other country', 'different', 'P', [['Saudi Arabia', 'Syria']]],
      [
        'visit',
        'different',
        'P',
        [
          ['Israel x Saudi Arabia normalize relations by', 'Netanyahu visits Saudi Arabia by'],
          [
            'Israel and Saudi Arabia officially agree to normalize their diplomatic relations',
            'Benjamin Netanyahu enters Saudi Arabia',
          ],
          [' Recognition of Israel by Saudi Arabia also counts.', ''],
        ],
      ],
    ],
  },
  {
    id: 'practice3-acquire',
    category: 'Companies',
    close: '2027-06-30',
    kalshi: [
      'Who will acquire Paramount’s CNN?',
      'Byron Allen',
      'If Byron Allen acquires a majority of CNN before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Byron Allen buy CNN by June 30?',
      'This market will resolve to "Yes" if Byron Allen, or a company he controls, takes over a majority stake in CNN by June 30, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'announce',
        'different',
        'P',
        [
          ['buy CNN by', 'announce a bid for CNN by'],
          ['takes over a majority stake in', 'announces a bid for'],
        ],
      ],
      ['other person', 'different', 'P', [['Byron Allen', 'Larry Ellison']]],
      ['other target', 'different', 'P', [['CNN', 'MSNBC']]],
    ],
  },
  {
    id: 'practice3-rate-level',
    category: 'Economics',
    close: '2027-12-31',
    kalshi: [
      'Fed funds rate at end of 2027?',
      '3.00% to 3.25%',
      'If the upper bound of the federal funds target range is 3.25% on Dec 31, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the target federal funds rate be 3.00%-3.25% at the end of 2027?',
      'This market will resolve by the target range of the federal funds rate in effect on December 31, 2027.',
    ],
    variants: [
      ['other range', 'different', 'P', [['3.00%-3.25%', '3.25%-3.50%']]],
      ['other date', 'different', 'P', [['2027', '2028']], '2028-12-31'],
      ['or lower', 'different', 'P', [['be 3.00%-3.25% at', 'be 3.25% or lower at']]],
    ],
  },
  {
    id: 'practice3-emergency-cut',
    category: 'Economics',
    close: '2027-12-31',
    kalshi: [
      'Will the Fed make an emergency rate cut?',
      'Before 2028',
      'If the Federal Reserve cuts rates outside of a scheduled meeting before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'Fed emergency rate cut by December 31, 2027?',
      'This market will resolve to "Yes" if the Federal Reserve lowers the federal funds rate at an unscheduled meeting by December 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'any',
        'different',
        'P',
        [
          ['Fed emergency rate cut by', 'Fed rate cut by'],
          ['at an unscheduled meeting', 'at any meeting'],
        ],
      ],
      [
        'hike',
        'different',
        'P',
        [
          ['rate cut by', 'rate hike by'],
          ['lowers the federal', 'raises the federal'],
        ],
      ],
    ],
  },
  {
    id: 'practice3-court-case',
    category: 'Politics',
    close: '2027-07-15',
    kalshi: [
      'Will the Supreme Court rule in favor of Trump’s tariffs?',
      '',
      'If the Supreme Court upholds the tariffs imposed under IEEPA before Jul 16, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Supreme Court rule in favor of Trump tariffs?',
      'This market will resolve to "Yes" if the Supreme Court of the United States rules that the IEEPA tariffs are lawful by July 15, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'refund',
        'different',
        'P',
        [
          ['rule in favor of Trump tariffs', 'order refunds of Trump tariffs'],
          ['rules that the IEEPA tariffs are lawful', 'orders that IEEPA tariffs be refunded'],
        ],
      ],
      [
        'against',
        'inverted',
        'P',
        [['rule in favor of Trump tariffs', 'not rule in favor of Trump tariffs']],
      ],
    ],
  },
  {
    id: 'practice3-city-mayor',
    category: 'Elections',
    close: '2027-12-31',
    kalshi: [
      'Chicago mayoral election winner?',
      'Alexi Giannoulias',
      'If Alexi Giannoulias wins the 2027 Chicago mayoral election, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Alexi Giannoulias win the 2027 Chicago Mayoral Election?',
      'This market will resolve to the winner of the Chicago mayoral election, scheduled for February 23, 2027, with a runoff scheduled for April 6, 2027 if nobody has a majority.',
    ],
    variants: [
      [
        'runoff',
        'different',
        'P',
        [
          [
            'win the 2027 Chicago Mayoral Election',
            'advance to the runoff of the 2027 Chicago Mayoral Election',
          ],
          ['to the winner of', 'to "Yes" if he is among the first two of'],
        ],
      ],
      ['other person', 'different', 'P', [['Alexi Giannoulias', 'Brandon Johnson']]],
      ['other city', 'different', 'P', [['Chicago', 'Denver']]],
      [
        'wording',
        'same',
        'P',
        [
          [
            'Will Alexi Giannoulias win the 2027 Chicago Mayoral Election?',
            'Next Mayor of Chicago: Alexi Giannoulias?',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice3-turnout',
    category: 'Elections',
    close: '2027-05-31',
    kalshi: [
      'Voter turnout in the Scottish election?',
      'Above 60%',
      'If turnout in the 2027 Scottish Parliament election is above 60%, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will turnout be over 60% in the 2027 Scottish Parliament election?',
      'This market will resolve by the official turnout of the Scottish Parliament election scheduled for May 6, 2027.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['over 60%', 'over 65%']]],
      ['inverted comparator', 'inverted', 'P', [['be over 60%', 'be 60% or less']]],
      [
        'vote share',
        'different',
        'P',
        [
          ['Will turnout be over 60%', 'Will the SNP win over 60%'],
          ['by the official turnout of', 'by the vote share of the SNP in'],
        ],
      ],
    ],
  },
  {
    id: 'practice3-deport',
    category: 'Politics',
    close: '2027-12-31',
    kalshi: [
      'How many people will be deported in 2027?',
      '500,000 to 750,000',
      'If ICE deports between 500,000 and 750,000 people in 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the US deport 500,000-750,000 people in 2027?',
      'This market will resolve by the number of removals that ICE reports for January 1 to December 31, 2027.',
    ],
    variants: [
      ['other range', 'different', 'P', [['500,000-750,000', '750,000-1,000,000']]],
      ['or more', 'different', 'P', [['500,000-750,000 people', '500,000 or more people']]],
      [
        'arrests',
        'different',
        'P',
        [
          ['Will the US deport', 'Will the US arrest'],
          ['number of removals', 'number of arrests'],
        ],
      ],
    ],
  },
  {
    id: 'practice3-party-new',
    category: 'Politics',
    close: '2027-12-31',
    kalshi: [
      'Will Elon Musk start a new political party?',
      'Before 2028',
      'If Elon Musk registers a new political party before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'Elon Musk registers new political party by December 31, 2027?',
      'This market will resolve to "Yes" if Elon Musk files the papers that create a new political party in the United States by December 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'announce',
        'different',
        'P',
        [
          ['registers new', 'announces new'],
          ['files the papers that create', 'announces'],
        ],
      ],
      ['other person', 'different', 'P', [['Elon Musk', 'Andrew Yang']]],
    ],
  },
  {
    id: 'practice3-doge-price',
    category: 'Crypto',
    close: '2027-12-31',
    kalshi: [
      'How low will Bitcoin get in 2027?',
      'Below $60,000',
      'If the price of Bitcoin is below $60,000 at any time before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Bitcoin dip to $60,000 in 2027?',
      'This market will immediately resolve to "Yes" if any Binance 1 minute candle for BTC/USDT in 2027 has a final "Low" price of $60,000 or less.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['$60,000', '$50,000']]],
      [
        'other direction',
        'different',
        'P',
        [
          ['dip to $60,000', 'reach $60,000'],
          ['"Low" price of $60,000 or less', '"High" price of $60,000 or more'],
        ],
      ],
      [
        'order',
        'different',
        'P',
        [
          ['dip to $60,000 in 2027', 'hit $60,000 or $120,000 first'],
          ['"Low" price of $60,000 or less', 'price of $60,000 before $120,000'],
        ],
      ],
      [
        'at close',
        'different',
        'P',
        [
          ['dip to $60,000 in 2027', 'close 2027 below $60,000'],
          [
            'any Binance 1 minute candle for BTC/USDT in 2027 has a final "Low" price of',
            'the last Binance daily candle of 2027 has a final "Close" price of',
          ],
        ],
      ],
    ],
  },
];
