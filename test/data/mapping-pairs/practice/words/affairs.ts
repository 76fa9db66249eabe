import type { Family } from '../../../../mapping/listing-pair.ts';

/** One or two words of the question differ, the rules worded alike: money, offices, science. */
export const WORD_AFFAIRS: readonly Family[] = [
  {
    id: 'practice5-vix-peak',
    category: 'Financials',
    close: '2027-12-31',
    kalshi: [
      'Highest VIX close in 2027?',
      'Above 40',
      'If the highest closing value of the VIX in 2027 is above 40, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the highest VIX close of 2027 be above 40?',
      'This market will resolve to "Yes" if the highest daily close of the VIX in 2027 is greater than 40. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      ['max vs min', 'different', 'P', [['highest', 'lowest']]],
      [
        'high vs close',
        'different',
        'P',
        [
          ['the highest VIX close of 2027 be', 'the VIX be at the end of 2027'],
          ['the highest daily close of the VIX in 2027', 'the VIX on December 31, 2027'],
        ],
      ],
      [
        'average',
        'different',
        'P',
        [
          ['the highest VIX close of 2027', 'the average VIX close of 2027'],
          ['the highest daily close', 'the average daily close'],
        ],
      ],
    ],
  },
  {
    id: 'practice5-eu-gas',
    category: 'Financials',
    close: '2027-01-31',
    kalshi: [
      'Lowest WTI oil price in January 2027?',
      'Below $55',
      'If the lowest settlement price of WTI crude in January 2027 is below $55, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the minimum WTI settlement in January 2027 be below $55?',
      'This market will resolve to "Yes" if the minimum settlement price of WTI crude oil during January 2027 is less than $55. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      ['max vs min', 'different', 'P', [['minimum', 'maximum']]],
      [
        'other product',
        'different',
        'P',
        [
          ['WTI settlement', 'heating oil settlement'],
          ['WTI crude oil', 'heating oil'],
        ],
      ],
    ],
  },
  {
    id: 'practice5-seattle-rain',
    category: 'Climate',
    close: '2027-01-31',
    kalshi: [
      'Rain in Seattle in Jan 2027?',
      'Above 6 inches',
      'If total precipitation in Seattle in Jan 2027 is above 6 inches, then the market resolves to Yes.',
    ],
    polymarket: [
      'More than 6 inches of rain in Seattle in January?',
      'This market will resolve to "Yes" if total January 2027 precipitation in Seattle is more than 6 inches. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'one day',
        'different',
        'P',
        [
          ['of rain in Seattle in January', 'of rain in Seattle on any day of January'],
          [
            'total January 2027 precipitation in Seattle',
            'precipitation in Seattle on any one day of January 2027',
          ],
        ],
      ],
      [
        'days of rain',
        'different',
        'P',
        [
          ['More than 6 inches of rain', 'More than 6 days of rain'],
          [
            'total January 2027 precipitation in Seattle is more than 6 inches',
            'it rains in Seattle on more than 6 days of January 2027',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice5-starship',
    category: 'Science',
    close: '2027-06-30',
    kalshi: [
      'Will Starship reach orbit before Jul 2027?',
      '',
      'If Starship completes an orbit of Earth before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Starship orbit by June 30, 2027?',
      'This market will resolve to "Yes" if Starship completes a full orbit of Earth by June 30, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'payload',
        'different',
        'P',
        [
          ['Starship orbit', 'Starship payload in orbit'],
          ['Starship completes a full orbit of Earth', 'Starship deploys a payload in orbit'],
        ],
      ],
      [
        'booster',
        'different',
        'P',
        [
          ['Starship orbit by', 'Starship booster reuse by'],
          ['Starship completes a full orbit of Earth', 'a Starship booster is flown again'],
        ],
      ],
      [
        'licence',
        'different',
        'P',
        [
          ['Starship orbit by', 'Starship orbit approval by'],
          ['Starship completes a full orbit of Earth', 'the FAA approves an orbital flight of Starship'],
        ],
      ],
    ],
  },
  {
    id: 'practice5-openai-device',
    category: 'Companies',
    close: '2027-12-31',
    kalshi: [
      'Will OpenAI release a hardware device before 2028?',
      '',
      'If OpenAI releases a hardware device before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'OpenAI hardware device released by December 31, 2027?',
      'This market will resolve to "Yes" if OpenAI makes a hardware device available to the public by December 31, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'shown',
        'different',
        'P',
        [
          ['released', 'shown'],
          ['makes a hardware device available to the public', 'shows a hardware device to the public'],
        ],
      ],
      ['phone', 'different', 'P', [['hardware device', 'smartphone']]],
      [
        'two',
        'different',
        'P',
        [
          ['hardware device released', 'two hardware devices released'],
          ['makes a hardware device', 'makes two hardware devices'],
        ],
      ],
    ],
  },
  {
    id: 'practice5-gpt-score',
    category: 'Science',
    close: '2027-03-31',
    kalshi: [
      'Highest LMArena score on Mar 31, 2027?',
      'At least 1550',
      'If the highest text score on LMArena is at least 1550 on Mar 31, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will any AI model have a 1550+ LMArena score on March 31?',
      'This market will resolve to "Yes" if any model has a text score of 1550 or higher on LMArena on March 31, 2027. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'by',
        'different',
        'P',
        [
          ['on March 31?', 'by March 31?'],
          ['on LMArena on', 'on LMArena by'],
        ],
      ],
      [
        'open',
        'different',
        'P',
        [
          ['any AI model', 'any open-weight AI model'],
          ['any model', 'any open-weight model'],
        ],
      ],
      [
        'two models',
        'different',
        'P',
        [
          ['any AI model', 'two AI models'],
          ['any model has', 'at least two models have'],
        ],
      ],
    ],
  },
  {
    id: 'practice5-cabinet',
    category: 'Politics',
    close: '2027-03-31',
    kalshi: [
      'Will Pam Bondi leave as Attorney General before Apr 2027?',
      '',
      'If Pam Bondi ceases to be Attorney General before Apr 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Pam Bondi out as Attorney General by March 31, 2027?',
      'This market will resolve to "Yes" if Pam Bondi ceases to be Attorney General by March 31, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'fired',
        'different',
        'P',
        [
          ['out as', 'fired as'],
          ['ceases to be Attorney General', 'is fired as Attorney General'],
        ],
      ],
      [
        'resign',
        'different',
        'P',
        [
          ['out as', 'resigns as'],
          ['ceases to be', 'resigns as'],
        ],
      ],
      [
        'contempt',
        'different',
        'P',
        [
          ['out as Attorney General', 'held in contempt'],
          ['ceases to be Attorney General', 'is held in contempt of Congress'],
        ],
      ],
      [
        'first to leave',
        'different',
        'P',
        [
          ['out as Attorney General', 'first to leave the Cabinet'],
          ['ceases to be Attorney General', 'is the first member to leave the Cabinet'],
        ],
      ],
    ],
  },
  {
    id: 'practice5-bill',
    category: 'Politics',
    close: '2027-06-30',
    kalshi: [
      'Will the CLARITY Act become law before Jul 2027?',
      '',
      'If the CLARITY Act is signed into law before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'CLARITY Act signed into law by June 30, 2027?',
      'This market will resolve to "Yes" if the CLARITY Act is signed into law by June 30, 2027. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      ['senate', 'different', 'P', [['signed into law', 'passes the Senate']]],
      ['committee', 'different', 'P', [['signed into law', 'out of committee']]],
      ['floor vote', 'different', 'P', [['signed into law', 'brought to a vote']]],
      ['filibuster', 'different', 'P', [['signed into law', 'gets 60 votes']]],
    ],
  },
  {
    id: 'practice5-payrolls',
    category: 'Economics',
    close: '2027-02-05',
    kalshi: [
      'Jobs added in January 2027?',
      'Above 100,000',
      'If nonfarm payrolls increase by more than 100,000 in January 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the US add more than 100k jobs in January?',
      'This market will resolve to "Yes" if total nonfarm payroll employment rises by more than 100,000 in January 2027 by the Employment Situation report. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'private',
        'different',
        'P',
        [
          ['more than 100k jobs', 'more than 100k private jobs'],
          ['total nonfarm payroll employment', 'total private payroll employment'],
        ],
      ],
      [
        'manufacturing',
        'different',
        'P',
        [
          ['more than 100k jobs', 'more than 100k health care jobs'],
          ['total nonfarm payroll', 'health care payroll'],
        ],
      ],
      [
        'household',
        'different',
        'P',
        [
          ['more than 100k jobs in January', 'more than 100k jobs in January by the household survey'],
          ['total nonfarm payroll employment', 'employment in the household survey'],
        ],
      ],
    ],
  },
  {
    id: 'practice5-fed-dissent',
    category: 'Economics',
    close: '2027-03-17',
    kalshi: [
      'Number of dissents at the March 2027 Fed meeting?',
      'At least 2',
      'If at least 2 members dissent at the March 2027 Fed meeting, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will 2 or more Fed members dissent in March 2027?',
      'This market will resolve to "Yes" if 2 or more voting members dissent at the FOMC meeting of March 2027. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'governors',
        'different',
        'P',
        [
          ['2 or more Fed members', '2 or more Fed governors'],
          ['2 or more voting members', '2 or more governors'],
        ],
      ],
      [
        'for a cut',
        'different',
        'P',
        [
          ['dissent in March 2027', 'dissent for a cut in March 2027'],
          ['voting members dissent', 'voting members dissent in favor of a larger cut'],
        ],
      ],
    ],
  },
  {
    id: 'practice5-btc-hold',
    category: 'Companies',
    close: '2027-06-30',
    kalshi: [
      'How much Bitcoin will Strategy hold on Jun 30, 2027?',
      'At least 800,000',
      'If Strategy holds at least 800,000 Bitcoin on Jun 30, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Strategy holds 800,000+ Bitcoin on June 30, 2027?',
      'This market will resolve to "Yes" if Strategy holds 800,000 or more Bitcoin on June 30, 2027. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'buys',
        'different',
        'P',
        [
          ['holds 800,000+ Bitcoin on June 30, 2027', 'buys 800,000+ Bitcoin by June 30, 2027'],
          ['holds 800,000 or more Bitcoin on', 'buys 800,000 or more Bitcoin by'],
        ],
      ],
      ['unpledged', 'different', 'P', [['Bitcoin on June', 'unencumbered Bitcoin on June']]],
    ],
  },
  {
    id: 'practice5-eth-etf',
    category: 'Crypto',
    close: '2027-06-30',
    kalshi: [
      'Will a staked Solana ETF launch before Jul 2027?',
      '',
      'If a staked Solana ETF begins trading in the US before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Staked Solana ETF launches by June 30, 2027?',
      'This market will resolve to "Yes" if an ETF of staked Solana begins trading in the US by June 30, 2027. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'approved',
        'different',
        'P',
        [
          ['launches', 'approved'],
          ['begins trading in the US', 'is approved by the SEC'],
        ],
      ],
      [
        'unstaked',
        'different',
        'P',
        [
          ['Staked Solana ETF', 'Spot Solana ETF'],
          ['of staked Solana', 'of spot Solana'],
        ],
      ],
      [
        'flows',
        'different',
        'P',
        [
          ['ETF launches by June 30, 2027', 'ETF inflows above $1B by June 30, 2027'],
          ['begins trading in the US', 'has more than $1 billion of inflows'],
        ],
      ],
    ],
  },
  {
    id: 'practice5-court',
    category: 'Politics',
    close: '2027-06-30',
    kalshi: [
      'Will the Supreme Court overturn the tariffs before Jul 2027?',
      '',
      'If the Supreme Court rules the tariffs unlawful before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Supreme Court rules the tariffs unlawful by June 30, 2027?',
      'This market will resolve to "Yes" if the Supreme Court rules that the tariffs are unlawful by June 30, 2027. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'unanimous',
        'different',
        'P',
        [
          ['rules the tariffs', 'unanimously rules the tariffs'],
          ['rules that', 'rules unanimously that'],
        ],
      ],
      [
        'refund',
        'different',
        'P',
        [
          ['rules the tariffs unlawful', 'orders a refund of the tariffs'],
          ['rules that the tariffs are unlawful', 'orders the tariffs refunded'],
        ],
      ],
    ],
  },
  {
    id: 'practice5-measles',
    category: 'World',
    close: '2027-12-31',
    kalshi: [
      'Measles cases in the US in 2027?',
      'Above 2,000',
      'If the CDC reports more than 2,000 measles cases in the US in 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'More than 2,000 US measles cases in 2027?',
      'This market will resolve to "Yes" if the CDC reports more than 2,000 measles cases in the US for 2027. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'probable',
        'different',
        'P',
        [
          ['US measles cases', 'probable US measles cases'],
          ['measles cases in', 'probable measles cases in'],
        ],
      ],
      [
        'Texas',
        'different',
        'P',
        [
          ['US measles cases', 'Texas measles cases'],
          ['in the US', 'in Texas'],
        ],
      ],
      ['hospital', 'different', 'P', [['measles cases', 'measles hospitalizations']]],
    ],
  },
];
